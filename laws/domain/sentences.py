"""Sentences that can be said in another language: English text that still knows how it was put together.

The domain knows no language but English. It speaks by ``_`` and ``ngettext``, the names by which the tools of
a translator find what has to be translated; whoever shows a sentence may have it said again in another
language. Catalogues and languages are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

Translate = Callable[[str], str]
"""Returns a template in another language, or as it is."""

TranslateCounted = Callable[[str, str, int], str]
"""Returns the template that fits a number, in another language or as it is."""


class Sentence(str):
    """An English text with its template and the values in it; sentences may be among the values."""

    __slots__ = ("begins", "made_of")

    made_of: tuple[str, str | None, Mapping[str, int | str]]
    """The template, the one for many if there is one, and the values; "count" decides between the two."""

    begins: bool
    """Whether it stands at the beginning of a line, so that it has a capital letter in every language."""

    def translation(self, translate: Translate, counted: TranslateCounted) -> str:
        """Return the sentence in the language that the two functions know.

        It stays English where the translation names a value that there is not.
        """
        singular, plural, values = self.made_of
        text = translate(singular) if plural is None else counted(singular, plural, abs(int(values["count"])))
        translations = {
            name: value.translation(translate, counted) if isinstance(value, Sentence) else value
            for name, value in values.items()
        }
        try:
            text = text.format_map(translations)
        except (LookupError, ValueError, AttributeError):
            return str(self)
        return text[:1].upper() + text[1:] if self.begins else text

    def begun(self) -> Sentence:
        """Return the sentence with a capital letter, in every language that it is said in."""
        return _made(self[:1].upper() + self[1:], self.made_of, begins=True)

    def filled(self, change: Callable[[str], str]) -> Sentence:
        """Return the sentence with every text among its values changed, such as a name put for a number."""
        return self.with_values(
            lambda value: value.filled(change) if isinstance(value, Sentence) else change(value)
        )

    def with_values(self, change: Callable[[str], str]) -> Sentence:
        """Return the sentence with each text among its values changed, a sentence among them as a whole."""
        singular, plural, values = self.made_of
        changed = {name: change(value) if isinstance(value, str) else value for name, value in values.items()}
        return self._anew(singular, plural, changed)

    def reworded(self, otherwise: Mapping[str, str]) -> Sentence:
        """Return the sentence with each template of its own and of those in it put ``otherwise`` where named.

        >>> _("{who} bid.", who=_("side {side}", side=2).begun()).reworded({"side {side}": "seat {side}"})
        'Seat 2 bid.'
        """
        singular, plural, values = self.made_of
        changed = {
            name: value.reworded(otherwise) if isinstance(value, Sentence) else value
            for name, value in values.items()
        }
        plural = plural and otherwise.get(plural, plural)
        return self._anew(otherwise.get(singular, singular), plural, changed)

    def _anew(self, singular: str, plural: str | None, values: dict[str, int | str]) -> Sentence:
        """Return a sentence of a template and values; it begins with a capital letter where this one does."""
        count = 0 if plural is None else int(values.pop("count"))
        made = _(singular, **values) if plural is None else ngettext(singular, plural, count, **values)
        return made.begun() if self.begins else made


def _made(text: str, made_of: tuple[str, str | None, Mapping[str, int | str]], *, begins: bool) -> Sentence:
    sentence = Sentence(text)
    sentence.made_of, sentence.begins = made_of, begins
    return sentence


def _(template: str, **values: int | str) -> Sentence:
    """Return the sentence that a template such as "Side {side} bid {bid}." makes with its values."""
    if not values:
        return _fixed(template)
    return _made(template.format_map(values), (template, None, values), begins=False)


def gettext_noop(template: str) -> str:
    """Mark a template for a translator's tools that :func:`fill_in` makes a sentence of later."""
    return template


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark two templates, for one and for many, that :func:`ngettext` makes a sentence of later."""
    return singular, plural


def fill_in(marked: str, **values: int | str) -> Sentence:
    """Return the sentence that a template marked elsewhere makes with its values."""
    return _(marked, **values)


@cache
def _fixed(template: str) -> Sentence:
    """Return a sentence without values: there are only as many as stand in the code."""
    return _made(template.format_map({}), (template, None, {}), begins=False)


def ngettext(singular: str, plural: str, count: int, **values: int | str) -> Sentence:
    """Return the sentence for one or for many; ``count`` is among its values. Minus one is one."""
    values["count"] = count
    text = (singular if abs(count) == 1 else plural).format_map(values)
    return _made(text, (singular, plural, values), begins=False)


def in_a_line(reasons: Sequence[str]) -> str:
    """Return reasons one after another on one line: "a; b"."""
    line, *others = reasons
    for reason in others:
        line = _("{said}; {next}", said=line, next=reason)
    return line


def in_a_row(parts: Sequence[str]) -> str:
    """Return the parts as a list in a sentence: "a, b and c"."""
    if not parts:
        return ""
    *first, last = parts
    return _("{listed} and {last}", listed=listed(first), last=last) if first else last


def listed(parts: Sequence[str]) -> str:
    """Return one part or more with a comma between each two: "a, b, c"."""
    line, *others = parts
    for part in others:
        line = _("{listed}, {next}", listed=line, next=part)
    return line


def in_a_choice(parts: Sequence[str]) -> str:
    """Return the parts as a choice in a sentence: "a, b or c"."""
    *first, last = parts
    return _("{listed} or {last}", listed=listed(first), last=last) if first else last


def in_sequence(sentences: Sequence[str]) -> str:
    """Return whole sentences one after another; nothing where there are none."""
    if not sentences:
        return ""
    text, *others = sentences
    for sentence in others:
        text = _("{said} {next}", said=text, next=sentence)
    return text


def to_json(text: str) -> object:
    """Return a sentence as its template and its values, for JSON; any other text as it is.

    >>> from_json(to_json(_("side {side}", side=1))).made_of
    ('side {side}', None, {'side': 1})
    """
    if not isinstance(text, Sentence):
        return text
    singular, plural, values = text.made_of
    return {
        "says": [singular, plural],
        "with": {name: to_json(value) if isinstance(value, str) else value for name, value in values.items()},
        "begins": text.begins,
    }


def from_json(content: Any) -> Any:
    """Return what :func:`to_json` wrote; a text that is no sentence, or a number, as it is."""
    if not isinstance(content, Mapping):
        return content
    values = {name: from_json(value) for name, value in content["with"].items()}
    singular, plural = content["says"]
    made = ngettext(singular, plural, **values) if plural else _(singular, **values)
    return made.begun() if content["begins"] else made
