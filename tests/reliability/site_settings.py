"""The project's settings, with a cheap password hash so that a server for a test is filled quickly.

CINCH_DEFECTS names the parts that a control lacks (`tests.reliability.site`), CINCH_ADDRESSES another module
of URLs.
"""

import os

from cinchclub.settings import *  # noqa: F403 - the point of this file
from cinchclub.settings import DATABASE, ROOT_URLCONF

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
ROOT_URLCONF = os.environ.get("CINCH_ADDRESSES", ROOT_URLCONF)
DEFECTS = os.environ.get("CINCH_DEFECTS", "").split()

if "stock-sqlite" in DEFECTS:  # as Django does it, with a short timeout
    DATABASES = {"default": DATABASE | {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {"timeout": 0.05}}}
