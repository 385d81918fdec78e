"""The director's card: all rules of a law set on its first game, short enough for one sheet of paper."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws import library, queries, table_of_contents
from laws.domain import roles, search
from laws.domain.compile import LawTable
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.rule import Choice
from laws.pages.law_book import law_set_or_404
from laws.templatetags.sentences import translated

SOURCE = re.compile(r"^[^,;]*[0-9]{4}, (?:Cinch, )?|^Cinch Laws, ")
"""The name of the source at the start of a citation, which the card leaves out."""

SHORT = {"offender": "O", "partner": "P"}
"""The short names on the card for the two most frequent roles."""

ROOMY = (8_500, 15_000, 22_500, 28_500, 33_000)
"""The most characters that fit on the card in each type size, largest type first."""


@dataclass(frozen=True, slots=True)
class DirectorsCardLine:
    """A line of the card.

    - ``says``: the text of one or more rules.
    - ``follows``: a sentence for each effect that ``says`` does not mention. If the law is silent, only "The
      book is silent."
    - ``choices``: pairs of a role and its options.
    - ``cite``: the citation, if it differs from the citation of the heading.
    - ``is_open``: whether the law set leaves a question open on which a rule depends.
    """

    says: str
    follows: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    cite: str
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class CardIncident:
    """An incident on the card. ``cite`` is the most frequent citation of its lines."""

    title: str
    cite: str
    lines: tuple[DirectorsCardLine, ...]


@dataclass(frozen=True, slots=True)
class DirectorsCard:
    """The card of a law set by topic. ``size`` is the type size that fits, 1 is the largest."""

    topics: tuple[tuple[str, tuple[CardIncident, ...]], ...]
    size: int


def card(law_set: LawSet) -> DirectorsCard:
    """Return the card of a law set: all incidents of its first game on which the law set has a rule."""
    topics = tuple(_topics(law_set))
    amount = sum(_length(incident) for _title, incidents in topics for incident in incidents)
    return DirectorsCard(topics, 1 + sum(amount > most for most in ROOMY))


def _topics(law_set: LawSet) -> Iterator[tuple[str, tuple[CardIncident, ...]]]:
    tables, game = queries.law_book_at(law_set.revision).tables, law_set.games[0]
    vocabulary = library.vocabulary()
    elsewhere = {incident for topic in vocabulary.topics.values() for incident in topic.begins_with}
    for topic in table_of_contents.topics():
        listed = [
            incident.id
            for incident in vocabulary.listed_under(topic)
            if incident.topic != topic.name or incident.id not in elsewhere
        ]
        spoken_of = [tables[incident] for incident in listed if tables[incident].rules]
        if spoken_of and topic.game == game:
            yield topic.title, tuple(map(_incident, spoken_of))


def _length(incident: CardIncident) -> int:
    words = [incident.title, incident.cite]
    for line in incident.lines:
        words += [line.says, *line.follows, *(word for choice in line.choices for word in choice), line.cite]
    return sum(map(len, words))


def _incident(table: LawTable) -> CardIncident:
    numbers = dict.fromkeys(number for cell in table.cells for number in cell.rules)
    cites = [_cite(table, number) for number in numbers]
    common = Counter(cite for cite in cites if cite).most_common(1)
    usual = common[0][0] if common else ""
    lines = [
        _line(table, number, cite if cite != usual else "")
        for number, cite in zip(numbers, cites, strict=True)
    ]
    return CardIncident(roles.fill(table.incident.title, SHORT), usual, tuple(_merged(lines)))


def _merged(lines: list[DirectorsCardLine]) -> Iterator[DirectorsCardLine]:
    for (follows, choices, cite, is_open), group in groupby(
        lines, key=lambda line: (line.follows, line.choices, line.cite, line.is_open)
    ):
        yield DirectorsCardLine(" ".join(line.says for line in group), follows, choices, cite, is_open)


def _cite(table: LawTable, number: int) -> str:
    cites = table.rules[number].cited_under(table.law_set)
    if not cites:
        return ""
    return SOURCE.sub("", SOURCE.sub("", table.law_set.laws[cites[0]].cite.rsplit("; ", 1)[-1]))


def _line(table: LawTable, number: int, cite: str) -> DirectorsCardLine:
    says, outcome = roles.fill(table.rules[number].says, SHORT), table.rule_outcomes[number]
    words = set(search.words_of(says))
    effects = dict.fromkeys(effect.says for effect in outcome.effects)
    untold = tuple(
        effect for effect in effects if not words.issuperset(search.telling(search.words_of(effect)))
    )
    follows = (_("The book is silent."),) if outcome.silent else untold
    choices = tuple(map(_choice, outcome.choices))
    return DirectorsCardLine(says, follows, choices, cite, _is_open(table, number))


def _is_open(table: LawTable, number: int) -> bool:
    rule, law_set = table.rules[number], table.law_set
    left_open = any(law_set.is_open(name) and PARAMETERS[name].words for name in rule.by)
    return left_open or bool(rule.interpretation and not law_set.chosen_reading(rule.id))


def _choice(choice: Choice) -> tuple[str, str]:
    options = " / ".join(translated(roles.fill(option.label, SHORT)) for option in choice.options)
    return roles.fill(f"{{{choice.holder}}}", SHORT), options


@require_safe
def card_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the director's card of a law set as a page to print."""
    law_set = law_set_or_404(slug)
    context = {"law_set": law_set, "name": slug, "card": card(law_set)}
    return render(request, "laws/card.html", context)
