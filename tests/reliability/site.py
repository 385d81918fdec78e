"""The WSGI application for tests that start a server, some with settings that must not be served with."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from cinchclub.bodies import WholeBodies
from cinchclub.turns import Turns

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

turns = Turns(get_wsgi_application(), settings.SERVER_THREADS)
application = WholeBodies(turns, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)

from cinchclub.memory import keep_small  # noqa: E402 - as below
from cinchclub.reading_ahead import read_ahead  # noqa: E402 - needs Django to be set up

read_ahead()
keep_small()
