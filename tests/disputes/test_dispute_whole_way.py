"""Every incident under Foster and under Chicago, through every step of a dispute and back.

A dispute is raised with the facts of a printed case and must be ruled as the case says. If somebody has a
choice, it is made. The dispute is confirmed and changes the deal's score and the game. It is appealed against
and withdrawn, after which everything is as before. The expected scores are calculated in this module.
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
from scoring.game.incident_roles import KnownSeats, seats_of
from scoring.game.seating import TableSeats
from scoring.office.verification import breaches
from scoring.tables.games import find_deal
from scoring.tables.models import Table
from scoring.tables.table_policy import policy_of
from tests.factories import ClubOfRoles, make_club, record
from tests.refusals import refusing
from tests.running.day import some_of

pytestmark = pytest.mark.django_db

FOSTER, CHICAGO = "foster-1897", "chicago-1890"
DEALER, MAKER, BID = 1, 2, 7
MINE, THEIRS = 2, 1
"""Seat 1 deals, seat 2 bids seven and its side makes eight of the fourteen, the others six."""
TAKEN = {MINE: 8, THEIRS: 6}
JACK = 1
"""The jack, worth one point, was in the trick or tricks of the dispute."""
LAWFUL = 3
"""The seat whose turn it was to deal, for incidents that ask it."""
GAMES = ("cinch", "general")
DENIED_BY_THE_RECORD = {
    "foster-1897/revoke/nine-bid-and-eight-made",
    "foster-1897/revoke/six-bid-and-five-made-by-the-maker-who-revoked",
}
"""Cases of a bid that was not made. In this record the bid is made, so they cannot be raised on it."""


@dataclass(frozen=True)
class Way:
    """A printed case with the option to choose. The case is None if all books are silent."""

    id: str
    incident: str
    facts: Mapping[str, str]
    case: Case | None
    option: str

    def is_scored(self, law_set: str) -> bool:
        """Return whether the effects of the case or of the chosen option change a score."""
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
    """Yield for each incident of a topic a case that changes the score, a case that does not, and a silence.

    If no book has a case, the law is always silent: the incident is raised without facts.
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
    """Return a case with the first option that changes the score, otherwise with its first option.

    A case without a choice is returned without an option.
    """
    options = [option for choice in case.choices.values() for option in choice]
    found = [Way(case.id, case.incident, case.facts, case, option) for option in options or [""]]
    return next((way for way in found if way.is_scored(law_set)), found[0])


def seat_of(facts: Mapping[str, str]) -> int:
    """Return the seat that the facts name: the maker, the dealer, or otherwise the maker's left adversary."""
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
    """Return effects as the law writes them, without sentences and laws."""
    return [
        Effect(order.kind, tuple((name, order.effect[name]) for name in KINDS[order.kind].parameters))
        for order in orders
    ]


def ordered_by(way: Way, dispute: DisputeCase) -> list[Effect]:
    """Return the effects of the printed case and of the chosen option."""
    assert way.case is not None
    options = [option for choice in dispute.ruling.choices for option in choice.options]
    chosen = [effect for option in options if option.id == way.option for effect in option.effects]
    return [*way.case.effects, *chosen]


def figures(table: Table) -> tuple[list[int], list[int], int]:
    """Return the score of deal 1, the running score, and the next dealer."""
    deal = find_deal(table, 1)
    scored, state = deal.entry.score.scored.values, deal.state
    return list(scored), list(state.score.values), state.next_dealer


def reckoned(law_set: str, offender: int, effects: list[Effect]) -> tuple[list[int], int]:
    """Return the scores of sides 1 and 2 and the next dealer, calculated without the program's code.

    ``tests/game/test_seating.py`` has the seats of the roles that the law names.
    """
    parts = KnownSeats(TableSeats(4, 2), dealer=DEALER, maker=MAKER, offender=offender)
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
    """Return the score under Foster. The points of a barred side are not deducted either (The Revoke)."""
    if points[MINE] < BID and not is_waived:
        return {MINE: 0, THEIRS: points[THEIRS] + BID}
    if barred:
        return dict(points)
    more = points[MINE] - points[THEIRS]
    return {MINE: max(more, 0), THEIRS: max(-more, 0)}


def under_chicago(points: dict[int, int]) -> dict[int, int]:
    """Return the score under Chicago: the points, or for a failed bid minus the bid."""
    return dict(points) if points[MINE] >= BID else {MINE: -BID, THEIRS: points[THEIRS]}


def test_every_incident_that_can_be_raised_is_raised_under_both():
    for law_set in (FOSTER, CHICAGO):
        book = library.law_book(law_set)
        raised = {way.incident for topic in topics(law_set) for way in ways(law_set, topic)}
        assert raised == {name for name, one in book.tables.items() if one.incident.game in GAMES}
        assert len(raised) == 65


@pytest.mark.parametrize(
    ("law_set", "topic"),
    list(some_of([(law_set, topic) for law_set in (FOSTER, CHICAGO) for topic in topics(law_set)], 3)),
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
            with refusing("law-silent"):
                rulings.decide(**at, actor=director, confirm=True)
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
    """Raise a case that changes the score on the recorded deal, and any other case on the deal in play.

    A case that the record denies is refused on the recorded deal, and raised on the deal in play.
    """
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
    """Record the effects on the rest of the play as carried out.

    The table's page must show each effect until then.
    """
    to_come = {each for each in effects if KINDS[each.kind].carried_out == "table"}
    assert set(in_words(effect for _, effect in ruled.to_carry_out)) == to_come, way.id
    at = {"table": club.table, "actor": club.actors["scorer"], "dispute_id": ruled.id}
    for place, _ in ruled.to_carry_out:
        answers.spend(**at, effect=place)
    assert dispute_case(ruled.id).to_carry_out == []
