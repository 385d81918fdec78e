"""The site with a cache of house revisions by name: what the club must not be served with. For a control."""

import os
from functools import lru_cache

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = get_wsgi_application()

from laws import queries  # noqa: E402 - models can be imported once Django is set up

queries.house_revision = lru_cache(maxsize=64)(queries.house_revision)
