"""Propose incidents from what a player typed.

For an English text, facts are proposed too, and each proposal has the typed words that suggest it. A person
confirms a proposal before a ruling is made.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from laws.domain.likeness import Likeness
from laws.domain.search import (
    Index,
    Phrase,
    Span,
    stems_and_spans,
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
"""Used instead of an incident's id for sentences that no law decides."""

SILENT, OFTEN = 0.9, 1.05
"""Factors of the score: for an incident on which the book is silent, and for a frequent incident."""
ANSWERED = 0.05
"""How much each typed word of a proposed fact adds to the factor of an incident's score."""
DOUBT = 1.3
"""A limit for texts with words of the card table.

Such a text finds no incident if its similarity to a sentence that no law decides is more than DOUBT times its
similarity to every incident.
"""
LIKENESS = 4
"""The exponent of the similarity in the score of an incident.

The exponent is divided by the number of typed terms. So similarity weighs more in a short text.
A long text is never a known phrase.
"""
SHARED, NEXT_BEST, OTHERS_NEXT_BEST = 0.3, 0.4, 0.6
"""The least shares that a proposal must reach.

- SHARED: for an English text, the share of its terms that the incident contains.
- NEXT_BEST: the share of the best score among incidents of the game asked about.
- OTHERS_NEXT_BEST: the share of the best score among incidents of other games.
"""
NEAR, FAR, ALONE = 0.28, 0.45, 0.9
"""The least similarity of a text to a phrase of an incident.

- NEAR: for a text with words of the card table.
- FAR: for a text without such words.
- ALONE: for a text without such words if at most one of its terms is known.
"""


@dataclass(frozen=True, slots=True)
class Chip:
    """A proposed fact, shown as a button: the label of its answer and the typed words that suggest it.

    ``weight`` is the number of words in the matching phrase.
    """

    fact: str
    value: str
    label: str
    words: str
    weight: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed incident, with the typed words that suggest it and the proposed facts.

    - ``words``, ``chips``: empty if the text is not English.
    - ``of_other_game``: whether the incident belongs to a game that was not asked about. Such proposals come
      last.
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
    """A typed text, its words as stems, and the start and end of each word in the text.

    ``different`` has each word once.
    """

    text: str
    words: Phrase
    spans: tuple[Span, ...]
    different: frozenset[str]

    @classmethod
    def of(cls, text: str) -> "Typed":
        words, spans = stems_and_spans(text)
        words = without_figures(words)
        return cls(text, words, spans, frozenset(words))

    def runs(self, words: Container[str]) -> tuple[str, ...]:
        """Return the parts of the typed text that consist of these words; adjacent words form one part."""
        runs: list[Span] = []
        for place, (word, (begin, end)) in enumerate(zip(self.words, self.spans, strict=True)):
            if word in words:
                follows = runs and place and self.spans[place - 1][1] == runs[-1][1]
                runs = [*runs[:-1], (runs[-1][0], end)] if follows else [*runs, (begin, end)]
        return tuple(dict.fromkeys(self.text[begin:end] for begin, end in runs))

    def find(self, phrase: str) -> str | None:
        """Return the part of the typed text that contains a phrase; None if there is none.

        A phrase can have gaps, written "...", which match any number of words.
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
    """Split a phrase at its gaps and return the words of each part."""
    return tuple(words for part in phrase.split(GAP) if (words := without_figures(words_of(part))))


def weight_of(phrase: str) -> int:
    """Return the number of words in a phrase."""
    return sum(len(part) for part in parts_of(phrase))


@dataclass(frozen=True)
class Finder:
    """The data to find incidents by the words of players.

    - ``likenesses``: the phrases of incidents in each language, English first. Sentences about matters
      outside the laws have OUTSIDE in place of an incident's id.
    - ``games``: the names that players use for each game.
    - ``frequent``: the ids of incidents that happen often.
    """

    index: Index[Incident]
    likenesses: tuple[Likeness, ...]
    incidents: Mapping[str, Incident]
    games: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    frequent: Container[str] = ()

    def spoken(self, text: str, language: str = ENGLISH) -> Likeness:
        """Return the phrases in the language to which most of the typed words belong.

        If languages tie, ``language`` is preferred, then English.
        """
        first = sorted(self.likenesses, key=lambda likeness: likeness.language.code != language)
        return max(first, key=lambda likeness: likeness.known_share(text))

    def games_named(self, typed: Typed) -> frozenset[str]:
        return frozenset(
            game for game, names in self.games.items() if any(typed.find(name) is not None for name in names)
        )


@dataclass(frozen=True, slots=True)
class ProposedIncidents:
    """The proposals for a text: incidents of the games asked about, and of other games.

    In both groups the likeliest incident comes first.
    """

    own: tuple[Proposal, ...] = ()
    others: tuple[Proposal, ...] = ()


def propose(
    finder: Finder,
    text: str,
    games: Collection[str],
    among: Container[str] | None = None,
    silent: Container[str] = (),
    language: str = ENGLISH,
) -> ProposedIncidents:
    """Return the incidents that a text may mean, of the games asked about and of other games.

    - The games asked about are the games that the text names. If the text names no game, they are ``games``.
    - A group is empty if no phrase of its incidents is similar enough to the text.
    - Only incidents in ``among`` are searched, or all incidents if it is None.
    - Incidents in ``silent`` get a lower score.
    - There are at most MOST_PROPOSALS incidents of the games asked about, and MOST_OTHERS others.
    - Facts are proposed only for an English text. A fact is not proposed if the text suggests two values of
      it.
    """
    typed = Typed.of(text[:LONGEST_TEXT])
    phrases = finder.spoken(typed.text, language)
    likeness = phrases.of(typed.text)
    outside = likeness.pop(OUTSIDE, 0)
    if phrases.is_of_cards(typed.text):
        least = max(NEAR, outside / DOUBT)
    else:
        least = max(FAR if phrases.terms_known(typed.text) > 1 else ALONE, outside)
    alike = {name: like for name, like in likeness.items() if among is None or name in among}
    found = (
        _in_english(finder, typed, alike) if phrases.language.code == ENGLISH else _by_likeness(finder, alike)
    )
    weighed = sorted(
        (
            replace(proposal, score=proposal.score * _prior(finder, proposal.incident.id, silent))
            for proposal in found
        ),
        key=lambda proposal: -proposal.score,
    )
    wanted = finder.games_named(typed) or games
    own = [proposal for proposal in weighed if proposal.incident.game in wanted]
    others = [
        replace(proposal, of_other_game=True) for proposal in weighed if proposal.incident.game not in wanted
    ]
    near = [name for name, like in alike.items() if like >= least]
    return ProposedIncidents(
        _best(own, near, MOST_PROPOSALS, NEXT_BEST), _best(others, near, MOST_OTHERS, OTHERS_NEXT_BEST)
    )


def _prior(finder: Finder, incident: str, silent: Container[str]) -> float:
    return (SILENT if incident in silent else 1) * (OFTEN if incident in finder.frequent else 1)


def _best(
    proposals: Sequence[Proposal], near: Container[str], most: int, share: float
) -> tuple[Proposal, ...]:
    if not any(proposal.incident.id in near for proposal in proposals):
        return ()
    return tuple(proposal for proposal in proposals[:most] if proposal.score >= proposals[0].score * share)


def _in_english(finder: Finder, typed: Typed, alike: Mapping[str, float]) -> Iterator[Proposal]:
    for hit in finder.index.nearest(typed.text):
        if hit.share < SHARED or hit.item.id not in alike:
            continue
        chips = tuple(_chips(hit.item, typed))
        score = hit.score * alike[hit.item.id] ** (LIKENESS / hit.terms)
        score *= 1 + _share_covered(hit.item, typed) + ANSWERED * sum(chip.weight for chip in chips)
        yield Proposal(hit.item, typed.runs(hit.words), chips, score)


def _by_likeness(finder: Finder, alike: Mapping[str, float]) -> Iterator[Proposal]:
    for name, like in alike.items():
        yield Proposal(finder.incidents[name], (), (), like)


def _share_covered(incident: Incident, typed: Typed) -> float:
    longest = max(
        (weight_of(phrase) for phrase in incident.phrases if typed.find(phrase) is not None), default=0
    )
    return min(1, longest / max(1, len(telling(typed.words))))


def _chips(incident: Incident, typed: Typed) -> Iterator[Chip]:
    for fact in (*incident.facts, *incident.also):
        phrases = [(phrase, value.slug) for value in fact.values for phrase in value.phrases]
        spoken = _spoken(typed, phrases)
        if len({value for _phrase, value, _words in spoken}) == 1:
            phrase, value, words = max(spoken, key=lambda match: weight_of(match[0]))
            yield Chip(fact.key, value, fact.value(value).label, words, weight_of(phrase))


def _spoken(typed: Typed, phrases: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    met = [(phrase, meant, words) for phrase, meant in phrases if (words := typed.find(phrase)) is not None]
    return [
        (phrase, meant, words)
        for phrase, meant, words in met
        if not any(
            weight_of(other) > weight_of(phrase) and Typed.of(more).find(phrase) is not None
            for other, _meant, more in met
        )
    ]
