"""Events as they stand: rounds, clock, standings, prizes. All of it is computed from facts, none stored.

What was computed is kept under the last journal entry about the event, its id being the event's version, so
that every reader of the same version is shown the same figures and no answer is older than the writing
before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.domain.events.prizes import Award, awards
from scoring.domain.events.score_card import PlayedRound, ScoreCard, score_cards
from scoring.domain.events.standings import Standing, standings
from scoring.event_records import EventRecord, event_record
from scoring.models import Club, Entry, Event, Final, FinalProposal, Member
from scoring.prepared import Query
from scoring.remembered import Remembered
from scoring.round_records import RoundRecord, entered_cut

_VERSION = Query(
    lambda event: Entry.objects.filter(event=event).order_by("-id").values_list("id", "hash")[:1], event=int
)
_RECORDS: Remembered[str, EventRecord] = Remembered(8)
_BOARDS: Remembered[str, "Board"] = Remembered(8)


@dataclass(frozen=True, slots=True)
class Board:
    """The standings of one version, with every player's score card and the prizes as they would fall now."""

    cards: Mapping[int, ScoreCard]
    standings: tuple[Standing, ...]
    awards: tuple[Award, ...]


def version(event_id: int) -> int:
    """Return the id of the last journal entry about the event; it only ever grows. One statement."""
    row = _VERSION.first(event=event_id)
    return int(row[0]) if row else 0


def state(event: Event) -> tuple[EventRecord, int]:
    """Return the event as it stands and its version."""
    row = _VERSION.first(event=event.pk)
    if row is None:
        return event_record(event), 0
    now, mark = row
    return _RECORDS.get(mark) or _RECORDS.keep(mark, replace(event_record(event), mark=mark)), int(now)


def board(record: EventRecord, at: int) -> Board:
    """Return the standings of an event's record, whose version is ``at``."""
    if not record.mark:
        return _board(record)
    return _BOARDS.get(record.mark) or _BOARDS.keep(record.mark, _board(record))


def _board(record: EventRecord) -> Board:
    settings, law_set, seed = record.settings, record.law_set, record.event.seed
    cards = score_cards([played(record, one) for one in record.rounds], settings, law_set, seed)
    lines = standings(cards, settings.tie_breaks)
    lists = {entrant.member_id: record.entrant_value(entrant).on_list for entrant in record.entrants}
    return Board(cards, lines, awards(lines, settings, lists, law_set, seed))


def played(record: EventRecord, one: RoundRecord) -> PlayedRound:
    """Return a round with what came of it so far: the tables that are in, and those decided by hand."""
    results = [record.result_of(table) for table in one.tables]
    return PlayedRound(
        seated=one.seated(),
        results=tuple(result for result in results if not result.is_missing or result.winners),
        cuts={table.number: cut for table in one.tables if (cut := entered_cut(table))},
    )


def names_of(record: EventRecord) -> dict[int, str]:
    """Return member id → name, as members are called now, for everybody who takes part."""
    ids = [entrant.member_id for entrant in record.entrants]
    return dict(Member.objects.filter(pk__in=ids).values_list("pk", "name"))


def finals(event: Event) -> list[Final]:
    """Return the editions of the results that were made final, oldest first."""
    return list(Final.objects.filter(event=event).order_by("edition"))


def changed_since(event: Event, results: Final | FinalProposal) -> bool:
    """Return whether anything was written about the event since an edition of its results, or a proposal."""
    since = Entry.objects.filter(event=event, id__gt=results.as_of)
    return since.exclude(verb__in=("event.final", "event.final-proposed")).exists()


def proposal(event: Event) -> FinalProposal | None:
    """Return the proposal of final results that waits for a second person, if nothing has changed since."""
    last = FinalProposal.objects.filter(event=event).select_related("by_member").last()
    if last is None or changed_since(event, last):
        return None
    return None if Final.objects.filter(event=event, edition__gte=last.edition).exists() else last


def events_of(club: Club) -> Any:
    """Return the club's events, the latest first."""
    return Event.objects.filter(club=club).select_related("club", "law_set").defer("law_set__content")
