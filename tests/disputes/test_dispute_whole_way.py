"""Every incident, under Foster and under Chicago, goes the whole way and back.

Raised with the facts of a printed case and ruled as that case says; chosen, where somebody has a choice;
confirmed; seen in the deal's score and the game; appealed against and taken back, after which everything is
as before. What that scores is worked out with pencil and paper.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import pytest

from laws import library
from laws.domain.effects import KINDS, Effect
from laws.domain.errors import InvalidInput
from laws.domain.rule import Case
from scoring.disputes.queries.disputes import DisputeCase
from scoring.disputes.queries.lists import dispute_case
from scoring.disputes.services import answers, disputes, rulings
from scoring.game.combined_decisions import Order
from scoring.game.incident_roles import Parts, seats_of
from scoring.game.seating import TableSeats
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.access import policy_of
from scoring.tables.games import find_deal
from scoring.tables.models import Table
from tests.factories import ClubOfRoles, make_club, record

pytestmark = pytest.mark.django_db

FOSTER, CHICAGO = "foster-1897", "chicago-1890"
DEALER, MAKER, BID = 1, 2, 7
MINE, THEIRS = 2, 1
"""Seat 1 deals, seat 2 bids seven and its side makes eight of the fourteen, the others six."""
TAKEN = {MINE: 8, THEIRS: 6}
JACK = 1
"""The jack, worth one, lay in the trick, or in the tricks, that a dispute is about."""
LAWFUL = 3
"""Whose deal it was, where that is asked."""
GAMES = ("cinch", "general")
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
        return any(KINDS[effect.kind].scored_as for effect in (*self.case.effects, *chosen))


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
            assert not table.rules, f"{name} has no printed case"
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


def in_words(orders: Iterable[Order]) -> list[Effect]:
    """Return effects as the law writes them, without their sentences and laws."""
    return [
        Effect(order.kind, tuple((name, order.effect[name]) for name in KINDS[order.kind].parameters))
        for order in orders
    ]


def ordered_by(way: Way, dispute: DisputeCase) -> list[Effect]:
    """Return what the printed case orders, with what the law lets the option chosen mean."""
    assert way.case is not None
    options = [option for choice in dispute.ruling.choices for option in choice.options]
    chosen = [effect for option in options if option.id == way.option for effect in option.effects]
    return [*way.case.effects, *chosen]


def figures(table: Table) -> tuple[list[int], list[int], int]:
    """Return what deal 1 scores, how the game stands, and who deals next."""
    deal = find_deal(table, 1)
    scored, state = deal.entry.score.scored.values, deal.state
    return list(scored), list(state.score.values), state.next_dealer


def reckoned(law_set: str, offender: int, effects: list[Effect]) -> tuple[list[int], int]:
    """Return what sides 1 and 2 score and who deals next, reckoned as with pencil and paper.

    Where those sit whom the law names is written down in ``tests/game/test_parts.py``.
    """
    parts = Parts(TableSeats(4, 2), dealer=DEALER, maker=MAKER, offender=offender)
    points, barred, is_waived, is_set_back = dict(TAKEN), set[int](), False, False
    for effect in effects:
        words = dict(effect.parameters)
        sides = {1 if seat % 2 else 2 for seat in seats_of(words.get("side", "offender"), parts)}
        if effect.kind == "new-deal":
            lawful = {"same": DEALER, "next": DEALER + 1, "lawful": LAWFUL}
            return [0, 0], lawful[words["dealer"]]
        if effect.kind in ("award-trick", "award-points"):
            (gains,) = sides
            points[gains] += JACK
            points[3 - gains] -= JACK
        elif effect.kind == "side-cannot-score":
            barred |= sides
        elif effect.kind == "no-points":
            barred = {1, 2}
        elif effect.kind == "bid-waived":
            is_waived = True
        elif effect.kind == "set-back":
            assert {seat % 2 for seat in seats_of(words["who"], parts)} == {MAKER % 2}
            is_set_back = True
        elif effect.kind == "points-to-maker" and words["points"] == "side":
            points = {MINE: 14, THEIRS: 0}
        elif effect.kind == "points-to-maker" and words["points"] == "tricks":
            (loses,) = sides
            points[loses] -= JACK
            points[MINE] += JACK
    scored = under_foster(points, barred, is_waived) if law_set == FOSTER else under_chicago(points)
    for side in barred:
        scored[side] = min(scored[side], 0)
    if is_set_back:
        scored[MINE] = -BID
    return [scored[1], scored[2]], DEALER + 1


def under_foster(points: dict[int, int], barred: set[int], is_waived: bool) -> dict[int, int]:
    """Cinch Laws, Scoring; The Revoke: what of a side that is barred is not deducted either."""
    if points[MINE] < BID and not is_waived:
        return {MINE: 0, THEIRS: points[THEIRS] + BID}
    if barred:
        return dict(points)
    more = points[MINE] - points[THEIRS]
    return {MINE: max(more, 0), THEIRS: max(-more, 0)}


def under_chicago(points: dict[int, int]) -> dict[int, int]:
    """Who makes his bid scores all he makes, who fails goes back the bid; the others score theirs."""
    return dict(points) if points[MINE] >= BID else {MINE: -BID, THEIRS: points[THEIRS]}


def test_every_incident_that_can_be_raised_is_raised_under_both():
    for law_set in (FOSTER, CHICAGO):
        book = library.law_book(law_set)
        raised = {way.incident for topic in topics(law_set) for way in ways(law_set, topic)}
        assert raised == {name for name, one in book.tables.items() if one.incident.game in GAMES}
        assert len(raised) == 65


@pytest.mark.parametrize(
    ("law_set", "topic"),
    [
        # By turns, so that the gate tries about half of the topics under each book.
        pytest.param(law_set, topic, marks=pytest.mark.full if number % 2 else ())
        for law_set in (FOSTER, CHICAGO)
        for number, topic in enumerate(topics(law_set), start=law_set == CHICAGO)
    ],
)
def test_a_topic_goes_the_whole_way_and_back(law_set, topic):
    club = make_club(law_set=law_set)
    table, director = club.table, club.actors["director"]
    record(table, club.actors["scorer"], dealer=DEALER, maker=MAKER, bid=BID, points=[TAKEN[1], TAKEN[2]])
    before = figures(table)
    assert before[0] == reckoned(law_set, 3, [])[0], "eight to six, seven bid"
    for way in ways(law_set, topic):
        seat = seat_of(way.facts)
        dispute = raised(club, way, seat)
        case = dispute_case(dispute)
        at = {"table": table, "dispute_id": dispute}
        if way.case is None or way.case.silent:
            assert case.ruling.status == "silent", way.id
            with pytest.raises(Conflict) as refusal:
                rulings.decide(**at, actor=director, confirm=True)
            assert refusal.value.code == "law-silent"
            effects = [Effect("side-cannot-score", (("side", "makers-adversaries"),))]
            order = {"overrule": True, "effects": [effects[0].canonical()], "reason": "silent"}
            rulings.decide(**at, actor=director, **order)
        else:
            effects = ordered_by(way, case)
            if way.option:
                answers.choose(**at, actor=director, choice=way.option)
            rulings.decide(**at, actor=director, confirm=True)
        ruled = dispute_case(dispute)
        assert set(in_words(ruled.effects)) == set(effects), way.id
        if ruled.is_in_play:
            show_and_spend(club, way, ruled, effects)
            assert figures(table) == before, way.id
        else:
            after, next_dealer = reckoned(law_set, seat, effects)
            assert figures(table) == (after, after, next_dealer), (way.id, way.option)
            assert ruled.decided["score"]["after"]["scored"] == after
            assert ruled.to_carry_out == [], "the play is over"
        rulings.appeal(**at, actor=club.actors["player"], reason="it was not so")
        rulings.settle(**at, actor=club.actors["owner"], withdraw=True, reason="it was not so")
        assert figures(table) == before, f"{way.id}: taken back, it is as it was"
    assert list(breaches()) == []


def raised(club: ClubOfRoles, way: Way, seat: int) -> int:
    """Raise a way on the recorded deal; on that in play if it is about the play or the record denies it."""
    is_scored, is_denied = way.is_scored(club.table.law_set.slug), way.id in DENIED_BY_THE_RECORD
    sent = {
        "policy": policy_of(club.table), "actor": club.actors["scorer"], "incident": way.incident,
        "assume": True,
        "facts": dict(way.facts), "seat": seat if is_scored else None, "points": ["jack"],
        "seats": {"lawful-dealer": LAWFUL, "leader": MAKER},
    }  # fmt: skip
    if is_denied:
        with pytest.raises(InvalidInput, match="as recorded says otherwise"):
            disputes.raise_dispute(number=1, **sent)
    return disputes.raise_dispute(number=1 if is_scored and not is_denied else 2, **sent).dispute


def show_and_spend(club: ClubOfRoles, way: Way, ruled: DisputeCase, effects: list[Effect]) -> None:
    """Carry out at the table what concerns the play to come: shown until it is spent."""
    to_come = {each for each in effects if KINDS[each.kind].carried_out == "table"}
    assert set(in_words(effect for _, effect in ruled.to_carry_out)) == to_come, way.id
    at = {"table": club.table, "actor": club.actors["scorer"], "dispute_id": ruled.id}
    for place, _ in ruled.to_carry_out:
        answers.spend(**at, effect=place)
    assert dispute_case(ruled.id).to_carry_out == []
