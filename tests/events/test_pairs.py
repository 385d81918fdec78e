"""An evening of pairs: entered as pairs, shown and given prizes as pairs everywhere."""

import csv
import io

import pytest

from scoring.events.queries import names_of
from scoring.events.show.pages.hall import leaders
from scoring.printing.lists import result_list
from tests.events.evenings import FIRST_SIDE, SECOND_SIDE, Evening, planned, signed_in

pytestmark = pytest.mark.django_db


ROUND_ROBIN = {
    "kind": "pairs-round-robin",
    "tie_breaks": ["points", "best-round"],
    "prizes": ["first", "second"],
}
PARTNERS = {1: {"partner": 2}, 2: {"partner": 1}, 3: {"partner": 4}, 4: {"partner": 3}}
PARTNERS |= {place + 4: {"partner": wish["partner"] + 4} for place, wish in PARTNERS.items()}


def of_pairs(club, **wanted) -> Evening:
    """Return an evening of four pairs. In round 1 P1 & P2 meet P3 & P4, and P5 & P6 meet P7 & P8."""
    movement = ROUND_ROBIN | wanted.pop("movement", {})
    evening = planned(club, 8, movement=movement, wishes=PARTNERS, **wanted)
    one, two, three, four, five, six, seven, eight = evening.players
    evening.start(tables=[[one, three, two, four], [five, seven, six, eight]])
    return evening


def lines_of(evening):
    return [
        (leader.line.rank, leader.name, leader.line.points, leader.prizes)
        for leader in leaders(evening.state, names_of(evening.state))
    ]


# Four deals of nine to five bring the first side sixteen points, the second none.
def test_a_round_of_pairs_gives_one_line_and_one_prize_to_each_pair(club):
    evening = of_pairs(club)
    evening.play({1: FIRST_SIDE, 2: SECOND_SIDE})
    assert {name for _rank, name, _points, _prizes in lines_of(evening)} == {
        "P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8",
    }  # fmt: skip
    first, second, *others = lines_of(evening)
    assert {first[1], second[1]} == {"P1 & P2", "P7 & P8"}
    assert (first[2], second[2]) == (16, 16)
    assert sorted([*first[3], *second[3]]) == ["First prize", "Second prize"]
    assert not any(prizes for *_line, prizes in others)


def test_the_api_counts_pairs_and_keeps_its_fields(club):
    evening = of_pairs(club)
    evening.play()
    answer = evening.read("standings/")
    assert answer["competitors"] == "pairs"
    line = next(line for line in answer["players"] if line["player"]["name"] == "P1 & P2")
    one, two = evening.players[:2]
    assert line["player"]["id"] == one
    assert line["members"] == [{"id": one, "name": "P1"}, {"id": two, "name": "P2"}]
    assert line["stand_ins"] == []
    assert len(answer["players"]) == 4
    prize = answer["prizes"][0]
    assert [player["name"] for player in prize["players"]] == prize["winners"][0].split(" & ")


def test_for_persons_the_api_says_what_it_said(club):
    evening = planned(club, 8)
    evening.start()
    evening.play()
    answer = evening.read("standings/")
    assert answer["competitors"] == "persons"
    assert all(line["members"] == [line["player"]] for line in answer["players"])
    assert len(answer["players"]) == 8


def test_a_stand_in_plays_for_the_pair_on_every_list(club):
    evening = of_pairs(club)
    evening.play()
    two = evening.players[1]
    evening.leave(two)
    stand_in = evening.enter("Ghent").member_id
    evening.run_due_moves()
    evening.play()
    line = next(line for line in evening.read("standings/")["players"] if line["player"]["name"] == "P1 & P2")
    assert line["rounds_played"] == 2
    assert line["stand_ins"] == [
        {"player": {"id": stand_in, "name": "Ghent"}, "instead_of": {"id": two, "name": "P2"}, "rounds": [2]}
    ]
    director = signed_in(club)
    page = director.get(f"/events/{evening.pk}/standings/").content.decode()
    assert "<bdi>P1 &amp; P2</bdi>" in page
    assert "Ghent for P2 in round 2" in page
    assert '<th scope="col">Pair</th>' in page
    table = director.get(f"/events/{evening.pk}/standings.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[0][1] == "pair"
    assert len(rows) == 5
    assert next(row for row in rows if row[1] == "P1 & P2")[-1] == "Ghent for P2 in round 2"
    sheet = result_list(evening.state, names_of(evening.state), "so far", is_final=False)
    assert sheet["under"].startswith("4 pairs")
    assert sorted(line["name"] for line in sheet["standings"]) == ["P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8"]
    assert {line["stand_ins"] for line in sheet["standings"]} == {"", "Ghent for P2 in round 2"}
    assert all(" & " in name for award in sheet["awards"] for name in award["names"])


def test_the_partners_evening_page_and_that_of_the_stand_in_show_the_rank_of_the_pair(club):
    evening = of_pairs(club)
    evening.play()
    found = [leaders(evening.state, names_of(evening.state), only=player) for player in evening.players[:2]]
    assert found[0] == found[1]
    assert [leader.name for leader in found[0]] == ["P1 & P2"]


def test_fixed_partners_in_a_redraw_compete_as_pairs(club):
    evening = planned(club, 8, movement={"kind": "redraw"}, wishes=PARTNERS)
    evening.start()
    evening.play()
    assert {name for _rank, name, _points, _prizes in lines_of(evening)} == {
        "P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8",
    }  # fmt: skip


def test_the_public_page_finds_a_pair_by_either_name(club):
    evening = of_pairs(club)
    evening.play()
    evening.send("put", "publish/", {"parts": ["standings", "prizes"]})
    page = signed_in(club).get(f"/on/{evening.pk}/?q=P2").content.decode()
    assert "P1 &amp; P2" in page
    assert "P3 &amp; P4</bdi></th>" not in page
