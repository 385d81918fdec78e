"""A clause of a source in our own words: when it applies, what it lays down, and what is doubtful in it.

The clauses are the check list by which the books were written; what became of each stands in ``register``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from laws.domain.document import Fields, Node, Reader
from laws.domain.errors import unknown
from laws.domain.parameters import SLUG
from laws.domain.sentences import _

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


def read_inventory(reader: Reader, node: Node, inventory: str, known: Collection[str]) -> dict[str, Wording]:
    """Return the clauses of an inventory by their ids, in its order; every fault is left with the reader.

    ``known`` are the ids of every inventory, to which a clause may refer.
    """
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
            certainty=reader.word(fields.get("certainty"), name, CERTAINTIES, _("certainty"), "stated"),
            exceptions=reader.texts(fields.get("exceptions"), name),
            doubt=reader.text(fields.get("doubt"), name),
            see=_others(reader, fields.get("see"), name, known),
            against=_others(reader, fields.get("against"), name, known),
        )
    return found


def ids(node: Node) -> tuple[str, ...]:
    """Return the ids of the clauses of an inventory, read or not."""
    return tuple(key.value for key, _entry in node.pairs) if isinstance(node, Fields) else ()


def _others(reader: Reader, node: Node | None, name: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the clauses that one names; one that no inventory has is a fault."""
    found = reader.texts(node, name)
    for other in found:
        if node and other not in known:
            reader.fault(node.line, name, unknown(other, known, _("clause")))
    return found
