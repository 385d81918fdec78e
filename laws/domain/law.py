"""One law: where it stands, what it says in our own words, and the clauses of the sources that it carries.

What follows from a law in given circumstances is not worked out here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast

from laws.domain.effects import KINDS

Certainty = Literal["stated", "inferred", "open"]
"""stated: the source says it; inferred: it follows from that; open: the source is silent or cut off."""

CERTAINTIES: tuple[Certainty, ...] = ("stated", "inferred", "open")

KINDS_OF_LAW: Mapping[str, str] = MappingProxyType(
    {
        "procedural": "How the game is played, dealt, scored or moved; the program does it.",
        "advice": "Good play, which nobody has to follow.",
        "etiquette": "Good manners, for which no penalty is laid down.",
        "defective": "The source is cut off or unreadable here.",
        "superseded": "Another law of the same book has taken its place.",
    }
)
"""What a law can be that no rule applies."""

EFFECTS: Mapping[str, str] = MappingProxyType({slug: kind.plain for slug, kind in KINDS.items()})
"""The closed list of consequences that a law may name, each in a plain sentence."""


_OWNED = re.compile(
    r"\b(adversary|dealer|leader|maker|partner|player|table)s "
    r"(?=(?:answer|card|forced|partner|result|turn)\b)"
)


@dataclass(frozen=True, slots=True)
class Law:
    """A law of one law set. ``id`` is a path, ``<law set>/<file>/<name>``; ``clauses`` are inventory ids.

    ``topic`` is the file's name unless the law says otherwise. ``kind`` is one of KINDS_OF_LAW, or nothing
    where rules or parameters apply the law; ``applied_by`` names what else does, as dotted Python names.
    """

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
    kind: str = ""
    applied_by: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return the law's name in words, as its id has it, with the apostrophe that an id cannot have."""
        name = _OWNED.sub(r"\1's ", self.id.rsplit("/", 1)[-1].replace("-", " "))
        return name[:1].upper() + name[1:]

    def canonical(self) -> dict[str, object]:
        """Return the law in a form that JSON can hold, without what its id already says."""
        more: dict[str, object] = {}
        if self.topic != self.id.split("/")[1]:
            more["topic"] = self.topic
        if self.kind:
            more["kind"] = self.kind
        if self.applied_by:
            more["applied_by"] = list(self.applied_by)
        return more | {
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
        law_set, file, _name = law_id.split("/")
        return cls(
            id=law_id,
            law_set=law_set,
            game=cast(str, data["game"]),
            topic=cast(str, data.get("topic", file)),
            cite=cast(str, data["cite"]),
            text=cast(str, data["text"]),
            clauses=tuple(cast(list[str], data["clauses"])),
            effects=tuple(cast(list[str], data["effects"])),
            status=cast(Certainty, data["status"]),
            note=cast(str, data["note"]),
            kind=cast(str, data.get("kind", "")),
            applied_by=tuple(cast(list[str], data.get("applied_by", []))),
        )
