"""One law: where it stands, what it says in our own words, and the clauses of the sources that it carries.

What follows from a law in given circumstances is not worked out here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast

Certainty = Literal["stated", "inferred", "open"]
"""stated: the source says it; inferred: it follows from that; open: the source is silent or cut off."""

CERTAINTIES: tuple[Certainty, ...] = ("stated", "inferred", "open")

EFFECTS: Mapping[str, str] = MappingProxyType(
    {
        "award-trick": "A trick may be claimed by the side that did not win it.",
        "bid-to-adversaries": "The bid is scored by the maker's adversaries.",
        "bid-waived": "The maker's side scores what it made, whatever it bid.",
        "correct-hand": "A hand with a wrong number of cards is put right.",
        "draw-superfluous": "Surplus cards are drawn from a hand at random.",
        "fresh-cut": "The cards are cut again.",
        "loses-deal": "The dealer loses the deal to the player on his left.",
        "may-play-before": "A player may play before his turn.",
        "new-deal": "The cards are dealt again by the same dealer.",
        "no-penalty": "Nothing follows.",
        "points-of-tricks-to-maker": "The points in certain tricks go to the maker.",
        "points-to-maker": "Points found elsewhere than in tricks go to the maker.",
        "set-back": "The maker's score goes back by the bid.",
        "side-cannot-score": "A side can score nothing on this deal.",
        "stands": "What was done stands.",
        "take-back": "A card thrown by mistake may be taken back.",
    }
)
"""The closed list of consequences that a law may name, each in a plain sentence."""


@dataclass(frozen=True, slots=True)
class Law:
    """A law of one law set. ``id`` is a path, ``<law set>/<topic>/<name>``; ``clauses`` are inventory ids."""

    id: str
    law_set: str
    game: str
    topic: str
    cite: str
    text: str
    clauses: tuple[str, ...]
    effects: tuple[str, ...]
    status: Certainty = "stated"
    note: str = ""

    @property
    def title(self) -> str:
        """Return the law's name in words, as its id has it."""
        name = self.id.rsplit("/", 1)[-1].replace("-", " ")
        return name[:1].upper() + name[1:]

    def canonical(self) -> dict[str, object]:
        """Return the law in a form that JSON can hold, without what its id already says."""
        return {
            "game": self.game,
            "cite": self.cite,
            "text": self.text,
            "clauses": list(self.clauses),
            "effects": list(self.effects),
            "status": self.status,
            "note": self.note,
        }

    @classmethod
    def from_canonical(cls, law_id: str, data: Mapping[str, object]) -> "Law":
        """Return the law that ``canonical`` wrote down."""
        law_set, topic, _name = law_id.split("/")
        return cls(
            id=law_id,
            law_set=law_set,
            game=cast(str, data["game"]),
            topic=topic,
            cite=cast(str, data["cite"]),
            text=cast(str, data["text"]),
            clauses=tuple(cast(list[str], data["clauses"])),
            effects=tuple(cast(list[str], data["effects"])),
            status=cast(Certainty, data["status"]),
            note=cast(str, data["note"]),
        )
