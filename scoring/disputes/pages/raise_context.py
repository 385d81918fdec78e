"""What the page on which a dispute is raised shows: what may have happened, the next question, the ruling.

Each is made of words and addresses; the law is asked in the domain, and nothing is decided here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from laws import library, order
from laws.domain import arbiter
from laws.domain import proposals as text
from laws.domain.compile import Table as LawTable
from laws.domain.lawset import LawSet
from laws.domain.roles import fill
from laws.domain.vocabulary import Fact
from laws.pages import answers as answering
from laws.queries import law_book_at, law_set_at
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import DisputeCourse, course
from scoring.disputes.pages.asking import Asked
from scoring.disputes.queries.people import People, Seated
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.disputes import EVERY_GAME
from scoring.domain.disputes.naming import turns_on_points
from scoring.domain.disputes.steps import Said, Step
from scoring.game import irregularities as finding
from scoring.game import parts as roles
from scoring.game.deal import Deal as DealValue
from scoring.game.rules import rules_of
from scoring.game.seating import Seating
from scoring.models import Member, Table
from scoring.records import game_of, law_set_of
from scoring.selectors.ruling_answers import answer_under
from scoring.tables.games import GameRecord


@dataclass(frozen=True, slots=True)
class About:
    """The deal that a dispute is raised about: its game, its place there (None in play), who sat where."""

    table: Table
    number: int
    game: GameRecord
    index: int | None
    members: Sequence[Member]

    @property
    def deal(self) -> DealValue:
        """Return the deal as it stands; of the one in play no more is known than who deals."""
        course_ = self.game.course
        return DealValue(course_.next_dealer) if self.index is None else course_.entries[self.index].deal

    @property
    def has_cards(self) -> bool:
        """Tell whether every card of the deal is recorded."""
        return self.deal.cards is not None


@dataclass(frozen=True, slots=True)
class Line:
    """A fact in the list: its question, what is said of it, how it is known, and where to change it."""

    ask: str
    label: str
    provenance: str
    because: str
    again: str
    differ: str


def offered(asked: Asked, about: About) -> dict[str, Any]:
    """Return what can have happened: by the record, by the words typed, and by topic."""
    book, law_set = law_book_at(about.table.law_set.revision), law_set_at(about.table.law_set.revision)
    proposals = text.propose(library.vocabulary(), asked.words) if asked.words else ()
    games = {about.table.game, *law_set.games, EVERY_GAME}
    topics = []
    for topic in order.topics():
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
    fitting = [each for each in proposals if each.incident.id in book.tables and each.incident.game in games]
    return {"proposals": list(answering.proposals(book.tables, fitting)), "topics": topics}


def found_on(about: About, raised: Collection[tuple[str, int | None, int | None]]) -> list[dict[str, Any]]:
    """Return what the record itself shows to have been irregular, each as it is raised with one tap.

    ``raised`` are the incidents with seat and trick that were raised already.
    """
    if about.index is None:
        return []
    tables, kind = law_book_at(about.table.law_set.revision).tables, game_of(about.table)
    return [
        {
            "incident": found.incident,
            "title": fill(tables[found.incident].incident.title),
            "says": found.says,
            "seat": found.seat,
            "name": about.members[found.seat - 1].name,
            "trick": found.trick,
            "held": Asked(
                about.table.pk, about.number, found.incident, found.seat, found.trick, found.values
            ).held,
            "key": uuid4(),
        }
        for found in finding.found(about.deal, rules_of(law_set_of(about.table), kind), kind)
        if found.incident in tables and (found.incident, found.seat, found.trick) not in raised
    ]


def asked_of(asked: Asked, about: About, actor: str) -> dict[str, Any]:
    """Return the next question, or the ruling. Raises InvalidInput for facts that cannot be."""
    revision = about.table.law_set.revision
    book, law_set = law_book_at(revision), law_set_at(revision)
    table = arbiter.table_of(book, asked.incident)
    shown = {"incident": fill(table.incident.title), "asked": asked}
    if asked.seat is None:
        return shown | {"who": _who(asked, about)}
    known = dispute_steps.shown(about.table, table.incident, about.deal, asked.seat or None, asked.trick)
    seating = game_of(about.table).seating
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
    found = course([Step(1, "raised", actor, content)], book, seating)
    shown |= {
        "lines": list(_lines(asked, table, found.facts, seating)),
        "offender": about.members[asked.seat - 1].name if asked.seat else "",
        "elsewho": replace(asked, seat=None).address,
    }
    again = asked.again in found.facts or asked.again in found.questions
    if again or found.questions:
        fact = roles.asked_at(table.incident.fact(asked.again if again else found.questions[0]), seating)
        return shown | {"put": _put(asked, table, fact, plain, again)}
    seated = Seated(about.game, about.number, seating, about.members)
    people = seated.people_of(found)
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


def splits_of(found: DisputeCourse, law_set: LawSet, people: People) -> list[dict[str, Any]]:
    """Return the ruling for each way in which the facts in dispute can be."""
    fact = found.ruling.table.incident.fact
    return [
        {
            "means": [
                (fill(fact(key).ask), fill(fact(key).value(value).label))
                for key, value in split.facts.items()
            ],
            "ruling": people.ruling(answer_under(split.ruling, law_set, found.incident)),
        }
        for split in found.splits
    ]


def _who(asked: Asked, about: About) -> list[dict[str, Any]]:
    return [
        {"name": member.name, "seat": seat, "address": asked.by(seat).address}
        for seat, member in enumerate(about.members, start=1)
    ]


def _lines(asked: Asked, table: LawTable, facts: Mapping[str, Said], seating: Seating) -> Iterator[Line]:
    for key, said in facts.items():
        fact = roles.asked_at(table.incident.fact(key), seating)
        if len(fact.values) == 1:
            continue  # At a table of so many nothing else can be, and nobody needs to read it.
        labels = [fill(fact.value(value).label) for value in ([said.value] if said.value else said.values)]
        yield Line(
            fill(fact.ask),
            " / ".join(labels),
            said.provenance,
            said.because,
            asked.asking_again(key).address if said.provenance != "record" else "",
            asked.differing(key, fact.slugs).address if said.provenance != "disputed" else "",
        )


def _put(
    asked: Asked, table: LawTable, fact: Fact, plain: Mapping[str, str], is_again: bool
) -> dict[str, Any]:
    """Return a question with an address for each answer that can be, and the one for a disagreement."""
    keys = []
    for value in fact.values:
        own = {key: said for key, said in {**plain, fact.key: value.slug}.items() if key in table.steps}
        if not table.known(own) and not is_again:
            continue
        keys.append(
            answering.Key(
                label=fill(value.label),
                means=fill(value.means),
                address=asked.answering(table, fact.key, value.slug).address,
                is_usual=fact.usual == value.slug,
                is_given=asked.facts.get(fact.key) == value.slug,
            )
        )
    return {
        "put": answering.Put(fill(fact.ask), fill(fact.why), fact.known_to, tuple(keys)),
        "key": fact.key,
        "differ": asked.differing(fact.key, fact.slugs).address,
    }
