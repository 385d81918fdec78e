"""A consequence with its parameters: how it is written, how it is sent, and its sentence.

The closed list of kinds is in ``effect_kinds``. Who may choose between effects is in ``rule``; applying them
is not done in the law at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from laws.domain.document import Fields, Node, Reader, Text
from laws.domain.effect_kinds import KINDS
from laws.domain.effect_words import MOMENTS
from laws.domain.errors import not_among, unknown
from laws.domain.sentences import _

__all__ = ["KINDS", "MOMENTS", "Effect", "in_our_words", "read_effects"]


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
        return _said(self)


@cache
def _said(effect: Effect) -> str:
    """Return an effect in a sentence; there are no more than the closed list and its words allow."""
    kind = KINDS[effect.kind]
    return kind.filled({name: kind.parameters[name][value] for name, value in effect.parameters})


def in_our_words(effect: Mapping[str, Any]) -> str:
    """Return what an effect says that was sent or kept: so that it can be translated, if we say it so still.

    >>> in_our_words({"kind": "bid-made", "says": "The bid was made."})
    'The bid was made.'
    """
    kept = str(effect["says"])
    kind = KINDS.get(effect["kind"])
    if kind is None:
        return kept
    try:
        said = kind.filled({name: words[effect[name]] for name, words in kind.parameters.items()})
    except KeyError:
        return kept
    return said if said == kept else kept


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
            reader.fault(
                node.line,
                key,
                _("{kind} needs {name}: {values}.", kind=kind, name=name, values=", ".join(words)),
            )
            continue
        values.append(
            (name, reader.word(given.pop(name), key, words, _("{name} of {kind}", name=name, kind=kind)))
        )
    for name in given:
        reader.fault(
            node.line, key, not_among(name, ["kind", *accepted], _("parameter of {kind}", kind=kind))
        )
    return Effect(kind, tuple(values))


def _pairs(reader: Reader, node: Node, key: str) -> list[tuple[str, Node]]:
    if not isinstance(node, Fields):
        reader.fault(node.line, key, _("an effect is a word, or a kind with its parameters."))
        return []
    return [(name, child) for name, child, _line in reader.pairs(node, key)]
