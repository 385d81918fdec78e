"""The WSGI application that gunicorn serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from cinchclub.bodies import WholeBodies
from cinchclub.checks import refuse_unsafe
from cinchclub.turns import Turns

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

turns = Turns(get_wsgi_application(), settings.SERVER_THREADS)
application = WholeBodies(turns, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
refuse_unsafe()

from cinchclub.memory import keep_small  # noqa: E402 - as below
from cinchclub.reading_ahead import read_ahead  # noqa: E402 - needs Django to be set up
from scoring.api.stream import HUB  # noqa: E402 - as above
from scoring.listening import stop_with_the_process  # noqa: E402 - as above

read_ahead()
keep_small()
stop_with_the_process(HUB)
