"""SQLite as Django sets it up, with short patience: what the club must not be served with. For a control."""

from tests.reliability.site_settings import *  # noqa: F403 - the point of this file
from tests.reliability.site_settings import DATABASE

DATABASES = {"default": DATABASE | {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {"timeout": 0.05}}}
