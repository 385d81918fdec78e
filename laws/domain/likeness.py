"""Measure how similar a text is to the phrases of incidents, in any language.

The text is compared with each phrase of an incident separately. Titles and other texts about the incident are
phrases too. The measure is the cosine of the word vectors, in which rare words weigh more. A word that is
only in the text, or only in the phrase, lowers the similarity.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from laws.domain.search import MEANT, NUMBER, WHO, WORD, Phrase, terms_of, without_figures


@dataclass(frozen=True)
class Language:
    """How a language splits a text into words, with lists of special words.

    - ``apart``: the function that splits a text into the words to compare.
    - ``dull``: words that are ignored in the search, such as "the".
    - ``sayings``: expressions of players → the phrases of the law that they can mean.
    - ``people``: words that only name the person, such as "dealer".
    - ``table``: words used only at the card table.
    """

    code: str
    apart: Callable[[str], Phrase]
    dull: Container[str]
    sayings: Mapping[Phrase, tuple[Phrase, ...]]
    people: frozenset[str] = frozenset()
    table: frozenset[str] = frozenset()

    def words_in(self, text: str) -> Phrase:
        return without_figures(self.apart(text))

    def terms(self, text: str) -> list[tuple[Phrase, ...]]:
        """Return the terms of a text without dull words, see `terms_of`.

        A term is a word, or an expression with the phrases that it can mean.
        """
        return list(terms_of(self.words_in(text), self.sayings, self.dull))


def language_of(
    code: str,
    apart: Callable[[str], Phrase],
    dull: Iterable[str],
    sayings: Mapping[str, Iterable[str]],
    people: Iterable[str] = (),
    table: Iterable[str] = (),
) -> Language:
    """Build a language. Its word lists are split in the same way as typed text."""
    return Language(
        code,
        apart,
        frozenset(word for text in dull for word in apart(text)),
        {apart(text): tuple(map(apart, meanings)) for text, meanings in sayings.items()},
        frozenset(word for text in people for word in apart(text)),
        frozenset(word for text in table for word in apart(text)),
    )


@dataclass(frozen=True)
class ForeignWords:
    """Splits a text of a foreign language into stems without accents."""

    stemmer: TextAnalyzer
    forms: Mapping[str, str]
    prefixes: Sequence[str] = ()

    def __call__(self, text: str) -> Phrase:
        words = [self._base(match[0]) for match in WORD.finditer(folded(text))]
        return tuple(self.stemmer.analyze(" ".join(words)))

    def _base(self, word: str) -> str:
        if word in self.forms:
            return self.forms[word]
        for prefix in self.prefixes:
            rest = word.removeprefix(prefix)
            if len(rest) < len(word) and rest.startswith("ge") and len(rest) > 5:
                stripped = rest[2:]
                return prefix + self.forms.get(stripped, stripped)
        return word


def foreign_words(stemmer: str, forms: Mapping[str, str], prefixes: Sequence[str]) -> ForeignWords:
    """Build the splitter of a language.

    - ``stemmer``: the language's name in Tantivy.
    - ``forms``: word → its base form, where the stemmer fails.
    - ``prefixes``: German prefixes. The "ge" of a participle is removed after a prefix, as in "aufgehoben".
      A "ge" at the start of a word stays, unless ``forms`` has the word.
    """
    analyzer = TextAnalyzerBuilder(Tokenizer.whitespace()).filter(Filter.stemmer(stemmer)).build()
    return ForeignWords(analyzer, {folded(form): folded(base) for form, base in forms.items()}, prefixes)


def folded(text: str) -> str:
    """Return a text in lower case without accents.

    >>> folded("Außer der Reihe pujó")
    'ausser der reihe pujo'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


class Likeness:
    """The phrases of incidents in one language, indexed by their words."""

    def __init__(self, language: Language, told: Iterable[tuple[str, str]]) -> None:
        self.language = language
        told_once = dict.fromkeys((name, words) for name, text in told if (words := self._telling(text)))
        self._names = [name for name, _words in told_once]
        says_little = {*language.people, NUMBER}
        rarity = Counter(word for _name, words in told_once for word in words)
        self._weights = {
            word: log(1 + len(told_once) / count) ** 2 * (WHO**2 if word in says_little else 1)
            for word, count in rarity.items()
        }
        self._unknown = log(1 + len(told_once)) ** 2
        self._lengths = [sqrt(sum(self._weights[word] for word in words)) for _name, words in told_once]
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, (_name, words) in enumerate(told_once):
            for word in words:
                self._places[word].append(place)

    def _telling(self, text: str) -> Phrase:
        words = self.language.words_in(text)
        return tuple(sorted({word for word in words if word not in self.language.dull}))

    @cached_property
    def _sayings(self) -> frozenset[str]:
        return frozenset(word for phrase in self.language.sayings for word in phrase)

    def known_share(self, text: str) -> float:
        """Return the share of typed words that are known in this language, from 0 to 1."""
        words = self.language.apart(text)
        known = [
            word in self.language.dull or word in self._weights or word in self._sayings for word in words
        ]
        return sum(known) / len(words) if words else 0

    def is_of_cards(self, text: str) -> bool:
        """Tell whether the text has a word of the card table, or an expression that means such a word."""
        terms = self.language.terms(text)
        return any(word in self.language.table for term in terms for phrase in term for word in phrase)

    def terms_known(self, text: str) -> int:
        """Return the number of known terms in a text. Words that only name a person do not count."""
        known = self._weights.keys() - self.language.people
        terms = self.language.terms(text)
        return sum(any(word in known for phrase in term for word in phrase) for term in terms)

    def of(self, text: str) -> dict[str, float]:
        """Return incident → the highest similarity of the text to a phrase of the incident.

        The similarity is above 0. It can exceed 1, because words that a typed expression can mean count too.
        Incidents that share no word with the text or its meanings are left out.
        """
        typed, length = self._typed(text)
        sums: dict[int, float] = defaultdict(float)
        for word, share in typed.items():
            for place in self._places.get(word, ()):
                sums[place] += share * self._weights[word]
        likest: dict[str, float] = {}
        for place, total in sums.items():
            name, alike = self._names[place], total / (length * self._lengths[place])
            likest[name] = max(alike, likest.get(name, 0))
        return likest

    def _typed(self, text: str) -> tuple[dict[str, float], float]:
        typed: dict[str, float] = {}
        length = 0.0
        for term in self.language.terms(text):
            for is_meant, phrase in enumerate(term):
                for word in phrase:
                    typed[word] = max(typed.get(word, 0), MEANT if is_meant else 1)
            length += sum(self._weights.get(word, self._unknown) for word in term[0]) if term else 0
        return typed, sqrt(length) or 1
