"""Finds the parts of a sentence that cannot be translated because they are in no template."""

import re
from collections.abc import Iterator

from laws.domain.sentences import Sentence

OF_THE_BOOKS = ("ask", "because")
"""Values that are sentences of a law book.

They belong to a law set, as its laws do, and are not translated.
"""

QUOTED = re.compile("“[^”]*”")
PROSE = re.compile("[a-z]{2,} [a-z]{2,}")


def untranslated(told: str) -> list[str]:
    """Return the prose of a text that is in no template: the whole of a bare text, or values of a sentence.

    Quotations of input and single words, such as the slugs of law sets, need no translation.
    """
    return list(_bare(told)) if isinstance(told, Sentence) else [told]


def _bare(told: Sentence) -> Iterator[str]:
    for name, value in told.made_of[2].items():
        if isinstance(value, Sentence):
            yield from _bare(value)
        elif isinstance(value, str) and name not in OF_THE_BOOKS and PROSE.search(QUOTED.sub("", value)):
            yield value
