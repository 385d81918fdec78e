"""What somebody typed, made into a proposal: an incident and facts, each with the words that produced it.

Nothing is learned and nothing is decided: the phrases stand in the vocabulary, the same words always give the
same proposal, and a person confirms it before the law is asked.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from laws.domain.search import Index, Phrase, Span, taken_apart, telling, words_of
from laws.domain.vocabulary import Incident

GAP = "..."
LONGEST_TEXT = 500
MOST_PROPOSALS = 5
OWN_GAME = 1.2
"""How much more likely an incident is that belongs to the games played."""
ANSWERED = 0.15
"""How much more likely an incident is for each word of an answer to what it asks that was typed whole."""
NEAR, NEXT_BEST = 0.3, 0.4
"""How much of what was typed a proposal speaks of at least, and how much of the best one's score it has."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A fact proposed, with the label of its value and the words typed that speak for it."""

    fact: str
    value: str
    label: str
    words: str
    weight: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """An incident that may be meant: the words typed that speak for it, the facts proposed, and its score."""

    incident: Incident
    words: tuple[str, ...]
    chips: tuple[Chip, ...]
    score: float

    @property
    def facts(self) -> dict[str, str]:
        return {chip.fact: chip.value for chip in self.chips}


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: its words as they are compared, and where each begins and ends."""

    text: str
    words: Phrase
    spans: tuple[Span, ...]

    @classmethod
    def of(cls, text: str) -> "Typed":
        """Return a text taken apart."""
        return cls(text, *taken_apart(text))

    def runs(self, words: Container[str]) -> tuple[str, ...]:
        """Return what was typed of these words, those that stand together as one."""
        runs: list[Span] = []
        for place, (word, (begin, end)) in enumerate(zip(self.words, self.spans, strict=True)):
            if word in words:
                follows = runs and place and self.spans[place - 1][1] == runs[-1][1]
                runs = [*runs[:-1], (runs[-1][0], end)] if follows else [*runs, (begin, end)]
        return tuple(dict.fromkeys(self.text[begin:end] for begin, end in runs))

    def find(self, phrase: str) -> str | None:
        """Return the words typed in which a phrase stands, in order; None where it does not.

        A phrase may have gaps, written as three dots, which any words or none can fill.
        """
        begin, first = 0, -1
        for words in parts_of(phrase):
            last = len(self.words) - len(words)
            at = next((at for at in range(begin, last + 1) if self.words[at : at + len(words)] == words), -1)
            if at < 0:
                return None
            first = at if first < 0 else first
            begin = at + len(words)
        return self.text[self.spans[first][0] : self.spans[begin - 1][1]]


@cache
def parts_of(phrase: str) -> tuple[Phrase, ...]:
    """Return the words of a phrase, in parts where it has gaps."""
    return tuple(words for part in phrase.split(GAP) if (words := words_of(part)))


def weight_of(phrase: str) -> int:
    """Return how many words a phrase has."""
    return sum(len(part) for part in parts_of(phrase))


def propose(
    index: Index[Incident], text: str, games: Container[str] = (), among: Container[str] | None = None
) -> tuple[Proposal, ...]:
    """Return the incidents that the words may mean, the likeliest first; none where nothing is near.

    Those of the ``games`` played weigh more; ``among`` are the only ones that come into question. Where two
    values of one fact are spoken of alike, that fact is not proposed.
    """
    typed = Typed.of(text[:LONGEST_TEXT])
    hits = [
        hit
        for hit in index.nearest(typed.text)
        if hit.share >= NEAR and (among is None or hit.item.id in among)
    ]
    proposals = []
    for hit in hits[: 3 * MOST_PROPOSALS]:
        chips = tuple(_chips(hit.item, typed))
        score = hit.score * (OWN_GAME if hit.item.game in games else 1)
        score *= 1 + _share_told(hit.item, typed) + ANSWERED * sum(chip.weight for chip in chips)
        proposals.append(Proposal(hit.item, typed.runs(hit.words), chips, score))
    proposals.sort(key=lambda proposal: -proposal.score)
    return tuple(each for each in proposals[:MOST_PROPOSALS] if each.score >= proposals[0].score * NEXT_BEST)


def _share_told(incident: Incident, typed: Typed) -> float:
    """Return how much of what was typed is the longest way of telling the incident that stands in it."""
    longest = max((weight_of(each) for each in incident.phrases if typed.find(each) is not None), default=0)
    return min(1, longest / max(1, len(telling(typed.words))))


def _chips(incident: Incident, typed: Typed) -> Iterator[Chip]:
    for fact in (*incident.facts, *incident.also):
        phrases = [(phrase, value.slug) for value in fact.values for phrase in value.phrases]
        spoken = _spoken(typed, phrases)
        if len({value for _phrase, value, _words in spoken}) == 1:
            phrase, value, words = max(spoken, key=lambda each: weight_of(each[0]))
            yield Chip(fact.key, value, fact.value(value).label, words, weight_of(phrase))


def _spoken(typed: Typed, phrases: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Return the phrases that stand in what was typed, for what, in which words.

    A phrase is left out whose words stand within those of another that was found.
    """
    met = [(phrase, meant, words) for phrase, meant in phrases if (words := typed.find(phrase)) is not None]
    return [
        (phrase, meant, words)
        for phrase, meant, words in met
        if not any(
            weight_of(other) > weight_of(phrase) and Typed.of(more).find(phrase) is not None
            for other, _meant, more in met
        )
    ]
