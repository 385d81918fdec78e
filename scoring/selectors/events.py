"""Events as they stand: rounds, clock, standings, prizes. All of it is computed from facts, none stored.

What was computed is kept under the last journal entry about the event, its id being the event's version, so
that every reader of the same version is shown the same figures and no answer is older than the writing
before it.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from scoring.domain.events.prizes import Award, awards
from scoring.domain.events.score_card import PlayedRound, RoundCards, ScoreCard, round_cards, score_cards
from scoring.event_records import EventRecord, event_record, followed
from scoring.events.domain.standings import Standing, line_of, ranked
from scoring.models import Club, Entrant, Entry, Event, Final, FinalProposal
from scoring.prepared import Query
from scoring.round_records import RoundRecord, entered_cut, laws_at_three
from scoring.tables.cache import Remembered

_VERSION = Query(
    lambda event: Entry.objects.filter(event=event).order_by("-id").values_list("id", "hash")[:1], event=int
)
_SINCE = Query(
    lambda event, entry: (
        Entry.objects.filter(event=event, id__gte=entry).order_by("id").values_list("hash", "verb")
    ),
    event=int,
    entry=int,
)
_NAMES = Query(
    lambda event: Entrant.objects.filter(event=event).values_list("member_id", "member__name"), event=int
)
_RECORDS: Remembered[int, tuple[int, EventRecord]] = Remembered(8)
"""Event to its last record and the version of that."""
_ROUNDS: Remembered[int, tuple[RoundRecord, RoundCards]] = Remembered(256)
"""Seating to a round that stood, and everybody's line in it."""
_BOARDS: Remembered[int, tuple[str, "Board"]] = Remembered(8)
"""Event to its last board and the mark of the record that this is of; those before it only take room."""
_ANEW = tuple(threading.Lock() for _ in range(16))
"""For each event one, for several perhaps the same."""
_LINES: Remembered[int, Mapping[int, tuple[ScoreCard, Standing]]] = Remembered(8)
"""Event to every player's last card and what it adds up to."""


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
    known = _RECORDS.get(event.pk)
    if known is None or known[1].mark != mark:
        with _alone(event.pk) as has_waited:
            if has_waited:
                now, mark = _VERSION.first(event=event.pk) or row
            known = _RECORDS.get(event.pk)
            if known is None or known[1].mark != mark:
                followed = _followed(event, *known) if known else None
                known = now, replace(followed or event_record(event), mark=mark)
                _RECORDS.keep(event.pk, known)
    return known[1], int(now)


@contextmanager
def _alone(event_id: int) -> Iterator[bool]:
    """Let one thread at a time make what all who ask for an event wait for; yield whether others were first.

    When a round has been seated a whole hall asks at once. Whoever holds the lock only reads, which waits for
    nobody, so that he may be waited for also in a transaction.
    """
    lock = _ANEW[event_id % len(_ANEW)]
    has_waited = not lock.acquire(blocking=False)
    if has_waited:
        lock.acquire()
    try:
        yield has_waited
    finally:
        lock.release()


def _followed(event: Event, at: int, record: EventRecord) -> EventRecord | None:
    """Return a record of version ``at`` as it stands now, None where it has to be read anew."""
    (mark, _), *since = _SINCE.rows(event=event.pk, entry=at) or [("", "")]
    return followed(record, [verb for _, verb in since]) if mark == record.mark else None


def mark_of(record: EventRecord, at: int, names: Mapping[int, str]) -> tuple[str, int]:
    """Return what changes when anything that is shown does: the journal, and what people are called."""
    return record.mark or str(at), crc32("\n".join(names.values()).encode())


def board(record: EventRecord, at: int) -> Board:
    """Return the standings of an event's record, whose version is ``at``."""
    if not record.mark:
        return _board(record)
    known = _BOARDS.get(record.event.pk)
    if known is None or known[0] != record.mark:
        with _alone(record.event.pk):
            known = _BOARDS.get(record.event.pk)
            if known is None or known[0] != record.mark:
                known = _BOARDS.keep(record.event.pk, (record.mark, _board(record)))
    return known[1]


def _board(record: EventRecord) -> Board:
    settings, law_set, seed = record.settings, record.law_set, record.event.seed
    cards = score_cards([_round_cards(record, one) for one in record.rounds])
    lines = ranked(_lines(record.event.pk, cards), settings.tie_breaks)
    lists = {
        entrant.member_id: record.attendance.wishes_of(entrant).get("on_list")
        for entrant in (record.entrants if settings.lists else ())
    }
    return Board(cards, lines, awards(lines, settings, lists, law_set, seed))


def _lines(event_id: int, cards: Mapping[int, ScoreCard]) -> list[Standing]:
    """Return what each card adds up to; a card that says what it said before is not added up again.

    It is kept in place of the one before, whose rounds nobody else keeps any more.
    """
    known = _LINES.get(event_id) or {}
    lines = {
        player: (card, found[1] if (found := known.get(player)) and found[0] == card else line_of(card))
        for player, card in cards.items()
    }
    _LINES.keep(event_id, lines)
    return [line for _, line in lines.values()]


def _round_cards(record: EventRecord, one: RoundRecord) -> RoundCards:
    """Return everybody's line in a round; a round that stands as before is not reckoned again."""
    known = _ROUNDS.get(one.seating.pk)
    if known is None or known[0] is not one:
        cards = round_cards(played(record, one), record.settings, record.law_set, record.event.seed)
        known = _ROUNDS.keep(one.seating.pk, (one, cards))
    return known[1]


def played(record: EventRecord, one: RoundRecord) -> PlayedRound:
    """Return a round with what came of it so far: the tables that are in, and those decided by hand."""
    results = [record.result_of(table) for table in one.tables]
    return PlayedRound(
        seated=one.seated(),
        results=tuple(result for result in results if not result.is_missing or result.winners),
        cuts={table.number: cut for table in one.tables if (cut := entered_cut(table))},
        law_set_at_three=laws_at_three(one.tables),
    )


def names_of(record: EventRecord) -> dict[int, str]:
    """Return member id → name, as members are called now, for everybody who takes part."""
    return dict(_NAMES.as_they_come(event=record.event.pk))


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
