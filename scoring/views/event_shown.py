"""What an event's pages show of a round: values ready for a template, made from the event's record."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise

from scoring.domain.events.clock import clock
from scoring.domain.events.progressive import sides_winning
from scoring.event_records import EventRecord
from scoring.events.domain.outcome import winning_sides
from scoring.events.domain.round_life import Blocker, RoundLife
from scoring.events.domain.values import Result, SeatedTable
from scoring.events.pages.words import KIND_WORDS, PHASE_WORDS, TABLE_WORDS
from scoring.models import Doubt
from scoring.round_records import RoundRecord, TableRecord, steps_of


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a table: who, what they have and still need, and whether they lead or won."""

    side: int
    players: tuple[str, ...]
    points: int
    to_go: int
    leads: bool


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round at a glance."""

    number: int
    table_id: int
    state: str
    says: str | Promise
    deals: int
    due: int
    sides: tuple[SideShown, ...]
    is_tied: bool
    decided: tuple[str | Promise, ...]
    doubts: tuple[Doubt, ...]

    @property
    def is_head(self) -> bool:
        """Return whether this is the head table."""
        return self.number == 1


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a round, in whole seconds; ``seconds`` are left, or gone where a round has no set time."""

    seconds: int
    counts_down: bool
    is_running: bool
    was_started: bool
    is_called: bool
    is_over: bool

    @property
    def figures(self) -> str:
        """Return the clock's face.

        >>> ClockShown(754, True, True, True, False, False).figures
        '12:34'
        """
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round as the desk shows it."""

    number: int
    rounds: int
    phase: str
    says: str | Promise
    tables: tuple[TableShown, ...]
    counts: tuple[tuple[str, str | Promise, int], ...]
    """State, its word, and how many tables are in it; none that is empty."""
    sitting_out: tuple[str, ...]
    blockers: tuple[Blocker, ...]
    is_due: bool
    has_rung: bool
    is_last: bool
    clock: ClockShown


def round_shown(record: EventRecord, one: RoundRecord, names: Mapping[int, str], now: datetime) -> RoundShown:
    """Return a round with its tables, counts and clock."""
    life = record.life_of(one)
    tables = tuple(table_shown(record, table, len(one.tables), life, names) for table in one.tables)
    counted = [
        (state, word, sum(table.state == state for table in tables)) for state, word in TABLE_WORDS.items()
    ]
    return RoundShown(
        number=one.number,
        rounds=record.settings.rounds,
        phase=life.phase,
        says=PHASE_WORDS["bell" if one.bell and life.phase == "last-hand" else life.phase],
        tables=tables,
        counts=tuple(found for found in counted if found[2]),
        sitting_out=tuple(names[player] for player in one.sitting_out),
        blockers=life.blockers,
        is_due=life.is_due,
        has_rung=one.bell is not None,
        is_last=one.number == record.settings.rounds,
        clock=clock_shown(record, one, now),
    )


def table_shown(
    record: EventRecord, table: TableRecord, tables: int, life: RoundLife, names: Mapping[int, str]
) -> TableShown:
    """Return a table, one of so many, with its sides, its deals and where it stands."""
    state = _state(record, table, life)
    target, starting = table.figures.number("game_score"), table.figures.number("starting_score")
    scored, seated = table.points(), SeatedTable(table.number, table.players)
    winning, tied = winning_sides(
        seated,
        sides_winning(seated, tables, record.settings),
        Result(table.number, to_go=tuple(-one for one in scored)),
    )
    return TableShown(
        number=table.number,
        table_id=table.table_id,
        state=state,
        says=TABLE_WORDS[state],
        deals=table.deals,
        due=table.due(record.settings),
        sides=tuple(
            SideShown(
                side=side,
                players=tuple(names[player] for player in seated.side(side)),
                points=starting + scored[side - 1],
                to_go=target - starting - scored[side - 1],
                leads=side in winning,
            )
            for side in seated.seating.sides()
        ),
        is_tied=bool(tied),
        decided=tuple(KIND_WORDS[kind] for kind in KIND_WORDS if kind in table.decisions),
        doubts=table.doubts,
    )


def _state(record: EventRecord, table: TableRecord, life: RoundLife) -> str:
    report = record.report_of(table)
    if report.is_disputed:
        return "disputed"
    if report.is_in:
        return "in"
    if report.is_named or report.is_cut:
        return "decided"
    if table.number in life.late:
        return "late"
    if life.phase in ("seated", "last-hand"):
        return life.phase
    return "playing"


def clock_shown(record: EventRecord, one: RoundRecord, now: datetime) -> ClockShown:
    """Return the clock of a round at ``now``."""
    standing = clock(steps_of(one), record.settings)
    left = standing.remaining_seconds(now)
    return ClockShown(
        seconds=int(standing.elapsed(now).total_seconds()) if left is None else left,
        counts_down=left is not None,
        is_running=standing.is_running,
        was_started=any(step.kind == "start" for step in one.clock),
        is_called=standing.is_called,
        is_over=standing.is_over,
    )
