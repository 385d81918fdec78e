"""A question to the law, and its conversion from and to a URL.

The URL holds the whole question; nothing is stored. An unknown part of a URL is refused, and the other parts
are kept. There is no ruling while a part is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlencode

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from laws import library, open_readings, queries
from laws.domain import arbiter, compiled_book, compose, lawset
from laws.domain.compile import LawTable
from laws.domain.errors import InvalidInput, not_among, quote
from laws.domain.pairs import PAIR_FACTS
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import IncidentFact
from laws.pages.inquiry import (
    AGAIN,
    HERE,
    INCIDENT,
    WORDS,
    AddressParser,
    AddressRefusal,
    Inquiry,
    Refusals,
)
from laws.templatetags.sentences import translated

LAW_SET, READ_AS, SAME_DEAL = "law_set", "read-as", "same-deal"
"""Further URL parameters: the law set, the chosen readings, and another offence in the same deal as a nested
query string."""

OF_BOTH = {key.replace("_", "-"): key for key in PAIR_FACTS}
"""The URL parameters for the facts of a pair of offences, each with the name of its fact."""

OWN = (LAW_SET, INCIDENT, AGAIN, WORDS, READ_AS, SAME_DEAL, *OF_BOTH)


@dataclass(frozen=True, slots=True)
class Question(Inquiry):
    """A question to a law set: the accepted parts of a URL, and the refusals of the other parts.

    - ``read_as``: the chosen readings of open questions.
    - ``same_deal``: the question about an offence reported earlier in the same deal. None without such an
      offence.
    - ``of_both``: the facts of the pair of offences.
    - ``refused``: the refusals by URL parameter.
    - ``revision``: for one revision of a club's law set, its name ``slug@number``. Otherwise empty.
    """

    law_set: lawset.LawSet
    read_as: open_readings.Readings = field(default_factory=dict)
    same_deal: "Question | None" = None
    of_both: Mapping[str, str] = field(default_factory=dict)
    refused: Refusals = field(default_factory=dict)
    revision: str = ""

    @property
    def slug(self) -> str:
        """Return the law set's name in URLs: its slug, or ``slug@number`` for one revision."""
        return self.revision or self.law_set.slug

    @property
    def book(self) -> compiled_book.LawBook:
        """Return the law book with the chosen readings.

        If any reading is chosen, the book contains only the topic of the incident.
        """
        return open_readings.book(self.law_set, self.incident, self.read_as)

    @property
    def table(self) -> LawTable:
        """Return the law table of the incident. The question must have an incident."""
        return self.book.tables[self.incident]

    @property
    def ruling(self) -> Ruling:
        """Return the ruling. Missing facts get usual answers, see ``assume`` of `arbiter.rule`."""
        return arbiter.rule(self.book, self.incident, self.facts, assume=True)

    @property
    def means(self) -> list[str]:
        return self.table.incident.means(self.facts)

    @property
    def further(self) -> list[tuple[str, str]]:
        of_both = [(name, self.of_both.get(key, "")) for name, key in OF_BOTH.items()]
        return [(READ_AS, open_readings.write(self.read_as)), (SAME_DEAL, self.same_deal_query), *of_both]

    @property
    def kept(self) -> list[tuple[str, str]]:
        same_deal = [(SAME_DEAL, self.same_deal_query)] if self.same_deal else []
        return [(LAW_SET, self.slug), *same_deal]

    @property
    def address(self) -> str:
        law_set = urlencode({LAW_SET: self.slug})
        query = "&".join(filter(None, (law_set, self.query_string)))
        return f"{reverse('laws:ask')}?{query}{HERE if self.incident else ''}"

    @property
    def same_deal_query(self) -> str:
        """Return the query string of the other offence; empty without another offence."""
        return self.same_deal.query_string if self.same_deal else ""

    def under(self, law_set: lawset.LawSet, name: str = "") -> "Question":
        """Return the same question to another law set. Chosen readings are dropped.

        ``name`` is the law set's name in the URL if that is not its slug.
        """
        same_deal = self.same_deal.under(law_set, name) if self.same_deal else None
        revision = "" if name == law_set.slug else name
        return replace(self, law_set=law_set, revision=revision, read_as={}, same_deal=same_deal)

    def about(self, incident: str, facts: Mapping[str, str] | None = None) -> "Question":
        """Return a question about another incident. It keeps only the law set and ``same_deal``.

        Its facts are ``facts``. If ``same_deal`` is set, facts about the deal are added from that offence,
        see `compose.share_facts`.
        """
        told = dict(facts or {})
        if self.same_deal is not None:
            told = compose.share_facts(library.vocabulary().incidents[incident], told, self.same_deal.facts)
        return Question(
            self.law_set, incident=incident, facts=told, same_deal=self.same_deal, revision=self.revision
        )

    def alone(self) -> "Question":
        """Return the question without the other offence of the same deal."""
        return replace(self, same_deal=None, of_both={}, again="", words="")

    def in_same_deal(self) -> "Question":
        """Return an empty question about another offence in the same deal.

        An earlier other offence is dropped. The new question has no chosen readings.
        """
        return Question(self.law_set, same_deal=self.alone(), revision=self.revision)

    def swapped(self) -> "Question":
        """Return the question about the other offence, with this question as its ``same_deal``.

        Facts about both offences are dropped. Without another offence, return the question itself.
        """
        if self.same_deal is None:
            return self
        return replace(self.same_deal, same_deal=self.alone())

    def with_pair_fact(self, key: str, value: str) -> "Question":
        """Return the question with another answer about both offences. ``key`` is the key of the fact.

        An empty ``value`` removes the answer.
        """
        others = {other: told for other, told in self.of_both.items() if other != key}
        return replace(self, of_both=others | ({key: value} if value else {}))

    def reading(self, name: str, way: str) -> "Question":
        """Return the question with a chosen reading. An empty ``way`` restores the usual reading."""
        others = {key: value for key, value in self.read_as.items() if key != name}
        return replace(self, read_as=others | ({name: way} if way else {}))

    def without(self, fact: str) -> "Question":
        facts = {key: value for key, value in self.facts.items() if key != fact}
        return replace(self, facts=facts, again="")


def can_be(question: Question) -> bool:
    """Tell whether the facts of a question are free of contradictions."""
    return bool(question.table.known(question.table.own(question.facts)))


def all_refusals(refused: Refusals, *but: str) -> list[AddressRefusal]:
    """Return the refusals as one list, without those of the URL parameters in ``but``."""
    return [refusal for key, refusals in refused.items() if key not in but for refusal in refusals]


NEAREST = 3


def read(query: QueryDict) -> Question:
    """Parse the question from a URL, with a refusal for each part that is not accepted."""
    address = _Address(query)
    values, question = address.values, Question(library.common_law_set())
    if (slug := values.get(LAW_SET)) is not None:
        try:
            question = question.under(queries.law_set_named(slug), slug)
        except InvalidInput:
            address.refuse_law_set(question, slug)
    question = replace(question, words=address.words())
    if SAME_DEAL in values:
        question = address.with_other(question)
    question = replace(question, of_both=address.of_both())
    return replace(address.with_incident(question), refused=address.refused)


class _Address(AddressParser):
    def refuse_law_set(self, question: Question, slug: str) -> None:
        known = library.law_sets()
        near = get_close_matches(slug[:200], known, NEAREST) or list(known)
        says = _("There is no law set %(slug)s. Choose one of these:") % {"slug": quote(slug)}
        links = ((known[other].title, question.under(known[other]).address) for other in near)
        self.refuse(LAW_SET, says, links)

    def with_other(self, question: Question) -> Question:
        """Return the question with the other offence.

        If a part of that offence is refused, keep the refusals and return the question unchanged.
        """
        try:
            other = _Address(QueryDict(self.values[SAME_DEAL]))
        except TooManyFieldsSent:
            other = _Address(QueryDict())
        if other.values.keys() & {WORDS, SAME_DEAL, AGAIN} or INCIDENT not in other.values:
            other.refuse(SAME_DEAL, _("What else happened in the deal is one incident with its facts."))
        else:
            same_deal = other.with_incident(Question(question.law_set, revision=question.revision))
        if other.refused:
            self.refused[SAME_DEAL] = tuple(all_refusals(other.refused))
            return question
        return replace(question, same_deal=same_deal)

    def of_both(self) -> dict[str, str]:
        """Return the facts of the pair of offences. Refuse unknown answers, and leave them out."""
        accepted = {}
        for name, key in OF_BOTH.items():
            value = self.values.get(name)
            if value in PAIR_FACTS[key]:
                accepted[key] = value
            elif value is not None:
                self.refuse(name, translated(not_among(value, PAIR_FACTS[key])))
        return accepted

    def with_incident(self, question: Question) -> Question:
        incident = self.values.get(INCIDENT, "")
        answers = {key: value for key, value in self.values.items() if key not in OWN}
        known = library.vocabulary().incidents
        if incident in known:
            return self._with_facts(self._read_as(replace(question, incident=incident)), answers)
        if incident:
            near = get_close_matches(incident[:200], known, NEAREST, 0.5)
            says = _("The laws have no incident called %(name)s.") % {"name": quote(incident)}
            links = ((fill(known[other].title), question.about(other).address) for other in near)
            self.refuse(INCIDENT, says, links)
        elif answers or AGAIN in self.values:
            self.refuse(INCIDENT, _("Facts were given, but not what happened. Choose what happened below."))
        return question

    def _read_as(self, question: Question) -> Question:
        text = self.values.get(READ_AS, "")
        known = open_readings.of_incident(question.law_set, question.incident)
        taken: dict[str, str] = {}
        for name, way in open_readings.split(text) if text else ():
            ways = known[name].ways if name in known else {}
            if way not in ways:
                says = _("%(name)s is not one of the readings of these words.")
                links = (
                    (words, question.reading(name, known_way).address) for known_way, words in ways.items()
                )
                if not ways:
                    says = _("%(name)s has only one reading.")
                self.refuse(READ_AS, says % {"name": quote(way if ways else name)}, links)
            elif way != known[name].usual:
                taken[known[name].name] = way
        try:
            open_readings.book(question.law_set, question.incident, taken)
        except InvalidInput as refusal:
            self.refused[READ_AS] = tuple(map(AddressRefusal, refusal.reasons))
            return question
        return replace(question, read_as=taken)

    def _with_facts(self, question: Question, answers: Mapping[str, str]) -> Question:
        known = question.table.incident.every_fact
        unknown = _("%(key)s does not decide this.")
        taken = {key: value for key, value in answers.items() if key in known and value in known[key].slugs}
        for key, value in answers.items():
            if key not in known:
                near = get_close_matches(key[:200], known, NEAREST) or list(known)
                links = [(fill(known[other].ask), question.asking_again(other).address) for other in near]
                self.refuse(key, unknown % {"key": quote(key)}, links)
            elif key not in taken:
                self._refuse_value(question, known[key], value)
        question = replace(question, facts=taken)
        if not can_be(question):
            self._refuse_clash(question)
        again = self.values.get(AGAIN, "")
        if again and again not in known:
            self.refuse(AGAIN, unknown % {"key": quote(again)})
            again = ""
        return replace(question, again=again)

    def _refuse_value(self, question: Question, fact: IncidentFact, value: str) -> None:
        says = _("%(ask)s %(value)s is not one of the answers:")
        links = (
            (fill(answer.label), replace(question, facts={**question.facts, fact.key: answer.slug}).address)
            for answer in fact.values
        )
        self.refuse(fact.key, says % {"ask": fill(fact.ask), "value": quote(value)}, links)

    def _refuse_clash(self, question: Question) -> None:
        table, facts = question.table, question.facts
        clashing = arbiter.clash(table, table.own(facts))
        self.refused["facts"] = tuple(map(AddressRefusal, clashing.pop("facts")))
        for path in clashing:
            fact = table.incident.fact(path.removeprefix("facts."))
            words = {"ask": fill(fact.ask), "label": fill(fact.value(facts[fact.key]).label)}
            says = _("%(ask)s The answer “%(label)s” contradicts the others.") % words
            self.refuse(fact.key, says, [(_("Take it back"), question.without(fact.key).address)])
