"""Sentences that can be said in another language: English text that still knows how it was put together.

The domain knows no language but English. It speaks by ``_`` and ``ngettext``, the names by which the tools of
a translator find what has to be translated; whoever shows a sentence may have it said again in another
language. Catalogues and languages are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

Translate = Callable[[str], str]
"""Returns a template in another language, or as it is."""

TranslateCounted = Callable[[str, str, int], str]
"""Returns the template that fits a number, in another language or as it is."""


class Sentence(str):
    """An English text with its template and the values in it; sentences may be among the values."""

    __slots__ = ("made_of",)

    made_of: tuple[str, str | None, Mapping[str, int | str]]
    """The template, the one for many if there is one, and the values; "count" decides between the two."""

    def said(self, translate: Translate, counted: TranslateCounted) -> str:
        """Return the sentence in the language that the two functions know.

        It stays English where the translation names a value that there is not.
        """
        one, many, given = self.made_of
        template = translate(one) if many is None else counted(one, many, abs(int(given["count"])))
        values = {
            name: value.said(translate, counted) if isinstance(value, Sentence) else value
            for name, value in given.items()
        }
        try:
            return template.format_map(values)
        except (LookupError, ValueError, AttributeError):
            return str(self)

    def filled(self, change: Callable[[str], str]) -> Sentence:
        """Return the sentence with every text among its values changed, such as a name put for a number."""
        one, many, given = self.made_of
        values = {
            name: value.filled(change)
            if isinstance(value, Sentence)
            else change(value)
            if isinstance(value, str)
            else value
            for name, value in given.items()
        }
        if many is None:
            return _(one, **values)
        return ngettext(one, many, int(values.pop("count")), **values)


def _(template: str, **values: int | str) -> Sentence:
    """Return the sentence that a template such as "Side {side} bid {bid}." makes with its values."""
    if not values:
        return _fixed(template)
    sentence = Sentence(template.format_map(values))
    sentence.made_of = (template, None, values)
    return sentence


@cache
def _fixed(template: str) -> Sentence:
    """Return a sentence without values: there are only as many as stand in the code."""
    sentence = Sentence(template.format_map({}))
    sentence.made_of = (template, None, {})
    return sentence


def ngettext(one: str, many: str, count: int, **values: int | str) -> Sentence:
    """Return the sentence for one or for many; ``count`` is among its values. Minus one is one."""
    values["count"] = count
    sentence = Sentence((one if abs(count) == 1 else many).format_map(values))
    sentence.made_of = (one, many, values)
    return sentence


def in_a_line(reasons: Sequence[str]) -> str:
    """Return reasons one after another on one line: "a; b"."""
    said, *others = reasons
    for reason in others:
        said = _("{said}; {next}", said=said, next=reason)
    return said


def in_a_row(parts: Sequence[str]) -> str:
    """Return the parts as a list in a sentence: "a, b and c"."""
    listed, *others = parts
    for part in others[:-1]:
        listed = _("{listed}, {next}", listed=listed, next=part)
    return _("{listed} and {last}", listed=listed, last=others[-1]) if others else listed
