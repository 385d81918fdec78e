"""All settings: one line for each setting, with its type and default.

Only this file reads settings from the environment. The script ``cinch``, which runs before the packages are
installed, checks only whether REDIS_URL is set.

The defaults suit a laptop. ``cinchclub.checks`` refuses to start with unsafe settings, and
``docs/operations.md`` explains each setting. No setting is required: a missing secret key is created.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import environ
from csp.constants import NONE, SELF

from cinchclub.places import kept_secret, socket_path

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")

# The club's folder, and the address under which the club is reached
VAR = Path(env.str("CINCH_VAR", default=str(BASE_DIR / "var"))).absolute()
DEBUG = env.bool("CINCH_DEBUG", default=False)
ALLOWED_HOSTS = env.list("CINCH_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
BASE_URL = env.str("CINCH_BASE_URL", default="http://127.0.0.1:8000").rstrip("/")
HTTPS = env.bool("CINCH_HTTPS", default=BASE_URL.startswith("https://"))
BEHIND_PROXY = env.bool("CINCH_BEHIND_PROXY", default=False)
SECRET_KEY = env.str("CINCH_SECRET_KEY", default="") or kept_secret(VAR / "secret-key")

# What ``./cinch run`` starts and loads: processes with their threads, and the demo club
SERVER_PROCESSES = env.int("CINCH_SERVER_PROCESSES", default=2)
SERVER_THREADS = env.int("CINCH_SERVER_THREADS", default=4)
WORKER_THREADS = env.int("CINCH_WORKER_THREADS", default=2)
RUN_BEAT = env.bool("CINCH_BEAT", default=True)
LOAD_DEMO = env.bool("CINCH_DEMO", default=True)

# The database: SQLite in VAR, or PostgreSQL
DATABASE_TIMEOUT = env.int("CINCH_DATABASE_TIMEOUT", default=5)
WORKER_DATABASE_TIMEOUT = env.int("CINCH_WORKER_DATABASE_TIMEOUT", default=20)
DATABASE_LOCK_TIMEOUT = env.int("CINCH_DATABASE_LOCK_TIMEOUT", default=3)
DATABASE_CONNECTION_AGE = env.int("CINCH_DATABASE_CONNECTION_AGE", default=60)
DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR / 'cinchclub.sqlite3'}"
DATABASE = env.db_url_config(DATABASE_URL)
# SQLite's cache is small, because every write by another connection empties it.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-512")
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE |= {
        "ENGINE": "cinchclub.sqlite_fair",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": DATABASE_TIMEOUT,
            "init_command": "; ".join(f"PRAGMA {pragma}" for pragma in PRAGMAS),
        },
    }
else:
    DATABASE |= {"HOST": unquote(DATABASE["HOST"]), "CONN_MAX_AGE": DATABASE_CONNECTION_AGE}
    DATABASE["CONN_HEALTH_CHECKS"] = True
    # A statement that has run twice is prepared, so that PostgreSQL need not parse it again.
    DATABASE["OPTIONS"] = {"server_side_binding": True, "prepare_threshold": 2, **DATABASE.get("OPTIONS", {})}
    DATABASE["OPTIONS"].setdefault("options", f"-c lock_timeout={DATABASE_LOCK_TIMEOUT}s")
DATABASES = {"default": DATABASE}

# The broker: Valkey on a socket in VAR, or a server of your own. Deals can be recorded without the broker.
REDIS_URL = env.str("REDIS_URL", default="")
REDIS_PREFIX = env.str("CINCH_REDIS_PREFIX", default="cinchclub:")
CELERY_BROKER_URL = REDIS_URL or f"redis+socket://{socket_path(VAR)}"
CELERY_VISIBILITY_TIMEOUT = 60
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": REDIS_PREFIX,
    "visibility_timeout": CELERY_VISIBILITY_TIMEOUT,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # The sender of a task waits only briefly if the broker is away or hangs.
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": CELERY_VISIBILITY_TIMEOUT}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A broker whose disk is full refuses commands. The worker keeps reconnecting until a command succeeds.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
# Analyses of deals have the lowest priority, 9. All other tasks have priority 0 and come first.
CELERY_TASK_ROUTES = {"scoring.solve_deal": {"priority": 9}}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20

INSTALLED_APPS = [
    "laws.apps.LawsConfig",
    "scoring.apps.ScoringConfig",
    "cinchclub.apps.ProjectConfig",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "cinchclub.middleware.know_address",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "cinchclub.middleware.ask_for_no_devices",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "cinchclub.middleware.answer_failures",
    "cinchclub.middleware.refuse_unread",
    "cinchclub.middleware.require_length",
    "cinchclub.middleware.refuse_large_bodies",
    "cinchclub.middleware.answer_without_slash",
    "cinchclub.middleware.refuse_when_full",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "cinchclub.middleware.keep_private_pages_private",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "cinchclub.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["scoring.templatetags.times"],
        },
    }
]

# Static files: served by the same process, compressed and named by their content
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
# Caches in each process: for request limits, and for parts of pages that a whole hall reads
IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": IN_MEMORY, "OPTIONS": {"MAX_ENTRIES": 10_000}},
    "pages": {"BACKEND": IN_MEMORY, "LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 100}},
}

# Language and time
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
FORMAT_MODULE_PATH = "cinchclub.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("CINCH_TIME_ZONE", default="UTC")

# Signing in
SIGN_IN_ATTEMPTS = env.int("CINCH_SIGN_IN_ATTEMPTS", default=10)
SIGN_IN_PERIOD = env.int("CINCH_SIGN_IN_PERIOD", default=15 * 60)
LINK_ATTEMPTS = env.int("CINCH_LINK_ATTEMPTS", default=20)
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_ENGINE = "cinchclub.sessions"
SESSION_COOKIE_AGE = env.int("CINCH_SESSION_DAYS", default=14) * 24 * 60 * 60
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "scoring.clubs.passwords.NotTooLong"},
    {"NAME": "scoring.clubs.passwords.EndTokens"},
]

# Cookies and security headers
SECURE_SSL_REDIRECT = HTTPS
# No sibling subdomain can set cookies with the prefix "__Host-". Browsers accept the prefix over HTTPS only.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "cinchclub.errors.csrf_failure"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = ["{0.scheme}://{0.netloc}".format(urlsplit(BASE_URL))]
SECURE_HSTS_SECONDS = env.int("CINCH_HSTS_SECONDS", default=31_536_000 if HTTPS else 0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
UNUSED_DEVICES = ["camera", "microphone", "geolocation", "payment", "usb", "serial", "midi"]
SECURE_REFERRER_POLICY = "same-origin"
# The silenced checks ask for HSTS with all subdomains and with preloading. The club sets neither, because
# some subdomains can belong to other people.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

# The API
DATA_UPLOAD_MAX_MEMORY_SIZE = env.int("CINCH_LARGEST_BODY", default=256 * 1024)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "scoring.clubs.authentication.Tokens",
        "rest_framework.authentication.SessionAuthentication",
        "scoring.clubs.authentication.LinkedBrowser",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["laws.json_reader.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "laws.strict_fields.Pages",
    "PAGE_SIZE": env.int("CINCH_PAGE_SIZE", default=50),
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "cinchclub.errors.exception_handler",
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("CINCH_THROTTLE_ANONYMOUS", default="6000/min"),
        "user": env.str("CINCH_THROTTLE_ACCOUNT", default="1200/min"),
        "table": env.str("CINCH_THROTTLE_TABLE", default="240/min"),
    },
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_TTL": timedelta(hours=env.int("CINCH_TOKEN_HOURS", default=24 * 30))}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cinch Club",
    "DESCRIPTION": "Scores, laws and records of card clubs that play Cinch and its family.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Logs go to standard error, one JSON object per line, without bodies, query strings, tokens and cookies.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "cinchclub.logs.JsonLines"}},
    "filters": {
        "sampled": {"()": "cinchclub.logs.OneRefusalAMinute"},
        "outages": {"()": "cinchclub.logs.OneLineAnOutage"},
    },
    "handlers": {
        "lines": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["sampled", "outages"]}
    },
    "root": {"handlers": ["lines"], "level": env.str("CINCH_LOG_LEVEL", default="INFO")},
    "loggers": {name: {"handlers": [], "propagate": True} for name in ("django", "django.server")},
}
