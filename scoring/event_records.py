"""Rows ⇄ values of an event: who takes part, each round as it was seated, and what came of it. Nothing else.

What the movements, the clock and the standings compute with is made here from facts; nothing is decided.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, Q

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.queries import law_set_at
from scoring.domain.events.settings import EventSettings
from scoring.domain.events.threes import THREE, in_proportion
from scoring.event_attendance import Attendance, as_seated, at_once, attendance
from scoring.event_games import ABOUT_A_DEAL, ABOUT_A_DISPUTE, event_games
from scoring.events.domain.drawing import Start
from scoring.events.domain.outcome import TieRule, outcome
from scoring.events.domain.round_life import RoundLife, TableReport, life
from scoring.events.domain.situation import Situation
from scoring.events.domain.values import Entrant as EntrantValue
from scoring.events.domain.values import Result, SeatedTable
from scoring.models import (
    Bell,
    Departure,
    Entrant,
    Event,
    Return,
    Seating,
    WishChange,
)
from scoring.prepared import Records
from scoring.round_reading import rounds_of, tables_of, with_games
from scoring.round_records import (
    RoundRecord,
    TableRecord,
    entered_cut,
    laws_at_three,
    steps_of,
)
from scoring.tables.rulings import undecided_by_game

ABOUT_A_ROUND = frozenset(
    {"round.seated", "round.bell", "round.clock", "round.decided", "round.doubted", "round.settled"}
)
"""What the journal calls that which adds a round, or something to a round: who takes part stays the same."""
_SEATINGS: Records[Any] = Records(
    lambda event: (
        Seating.objects.filter(event=event)
        .annotate(is_taken_back=Q(taken_back__isnull=False), follows=F("after__seating_id"))
        .select_related("bell")
        .defer("told")
        .order_by("round_number", "generation")
    ),
    event=int,
)
"""What everybody was told of a move is large, and is read when somebody asks why."""
_ENTRANTS = Records(
    lambda event: Entrant.objects.filter(event=event).select_related("member").order_by("id"), event=int
)
_DEPARTURES = Records(
    lambda event: Departure.objects.filter(entrant__event=event).order_by("number"), event=int
)
_RETURNS = Records(lambda event: Return.objects.filter(departure__entrant__event=event), event=int)
_WISH_CHANGES = Records(
    lambda event: WishChange.objects.filter(entrant__event=event).order_by("number"), event=int
)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event with its entrants and its rounds, in order."""

    event: Event
    law_set: LawSet
    settings: EventSettings
    entrants: tuple[Entrant, ...]
    attendance: Attendance
    rounds: tuple[RoundRecord, ...]
    taken_back: frozenset[int] = frozenset()
    """The rounds of which a move was taken back at least once."""
    mark: str = ""
    """The hash of the last journal entry that was taken into account, where the record is kept."""

    @property
    def law_set_at_three(self) -> LawSet | None:
        """Return what tables of three play under, None where the event has none."""
        found = self.event.law_set_at_three
        return law_set_at(found.revision) if found else None

    @property
    def current(self) -> RoundRecord | None:
        """Return the last round that was seated, or None before the start."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Return whether the last round has been played and nothing is to be moved any more."""
        last = self.current
        return last is not None and last.number == self.settings.rounds and self.life_of(last).is_due

    @property
    def awaits_a_word(self) -> bool:
        """Return whether the next move was made once and taken back: somebody has to ask for it again."""
        return self.current is not None and self.current.number + 1 in self.taken_back

    def with_bell(self, bell: Bell) -> "EventRecord":
        """Return the record with the bell of the round in play, which has just been rung."""
        return replace(self, rounds=(*self.rounds[:-1], replace(self.rounds[-1], bell=bell)))

    def life_of(self, record: RoundRecord) -> RoundLife:
        """Return where a round stands."""
        waived = [table.number for table in record.tables if "waived" in table.decisions]
        return life(
            steps_of(record), [self.report_of(table) for table in record.tables], self.settings, waived
        )

    def _is_finished(self, table: TableRecord) -> bool:
        stops = self.settings.reaching_target == "stops" and table.game.course.over
        return stops or table.has_played(self.settings)

    def _is_in(self, table: TableRecord) -> bool:
        return self._is_finished(table) or ("handed-in" in table.decisions and table.deals > 0)

    def report_of(self, table: TableRecord) -> TableReport:
        """Return how far a table is."""
        return TableReport(
            table=table.number,
            deals=table.deals,
            is_finished=self._is_finished(table),
            is_handed_in="handed-in" in table.decisions,
            is_disputed=bool(table.doubts or table.disputes),
            is_named="winners" in table.decisions,
            is_cut="cut-instead" in table.decisions,
            awaits_cut=self._awaits_cut(table),
        )

    def _awaits_cut(self, table: TableRecord) -> bool:
        """Return whether a cut decides a table, and its cards are to be entered and are not here."""
        if self.settings.ties != "entered":
            return False
        cuts = {table.number: cut} if (cut := entered_cut(table)) else {}
        at_three = laws_at_three([table])
        rule = TieRule(self.settings, self.law_set, self.event.seed, 1, cuts, at_three)
        try:
            outcome(SeatedTable(table.number, table.players), self.result_of(table), rule)
        except InvalidInput as refusal:
            return f"cuts.{table.number}" in refusal.errors
        return False

    def result_of(self, table: TableRecord) -> Result:
        """Return what came of a round at one table; with nothing handed in, that it is missing."""
        named = table.decisions.get("winners")
        if not self._is_in(table):
            return Result(
                table.number,
                is_missing=True,
                winners=tuple(named.content or ()) if named else (),
                cut_instead="cut-instead" in table.decisions,
            )
        figures, points = table.figures, table.points()
        whole = figures.number("game_score") - figures.number("starting_score")
        return Result(
            table=table.number,
            to_go=tuple(whole - scored for scored in points),
            points=self._counted(table, points),
            cinches=table.cinches(sum(figures.points().values())),
            winners=tuple(named.content or ()) if named else (),
        )

    def _counted(self, table: TableRecord, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return the points of a table as the standings take them, if they count there at all."""
        if len(table.players) != THREE or self.settings.points_at_three != "in-proportion":
            return points
        return in_proportion(points, table.due(self.settings), self.settings.deals_per_round)

    def situation(
        self,
        round_number: int,
        generation: int,
        start: Start | None = None,
        change: Mapping[str, Any] | None = None,
    ) -> Situation:
        """Return what is known when a round is to be seated; ``start`` says how round 1 finds its places.

        ``change`` is that of a round amended by hand. A round to come is played by those who are here now,
        also where they came or left during a round that was taken back since.
        """
        before = [record for record in self.rounds if record.number < round_number]
        last = before[-1].tables if before else ()
        here = self._here(round_number, change or {})
        return Situation(
            settings=self.settings,
            law_set=self.law_set,
            entrants=tuple(self._entrant(one, round_number, here) for one in self.entrants),
            seed=self.event.seed,
            round_number=round_number,
            generation=generation,
            history=tuple(record.seated() for record in before),
            results=tuple(self.result_of(table) for table in last),
            cuts={table.number: cut for table in last if (cut := entered_cut(table))},
            start=start,
            law_set_at_three=laws_at_three(last),
        )

    def entrant_value(self, entrant: Entrant) -> EntrantValue:
        """Return somebody who takes part as the movements know him, by the id of the member."""
        return self.attendance.value(entrant)

    def _here(self, round_number: int, change: Mapping[str, Any]) -> frozenset[int] | None:
        """Return who plays in a round that is seated, but for what the ``change`` says; None for another."""
        if len(self.rounds) < round_number:
            return None
        placed = self.rounds[round_number - 1].players
        return placed.union(change.get("came", ())).difference(change.get("gone", ()))

    def _entrant(self, entrant: Entrant, round_number: int, here: frozenset[int] | None) -> EntrantValue:
        """Return somebody as he is when a round is seated: as it is now for one to come, else as it was."""
        if here is None:
            again = round_number in self.taken_back
            return at_once(self.attendance.value(entrant), round_number, again=again)
        value = self.attendance.value(entrant, round_number)
        return as_seated(value, round_number, is_here=value.player in here)


def event_record(event: Event) -> EventRecord:
    """Return the event with everything that was recorded of it, in thirteen statements whatever its size.

    Three more where there are rulings or disputes about games not read before.
    """
    seatings = _SEATINGS.found(event=event.pk)
    law_set = law_set_at(event.law_set.revision)
    entrants = tuple(_ENTRANTS.found(event=event.pk))
    return EventRecord(
        event=event,
        law_set=law_set,
        settings=settings_of(event),
        entrants=entrants,
        attendance=attendance(
            _DEPARTURES.found(event=event.pk),
            _RETURNS.found(event=event.pk),
            _WISH_CHANGES.found(event=event.pk),
        ),
        rounds=rounds_of(event, seatings),
        taken_back=frozenset(one.round_number for one in seatings if one.is_taken_back),
    )


def followed(record: EventRecord, verbs: Collection[str]) -> EventRecord | None:
    """Return an event's record as it stands now, ``verbs`` being what was journalled of it since.

    Late in an evening nearly all of it are rounds that are long over; what cannot have changed is kept as it
    is. None where it has to be read anew.
    """
    since = frozenset(verbs)
    if not since <= ABOUT_A_DEAL | ABOUT_A_DISPUTE | ABOUT_A_ROUND:
        return None
    event, rounds = record.event, record.rounds
    if not since & ABOUT_A_ROUND:
        games = event_games(event, tables_of(rounds))
        undecided = undecided_by_game(event) if since & ABOUT_A_DISPUTE else None
        return replace(record, rounds=tuple(with_games(one, games, undecided) for one in rounds))
    seatings = _SEATINGS.found(event=event.pk)
    standing = [one.pk for one in seatings if not one.is_taken_back]
    if not rounds or standing[: len(rounds)] != [one.seating.pk for one in rounds]:
        return None  # the first round, or seats that were changed by hand
    return replace(record, rounds=rounds_of(event, seatings, rounds))


def settings_of(event: Event) -> EventSettings:
    """Return the event's settings as they were written when it was planned."""
    return settings_from(event.settings)


def settings_from(held: Mapping[str, Any]) -> EventSettings:
    """Return settings as they are held; one that there was not yet when they were written has its default."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in held.items()
    }
    return EventSettings(**values)
