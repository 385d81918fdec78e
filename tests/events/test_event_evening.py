"""An evening of many players with everything that can go wrong, and the same evening again from its seed."""

import random

import pytest

from scoring.events.models import Bell, Seating
from scoring.events.people.services import attendance
from scoring.events.results.services import decisions
from scoring.office.verification import breaches
from tests.events.evenings import planned

pytestmark = pytest.mark.django_db

ROUNDS, DEALS = 8, 2


def played(club, people, *, careless):
    """Play the evening; return every round's seats by place in the list, and the standings.

    The deals are the same in every run. If ``careless``, every button is pressed and every request is sent
    several times, and some results are first entered wrongly. This must make no difference.
    """
    evening = planned(club, people, of_rounds=ROUNDS, deals_per_round=DEALS, seed="an evening in autumn")
    evening.start()
    order = evening.players
    luck = random.Random(14)
    for number in range(1, ROUNDS + 1):
        for table in evening.current.tables:
            for _ in range(DEALS):
                taken = luck.randint(0, 14)
                assert evening.give(table.number, (taken, 14 - taken)).outcome == "recorded"
            if (number, table.number) == (4, 3):
                doubt = decisions.doubt(**evening.action, round_number=4, table_number=3)
        if number == 2:
            late = evening.enter("A late-comer")
            order.append(late.member_id)
        if number == 4:
            for _ in range(2 if careless else 1):
                evening.run_due_moves()
            assert evening.current.number == 4, "the doubt holds it"
            decisions.settle(**evening.action, doubt_id=doubt.pk, reason="it was right")
        if number == 5:
            evening.leave(order[10])
            if careless:
                with pytest.raises(attendance.LeftAlready):
                    evening.leave(order[10])
        if number == 6:
            for _ in range(3 if careless else 1):
                evening.ring(6)
        for _ in range(3 if careless else 1):
            evening.run_due_moves()
        if number == 6 and careless:
            evening.ring()
            evening.take_back(6, reason="looked at again")
            evening.run_due_moves()
            evening.move(6)
        if number in (3, 7):
            before = seats_of(evening, order)
            correct(evening, number, luck)
            evening.run_due_moves()
            assert seats_of(evening, order) == before
    lines = [(order.index(line.player), line.rank, line.progressions, line.points)
             for line in evening.state.board.standings]  # fmt: skip
    return evening.event, seats_of(evening, order), lines


def correct(evening, number, luck):
    """Correct the second deal of a table of the round that is over: the other side took the points."""
    table = luck.randint(1, 4)
    deal = evening.state.rounds[number - 1].tables[table - 1].game.deals[1]
    taken = deal.content["points"]
    more = taken[::-1] if taken[0] != taken[1] else [14, 0]
    evening.correct(table, deal.number, points=more, maker=1 if more[0] >= more[1] else 2)


def seats_of(evening, order):
    """Return for every round its tables' players and who sits out, by their place in the list."""
    return [
        (
            [[order.index(player) for player in table.players] for table in one.tables],
            sorted(order.index(player) for player in one.sitting_out),
        )
        for one in evening.state.rounds
    ]


@pytest.mark.parametrize("people", [18, pytest.param(50, marks=pytest.mark.full)])
def test_a_large_evening_runs_and_runs_the_same_again_from_its_seed(club, other_club, people):
    _, first, standings = played(club, people, careless=False)
    again, second, repeated = played(other_club, people, careless=True)

    assert first == second
    assert standings == repeated
    assert len(first) == ROUNDS
    present = [people, people, *[people + 1] * 3, *[people] * 3]
    for number, (tables, sitting_out) in enumerate(first, start=1):
        placed = sorted([player for table in tables for player in table] + sitting_out)
        assert len(placed) == len(set(placed)) == present[number - 1], f"round {number}"
        assert len(tables) == present[number - 1] // 4
        assert (10 in placed) == (number <= 5), "the one who withdrew"
        assert (people in placed) == (number >= 3), "the one who came late"
    # Players who were there all evening sat out at most once more than each other.
    sat = [sum(player in out for _, out in first) for player in range(people) if player != 10]
    assert max(sat) - min(sat) <= 1
    assert Bell.objects.filter(seating__event=again).count() == ROUNDS
    assert Seating.objects.filter(event=again).count() == ROUNDS + 1, "one of them was taken back"
    assert list(breaches()) == []
    assert len(standings) == people + 1
    assert [rank for _, rank, _, _ in standings] == sorted(rank for _, rank, _, _ in standings)


def test_another_seed_seats_another_evening(club, other_club):
    drawn = []
    for of, seed in ((club, "autumn"), (other_club, "winter")):
        evening = planned(of, 16, seed=seed)
        evening.start()
        drawn.append(seats_of(evening, evening.players))
    assert drawn[0] != drawn[1]
