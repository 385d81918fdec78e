"""Errors of the law: InvalidInput for what a client sent, BrokenBook for faults in a law book.

InputProblems reads what a client sent and collects the problems.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

from laws.domain.sentences import Sentence, _

LONGEST_QUOTE = 60

LONGEST_LIST = 60
"""The longest list accepted: a little more than the cards of a pack."""

MOST_NAMED = 20
"""The most unknown fields that are reported for one object."""


class InvalidInput(Exception):
    """Input that is refused. ``errors`` holds the reasons, in sentences, by field path such as "deal.bid".

    ``law`` is the id of the law that the input breaks; None if it breaks no law.
    """

    def __init__(self, errors: Mapping[str, str | Sequence[str]], *, law: str | None = None) -> None:
        self.errors: dict[str, list[str]] = {
            field: [reasons] if isinstance(reasons, str) else list(reasons)
            for field, reasons in errors.items()
        }
        self.law = law
        super().__init__("; ".join(f"{field}: {' '.join(reasons)}" for field, reasons in self.errors.items()))

    @property
    def lines(self) -> str:
        """Return one line per field with its reasons, for a terminal."""
        return "\n".join(f"{field}: {' '.join(reasons)}" for field, reasons in self.errors.items())

    @property
    def reasons(self) -> list[str]:
        return [reason for reasons in self.errors.values() for reason in reasons]

    def reworded(self, reword: Callable[[str], str]) -> "InvalidInput":
        """Return a copy with each reason replaced by ``reword(reason)``."""
        errors = {field: [reword(reason) for reason in reasons] for field, reasons in self.errors.items()}
        return InvalidInput(errors, law=self.law)


@contextmanager
def fields_renamed(before: str, after: str) -> Iterator[None]:
    """Rename fields in an InvalidInput raised inside the block.

    A field path that begins with ``before`` begins with ``after`` instead.

    >>> with fields_renamed("deal.", "deals.2."):
    ...     raise InvalidInput({"deal.bid": "No.", "dealer": "No."})
    Traceback (most recent call last):
    laws.domain.errors.InvalidInput: deals.2.bid: No.; dealer: No.
    """
    try:
        yield
    except InvalidInput as refusal:
        errors = {
            after + field.removeprefix(before) if field.startswith(before) else field: reasons
            for field, reasons in refusal.errors.items()
        }
        raise InvalidInput(errors, law=refusal.law) from refusal


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a law book: its place and the reason."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, {self.key}: {self.reason}"


class BrokenBook(Exception):
    """A law book or another file of the law that cannot be loaded. ``faults`` holds every fault found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in faults))


def quote(value: object) -> str:
    """Quote a value for a sentence: shortened, on one line, without unprintable characters."""
    text = value if isinstance(value, str) else repr(value)
    line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    line = line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"
    return f"“{line}”"


def quote_as_no_number(value: object) -> str:
    """Quote a value that is not the expected number. If the value is a text, the result says so.

    >>> quote_as_no_number("6"), quote_as_no_number(20)
    ('the text “6”', '“20”')
    """
    return _("the text {value}", value=quote(value)) if isinstance(value, str) else quote(value)


def unknown(value: object, accepted: Iterable[str], what: str = _("value")) -> Sentence:
    """Return the sentence that refuses a word and suggests a similar accepted word, if there is one.

    >>> unknown("differense", ["difference", "each-side-own"], "rule")
    'unknown rule “differense”; did you mean difference?'
    """
    near = get_close_matches(value[:200], list(accepted), n=1) if isinstance(value, str) else []
    if near:
        return _("unknown {what} {value}; did you mean {near}?", what=what, value=quote(value), near=near[0])
    return _("unknown {what} {value}.", what=what, value=quote(value))


def not_among(value: object, accepted: Iterable[str], what: str = _("value")) -> Sentence:
    """Return the sentence of `unknown`, with a list of all accepted words.

    >>> not_among("differense", ["difference", "each-side-own"], "rule")
    'unknown rule “differense”; did you mean difference? Accepted: difference, each-side-own.'
    """
    words = list(accepted)
    refused = unknown(value, words, what)
    return _("{refused} Accepted: {accepted}.", refused=refused, accepted=", ".join(words) or _("none"))


class InputProblems:
    """The problems of a request, collected by field.

    Each parsing method returns the value. If the value is refused, the method adds a problem under ``path``
    and returns None or an empty value. Nothing is converted: true is not 1, "7" is not 7 and 7.0 is not 7.
    """

    __slots__ = ("errors", "law")

    def __init__(self) -> None:
        self.errors: dict[str, list[str]] = {}
        self.law: str | None = None

    def add(self, field: str, reason: str, law: str | None = None) -> None:
        """Add a reason under a field. ``law`` is the id of the broken law; only the first law is kept."""
        self.errors.setdefault(field, []).append(reason)
        self.law = self.law or law

    def take(self, refusal: InvalidInput) -> None:
        """Add the reasons of an InvalidInput."""
        for field, reasons in refusal.errors.items():
            self.errors.setdefault(field, []).extend(reasons)
        self.law = self.law or refusal.law

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Add the reasons of an InvalidInput raised inside the block. The code after the block runs."""
        try:
            yield
        except InvalidInput as refusal:
            self.take(refusal)

    def settle(self) -> None:
        """Raise InvalidInput with all problems, if there are any."""
        if self.errors:
            raise InvalidInput(self.errors, law=self.law)

    def record(self, value: object, path: str, known: Collection[str]) -> dict[str, object] | None:
        """Return the known fields of an object. Unknown fields are reported, at most MOST_NAMED of them."""
        if not isinstance(value, dict):
            self.add(path, _("an object with fields is needed, not {value}.", value=quote(value)))
            return None
        if all(name in known for name in value):
            return value
        for name in islice((name for name in value if name not in known), MOST_NAMED):
            self.add(f"{path}.{_key(name)}" if path else _key(name), not_among(name, known, _("field")))
        return {name: content for name, content in value.items() if name in known}

    def items(self, value: object, path: str, what: str) -> list[object]:
        """Return the entries of a list; empty if the value is not a list or is too long."""
        if isinstance(value, list) and len(value) <= LONGEST_LIST:
            return value
        description = _("{count} entries", count=len(value)) if isinstance(value, list) else quote(value)
        self.add(path, _("{what} is needed, not {shown}.", what=what, shown=description))
        return []

    def integer(self, value: object, path: str, low: int, high: int, what: str) -> int | None:
        """Return a whole number from ``low`` to ``high``; ``what`` names the number in the problem."""
        if type(value) is int and low <= value <= high:
            return value
        reason = _(
            "{what} is a whole number from {low} to {high}, not {value}.",
            what=what,
            low=low,
            high=high,
            value=quote_as_no_number(value),
        )
        self.add(path, reason)
        return None

    def word(self, value: object, path: str, accepted: Iterable[str], what: str) -> str | None:
        words = list(accepted)
        if isinstance(value, str) and value in words:
            return value
        self.add(path, not_among(value, words, what))
        return None


def _key(name: object) -> str:
    return quote(name)[1:-1]
