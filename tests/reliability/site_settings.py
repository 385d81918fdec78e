"""The project's settings, with a cheap password hash so that a server for a test is filled quickly."""

from cinchclub.settings import *  # noqa: F403 - the point of this file

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
