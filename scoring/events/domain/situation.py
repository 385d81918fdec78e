"""Everything a plan is made from, as one value with its hash; and what every movement hands back.

The hash covers all that can change the plan, so that the same hash means the same plan; a stored plan is
tested by making it again and comparing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _
from scoring.domain.events.chance import lot
from scoring.domain.events.meetings import Meetings
from scoring.domain.events.settings import EventSettings
from scoring.domain.events.shape import Shape, shape_for
from scoring.domain.events.sitting_out import choose, tally
from scoring.events.domain.drawing import Start
from scoring.events.domain.outcome import EnteredCut, TieRule
from scoring.events.domain.values import Entrant, Result, SeatedRound, SeatedTable, Star, TieCut
from scoring.events.domain.wishes import Wishes, by_player
from scoring.game.cards import Card, format_card
from scoring.journal.chain import digest

MOVEMENT_VERSION = 2
"""Changes with every change of the movements that gives another plan for the same input."""

MOVING_SETTINGS = (
    "rounds",
    "kind",
    "head_losers",
    "head_winners",
    "split",
    "strides",
    "odd",
    "mixed_pairs",
    "ties",
    "missing_results",
)
"""The settings that can change a plan; the others may be changed during an event."""

ODD_LAW = "progressive-euchre/unequal-numbers"


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known when round ``round_number`` is to be seated.

    ``history`` holds the rounds before it, in their order, as they were seated; ``results`` what came of the
    last of them; ``cuts`` the cuts made at tied tables, by table, where they were not drawn. ``start`` says
    how the first places were found. The event's ``seed`` decides whatever is left to chance.
    """

    settings: EventSettings
    law_set: LawSet
    entrants: tuple[Entrant, ...]
    seed: str
    round_number: int
    generation: int = 1
    history: tuple[SeatedRound, ...] = ()
    results: tuple[Result, ...] = ()
    cuts: Mapping[int, EnteredCut] = field(default_factory=dict)
    start: Start | None = None
    law_set_at_three: LawSet | None = None
    """What the tables of three of the last round played under; None where there was none."""

    def canonical(self) -> dict[str, object]:
        """Return everything that can change the plan, in a form that JSON can hold."""
        chosen = self.settings.canonical()
        return {
            "version": MOVEMENT_VERSION,
            "settings": {name: chosen[name] for name in MOVING_SETTINGS},
            "law_set": self.law_set.revision,
            "law_set_at_three": self.law_set_at_three and self.law_set_at_three.revision,
            "entrants": [_fields(entrant) for entrant in self.entrants],
            "seed": self.seed,
            "round": self.round_number,
            "generation": self.generation,
            "history": [
                [seated.number, [table.players for table in seated.tables], seated.sitting_out]
                for seated in self.history
            ],
            "results": [_fields(result) for result in self.results],
            "cuts": {
                str(table): [{str(player): _written(shown) for player, shown in one.items()} for one in cut]
                for table, cut in self.cuts.items()
            },
            "start": None if self.start is None else _written_start(self.start),
        }

    def digest(self) -> str:
        """Return the hash of everything that can change the plan."""
        return digest(self.canonical())


@dataclass(frozen=True, slots=True)
class Room:
    """A situation made ready for a movement: who is present, at how many tables, and who has met whom."""

    situation: Situation
    present: Mapping[int, Entrant]
    shape: Shape
    wishes: Wishes
    met: Meetings
    on_the_list: Mapping[int, int]
    """Player to his number on the event's list, from 1 in the order of entry, whoever has left included."""

    @property
    def last(self) -> SeatedRound:
        """Return the round before this one."""
        return self.situation.history[-1]

    def lot(self, purpose: str, player: int) -> str:
        """Return the lot that the seed gives a player for a purpose: by his number on the list, so that the
        same evening is drawn the same wherever its players are known by other ids."""
        return lot(self.situation.seed, purpose, self.on_the_list[player])

    def results(self) -> dict[int, Result]:
        """Return the results of the last round by table."""
        return {result.table: result for result in self.situation.results}

    def tie_rule(self) -> TieRule:
        """Return what decides the tables of the last round."""
        asked = self.situation
        return TieRule(
            asked.settings, asked.law_set, asked.seed, self.last.number, asked.cuts, asked.law_set_at_three
        )

    def sitting_out(self, order: Mapping[int, object]) -> tuple[int, ...]:
        """Return who sits out; ``order`` says for each player who goes first among equals."""
        if not self.shape.sitting_out:
            return ()
        asked = self.situation
        counts = tally(asked.history, asked.entrants, asked.round_number)
        return choose(
            self.shape.sitting_out,
            counts,
            self.present,
            order.__getitem__,
            is_mixed=asked.settings.mixed_pairs,
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """What a movement hands back: who sits where, who sits out, why, and what the last round brought."""

    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...]
    whys: Mapping[int, tuple[Sentence, str]]
    stars: Mapping[int, Star | None]
    ties: tuple[TieCut, ...] = ()


def room_for(situation: Situation) -> Room:
    """Return the situation made ready. Raises InvalidInput where no round can be seated."""
    number = situation.round_number
    entrants = by_player(situation.entrants)
    present = {player: entrant for player, entrant in entrants.items() if entrant.is_present(number)}
    shape = shape_for(len(present), situation.settings.odd)
    if not shape.sizes:
        raise InvalidInput(
            {"players": _("{count} players are left, and four are needed for a table.", count=len(present))}
        )
    if [seated.number for seated in situation.history] != list(range(1, number)):
        raise InvalidInput(
            {"round": _("round {number} needs the places of every round before it, in order.", number=number)}
        )
    wishes = Wishes(present, is_mixed=situation.settings.mixed_pairs)
    on_the_list = {player: number for number, player in enumerate(entrants, start=1)}
    return Room(situation, present, shape, wishes, Meetings(situation.history), on_the_list)


def _fields(value: Entrant | Result) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__slots__}


def _written(shown: Card | tuple[Card, ...]) -> str | list[str]:
    return [format_card(card) for card in shown] if isinstance(shown, tuple) else format_card(shown)


def _written_start(start: Start) -> dict[str, object]:
    return {"cards": {str(player): card for player, card in start.cards.items()}, "tables": start.tables}
