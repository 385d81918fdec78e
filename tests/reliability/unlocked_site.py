"""The site without the locks of a table and a draft: what must not be served. For a control."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.site_settings")

application = get_wsgi_application()

from scoring.house_laws import services as house  # noqa: E402 - as above
from scoring.house_laws.models import HouseDraft  # noqa: E402 - models can be imported once Django is set up
from scoring.tables import access  # noqa: E402 - as above

access.lock = lambda table: table
house._locked_draft = lambda law_set: HouseDraft.objects.filter(law_set=law_set).first()
