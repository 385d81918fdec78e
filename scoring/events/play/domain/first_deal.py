"""The cut for the first deal at a table of a round, where the event cuts for it in place of seat 1.

Law: Foster 1897, Cinch, Variations, Progressive Cinch, by way of Progressive Euchre: each table cuts for the
deal. Which cut deals, and what equal cards lead to, is the law set's of the game played at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain.lawset import LawSet
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import FIVE, SeatedTable
from scoring.game.cutting import draw, format_cut
from scoring.game.explanation import ExplanationLine
from scoring.game.names import reference

DRAWN, ENTERED = "drawn", "entered"
"""How a table cuts: the event's seed draws, or its own cards are entered."""
SEAT_ONE = 1
"""Who deals first where nothing is cut. At a table of five each has the first deal of a game of his own."""


@dataclass(frozen=True, slots=True)
class DealCut:
    """A cut for the deal drawn from the event's seed: each time they cut, player to card."""

    seed: str
    draws: tuple[Mapping[int, str | list[str]], ...]
    seat: int
    explanation: tuple[ExplanationLine, ...]


def is_cut_for(settings: EventSettings, players: int, how: str) -> bool:
    """Tell whether a table of so many cuts for the first deal of a round in this way, drawn or entered."""
    is_of_five = players == FIVE and settings.odd == "table-of-five"
    return settings.first_deal == how and not is_of_five


def drawn(seed: str, round_number: int, table: SeatedTable, laws: LawSet) -> DealCut:
    """Return the cut that the event's seed gives the players of a table in a round, in their seats."""
    seed = f"{seed}/deal/{round_number}/{table.number}"
    names = {reference(player): player for player in table.players}
    draws, cut = draw(list(names), seed, laws, "deal")
    return DealCut(
        seed=seed,
        draws=tuple({names[name]: format_cut(cards) for name, cards in each.items()} for each in draws),
        seat=list(names).index(str(cut.first_dealer)) + 1,
        explanation=cut.explanation,
    )
