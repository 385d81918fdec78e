"""The WSGI application of tests that start a server, for a control without what CINCH_DEFECTS takes out.

``unlocked``: the locks of a table and a draft. ``stale``: house revisions are kept by name. ``unread``: those
who answer also read. ``stock-sqlite`` is a setting (`tests.reliability.site_settings`).
"""

import os
from functools import lru_cache

from django.conf import settings

from cinchclub import serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = serving.application()

if "unread" in settings.DEFECTS:
    application.largest = 0

if "unlocked" in settings.DEFECTS:
    from scoring.house_laws import services as house  # models can be imported once Django is set up
    from scoring.house_laws.models import HouseDraft
    from scoring.tables import access

    access.lock = lambda table: table
    house.locked_draft = lambda law_set: HouseDraft.objects.filter(law_set=law_set).first()

if "stale" in settings.DEFECTS:
    from laws import queries

    queries.house_revision = lru_cache(maxsize=64)(queries.house_revision)
