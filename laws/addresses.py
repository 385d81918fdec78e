"""A question to the law read from an address, strictly.

What is unknown is refused with the nearest that would do, and everything else is kept: nothing is ruled from
half an address.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.utils.translation import gettext as _

from laws import library
from laws import open_readings as readings
from laws import queries as selectors
from laws.asking import (
    AGAIN,
    BESIDES,
    INCIDENT,
    LAW_SET,
    OWN,
    READ_AS,
    WORDS,
    Question,
    Refusal,
    can_be,
    own_facts,
)
from laws.domain import arbiter
from laws.domain.compile import Table
from laws.domain.errors import InvalidInput, quote
from laws.domain.proposals import LONGEST_TEXT
from laws.domain.roles import fill

NEAREST = 3


def read(query: QueryDict) -> Question:
    """Return the question of an address, with a refusal for each part that cannot be taken."""
    given, refused = _once_each(query)
    question = Question(library.common_law_set().slug)
    if (slug := given.get(LAW_SET)) is not None:
        try:
            selectors.law_set_named(slug)
            question = question.under(slug)
        except InvalidInput:
            refused[LAW_SET] = (_unknown_law_set(question, slug),)
    question = _with_words(question, given.get(WORDS, ""), refused)
    if BESIDES in given:
        question = _with_other(question, given[BESIDES], refused)
    question = _with_incident(question, given, refused)
    return replace(question, refused=refused)


def _once_each(query: QueryDict) -> tuple[dict[str, str], dict[str, tuple[Refusal, ...]]]:
    """Return what an address gives under each name, and a refusal of what it gives twice."""
    given: dict[str, str] = {}
    refused: dict[str, tuple[Refusal, ...]] = {}
    for key, values in query.lists():
        if len(set(values)) > 1:
            refused[key] = (Refusal(_("This was given more than once, with different answers.")),)
        elif values and values[0]:
            given[key] = values[0]
    return given, refused


def _with_other(question: Question, text: str, refused: dict[str, tuple[Refusal, ...]]) -> Question:
    """Return the question with what else happened, if all of that can be taken and it is settled."""
    try:
        given, faults = _once_each(QueryDict(text))
    except TooManyFieldsSent:
        given, faults = {}, {}
    if WORDS in given or BESIDES in given or AGAIN in given or INCIDENT not in given:
        faults[BESIDES] = (Refusal(_("What else happened in the deal is one incident with its facts.")),)
    else:
        other = _with_incident(Question(question.law_set), given, faults)
    if faults:
        refused[BESIDES] = tuple(refusal for found in faults.values() for refusal in found)
        return question
    return replace(question, besides=other)


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
    question = _read_as(replace(question, incident=incident), given.get(READ_AS, ""), refused)
    return _with_facts(question, answers, given.get(AGAIN, ""), refused)


def _read_as(question: Question, text: str, refused: dict[str, tuple[Refusal, ...]]) -> Question:
    """Return the question with its doubtful words read as an address wants it."""
    known = readings.doubts(question.law_set, question.incident)
    taken: dict[str, str] = {}
    for name, way in readings.split(text) if text else ():
        if name not in known or way not in known[name].ways:
            ways = known[name].ways if name in known else {}
            said = (
                _("%(name)s is none of the readings of these words.")
                if ways
                else _("%(name)s is in no doubt.")
            )
            links = [(words, question.reading(name, each).address) for each, words in ways.items()]
            refused[READ_AS] = (Refusal(said % {"name": quote(way if ways else name)}, tuple(links)),)
        elif way != known[name].usual:
            taken[known[name].name] = way
    try:
        readings.book(question.law_set, question.incident, taken)
    except InvalidInput as reason:
        refused[READ_AS] = tuple(Refusal(said) for said in reason.reasons)
        return question
    return replace(question, read_as=taken)


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
    known = {law_set.slug: law_set for law_set in selectors.all_law_sets()}
    near = get_close_matches(slug[:200], known, NEAREST) or list(library.law_sets())
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
