"""A consequence with its parameters: how it is written, how it is sent, and its sentence.

The closed list of kinds is in ``effect_kinds``. Who may choose between effects is in ``rule``; applying them
is not done in the law at all.
"""

from dataclasses import dataclass

from laws.domain.document import Fields, Node, Reader, Text
from laws.domain.effect_kinds import KINDS
from laws.domain.effect_words import MOMENTS
from laws.domain.errors import not_among, unknown
from laws.domain.roles import capital
from laws.domain.sentences import _

__all__ = ["KINDS", "MOMENTS", "Effect", "read_effects"]


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence: its kind and the value of each of its parameters."""

    kind: str
    parameters: tuple[tuple[str, str], ...] = ()

    def canonical(self) -> dict[str, str]:
        """Return the effect as it is sent: ``{"kind": …}`` with its parameters."""
        return {"kind": self.kind, **dict(self.parameters)}

    @property
    def says(self) -> str:
        """Return the effect in a sentence.

        >>> Effect("new-deal", (("dealer", "same"),)).says
        'The cards are dealt anew by the same dealer.'
        """
        kind = KINDS[self.kind]
        words = {name: kind.parameters[name][value] for name, value in self.parameters}
        return capital(kind.says.format(**words))


def read_effects(reader: Reader, node: Node | None, key: str) -> tuple[Effect, ...]:
    """Return the effects of a list: a bare word, or ``{kind, …}`` with every parameter of that kind."""
    return tuple(effect for child in reader.items(node, key) if (effect := _read_effect(reader, child, key)))


def _read_effect(reader: Reader, node: Node, key: str) -> Effect | None:
    given = {"kind": node} if isinstance(node, Text) else dict(_pairs(reader, node, key))
    kind = reader.text(given.pop("kind", None), key)
    if kind not in KINDS:
        reader.fault(node.line, key, unknown(kind, KINDS, _("effect")))
        return None
    accepted = KINDS[kind].parameters
    values: list[tuple[str, str]] = []
    for name, words in accepted.items():
        if name not in given:
            reader.fault(node.line, key, f"{kind} needs {name}: {', '.join(words)}.")
            continue
        values.append((name, reader.word(given.pop(name), key, words, f"{name} of {kind}")))
    for name in given:
        reader.fault(node.line, key, not_among(name, ["kind", *accepted], f"parameter of {kind}"))
    return Effect(kind, tuple(values))


def _pairs(reader: Reader, node: Node, key: str) -> list[tuple[str, Node]]:
    if not isinstance(node, Fields):
        reader.fault(node.line, key, "an effect is a word, or a kind with its parameters.")
        return []
    return [(name, child) for name, child, _line in reader.pairs(node, key)]
