"""Who competes in an evening: persons, or pairs whose partners stay together.

The kind of evening and the fixed partners decide whether persons or pairs compete. Standings, prizes and
score cards are made for competitors. Pairs are not stored: `score_cards` finds them in the rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from laws.domain.sentences import _
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import Participant
from scoring.game.references import player_ref

PAIR_SIGN = " & "


class StandIn(NamedTuple):
    """A player who took the seat of a pair's member in some rounds.

    The results of these rounds count for the pair.
    """

    player: int
    instead_of: int
    rounds: tuple[int, ...]


class Competitor(NamedTuple):
    """A person or a pair. ``members`` are one or two players in order of entry."""

    members: tuple[int, ...]
    stand_ins: tuple[StandIn, ...] = ()

    @property
    def is_pair(self) -> bool:
        return len(self.members) > 1

    @property
    def in_words(self) -> str:
        """The competitor as text, with references to players in place of their names."""
        refs = [player_ref(member) for member in self.members]
        return _("{one} & {other}", one=refs[0], other=refs[1]) if self.is_pair else refs[0]

    def name(self, names: Mapping[int, str]) -> str:
        """Return the name on lists: "Ann & Bob" for a pair."""
        return PAIR_SIGN.join(names[member] for member in self.members)

    @property
    def everybody(self) -> tuple[int, ...]:
        """The players whose results count for the competitor: the members, then the stand-ins."""
        return (*self.members, *(stand_in.player for stand_in in self.stand_ins))


Competing = Literal["persons", "pairs", "mixed"]
"""Who competes. "mixed": fixed partners compete as pairs, everybody else alone."""


def are_pairs(settings: EventSettings, starters: Iterable[Participant]) -> bool:
    """Return whether all competitors of an evening are pairs.

    True if the kind of evening keeps partners together, or if everybody who starts has a fixed partner whom
    the movement never parts. If only some players have such a partner, the answer is False, and
    `score_cards.cards_with_pairs` finds the pairs.
    """
    if settings.keeps_pairs:
        return True
    if not settings.heeds_partners:
        return False
    partners: dict[int, int] = {}
    for starter in starters:
        if starter.partner is None:
            return False
        partners[starter.player] = starter.partner
    return bool(partners) and partners.keys() == set(partners.values())
