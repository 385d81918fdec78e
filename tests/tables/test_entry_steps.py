"""The steps of the entry page: names, dealer and values are right although the HTML is cached."""

import re

import pytest

from laws.domain.errors import InvalidInput
from laws.domain.sentences import fill_in
from laws.queries import law_set_named
from scoring.game.games import CINCH, GAMES
from scoring.game.references import inside
from scoring.game.rules import rules_of
from scoring.tables.forms.entry import EntryForm
from scoring.tables.models import DealRevision
from tests.factories import make_table

pytestmark = pytest.mark.django_db

NAMES = ("Ash", "Birch", "Cedar", "Elm")


def steps(data=None, *, law_set="foster-1897", players=NAMES, dealer=1, deal=None):
    form = EntryForm(
        data,
        rules=rules_of(law_set_named(law_set), CINCH),
        players=players,
        dealer=dealer,
        number=1,
        deal=deal,
    )
    return form.steps


def makers(html):
    keys = re.findall(r'<label class="key seat-\d" data-said="([^"]*)">(.*?)</label>', html)
    return [(name, "dealer-mark" in key) for name, key in keys]


@pytest.mark.parametrize("dealer", [1, 4])
@pytest.mark.parametrize("players", [NAMES, ("Rye", "Oats", "Wheat", "Barley")])
def test_each_table_has_its_own_names_and_dealer_each_time(players, dealer):
    expected = [(name, seat == dealer) for seat, name in enumerate(players, start=1)]

    for _ in range(2):
        assert makers(steps(players=players, dealer=dealer)) == expected
    assert "<b>" not in steps(players=("<b>", *NAMES[1:])), "a name is only ever text"


@pytest.mark.parametrize(("maker", "recorded"), [("2", False), ("", True), ("1", True)])
def test_if_nobody_bid_a_maker_who_is_not_the_dealer_is_questioned_and_never_changed(club, maker, recorded):
    # Foster 1897, Cinch, Bidding: if nobody bids, the dealer names the trump and is the maker.
    tapped = {"bid": "0", "maker": maker, "trump": "C", "detail": "total", "points": "9", "dealer": "1"}

    answer = club.client("scorer").post(
        f"/tables/{club.table.pk}/",
        {"step": "record", "number": "1", **tapped},
        format="multipart",
        follow=True,
    )

    page = answer.content.decode()
    assert ("Deal 1 is recorded." in page) == recorded
    assert ("Nobody bid, so the dealer, A, names the trump" in page) != recorded
    made = [
        (revision.content["maker"], revision.content["points"]) for revision in DealRevision.objects.all()
    ]
    assert made == ([(1, [9, 5])] if recorded else [])
    if not recorded:
        assert 'name="maker" value="2" id="maker_1" checked' in page


def test_an_empty_entry_never_shows_another_entrys_values():
    empty = steps()

    assert 'value="9" id="bid_8" checked' in steps({"bid": "9"})
    assert 'value="9" id="bid_8" checked' in steps(deal={"dealer": 1, "bid": 9, "maker": 2})
    assert steps() == empty
    assert 'value="9" id="bid_8"' in empty
    assert 'id="bid_8" checked' not in empty


@pytest.mark.parametrize(
    ("seats", "tapped", "recorded"),
    [
        pytest.param(["2"], [], None, id="nothing said, so nothing is guessed"),
        pytest.param(["2"], ["jack", "none"], None, id="contradicted"),
        pytest.param(["2"], ["jack"], [["jack"]], id="the points of the offender's tricks"),
        pytest.param(["2"], ["none"], [[]], id="none in his tricks"),
        pytest.param(["2", "4"], ["jack", "right-pedro"], [["jack", "right-pedro"], []], id="both partners"),
        pytest.param(["3"], [], [None], id="the maker's partner"),
    ],
)
def test_points_in_the_offenders_tricks_are_asked_for_under_chicago(club, seats, tapped, recorded):
    # Chicago 1890, law 31, read literally: only the points in the offender's own tricks.
    table = make_table(club.club, club.actors["owner"], law_set="chicago-1890")
    deal = {"bid": "8", "maker": "1", "trump": "C", "detail": "total", "points": "8", "dealer": "1"}
    sent = {"step": "record", "number": "1", **deal, "revoke": seats, "revoked_points": tapped}

    page = club.client("scorer").post(f"/tables/{table.pk}/", sent, format="multipart", follow=True)

    assert ("Name the points in the tricks that" in page.content.decode()) == (recorded is None)
    made = [revision.content for revision in DealRevision.objects.filter(deal__game__table=table)]
    points = [[penalty.get("points") for penalty in deal["penalties"]] for deal in made]
    assert points == ([] if recorded is None else [recorded])
    for deal in made:
        again = steps(law_set="chicago-1890", deal=deal)
        assert re.findall(r'name="revoked_points" value="([a-z-]+)"[^>]* checked', again) == tapped
        assert "revoked_points" not in steps(deal=deal), "Foster has no use for it"


@pytest.mark.parametrize(
    ("tapped", "text", "beside"),
    [
        pytest.param({"pips_1": "31", "pips_2": "43"}, "", None, id="counted, nobody named"),
        pytest.param({"pips_1": "31", "pips_2": "43", "won_game": "2"}, "", None, id="named as well"),
        pytest.param({"pips_1": "31"}, "Please enter this.", "pips_2", id="one count alone"),
        pytest.param({}, "Please enter this.", "won_game", id="neither"),
        pytest.param({"pips_1": "41", "pips_2": "43"}, "the whole pack has 80", "pips_2", id="too many"),
        pytest.param({"pips_1": "--9", "pips_2": "43"}, "not the text “--9”", "pips_1", id="no number"),
        pytest.param({"pips_1": "31", "pips_2": "43", "won_game": "1"},
                     "By these counts Game is won by Birch &amp; Elm",
                     "pips_2", id="contradicted"),
    ],
)  # fmt: skip
def test_the_pips_of_each_side_decide_who_has_game(club, tapped, text, beside):
    # Foster 1897, Seven-up, Objects of the Game: whoever counts most pips has the point.
    table = make_table(club.club, club.actors["owner"], game="seven-up", players=NAMES)
    points = ("high", "low", "jack", "turned-jack", "second-turned-jack", "gift")
    keys = {"trump": "C", "detail": "won", "dealer": "1", "won_high": "1", "won_low": "1"} | tapped
    sent = {"step": "record", "number": "1", **{f"won_{point}": "none" for point in points}, **keys}

    page = club.client("scorer").post(f"/tables/{table.pk}/", sent, format="multipart", follow=True)

    page = page.content.decode()
    made = [revision.content for revision in DealRevision.objects.filter(deal__game__table=table)]
    assert [deal["pips"] for deal in made] == ([] if beside else [[31, 43]])
    if beside:
        assert text in page.partition(f'id="error-{beside}"')[2].partition("</div>")[0]
        return
    form = EntryForm(rules=rules_of(law_set_named("foster-1897"), GAMES["seven-up"]), players=NAMES,
                     dealer=1, number=1, deal=made[0])  # fmt: skip
    again = form.payload()
    assert (again["won"], again["pips"]) == (made[0]["won"], made[0]["pips"])


def test_the_bidding_of_pedro_is_entered_and_shown_call_by_call():
    # Foster 1897, Pedro: a bidder who was raised may raise again. Seat 1 is the eldest hand, and sells.
    rules, around = (
        rules_of(law_set_named("foster-1897"), GAMES["pedro-sancho-4"]),
        {"players": NAMES, "number": 1},
    )
    calls = [[2, 4], [3, 6], [4, 0], [2, 8], [3, 0]]
    tapped = {"bid": "8", "maker": "2", "trump": "C", "detail": "won", "dealer": "4"}
    for row, (seat, bid) in enumerate(calls, start=1):
        tapped |= {f"caller_{row}": str(seat), f"call_{row}": str(bid)}

    form = EntryForm(tapped, rules=rules, dealer=4, **around)
    assert (form.payload()["bids"], form.payload().get("bidding")) == (calls, None)
    again = EntryForm(rules=rules, dealer=4, deal=form.payload(), **around)
    assert again.bidding() == calls
    assert 'id="said_2"' not in again.steps


def test_a_page_gets_the_rows_of_the_bidding_that_it_lacks(club):
    table = make_table(club.club, club.actors["owner"], game="pedro", players=(*NAMES, "Fir"))
    sent = {"step": "preview", "bid": "4", "dealer": "5"}
    for row, lacks in ((4, ""), (5, "9"), (8, "9 10 11 12")):
        sent |= {f"{name}_{number}": "" for name in ("caller", "call") for number in range(1, 9)}
        sent |= {f"caller_{row}": "2", f"call_{row}": "4"}
        page = club.client("scorer").post(
            f"/tables/{table.pk}/", sent, format="multipart", headers={"HX-Request": "true"}
        )
        html = page.content.decode()
        assert " ".join(re.findall(r'<select name="caller_(\d+)"', html)) == lacks
        assert not re.search(r'id="error-caller_9" hx-swap-oob', html), "nothing is told where no row stands"


def test_a_refused_figure_names_the_side_as_the_form_does():
    rules = rules_of(law_set_named("foster-1897"), CINCH)
    sides = ["Cedar & Ash", "Birch & Elm"]
    form = EntryForm({}, rules=rules, players=NAMES, sides=sides, dealer=1, number=1)
    why = fill_in("the figure of {side} is missing.", side=inside(1, rules.seating))
    form.refuse(InvalidInput({"deal.points.0": why}))
    assert "the figure of Cedar & Ash is missing." in str(form.errors.as_data())


def test_a_missing_bid_is_refused_at_its_player_but_the_seller_needs_none():
    # Foster 1897, Auction Pitch, Bidding: the bids begin on the left of the eldest hand, here seat 1.
    rules = rules_of(law_set_named("foster-1897"), GAMES["auction-pitch-4"])
    form = EntryForm({"said_2": "1", "said_3": "0"}, rules=rules, players=NAMES, dealer=4, number=1)
    assert form.regular_bids(4) == [[2, 1], [3, 0]]
    assert [form.field_of_bid(path, 4) for path in ([], ["1", "0"])] == ["said_4", "said_3"]
    assert "The eldest hand sells, and does not bid." in form.steps


@pytest.mark.parametrize(
    ("game", "dealer", "offered"),
    [
        ("seven-up", 1, {"turned-jack": 1, "second-turned-jack": 1, "gift": 2}),
        ("seven-up", 4, {"turned-jack": 2, "second-turned-jack": 2, "gift": 1}),
        (
            "three-handed-seven-up", 2,
            {"turned-jack": 2, "second-turned-jack": 2, "gift": 3, "second-gift": 1},
        ),
    ],
)  # fmt: skip
def test_a_point_outside_the_tricks_is_offered_only_to_players_who_can_have_it(game, dealer, offered):
    # Foster 1897, Seven-up, Objects of the Game: a Jack turned counts for the dealer, a gift for the eldest
    # hand; of three players, the other adversary is given a point as well.
    kind = GAMES[game]
    players = NAMES[: kind.players]
    around = {"rules": rules_of(law_set_named("foster-1897"), kind), "players": players, "number": 1}
    form = EntryForm(dealer=dealer, **around)
    keys = {name: [key.value for key in form[f"won_{name}"].keys] for name in offered}
    assert keys == {name: ["award", "none"] for name in offered}

    tapped = {"trump": "H", "detail": "won", "won_high": "1"} | {f"won_{name}": "award" for name in offered}
    form = EntryForm(tapped | {"dealer": str(dealer)}, dealer=1, **around)

    deal = form.payload()
    assert {name: deal["won"][name] for name in offered} == offered
    again = EntryForm(dealer=dealer, deal=deal, **around)
    assert [again[f"won_{name}"].value() for name in offered] == ["award"] * len(offered)
