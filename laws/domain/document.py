"""A parsed YAML file as a tree of nodes with line numbers, and a strict reader of such trees.

Every scalar stays text, even ``no``, ``010`` or ``1:30``. The code that knows a field converts the text. For
example, ``Parameter.read`` converts the values of parameters.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from laws.domain.errors import Fault, not_among, unknown
from laws.domain.parameters import SLUG
from laws.domain.roles import ROLES, unknown_roles
from laws.domain.sentences import _

Refusal = Callable[[object, Iterable[str], str], str]


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as text, never converted to a number or a boolean."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Items:
    """A YAML list."""

    nodes: tuple["Node", ...]
    line: int


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping, in the order of the file. A key that is written twice has two entries."""

    pairs: tuple[tuple[Text, "Node"], ...]
    line: int


Node = Text | Items | Fields
KINDS: Mapping[type, str] = {
    Text: _("a word or sentence"),
    Items: _("a list"),
    Fields: _("keys with values"),
}


def plain(node: Node) -> object:
    """Convert a node to text, lists and dicts, without line numbers.

    >>> plain(Fields(((Text("when", 1), Text("always", 1)),), 1))
    {'when': 'always'}
    """
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return [plain(child) for child in node.nodes]
    return {key.value: plain(child) for key, child in node.pairs}


def from_plain(value: object) -> Node:
    """Convert plain data, from ``plain`` or from a client, to nodes. Every node has line number 1."""
    if isinstance(value, Mapping):
        return Fields(tuple((Text(str(key), 1), from_plain(child)) for key, child in value.items()), 1)
    if isinstance(value, list | tuple):
        return Items(tuple(from_plain(child) for child in value), 1)
    if value is None or isinstance(value, bool):
        return Text("null" if value is None else str(value).lower(), 1)
    return Text(str(value), 1)


@dataclass(slots=True)
class Reader:
    """Reads the nodes of one file, and collects every fault instead of stopping at the first."""

    file: str
    faults: list[Fault] = field(default_factory=list)

    def fault(self, line: int, key: str, reason: str) -> None:
        self.faults.append(Fault(self.file, line, key, reason))

    def pairs(self, node: Node | None, key: str) -> Iterator[tuple[str, Node, int]]:
        """Yield the key, child node and line of each entry of a mapping. Yield nothing if ``node`` is None.

        A repeated key is a fault and is left out. A node that is not a mapping is a fault.
        """
        if node is None:
            return
        if not isinstance(node, Fields):
            reason = _("give keys with values, not {kind}.", kind=KINDS[type(node)])
            self.fault(node.line, key, reason)
            return
        lines: dict[str, int] = {}
        for name, child in node.pairs:
            if name.value in lines:
                reason = _("this key is already in line {line}.", line=lines[name.value])
                self.fault(name.line, f"{key}.{name.value}", reason)
                continue
            lines[name.value] = name.line
            yield name.value, child, name.line

    def record(
        self, node: Node | None, key: str, keys: str, line: int = 0, *, by_name: bool = False
    ) -> "Record":
        """Read a mapping. ``keys`` lists the accepted keys; a star after a key makes the key required.

        Any other key is a fault, and so is a required key that is missing. Faults in a field are reported
        under ``key``; with ``by_name`` they are reported under the name of the field.
        """
        known = {name.rstrip("*"): name.endswith("*") for name in keys.split()}
        fields: dict[str, Node] = {}
        for name, child, at in self.pairs(node, key):
            if name in known:
                fields[name] = child
            else:
                self.fault(at, f"{key}.{name}", not_among(name, known, _("key")))
        begins = node.line if node else 1
        for name, is_required in known.items():
            if is_required and name not in fields:
                self.fault(begins, key, _("the key {name} is missing.", name=name))
        return Record(self, "" if by_name else key, line or begins, fields)

    def text(self, node: Node | None, key: str) -> str:
        """Return a text with single spaces; empty without a node.

        A list, a mapping or an empty text is a fault.
        """
        if node is None:
            return ""
        if isinstance(node, Text) and node.value.strip():
            return " ".join(node.value.split())
        kind = _("nothing") if isinstance(node, Text) else KINDS[type(node)]
        self.fault(node.line, key, _("give a word or sentence, not {kind}.", kind=kind))
        return ""

    def sentence(self, node: Node | None, key: str) -> str:
        """Return a text. A name in braces that is not a role is a fault."""
        text = self.text(node, key)
        for name in unknown_roles(text):
            self.fault(node.line if node else 1, key, unknown(name, ROLES, _("role")))
        return text

    def items(self, node: Node | None, key: str) -> tuple[Node, ...]:
        """Return the nodes of a list, or () if ``node`` is None. A ``node`` that is not a list is a fault."""
        if node is None or isinstance(node, Items):
            return node.nodes if node else ()
        self.fault(node.line, key, _("give a list, not {kind}.", kind=KINDS[type(node)]))
        return ()

    def texts(self, node: Node | None, key: str) -> tuple[str, ...]:
        """Return the texts of a list. A repeated text is a fault."""
        words = tuple(self.text(item, key) for item in self.items(node, key))
        for word in {word for word in words if words.count(word) > 1}:
            self.fault(node.line if node else 1, key, _("{word} is in the list twice.", word=word))
        return words

    def word_or_words(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the texts of a list. A single text is returned as a tuple of one."""
        return (self.text(node, key),) if isinstance(node, Text) else self.texts(node, key)

    def word(self, node: Node | None, key: str, accepted: Iterable[str], what: str, default: str = "") -> str:
        """Return a text, or ``default`` if there is no node.

        Records a fault if the text is not accepted, and returns the text nevertheless. A node without a text
        gives an empty text.
        """
        if node is None:
            return default
        word, words = self.text(node, key), tuple(accepted)
        if word and word not in words:
            self.fault(node.line, key, not_among(word, words, what))
        return word

    def check_accepted(
        self,
        words: Iterable[str],
        accepted: Collection[str],
        what: str,
        line: int,
        key: str,
        refuse: Refusal = not_among,
    ) -> None:
        """Record a fault for each of ``words`` that is not accepted."""
        for word in words:
            if word not in accepted:
                self.fault(line, key, refuse(word, accepted, what))

    def check_slug(self, name: str, line: int, key: str, what: str) -> None:
        """Record a fault if a name cannot be part of a URL.

        The sentence of the fault begins with ``what``, such as "a law's name".
        """
        if not SLUG.match(name):
            self.fault(line, key, _("{what} is lower-case words joined by hyphens.", what=what))

    def plain(self, node: Node, key: str) -> str | list[str] | dict[str, str]:
        """Convert a node for ``Parameter.read``: to a text, a list of texts or a dict of texts."""
        if isinstance(node, Text):
            return node.value
        if isinstance(node, Items):
            return list(self.texts(node, key))
        return {name: self.text(child, f"{key}.{name}") for name, child, _line in self.pairs(node, key)}


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of a mapping, read by name.

    Faults are reported under ``key``, or under the name of the field if ``key`` is empty.
    """

    reader: Reader
    key: str
    line: int
    fields: Mapping[str, Node]

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def get(self, name: str) -> tuple[Node | None, str]:
        """Return the node of a field (None if missing) and the key to report its faults under."""
        return self.fields.get(name), self.key or name

    def fault(self, reason: str, name: str = "") -> None:
        """Record a fault at the line of this record or, with the ``name`` of a field, at the field's line."""
        self.reader.fault(self.fields[name].line if name else self.line, self.key or name, reason)

    def text(self, name: str) -> str:
        return self.reader.text(*self.get(name))

    def sentence(self, name: str) -> str:
        return self.reader.sentence(*self.get(name))

    def texts(self, name: str) -> tuple[str, ...]:
        return self.reader.texts(*self.get(name))

    def items(self, name: str) -> tuple[Node, ...]:
        return self.reader.items(*self.get(name))

    def pairs(self, name: str) -> Iterator[tuple[str, Node, int]]:
        return self.reader.pairs(*self.get(name))

    def word(self, name: str, accepted: Iterable[str], what: str, default: str = "") -> str:
        return self.reader.word(*self.get(name), accepted, what, default)

    def check_accepted(
        self, words: Iterable[str], accepted: Collection[str], what: str, refuse: Refusal = not_among
    ) -> None:
        self.reader.check_accepted(words, accepted, what, self.line, self.key, refuse)
