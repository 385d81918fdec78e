"""Cuts at a table: drawn from a seed that anybody can check, or entered card by card; ties and refusals.

`checked_draw` implements the description in `scoring.game.cutting` again and shares no code with it.
"""

import hashlib

import pytest

from scoring.tables.models import Cut
from tests.factories import make_table
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db

ALL_CARDS = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]


def cut(club, cards=None, purpose="partners", table=None, role="scorer"):
    body = {"purpose": purpose} | ({} if cards is None else {"cards": cards})
    return send(club.client(role), "post", f"tables/{(table or club.table).pk}/cuts/", body)


def names(players):
    return [player["name"] for player in players]


def four(a, y, b, z):
    return {"A": a, "Y": y, "B": b, "Z": z}


def checked_draw(seed, players):
    """Return player → card of the first draw from a seed."""
    pack = sorted(ALL_CARDS, key=lambda card: hashlib.sha256(f"{seed}/1/{card}".encode()).hexdigest())
    return dict(zip(players, pack, strict=False))


def test_a_draw_can_be_checked_from_its_seed(club):
    body = cut(club, purpose="deal").json()
    drawn = Cut.objects.get()
    # Draws after a tie are tested in `tests.game.test_cutting`.
    assert drawn.draws[0] == checked_draw(drawn.seed, [str(pk) for pk in drawn.players])
    assert (body["seed"], body["decided"]) == (drawn.seed, True)


def test_only_tied_players_cut_again_and_then_the_cut_decides(club):
    # Foster: the second and third player tie. The second cut only decides the order of these two.
    tied = cut(club, four("KH", "5C", "5S", "2D")).json()
    assert (tied["decided"], names(tied["cut_again"])) == (False, ["Y", "B"])
    assert (tied["partners"], tied["seats"], tied["first_dealer"]) == ([], [], None)
    refused = cut(club, {"Y": "KH", "B": "AS", "A": "4H"})
    assert "does not cut this time" in reasons(refused)["cards.A"]

    answer = cut(club, {"Y": "KH", "B": "AS"})

    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert (body["decided"], body["cut_again"], body["seed"]) == (True, [], None)
    assert [names(pair) for pair in body["partners"]] == [["A", "B"], ["Y", "Z"]]
    assert body["first_dealer"]["name"] == "A"
    assert names(seat["player"] for seat in body["seats"]) == list("AYBZ")
    assert [len(draw) for draw in body["draws"]] == [4, 2]
    assert all(line["law"] for line in body["explanation"])


def test_the_cards_of_a_cut_are_shown_in_the_order_in_which_the_players_sit(club):
    table = make_table(club.club, club.actors["owner"], players=["Z", "B", "Y", "A"])
    body = cut(club, four("KH", "5C", "7S", "2D"), table=table).json()
    assert [names(drawn["player"] for drawn in draw) for draw in body["draws"]] == [["Z", "B", "Y", "A"]]


@pytest.mark.parametrize(
    ("cards", "faults"),
    [
        pytest.param(four(5, None, "", []), {f"cards.{player}": "rank then suit" for player in "AYBZ"},
                     id="a number, nothing, empty, an empty list"),
        pytest.param({"A": "5H", "E": "2X"}, {"cards.E": "Nobody", "cards.Y": "missing", "cards.B": "missing",
                                               "cards.Z": "missing"}, id="every fault at once"),
        pytest.param([], {"cards": "for each player"}, id="a list"),
    ],
)  # fmt: skip
def test_an_impossible_cut_is_refused_at_the_player(club, cards, faults):
    before = rows()

    named = reasons(cut(club, cards))

    assert named.keys() == faults.keys()
    assert all(why in named[field] for field, why in faults.items()), named
    assert rows() == before


def test_a_player_is_named_once_by_name_or_id(club):
    seats = send(club.client("scorer"), "get", f"tables/{club.table.pk}/").json()["seats"]
    ids = {seat["player"]["name"]: str(seat["player"]["id"]) for seat in seats}

    by_id = cut(club, {ids["A"]: "5H", "Y": "9C", "B": "KS", "Z": "QD"})
    twice = cut(club, {ids["A"]: "2H", **four("5H", "9C", "KS", "QD")})

    assert by_id.json()["first_dealer"]["name"] == "B"
    assert "named twice" in reasons(twice)["cards.A"]


@pytest.mark.parametrize(
    ("purpose", "why"), [("dinner", "partners, deal, tie"), ("", "blank"), (None, "null"), (1, "Text")]
)
def test_a_cut_has_one_of_three_purposes(club, purpose, why):
    assert why in reasons(cut(club, purpose=purpose))["purpose"]
    assert cut(club, purpose="tie").json()["first_dealer"] is None
    assert Cut.objects.count() == 1


def test_the_cuts_of_a_table_are_listed_newest_first(club):
    made = [cut(club).json() for _ in range(3)]

    listed = send(club.client("player"), "get", f"tables/{club.table.pk}/cuts/").json()

    assert listed["results"] == made[::-1]
    assert {len(answer["seed"]) for answer in made} == {32}, "128 bits"
    assert len({answer["seed"] for answer in made}) == 3, "a fresh seed each time"


def test_a_card_is_tapped_or_typed_and_what_is_typed_counts(club):
    a, y, b, z = (player.member_id for player in club.table.games.get().seats.order_by("seat"))
    tapped = {f"rank-cards_{a}": "T", f"suit-cards_{a}": "H", f"rank-cards_{z}": "", f"suit-cards_{z}": "S"}
    typed = {f"cards_{y}": "10d", f"cards_{b}": "kd", f"rank-cards_{b}": "2", f"suit-cards_{b}": "C"}
    address, client = f"/tables/{club.table.pk}/cuts/", club.client("scorer")
    refused = client.post(address, {"purpose": "deal", "how": "entered"} | tapped | typed, format="multipart")
    assert not Cut.objects.exists(), "Z has no card"
    page = refused.content.decode()
    for name in (f"rank-cards_{a}", f"suit-cards_{a}", f"rank-cards_{b}"):
        key = f'name="{name}" value="{"H" if "suit" in name else "T" if str(a) in name else "K"}" checked'
        assert key in page

    tapped[f"rank-cards_{z}"] = "A"
    recorded = client.post(
        address, {"purpose": "deal", "how": "entered"} | tapped | typed, format="multipart"
    )
    cut = Cut.objects.get()
    assert recorded.url == f"{address}#cut-{cut.pk}", "the page opens at what was cut"
    assert cut.draws == [{str(a): "TH", str(y): "TD", str(b): "KD", str(z): "AS"}]
