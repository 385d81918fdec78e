"""The records of clubs: facts, never scores. One noun a file."""

from scoring.models.attempt import SignInAttempt
from scoring.models.club import Club, Member, Role
from scoring.models.cut import Cut
from scoring.models.deal import Deal, DealRevision
from scoring.models.facts import FACTS
from scoring.models.held import HeldDecision, HeldEntry
from scoring.models.journal import ChainEnd, Entry
from scoring.models.once import RequestKey
from scoring.models.table import Game, Seat, Table, TableLink

__all__ = [
    "FACTS",
    "ChainEnd",
    "Club",
    "Cut",
    "Deal",
    "DealRevision",
    "Entry",
    "Game",
    "HeldDecision",
    "HeldEntry",
    "Member",
    "RequestKey",
    "Role",
    "Seat",
    "SignInAttempt",
    "Table",
    "TableLink",
]
