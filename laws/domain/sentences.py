"""Translatable sentences: English text that keeps its template and its values.

The domain writes English only, through ``_`` and ``ngettext``, so that makemessages finds the templates. The
code that shows a sentence translates it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

Translate = Callable[[str], str]
"""A function that returns the translation of a template, or the template itself if there is none."""

TranslateCounted = Callable[[str, str, int], str]
"""A function that takes a singular template, a plural template and a count.

It returns the translated template for the count. Without a translation it returns the fitting template.
"""


class Sentence(str):
    """An English text with its template and values. A value can be a sentence itself."""

    __slots__ = ("begins", "made_of")

    made_of: tuple[str, str | None, Mapping[str, int | str]]
    """The template, the plural template or None, and the values. "count" selects the template."""

    begins: bool
    """Whether the sentence starts with a capital letter, in every language."""

    def translation(self, translate: Translate, counted: TranslateCounted) -> str:
        """Return the sentence translated by these functions.

        The result is English if the values cannot be filled into the translation.
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
        """Return the sentence with a capital first letter. Its translations also begin with a capital."""
        return _made(self[:1].upper() + self[1:], self.made_of, begins=True)

    def with_references(self, change: Callable[[Reference], str]) -> str:
        """Return the sentence with ``change`` applied to each reference in it, at any depth."""
        singular, plural, values = self.made_of
        if not any(isinstance(value, Sentence) for value in values.values()):
            return self
        changed = {
            name: value.with_references(change) if isinstance(value, Sentence) else value
            for name, value in values.items()
        }
        count = 0 if plural is None else int(changed.pop("count"))
        made = _(singular, **changed) if plural is None else ngettext(singular, plural, count, **changed)
        return made.begun() if self.begins else made


class Reference(Sentence):
    """A value of a sentence: a role, side, player or text of the law. ``with_references`` can replace it."""

    __slots__ = ()

    def with_references(self, change: Callable[[Reference], str]) -> str:
        return change(self)


def _made(text: str, made_of: tuple[str, str | None, Mapping[str, int | str]], *, begins: bool) -> Sentence:
    sentence = Sentence(text)
    sentence.made_of, sentence.begins = made_of, begins
    return sentence


def _(template: str, **values: int | str) -> Sentence:
    """Return the sentence of a template such as "Side {side} bid {bid}." with its values filled in."""
    if not values:
        return _fixed(template)
    return _made(template.format_map(values), (template, None, values), begins=False)


def gettext_noop(template: str) -> str:
    """Mark a template for makemessages. :func:`fill_in` later makes a sentence from the template."""
    return template


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Mark a singular and a plural template for makemessages. :func:`ngettext` later makes a sentence."""
    return singular, plural


def fill_in(marked: str, **values: int | str) -> Sentence:
    """Return the sentence of a template that :func:`gettext_noop` marked, with its values filled in."""
    return _(marked, **values)


@cache
def _fixed(template: str) -> Sentence:
    return _made(template.format_map({}), (template, None, {}), begins=False)


def ngettext(singular: str, plural: str, count: int, **values: int | str) -> Sentence:
    """Return the singular sentence if the count is 1 or -1, otherwise the plural sentence.

    Both templates may contain {count}.
    """
    values["count"] = count
    text = (singular if abs(count) == 1 else plural).format_map(values)
    return _made(text, (singular, plural, values), begins=False)


def in_a_line(reasons: Sequence[str]) -> str:
    """Join reasons by semicolons: "a; b". There must be at least one reason."""
    line, *others = reasons
    for reason in others:
        line = _("{said}; {next}", said=line, next=reason)
    return line


def in_a_row(parts: Sequence[str]) -> str:
    """Join parts as "a, b and c". The result is empty if there are none."""
    if not parts:
        return ""
    *first, last = parts
    return _("{listed} and {last}", listed=listed(first), last=last) if first else last


def listed(parts: Sequence[str]) -> str:
    """Join parts by commas: "a, b, c". There must be at least one part."""
    line, *others = parts
    for part in others:
        line = _("{listed}, {next}", listed=line, next=part)
    return line


def in_a_choice(parts: Sequence[str]) -> str:
    """Join parts as "a, b or c". There must be at least one part."""
    *first, last = parts
    return _("{listed} or {last}", listed=listed(first), last=last) if first else last


def in_sequence(sentences: Sequence[str]) -> str:
    """Join whole sentences by spaces. The result is empty if there are none."""
    if not sentences:
        return ""
    text, *others = sentences
    for sentence in others:
        text = _("{said} {next}", said=text, next=sentence)
    return text


def to_json(text: str) -> object:
    """Convert a sentence to JSON data with its template and values. A reference becomes plain text.

    A text that is not a sentence is returned unchanged.

    >>> from_json(to_json(_("side {side}", side=1))).made_of
    ('side {side}', None, {'side': 1})
    """
    if isinstance(text, Reference) or not isinstance(text, Sentence):
        return str(text)
    singular, plural, values = text.made_of
    return {
        "says": [singular, plural],
        "with": {name: to_json(value) if isinstance(value, str) else value for name, value in values.items()},
        "begins": text.begins,
    }


def from_json(content: Any, reference: Callable[[str], str] = str) -> Any:
    """Return the sentence, text or number from the data that :func:`to_json` returned.

    :func:`to_json` stores a reference as plain text. To restore references, pass ``reference``: a function
    that turns such a text into its reference, and returns any other text unchanged.
    """
    if not isinstance(content, Mapping):
        return reference(content) if isinstance(content, str) else content
    values = {name: from_json(value, reference) for name, value in content["with"].items()}
    singular, plural = content["says"]
    made = ngettext(singular, plural, **values) if plural else _(singular, **values)
    return made.begun() if content["begins"] else made
