"""The project's settings for tests, made fast. At most ten lines differ."""

import atexit
import shutil
import tempfile
from pathlib import Path

from cinchclub.settings import *  # noqa: F403 - the point of this file
from cinchclub.settings import DATABASE, REST_FRAMEWORK, STORAGES
from tests.running import patterns

VAR = Path(tempfile.mkdtemp(prefix="cinchclub-tests-"))
atexit.register(shutil.rmtree, VAR, ignore_errors=True)
if DATABASE["ENGINE"] == "cinchclub.sqlite_fair":
    DATABASE["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
    DATABASE["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
elif pattern := patterns.given("postgresql"):
    DATABASE["TEST"] = {"TEMPLATE": pattern}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES |= {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000/min"
)
