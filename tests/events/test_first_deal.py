"""The first dealer at a table: seat 1, or the player whom a drawn or entered cut names.

Law: Foster 1897, Progressive Cinch by way of Progressive Euchre: each table cuts for the deal. At Cinch the
highest cut deals, in the Chicago laws the lowest.
"""

import hashlib

import pytest
from django.urls import reverse

from scoring.events.queries import names_of
from scoring.events.state import load_state
from scoring.office.verification import breaches
from scoring.printing.score_sheets import sheets_of_round
from scoring.tables.services import cuts
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIVE, begun, deal_of, planned, signed_in
from tests.refusals import refusing
from tests.web.asking import send

pytestmark = pytest.mark.django_db
RANKS = "23456789TJQKA"
ACE_AT_SEAT_ONE, ACE_AT_SEAT_TWO = ("AS", "2S", "3S", "4S"), ("2S", "AS", "3S", "4S")


def dealer_by_hand(seed: str, number: int, table: int, ranks: str = RANKS) -> int:
    """Return the seat that deals first, computed from the seed as `scoring.game.cutting` describes it."""
    pack = [rank + suit for rank in RANKS for suit in "SHDC"]
    due, turn = [1, 2, 3, 4], 0
    while True:
        turn += 1
        cards = sorted(
            pack,
            key=lambda card: hashlib.sha256(
                f"{seed}/deal/{number}/{table}/{turn}/{card}".encode()
            ).hexdigest(),
        )
        heights = [ranks.index(card[0]) for card in cards[: len(due)]]
        due = [seat for seat, height in zip(due, heights, strict=True) if height == max(heights)]
        if len(due) == 1:
            return due[0]


def dealers(evening) -> list[int | None]:
    return [table.first_dealer for table in evening.current.tables]


@pytest.mark.parametrize(
    ("law_set", "ranks"),
    [
        pytest.param("foster-1897", RANKS, id="the highest cut deals"),
        pytest.param("chicago-1890", RANKS[-2::-1] + "A", id="the lowest cut deals, the ace lowest"),
    ],
)
def test_the_seed_draws_who_deals_first_at_each_table_of_each_round(club, law_set, ranks):
    evening = begun(club, law_set=law_set, movement={"first_deal": "drawn"})
    for number in (1, 2):
        assert dealers(evening) == [dealer_by_hand("autumn", number, table, ranks) for table in (1, 2)]
        evening.play_on()
    assert list(breaches()) == []


def test_without_a_setting_seat_one_deals_first(club):
    evening = begun(club)
    assert dealers(evening) == [1, 1]
    assert evening.read("")["movement"]["first_deal"] == "seat-one"


def test_an_entered_cut_comes_before_any_deal_and_decides_who_deals(club):
    evening = begun(club, movement={"first_deal": "entered"})
    assert dealers(evening) == [None, None]
    before = evening.send_deal(1, deal_of((9, 5)))
    assert (before.status_code, before.json()["code"]) == (409, "cut-needed")

    a, b, c, d = evening.seats[0]
    cut(evening, 1, {a: "2S", b: "KH", c: "KD", d: "5C"})
    assert dealers(evening) == [None, None], "the two kings cut again"
    cut(evening, 1, {b: "3H", c: "JD"})
    assert dealers(evening) == [3, None]
    read = send(club.client("player"), "get", f"tables/{evening.table(1).pk}/").json()
    assert (read["first_dealer"], read["next_dealer"]) == (3, 3)

    answer = evening.send_deal(1, deal_of((9, 5))).json()
    assert (answer["deal"]["dealer"], answer["next_dealer"]) == (3, 4)
    cut(evening, 2, dict(zip(evening.seats[1], ACE_AT_SEAT_ONE, strict=True)))
    evening.play(deals_each=1, without=[2])
    evening.play_on(without=[1])
    assert (evening.current.number, dealers(evening)) == (2, [None, None]), "a new round is cut for anew"
    assert list(breaches()) == []
    first = load_state(evening.event, evening.current.seating.as_of)
    assert [table.first_dealer for table in first.rounds[0].tables] == [3, 1]


def test_a_cut_is_final_unless_a_director_has_it_repeated_before_the_deal(club):
    evening = begun(club, movement={"first_deal": "entered"})
    players = evening.seats[0]
    cut(evening, 1, dict(zip(players, ACE_AT_SEAT_ONE, strict=True)))
    with refusing("cut-made"):
        cut(evening, 1, dict(zip(players, ACE_AT_SEAT_TWO, strict=True)))
    cut(evening, 1, dict(zip(players, ACE_AT_SEAT_TWO, strict=True)), by="director")
    assert dealers(evening)[0] == 2
    evening.give(1, (9, 5))
    cut(evening, 1, dict(zip(players, ACE_AT_SEAT_ONE, strict=True)), by="director")
    assert dealers(evening)[0] == 2, "the first deal has been played"
    assert list(breaches()) == []


def test_after_a_seat_change_the_table_cuts_for_the_deal_again(club):
    evening = begun(club, movement={"first_deal": "entered"})
    for table in (1, 2):
        cut(evening, table, dict(zip(evening.seats[table - 1], ACE_AT_SEAT_TWO, strict=True)))
    evening.swap(evening.seats[0][0], evening.seats[0][1])
    assert dealers(evening) == [None, 2]
    assert list(breaches()) == []


def test_at_a_table_of_five_everybody_deals_once_from_seat_one_on(club):
    evening = begun(club, 9, movement=FIVE | {"first_deal": "entered"}, deals_per_round=4)
    assert dealers(evening) == [None, 1]
    evening.give(2, (9, 5))


def test_without_a_law_about_the_cut_seat_one_deals_first(club):
    wanted = {
        "law_set": "modern-book",
        "game": "all-fives",
        "movement": {"first_deal": "drawn", "kind": "redraw"},
    }
    with refusing("movement.first_deal"):
        planned(club, **wanted)


@pytest.mark.parametrize("how", ["drawn", "entered"])
def test_the_pages_say_who_deals_first(club, how):
    evening = begun(club, movement={"first_deal": how})
    browser = signed_in(club)
    of_round = reverse("event-round", args=[evening.pk, 1])
    table, phone = reverse("table", args=[evening.table(1).pk]), reverse("event-me", args=[evening.pk])
    phone += f"?player={evening.seats[0][0]}"
    if how == "entered":
        assert "its cards are not entered yet" in text_of(browser, of_round)
        assert "Enter the cut for the deal" in text_of(browser, table)
        assert "First dealer" not in text_of(browser, phone)
        cards = zip(evening.seats[0], ACE_AT_SEAT_TWO, strict=True)
        sent = {f"cards_{player}": card for player, card in cards}
        cuts_page = reverse("cuts", args=[evening.table(1).pk])
        said = browser.post(cuts_page, sent | {"purpose": "deal", "how": "entered"}, follow=True)
        assert "P2 deals first." in said.content.decode()
    dealer = f"P{dealers(evening)[0]}"
    assert f"<bdi>{dealer}</bdi></b> deals first" in text_of(browser, of_round)
    assert f"Dealer: <bdi>{dealer}</bdi>" in text_of(browser, table)
    assert f"<dt>First dealer</dt><dd><bdi>{dealer}</bdi></dd>" in text_of(browser, phone)
    projector = text_of(browser, reverse("event-projector", args=[evening.pk]))
    assert f"<bdi>{dealer}</bdi> deals</span>" in projector
    sheets = sheets_of_round(evening.state, evening.current, names_of(evening.state), filled=False)
    first = [seat["seat"] for seat in sheets["sheets"][0]["seats"] if seat["deals_first"]]
    assert first == [dealers(evening)[0]]


def cut(evening, table: int, cards: dict[int, str], by: str = "scorer") -> None:
    """Enter the cut for the deal at a table."""
    policy, actor = policy_of(evening.table(table)), evening.club.actors[by]
    cuts.make(
        policy=policy, actor=actor, purpose="deal", cards={str(key): card for key, card in cards.items()}
    )


def text_of(browser, address: str) -> str:
    return browser.get(address).content.decode()
