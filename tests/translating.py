"""Whether what is told to a person can be told in another language: which of its words no translator sees."""

import re
from collections.abc import Iterator

from laws.domain.sentences import Sentence

OF_THE_BOOKS = ("ask", "because")
"""Values that are sentences of a law book: these are facts of a law set, as its laws are."""

QUOTED = re.compile("“[^”]*”")
PROSE = re.compile("[a-z]{2,} [a-z]{2,}")


def untranslated(told: str) -> list[str]:
    """Return the prose of a text that is in no template: a bare text whole, of a sentence its values.

    What was sent and is quoted is nobody's to translate, nor are single words such as the slugs of law sets.
    """
    return list(_bare(told)) if isinstance(told, Sentence) else [told]


def _bare(told: Sentence) -> Iterator[str]:
    for name, value in told.made_of[2].items():
        if isinstance(value, Sentence):
            yield from _bare(value)
        elif isinstance(value, str) and name not in OF_THE_BOOKS and PROSE.search(QUOTED.sub("", value)):
            yield value
