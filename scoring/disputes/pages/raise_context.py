"""What the page on which a dispute is raised shows: what may have happened, the next question, the ruling.

Each is made of words and addresses; the law is asked in the domain, and nothing is decided here.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from laws import contents, library
from laws.domain import arbiter, proposals
from laws.domain.compile import LawTable
from laws.domain.roles import fill
from laws.domain.vocabulary import IncidentFact
from laws.pages import answers
from laws.queries import law_book_at, law_set_at
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import Said, StepRecord, dispute_state, turns_on_points
from scoring.disputes.pages.asking import Asked
from scoring.disputes.queries.disputes import splits_of
from scoring.disputes.queries.people import Seated, answer_under
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.disputes import EVERY_GAME
from scoring.game import irregularities, parts
from scoring.game.rules import rules_of
from scoring.game.seating import TableSeats
from scoring.tables.models import Table


def offered(asked: Asked, about: Seated) -> dict[str, Any]:
    """Return what can have happened: by the record, by the words typed, and by topic."""
    book, law_set = law_book_at(about.game.laws.revision), law_set_at(about.game.laws.revision)
    proposed = proposals.propose(library.vocabulary(), asked.words) if asked.words else ()
    games = {about.game.laws.game, *law_set.games, EVERY_GAME}
    topics = []
    for topic in contents.topics():
        incidents = [
            {
                "title": fill(incident.title),
                "address": Asked(asked.table, asked.number, incident.id).address,
                "is_silent": book.tables[incident.id].is_silent_throughout,
            }
            for incident in topic.incidents.values()
            if incident.game in games and incident.id in book.tables
        ]
        if incidents:
            topics.append({"title": topic.title, "incidents": incidents})
    fitting = [each for each in proposed if each.incident.id in book.tables and each.incident.game in games]
    return {"proposals": list(answers.proposals(book.tables, fitting)), "topics": topics}


def found_on(
    table: Table, about: Seated, raised: Collection[tuple[str, int | None, int | None]]
) -> list[dict[str, Any]]:
    """Return what the record itself shows to have been irregular, each as it is raised with one tap.

    ``raised`` are the incidents with seat and trick that were raised already.
    """
    if about.index is None:
        return []
    tables, kind = law_book_at(about.game.laws.revision).tables, about.game.kind
    return [
        {
            "incident": found.incident,
            "title": fill(tables[found.incident].incident.title),
            "says": found.says,
            "seat": found.seat,
            "name": about.members[found.seat - 1].name,
            "trick": found.trick,
            "held": Asked(table.pk, about.number, found.incident, found.seat, found.trick, found.values).held,
            "key": uuid4(),
        }
        for found in irregularities.irregularities_in(about.deal, rules_of(about.game.law_set, kind))
        if found.incident in tables and (found.incident, found.seat, found.trick) not in raised
    ]


def asked_of(asked: Asked, about: Seated, actor: str) -> dict[str, Any]:
    """Return the next question, or the ruling. Raises InvalidInput for facts that cannot be."""
    revision = about.game.laws.revision
    book, law_set = law_book_at(revision), law_set_at(revision)
    table = arbiter.table_of(book, asked.incident)
    shown = {"incident": fill(table.incident.title), "asked": asked}
    if asked.seat is None:
        return shown | {"who": _who(asked, about)}
    known = dispute_steps.shown(about.game, table.incident, about.deal, asked.seat or None, asked.trick)
    seating = about.game.kind.seating
    said = reading.read_facts(table, asked.sent, known, seating)
    plain = {key: one.value for key, one in said.items() if one.value is not None}
    ruling = arbiter.rule(book, asked.incident, plain, assume=True)
    assumed = {key: Said(value, "assumed") for key, value in ruling.assumed.items() if key not in said}
    content = {
        "incident": asked.incident,
        "facts": {key: one.canonical() for key, one in {**said, **assumed}.items()},
        "trick": asked.trick,
        "seats": {"offender": asked.seat} if asked.seat else {},
    }
    found = dispute_state([StepRecord(1, "raised", actor, content)], book, seating)
    shown |= {
        "lines": list(_lines(asked, table, found.facts, seating)),
        "offender": about.members[asked.seat - 1].name if asked.seat else "",
        "elsewho": replace(asked, seat=None).address,
    }
    again = asked.again in found.facts or asked.again in found.questions
    if again or found.questions:
        fact = parts.asked_at(table.incident.fact(asked.again if again else found.questions[0]), seating)
        return shown | {"put": _put(asked, table, fact, plain, again)}
    people = about.people_of(found)
    return shown | {
        "ruling": people.ruling(answer_under(found.decisive, law_set, asked.incident)),
        "splits": splits_of(found, law_set, people) if found.does_it_matter else (),
        "does_not_matter": bool(found.splits) and not found.does_it_matter,
        "needs_points": turns_on_points(found),
        "needs_lawful_dealer": any(
            effect.kind == "new-deal" and dict(effect.parameters).get("dealer") == "lawful"
            for effect in found.effects
        ),
    }


def _who(asked: Asked, about: Seated) -> list[dict[str, Any]]:
    return [
        {"name": member.name, "seat": seat, "address": asked.by(seat).address}
        for seat, member in enumerate(about.members, start=1)
    ]


def _lines(
    asked: Asked, table: LawTable, facts: Mapping[str, Said], seating: TableSeats
) -> Iterator[dict[str, object]]:
    """Yield the facts: each with what is said of it, how it is known, and where to change it."""
    for key, said in facts.items():
        fact = parts.asked_at(table.incident.fact(key), seating)
        if len(fact.values) == 1:
            continue  # At a table of so many nothing else can be, and nobody needs to read it.
        labels = [fill(fact.value(value).label) for value in ([said.value] if said.value else said.values)]
        yield {
            "ask": fill(fact.ask),
            "label": " / ".join(labels),
            "provenance": said.provenance,
            "because": said.because,
            "again": asked.asking_again(key).address if said.provenance != "record" else "",
            "differ": asked.differing(key, fact.slugs).address if said.provenance != "disputed" else "",
        }


def _put(
    asked: Asked, table: LawTable, fact: IncidentFact, plain: Mapping[str, str], is_again: bool
) -> dict[str, Any]:
    """Return a question with an address for each answer that can be, and the one for a disagreement."""
    keys = []
    for value in fact.values:
        own = {key: said for key, said in {**plain, fact.key: value.slug}.items() if key in table.steps}
        if not table.known(own) and not is_again:
            continue
        keys.append(
            answers.AnswerKey(
                label=fill(value.label),
                means=fill(value.means),
                address=asked.answering(table, fact.key, value.slug).address,
                is_usual=fact.usual == value.slug,
                is_given=asked.facts.get(fact.key) == value.slug,
            )
        )
    return {
        "put": answers.PutQuestion(fill(fact.ask), fill(fact.why), fact.known_to, tuple(keys)),
        "key": fact.key,
        "differ": asked.differing(fact.key, fact.slugs).address,
    }
