"""The values that a parameter or a setting can take, in words, and the sentence that refuses another one."""

from laws.domain.errors import quote
from laws.domain.sentences import _


def in_words(kind: str, choices: tuple[str, ...], low: int, high: int) -> str:
    """Return the accepted values of a choice, a flag, a number, or a limit, which may be null as well.

    >>> in_words("limit", (), -10, 0)
    'a whole number from -10 to 0, or null for none'
    """
    if kind == "choice":
        return ", ".join(choices)
    if kind == "flag":
        return "true, false"
    span = _("a whole number from {low} to {high}", low=low, high=high)
    return _("{span}, or null for none", span=span) if kind == "limit" else span


def refusal(value: object, accepted: str) -> str:
    """Return the sentence that refuses a value."""
    return _("{value} is not accepted. Accepted: {accepted}.", value=quote(value), accepted=accepted)


def is_whole(value: object, low: int, high: int) -> bool:
    """Tell whether a value is a whole number within bounds; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
