"""A clause of a source in our own words: when it applies, what it lays down, and what is doubtful in it.

The clauses are the check list by which the books were written; what became of each stands in ``register``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from laws.domain.document import Node, Reader
from laws.domain.errors import not_among
from laws.domain.parameters import SLUG

CERTAINTIES: Mapping[str, str] = MappingProxyType(
    {
        "stated": "The source says it.",
        "inferred": "It follows from what the source says.",
        "completed": "The words are cut off in one place, and were completed from another.",
        "reported": "It is known from what others report of the source.",
        "silent": "The source says nothing of it.",
    }
)
"""How sure it is that a source says what a clause says."""

KEYS = ("when", "then", "cite")


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a clause. ``doubt`` says what in it can be read in several ways, or stops short.

    ``see`` and ``against`` are the ids of the clauses that bear on it and of those that say otherwise.
    """

    id: str
    inventory: str
    when: str
    then: str
    cite: str
    certainty: str = "stated"
    exceptions: tuple[str, ...] = ()
    doubt: str = ""
    see: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


def read_inventory(reader: Reader, node: Node, inventory: str) -> dict[str, Wording]:
    """Return the clauses of an inventory by their ids, in its order; every fault is left with the reader."""
    found: dict[str, Wording] = {}
    for name, entry, line in reader.pairs(node, inventory):
        if not SLUG.match(name):
            reader.fault(line, name, "a clause's id is lower-case words joined by hyphens.")
        fields = reader.fields(
            entry, name, (*KEYS, "certainty", "exceptions", "doubt", "see", "against"), KEYS
        )
        found[name] = Wording(
            id=name,
            inventory=inventory,
            when=reader.text(fields.get("when"), name),
            then=reader.text(fields.get("then"), name),
            cite=reader.text(fields.get("cite"), name),
            certainty=reader.word(fields.get("certainty"), name, CERTAINTIES, "certainty", "stated"),
            exceptions=reader.texts(fields.get("exceptions"), name),
            doubt=reader.text(fields.get("doubt"), name),
            see=reader.texts(fields.get("see"), name),
            against=reader.texts(fields.get("against"), name),
        )
    return found


def refer(reader: Reader, clauses: Collection[Wording], known: Collection[str]) -> None:
    """Note a fault for each clause that names another one which no inventory has."""
    for clause in clauses:
        for other in (*clause.see, *clause.against):
            if other not in known:
                reader.fault(1, clause.id, not_among(other, known, "clause").split(" Accepted:")[0])
