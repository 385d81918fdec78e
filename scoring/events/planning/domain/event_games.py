"""What a table plays, depending on its number of players, and which settings fit the event's game.

Most games are for four players in two sides. An event with such a game can have special tables of three or
five players. In games where everybody plays alone, the sizes of the tables may differ by one player.

At a table of five, four players play each deal, and one sits out. A round is five games of one deal, so that
all play and deal equally often. In each game the next player deals, and the player on the dealer's right sits
out. Each player keeps the points of their side, and the two best players go up.

A table of three plays the three-handed form of the event's game, under a law set that has this form. Unless
the settings say otherwise, it plays three deals while other tables play four. Every player then deals equally
often. No source mentions progressive tables of three or five: both are the director's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _
from scoring.events.planning.domain.kinds import EveningKind
from scoring.events.planning.domain.settings import EVENT_SETTINGS, OF_THREES, EventSettings
from scoring.events.play.domain.values import FULL
from scoring.game.games import GAMES, GameKind

THREE, FIVE = 3, 5
ODD = EVENT_SETTINGS["odd"].choices
"""The values of the setting ``odd``. The first value fits every game."""
T = TypeVar("T")


def game_at(game: GameKind, players: int) -> GameKind | None:
    """Return the game that a table of ``players`` players plays in an event with ``game``.

    None if there is no such game.

    >>> [getattr(game_at(GAMES["seven-up"], players), "key", None) for players in (3, 4, 5, 6)]
    ['three-handed-seven-up', 'seven-up', 'seven-up', None]
    """
    if game.is_in_fours and players == FIVE:
        return game
    if game.is_in_fours and players == THREE:
        return game.for_players(THREE) or GAMES.get(f"three-handed-{game.slug}")
    return game.for_players(players) if players in _own_sizes(game) else None


@dataclass(frozen=True, slots=True)
class TablePlay:
    """What a table with ``players`` players plays in a round.

    ``is_of_three`` marks a table of three in an event for tables of four: it plays the three-handed game.
    """

    game: GameKind
    players: int
    is_of_three: bool

    @property
    def takes_turns(self) -> bool:
        """Whether the players take turns to sit out. One player then sits out in each deal."""
        return self.players > self.game.players

    @property
    def sides(self) -> int:
        """The number of sides. If the players take turns to sit out, each player is a side."""
        return self.game.seating.side_count if self.players == self.game.players else self.players

    def who_play(self, players: Sequence[T]) -> tuple[tuple[T, ...], ...]:
        """Return the players of each game of a round, in the order of their seats.

        There is one game, unless the players take turns to sit out.

        >>> table_play(GAMES["cinch"], 5).who_play("ABCDE")[:2]
        (('A', 'B', 'C', 'D'), ('B', 'C', 'D', 'E'))
        >>> table_play(GAMES["cinch"], 4).who_play("ABCD")
        (('A', 'B', 'C', 'D'),)
        """
        if not self.takes_turns:
            return (tuple(players),)
        return tuple(
            tuple(players[(first + seat) % len(players)] for seat in range(self.game.players))
            for first in range(len(players))
        )

    def deals(self, settings: EventSettings) -> int:
        """Return the number of deals of each game in a round.

        >>> [table_play(GAMES["cinch"], players).deals(EventSettings()) for players in (3, 4, 5)]
        [3, 4, 1]
        """
        if self.takes_turns:
            return 1
        if self.is_of_three:
            return settings.deals_at_three or deals_at_three(settings.deals_per_round)
        return settings.deals_per_round

    def counts_points(self, settings: EventSettings) -> bool:
        """Return whether points won at the table count in the standings."""
        return not self.is_of_three or settings.points_at_three != "not-counted"

    def counted(self, points: tuple[int, ...], settings: EventSettings) -> tuple[int, ...]:
        """Return the table's points for the standings. Ask `counts_points` first whether points count.

        Points at a table of three are scaled to the usual number of deals if the settings say
        ``in-proportion``.
        """
        if not self.is_of_three or settings.points_at_three != "in-proportion":
            return points
        return in_proportion(points, self.deals(settings), settings.deals_per_round)

    def laws(self, of_event: LawSet, at_three: LawSet | None) -> LawSet:
        """Return the law set of the table's game. ``at_three`` is the law set of tables of three."""
        return (at_three if self.is_of_three and at_three else of_event).for_game(self.game.slug)


def table_play(game: GameKind, players: int) -> TablePlay:
    """Return what a table with this number of players plays in an event with ``game``.

    If there is no game for so few or so many players (see `game_at`), the table plays ``game``.
    """
    return TablePlay(game_at(game, players) or game, players, game.is_in_fours and players == THREE)


def deals_at_three(deals_per_round: int) -> int:
    """Return the number of deals at a table of three when tables of four play ``deals_per_round`` deals.

    If ``deals_per_round`` is a multiple of four, every player deals as often as at a table of four. Otherwise
    every player at the table of three deals once.

    >>> deals_at_three(4), deals_at_three(8), deals_at_three(5)
    (3, 6, 3)
    """
    dealt_by_each, over = divmod(deals_per_round, FULL)
    return THREE if over else THREE * dealt_by_each


def in_proportion(points: Sequence[int], deals: int, deals_per_round: int) -> tuple[int, ...]:
    """Scale points won in ``deals`` deals to ``deals_per_round`` deals, as whole numbers; halves go up.

    >>> in_proportion((9, -3, 2), 3, 4)
    (12, -4, 3)
    """
    return tuple((2 * scored * deals_per_round + deals) // (2 * deals) for scored in points)


def sizes_of(game: GameKind, odd: str) -> tuple[int, ...]:
    """Return the sizes of tables at which everybody plays in each deal, the game's usual size first.

    ``odd`` is the value of the event's setting ``odd``. The value ``table-of-five`` does not add the size 5,
    because one player sits out each deal at a table of five; see `sizes_with_turns`.

    >>> sizes_of(GAMES["auction-pitch-6"], "uneven-tables"), sizes_of(GAMES["cinch"], "table-of-three")
    ((6, 5, 4, 7), (4, 3))
    """
    if odd == "table-of-three":
        return FULL, THREE
    return _own_sizes(game) if odd == "uneven-tables" else (game.players,)


def sizes_with_turns(game: GameKind, odd: str) -> tuple[int, ...]:
    """Return all table sizes that the setting ``odd`` allows, including the 5 of ``table-of-five``."""
    return sizes_of(game, odd) + ((FIVE,) if odd == "table-of-five" else ())


def _own_sizes(game: GameKind) -> tuple[int, ...]:
    if game.seating.has_partners:
        return (game.players,)
    others = (players for players, sides in game.forms if players == sides != game.players)
    return game.players, *others


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of players at each table, head table first, and the number of players who sit out."""

    sizes: tuple[int, ...]
    sitting_out: int

    def seats(self) -> list[tuple[int, int]]:
        """Return all places as (table, seat)."""
        return [(table, seat) for table, size in enumerate(self.sizes, 1) for seat in range(1, size + 1)]


def room_shape(players: int, game: GameKind, odd: str) -> Shape:
    """Return the tables that this number of players fills under the setting ``odd``.

    Tables of the usual size come first, so the head table has the usual size if any table has it. Players for
    whom there is no table sit out: even with tables of three, five players are one table of four and one
    player who sits out.

    >>> room_shape(10, GAMES["cinch"], "sit-out"), room_shape(10, GAMES["cinch"], "table-of-three").sizes
    (Shape(sizes=(4, 4), sitting_out=2), (4, 3, 3))
    >>> room_shape(13, GAMES["auction-pitch-6"], "uneven-tables").sizes
    (6, 7)
    """
    sizes = sizes_of(game, odd)
    if odd == "uneven-tables":
        return _uneven(players, sizes)
    tables, over = divmod(players, sizes[0])
    if odd == "table-of-five":
        fives = min(over, tables)
        return Shape((FULL,) * (tables - fives) + (FIVE,) * fives, over - fives)
    if odd == "table-of-three" and over and tables >= FULL - 1 - over:
        threes = FULL - over
        return Shape((FULL,) * (tables + 1 - threes) + (THREE,) * threes, 0)
    return Shape((sizes[0],) * tables, over)


def _uneven(players: int, sizes: Sequence[int]) -> Shape:
    # As few players as possible sit out. The sizes are as close to the usual size as possible.
    usual = sizes[0]
    for out in range(players):
        for tables in sorted(
            range(1, players - out + 1), key=lambda count: abs(players - out - count * usual)
        ):
            least, larger = divmod(players - out, tables)
            made = (least,) * (tables - larger) + (least + 1,) * larger
            if set(made) <= set(sizes):
                return Shape(tuple(sorted(made, key=lambda size: abs(size - usual))), out)
    return Shape((), players)


def kind_fault(game: GameKind, evening: EveningKind) -> Sentence | None:
    """Return why the game cannot be played in an evening of this kind, or None if it can."""
    if game.is_in_fours or evening.suits_every_game:
        return None
    if evening.needs_fours:
        return _("{game}: only games of four in two sides have such a plan.", game=game.name)
    if game.seating.has_partners:
        return _("{game}: pairs at a table of six are drawn anew, choose redraw.", game=game.name)
    return None


def odd_fault(game: GameKind, odd: str) -> Sentence | None:
    """Return why the game cannot have the tables that the setting ``odd`` asks for, or None if it can."""
    if odd in ("table-of-five", "table-of-three") and not game.is_in_fours:
        return _("{game}: only games of four in two sides have such tables.", game=game.name)
    if odd == "table-of-three" and game_at(game, THREE) is None:
        return _("Three cannot play {game}: whoever is over sits out.", game=game.name)
    if odd == "uneven-tables" and len(_own_sizes(game)) == 1:
        return _("{game} is played by one number only: whoever is over sits out.", game=game.name)
    return None


def offers(name: str, evening: EveningKind, game: GameKind) -> bool:
    """Return whether a setting offers a choice in this evening. ``name`` is the name of the setting."""
    fits = {
        "odd": any(odd_fault(game, odd) is None for odd in ODD[1:]),
        "mixed_pairs": game.is_in_fours,
        **dict.fromkeys(OF_THREES, odd_fault(game, "table-of-three") is None),
    }
    return evening.has_setting(name, game) and fits.get(name, True)


def check_game(game: GameKind, settings: EventSettings) -> None:
    """Raise InvalidInput under ``movement.NAME`` for each setting that does not fit the game."""
    errors = dict[str, str]()
    if fault := kind_fault(game, settings.evening):
        errors["kind"] = fault
    if fault := odd_fault(game, settings.odd):
        errors["odd"] = fault
    if settings.mixed_pairs and not game.is_in_fours:
        errors["mixed_pairs"] = _("{game}: only games of four in two sides have mixed pairs.", game=game.name)
    if errors:
        raise InvalidInput({f"movement.{name}": reason for name, reason in errors.items()})
