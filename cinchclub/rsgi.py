"""The application object for the web server, Granian, in its protocol RSGI."""

import os

from cinchclub import serving
from cinchclub.checks import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

application = serving.application()
refuse_unsafe()
