"""The cut for the first deal of a round, for events in which tables cut for it.

Law: Foster 1897, Cinch, Variations, Progressive Cinch, which refers to Progressive Euchre: each table cuts
for the deal. The law set of the table's game says whether the highest or the lowest card deals, and what
happens if cards are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain.lawset import LawSet
from scoring.events.planning.domain.event_games import TablePlay
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import SeatedTable
from scoring.game.cutting import draw, format_cut
from scoring.game.explanation import ExplanationLine
from scoring.game.references import player_ref

DRAWN, ENTERED = "drawn", "entered"
"""How a table cuts for the deal: the event's seed draws the cards, or the table enters its own cards."""
SEAT_ONE = 1
"""The seat that deals first where nobody cuts.

Also the first seat in each of the five games of a table of five.
"""


@dataclass(frozen=True, slots=True)
class DealCut:
    """A cut for the first deal, drawn by the event's seed.

    - ``draws``: for each draw, player → the code of the card, or a list of codes.
    - ``seat``: the seat that deals first.
    """

    seed: str
    draws: tuple[Mapping[int, str | list[str]], ...]
    seat: int
    explanation: tuple[ExplanationLine, ...]


def is_cut_for(settings: EventSettings, play: TablePlay, how: str) -> bool:
    """Return whether a table cuts for the first deal in the way that ``how`` names.

    - `DRAWN`: the program draws the cards.
    - `ENTERED`: the players cut and enter their cards.

    False for a table whose players take turns to sit out.
    """
    return settings.first_deal == how and not play.takes_turns


def drawn(seed: str, round_number: int, table: SeatedTable, laws: LawSet) -> DealCut:
    seed = f"{seed}/deal/{round_number}/{table.number}"
    names: dict[str, int] = {player_ref(player): player for player in table.players}
    draws, cut = draw(list(names), seed, laws, "deal")
    return DealCut(
        seed=seed,
        draws=tuple(
            {names[name]: format_cut(cards) for name, cards in cut_cards.items()} for cut_cards in draws
        ),
        seat=list(names).index(str(cut.first_dealer)) + 1,
        explanation=cut.explanation,
    )
