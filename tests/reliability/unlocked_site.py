"""The site without turns and the locks of a table and a draft: what must not be served. For a control."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = get_wsgi_application()

from scoring.house_laws import services as house  # noqa: E402 - as above
from scoring.models import HouseDraft, Table  # noqa: E402 - models can be imported once Django is set up
from scoring.prepared import Query  # noqa: E402 - as above
from scoring.tables.services import tables

tables._LOCKED = Query(lambda table: Table.objects.filter(pk=table).values_list("closed_at"), table=int)
house._locked_draft = lambda law_set: HouseDraft.objects.filter(law_set=law_set).first()
