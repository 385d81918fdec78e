"""The records of clubs: facts, never scores. One noun a file."""

from scoring.models.attempt import SignInAttempt
from scoring.models.club import Club, Member, Role
from scoring.models.company import Company, CuttingOut, Joining, Leaving, Succession
from scoring.models.cut import Cut
from scoring.models.deal import Deal, DealRevision
from scoring.models.dispute import Dispute, DisputeStep
from scoring.models.event import Departure, Entrant, EntrantLink, Event, Final
from scoring.models.facts import FACTS
from scoring.models.held import HeldDecision, HeldEntry
from scoring.models.house import HouseDraft, HouseLawSet, HousePublication
from scoring.models.journal import ChainEnd, Entry
from scoring.models.once import RequestKey
from scoring.models.round import (
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
from scoring.models.table import Game, Seat, Table, TableLink

__all__ = [
    "FACTS",
    "Bell",
    "ChainEnd",
    "ClockStep",
    "Club",
    "Company",
    "Cut",
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
    "Role",
    "Seat",
    "Seating",
    "SignInAttempt",
    "Succession",
    "Table",
    "TableDecision",
    "TableLink",
    "TakeBack",
]
