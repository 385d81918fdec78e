"""The page for asking the law: choose what happened, answer questions one by one, see the ruling.

The URL holds the whole question and all answers.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, queries
from laws.domain import arbiter
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.pages import answers, questions, two_offences
from laws.pages.inquiry import WORDS, put
from laws.pages.questions import Question


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """Show the next question of an incident or its ruling. Without an incident, list the incidents."""
    question = questions.read(request.GET)
    context = {
        "question": question,
        "law_set": question.law_set,
        "chosen": questions.LAW_SET in request.GET and questions.LAW_SET not in question.refused,
        "law_sets": [
            (slug, law_set.title, question.under(law_set, slug).address)
            for slug, law_set in {**library.law_sets(), question.slug: question.law_set}.items()
        ],
        "refused": questions.all_refusals(question.refused, questions.LAW_SET, WORDS),
    }
    more = _answer(question) if question.incident else _offer(question)
    return render(request, "laws/ask.html", context | more, status=400 if question.refused else 200)


def _offer(question: Question) -> dict[str, Any]:
    """Return the incidents by topic, and the proposals for the typed words."""
    book = queries.law_book_at(question.law_set.revision)
    own: list[Any] = []
    others: list[Any] = []
    for topic in two_offences.askable_topics(question):
        incidents = [
            (incident, question.about(incident.id).address, not book.tables[incident.id].rules)
            for incident in library.vocabulary().listed_under(topic)
        ]
        if topic.game == question.law_set.games[0]:
            own.append((topic, incidents))
        elif not all(is_silent for _incident, _address, is_silent in incidents):
            others.append((topic, incidents))
    return answers.proposals_for(question.words, book) | {
        "topics": own,
        "other_topics": others,
        "words_refused": question.refused.get(WORDS, ()),
    }


def _answer(question: Question) -> dict[str, Any]:
    """Return the next question or the ruling; neither if a part of the URL was refused."""
    table = question.table
    context: dict[str, Any] = {"incident": fill(table.incident.title), "topic": table.incident.topic}
    if question.refused:
        return context | {"can_go_on": questions.can_be(question)}
    ruling = question.ruling
    lines = answers.lines(question, ruling)
    context |= {
        "ruling": ruling,
        "lines": lines,
        "answered": [line for line in lines if line.label],
        "unanswered": [line for line in lines if not line.label],
        "assumed": answers.assumed(question, ruling),
        "read_otherwise": answers.read_otherwise(question),
        "leads": list(answers.leads(question, ruling)),
    }
    if two_offences.has_question_of_the_first(question):
        return context | {"both": two_offences.both(question), "elsewhere": []}
    if fact := answers.next_fact(question, ruling):
        return context | {"put": put(question, question.table, fact, question.facts)}
    if question.same_deal:
        return context | {
            "both": two_offences.both(question),
            "elsewhere": list(two_offences.elsewhere(question)),
        }
    return context | _ruled(question, ruling)


def _ruled(question: Question, ruling: Ruling) -> dict[str, Any]:
    """Return the ruling with its reasons, and the rulings of the other law sets."""
    books = {**queries.law_books_with(), question.slug: question.book}
    ruling_request = arbiter.RulingRequest(question.slug, question.incident, question.facts, assume=True)
    fallback = arbiter.answer(books, ruling_request).fallback
    return {
        "outcome": ruling.possible[0],
        "open_readings": list(answers.open_readings_of(question, ruling)),
        "sufficient": answers.sufficient(ruling),
        "displaced": answers.displaced(ruling),
        "changes": answers.changes(question, ruling),
        "elsewhere": list(answers.elsewhere(question, ruling)),
        "same_deal": question.in_same_deal().address,
        "fallback": _fallback(question, fallback) if fallback else None,
    }


def _fallback(question: Question, ruling: Ruling) -> dict[str, Any]:
    """Return the ruling of the fallback, or its next question."""
    law_set = library.law_set(ruling.law_set)
    fact = answers.next_fact(question, ruling) if ruling.is_open else None
    return {
        "title": law_set.title,
        "address": question.under(law_set).address,
        "put": put(question, question.table, fact, question.facts) if fact else None,
        "ruling": ruling,
    }
