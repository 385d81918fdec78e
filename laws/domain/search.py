"""Full-text search for laws, clauses and incidents, ranked by BM25 over word stems (Tantivy, in memory).

``vocabulary/words.yaml`` has the sayings: expressions of players → the words of the law that they can mean.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from tantivy import (
    Document,
    Filter,
    Index as Documents,
    Occur,
    Query,
    SchemaBuilder,
    TextAnalyzerBuilder,
    Tokenizer,
)

from laws.domain.lawset import Law
from laws.domain.register import Clause
from laws.domain.roles import fill
from laws.domain.vocabulary import Incident

Item = TypeVar("Item")
Phrase = tuple[str, ...]
Span = tuple[int, int]

TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
UNITS = {word: number for number, word in enumerate(_UNITS.split())}
_DIGITS = "|".join(word for word, number in UNITS.items() if 0 < number < 10)
WORD = re.compile(
    rf"(?P<game>seven[ -]up)\b|(?P<tens>{'|'.join(TENS)})(?:[ -](?P<units>{_DIGITS})\b)?\b"
    r"|[a-z0-9]+(?:['\u2019][a-z]+)?"
)
_IRREGULAR = (
    "led:lead dealt:deal threw:throw thrown:throw drew:draw drawn:draw took:take taken:take gave:give "
    "given:give held:hold said:say told:tell saw:see seen:see knew:know known:know "
    "shown:show won:win lost:lose kept:keep spoke:speak spoken:speak got:get "
    "forgot:forget forgotten:forget went:go gone:go made:make bade:bid laid:lay "
    "wo:will ca:can sha:shall fewest:few fewer:few"
)
IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR.split())
"""Stems of irregular forms that the stemmer does not know.

"won't", "can't" and "shan't" become "wo", "ca" and "sha" when "n't" is split off.
"""

_DULL = (
    "a an and are as at be been but by did do does for from had has have he her him his how i if in is it "
    "its just me my of on or she so than that the them then there they this to us was we were what when "
    "which who will with would you north south east west"
)
DULL = frozenset(_DULL.split())
"""Words that the search ignores, such as "the" and the names of seats."""

LONGEST_PHRASE = 4
MEANT = 0.6
"""The weight of a word that was not typed but that a typed saying can mean."""
WHO = 0.4
"""The weight of a word that only names a person, because most incidents can happen to anybody."""
WRITER_BYTES = 15_000_000
"""The smallest write buffer that Tantivy accepts. It is freed after the index is built."""

_STEMMER = TextAnalyzerBuilder(Tokenizer.whitespace()).filter(Filter.stemmer("english")).build()


def stems_and_spans(text: str) -> tuple[Phrase, tuple[Span, ...]]:
    """Return the words of a text as stems, and the start and end of each word in the text.

    Number words become digits, "n't" becomes the word "not", and other endings after an apostrophe are
    dropped.
    """
    words, spans = [], []
    for match in WORD.finditer(text.lower()):
        for word in _spelled(match):
            words.append(IRREGULAR.get(word, word))
            spans.append(match.span())
    return tuple(_STEMMER.analyze(" ".join(words))), tuple(spans)


def _spelled(match: re.Match[str]) -> Iterator[str]:
    if match["game"]:
        yield "sevenup"  # "seven up" names a game, so its "seven" is not a number of cards
        return
    if match["tens"]:
        yield str(TENS[match["tens"]] + UNITS.get(match["units"] or "", 0))
        return
    word, _apostrophe, ending = match[0].replace("\u2019", "'").partition("'")
    negated = ending == "t" and word.endswith("n")
    word = word[:-1] if negated else word
    yield str(UNITS[word]) if word in UNITS else word
    if negated:
        yield "not"


def words_of(text: str) -> Phrase:
    """Return the words of a text as stems.

    >>> words_of("Left Pedros, law 21; the partner's lead, he didn't follow fifty-one")
    ('left', 'pedro', 'law', '21', 'the', 'partner', 'lead', 'he', 'did', 'not', 'follow', '51')
    """
    return stems_and_spans(text)[0]


@cache
def _dull() -> frozenset[str]:
    return frozenset(words_of(_DULL))


FEW, MOST_BID = 3, 14
"""FEW: numbers up to this one are never taken for a bid. MOST_BID: the highest bid in any game."""

NUMBER, TOO_HIGH = "#", "#high"
"""The words that replace a bid: TOO_HIGH for a bid above MOST_BID up to twice MOST_BID, otherwise NUMBER."""

BIDDING = frozenset(["bid", "say", "go", "offer", "open", "biet", "puj"])
"""Stems of English, German and Spanish words of bidding. A number beside such a word is taken for a bid."""
COUNTED = frozenset(["card", "of", "kart", "cart"])
"""Stems of things that are counted, such as cards. A number before such a stem is not a bid."""


def without_figures(words: Phrase) -> Phrase:
    """Replace the numbers of bids by NUMBER or TOO_HIGH, because no law depends on the exact bid.

    >>> without_figures(("bid", "7", "with", "10", "card", "then", "say", "16"))
    ('bid', '#', 'with', '10', 'card', 'then', 'say', '#high')
    """
    before, after = ("", *words[:-1]), (*words[1:], "")
    return tuple(
        _kind(int(word)) if word.isdecimal() and _is_bid(int(word), earlier, later) else word
        for earlier, word, later in zip(before, words, after, strict=False)
    )


def _is_bid(number: int, before: str, after: str) -> bool:
    return number > FEW and after not in COUNTED and not BIDDING.isdisjoint((before, after))


def _kind(number: int) -> str:
    return TOO_HIGH if MOST_BID < number <= 2 * MOST_BID else NUMBER


@dataclass(frozen=True, slots=True)
class SearchEntry(Generic[Item]):
    """An item to find, and the texts to search, by field."""

    item: Item
    texts: Mapping[str, str]


LAW_WEIGHTS: Mapping[str, float] = {
    "title": 4,
    "topic": 3,
    "source": 30,
    "number": 14,
    "text": 1.5,
    "cite": 0.5,
}
"""The weight of each field of a law. ``number`` holds the numbers in the citation."""


def law_entry(law: Law) -> SearchEntry[Law]:
    topic = law.id.split("/")[1]
    texts = {"title": law.title, "topic": f"{topic} {law.topic}", "text": law.text, "cite": law.cite}
    return SearchEntry(law, {**texts, "source": law.law_set, "number": _numbers(law.cite)})


def clause_entry(clause: Clause) -> SearchEntry[Clause]:
    texts = {"text": clause.text, "cite": f"{clause.cite} {clause.doubt}"}
    return SearchEntry(clause, {**texts, "source": clause.inventory, "number": _numbers(clause.cite)})


def _numbers(cite: str) -> str:
    return " ".join(re.findall(r"\b\d{1,3}\b", cite))


INCIDENT_WEIGHTS: Mapping[str, float] = {"title": 2, "phrases": 3, "cases": 2, "facts": 0.5, "laws": 0.5}
"""The weight of each field of an incident. ``phrases`` holds the phrases of players, ``facts`` the questions
with their answers."""


def incident_entry(
    incident: Incident, topic: str, cases: Iterable[str], laws: Iterable[str]
) -> SearchEntry[Incident]:
    """Return the entry of an incident.

    The title of the topic and the texts of cases and laws are searched as well.
    """
    facts = [
        text
        for fact in incident.facts
        for text in (fact.ask, *(text for value in fact.values for text in (value.means, *value.phrases)))
    ]
    texts = {
        "title": f"{incident.title} {topic}",
        "phrases": " ".join(incident.phrases),
        "cases": " ".join(cases),
        "facts": " ".join(facts),
        "laws": " ".join(laws),
    }
    return SearchEntry(incident, {name: fill(text) for name, text in texts.items()})


@dataclass(frozen=True, slots=True)
class Hit(Generic[Item]):
    """An item found by a search.

    A term has one or more phrases: the typed phrase, and the phrases that it can mean. An item contains the
    term if it has all words of one of these phrases.

    - ``words``: the typed words of all terms that the item contains.
    - ``terms``: the number of typed terms.
    - ``share``: the share of the typed terms that the item contains, from 0 to 1.
    """

    item: Item
    score: float
    words: frozenset[str]
    share: float
    terms: int


class Index(Generic[Item]):
    """A search index over entries.

    - ``weights``: the fields of the entries, each with its weight.
    - ``sayings``: expressions of players → the phrases of the law that they can mean.
    - ``figures_alike``: whether the numbers of bids are ignored, see `without_figures`.
    - ``people``: words that only name a person. Such words weigh less.
    """

    def __init__(
        self,
        entries: Iterable[SearchEntry[Item]],
        weights: Mapping[str, float],
        sayings: Mapping[str, Iterable[str]],
        *,
        figures_alike: bool = False,
        people: Iterable[str] = (),
    ) -> None:
        self._figures_alike = figures_alike
        self._people = frozenset(word for text in people for word in words_of(text))
        self.sayings = {words_of(text): tuple(map(words_of, meanings)) for text, meanings in sayings.items()}
        self.weights = weights
        schema = SchemaBuilder().add_integer_field("place", fast=True)
        for name in weights:
            schema.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
        self._schema = schema.build()
        documents = Documents(self._schema)
        writer = documents.writer(WRITER_BYTES, num_threads=1)
        self.items: list[Item] = []
        self._words: list[frozenset[str]] = []
        for place, entry in enumerate(entries):
            words = {name: " ".join(telling(self._words_in(text))) for name, text in entry.texts.items()}
            writer.add_document(Document(place=place, **words))
            self.items.append(entry.item)
            self._words.append(frozenset(" ".join(words.values()).split()))
        writer.commit()
        writer.wait_merging_threads()
        documents.reload()
        self._searcher = documents.searcher()

    def search(self, query: str) -> list[Item]:
        """Return the items that have every term or, if no item has every term, the items with any term.

        The likeliest item comes first. An empty query finds nothing.
        """
        terms = self.terms(query)
        results = self._ranked(terms, Occur.Must) or self._ranked(terms, Occur.Should)
        return [self.items[place] for place, _score in results]

    def nearest(self, query: str) -> list[Hit[Item]]:
        """Return a hit for each item that has any term of the query, likeliest first."""
        terms = self.terms(query)
        return [self._hit(place, score, terms) for place, score in self._ranked(terms, Occur.Should)]

    def _ranked(self, terms: list[tuple[Phrase, ...]], occur: Occur) -> list[tuple[int, float]]:
        parts = [(occur, self._any_of(alternatives)) for alternatives in terms]
        if not parts or not self.items:
            return []
        hits = self._searcher.search(Query.boolean_query(parts), limit=len(self.items)).hits
        places = self._searcher.fast_field_values("place", [address for _score, address in hits])
        return [(int(place or 0), score) for (score, _address), place in zip(hits, places, strict=True)]

    def _hit(self, place: int, score: float, terms: list[tuple[Phrase, ...]]) -> Hit[Item]:
        known = self._words[place]
        met = [term[0] for term in terms if any(known.issuperset(phrase) for phrase in term)]
        words = frozenset(word for phrase in met for word in phrase)
        return Hit(self.items[place], score, words, len(met) / len(terms), len(terms))

    def _any_of(self, alternatives: tuple[Phrase, ...]) -> Query:
        share = WHO if self._people.issuperset(alternatives[0]) else 1
        return Query.disjunction_max_query(
            [
                Query.boost_query(self._all_of(name, phrase), share * weight * (MEANT if meant else 1))
                for meant, phrase in enumerate(alternatives)
                for name, weight in self.weights.items()
            ]
        )

    def _all_of(self, field: str, phrase: Phrase) -> Query:
        return Query.boolean_query(
            [(Occur.Must, Query.term_query(self._schema, field, word, "freq")) for word in phrase]
        )

    def terms(self, query: str) -> list[tuple[Phrase, ...]]:
        """Return the terms of a query, see `terms_of`.

        A term is a word, or an expression with the phrases that it can mean.
        """
        return list(terms_of(self._words_in(query), self.sayings, _dull()))

    def _words_in(self, text: str) -> Phrase:
        return without_figures(words_of(text)) if self._figures_alike else words_of(text)


def terms_of(
    words: Phrase, sayings: Mapping[Phrase, tuple[Phrase, ...]], dull: Container[str]
) -> Iterator[tuple[Phrase, ...]]:
    """Split typed words into terms, from left to right, without the words in ``dull``.

    A term is a tuple: the typed phrase, then the phrases that it can mean. The longest phrase that is a known
    saying becomes one term with its meanings. Any other word becomes a term by itself.
    """
    at = 0
    while at < len(words):
        for length in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
            phrase = words[at : at + length]
            if phrase in sayings:
                yield tuple(filter(None, (without(dull, part) for part in (phrase, *sayings[phrase]))))
                break
        else:
            length = 1
            if words[at] not in dull:
                yield ((words[at],),)
        at += length


def without(dull: Container[str], phrase: Phrase) -> Phrase:
    return tuple(word for word in phrase if word not in dull)


def telling(phrase: Phrase) -> Phrase:
    """Return a phrase without its dull words."""
    return without(_dull(), phrase)
