"""The page that answers: what happened, a question at a time, and then the ruling.

The address is the whole question, so that a link opens the same one with the same answers.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import addresses, asking, doubtful, library
from laws import queries as selectors
from laws.asking import Question
from laws.domain import arbiter, compare
from laws.domain import proposals as text
from laws.domain.lawset import LawSet
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import Topic
from laws.pages import answers as answering
from laws.pages import two_offences as together
from laws.settled import settled


@require_safe
@settled()
def ask(request: HttpRequest) -> HttpResponse:
    """Put the next question of an incident or show its ruling; without an incident, offer what happened."""
    question = addresses.read(request.GET)
    context = {
        "question": question,
        "law_set": selectors.law_set_named(question.law_set),
        "chosen": asking.LAW_SET in request.GET and asking.LAW_SET not in question.refused,
        "law_sets": [
            (slug, each.title, question.under(slug).address) for slug, each in _law_sets(question).items()
        ],
        "refused": asking.all_refusals(question.refused, asking.LAW_SET, asking.WORDS),
    }
    more = _answer(question) if question.incident else _offer(question)
    return render(request, "laws/ask.html", context | more, status=400 if question.refused else 200)


def _law_sets(question: Question) -> dict[str, LawSet]:
    """Return the law sets to choose among: our books, and a club's own where it is asked."""
    return {**library.law_sets(), question.law_set: selectors.law_set_named(question.law_set)}


def _offer(question: Question) -> dict[str, Any]:
    """Return what can be asked, by topic, and what the words typed may mean."""
    vocabulary = library.vocabulary()
    found = text.propose(vocabulary, question.words) if question.words else ()
    games = selectors.law_set_named(question.law_set).games
    own: list[Any] = []
    others: list[Any] = []
    for topic in together.topics_beside(question):
        entry = {"title": topic.title, "game": topic.game, "incidents": list(_incidents(question, topic))}
        (own if topic.game in games else others).append(entry)
    return {
        "proposals": list(answering.proposals(selectors.law_book_named(question.law_set).tables, found)),
        "topics": own,
        "other_topics": [
            entry for entry in others if not all(each["is_silent"] for each in entry["incidents"])
        ],
        "besides": together.summary(question),
    }


def _incidents(question: Question, topic: Topic) -> Iterator[dict[str, Any]]:
    tables = selectors.law_book_named(question.law_set).tables
    for incident in topic.incidents.values():
        yield {
            "title": fill(incident.title),
            "address": question.about(incident.id).address,
            "is_silent": tables[incident.id].is_silent_throughout,
        }


def _answer(question: Question) -> dict[str, Any]:
    """Return the question to put, or the ruling; neither where part of what was asked was refused."""
    table = question.table
    context: dict[str, Any] = {"incident": fill(table.incident.title), "topic": table.incident.topic}
    if question.refused:
        return context | {"kept": replace(question, refused={}), "can_go_on": asking.can_be(question)}
    ruling = arbiter.rule(question.book, question.incident, question.facts, assume=True)
    lines = answering.lines(question, ruling)
    context |= {
        "ruling": ruling,
        "lines": lines,
        "told": [line for line in lines if line.label],
        "untold": [line for line in lines if not line.label],
        "assumed": answering.assumed(question, ruling),
        "read_otherwise": doubtful.read_otherwise(question),
        "besides": together.summary(question),
    }
    if answering.next_fact(question, ruling):
        return context | _asked(question, ruling)
    if question.besides:
        return context | {"both": together.both(question), "elsewhere": list(together.elsewhere(question))}
    return context | _ruled(question, ruling)


def _asked(question: Question, ruling: Ruling) -> dict[str, Any]:
    """Return the question to put, and what is still possible."""
    fact = answering.next_fact(question, ruling)
    possible = [answering.shown(outcome) for outcome in ruling.possible]
    return {
        "put": answering.put(question, fact) if fact else None,
        "possible": possible[: answering.MOST_SHOWN],
        "possible_more": possible[answering.MOST_SHOWN :],
    }


def _ruled(question: Question, ruling: Ruling) -> dict[str, Any]:
    """Return the ruling with its grounds, and what the other law sets say."""
    books = {**selectors.law_books_with(), question.law_set: question.book}
    answer = compare.answer(books, question.law_set, question.incident, question.facts, assume=True)
    fallback = answer.fallback
    return {
        "outcome": answering.shown(ruling.possible[0]),
        "laws": answering.cited(ruling),
        "because": ruling.because,
        "exceptions": ruling.exceptions,
        "doubts": list(doubtful.doubts(question, ruling)),
        "sufficient": answering.sufficient(ruling),
        "displaced": answering.displaced(ruling),
        "changes": answering.changes(question, ruling),
        "elsewhere": list(answering.elsewhere(question, ruling)),
        "same_deal": question.in_same_deal().address,
        "fallback": _fallback(question, fallback) if fallback else None,
    }


def _fallback(question: Question, ruling: Ruling) -> dict[str, Any]:
    """Return what the law set would say on which a silent one falls back."""
    fact = answering.next_fact(question, ruling)
    return {
        "title": selectors.law_set_named(ruling.law_set).title,
        "address": question.under(ruling.law_set).address,
        "put": answering.put(question, fact) if fact and ruling.is_open else None,
        "outcome": None if ruling.is_open else answering.shown(ruling.possible[0]),
        "laws": answering.cited(ruling),
    }
