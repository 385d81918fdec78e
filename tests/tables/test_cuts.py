"""Cuts at a table: drawn from a seed that anybody can check, or entered card by card; ties; what is refused.

`checked_draw` is written from the description in `scoring.game.cutting` alone and shares no code with it.
"""

import hashlib

import pytest

from scoring.tables.models import Cut
from scoring.tables.queries import answer_for
from scoring.tables.services import cuts
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


def checked_draw(seed, players, again):
    """Return the rounds of a draw: ``again(round so far)`` names those who cut once more."""
    rounds, due = [], players
    while due:
        number = len(rounds) + 1
        pack = sorted(
            ALL_CARDS, key=lambda card: hashlib.sha256(f"{seed}/{number}/{card}".encode()).hexdigest()
        )
        rounds.append(dict(zip(due, pack, strict=False)))
        due = again(rounds)
    return rounds


@pytest.mark.parametrize("number", range(5))
def test_a_draw_can_be_checked_from_its_seed(club, number):
    table = club.table
    drawn = cuts.make(table=table, actor=club.actors["scorer"], purpose="deal", seed=f"evening {number}")
    answer = answer_for(drawn, table)
    people = [str(pk) for pk in drawn.players]

    def tied_for_the_highest(rounds):
        # Under Foster the highest card deals, the ace high; those who tie for it cut again among themselves.
        standing = people
        for cut_cards in rounds:
            best = min("AKQJT98765432".index(cut_cards[player][0]) for player in standing)
            standing = [player for player in standing if cut_cards[player][0] == "AKQJT98765432"[best]]
        return standing if len(standing) > 1 else []

    assert drawn.draws == checked_draw(drawn.seed, people, tied_for_the_highest)
    assert (answer["seed"], answer["decided"]) == (f"evening {number}", True)


# law set, cards cut by A, Y, B, Z → partners (highest first), first dealer, who sits in seats 1 to 4: the
# dealer, the higher adversary, the dealer's partner, the other adversary
DECIDED = [
    pytest.param(
        "foster-1897", four("5H", "9C", "KS", "QD"), [["B", "Z"], ["Y", "A"]], "B", "BYZA",
        id="Foster: the two highest against the two lowest, and the highest deals",
    ),
    pytest.param(
        "chicago-1890", four("5H", "9C", "KS", "QD"), [["B", "Z"], ["Y", "A"]], "A", "ABYZ",
        id="Chicago, laws 34 and 35: the two highest against the two lowest, and the lowest deals",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("law_set", "cards", "partners", "dealer", "seats"), DECIDED)
def test_what_a_cut_decides(club, law_set, cards, partners, dealer, seats):
    table = make_table(club.club, club.actors["owner"], law_set=law_set)

    answer = cut(club, cards, table=table)

    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert [names(pair) for pair in body["partners"]] == partners
    assert body["first_dealer"]["name"] == dealer
    assert names(seat["player"] for seat in body["seats"]) == list(seats)
    assert (body["decided"], body["cut_again"], body["seed"]) == (True, [], None)
    assert all(line["law"] for line in body["explanation"])


# law set, cards cut, who cuts again, their cards, the partners and the dealer in the end
TIES = [
    pytest.param(
        "foster-1897", four("KH", "KC", "5S", "2D"), "AY", {"A": "3S", "Y": "9S"}, ["YA", "BZ"], "Y",
        id="Foster: the two highest alike; one of them chooses and deals",
    ),
    pytest.param(
        "foster-1897", four("KH", "5C", "5S", "2D"), "YB", {"Y": "3S", "B": "9S"}, ["AB", "YZ"], "A",
        id="Foster: the second and third alike",
    ),
    pytest.param(
        "foster-1897", four("KH", "5C", "5S", "2D"), "YB", {"Y": "KH", "B": "AS"}, ["AB", "YZ"], "A",
        id="Foster: the second cut ranks only the tied, whatever they cut",
    ),
    pytest.param(
        "chicago-1890", four("3H", "3C", "KS", "QD"), "AY", {"A": "9S", "Y": "4S"}, ["BZ", "AY"], "Y",
        id="Chicago, law 34: the two lowest alike cut again for the deal alone",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("law_set", "cards", "again", "theirs", "partners", "dealer"), TIES)
def test_those_who_tie_cut_again_and_nobody_else(club, law_set, cards, again, theirs, partners, dealer):
    table = make_table(club.club, club.actors["owner"], law_set=law_set)

    tied = cut(club, cards, table=table).json()
    assert (tied["decided"], names(tied["cut_again"])) == (False, list(again))
    assert (tied["partners"], tied["seats"], tied["first_dealer"]) == ([], [], None)
    for outside in cards.keys() - set(again):
        refused = cut(club, theirs | {outside: "4H"}, table=table)
        assert "does not cut this time" in reasons(refused)[f"cards.{outside}"]
    settled = cut(club, theirs, table=table).json()

    assert settled["decided"] is True
    assert ["".join(names(pair)) for pair in settled["partners"]] == partners
    assert settled["first_dealer"]["name"] == dealer
    assert [len(one) for one in settled["draws"]] == [4, len(again)]


@pytest.mark.parametrize("shown", [["KH", "2S"], ["KH", "2S", "3S"]])
def test_who_shows_two_cards_cuts_again_under_foster(club, shown):
    body = cut(club, four(shown, "9C", "TS", "QD")).json()

    assert (body["decided"], names(body["cut_again"])) == (False, ["A"])
    assert names(cut(club, {"A": "AS"}).json()["partners"][0]) == ["A", "Z"]


@pytest.mark.parametrize(
    ("cards", "faults"),
    [
        pytest.param(four("5H", "9C", "KS", "KS"), {"cards.Z": "cut already"}, id="a card cut twice"),
        pytest.param(four("JK", "9C", "KS", "QD"), {"cards.A": "joker"}, id="the joker"),
        pytest.param(four("5H", "9C", "KS", "1X"), {"cards.Z": "rank then suit"}, id="no card"),
        pytest.param(four(5, None, "", []), {f"cards.{player}": "rank then suit" for player in "AYBZ"},
                     id="a number, nothing, empty, an empty list"),
        pytest.param({"A": "5H", "Y": "9C", "B": "KS"}, {"cards.Z": "missing"}, id="a player without a card"),
        pytest.param(four("5H", "9C", "KS", "QD") | {"E": "2H"}, {"cards.E": "Nobody of this"}, id="a guest"),
        pytest.param({"A": "5H", "E": "2X"}, {"cards.E": "Nobody", "cards.Y": "missing", "cards.B": "missing",
                                               "cards.Z": "missing"}, id="every fault at once"),
        pytest.param([], {"cards": "for each player"}, id="a list"),
    ],
)  # fmt: skip
def test_a_cut_that_cannot_be_is_refused_by_player(club, cards, faults):
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
    assert {len(one["seed"]) for one in made} == {32}, "128 bits"
    assert len({one["seed"] for one in made}) == 3, "a fresh seed each time"
