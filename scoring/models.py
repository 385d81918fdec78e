"""Imports the models of all features, because Django expects them in this module."""

from scoring.calls import models as calls
from scoring.clubs import models as clubs
from scoring.disputes import models as disputes
from scoring.events import models as events
from scoring.house_laws import models as house_laws
from scoring.journal import models as journal
from scoring.tables import models as tables
from scoring.tables.cutting_out import models as company

__all__ = ["calls", "clubs", "company", "disputes", "events", "house_laws", "journal", "tables"]
