"""A played round: seats, results, cuts and the event's terms. `outcome` decides who won."""

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
"""The draws of a cut made at a table, each as player → card cut."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """The settings, law set, game and seed of an event."""

    settings: EventSettings
    law_set: LawSet
    game: GameKind
    seed: str


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round with its results so far, by table.

    ``cuts`` holds cuts entered at tied tables. ``law_set_at_three`` is the law set of tables of three, or
    None.
    """

    terms: EventTerms
    seated: SeatedRound
    results: Mapping[int, Result] = field(default_factory=dict)
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
    law_set_at_three: LawSet | None = None

    def laws_at(self, table: SeatedTable) -> LawSet:
        """Return the law set of the game played at a table. It governs the cuts there."""
        game = game_at(self.terms.game, len(table.players)) or self.terms.game
        at_three = self.law_set_at_three if len(table.players) == THREE else None
        return (at_three or self.terms.law_set).for_game(game.slug)
