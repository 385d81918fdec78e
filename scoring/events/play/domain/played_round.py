"""A round that was played: its seats, results and cuts, and the event's terms. Who won is in `outcome`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from laws.domain.lawset import LawSet
from scoring.events.planning.domain.event_games import game_at
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import THREE, Result, SeatedRound, SeatedTable
from scoring.game.cutting import PlayerCut
from scoring.game.games import GameKind

EnteredCut = Sequence[Mapping[int, PlayerCut]]
"""Each round of a cut that was made at the table: who cut what."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """What every round of an event is played under."""

    settings: EventSettings
    law_set: LawSet
    game: GameKind
    seed: str


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was seated, what came of it so far, by table, and what decides its tables besides.

    ``cuts`` were entered at tied tables. ``law_set_at_three`` is what tables of three play under, None where
    there is none.
    """

    terms: EventTerms
    seated: SeatedRound
    results: Mapping[int, Result] = field(default_factory=dict)
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
    law_set_at_three: LawSet | None = None

    def laws_at(self, table: SeatedTable) -> LawSet:
        """The law set that a cut at a table goes by: that of the game played there."""
        game = game_at(self.terms.game, len(table.players)) or self.terms.game
        at_three = self.law_set_at_three if len(table.players) == THREE else None
        return (at_three or self.terms.law_set).for_game(game.slug)
