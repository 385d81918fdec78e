"""Words to laws and clauses: which speak of what somebody typed, the likeliest first.

Nothing is learned and nothing is fuzzy: the same words always find the same in the same order. What
players say for what is data (``vocabulary/words.yaml``).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from laws.domain.lawset import Law
from laws.domain.register import Clause

Item = TypeVar("Item")

WORD = re.compile(r"[a-z0-9]+(?:['\u2019][a-z]+)?")
LONGEST_PHRASE = 4
TITLE, TOPIC, TEXT, CITE = 8, 4, 2, 1
"""How much a word weighs by where it stands."""

NAMED = 10
"""How much more weigh words that name a whole topic, a law set, or a number of a citation."""
_DULL = "a an and at by do for has have how i if in is it my of on or the to what when who"
DULL = frozenset(_DULL.split())
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
class SearchEntry(Generic[Item]):
    """A law or clause with its words, by where they stand.

    ``marks`` are the words of its law set or source and the cited numbers.
    """

    item: Item
    topic: Phrase
    marks: frozenset[str]
    fields: tuple[tuple[int, frozenset[str]], ...]

    def weight(self, phrase: Phrase) -> int:
        """Return how much a phrase weighs here: every word of it must stand in one place together."""
        named = NAMED if phrase == self.topic or self.marks.issuperset(phrase) else 0
        return named + sum(weight for weight, words in self.fields if words.issuperset(phrase))


def law_entry(law: Law) -> SearchEntry[Law]:
    fields = ((TITLE, law.title), (TOPIC, law.topic), (TEXT, law.text), (CITE, law.cite))
    return _entry(law, law.id.split("/")[1], law.law_set, law.cite, fields)


def clause_entry(clause: Clause) -> SearchEntry[Clause]:
    text = " ".join((clause.when, clause.then, *clause.exceptions))
    fields = ((TEXT, text), (CITE, clause.cite), (CITE, clause.doubt))
    return _entry(clause, "", clause.inventory, clause.cite, fields)


def _entry(
    item: Item, topic: str, source: str, cite: str, fields: Iterable[tuple[int, str]]
) -> SearchEntry[Item]:
    marks = (*words_of(source), *(word for word in words_of(cite) if word.isdigit()))
    weighed = tuple((weight, frozenset(words_of(text))) for weight, text in fields)
    return SearchEntry(item, words_of(topic), frozenset(marks), weighed)


class Index(Generic[Item]):
    """Laws or clauses made ready for searching."""

    def __init__(self, entries: Iterable[SearchEntry[Item]], sayings: Mapping[str, Iterable[str]]) -> None:
        self.entries = list(entries)
        self.sayings = {words_of(text): tuple(map(words_of, meanings)) for text, meanings in sayings.items()}

    def search(self, query: str) -> list[Item]:
        """Return what speaks of every term typed or, where none does, of any; the likeliest first.

        Nothing typed finds nothing. Ties are in the order given.
        """
        terms = self.terms(query)
        hits = []
        for place, entry in enumerate(self.entries):
            weights = [max(map(entry.weight, alternatives)) for alternatives in terms]
            met = sum(weight > 0 for weight in weights)
            if met:
                hits.append((-met, -sum(weights), place))
        hits.sort()
        best = hits[0][0] if hits and -hits[0][0] == len(terms) else None
        return [self.entries[place].item for met, _weight, place in hits if best is None or met == best]

    def terms(self, query: str) -> list[tuple[Phrase, ...]]:
        """Return each term typed with what it may stand for: the longest saying first, then single words."""
        words = words_of(query)
        terms: list[tuple[Phrase, ...]] = []
        at = 0
        while at < len(words):
            for length in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
                phrase = words[at : at + length]
                if phrase in self.sayings:
                    terms.append((phrase, *self.sayings[phrase]))
                    break
            else:
                length = 1
                if words[at] not in DULL:
                    terms.append(((words[at],),))
            at += length
        return terms
