"""The site where those who answer also read: what the club must not be served with. For a control."""

import os

from cinchclub import serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = serving.application(largest=0)
