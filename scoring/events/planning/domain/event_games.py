"""The game at each table of an event, and which settings fit the event's game.

Most games are for four players in two sides. Only such games have tables of three, which play the
three-handed game of the same name, and tables of five, where four play in turn. In games where everybody
plays alone, the sizes of the tables may differ by one player.
"""

from __future__ import annotations

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.events.planning.domain.settings import PLANNED, EventSettings
from scoring.events.play.domain.values import FIVE, FULL, THREE, Shape, shape_for
from scoring.game.games import GAMES, GameKind
from scoring.game.seating import TableSeats


def is_in_fours(game: GameKind) -> bool:
    """Return whether a game is for four players in two sides."""
    return game.seating == TableSeats(FULL, 2)


def game_at(game: GameKind, players: int) -> GameKind | None:
    """Return the game played at a table of ``players`` in an event with ``game``, or None.

    >>> [getattr(game_at(GAMES["seven-up"], players), "key", None) for players in (3, 4, 5, 6)]
    ['three-handed-seven-up', 'seven-up', 'seven-up', None]
    """
    if is_in_fours(game) and players == FIVE:
        return game
    if is_in_fours(game) and players == THREE:
        return game.for_players(THREE) or GAMES.get(f"three-handed-{game.slug}")
    return game.for_players(players) if players in _own_sizes(game) else None


def sides_at(game: GameKind, players: int) -> int:
    """Return the number of sides at a table.

    At a table of five at a game for four, where one player sits out each deal, each player is a side.
    """
    played = game_at(game, players)
    return played.seating.side_count if played and played.players == players else players


def sizes_of(game: GameKind, odd: str) -> tuple[int, ...]:
    """Return the sizes of tables at which everybody plays at the same time, the game's usual size first.

    >>> sizes_of(GAMES["auction-pitch-6"], "uneven-tables"), sizes_of(GAMES["cinch"], "table-of-three")
    ((6, 5, 4, 7), (4, 3))
    """
    if odd == "table-of-three":
        return FULL, THREE
    return _own_sizes(game) if odd == "uneven-tables" else (game.players,)


def _own_sizes(game: GameKind) -> tuple[int, ...]:
    """Return the numbers of players that a table can have, the game's usual number first.

    A game for partners has one number. A game in which everybody plays alone has every number in ``forms``.
    """
    if game.seating.has_partners:
        return (game.players,)
    others = (players for players, sides in game.forms if players == sides != game.players)
    return game.players, *others


def room_shape(players: int, game: GameKind, odd: str) -> Shape:
    """Return the tables that so many players fill."""
    return shape_for(players, odd, sizes_of(game, odd))


def check_game(game: GameKind, settings: EventSettings) -> None:
    """Raise InvalidInput under "movement.…" for each setting that does not fit the game."""
    title, errors = game.name, dict[str, str]()
    has_partners = game.seating.has_partners
    if not is_in_fours(game) and (settings.kind == "rotation" or settings.kind in PLANNED):
        errors["kind"] = _("{game}: only games of four in two sides have such a movement.", game=title)
    elif not is_in_fours(game) and has_partners and settings.kind != "redraw":
        errors["kind"] = _("{game}: pairs at a table of six are drawn anew, choose redraw.", game=title)
    if settings.odd in ("table-of-five", "table-of-three") and not is_in_fours(game):
        errors["odd"] = _("{game}: only games of four in two sides have such tables.", game=title)
    elif settings.odd == "table-of-three" and game_at(game, THREE) is None:
        errors["odd"] = _("Three cannot play {game}: whoever is over sits out.", game=title)
    elif settings.odd == "uneven-tables" and len(_own_sizes(game)) == 1:
        errors["odd"] = _("{game} is played by one number only: whoever is over sits out.", game=title)
    if settings.mixed_pairs and not is_in_fours(game):
        errors["mixed_pairs"] = _("{game}: only games of four in two sides have mixed pairs.", game=title)
    if errors:
        raise InvalidInput({f"movement.{name}": reason for name, reason in errors.items()})
