"""Words to laws: which laws speak of what somebody typed, the likeliest first.

Nothing is learned and nothing is fuzzy: the same words always find the same laws in the same order. What
players say for what is data (``vocabulary/words.yaml``).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from laws.domain.law import Law

WORD = re.compile(r"[a-z0-9]+(?:['\u2019][a-z]+)?")
LONGEST_PHRASE = 4
TITLE, TOPIC, TEXT, CITE = 8, 4, 2, 1
"""How much a word weighs by where it stands."""

NAMED = 10
"""How much more weigh words that name a whole topic, a law set, or a number of a citation."""
DULL = frozenset(
    {
        "a",
        "an",
        "and",
        "at",
        "by",
        "do",
        "does",
        "for",
        "happens",
        "has",
        "have",
        "how",
        "i",
        "if",
        "in",
        "is",
    }
    | {"it", "my", "of", "on", "or", "the", "to", "what", "when", "who"}
)
"""Words that say nothing of what is looked for."""

Phrase = tuple[str, ...]


def words_of(text: str) -> Phrase:
    """Return the words of a text, in lower case and without the s of a plural or an owner.

    >>> words_of("Left Pedros, law 21; partner's lead, he didn't follow")
    ('left', 'pedro', 'law', '21', 'partner', 'lead', 'he', 'didnt', 'follow')
    """
    return tuple(_stem(word) for word in WORD.findall(text.lower()))


def _stem(word: str) -> str:
    word = re.sub("['\u2019]s?", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True, slots=True)
class Entry:
    """A law with its words, by where they stand. ``marks`` are its law set's words and the cited numbers."""

    law: Law
    topic: Phrase
    marks: frozenset[str]
    fields: tuple[tuple[int, frozenset[str]], ...]

    def weight(self, phrase: Phrase) -> int:
        """Return how much a phrase weighs in this law: every word of it must stand in one place together."""
        named = NAMED if phrase == self.topic or self.marks.issuperset(phrase) else 0
        return named + sum(weight for weight, words in self.fields if words.issuperset(phrase))


class Index:
    """Laws made ready for searching."""

    def __init__(self, laws: Iterable[Law], sayings: Mapping[str, Iterable[str]]) -> None:
        self.entries = [
            Entry(
                law,
                words_of(law.id.split("/")[1]),
                frozenset(
                    words_of(law.law_set) + tuple(word for word in words_of(law.cite) if word.isdigit())
                ),
                (
                    (TITLE, frozenset(words_of(law.title))),
                    (TOPIC, frozenset(words_of(law.topic))),
                    (TEXT, frozenset(words_of(law.text))),
                    (CITE, frozenset(words_of(law.cite))),
                ),
            )
            for law in laws
        ]
        self.sayings = {
            words_of(said): tuple(words_of(meant) for meant in meanings) for said, meanings in sayings.items()
        }

    def search(self, query: str) -> list[Law]:
        """Return the laws that speak of every term typed or, where none does, of any; the likeliest first.

        Nothing typed finds nothing. Ties are in the order of the books.
        """
        terms = self.terms(query)
        found = []
        for place, entry in enumerate(self.entries):
            weights = [max(map(entry.weight, alternatives)) for alternatives in terms]
            met = sum(weight > 0 for weight in weights)
            if met:
                found.append((-met, -sum(weights), place))
        found.sort()
        best = found[0][0] if found and -found[0][0] == len(terms) else None
        return [self.entries[place].law for met, _weight, place in found if best is None or met == best]

    def terms(self, query: str) -> list[tuple[Phrase, ...]]:
        """Return each term typed with what it may stand for: the longest saying first, then single words."""
        words = words_of(query)
        found: list[tuple[Phrase, ...]] = []
        at = 0
        while at < len(words):
            for length in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
                phrase = words[at : at + length]
                if phrase in self.sayings:
                    found.append((phrase, *self.sayings[phrase]))
                    break
            else:
                length = 1
                if words[at] not in DULL:
                    found.append(((words[at],),))
            at += length
        return found
