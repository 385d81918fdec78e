"""The two ways in which words about the law can be wrong, and the sentences that say so.

InvalidInput is what a person or a program sent; BrokenBook is a fault in a law book of ours. Turning
either into a response or a check is not done here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from laws.domain.sentences import Sentence, _

LONGEST_QUOTE = 60


class InvalidInput(Exception):
    """What was sent cannot be taken: for each field path ("deal.bid") the reasons, in sentences.

    ``law`` is the id of the law that is broken, where it is a law and not only a form that is.
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
        """The reasons by field, a line each, for a terminal."""
        return "\n".join(f"{field}: {' '.join(reasons)}" for field, reasons in self.errors.items())

    @property
    def reasons(self) -> list[str]:
        """Return all reasons in their order, whatever field they are about."""
        return [reason for reasons in self.errors.values() for reason in reasons]

    def moved(self, before: str, after: str) -> "InvalidInput":
        """Return the refusal with ``after`` in place of ``before`` where a field's path begins with it.

        >>> InvalidInput({"deals.2.bid": "No.", "dealer": "No."}).moved("deals.2.", "deal.").errors
        {'deal.bid': ['No.'], 'dealer': ['No.']}
        """
        errors = {
            after + field.removeprefix(before) if field.startswith(before) else field: reasons
            for field, reasons in self.errors.items()
        }
        return InvalidInput(errors, law=self.law)

    def reworded(self, reword: Callable[[str], str]) -> "InvalidInput":
        """Return the refusal with each of its reasons put otherwise, such as with names for numbers."""
        errors = {field: [reword(reason) for reason in reasons] for field, reasons in self.errors.items()}
        return InvalidInput(errors, law=self.law)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a book: where it stands and what is wrong with it."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        """Say the file, the line, the law or key, and the reason."""
        return f"{self.file}, line {self.line}, {self.key}: {self.reason}"


class BrokenBook(Exception):
    """A law book that cannot be read as it stands, with every fault found in it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in faults))


def quote(value: object) -> str:
    """Return what was sent, shortened and on one line, fit to stand in a sentence."""
    text = value if isinstance(value, str) else repr(value)
    line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    line = line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"
    return f"“{line}”"


def quote_as_no_number(value: object) -> str:
    """Return what was sent in place of a number, and that it is a text where it is one.

    >>> quote_as_no_number("6"), quote_as_no_number(20)
    ('the text “6”', '“20”')
    """
    return _("the text {value}", value=quote(value)) if isinstance(value, str) else quote(value)


def unknown(value: object, accepted: Iterable[str], what: str = _("value")) -> Sentence:
    """Return the sentence that refuses a word: what was sent, and the nearest accepted word.

    >>> unknown("differense", ["difference", "each-side-own"], "rule")
    'unknown rule “differense”; did you mean difference?'
    """
    near = get_close_matches(value[:200], list(accepted), n=1) if isinstance(value, str) else []
    if near:
        return _("unknown {what} {value}; did you mean {near}?", what=what, value=quote(value), near=near[0])
    return _("unknown {what} {value}.", what=what, value=quote(value))


def not_among(value: object, accepted: Iterable[str], what: str = _("value")) -> Sentence:
    """Return the sentence that refuses a word: what was sent, the nearest accepted word, and all of them.

    >>> not_among("differense", ["difference", "each-side-own"], "rule")
    'unknown rule “differense”; did you mean difference? Accepted: difference, each-side-own.'
    """
    words = list(accepted)
    refused = unknown(value, words, what)
    return _("{refused} Accepted: {accepted}.", refused=refused, accepted=", ".join(words) or _("none"))
