"""What the record says of a dispute: a fact with its reason, and what was found irregular with its facts.

Finding them is done in :mod:`scoring.game.irregularities` and :mod:`scoring.disputes.domain.known`; what
the law makes of them is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain.sentences import Sentence
from scoring.game.deal import Deal
from scoring.game.games.family import Game
from scoring.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that the record answers: its value in the vocabulary of the law, and what says so."""

    value: str
    because: Sentence


@dataclass(frozen=True, slots=True)
class Found:
    """Something irregular by one seat: the incident, a sentence on it, and what the record says of its facts.

    ``trick`` counts from 1; None for what happened before the play.
    """

    incident: str
    seat: int
    says: Sentence
    facts: Mapping[str, Known]
    trick: int | None = None

    @property
    def values(self) -> dict[str, str]:
        """Return the facts without their reasons, as the rule base takes them."""
        return {key: known.value for key, known in self.facts.items()}


@dataclass(frozen=True, slots=True)
class Case:
    """What a fact is asked of: the deal, who erred (None where nobody knows) and what was found on the deal.

    ``fitting`` is what was found of the incident by this seat, in the trick in question if one is named.
    """

    deal: Deal
    seat: int | None
    found: tuple[Found, ...]
    fitting: tuple[Found, ...]
    rules: Rules
    game: Game
