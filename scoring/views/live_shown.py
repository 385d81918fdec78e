"""What the live pages show of an event: values ready for a template. Nothing is decided or counted here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

from scoring.domain.events.score_card import Played, ScoreCard
from scoring.event_records import EventRecord
from scoring.events.api.serialize import hall_clock, law_of
from scoring.events.domain.standings import Standing
from scoring.events.domain.values import with_names
from scoring.models import Event, Final
from scoring.round_records import RoundRecord
from scoring.selectors import events
from scoring.selectors.events import Board
from scoring.views.live_words import CRITERIA, PHASES, PRIZES, STARS

Names = Mapping[int, str]
Text = str | Promise


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock as a browser needs it to go on by itself; all times are the server's."""

    phase: str
    says: Text
    now: str
    ends_at: str
    remaining: int | None
    is_running: bool
    is_standing: bool

    @property
    def words(self) -> Mapping[str, Text]:
        """Return what is said of each phase, for a browser that is told of the next one."""
        return PHASES

    @property
    def figures(self) -> str:
        """Return what is left as minutes and seconds, nothing where the round has no set length."""
        return "" if self.remaining is None else f"{self.remaining // 60}:{self.remaining % 60:02d}"


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table with the names of its pairs, or of everybody where there are none."""

    number: int
    pairs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player's name and table; None for somebody who sits out."""

    name: str
    table: int | None


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """A line of the board with what put the player below the one above."""

    line: Standing
    name: str
    decided_by: Text
    prizes: tuple[Text, ...] = ()
    without_result: int = 0
    """Rounds that are over and have no result for this player; the one in play is none of them yet."""


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A prize and who takes it, with why."""

    prize: Text
    on_list: str
    names: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of a player's card."""

    played: Played
    partner: str
    adversaries: tuple[str, ...]
    star_words: Text


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """Where somebody sits in the round in play, and why."""

    round_number: int
    table: int | None
    seat: int | None
    partner: str
    adversaries: tuple[str, ...]
    why: str
    law: str | None


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event as it stands, with everybody's name."""

    event: Event
    record: EventRecord
    version: int
    names: Names
    now: datetime

    @property
    def clock(self) -> ClockShown:
        """Return the clock and where the round stands."""
        answer = hall_clock(self.record, self.now)
        return ClockShown(
            phase=answer["shown"],
            says=PHASES[answer["shown"]],
            now=self.now.isoformat(),
            ends_at=answer.get("ends_at") or "",
            remaining=answer.get("remaining_seconds"),
            is_running=bool(answer.get("running")),
            is_standing=answer["stands"],
        )

    @property
    def mark(self) -> tuple[str, int]:
        """Return what changes when anything that is shown does."""
        return events.mark_of(self.record, self.version, self.names)

    @property
    def round_number(self) -> int:
        """Return the number of the round in play, 0 before the start."""
        return self.record.current.number if self.record.current else 0

    @property
    def rounds(self) -> int:
        """Return how many rounds there are."""
        return self.record.settings.rounds

    @property
    def board(self) -> Board:
        """Return the standings."""
        return events.board(self.record, self.version)


def event_shown(event: Event, now: datetime) -> EventShown:
    """Return the event as it stands."""
    record, version = events.state(event)
    return EventShown(event, record, version, events.names_of(record), now)


def state_of_results(record: EventRecord, finals: Sequence[Final], version: int) -> str:
    """Return how firm the results are: open, provisional or final; ``version`` is the event's now."""
    if not record.is_over:
        return "open"
    return "final" if finals and not events.changed_since(record.event, finals[-1]) else "provisional"


def table_lines(current: RoundRecord, names: Names) -> tuple[TableLine, ...]:
    """Return the tables of a round with the names of those who sit there."""
    found = []
    for table in current.seated().tables:
        pairs: tuple[tuple[int, ...], ...] = table.partners() or tuple((one,) for one in table.players)
        found.append(
            TableLine(table.number, tuple(tuple(names[player] for player in pair) for pair in pairs))
        )
    return tuple(found)


def name_lines(current: RoundRecord, names: Names) -> tuple[NameLine, ...]:
    """Return everybody of a round by name."""
    places = current.seated().places()
    lines = [NameLine(names[player], table) for player, (table, _) in places.items()]
    lines += [NameLine(names[player], None) for player in current.sitting_out]
    return tuple(sorted(lines, key=lambda line: line.name.casefold()))


def leader_lines(shown: EventShown, only: int | None = None) -> tuple[LeaderLine, ...]:
    """Return the standings with names, prizes and what decided; of one player alone where one is named."""
    prizes: dict[int, list[Text]] = {}
    board = shown.board
    for award in board.awards:
        for player in award.players:
            prizes.setdefault(player, []).append(PRIZES[award.prize])
    return tuple(
        LeaderLine(
            line,
            shown.names[line.player],
            CRITERIA[line.decided_by] if line.decided_by else "",
            tuple(prizes.get(line.player, ())),
            line.rounds_without_result - _is_playing(board.cards[line.player], shown.round_number),
        )
        for line in board.standings
        if only is None or line.player == only
    )


def _is_playing(card: ScoreCard, round_number: int) -> bool:
    """Return whether a player's last round is the one in play and has no result yet."""
    played = card.rounds
    return bool(played) and played[-1].round_number == round_number and played[-1].points is None


def award_lines(shown: EventShown) -> tuple[AwardLine, ...]:
    """Return the prizes as they fall at this version."""
    lists = shown.record.settings.lists
    return tuple(
        AwardLine(
            PRIZES[award.prize],
            "" if award.on_list is None else lists[award.on_list],
            tuple(shown.names[player] for player in award.players),
            with_names(str(award.why), shown.names.__getitem__),
        )
        for award in shown.board.awards
    )


def card_lines(shown: EventShown, player: int) -> tuple[CardLine, ...]:
    """Return a player's score card, round by round, the latest first."""
    card, names = shown.board.cards.get(player), shown.names
    return tuple(
        CardLine(
            played,
            names[played.partner] if played.partner else "",
            tuple(names[one] for one in played.adversaries),
            STARS.get(played.star or "", ""),
        )
        for played in reversed(card.rounds if card else ())
    )


def place_shown(shown: EventShown, player: int) -> PlaceShown | None:
    """Return where a player sits in the round in play; None for somebody who is not in it."""
    current, names = shown.record.current, shown.names
    if current is None:
        return None
    why, law = _why(shown, current, player)
    if player in current.sitting_out:
        return PlaceShown(current.number, None, None, "", (), why, law)
    seated = current.seated()
    if player not in seated.places():
        return None
    table, seat = seated.places()[player]
    mate = seated.mates().get(player)
    others = next(one.players for one in seated.tables if one.number == table)
    against = tuple(names[one] for one in others if one not in (player, mate))
    return PlaceShown(current.number, table, seat, names[mate] if mate else "", against, why, law)


def _why(shown: EventShown, current: RoundRecord, player: int) -> tuple[str, str | None]:
    moves: list[dict[str, Any]] = current.seating.told["moved"]
    move = next((one for one in moves if one["player"] == player), None)
    if move is None:
        return gettext("You stay where you are."), None
    return with_names(move["why"], shown.names.__getitem__), law_of(move["law"], shown.record)
