"""The WSGI application for tests that start a server, some with settings that must not be served with."""

import os

from cinchclub import serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = serving.application()
