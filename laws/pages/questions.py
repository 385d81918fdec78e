"""A question to the law: law set, incident, facts, readings of open words, what else happened in the deal.

An address holds all of it, so that a link opens the same question; nothing is stored. An address is read
strictly: what is unknown is refused with the nearest that would do, everything else stays, and nothing is
ruled from half an address.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlencode

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from laws import library, open_readings, queries
from laws.domain import arbiter, lawbook, proposals
from laws.domain.compile import LawTable
from laws.domain.errors import InvalidInput, quote
from laws.domain.lawset import LawSet
from laws.domain.roles import fill
from laws.domain.ruling import Ruling

LAW_SET, INCIDENT = "law_set", "incident"
AGAIN, WORDS, READ_AS, BESIDES = "ask-again", "in-words", "read-as", "same-deal"
"""What else an address may hold: the fact to ask again, words typed, how doubtful words are to be read, and
what else happened in the same deal, as an address within the address. No fact has a hyphen in its name."""

OWN = (LAW_SET, INCIDENT, AGAIN, WORDS, READ_AS, BESIDES)
HERE = "#now"
"""Where on the page the question or the ruling stands."""


@dataclass(frozen=True, slots=True)
class AddressRefusal:
    """Why a part of an address cannot be taken, and links (label, address) to what would do."""

    says: str
    nearest: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: all that could be taken of an address, and the refusals by the field they concern.

    ``besides`` is the question of something else that happened in the same deal. ``revision`` is the
    name of a past revision, as ``slug@number``, where one is asked.
    """

    law_set: LawSet
    incident: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    again: str = ""
    words: str = ""
    read_as: open_readings.Readings = field(default_factory=dict)
    besides: "Question | None" = None
    refused: Mapping[str, tuple[AddressRefusal, ...]] = field(default_factory=dict)
    revision: str = ""

    @property
    def slug(self) -> str:
        """Return the name by which an address asks the law set."""
        return self.revision or self.law_set.slug

    @property
    def book(self) -> lawbook.LawBook:
        """Return the book of the law set, read as wanted; with other readings only the incident's topic."""
        return open_readings.book(self.law_set, self.incident, self.read_as)

    @property
    def table(self) -> LawTable:
        """Return the table of the law set on the incident. An incident must have been named."""
        return self.book.tables[self.incident]

    @property
    def ruling(self) -> Ruling:
        """Return what the law set rules, the usual answers taken for granted where none was given."""
        return arbiter.rule(self.book, self.incident, self.facts, assume=True)

    @property
    def means(self) -> list[str]:
        return self.table.incident.means(self.facts)

    @property
    def held(self) -> dict[str, str]:
        """Return what an address holds of this besides the law set."""
        asked = {INCIDENT: self.incident, AGAIN: self.again, WORDS: self.words}
        asked |= {READ_AS: open_readings.write(self.read_as), BESIDES: self.held_besides}
        return {name: value for name, value in asked.items() if value} | dict(self.facts)

    @property
    def held_besides(self) -> str:
        """Return what an address holds of what else happened, nothing where there is nothing."""
        return urlencode(self.besides.held) if self.besides else ""

    @property
    def address(self) -> str:
        """Return the address that asks this, at the place of the question or the ruling."""
        place = HERE if self.incident else ""
        return f"{reverse('laws:ask')}?{urlencode({LAW_SET: self.slug} | self.held)}{place}"

    def under(self, law_set: LawSet, name: str = "") -> "Question":
        """Return the same question to another law set, whose doubtful words are read as usual."""
        besides = self.besides.under(law_set, name) if self.besides else None
        revision = "" if name == law_set.slug else name
        return replace(self, law_set=law_set, revision=revision, read_as={}, besides=besides, refused={})

    def about(self, incident: str, facts: Mapping[str, str] | None = None) -> "Question":
        """Return the question about another incident, with the facts given and no others."""
        return Question(self.law_set, incident, facts or {}, besides=self.besides, revision=self.revision)

    def alone(self) -> "Question":
        """Return the question without what else happened."""
        return replace(self, besides=None, again="", words="", refused={})

    def in_same_deal(self) -> "Question":
        """Return the question of what else happened in the same deal, nothing being said of it yet."""
        return Question(self.law_set, besides=self.alone(), revision=self.revision)

    def turned_round(self) -> "Question":
        """Return the question of what else happened, with this one besides."""
        if self.besides is None:
            return self
        return replace(self.besides, besides=self.alone())

    def reading(self, name: str, way: str) -> "Question":
        """Return the question with doubtful words read in one way; an empty way is the usual one."""
        others = {key: value for key, value in self.read_as.items() if key != name}
        return replace(self, read_as=others | ({name: way} if way else {}), refused={})

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
        return replace(self, facts=in_order, again="", words="", refused={})

    def dropped_by(self, answers: Mapping[str, str]) -> tuple[str, ...]:
        """Return the facts whose answers cannot be so together with these."""
        kept = self.answering(answers).facts
        return tuple(key for key in self.facts if key not in kept)


def own_facts(table: LawTable, facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts on which the incident's table is built, without those that decide nothing in it."""
    return {key: value for key, value in facts.items() if key in table.steps}


def can_be(question: Question) -> bool:
    """Tell whether the facts of a question can be so together."""
    return bool(question.table.known(own_facts(question.table, question.facts)))


def all_refusals(refused: Mapping[str, Iterable[AddressRefusal]], *but: str) -> list[AddressRefusal]:
    """Return every refusal, without those of the fields named, which are shown where they belong."""
    return [refusal for key, found in refused.items() if key not in but for refusal in found]


NEAREST = 3


def read(query: QueryDict) -> Question:
    """Return the question of an address, with a refusal for each part that cannot be taken."""
    given, refused = _once_each(query)
    question = Question(library.common_law_set())
    if (slug := given.get(LAW_SET)) is not None:
        try:
            question = question.under(queries.law_set_named(slug), slug)
        except InvalidInput:
            refused[LAW_SET] = (_unknown_law_set(question, slug),)
    question = _with_words(question, given.get(WORDS, ""), refused)
    if BESIDES in given:
        question = _with_other(question, given[BESIDES], refused)
    question = _with_incident(question, given, refused)
    return replace(question, refused=refused)


def _once_each(query: QueryDict) -> tuple[dict[str, str], dict[str, tuple[AddressRefusal, ...]]]:
    """Return what an address gives under each name, and a refusal of what it gives twice."""
    given: dict[str, str] = {}
    refused: dict[str, tuple[AddressRefusal, ...]] = {}
    for key, values in query.lists():
        if len(set(values)) > 1:
            refused[key] = (AddressRefusal(_("This was given more than once, with different answers.")),)
        elif values and values[0]:
            given[key] = values[0]
    return given, refused


def _with_other(question: Question, text: str, refused: dict[str, tuple[AddressRefusal, ...]]) -> Question:
    """Return the question with what else happened, if all of that can be taken and it is settled."""
    try:
        given, faults = _once_each(QueryDict(text))
    except TooManyFieldsSent:
        given, faults = {}, {}
    if WORDS in given or BESIDES in given or AGAIN in given or INCIDENT not in given:
        faults[BESIDES] = (
            AddressRefusal(_("What else happened in the deal is one incident with its facts.")),
        )
    else:
        other = _with_incident(Question(question.law_set, revision=question.revision), given, faults)
    if faults:
        refused[BESIDES] = tuple(refusal for found in faults.values() for refusal in found)
        return question
    return replace(question, besides=other)


def _with_words(question: Question, words: str, refused: dict[str, tuple[AddressRefusal, ...]]) -> Question:
    if len(words) > proposals.LONGEST_TEXT:
        said = _("At most %(most)s characters can be taken; these are %(count)s.")
        refused[WORDS] = (AddressRefusal(said % {"most": proposals.LONGEST_TEXT, "count": len(words)}),)
        return question
    if not words.replace("\r", "").replace("\n", "").isprintable():
        refused[WORDS] = (AddressRefusal(_("A character was sent that cannot be typed.")),)
        return question
    return replace(question, words=words)


def _with_incident(
    question: Question, given: Mapping[str, str], refused: dict[str, tuple[AddressRefusal, ...]]
) -> Question:
    incident = given.get(INCIDENT, "")
    answers = {key: value for key, value in given.items() if key not in OWN}
    incidents = library.vocabulary().incidents
    if incident not in incidents:
        if incident:
            refused[INCIDENT] = (_unknown_incident(question, incident),)
        elif answers or AGAIN in given:
            refused[INCIDENT] = (
                AddressRefusal(_("Facts were given, but not what happened. Choose it below.")),
            )
        return question
    question = _read_as(replace(question, incident=incident), given.get(READ_AS, ""), refused)
    return _with_facts(question, answers, given.get(AGAIN, ""), refused)


def _read_as(question: Question, text: str, refused: dict[str, tuple[AddressRefusal, ...]]) -> Question:
    """Return the question with its doubtful words read as an address wants it."""
    known = open_readings.of_incident(question.law_set, question.incident)
    taken: dict[str, str] = {}
    for name, way in open_readings.split(text) if text else ():
        if name not in known or way not in known[name].ways:
            ways = known[name].ways if name in known else {}
            said = (
                _("%(name)s is none of the readings of these words.")
                if ways
                else _("%(name)s is in no doubt.")
            )
            links = [(words, question.reading(name, each).address) for each, words in ways.items()]
            refused[READ_AS] = (AddressRefusal(said % {"name": quote(way if ways else name)}, tuple(links)),)
        elif way != known[name].usual:
            taken[known[name].name] = way
    try:
        open_readings.book(question.law_set, question.incident, taken)
    except InvalidInput as reason:
        refused[READ_AS] = tuple(AddressRefusal(said) for said in reason.reasons)
        return question
    return replace(question, read_as=taken)


def _with_facts(
    question: Question, answers: Mapping[str, str], again: str, refused: dict[str, tuple[AddressRefusal, ...]]
) -> Question:
    table = question.table
    known = table.incident.every_fact
    taken: dict[str, str] = {}
    for key, value in answers.items():
        if key not in known:
            near = get_close_matches(key[:200], known, NEAREST) or list(known)
            links = [(fill(known[each].ask), question.asking_again(each).address) for each in near]
            said = _("%(key)s is no question that decides this.") % {"key": quote(key)}
            refused[key] = (AddressRefusal(said, tuple(links)),)
        elif value in known[key].slugs:
            taken[key] = value
        else:
            refused[key] = (_unknown_value(question, key, value),)
    question = replace(question, facts=taken)
    if not can_be(question):
        refused.update(_clash(question, table, own_facts(table, taken)))
    if again and again not in known:
        said = _("%(key)s is no question that decides this.") % {"key": quote(again)}
        refused[AGAIN] = (AddressRefusal(said),)
    elif again:
        question = replace(question, again=again)
    return question


def _unknown_law_set(question: Question, slug: str) -> AddressRefusal:
    known = {law_set.slug: law_set for law_set in queries.all_law_sets()}
    near = get_close_matches(slug[:200], known, NEAREST) or list(library.law_sets())
    said = _("There is no law set %(slug)s. Choose one of these:") % {"slug": quote(slug)}
    return AddressRefusal(
        said, tuple((known[each].title, question.under(known[each]).address) for each in near)
    )


def _unknown_incident(question: Question, incident: str) -> AddressRefusal:
    known = library.vocabulary().incidents
    near = get_close_matches(incident[:200], known, NEAREST, 0.5)
    said = _("The laws know nothing by the name of %(name)s.") % {"name": quote(incident)}
    return AddressRefusal(
        said, tuple((fill(known[each].title), question.about(each).address) for each in near)
    )


def _unknown_value(question: Question, key: str, value: str) -> AddressRefusal:
    fact = question.table.incident.fact(key)
    said = _("%(ask)s %(value)s is none of the answers:") % {"ask": fill(fact.ask), "value": quote(value)}
    links = [(fill(each.label), _answered(question, key, each.slug)) for each in fact.values]
    return AddressRefusal(said, tuple(links))


def _answered(question: Question, key: str, value: str) -> str:
    return replace(question, facts={**question.facts, key: value}).address


def _clash(
    question: Question, table: LawTable, own: Mapping[str, str]
) -> Iterator[tuple[str, tuple[AddressRefusal, ...]]]:
    """Yield why the facts cannot be so together, and for each that takes part in it the way out."""
    clashing = arbiter.clash(table, own)
    yield "facts", tuple(AddressRefusal(reason) for reason in clashing.pop("facts"))
    for path in clashing:
        key = path.removeprefix("facts.")
        fact = table.incident.fact(key)
        said = _("%(ask)s The answer “%(label)s” contradicts the others.")
        words = {"ask": fill(fact.ask), "label": fill(fact.value(own[key]).label)}
        yield key, (AddressRefusal(said % words, ((_("Take it back"), question.without(key).address),)),)
