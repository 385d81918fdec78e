"""The WSGI application for tests that start a server, some with settings that must not be served with."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from cinchclub.turns import Turns

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = Turns(get_wsgi_application(), settings.SERVER_THREADS)

from cinchclub.memory import keep_small  # noqa: E402 - as below
from cinchclub.reading_ahead import read_ahead  # noqa: E402 - needs Django to be set up

read_ahead()
keep_small()
