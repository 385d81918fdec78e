"""The ASGI application, for a host that only speaks ASGI; ``./cinch run`` serves WSGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

application = get_asgi_application()
