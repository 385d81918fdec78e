"""Tables of the other games of the family: opened for each number of players, scored, and refused."""

import re
from uuid import uuid4

import pytest

from laws import library
from laws.domain.parameters import PARAMETERS
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from scoring.game.seating import PerSide
from scoring.game.state import game_state
from scoring.tables.forms.tables import TableForm
from scoring.tables.models import DealRevision
from scoring.tables.pages.display import sides_in
from tests.factories import house_laws, make_table, record
from tests.game.tables import deal, varied
from tests.running.day import some_of
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

TOWNS = ["Aarau", "Ystad", "Bergamo", "Zwolle", "Cadiz", "Delft", "Evora"]


def open_table(club, game, players, law_set="foster-1897"):
    asked = {"club": club.club.slug, "players": TOWNS[:players], "game": game, "law_set": law_set}
    return send(club.client("director"), "post", "tables/", asked)


# Foster 1897: Seven-up, Players; Auction Pitch, Players and Bidding; Widow Cinch; Dom Pedro.
PLAYED = [
    ("seven-up", "foster-1897", {"won": {"high": 1, "low": 2, "jack": 2, "gift": 2}}, [1, 3]),
    ("seven-up-2", "foster-1897", {"points": [2, 1]}, [2, 1]),
    ("three-handed-seven-up", "foster-1897", {"won": {"gift": 2, "second-gift": 3}}, [0, 1, 1]),
    ("all-fours", "modern-book", {"won": {"game": 1}}, [1, 0]),
    ("california-jack", "modern-book", {"points": [3, 0]}, [3, 0]),
    ("auction-pitch", "foster-1897", {"maker": 3, "bid": 2, "points": [0, 0, 3, 1, 0]}, [0, 2, 3, 1, 0]),
    (
        "auction-pitch-7",
        "foster-1897",
        {"bid": 0, "points": [0, 2, 0, 0, 0, 0, 1]},
        [0, 2, 0, 0, 0, 0, 1],
    ),
    (
        "dom-pedro-4",
        "foster-1897",
        {"maker": 2, "bid": 9, "won": {"high": 3, "low": 3, "nine": 2}},
        [0, 9, 2, 0],
    ),
    ("widow-cinch", "foster-1897", {"maker": 2, "bid": 5, "points": [1, 6, 7]}, [1, 6, 7]),
    ("two-handed-cinch", "foster-1897", {"maker": 2, "bid": 5, "points": [1, 3]}, [1, -5]),
]
"""Game, law set, the first deal, and the score after it. The gate plays half of the games each day."""


@pytest.mark.parametrize(("game", "law_set", "deal", "score"), list(some_of(PLAYED, 2)))
def test_deals_are_recorded_at_a_table_of_any_game(club, game, law_set, deal, score):
    table = open_table(club, game, GAMES[game].players, law_set).json()
    assert (table["game"], len(table["seats"])) == (game, GAMES[game].players)
    assert table["game_score"] == rules_of(library.law_set(law_set), GAMES[game]).game_score
    director = club.client("director")
    body = {"deal": {"trump": "H"} | deal, "number": 1}
    answer = send(director, "post", f"tables/{table['id']}/deals/", body, key=uuid4())
    assert answer.status_code == 201, answer.json()
    assert director.get(f"/api/v1/tables/{table['id']}/").json()["score"] == score
    for page in ("", "sheet/", "cuts/", "deals/1/", "print/score-sheet.pdf", "print/filled-sheet.pdf"):
        shown = director.get(f"/tables/{table['id']}/{page}")
        assert shown.status_code == 200, page
        if page == "deals/1/":
            assert ("<dt>Maker</dt>" in shown.content.decode()) == GAMES[game].has_bidding


@pytest.mark.parametrize(
    ("language", "says", "variation"),
    [
        ("de", "stehen auf Englisch, wie in ihren Büchern", "zurückgesetzt nach alter Art"),
        ("es", "están en inglés, la lengua de sus libros", "la penalización a la antigua"),
        ("en", "", "Variation: the old set-back"),
    ],
)
def test_a_table_says_that_the_laws_it_cites_are_in_english(club, language, says, variation):
    table = open_table(club, "three-handed-cinch", 3).json()["id"]
    director = club.client("director")
    deal = {"deal": {"trump": "H", "maker": 2, "bid": 8, "points": [7, 2, 5]}, "number": 1}
    send(director, "post", f"tables/{table}/deals/", deal, key=uuid4())
    for page in ("", "sheet/", "cuts/", "deals/1/", "disputes/"):
        shown = director.get(f"/tables/{table}/{page}", headers={"accept-language": language})
        assert shown.content.decode().count(says or "in English") == bool(says), page
    sheet = director.get(f"/tables/{table}/sheet/", headers={"accept-language": language}).content.decode()
    assert f"{variation}<" in sheet, "named as on the page where the variation is chosen"


# Foster 1897: Seven-up, Counters; Auction Pitch, Counters and Setting Back; Pedro; Cinch, Scoring; All Fives.
@pytest.mark.parametrize(
    ("game", "law_set", "variations", "deal", "marks"),
    [
        ("seven-up", "foster-1897", [], {"won": {"high": 1, "low": 2}}, ["6 white counters"] * 2),
        (
            "auction-pitch-4", "foster-1897", [], {"maker": 3, "bid": 3, "points": [2, 0, 1, 0]},
            ["5 white counters", "4 white counters", "10 white counters", "7 white counters"],
        ),
        (
            "pedro-4",
            "foster-1897",
            [],
            {"maker": 3, "bid": 4, "points": [1, 0, 7, 0]},
            [
                "9 red counters for five points each, 4 white counters",
                "9 red counters for five points each, 1 white counter",
                "8 red counters for five points each, 3 white counters",
                "10 red counters for five points each",
            ],
        ),
        (
            "cinch", "foster-1897", [], {"maker": 3, "bid": 8, "points": [10, 4]},
            ["9 red counters for five points each", "10 red counters for five points each, 1 white counter"],
        ),
        (
            "cinch",
            "foster-1897",
            ["cribbage-board"],
            {"maker": 3, "bid": 8, "points": [10, 4]},
            [
                "A & B: the front peg is at 16 of 61, the other where it was before the last deal, at 10.",
                "Y & Z: the front peg is at 10 of 61, the other where it was before the last deal, at 10.",
            ],
        ),
        (
            "all-fives-2",
            "modern-book",
            [],
            {"won": {"ten": 2, "ace": 1, "high": 1, "low": 1}},
            [
                "A: the front peg is at 6 of 61, the other where it was before the last deal, at 0.",
                "Y: the front peg is at 10 of 61, the other where it was before the last deal, at 0.",
            ],
        ),
        ("pitch", "modern-book", [], {"maker": 2, "bid": 2, "points": [0, 3]}, []),
        ("cinch", "chicago-1890", [], {"maker": 2, "bid": 5, "points": [5, 9]}, []),
    ],
)  # fmt: skip
def test_the_score_is_shown_with_the_counters_of_its_law_set(club, game, law_set, variations, deal, marks):
    table = make_table(
        club.club,
        club.actors["owner"],
        law_set=law_set,
        game=game,
        players=["A", "Y", "B", "Z"][: GAMES[game].players],
        variations=variations,
    )
    record(table, club.actors["scorer"], **dict.fromkeys(("dealer", "maker", "bid", "points")) | deal)
    shown = club.client("director").get(f"/tables/{table.pk}/").content.decode()
    assert re.findall(r'role="img" aria-label="([^"]+)"', shown) == marks
    assert shown.count("3 more than at the start") == ("10 white counters" in marks)


def test_the_other_peg_is_where_it_was_before_the_last_deal_that_counts():
    # Ten are up, and four deals of fourteen win at 66; the fifth deal counts no more.
    laws = varied("cribbage-board")
    swept = parse_deal(deal([14, 0]), GAMES["cinch"], laws)
    state = game_state([swept] * 5, laws, GAMES["cinch"], first_dealer=1)
    assert [(side.before, side.score) for side in sides_in(state, PerSide((("A",), ("Y",))))] == [
        (52, 66),
        (10, 10),
    ]


@pytest.mark.parametrize(
    ("game", "players", "law_set", "field"),
    [
        ("auction-pitch-7", 6, "foster-1897", "players"),
        ("seven-up", 3, "foster-1897", "players"),
        ("smudge", 5, "chicago-1890", "law_set"),
        ("auction-pitch-3", 3, "foster-1897", "game"),
    ],
)
def test_a_table_with_the_wrong_number_or_laws_is_refused(club, game, players, law_set, field):
    assert list(reasons(open_table(club, game, players, law_set))) == [field]


ONE_MADE_FOUR = {"maker": 3, "bid": 3, "won": dict.fromkeys(("high", "low", "jack", "game"), 3)}
"""Seat 3 has four of seven points and sells the next trump, so a bid of three would win the game."""


@pytest.mark.parametrize(
    ("game", "earlier", "before", "deal", "field", "why"),
    [
        # If there is an earlier deal, `before` is the score after it.
        pytest.param("auction-pitch", ONE_MADE_FOUR, [0, 3, 4, 0, 0],
                     {"dealer": 2, "maker": 4, "bid": 3, "won": {"high": 4, "low": 4}},
                     "deal.bid", "a bid of 3 would win", id="a bid that puts the seller out"),
        pytest.param("seven-up-2", None, None, {"won": {"game": 1}, "pips": [20, 40]},
                     "deal.pips", "by these counts Game is won by seat 2", id="Game to the smaller count"),
    ],
)  # fmt: skip
def test_an_impossible_deal_is_refused_at_its_field_and_not_kept(
    club, game, earlier, before, deal, field, why
):
    # Every other refusal is in tests/game/test_family.py.
    kind = GAMES[game]
    deal = {"dealer": 1, "trump": "H"} | deal
    asked = {"law_set": "foster-1897", "game": kind.slug, "players": kind.players, "deal": deal}
    answer = send(club.client("director"), "post", "score/", asked | ({"before": before} if before else {}))
    assert (answer.status_code, why in reasons(answer)[field]) == (400, True), answer.json()

    table = open_table(club, game, kind.players).json()["id"]
    deals = [{"trump": "H"} | sent for sent in (earlier, deal) if sent]
    for number, sent in enumerate(deals, start=1):
        body = {"deal": sent, "number": number}
        answer = send(club.client("director"), "post", f"tables/{table}/deals/", body, key=uuid4())
    assert (answer.status_code, why in reasons(answer)[field]) == (400, True), answer.json()
    assert DealRevision.objects.filter(deal__game__table=table).count() == len(deals) - 1


def test_a_correction_names_no_offence_of_another_game_either(club):
    table = make_table(club.club, club.actors["owner"], game="auction-pitch-4", players=TOWNS[:4])
    deal = {"dealer": 1, "trump": "S", "maker": 3, "bid": 1, "won": {"high": 3, "low": 3}}
    record(table, club.actors["scorer"], points=None, **deal)
    corrected = {**deal, "penalties": [{"offence": "revoke", "seat": 2}], "reason": "a revoke"}
    answer = send(club.client("director"), "patch", f"tables/{table.pk}/deals/1/", corrected)
    assert "its own laws decide" in reasons(answer)["penalties.0.offence"]


@pytest.mark.parametrize(
    ("game", "players"), [("auction-pitch", 8), ("auction-pitch", 3), ("seven-up", 3), ("widow-cinch", 4)]
)
def test_a_deal_for_a_wrong_number_of_players_is_not_scored(club, game, players):
    asked = {"law_set": "foster-1897", "game": game, "players": players, "deal": {"dealer": 1}}
    assert list(reasons(send(club.client("director"), "post", "score/", asked))) == ["players"]


def test_a_deal_without_partners_names_the_winner_of_each_point(club):
    table = make_table(club.club, club.actors["owner"], game="auction-pitch-6", players=TOWNS[:6])
    won = {"high": 6, "low": 4, "jack": 5, "game": 6}
    record(table, club.actors["scorer"], dealer=None, maker=6, bid=2, points=None, won=won)
    shown = club.client("director").get(f"/tables/{table.pk}/deals/1/").content.decode()
    facts = dict(re.findall(r"<dt>(High|Low|Jack|Game)</dt><dd>([^<]+)</dd>", shown))
    assert facts == {"High": "Delft", "Low": "Zwolle", "Jack": "Cadiz", "Game": "Delft"}


def test_every_game_is_shown_under_each_of_its_law_sets(client):
    lines = client.get("/api/v1/games/").json()
    assert {form["game"] for line in lines for form in line["forms"]} == set(GAMES)
    assert client.get("/games/").status_code == 200
    for line in lines:
        for law_set in line["law_sets"]:
            sheet = client.get(f"/api/v1/games/{line['slug']}/?law_set={law_set}").json()
            assert len([points for points in sheet["example"]["score"]["points"] if points]) > 1
            assert client.get(f"/games/{line['slug']}/?law_set={law_set}").status_code == 200


@pytest.mark.parametrize(
    ("game", "cite", "scored", "winner"),
    [
        ("cinch", "Foster 1897, Cinch, Illustrative hands, No. 1", [0, 15], None),
        # A sells to B for two; C has High and Low, B Jack and Game, and each of the two has two to go.
        ("auction-pitch", "Foster 1897, Auction Pitch, Scoring", [0, 2, 2, 2, 0], 3),
    ],
)
def test_the_worked_deal_is_the_printed_one(client, game, cite, scored, winner):
    example = client.get(f"/api/v1/games/{game}/?law_set=foster-1897").json()["example"]
    assert (example["cite"], example["score"]["scored"]) == (cite, scored)
    assert example["score"]["winner"] == winner


def test_a_club_s_law_set_under_which_the_worked_deal_is_impossible_shows_the_game_without_it(club):
    limit = house_laws(club, parameters={"max_bid": "5"}).slug  # Foster's printed deal is a bid of eight.
    game, client = f"games/cinch/?law_set={limit}", club.client("player")
    page, answer = client.get(f"/{game}"), client.get(f"/api/v1/{game}")
    assert (page.status_code, "A worked deal" in page.content.decode()) == (200, False)
    assert (answer.status_code, answer.json()["example"]) == (200, None)


@pytest.mark.parametrize(
    ("game", "advice"),
    [
        ("three-handed-cinch", "chicago-1890/good-play/own-points-first-of-three"),
        ("cinch", "foster-1897/good-play/six-on-an-ace"),
        ("auction-pitch", "foster-1897/auction-pitch/low-bid-suffices"),
    ],
)
def test_advice_on_good_play_is_on_the_games_page(client, game, advice):
    assert advice in client.get(f"/api/v1/games/{game}/").json()["advice"]
    assert f"/laws/{advice}/" in client.get(f"/games/{game}/").content.decode()


@pytest.mark.parametrize(
    ("address", "status"),
    [("smudge/?law_set=chicago-1890", 400), ("smudge/?law=foster-1897", 400), ("whist/", 404)],
)
def test_an_unknown_game_is_refused_by_the_api(client, address, status):
    assert client.get(f"/api/v1/games/{address}").status_code == status


def test_an_unknown_game_has_no_page(client):
    assert client.get("/games/whist/").status_code == 404
    assert client.get("/games/smudge/?law_set=chicago-1890").status_code == 404


# Who can play which game, with what (Foster 1897, Cinch to Pedro; Chicago 1890, Razzle-dazzle; modern book).
IN_FOURS = {"cinch", "blind-cinch", "sixty-three"}
CALLING = {"auction-cinch", "auction-cinch-6", "four-handed-auction-cinch"}
CINCH = IN_FOURS | CALLING | {"two-handed-cinch", "three-handed-cinch", "widow-cinch"}
TURNED_UP = {"seven-up", "seven-up-2", "three-handed-seven-up", "all-fours", "all-fours-turn-up"}
FIVES = {"all-fives", "all-fives-2", "three-handed-all-fives"}
DRAWN = {"california-jack", "shasta-sam"}
PITCH_IN_FOURS = {"pitch", "pitch-with-joker"}
BY_NUMBER = {
    slug: {slug, f"{slug}-4", f"{slug}-6", f"{slug}-7"}
    for slug in ("auction-pitch", "pitch-to-the-board", "smudge", "pedro", "pedro-sancho", "dom-pedro")
}
PEDRO = BY_NUMBER["pedro"] | BY_NUMBER["pedro-sancho"] | BY_NUMBER["dom-pedro"]
PITCH = BY_NUMBER["auction-pitch"] | BY_NUMBER["pitch-to-the-board"] | BY_NUMBER["smudge"] | PITCH_IN_FOURS
BLIND = {"blind-all-fours", "blind-all-fours-2", "blind-all-fours-3"}
WITHOUT_BIDS = TURNED_UP | FIVES | DRAWN | BLIND
OF_SOME_GAMES = {
    # Bids, and a maker who can fail: none in Seven-up and the games made from it.
    "min_bid max_bid must_exceed bidding_rounds all_pass forced_bid no_bid_rule highest_bid_wins failed_rule "
    "minimum_to_score below_minimum_rule first_lead_trump": CINCH | PITCH | PEDRO,
    # The eldest hand sells the trump at Auction Pitch and Pedro.
    "selling price_scored": PITCH | PEDRO,
    # Nine cards reduced to six; Auction Cinch discards from six. Only Widow Cinch has no draw. Ten cards for
    # each of six players are more than a pack.
    "discard_points_to discard_points_count_for_bid": CINCH,
    "dealer_draw": CINCH - {"widow-cinch"},
    "extra_four": CINCH - {"widow-cinch", "auction-cinch-6"},
    # The turned card and what follows from it.
    "after_running turned_again gift_may_win": TURNED_UP | FIVES,
    # Whoever comes to a table of four while it plays waits and cuts in.
    "table_capacity preference_cut cutting_out_first cutting_out_later cutting_out_tie": {
        game for game, kind in GAMES.items() if kind.players == 4
    },
    # The maker names the trump at Cinch, the first card led at Blind All Fours; nothing else is possible.
    "trump_by": TURNED_UP | FIVES | DRAWN | PITCH | PEDRO,
    # At California Jack all cards are played: High is the ace and Low the deuce.
    "high_card low_card": set(GAMES) - DRAWN,
    # Game by the count of pips, not by the ten.
    "pips_tie": WITHOUT_BIDS | PITCH,
    "trump_five_counts": FIVES,
    "joker_counts": {"pitch-with-joker"} | BY_NUMBER["dom-pedro"],
    "whole_pack": PEDRO,
    "called_partner": CALLING,
    # There is only one way of making partners by the cut.
    "partners_rule": set(),
    "seat_choice cut_tie_rule": CINCH | PITCH_IN_FOURS
    | {"seven-up", "all-fours", "all-fours-turn-up", "all-fives", "blind-all-fours"},
    # The other games have a law of their own on the revoke and on a wrong hand.
    "dealer_privilege revoke_by_adversary revoke_by_maker revoke_waives_bid revoked_points_count_for_bid "
    "revoke_by_maker_adds_bid revoke_by_both foul_hand foul_hand_dealer foul_hand_waives_bid": CINCH,
    "revoke_by_makers_partner revoke_scope": IN_FOURS | CALLING | {"widow-cinch"},
    "trick_claim": CINCH - {"two-handed-cinch", "three-handed-cinch"},
}  # fmt: skip


def fields_of(game):
    law_set = next(each for each in library.law_sets().values() if GAMES[game].slug in each.games)
    return TableForm(law_set=law_set, game=GAMES[game]).fields


@pytest.mark.parametrize("game", GAMES)
def test_a_form_offers_the_parameters_that_a_game_can_read(game):
    offered = {name.removeprefix("parameters_") for name in fields_of(game) if name.startswith("parameters_")}
    foreign = {name for names, games in OF_SOME_GAMES.items() if game not in games for name in names.split()}
    assert offered == set(PARAMETERS) - foreign


@pytest.mark.parametrize(
    ("game", "parameter", "values"),
    [
        ("seven-up", "trump_by", ["turn-up", "first-lead"]),
        ("california-jack", "trump_by", ["first-lead", "cut", "top-of-stock"]),
        ("pitch", "trump_by", ["maker", "first-lead"]),
        ("seven-up", "counting_out", ["not-needed", "by-order", "divide-stake"]),
        ("cinch", "all_pass", ["dealer-names-without-bid", "dealer-forced-bid", "dealer-may-name"]),
    ],
)
def test_a_form_offers_the_values_that_a_game_can_have(game, parameter, values):
    assert [value for value, _ in fields_of(game)[f"parameters_{parameter}"].choices if value] == values


@pytest.mark.parametrize("game", ["three-handed-cinch", "auction-pitch-4", "pedro"])
@pytest.mark.parametrize(
    ("parameter", "foreign"),
    [
        # Three who play alone each score their own without a bid, and a deal of Pedro has nine points.
        ("no_bid_rule", "difference"),
        ("failed_rule", "fourteen"),
        # At Auction Pitch the eldest hand has to pitch (Foster 1897, Auction Pitch, Bidding).
        ("all_pass", "What the dealer does"),
    ],
)
def test_the_words_of_a_parameter_hold_in_every_game(game, parameter, foreign):
    field = fields_of(game)[f"parameters_{parameter}"]
    assert foreign not in " ".join([str(field.help_text), *(str(label) for _value, label in field.choices)])
