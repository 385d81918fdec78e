"""Queries for calls: their state, a table's calls, and calls that wait for a director."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, cast

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from laws.domain.sentences import _
from scoring.calls.models import Call, CallStep
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.tables.models import Table

Stage = Literal["asked", "seen", "answered", "disputed", "closed"]
STAGE_WORDS: Mapping[Stage, str] = {
    "asked": _("not seen yet"),
    "seen": _("seen: a director is on the way"),
    "answered": _("answered"),
    "disputed": _("it became a dispute"),
    "closed": _("closed"),
}
SHOWN_AFTER = timedelta(minutes=20)
"""How long a call stays on the pages of its table and its players after its end."""


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call with its steps in order."""

    call: Call
    steps: tuple[CallStep, ...]

    @property
    def id(self) -> int:
        return self.call.pk

    @property
    def stage(self) -> Stage:
        """The state of the call: its most advanced step, or "asked" if it has no step."""
        kinds = [step.kind for step in self.steps]
        last = next((kind for kind in ("closed", "disputed", "answered", "seen") if kind in kinds), "asked")
        return cast(Stage, last)

    @property
    def words(self) -> str:
        return STAGE_WORDS[self.stage]

    @property
    def is_open(self) -> bool:
        return self.stage not in CallStep.ENDING

    @property
    def dispute_id(self) -> int | None:
        """The id of the dispute that the call has become, None without a dispute."""
        return next((step.dispute_id for step in self.steps if step.dispute_id), None)

    def may_be_closed_by(self, actor: Actor) -> bool:
        """Return whether the actor may close the call.

        This is allowed for directors, people who may enter deals at the table, and the author of the call.
        """
        return actor.may("answer a call") or actor.may("enter a deal") or actor.key == self.call.signed_by


def open_calls() -> QuerySet[Call]:
    """Return the open calls of all clubs: neither closed nor turned into a dispute."""
    ended = CallStep.objects.filter(call=OuterRef("pk"), kind__in=CallStep.ENDING)
    return Call.objects.filter(~Exists(ended))


def calls_at(table: Table) -> QuerySet[Call]:
    """Return the calls at a table, latest first."""
    return Call.objects.filter(table=table).order_by("-id")


def calls_of(club: Club, *, is_open: bool | None = None) -> QuerySet[Call]:
    """Return the calls of a club, latest first.

    ``is_open``: True for open calls only, False for ended calls only, None for all.
    """
    calls = Call.objects.filter(table__club=club).order_by("-id")
    if is_open is None:
        return calls
    still_open = open_calls().filter(table__club=club).values("pk")
    return calls.filter(pk__in=still_open) if is_open else calls.exclude(pk__in=still_open)


def unanswered_calls(club: Club, event_id: int | None = None) -> QuerySet[Call]:
    """Return the club's open calls without an answer, oldest first.

    With ``event_id``, only the calls at the tables of this event.
    """
    done = CallStep.objects.filter(call=OuterRef("pk"), kind__in=(*CallStep.ENDING, "answered"))
    calls = Call.objects.filter(~Exists(done), table__club=club)
    return (calls if event_id is None else calls.filter(table__event=event_id)).order_by("id")


def shown_calls(calls: QuerySet[Call]) -> list[CallLine]:
    """Return ``calls`` with their steps. Calls that ended at least SHOWN_AFTER ago are left out."""
    ended_before = CallStep.objects.filter(
        call=OuterRef("pk"), kind__in=CallStep.ENDING, at__lte=timezone.now() - SHOWN_AFTER
    )
    return lines_of(calls.filter(~Exists(ended_before)))


def lines_of(calls: QuerySet[Call] | Iterable[Call]) -> list[CallLine]:
    """Return the calls with their steps, in the given order."""
    if isinstance(calls, QuerySet):
        calls = calls.select_related("table", "by_member").prefetch_related("steps__by_member")
    return [line_of(call) for call in calls]


def line_of(call: Call) -> CallLine:
    return CallLine(call, tuple(sorted(call.steps.all(), key=lambda step: step.seq)))
