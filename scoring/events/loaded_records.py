"""The records of an event, loaded from the database as of now or as of an earlier journal entry."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from scoring.disputes.domain.state import OPENING_OR_CLOSING
from scoring.disputes.models import DisputeStep
from scoring.events.models import (
    CheckIn,
    ClockStep,
    Departure,
    Doubt,
    Entrant,
    Event,
    EventChange,
    Placing,
    RoundTotal,
    Seating,
    TableDecision,
    WishChange,
)
from scoring.events.play.domain import played_round, values
from scoring.events.play.rounds import EventRound, EventTable
from scoring.journal.models import Entry, ImmutableRecord
from scoring.tables.games import GameRecord, Laws, load_games
from scoring.tables.models import Game

SWAP, AMENDED = "swap", "amended"  # causes of seatings made by a seat change


@dataclass(frozen=True, slots=True)
class Attendance:
    """The withdrawals, returns, wish changes and check-ins of an event's entrants."""

    departures: Mapping[int, int] = field(default_factory=dict)
    """Entrant id → first round without the entrant, for entrants who have not come back."""
    away: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Entrant id → absences, each as (first round missed, first round back)."""
    changes: Mapping[int, tuple[WishChange, ...]] = field(default_factory=dict)
    checked_in: frozenset[int] = frozenset()
    """Ids of the entrants checked in before the start. Empty once the event has begun."""

    def wishes_of(self, entrant: Entrant, round_number: int | None = None) -> Mapping[str, Any]:
        """Return an entrant's wishes for a round. Without a round, return their latest wishes."""
        wishes = entrant.wishes
        for change in self.changes.get(entrant.pk, ()):
            if round_number is None or change.from_round <= round_number:
                wishes = change.wishes
        return dict(wishes)

    def value(self, entrant: Entrant, round_number: int | None = None) -> values.Participant:
        """Return an entrant as a participant, which is the input of the movements.

        The participant has the wishes for the round. Without a round, it has the latest wishes.
        """
        wishes = dict(self.wishes_of(entrant, round_number))
        leaves, keep_apart = self.departures.get(entrant.pk), tuple(wishes.pop("keep_apart", ()))
        return values.Participant(
            player=entrant.member_id,
            from_round=entrant.from_round,
            until_round=None if leaves is None else leaves - 1,
            away=self.away.get(entrant.pk, ()),
            keep_apart=keep_apart,
            **wishes,
        )


def at_once(value: values.Participant, round_number: int, *, again: bool) -> values.Participant:
    """Return the participant with the attendance that counts for a round that is planned now.

    - A player who has withdrawn is absent, even if the withdrawal begins in a later round.
    - A player who has entered or come back by this round is present.
    - If a seating of this round was taken back (``again``), a player who enters or comes back in a later
      round is present, too.
    """
    is_here = value.until_round is None and (again or value.is_present(round_number))
    return as_seated(value, round_number, is_here=is_here)


def as_seated(value: values.Participant, round_number: int, *, is_here: bool) -> values.Participant:
    """Return the participant, changed to be present in the round if ``is_here`` and absent otherwise."""
    if is_here == value.is_present(round_number):
        return value
    if not is_here:
        return replace(value, until_round=round_number - 1)
    away = tuple((left, min(back, round_number)) for left, back in value.away if left < round_number)
    return replace(value, from_round=min(value.from_round, round_number), away=away)


def with_mutual_partners(entrants: Sequence[values.Participant]) -> tuple[values.Participant, ...]:
    """Return the participants of a seated round, and remove one-sided wishes for a partner.

    A wish is one-sided if a player enters during the round and names a partner: the partner's wish in return
    begins in the next round.
    """
    partners = {entrant.player: entrant.partner for entrant in entrants}
    return tuple(
        entrant
        if entrant.partner is None or partners.get(entrant.partner) == entrant.player
        else replace(entrant, partner=None)
        for entrant in entrants
    )


RecordRow = TypeVar("RecordRow", bound=ImmutableRecord)


class _Place(NamedTuple):
    table_number: int | None  # None: the player sits out
    game: int
    table_id: int
    player: int


class EventRecords:
    """The records of an event up to the journal entry ``as_of``, or all records without ``as_of``."""

    def __init__(self, event: Event, as_of: int | None = None) -> None:
        self.event = event
        self._names: frozenset[str] | None = None
        if as_of is not None:
            entries = Entry.objects.filter(event=event, id__lte=as_of).values_list("data", flat=True)
            self._names = frozenset(name for data in entries.iterator(2000) for name in data.get("facts", ()))

    def _is_recorded(self, record: ImmutableRecord | None) -> bool:
        return record is not None and (self._names is None or record.name_in_journal in self._names)

    def _recorded(self, rows: Iterable[RecordRow]) -> tuple[RecordRow, ...]:
        return tuple(record for record in rows if self._is_recorded(record))

    def entrants(self) -> tuple[Entrant, ...]:
        rows = Entrant.objects.filter(event=self.event).select_related("member")
        return self._recorded(rows.order_by("id"))

    def changes(self) -> tuple[EventChange, ...]:
        return self._recorded(EventChange.objects.filter(event=self.event).order_by("number"))

    def attendance(self, *, is_begun: bool) -> Attendance:
        """Return the attendance of the entrants. Check-ins are left out once the event has begun."""
        rows = Departure.objects.filter(entrant__event=self.event).select_related("came_back")
        withdrawals = self._recorded(rows.order_by("number"))
        returns = [departure.came_back for departure in withdrawals if hasattr(departure, "came_back")]
        returned = {comeback.departure_id: comeback.from_round for comeback in self._recorded(returns)}
        departures: dict[int, int] = {}
        away: dict[int, tuple[tuple[int, int], ...]] = {}
        for departure in withdrawals:
            if (again := returned.get(departure.pk)) is None:
                departures[departure.entrant_id] = departure.from_round
            elif again > departure.from_round:
                away[departure.entrant_id] = (
                    *away.get(departure.entrant_id, ()),
                    (departure.from_round, again),
                )
        changes: dict[int, tuple[WishChange, ...]] = {}
        for change in self._recorded(WishChange.objects.filter(entrant__event=self.event).order_by("number")):
            changes[change.entrant_id] = (*changes.get(change.entrant_id, ()), change)
        return Attendance(departures, away, changes, frozenset() if is_begun else self._checked_in())

    def _checked_in(self) -> frozenset[int]:
        rows = self._recorded(CheckIn.objects.filter(entrant__event=self.event).order_by("number"))
        last_words = {word.entrant_id: word.is_here for word in rows}
        return frozenset(entrant for entrant, is_here in last_words.items() if is_here)

    def seatings(self) -> tuple[Seating, ...]:
        """Return the seatings of all rounds in order, including seatings that were taken back."""
        rows = Seating.objects.filter(event=self.event).select_related("bell", "taken_back", "after")
        # The movement plan is large and seldom needed, so it is loaded only when it is read.
        return self._recorded(rows.defer("plan").order_by("round_number", "generation"))

    def is_taken_back(self, seating: Seating) -> bool:
        return self._is_recorded(getattr(seating, "taken_back", None))

    def rounds(
        self, terms_in: Callable[[int], played_round.EventTerms], seatings: Iterable[Seating]
    ) -> tuple[EventRound, ...]:
        """Return the rounds in force, each with its latest seating.

        ``terms_in`` returns the `EventTerms` of a round, given its number. If seats were changed by hand, the
        records of the earlier seating (clock steps, decisions, doubts, totals) count for the new seating.
        """
        in_force = [seating for seating in seatings if not self.is_taken_back(seating)]
        successors = _successors(seatings, in_force)
        seated_at: dict[int, datetime] = {}
        for seating in seatings:
            seated_at.setdefault(successors.get(seating.pk, 0), seating.at)
        clocks = self._rows_by_seating(ClockStep, successors)
        decisions = self._rows_by_seating(TableDecision, successors)
        doubts = self._rows_by_seating(Doubt, successors)
        totals = self._rows_by_seating(RoundTotal, successors)
        places, games = self._places(), self.games()
        return tuple(
            EventRound(
                terms=(terms := terms_in(seating.round_number)),
                seating=seating,
                seated_at=seated_at[seating.pk],
                tables=tuple(
                    replace(
                        self._table(terms, taken, games, decisions[seating.pk], doubts[seating.pk]),
                        total=_last_total(totals[seating.pk], taken[0].table_number),
                    )
                    for taken in _by_table(places[seating.pk])
                ),
                sitting_out=tuple(place.player for place in places[seating.pk] if place.table_number is None),
                bell=bell if self._is_recorded(bell := getattr(seating, "bell", None)) else None,
                clock=tuple(clocks[seating.pk]),
                is_moved=seating is not in_force[-1],
            )
            for seating in in_force
        )

    def _table(
        self,
        terms: played_round.EventTerms,
        taken: list[_Place],
        games: Mapping[int, GameRecord],
        decisions: Iterable[TableDecision],
        doubts: Iterable[Doubt],
    ) -> EventTable:
        number = taken[0].table_number or 0
        played = dict.fromkeys(place.game for place in taken)
        return EventTable(
            terms=terms,
            number=number,
            table_id=taken[0].table_id,
            players=tuple(place.player for place in taken),
            games=tuple(games[game] for game in played),
            decisions=_in_force(decision for decision in decisions if decision.table_number == number),
            doubts=tuple(
                doubt
                for doubt in doubts
                if doubt.table_number == number and not self._is_recorded(getattr(doubt, "settled", None))
            ),
            disputes=tuple(dispute for game in played for dispute in self._undecided_disputes.get(game, ())),
        )

    def _rows_by_seating(self, model: type[RecordRow], successors: Mapping[int, int]) -> dict[int, list[Any]]:
        rows: Any = model._default_manager.filter(seating__event=self.event).order_by("id")
        if model is Doubt:
            rows = rows.select_related("settled")
        steps = defaultdict(list)
        for step in self._recorded(rows):
            steps[successors.get(step.seating_id, 0)].append(step)
        return steps

    def _places(self) -> dict[int, list[_Place]]:
        rows = Placing.objects.filter(seating__event=self.event).order_by("table_number", "seat", "id")
        columns = ("seating_id", "table_number", "game_id", "game__table_id", "entrant__member_id")
        places = defaultdict(list)
        for seating, *place in rows.values_list(*columns):
            places[seating].append(_Place(*place))
        return places

    def games(self, ids: Collection[int] | None = None) -> dict[int, GameRecord]:
        """Return game id → game with its deals. With ``ids``, return only these games."""
        games = Game.objects.filter(table__event=self.event)
        pinned = self.event.law_set
        laws = Laws(self.event.game, pinned.revision, pinned.pk, pinned.slug)
        return load_games(games if ids is None else games.filter(pk__in=ids), laws, self._names)

    @cached_property
    def _undecided_disputes(self) -> dict[int, list[int]]:
        rows = DisputeStep.objects.filter(dispute__table__event=self.event).select_related("dispute")
        steps = self._recorded(rows.order_by("dispute_id", "seq"))
        last = {step.dispute: "" for step in steps}
        last |= {step.dispute: step.kind for step in steps if step.kind in OPENING_OR_CLOSING}
        undecided = defaultdict(list)
        for dispute, kind in last.items():
            if kind in ("", "appealed"):
                undecided[dispute.game_id].append(dispute.pk)
        return undecided


def _successors(seatings: Iterable[Seating], in_force: Iterable[Seating]) -> dict[int, int]:
    every = {seating.pk: seating for seating in seatings}
    successors = {}
    for last in in_force:
        seating: Seating | None = last
        while seating is not None:
            successors[seating.pk] = last.pk
            # Records count for the next seating only after a seat change by hand, not after a take-back.
            taken_back = seating.after if seating.cause in (SWAP, AMENDED) else None
            seating = every.get(taken_back.seating_id) if taken_back else None
    return successors


def _in_force(decisions: Iterable[TableDecision]) -> dict[str, TableDecision]:
    in_force: dict[str, TableDecision] = {}
    for decision in decisions:
        for replaced in TableDecision.REPLACES[decision.kind]:
            in_force.pop(replaced, None)
        in_force[decision.kind] = decision
    return in_force


def _last_total(totals: Iterable[RoundTotal], table_number: int | None) -> RoundTotal | None:
    of_table = [total for total in totals if total.table_number == table_number]
    return max(of_table, key=lambda total: total.number, default=None)


def _by_table(places_in_order: Iterable[_Place]) -> Iterator[list[_Place]]:
    seated = (place for place in places_in_order if place.table_number is not None)
    for _, taken in groupby(seated, key=lambda place: place.table_number):
        yield list(taken)
