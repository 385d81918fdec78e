"""The WSGI application of tests that start a server.

For a control, CINCH_DEFECTS names parts that are left out. ``unlocked``: the locks of a table and a draft.
``stale``: house revisions are cached by name. ``unread``: the threads that answer also read bodies.
``stock-sqlite`` is a setting (`tests.reliability.site_settings`).
"""

import asyncio
import os
from functools import lru_cache, partial
from typing import Any

from django.conf import settings

from cinchclub import serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = serving.application()

if "unread" in settings.DEFECTS:
    read = application.read

    async def read_by_those_who_answer(environment: dict[str, Any], protocol: Any) -> None:
        """Make the answering thread wait for the body, as other servers do."""
        loop = asyncio.get_running_loop()
        reading = partial(asyncio.run_coroutine_threadsafe, read(environment, protocol), loop)
        await loop.run_in_executor(application.executor, lambda: reading().result())

    application.read = read_by_those_who_answer

if "unlocked" in settings.DEFECTS:
    from scoring.house_laws import services  # models can be imported once Django is set up
    from scoring.house_laws.models import HouseDraft
    from scoring.tables import access

    access.lock = lambda table: table
    services.locked_draft = lambda law_set: HouseDraft.objects.filter(law_set=law_set).first()

if "stale" in settings.DEFECTS:
    from laws import queries

    queries.house_revision = lru_cache(maxsize=64)(queries.house_revision)
