"""The WSGI application for tests that start a server, some with settings that must not be served with."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = get_wsgi_application()

from cinchclub.reading_ahead import read_ahead  # noqa: E402 - needs Django to be set up

read_ahead()
