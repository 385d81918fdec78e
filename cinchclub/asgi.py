"""The ASGI application, for a host that only speaks ASGI; ``./cinch run`` serves WSGI."""

import os

from django.core.asgi import get_asgi_application

from cinchclub.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

application = get_asgi_application()
refuse_unsafe()
