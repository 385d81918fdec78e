"""The demo: what is loaded at the first start comes to what it comes to on paper."""

import pytest
from django.core.management import CommandError, call_command

from scoring.disputes.models import DisputeStep
from scoring.events.models import Event, Placing, Seating
from scoring.office.verification import breaches
from scoring.tables.games import games_of
from scoring.tables.models import Table
from tests.web.asking import rows

pytestmark = pytest.mark.django_db

# The evening of the demo, worked out on paper from its deals (scoring/demo/evening.yaml): running scores.
# Foster, made: the difference of the points to the side that took more. Failed: the adversaries score their
# own points and the bid. Chicago, made: each side its own. Failed: the maker is set back by the bid.
EVENING = {
    ("Demo table 1", 1): [
        (0, 15),  # A-B bid 8 and took 7 of Foster's illustrative hand: 7 + 8
        (2, 15),  # A-B bid 7, took 8 to 6
        (2, 27),  # Y-Z bid 6, took 13 to 1
        (14, 27),  # A-B bid 10, took 13 to 1
        (29, 27),  # Y-Z bid 9 (8 was entered first), took 8: failed, 6 + 9
        (41, 27),  # A-B bid 8, took 13 (the right pedro among the discards) to 1
        (41, 27),  # a misdeal
        (41, 39),  # Y-Z bid 11, took 13 to 1
        (43, 39),  # A-B bid 7, took 8 to 6
        (43, 47),  # Y-Z bid 8, took 8; A revoked, so A-B score nothing and nothing is deducted: 8
        (47, 47),  # A-B bid 8, took 9 to 5
        (49, 47),  # A-B bid 6, took 8 to 6
        (49, 49),  # Y-Z bid 7, took 8 to 6
        (64, 49),  # Y-Z bid 9, took 8: failed, 6 + 9
    ],
    ("Demo table 2", 1): [
        (0, 6),  # Y-Z bid 6, took 10 to 4
        (4, 6),  # A-B bid 8, took 9 to 5
        (20, 6),  # Y-Z bid 9, took 7: failed, 7 + 9
        (20, 10),  # A-B bid 5 and took 5; the others took 9, and the difference is theirs
        (20, 10),  # nobody bid; seven each: nobody scores
        (30, 10),  # A-B bid 10, took 12 to 2
        (30, 22),  # Y-Z bid 12, took 13 to 1
        (42, 22),  # A-B bid 7, took 13 to 1
        (42, 36),  # Y-Z bid and took all 14
        (44, 36),  # A-B bid 6, took 8 to 6
        (52, 36),  # A-B bid 8, took 11 to 3
    ],
    ("Demo table 2", 2): [
        (0, 2),  # Y-Z bid 7, took 8 to 6
        (17, 2),  # Y-Z bid 8, took 5: failed, 9 + 8
    ],
    ("Demo table 3", 1): [
        (5, 9),  # Y-Z bid 6, took 9
        (-3, 18),  # A-B bid 8, took 5: set back 8; the others score their 9
        (3, 26),  # Y-Z bid 7, took 8 to 6
        (14, 29),  # A-B bid 9, took 11 to 3
        (22, 20),  # Y-Z bid 9, took 6: set back 9; the others score their 8
        (26, 30),  # nobody bid, the dealer's side took 10 to 4: each its own
        (26, 30),  # a misdeal
        (35, 35),  # A-B bid 6, took 9 to 5
        # Seven each. High to A-B 36, Low to Y-Z 36, Jack to A-B 37, Game to Y-Z 37; then the right
        # pedro, before the left, takes Y-Z out with 42.
        (42, 42),
    ],
    ("Demo table 4: hands from the Chicago booklet", 1): [
        (-6, 11),  # 3 to 11: set back 6
        (-12, 21),  # 4 to 10: set back 6
        (-3, 26),  # 9 to 5
        (11, 26),  # 14
        (18, 33),  # 7 bid and made, 7 to the others
        (24, 41),  # 6 bid and made, 8 to the others
    ],
}
WINNERS = {("Demo table 1", 1): 1, ("Demo table 2", 1): 1, ("Demo table 3", 1): 2}
"""Who has won; the other games are in play."""


# The progressive evening, worked out in the same way: the score of each table at the end of each round.
ROUNDS = {1: [(6, 10), (26, 8), (20, 25)], 2: [(29, 6), (2, 26), (18, 4)], 3: [(10, 8), (8, 15), (0, 8)]}


def test_the_demo_loads_once_and_comes_to_what_it_comes_to_on_paper(client, capsys):
    call_command("demo")
    printed = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    before = rows()
    with pytest.raises(CommandError, match="there already"):
        call_command("demo")
    assert rows() == before

    games = {
        (table.name, game.number): game.course
        for table in Table.objects.filter(club__slug="demo-club", event=None)
        for game in games_of(table)
    }
    assert {
        place: [entry.score.after.values for entry in course.entries] for place, course in games.items()
    } == EVENING
    assert {place: course.winner for place, course in games.items() if course.winner} == WINNERS
    assert games["Demo table 3", 1].entries[-1].score.counted_out == "right-pedro"
    steps = DisputeStep.objects.order_by("dispute__number", "seq").values_list("dispute__number", "kind")
    assert list(steps) == [(12, "raised"), (12, "confirmed"), (14, "raised")], "one ruled on, one still open"

    event = Event.objects.get(club__slug="demo-club")
    for table in Table.objects.filter(event=event):
        for game in games_of(table):
            assert game.course.score.values == ROUNDS[game.number][(table.event_number or 0) - 1]
    assert sorted(Seating.objects.values_list("round_number", "generation")) == [(1, 1), (2, 1), (3, 1)]
    # Foster 1897, Progressive Cinch: the winners of a table go up to the next one.
    first, second = Seating.objects.order_by("round_number")[:2]
    lower = Placing.objects.filter(seating=first, table_number=2, seat__in=[1, 3]).values("entrant")
    assert Placing.objects.filter(seating=second, table_number=1, entrant__in=lower).count() == 2
    assert list(breaches()) == []

    assert [name for name, _ in printed] == ["demo", "demo-director", "demo-scorer"]
    for name, password in printed:
        body = {"username": name, "password": password}
        assert client.post("/api/v1/auth/token/", body, content_type="application/json").status_code == 200
