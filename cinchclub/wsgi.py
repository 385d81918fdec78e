"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from cinchclub.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

application = get_wsgi_application()
refuse_unsafe()
