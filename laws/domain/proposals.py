"""What somebody typed, made into a proposal: an incident and facts, each with the words that produced it.

Nothing is learned and nothing is decided: the phrases stand in the vocabulary, the same words always give the
same proposal, and a person confirms it before the law is asked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from laws.domain.search import WORD, Phrase, words_of
from laws.domain.vocabulary import Incident, Vocabulary

GAP = "..."
LONGEST_TEXT = 500
MOST_PROPOSALS = 5
INCIDENT_WEIGHT = 2
"""How much more a word of an incident's phrase speaks for the incident than one of a fact's."""


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
    """An incident that may be meant: the words that name it, the facts proposed, and what speaks for it."""

    incident: Incident
    words: tuple[str, ...]
    chips: tuple[Chip, ...]
    weight: int

    @property
    def facts(self) -> dict[str, str]:
        return {chip.fact: chip.value for chip in self.chips}


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: its words as they are compared, and where each begins and ends."""

    text: str
    words: Phrase
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str) -> "Typed":
        """Return a text taken apart."""
        matches = list(WORD.finditer(text.lower()))
        return cls(text, words_of(text), tuple(each.span() for each in matches))

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


def propose(vocabulary: Vocabulary, text: str) -> tuple[Proposal, ...]:
    """Return the incidents that the words may mean, the likeliest first; none where no phrase is met.

    Where two values of one fact are spoken of alike, that fact is not proposed.
    """
    typed = Typed.of(text[:LONGEST_TEXT])
    proposals = []
    for incident in vocabulary.incidents.values():
        named = _spoken(typed, [(phrase, incident.id) for phrase in incident.phrases])
        if named:
            chips = tuple(_chips(incident, typed))
            weight = INCIDENT_WEIGHT * sum(weight_of(phrase) for phrase, _id, _words in named)
            weight += sum(chip.weight for chip in chips)
            words = tuple(words for _phrase, _id, words in named)
            proposals.append(Proposal(incident, words, chips, weight))
    proposals.sort(key=lambda proposal: -proposal.weight)
    return tuple(proposals[:MOST_PROPOSALS])


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
