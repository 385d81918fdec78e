"""The page for asking the law: choose what happened, answer questions one by one, see the ruling.

The URL holds the whole question and all answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, queries
from laws.domain import arbiter
from laws.domain.lawset import LawSet
from laws.domain.roles import fill
from laws.domain.rule import Outcome
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import Incident, Topic
from laws.open_readings import OpenReading
from laws.pages import answers, questions, two_offences
from laws.pages.inquiry import WORDS, AddressRefusal, PutQuestion, put
from laws.pages.questions import Question

ListedTopic = tuple[Topic, list[tuple[Incident, str, bool]]]
"""A topic with its incidents. Each incident has its URL, and True if the law set has no rule on it."""


@dataclass(frozen=True)
class AskPage:
    """The part of the page that is the same with and without a chosen incident.

    - ``chosen``: whether the URL names a known law set.
    - ``law_sets``: the law sets of the books, and the question's law set if it is none of them. Each entry
      has the name, the title, and the URL that asks the same question under this law set.
    - ``refused``: the refused parts of the URL. The law set and the typed words are left out, because the
      page shows their refusals beside their fields.
    """

    question: Question
    law_set: LawSet
    chosen: bool
    law_sets: list[tuple[str, str, str]]
    refused: list[AddressRefusal]


@dataclass(frozen=True)
class OfferedIncidents:
    """The incidents by topic, and the proposals for the typed words.

    - ``topics``: the topics of the law set's first game, see `askable_topics`.
    - ``other_topics``: the topics of other games on which the law set has rules.
    - ``proposals``, ``other_games``: the proposed incidents of the games asked about, and of other games.
    - ``words_refused``: the reasons for which the typed words are refused.
    """

    topics: list[ListedTopic]
    other_topics: list[ListedTopic]
    proposals: list[answers.ProposedIncident]
    other_games: list[answers.ProposedIncident]
    words_refused: Sequence[AddressRefusal]


@dataclass(frozen=True, slots=True)
class Fallback:
    """The ruling of the fallback law set, shown if the law set is silent.

    ``put`` is the next question that this ruling needs; None if the ruling needs no more facts.
    """

    title: str
    address: str
    put: PutQuestion | None
    ruling: Ruling


@dataclass(frozen=True)
class AskedIncident:
    """What the page shows about the chosen incident: the next question or the ruling.

    - ``can_go_on``: whether a part of the URL is refused, but the accepted facts do not contradict each
      other. Then a link leads to the same page without the refused part.
    - ``put``: the next question.
    - ``both``: for two offences, their combined ruling or a question that must be answered first.
    - ``outcome``: the outcome of the ruling.
    - ``sufficient``: the fewest facts that force the ruling, each in a sentence.
    - ``displaced``: the text of the rules that apply but are overridden.
    - ``changes``: the smallest changes of answers that could alter the ruling.
    - ``elsewhere``: the rulings of the other books.
    - ``same_deal``: the URL that adds a second offence.
    """

    incident: str
    topic: str
    can_go_on: bool = False
    ruling: Ruling | None = None
    answered: Sequence[answers.FactLine] = ()
    unanswered: Sequence[answers.FactLine] = ()
    assumed: Sequence[answers.FactLine] = ()
    read_otherwise: Sequence[answers.FactLine] = ()
    leads: Sequence[tuple[str, str, str]] = ()
    both: two_offences.TwoOffences | None = None
    put: PutQuestion | None = None
    outcome: Outcome | None = None
    open_readings: Sequence[tuple[OpenReading, list[answers.ReadingOption]]] = ()
    sufficient: Sequence[str] = ()
    displaced: Sequence[str] = ()
    changes: Sequence[answers.AnswerChange] = ()
    elsewhere: Sequence[answers.OtherRuling] = ()
    same_deal: str = ""
    fallback: Fallback | None = None


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """Show the next question about an incident, or the ruling on it. Without an incident, list the incidents.

    The status is 400 if a part of the URL is refused.
    """
    question = questions.read(request.GET)
    asked = AskPage(
        question=question,
        law_set=question.law_set,
        chosen=questions.LAW_SET in request.GET and questions.LAW_SET not in question.refused,
        law_sets=[
            (slug, law_set.title, question.under(law_set, slug).address)
            for slug, law_set in {**library.law_sets(), question.slug: question.law_set}.items()
        ],
        refused=questions.all_refusals(question.refused, questions.LAW_SET, WORDS),
    )
    more = _answer(question) if question.incident else _offer(question)
    status = 400 if question.refused else 200
    return render(request, "laws/ask.html", vars(asked) | vars(more), status=status)


def _offer(question: Question) -> OfferedIncidents:
    book = queries.law_book_at(question.law_set.revision)
    own: list[ListedTopic] = []
    others: list[ListedTopic] = []
    for topic in two_offences.askable_topics(question):
        incidents = [
            (incident, question.about(incident.id).address, not book.tables[incident.id].rules)
            for incident in library.vocabulary().listed_under(topic)
        ]
        if topic.game == question.law_set.games[0]:
            own.append((topic, incidents))
        elif not all(is_silent for _incident, _address, is_silent in incidents):
            others.append((topic, incidents))
    proposals, other_games = answers.proposals_for(question.words, book)
    words_refused = question.refused.get(WORDS, ())
    return OfferedIncidents(own, others, proposals, other_games, words_refused)


def _answer(question: Question) -> AskedIncident:
    incident = question.table.incident
    if question.refused:
        return AskedIncident(fill(incident.title), incident.topic, can_go_on=questions.can_be(question))
    ruling = question.ruling
    lines = answers.lines(question, ruling)
    answer = AskedIncident(
        fill(incident.title),
        incident.topic,
        ruling=ruling,
        answered=[line for line in lines if line.label],
        unanswered=[line for line in lines if not line.label],
        assumed=answers.assumed(question, ruling),
        read_otherwise=answers.read_otherwise(question),
        leads=list(answers.leads(question, ruling)),
    )
    if two_offences.has_question_of_the_first(question):
        return replace(answer, both=two_offences.both(question))
    if fact := answers.next_fact(question, ruling):
        return replace(answer, put=put(question, question.table, fact, question.facts))
    if question.same_deal:
        elsewhere = list(two_offences.elsewhere(question))
        return replace(answer, both=two_offences.both(question), elsewhere=elsewhere)
    return replace(
        answer,
        outcome=ruling.possible[0],
        open_readings=list(answers.open_readings_of(question, ruling)),
        sufficient=answers.sufficient(ruling),
        displaced=answers.displaced(ruling),
        changes=answers.changes(question, ruling),
        elsewhere=list(answers.elsewhere(question, ruling)),
        same_deal=question.in_same_deal().address,
        fallback=_fallback(question),
    )


def _fallback(question: Question) -> Fallback | None:
    books = {**queries.law_books_with(), question.slug: question.book}
    ruling_request = arbiter.RulingRequest(question.slug, question.incident, question.facts, assume=True)
    ruling = arbiter.answer(books, ruling_request).fallback
    if ruling is None:
        return None
    law_set = library.law_set(ruling.law_set)
    fact = answers.next_fact(question, ruling) if ruling.is_open else None
    next_question = put(question, question.table, fact, question.facts) if fact else None
    return Fallback(law_set.title, question.under(law_set).address, next_question, ruling)
