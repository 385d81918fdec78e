"""Propose an incident and facts from what a player typed, each with the words that produced it.

The phrases come from the vocabulary, and the same words always give the same proposal. A person confirms a
proposal before a ruling is made.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from laws.domain.likeness import Likeness
from laws.domain.search import (
    Index,
    Phrase,
    Span,
    taken_apart,
    telling,
    without_figures,
    words_of,
)
from laws.domain.vocabulary import Incident

GAP = "..."
LONGEST_TEXT = 500
MOST_PROPOSALS = 5
MOST_OTHERS = 3
ENGLISH = "en"
OUTSIDE = ""
"""The name under which sentences are kept that no law decides."""

SILENT, OFTEN = 0.9, 1.05
"""Factors of the score: for an incident on which the book is silent, and for a frequent incident."""
ANSWERED = 0.05
"""What each word of an answer adds to the score, where the whole answer was typed."""
DOUBT = 1.3
"""A text with words of the card table counts as outside the law only where it is this much more like a
sentence outside the law than like an incident."""
LIKENESS = 4
"""The weight of the most similar phrase of an incident, against the words shared with all its phrases.

The weight is divided by the number of words typed: short texts are often typed as a phrase, long ones never.
"""
SHARED, NEXT_BEST, OTHERS_NEXT_BEST = 0.3, 0.4, 0.6
"""Least shares of a proposal: of the words typed, of the best score in the game asked about, and of the best
score in other games."""
NEAR, FAR, ALONE = 0.28, 0.45, 0.9
"""Least similarity of a text to a phrase of an incident: with words of the card table, without them, and
where only one word of the text is known."""


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
    """An incident that may be meant: the words typed that speak for it, the facts proposed, and its score.

    ``of_other_game``: it is not about the game that was asked about.
    """

    incident: Incident
    words: tuple[str, ...]
    chips: tuple[Chip, ...]
    score: float
    of_other_game: bool = False

    @property
    def facts(self) -> dict[str, str]:
        return {chip.fact: chip.value for chip in self.chips}


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: its words as they are compared, and where each begins and ends."""

    text: str
    words: Phrase
    spans: tuple[Span, ...]
    different: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Typed":
        """Return a text taken apart."""
        words, spans = taken_apart(text)
        words = without_figures(words)
        return cls(text, words, spans, frozenset(words))

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
        parts = parts_of(phrase)
        if not all(map(self.different.issuperset, parts)):
            return None
        begin, first = 0, -1
        for words in parts:
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
    return tuple(words for part in phrase.split(GAP) if (words := without_figures(words_of(part))))


def weight_of(phrase: str) -> int:
    """Return how many words a phrase has."""
    return sum(len(part) for part in parts_of(phrase))


@dataclass(frozen=True)
class Finder:
    """All that is needed to find incidents by a player's words.

    ``likenesses`` hold the phrases of incidents in each language, English first, and under :data:`OUTSIDE`
    sentences that no law decides. ``games`` are the names that players use for games.
    """

    index: Index[Incident]
    likenesses: tuple[Likeness, ...]
    incidents: Mapping[str, Incident]
    games: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    frequent: Container[str] = ()

    def spoken(self, text: str, language: str = ENGLISH) -> Likeness:
        """Return the language that knows most of the words; of several the reader's, then English."""
        first = sorted(self.likenesses, key=lambda each: each.language.code != language)
        return max(first, key=lambda each: each.known_share(text))

    def games_named(self, typed: Typed) -> frozenset[str]:
        """Return the games that a text names."""
        return frozenset(
            game for game, names in self.games.items() if any(typed.find(name) is not None for name in names)
        )


@dataclass(frozen=True, slots=True)
class Meant:
    """The incidents that words may mean: in the game asked about, and in other games."""

    own: tuple[Proposal, ...] = ()
    others: tuple[Proposal, ...] = ()


def propose(
    finder: Finder,
    text: str,
    games: Collection[str],
    among: Container[str] | None = None,
    silent: Container[str] = (),
    language: str = ENGLISH,
) -> Meant:
    """Return the incidents that the words may mean, the likeliest first; none where no phrase is near enough.

    A text that names a game is about that game, any other text about ``games``. ``among`` limits the search
    to some incidents. Incidents on which the book is ``silent`` come after others with the same score. A fact
    is not proposed where the text speaks for two of its values.
    """
    typed = Typed.of(text[:LONGEST_TEXT])
    told = finder.spoken(typed.text, language)
    likeness = told.of(typed.text)
    outside = likeness.pop(OUTSIDE, 0)
    if told.is_of_cards(typed.text):
        least = max(NEAR, outside / DOUBT)
    else:
        least = max(FAR if told.terms_known(typed.text) > 1 else ALONE, outside)
    alike = {name: like for name, like in likeness.items() if among is None or name in among}
    found = (
        _in_english(finder, typed, alike) if told.language.code == ENGLISH else _by_likeness(finder, alike)
    )
    weighed = sorted(
        (replace(each, score=each.score * _prior(finder, each.incident.id, silent)) for each in found),
        key=lambda proposal: -proposal.score,
    )
    wanted = finder.games_named(typed) or games
    own = [each for each in weighed if each.incident.game in wanted]
    others = [replace(each, of_other_game=True) for each in weighed if each.incident.game not in wanted]
    near = [name for name, like in alike.items() if like >= least]
    return Meant(
        _best(own, near, MOST_PROPOSALS, NEXT_BEST), _best(others, near, MOST_OTHERS, OTHERS_NEXT_BEST)
    )


def _prior(finder: Finder, incident: str, silent: Container[str]) -> float:
    """Return how likely an incident is before anything is typed."""
    return (SILENT if incident in silent else 1) * (OFTEN if incident in finder.frequent else 1)


def _best(
    proposals: Sequence[Proposal], near: Container[str], most: int, share: float
) -> tuple[Proposal, ...]:
    """Return the best proposals that have this share of the best score; none where no proposal is near."""
    if not any(each.incident.id in near for each in proposals):
        return ()
    return tuple(each for each in proposals[:most] if each.score >= proposals[0].score * share)


def _in_english(finder: Finder, typed: Typed, alike: Mapping[str, float]) -> Iterator[Proposal]:
    """Yield what the English words may mean, with the answers that stand in them."""
    for hit in finder.index.nearest(typed.text):
        if hit.share < SHARED or hit.item.id not in alike:
            continue
        chips = tuple(_chips(hit.item, typed))
        score = hit.score * alike[hit.item.id] ** (LIKENESS / hit.terms)
        score *= 1 + _share_told(hit.item, typed) + ANSWERED * sum(chip.weight for chip in chips)
        yield Proposal(hit.item, typed.runs(hit.words), chips, score)


def _by_likeness(finder: Finder, alike: Mapping[str, float]) -> Iterator[Proposal]:
    """Yield what words of another language may mean; no answer is read out of them."""
    for name, like in alike.items():
        yield Proposal(finder.incidents[name], (), (), like)


def _share_told(incident: Incident, typed: Typed) -> float:
    """Return the share of the words typed that the longest phrase of the incident found in them covers."""
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
