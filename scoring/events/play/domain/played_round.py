"""A played round: seats, results, cuts and the event's settings. `outcome` decides who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from laws.domain.lawset import LawSet
from scoring.events.planning.domain.event_games import TablePlay, table_play
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import Result, SeatedRound
from scoring.game.cutting import PlayerCut
from scoring.game.games import GameKind

EnteredCut = Sequence[Mapping[int, PlayerCut]]
"""The draws of a cut made at a table, each as player → card cut."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """The settings, law sets, game and seed of an event. The law set of tables of three can be None."""

    settings: EventSettings
    law_set: LawSet
    game: GameKind
    seed: str
    law_set_at_three: LawSet | None = None

    def play_at(self, players: int) -> TablePlay:
        """Return the game, the sides and the turns to sit out at a table with this number of players."""
        return table_play(self.game, players)

    def laws_at(self, players: int) -> LawSet:
        """Return the law set of the game at a table with this number of players.

        The law set also governs the table's cuts.
        """
        return self.play_at(players).laws(self.law_set, self.law_set_at_three)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round with its results so far.

    ``results`` and ``cuts`` map table numbers to results and to entered cuts.
    """

    terms: EventTerms
    seated: SeatedRound
    results: Mapping[int, Result] = field(default_factory=dict)
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
