"""The application that the web server serves, by its own protocol (RSGI)."""

import os

from cinchclub import serving
from cinchclub.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

application = serving.application()
refuse_unsafe()
