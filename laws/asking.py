"""A question to the law as it stands in an address: law set, incident, facts, and words that somebody typed.

Read strictly: what is unknown is refused with the nearest that would do, and everything else is kept. What
the law answers is not worked out here, and nothing is stored: the address is the whole question.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from laws import library
from laws.domain import arbiter
from laws.domain.compile import Table
from laws.domain.errors import quote
from laws.domain.roles import fill
from laws.domain.text import LONGEST_TEXT

LAW_SET, INCIDENT = "law_set", "incident"
AGAIN, WORDS = "ask-again", "in-words"
"""What else an address may hold: the fact to ask again, and words typed. No fact has a hyphen in its name."""

OWN = (LAW_SET, INCIDENT, AGAIN, WORDS)
HERE = "#now"
"""Where on the page the question or the ruling stands."""

NEAREST = 3


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a part of an address cannot be taken, and links (label, address) to what would do."""

    says: str
    nearest: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: all that could be taken of an address, and the refusals by the field they concern."""

    law_set: str
    incident: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    again: str = ""
    words: str = ""
    refused: Mapping[str, tuple[Refusal, ...]] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """Return the table of the law set on the incident. An incident must have been named."""
        return library.law_book(self.law_set).tables[self.incident]

    @property
    def address(self) -> str:
        """Return the address that asks this, at the place of the question or the ruling."""
        asked = {LAW_SET: self.law_set, INCIDENT: self.incident, AGAIN: self.again, WORDS: self.words}
        held = {name: value for name, value in asked.items() if value}
        place = HERE if self.incident else ""
        return f"{reverse('laws:ask')}?{urlencode(held | dict(self.facts))}{place}"

    def under(self, law_set: str) -> "Question":
        """Return the same question to another law set."""
        return replace(self, law_set=law_set, refused={})

    def about(self, incident: str, facts: Mapping[str, str] | None = None) -> "Question":
        """Return the question about another incident, with the facts given and no others."""
        return Question(self.law_set, incident, facts or {})

    def asking_again(self, fact: str) -> "Question":
        """Return the question that puts a fact again, all other answers being kept."""
        return replace(self, again=fact, refused={})

    def without(self, fact: str) -> "Question":
        """Return the question without the answer to a fact."""
        kept = {key: value for key, value in self.facts.items() if key != fact}
        return replace(self, facts=kept, again="", refused={})

    def answering(self, answers: Mapping[str, str]) -> "Question":
        """Return the question with these answers; of the earlier ones those that go with them."""
        table, kept = self.table, dict(answers)
        for key, value in self.facts.items():
            if key not in kept and table.known(own_facts(table, {**kept, key: value})):
                kept[key] = value
        in_order = {key: kept[key] for key in (*self.facts, *answers) if key in kept}
        return Question(self.law_set, self.incident, in_order)

    def dropped_by(self, answers: Mapping[str, str]) -> tuple[str, ...]:
        """Return the facts whose answers cannot be so together with these."""
        kept = self.answering(answers).facts
        return tuple(key for key in self.facts if key not in kept)


def own_facts(table: Table, facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts on which the incident's table is built, without those that decide nothing in it."""
    return {key: value for key, value in facts.items() if key in table.steps}


def can_be(question: Question) -> bool:
    """Tell whether the facts of a question can be so together."""
    return bool(question.table.known(own_facts(question.table, question.facts)))


def read(query: QueryDict) -> Question:
    """Return the question of an address, with a refusal for each part that cannot be taken."""
    refused: dict[str, tuple[Refusal, ...]] = {}
    given: dict[str, str] = {}
    for key, values in query.lists():
        if len(set(values)) > 1:
            refused[key] = (Refusal(_("This was given more than once, with different answers.")),)
        elif values and values[0]:
            given[key] = values[0]
    known = library.law_sets()
    question = Question(library.common_law_set().slug)
    if (slug := given.get(LAW_SET)) is not None:
        if slug in known:
            question = question.under(slug)
        else:
            refused[LAW_SET] = (_unknown_law_set(question, slug),)
    question = _with_words(question, given.get(WORDS, ""), refused)
    question = _with_incident(question, given, refused)
    return replace(question, refused=refused)


def _with_words(question: Question, words: str, refused: dict[str, tuple[Refusal, ...]]) -> Question:
    if len(words) > LONGEST_TEXT:
        said = _("At most %(most)s characters can be taken; these are %(count)s.")
        refused[WORDS] = (Refusal(said % {"most": LONGEST_TEXT, "count": len(words)}),)
        return question
    if not words.replace("\r", "").replace("\n", "").isprintable():
        refused[WORDS] = (Refusal(_("A character was sent that cannot be typed.")),)
        return question
    return replace(question, words=words)


def _with_incident(
    question: Question, given: Mapping[str, str], refused: dict[str, tuple[Refusal, ...]]
) -> Question:
    incident = given.get(INCIDENT, "")
    answers = {key: value for key, value in given.items() if key not in OWN}
    incidents = library.vocabulary().incidents
    if incident not in incidents:
        if incident:
            refused[INCIDENT] = (_unknown_incident(question, incident),)
        elif answers or AGAIN in given:
            refused[INCIDENT] = (Refusal(_("Facts were given, but not what happened. Choose it below.")),)
        return question
    question = replace(question, incident=incident)
    return _with_facts(question, answers, given.get(AGAIN, ""), refused)


def _with_facts(
    question: Question, answers: Mapping[str, str], again: str, refused: dict[str, tuple[Refusal, ...]]
) -> Question:
    table = question.table
    known = {fact.key: fact for fact in (*table.incident.facts, *table.incident.also)}
    taken: dict[str, str] = {}
    for key, value in answers.items():
        if key not in known:
            near = get_close_matches(key[:200], known, NEAREST) or list(known)
            links = [(fill(known[each].ask), question.asking_again(each).address) for each in near]
            said = _("%(key)s is no question that decides this.") % {"key": quote(key)}
            refused[key] = (Refusal(said, tuple(links)),)
        elif value in known[key].slugs:
            taken[key] = value
        else:
            refused[key] = (_unknown_value(question, key, value),)
    question = replace(question, facts=taken)
    if not can_be(question):
        refused.update(_clash(question, table, own_facts(table, taken)))
    if again and again not in known:
        said = _("%(key)s is no question that decides this.") % {"key": quote(again)}
        refused[AGAIN] = (Refusal(said),)
    elif again:
        question = replace(question, again=again)
    return question


def _unknown_law_set(question: Question, slug: str) -> Refusal:
    known = library.law_sets()
    near = get_close_matches(slug[:200], known, NEAREST) or list(known)
    said = _("There is no law set %(slug)s. Choose one of these:") % {"slug": quote(slug)}
    return Refusal(said, tuple((known[each].title, question.under(each).address) for each in near))


def _unknown_incident(question: Question, incident: str) -> Refusal:
    known = library.vocabulary().incidents
    near = get_close_matches(incident[:200], known, NEAREST, 0.5)
    said = _("The laws know nothing by the name of %(name)s.") % {"name": quote(incident)}
    return Refusal(said, tuple((fill(known[each].title), question.about(each).address) for each in near))


def _unknown_value(question: Question, key: str, value: str) -> Refusal:
    fact = question.table.incident.fact(key)
    said = _("%(ask)s %(value)s is none of the answers:") % {"ask": fill(fact.ask), "value": quote(value)}
    links = [(fill(each.label), _answered(question, key, each.slug)) for each in fact.values]
    return Refusal(said, tuple(links))


def _answered(question: Question, key: str, value: str) -> str:
    return replace(question, facts={**question.facts, key: value}).address


def _clash(
    question: Question, table: Table, own: Mapping[str, str]
) -> Iterator[tuple[str, tuple[Refusal, ...]]]:
    """Yield why the facts cannot be so together, and for each that takes part in it the way out."""
    clashing = arbiter.clash(table, own)
    yield "facts", tuple(Refusal(reason) for reason in clashing.pop("facts"))
    for path in clashing:
        key = path.removeprefix("facts.")
        fact = table.incident.fact(key)
        said = _("%(ask)s The answer “%(label)s” contradicts the others.")
        words = {"ask": fill(fact.ask), "label": fill(fact.value(own[key]).label)}
        yield key, (Refusal(said % words, ((_("Take it back"), question.without(key).address),)),)


def all_refusals(refused: Mapping[str, Iterable[Refusal]], *but: str) -> list[Refusal]:
    """Return every refusal, without those of the fields named, which are shown where they belong."""
    return [refusal for key, found in refused.items() if key not in but for refusal in found]
