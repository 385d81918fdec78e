"""What a page shows of a table: values ready for a template, made from what selectors and services give.

Nothing is decided or computed here that counts; names are put to seats and sides, and that is all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from laws.domain.lawset import LawSet
from scoring.clubs.access import Actor
from scoring.game.seating import PerSide, Seating
from scoring.models import Member, Table
from scoring.records import game_of
from scoring.tables.games import GameRecord
from scoring.tables.queries.tables import TableState


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side with its names and its score."""

    side: int
    names: tuple[str, ...]
    score: int
    to_go: int
    won: bool


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat with its player."""

    seat: int
    name: str
    is_dealer: bool


@dataclass(frozen=True, slots=True)
class FigureShown:
    """What one side makes on one deal: points taken, score made, running score before and after."""

    side: int
    names: tuple[str, ...]
    taken: int | None
    scored: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class PreviewShown:
    """The score a deal will give, before it is confirmed."""

    sides: tuple[FigureShown, ...]
    explanation: Sequence[Mapping[str, str]]
    next: str
    confirm: str
    before: tuple[SideShown, ...] = ()
    after: tuple[SideShown, ...] = ()


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as its pages show it to one actor."""

    table: Table
    law_set: LawSet
    actor: Actor
    sides: tuple[SideShown, ...]
    seats: tuple[SeatShown, ...]
    game_number: int
    next_number: int
    over: bool
    last_number: int
    waiting: tuple[str, ...]

    @property
    def game_score(self) -> int:
        """Return the score that wins the game."""
        return self.law_set.number("game_score")

    @property
    def dealer_name(self) -> str:
        """Return the name of who deals next."""
        return next((seat.name for seat in self.seats if seat.is_dealer), "")

    @property
    def may_enter(self) -> bool:
        """Return whether the actor may enter deals."""
        return self.actor.may("enter a deal")

    @property
    def may_see_link(self) -> bool:
        """Return whether the actor may see the table's link."""
        return self.actor.may("see the table's link")

    @property
    def club_link(self) -> bool:
        """Return whether the actor may see the club."""
        return self.actor.may("see the club")

    @property
    def side_names(self) -> list[str]:
        """Return the names of each side on one line."""
        return [" & ".join(side.names) for side in self.sides]

    @property
    def winners(self) -> tuple[SideShown, ...]:
        """Return the side that won, or the sides that divide the stake."""
        return tuple(side for side in self.sides if side.won)


def names_of(seating: Seating, members: Sequence[Member]) -> PerSide[tuple[str, ...]]:
    """Return the names of each side, in seat order."""
    return PerSide(
        tuple(tuple(members[seat - 1].name for seat in seating.seats_of(side)) for side in seating.sides())
    )


def sides_of(game: GameRecord, seating: Seating, members: Sequence[Member]) -> tuple[SideShown, ...]:
    """Return the sides of a game with their running scores."""
    course, names = game.course, names_of(seating, members)
    won = course.winner if isinstance(course.winner, tuple) else (course.winner,)
    return tuple(
        SideShown(side, names[side], course.score[side], course.to_go[side], side in won)
        for side in seating.sides()
    )


def table_shown(state: TableState, actor: Actor) -> TableShown:
    """Return a table as its pages show it to ``actor``."""
    seating = game_of(state.table).seating
    return TableShown(
        table=state.table,
        law_set=state.law_set,
        actor=actor,
        sides=sides_of(state.game, seating, state.seats),
        seats=tuple(
            SeatShown(seat, member.name, seat == state.next_dealer)
            for seat, member in enumerate(state.seats, start=1)
        ),
        game_number=state.game.number,
        next_number=state.next_number,
        over=state.game.course.over,
        last_number=state.last_number,
        waiting=state.waiting,
    )


def preview_shown(answer: Mapping[str, Any], state: TableState, *, correcting: bool = False) -> PreviewShown:
    """Return the answer of a preview (of an entry or of a correction) for its page."""
    members = state.seats
    names = names_of(game_of(state.table).seating, members)
    score = answer["score"] or {}
    before = answer.get("before")
    return PreviewShown(
        sides=tuple(
            FigureShown(
                side=side,
                names=names[side],
                taken=None,
                scored=score["scored"][side - 1],
                before=score["before"][side - 1],
                after=score["after"][side - 1],
            )
            for side in names.sides()
        )
        if score
        else (),
        explanation=score.get("explanation", ()),
        next=_what_follows(answer, names, members),
        confirm=gettext("Record the correction") if correcting else gettext("Confirm and record"),
        before=_standing(before["score"], before["winner"], names, state.law_set) if before else (),
        after=_standing(answer["running_score"], answer["winner"], names, state.law_set) if before else (),
    )


def _standing(
    score: Sequence[int], winner: Any, names: PerSide[tuple[str, ...]], law_set: LawSet
) -> tuple[SideShown, ...]:
    won = winner if isinstance(winner, list | tuple) else (winner,)
    target = law_set.number("game_score")
    return tuple(
        SideShown(side, names[side], score[side - 1], max(0, target - score[side - 1]), side in won)
        for side in names.sides()
    )


def _what_follows(
    answer: Mapping[str, Any], names: PerSide[tuple[str, ...]], members: Sequence[Member]
) -> str:
    if answer["game_over"]:
        won = answer["winner"] if isinstance(answer["winner"], list) else [answer["winner"]]
        sides = ", ".join(" & ".join(names[side]) for side in won)
        return gettext("That ends the game: %(names)s.") % {"names": sides}
    return gettext("Next dealer: %(name)s.") % {"name": members[answer["next_dealer"] - 1].name}
