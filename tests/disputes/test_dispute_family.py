"""Disputes at tables of other games: the games' own incidents, and the effect of rulings on their scores."""

from html import unescape

import pytest

from scoring.office.verification import breaches
from tests.disputes.disputing import decided, entered, post
from tests.game.test_family_cards import KEPT_A_TRUMP, KING_KEPT
from tests.tables.test_family import open_table

pytestmark = pytest.mark.django_db

REVOKE = {"act": "neither-followed-nor-trumped", "trick": "turned"}
KEPT_BACK = {"act": "neither-followed-nor-trumped", "led": "trump", "top_trump": "yes"}


# Foster 1897, Auction Pitch, Irregularities in Play: seat 4 revokes against a bid of two, scores nothing and
# is set back two; the others count what they made, and the seller, seat 2, keeps what was paid.
# Seven-up, Irregularities in Play: no Jack out, so the offenders lose Game, and the others add one. With
# every card the record answers what is asked: seat 3 kept a trump, and its side had 17 pips against 11.
# modern book, All Fours: one of the five top trumps kept back, so the game begins again, fourteen lower.
@pytest.mark.parametrize(
    ("game", "law_set", "players", "deal", "asked", "scored"),
    [
        (
            "auction-pitch", "foster-1897", 5,
            {"maker": 3, "bid": 2, "won": {"high": 3, "low": 3, "jack": 4, "game": 1}},
            {"incident": "auction-pitch-revoke", "seat": 4, "facts": REVOKE | {"revoker": "other"}},
            [1, 2, 2, -2, 0],
        ),
        (
            "seven-up", "foster-1897", 4, {"won": {"high": 1, "low": 2, "game": 2}},
            {"incident": "seven-up-revoke", "seat": 2, "facts": REVOKE | {"jack_out": "no"}, "choice": "add"},
            [2, 1],
        ),
        (
            "seven-up", "foster-1897", 4, {"tricks": KING_KEPT},
            {"incident": "seven-up-revoke", "seat": 3, "trick": 1, "facts": {}, "choice": "add"},
            [0, 1 + 1 + 1],
        ),
        (
            "all-fours", "modern-book", 4, {"won": {"high": 1, "low": 2, "game": 2}},
            {"incident": "seven-up-revoke", "seat": 2, "facts": KEPT_BACK}, [0, -14],
        ),
    ],
)  # fmt: skip
def test_a_revoke_is_ruled_by_the_laws_of_the_game(club, game, law_set, players, deal, asked, scored):
    table = open_table(club, game, players, law_set).json()["id"]
    recorded = entered(club, table, {"deal": {"trump": "H"} | deal, "number": 1})
    assert recorded.status_code == 201, recorded.json()
    raised = post(club, "director", f"tables/{table}/deals/1/disputes/", asked)
    assert raised.status_code == 201, raised.json()
    assert decided(club, raised.json()["id"])["score"]["after"]["scored"] == scored
    shown = club.client("director").get(f"/tables/{table}/").content.decode()
    assert ("6 counters in the pool" in shown) == (game == "auction-pitch"), "five stakes and a forfeit"
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("game", "players", "incident"),
    [
        ("auction-pitch", 5, "revoke"),
        ("seven-up", 4, "irregular-bid"),
        ("three-handed-cinch", 3, "seven-up-revoke"),
        # Foster 1897, Widow Cinch: eight cards and a widow, so that nobody draws.
        ("widow-cinch", 6, "wrong-number-asked"),
        ("widow-cinch", 6, "trump-discarded"),
    ],
)
def test_an_incident_of_another_game_or_of_a_draw_without_one_is_refused(club, game, players, incident):
    table = open_table(club, game, players).json()["id"]
    raised = post(club, "director", f"tables/{table}/deals/1/disputes/", {"incident": incident, "facts": {}})
    assert (raised.status_code, list(raised.json())) == (400, ["incident"])


def test_each_trick_of_a_game_with_a_stock_can_be_named(club):
    # modern book, California Jack: who cannot follow must trump, here at the last trick but one of 26.
    table = open_table(club, "california-jack", 2, "modern-book").json()["id"]
    entered(club, table, {"deal": KEPT_A_TRUMP, "number": 1})
    director, here = club.client("director"), f"/tables/{table}/deals/1/dispute/"
    assert "trick 25" in director.get(here).content.decode()
    asked = "incident=california-jack-revoke&at-seat=2&in-trick="
    assert "The ruling" in director.get(f"{here}?{asked}26").content.decode()
    assert director.get(f"{here}?{asked}27").status_code == 400
    raised = director.post(here, {"asked": f"{asked}25"}, format="multipart", follow=True)
    assert "Trick 25" in raised.content.decode()


def test_a_directors_own_effect_names_the_sides_that_a_called_partner_makes(club):
    # Foster 1897, Auction Cinch: the maker and the one called are against all others.
    table = open_table(club, "auction-cinch", 5).json()["id"]
    deal = {"maker": 3, "bid": 8, "called": 4, "trump": "C", "points": [9, 5]}
    entered(club, table, {"deal": deal, "number": 1})
    asked = {"incident": "revoke", "seat": 1, "facts": {}, "assume_usual": True}
    dispute = post(club, "director", f"tables/{table}/deals/1/disputes/", asked).json()["id"]
    makers, others = "Bergamo and Zwolle", "Aarau, Ystad and Cadiz"
    for side, named in ((1, f"maker's side ({makers})"), (2, f"maker's adversaries ({others})")):
        effect = {"kind": "side-cannot-score", "side": side}
        if side == 2:
            post(club, "player", f"disputes/{dispute}/appeal/", {"reason": "the other side"})
            changed = {"change": True, "reason": "so", "effects": [effect]}
            post(club, "owner", f"disputes/{dispute}/settle/", changed)
        else:
            decided(club, dispute, overrule=True, effects=[effect], reason="so it was")
        shown = unescape(club.client("director").get(f"/disputes/{dispute}/").content.decode())
        assert named in shown
