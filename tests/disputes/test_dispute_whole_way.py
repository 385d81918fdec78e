"""Every incident, under Foster and under Chicago, goes the whole way and back, at a table of an evening.

Raised with the facts of a printed case and ruled as that case says; chosen, where somebody has a choice;
confirmed; seen in the deal's score, the game and the standings; appealed against and taken back, after which
everything is as before. What that scores is worked out with pencil and paper.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from laws import library
from laws.domain.effects import KINDS, Effect
from laws.domain.errors import InvalidInput
from laws.domain.rule import Case
from scoring.disputes.queries.disputes import DisputeCase
from scoring.disputes.queries.lists import dispute_case
from scoring.disputes.services import answers, disputes, rulings
from scoring.events.hosting import host_of
from scoring.events.models import Event
from scoring.events.state import load
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.games import find_deal
from scoring.tables.models import Table
from scoring.tables.services import deals
from tests.events.evenings import begun, players_of, table_of
from tests.factories import ClubOfRoles, make_club
from tests.printing.pencil import BID, CHICAGO, DEALER, FOSTER, LAWFUL, MAKER, TAKEN, Reckoned

pytestmark = pytest.mark.django_db

GAMES = ("cinch", "general")
SAID_ONLY = {"stands", "established", "not-callable", "not-answered", "bid-not-added"}
"""Effects that say how things are: nothing of them is still to be carried out."""
DENIED_BY_THE_RECORD = {
    "foster-1897/revoke/nine-bid-and-eight-made",
    "foster-1897/revoke/six-bid-and-five-made-by-the-maker-who-revoked",
}
"""Cases of a bid that was not made; here it was, and the record says so."""


@dataclass(frozen=True)
class Way:
    """A printed case to go through (None where the books are silent throughout), with an option to choose."""

    id: str
    incident: str
    facts: Mapping[str, str]
    case: Case | None
    option: str

    def is_scored(self, law_set: str) -> bool:
        """Tell whether what is ordered touches a score: by the case, or by the option chosen."""
        if self.case is None or self.case.silent:
            return True
        table = library.law_book(law_set).tables[self.incident]
        chosen = [
            effect
            for outcome in table.outcomes
            for choice in outcome.choices
            for option in choice.options
            if option.id == self.option
            for effect in option.effects
        ]
        return any(KINDS[one.kind].scored_as for one in (*self.case.effects, *chosen))


def topics(law_set: str) -> list[str]:
    tables = library.law_book(law_set).tables.values()
    return sorted({table.incident.topic for table in tables if table.incident.game in GAMES})


def ways(law_set: str, topic: str) -> Iterator[Way]:
    """Yield of each incident of a topic a case that touches the score, one that does not, one of silence.

    Where no book has a case the law is silent throughout: the incident is raised without a fact.
    """
    book = library.law_book(law_set)
    for name, table in book.tables.items():
        if table.incident.topic != topic or table.incident.game not in GAMES:
            continue
        found: dict[str, Way] = {}
        for case in book.rules.cases:
            if case.incident == name and case.facts.get("players", "four") == "four":
                way = first_of_its_options(law_set, case)
                kind = "silent" if case.silent else "scored" if way.is_scored(law_set) else "played"
                found.setdefault(kind, way)
        if not found:
            assert table.is_silent_throughout, f"{name} has no printed case"
            found["silent"] = Way(name, name, {}, None, "")
        yield from found.values()


def first_of_its_options(law_set: str, case: Case) -> Way:
    """Return a case with the first option that touches the score, or else the first, if there is a choice."""
    options = [option for choice in case.choices.values() for option in choice]
    found = [Way(case.id, case.incident, case.facts, case, option) for option in options or [""]]
    return next((way for way in found if way.is_scored(law_set)), found[0])


def seat_of(facts: Mapping[str, str]) -> int:
    """Return the seat of whom the facts speak: the maker, the dealer, or else the maker's left adversary."""
    parts = {
        "offender": {"maker": 2, "makers-partner": 4, "adversary": 3},
        "whose": {"dealers": 1, "others": 3, "adversarys": 1},
        "bidder": {"eldest": 2, "dealers-partner": 3, "pone": 4, "dealer": 1},
        "early_bidder": {"eldest": 2, "dealers-partner": 3, "pone": 4, "dealer": 1},
        "exposed_by": {"dealer": 1, "adversary": 2},
        "by": {"dealer": 1, "dealers-adversary": 4, "dealers-partner": 3},
        "keeper": {"dealer": 1, "dealers": 1},
        "shuffler": {"dealer": 1},
    }
    return next((parts[key][facts[key]] for key in parts if facts.get(key) in parts[key]), 3)


class Evening:
    """A table of an evening with one deal recorded and the next in play."""

    def __init__(self, law_set: str) -> None:
        self.law_set = law_set
        self.club: ClubOfRoles = make_club(law_set=law_set)
        self.event: Event = begun(self.club, deals_per_round=1)
        self.table: Table = table_of(self.event, 1)
        deal = {"dealer": DEALER, "maker": MAKER, "bid": BID, "trump": "H", "points": [TAKEN[1], TAKEN[2]]}
        scorer = self.club.actors["scorer"]
        for table in (self.table, table_of(self.event, 2)):
            deals.record(host=host_of(table), actor=scorer, payload=deal, key=uuid4())

    def raised(self, way: Way, number: int, seat: int | None) -> int:
        answer = disputes.raise_dispute(
            table=self.table, actor=self.club.actors["scorer"], number=number, incident=way.incident,
            facts=dict(way.facts), seat=seat, seats={"lawful-dealer": LAWFUL, "leader": MAKER},
            points=["jack"], assume=True,
        )  # fmt: skip
        return int(str(answer.body["dispute"]))

    def figures(self) -> tuple[list[int], list[int], int, list[int]]:
        """Return what deal 1 scores, the game, who deals next, and the standings of the four at the table."""
        game, place = find_deal(self.table, 1)
        record = load(self.event)
        points = {line.player: line.points for line in record.board.standings}
        scored = game.course.entries[place].score.scored.values
        seated = [points[player] for player in players_of(self.event)[:4]]
        return list(scored), list(game.course.score.values), game.course.next_dealer, seated

    def withdraw(self, dispute: int) -> None:
        given = {"table": self.table, "dispute_id": dispute, "reason": "it was not so"}
        rulings.appeal(actor=self.club.actors["player"], **given)
        rulings.settle(actor=self.club.actors["owner"], withdraw=True, **given)


def in_words(effects: list[dict[str, Any]]) -> list[Effect]:
    """Return effects as the law writes them, without their sentences and laws."""
    return [
        Effect(one["kind"], tuple((name, one[name]) for name in KINDS[one["kind"]].parameters))
        for one in effects
    ]


def ordered_by(way: Way, dispute: DisputeCase) -> list[Effect]:
    """Return what the printed case orders, with what the law lets the option chosen mean."""
    assert way.case is not None
    chosen = [
        effect
        for choice in dispute.ruling["choices"]
        for option in choice["options"]
        if option["id"] == way.option
        for effect in option["effects"]
    ]
    return [*way.case.effects, *in_words(chosen)]


def test_every_incident_that_can_be_raised_is_raised_under_both() -> None:
    for law_set in (FOSTER, CHICAGO):
        book = library.law_book(law_set)
        raised = {way.incident for topic in topics(law_set) for way in ways(law_set, topic)}
        assert raised == {name for name, one in book.tables.items() if one.incident.game in GAMES}
        assert len(raised) == 64


@pytest.mark.parametrize(
    ("law_set", "topic"),
    [
        # By turns, so that the gate tries about half of the topics under each book.
        pytest.param(law_set, topic, marks=pytest.mark.full if number % 2 else ())
        for law_set in (FOSTER, CHICAGO)
        for number, topic in enumerate(topics(law_set), start=law_set == CHICAGO)
    ],
)
def test_a_topic_goes_the_whole_way_and_back(law_set: str, topic: str) -> None:
    evening = Evening(law_set)
    before = evening.figures()
    assert before[0] == Reckoned(law_set, 3).reckoned([])[0], "eight to six, seven bid"
    director = evening.club.actors["director"]
    for way in ways(law_set, topic):
        seat = seat_of(way.facts)
        dispute, is_in_play = raise_it(evening, way, seat)
        told = dispute_case(dispute)
        given = {"table": evening.table, "actor": director, "dispute_id": dispute}
        if way.case is None or way.case.silent:
            assert told.ruling["status"] == "silent", way.id
            with pytest.raises(Conflict) as refusal:
                rulings.decide(**given, confirm=True)
            assert refusal.value.code == "law-silent"
            effects = [Effect("side-cannot-score", (("side", "makers-adversaries"),))]
            sent = [effects[0].canonical()]
            rulings.decide(**given, overrule=True, effects=sent, reason="the books are silent")
        else:
            effects = ordered_by(way, told)
            if way.option:
                answers.choose(**given, choice=way.option)
            rulings.decide(**given, confirm=True)
        ruled = dispute_case(dispute)
        assert set(in_words(ruled.effects)) == set(effects), way.id
        if is_in_play:
            show_and_spend(evening, way, dispute, effects)
            assert evening.figures() == before, way.id
        else:
            scored, next_dealer = Reckoned(law_set, seat).reckoned(effects)
            standings = [scored[0], scored[1]] * 2
            assert evening.figures() == (scored, scored, next_dealer, standings), (way.id, way.option)
            assert ruled.decided["score"]["after"]["scored"] == scored
            assert ruled.to_carry_out == [], "the play is over"
        evening.withdraw(dispute)
        assert evening.figures() == before, f"{way.id}: taken back, it is as it was"
    assert list(breaches()) == []


def raise_it(evening: Evening, way: Way, seat: int) -> tuple[int, bool]:
    """Raise a way on the recorded deal; on that in play if it is about the play or the record denies it."""
    if not way.is_scored(evening.law_set):
        return evening.raised(way, 2, None), True
    if way.id in DENIED_BY_THE_RECORD:
        with pytest.raises(InvalidInput, match="as recorded says otherwise"):
            evening.raised(way, 1, seat)
        return evening.raised(way, 2, seat), True
    return evening.raised(way, 1, seat), False


def show_and_spend(evening: Evening, way: Way, dispute: int, effects: list[Effect]) -> None:
    """Carry out at the table what concerns the play to come: shown until it is spent."""
    come = {one for one in effects if not KINDS[one.kind].scored_as and one.kind not in SAID_ONLY}
    shown = dispute_case(dispute).to_carry_out
    assert set(in_words(shown)) == come, way.id
    for one in shown:
        answers.spend(
            table=evening.table, actor=evening.club.actors["scorer"], dispute_id=dispute, effect=one["effect"]
        )
    assert dispute_case(dispute).to_carry_out == []
