"""The demo: the results of the loaded games are those calculated on paper."""

import pytest
from django.core.management import CommandError, call_command

from scoring.disputes.models import DisputeStep
from scoring.events.models import Event, Placing, Seating
from scoring.office.verification import breaches
from scoring.tables.games import games_of
from scoring.tables.models import Table
from tests.web.asking import rows

pytestmark = pytest.mark.django_db

# The evening of the demo, worked out on paper from its deals (scoring/demo/evening.yaml).
# Foster, made: the difference of the points to the side that took more. Failed: the adversaries score their
# own points and the bid. Chicago, made: each side its own. Failed: the maker is set back by the bid.
EVENING = {
    ("Demo table 1", 1): (64, 49),
    ("Demo table 2", 1): (52, 36),
    ("Demo table 2", 2): (17, 2),
    # Seven each. High to A-B 36, Low to Y-Z 36, Jack to A-B 37, Game to Y-Z 37; then the right
    # pedro, before the left, takes Y-Z out with 42.
    ("Demo table 3", 1): (42, 42),
    ("Demo table 4: hands from the Chicago booklet", 1): (24, 41),
}
WINNERS = {("Demo table 1", 1): 1, ("Demo table 2", 1): 1, ("Demo table 3", 1): 2}
"""The winners of games that are over. The other games are in play."""


# The progressive evening, worked out in the same way: the score of each table at the end of each round.
ROUNDS = {1: [(6, 10), (26, 8), (20, 25)], 2: [(29, 6), (2, 26), (18, 4)], 3: [(10, 8), (8, 15), (0, 8)]}


def test_the_demo_loads_once_and_has_the_results_worked_out_on_paper(client, capsys):
    call_command("demo")
    printed = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    before = rows()
    with pytest.raises(CommandError, match="there already"):
        call_command("demo")
    assert rows() == before

    games = {
        (table.name, game.number): game.state
        for table in Table.objects.filter(club__slug="demo-club", event=None)
        for game in games_of(table)
    }
    assert {place: state.score.values for place, state in games.items()} == EVENING
    assert {place: state.winner for place, state in games.items() if state.winner} == WINNERS
    assert games["Demo table 3", 1].entries[-1].score.counted_out == "right-pedro"
    steps = DisputeStep.objects.order_by("dispute__number", "seq").values_list("dispute__number", "kind")
    assert list(steps) == [(12, "raised"), (12, "confirmed"), (14, "raised")], "one ruled on, one still open"

    event = Event.objects.get(club__slug="demo-club")
    for table in Table.objects.filter(event=event):
        for game in games_of(table):
            assert game.state.score.values == ROUNDS[game.number][(table.event_number or 0) - 1]
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
