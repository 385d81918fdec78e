"""Cuts as they were recorded, read as the values that the domain decides with."""

from collections.abc import Mapping

from laws.queries import law_set_at
from scoring.game.cards import Card, parse_card
from scoring.game.cutting import Cut as CutResult
from scoring.game.cutting import Shown, decide
from scoring.game_laws import laws_of, own_laws
from scoring.models import Cut, Table


def result_of_cut(cut: Cut, table: Table, names: Mapping[str, str] | None = None) -> CutResult:
    """Return what a cut decided, or who has to cut again, under the law set of the game it was made in.

    Players are the members' ids as text, or what ``names`` calls them: names that are all different.
    """
    called = names or {str(pk): str(pk) for pk in cut.players}
    draws = [{called[player]: read_shown(card) for player, card in draw.items()} for draw in cut.draws]
    laws = laws_of(table) if cut.game is None else own_laws(cut.game, laws_of(table))
    law_set = law_set_at(laws.revision).for_game(laws.game)
    return decide(cut.purpose, [called[str(pk)] for pk in cut.players], draws, law_set)


def read_shown(text: str | list[str]) -> Shown:
    """Return what was recorded of one player's cut: a card, or several where more than one was shown."""
    if isinstance(text, list):
        return tuple(_read_card(one) for one in text)
    return _read_card(text)


def _read_card(text: str) -> Card:
    card = parse_card(text)
    if card is None:
        raise ValueError(f"{text!r} was recorded as a card and is none")
    return card
