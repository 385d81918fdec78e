"""The site where those who answer also read: what the club must not be served with. For a control."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from cinchclub.turns import Turns

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = Turns(get_wsgi_application(), settings.SERVER_THREADS)
