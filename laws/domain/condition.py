"""When something holds: facts with one of certain values, joined by *and* within a limb and *or* between.

A condition may also name definitions, which are conditions with a name. Which situations meet it is worked
out in ``compile``.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain.document import Items, Node, Reader, Text
from laws.domain.errors import not_among
from laws.domain.sentences import _

DEFINED = "is"
"""Stands where a fact would, before the names of definitions that must hold."""

ALWAYS_WORD = "always"


@dataclass(frozen=True, slots=True)
class Limb:
    """One alternative: each fact has one of its values, and each definition named holds."""

    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    definitions: tuple[str, ...] = ()

    def canonical(self) -> dict[str, list[str]]:
        """Return the limb in a form that JSON can hold."""
        found = {fact: list(values) for fact, values in self.facts}
        return found | {DEFINED: list(self.definitions)} if self.definitions else found


@dataclass(frozen=True, slots=True)
class Condition:
    """Alternatives of which one must hold. One limb without facts or definitions always holds."""

    limbs: tuple[Limb, ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts named, each once, in order; those within definitions are not among them."""
        return tuple(dict.fromkeys(fact for limb in self.limbs for fact, _values in limb.facts))

    @property
    def definitions(self) -> tuple[str, ...]:
        """Return the definitions named, each once, in order."""
        return tuple(dict.fromkeys(name for limb in self.limbs for name in limb.definitions))

    def canonical(self) -> list[dict[str, list[str]]]:
        """Return the condition in a form that JSON can hold."""
        return [limb.canonical() for limb in self.limbs]


ALWAYS = Condition((Limb(),))


def read_condition(
    reader: Reader,
    node: Node | None,
    key: str,
    facts: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, object],
) -> Condition:
    """Return a condition: a limb, a list of limbs, or the word ``always``.

    ``facts`` are the values of each fact that may be named. What is unknown is a fault.
    """
    if node is None:
        return ALWAYS
    if isinstance(node, Text):
        if node.value != ALWAYS_WORD:
            said = _("facts with their values are due here, or the word {word}.", word=ALWAYS_WORD)
            reader.fault(node.line, key, said)
        return ALWAYS
    limbs = node.nodes if isinstance(node, Items) else (node,)
    return Condition(tuple(_read_limb(reader, limb, key, facts, definitions) for limb in limbs))


def _read_limb(
    reader: Reader,
    node: Node,
    key: str,
    facts: Mapping[str, tuple[str, ...]],
    definitions: Mapping[str, object],
) -> Limb:
    found: list[tuple[str, tuple[str, ...]]] = []
    named: tuple[str, ...] = ()
    for name, child, line in reader.pairs(node, key):
        words = reader.word_or_words(child, f"{key}.{name}")
        if name == DEFINED:
            named = words
            for word in words:
                if word not in definitions:
                    reader.fault(child.line, key, not_among(word, definitions, _("definition")))
        elif name not in facts:
            reader.fault(line, key, not_among(name, facts, _("fact")))
        else:
            for word in words:
                if word not in facts[name]:
                    reader.fault(child.line, key, not_among(word, facts[name], _("value of {by}", by=name)))
            if set(words) >= set(facts[name]):
                said = _("{name} is met by every value, so it need not be named.", name=name)
                reader.fault(line, key, said)
            found.append((name, words))
    if not found and not named:
        reader.fault(node.line, key, _("a limb without a fact holds always; write the word always."))
    return Limb(tuple(found), named)
