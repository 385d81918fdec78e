"""The records of clubs: facts, never scores. One noun a file."""

from scoring.clubs.models import Club, Member, Role
from scoring.disputes.models import Dispute, DisputeStep
from scoring.events.models import (
    Bell,
    ClockStep,
    Doubt,
    DoubtSettled,
    FailedMove,
    Placing,
    Seating,
    TableDecision,
    TakeBack,
)
from scoring.house_laws.models import HouseDraft, HouseLawSet, HousePublication
from scoring.journal.facts import FACTS
from scoring.journal.models import ChainEnd, Entry
from scoring.models.attempt import SignInAttempt
from scoring.models.cut import Cut
from scoring.models.deal import Deal, DealRevision
from scoring.models.event import (
    Departure,
    Entrant,
    EntrantLink,
    Event,
    Final,
    FinalProposal,
    Return,
    WishChange,
)
from scoring.models.held import HeldDecision, HeldEntry
from scoring.models.once import RequestKey
from scoring.models.table import Game, Seat, Table, TableLink
from scoring.tables.company.models import Company, CuttingChoice, CuttingOut, Joining, Leaving, Succession

__all__ = [
    "FACTS",
    "Bell",
    "ChainEnd",
    "ClockStep",
    "Club",
    "Company",
    "Cut",
    "CuttingChoice",
    "CuttingOut",
    "Deal",
    "DealRevision",
    "Departure",
    "Dispute",
    "DisputeStep",
    "Doubt",
    "DoubtSettled",
    "Entrant",
    "EntrantLink",
    "Entry",
    "Event",
    "FailedMove",
    "Final",
    "FinalProposal",
    "Game",
    "HeldDecision",
    "HeldEntry",
    "HouseDraft",
    "HouseLawSet",
    "HousePublication",
    "Joining",
    "Leaving",
    "Member",
    "Placing",
    "RequestKey",
    "Return",
    "Role",
    "Seat",
    "Seating",
    "SignInAttempt",
    "Succession",
    "Table",
    "TableDecision",
    "TableLink",
    "TakeBack",
    "WishChange",
]
