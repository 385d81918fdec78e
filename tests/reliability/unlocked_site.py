"""The site with the lock of the table taken out: what the club must not be served with. For a control."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = get_wsgi_application()

from scoring.models import Table  # noqa: E402 - models can be imported once Django is set up
from scoring.prepared import Query  # noqa: E402 - as above
from scoring.services import tables  # noqa: E402 - as above

tables._LOCKED = Query(lambda table: Table.objects.filter(pk=table).values_list("closed_at"), table=int)
