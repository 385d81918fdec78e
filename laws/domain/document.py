"""A parsed file as text alone, each piece with its line: what a book is read from.

Nothing is guessed: ``no``, ``010`` and ``1:30`` are words here, and the parameter table says what they stand
for. Splitting a file into these pieces is the library's work.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from laws.domain.errors import Fault, not_among
from laws.domain.sentences import _


@dataclass(frozen=True, slots=True)
class Text:
    """A word, a number or a sentence, exactly as it was written."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    nodes: tuple["Node", ...]
    line: int


@dataclass(frozen=True, slots=True)
class Fields:
    """Keys with what stands under them, in order, a key written twice included."""

    pairs: tuple[tuple[Text, "Node"], ...]
    line: int


Node = Text | Items | Fields
KINDS: Mapping[type, str] = {
    Text: _("a word or sentence"),
    Items: _("a list"),
    Fields: _("keys with values"),
}


def plain(node: Node) -> object:
    """Return a piece as JSON can hold it, without its lines.

    >>> plain(Fields(((Text("when", 1), Text("always", 1)),), 1))
    {'when': 'always'}
    """
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return [plain(child) for child in node.nodes]
    return {key.value: plain(child) for key, child in node.pairs}


def from_plain(value: object, line: int = 1) -> Node:
    """Return the piece that ``plain`` wrote down; its lines are lost."""
    if isinstance(value, dict):
        return Fields(tuple((Text(key, line), from_plain(child, line)) for key, child in value.items()), line)
    if isinstance(value, list):
        return Items(tuple(from_plain(child, line) for child in value), line)
    return Text(str(value), line)


@dataclass(slots=True)
class Reader:
    """Reads one file strictly and collects every fault instead of stopping at the first."""

    file: str
    faults: list[Fault] = field(default_factory=list)

    def fault(self, line: int, key: str, reason: str) -> None:
        """Note a fault at a line of this file."""
        self.faults.append(Fault(self.file, line, key, reason))

    def pairs(self, node: Node | None, key: str) -> Iterator[tuple[str, Node, int]]:
        """Yield each key of a mapping with what stands under it and its line; a repeated key is a fault."""
        if node is None:
            return
        if not isinstance(node, Fields):
            self.fault(
                node.line, key, _("keys with values are due here, not {kind}.", kind=KINDS[type(node)])
            )
            return
        seen: dict[str, int] = {}
        for name, child in node.pairs:
            if name.value in seen:
                self.fault(
                    name.line,
                    f"{key}.{name.value}",
                    _("this key stands already in line {line}.", line=seen[name.value]),
                )
                continue
            seen[name.value] = name.line
            yield name.value, child, name.line

    def fields(
        self, node: Node | None, key: str, allowed: Iterable[str], required: Iterable[str] = ()
    ) -> dict[str, Node]:
        """Return the fields of a mapping whose keys are known; an unknown or missing key is a fault."""
        known = tuple(allowed)
        found: dict[str, Node] = {}
        for name, child, line in self.pairs(node, key):
            if name in known:
                found[name] = child
            else:
                self.fault(line, f"{key}.{name}", not_among(name, known, _("key")))
        for name in required:
            if name not in found:
                self.fault(node.line if node else 1, key, _("the key {name} is missing.", name=name))
        return found

    def text(self, node: Node | None, key: str) -> str:
        """Return the words of a piece of text; anything else, or nothing at all, is a fault."""
        if node is None:
            return ""
        if isinstance(node, Text) and node.value.strip():
            return " ".join(node.value.split())
        kind = _("nothing") if isinstance(node, Text) else KINDS[type(node)]
        self.fault(node.line, key, _("a word or sentence is due here, not {kind}.", kind=kind))
        return ""

    def texts(self, node: Node | None, key: str) -> tuple[str, ...]:
        """Return the words of a list, none of them twice."""
        if node is None:
            return ()
        if not isinstance(node, Items):
            self.fault(node.line, key, _("a list is due here, not {kind}.", kind=KINDS[type(node)]))
            return ()
        words = tuple(self.text(item, key) for item in node.nodes)
        for word in {word for word in words if words.count(word) > 1}:
            self.fault(node.line, key, _("{word} stands twice in the list.", word=word))
        return words

    def items(self, node: Node | None, key: str) -> tuple[Node, ...]:
        """Return what a list holds; anything but a list is a fault."""
        if node is None:
            return ()
        if isinstance(node, Items):
            return node.nodes
        self.fault(node.line, key, _("a list is due here, not {kind}.", kind=KINDS[type(node)]))
        return ()

    def word_or_words(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the words of a list, or the one word that stands there instead."""
        return (self.text(node, key),) if isinstance(node, Text) else self.texts(node, key)

    def word(self, node: Node | None, key: str, accepted: Iterable[str], what: str, default: str = "") -> str:
        """Return one of the accepted words; another one is a fault."""
        if node is None:
            return default
        word, words = self.text(node, key), tuple(accepted)
        if word and word not in words:
            self.fault(node.line, key, not_among(word, words, what))
        return word

    def plain(self, node: Node, key: str) -> str | list[str] | dict[str, str]:
        """Return a text, a list of texts or texts by key, for the parameter table to read."""
        if isinstance(node, Text):
            return node.value
        if isinstance(node, Items):
            return list(self.texts(node, key))
        return {name: self.text(child, f"{key}.{name}") for name, child, _line in self.pairs(node, key)}
