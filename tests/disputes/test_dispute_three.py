"""Disputes at a table of three, from raising to the score: every incident, over the API and on its pages."""

from typing import Any

import pytest

from scoring.disputes.services import disputes
from scoring.office.verification import breaches
from scoring.tables.models import Table
from scoring.tables.services import tables
from tests.disputes.disputing import REVOKED, decided, post, raised, scored
from tests.factories import ClubOfRoles, record

pytestmark = pytest.mark.django_db

MADE = {"dealer": 3, "maker": 1, "bid": 6, "trump": "H", "points": [7, 6, 1]}
"""Seat 1 bids six and takes seven, seat 2 six, seat 3 one."""


@pytest.fixture
def three(club: ClubOfRoles) -> Table:
    """Return a table of three under Chicago's laws with one deal, in place of the club's own table."""
    club.table = table_of_three(club, "chicago-1890")
    return club.table


def table_of_three(club: ClubOfRoles, law_set: str) -> Table:
    """Return a table of three with one deal."""
    found = tables.open_table(
        club=club.club,
        actor=club.actors["director"],
        players=["A", "Y", "B"],
        law_set=law_set,
        game="three-handed-cinch",
        dealer=3,
    )
    record(found, club.actors["scorer"], **MADE)
    return found


def told(effects: list[dict[str, Any]], name: str) -> list[str]:
    return [effect[name] for effect in effects]


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("seats", "after"),
    [
        pytest.param([1], [-6, 6, 1], id="the maker: set back the bid"),
        pytest.param([2, 3], [14, 0, 0], id="two adversaries: each pays for himself"),
        # Each is ruled alone: the maker goes back six, seat 3 scores nothing, seat 2 its own points.
        pytest.param([1, 3], [-6, 6, 0], id="the maker and an adversary: the third keeps his own"),
    ],
)
def test_a_revoke_is_raised_confirmed_and_scored(club, seats, after):
    # Chicago 1890, law 31.
    assert scored(club) == [7, 6, 1]
    for seat in seats:
        revoke = raised(club, incident="revoke", seat=seat, facts=REVOKED)
        assert revoke["state"] == "proposed"
        decided(club, revoke["id"])
    assert scored(club) == after
    assert list(breaches()) == []


@pytest.mark.usefixtures("three")
def test_one_player_is_meant_where_the_law_speaks_of_a_side_and_nobody_has_a_partner(club):
    path = f"tables/{club.table.pk}/deals/2/disputes/"
    question = post(club, "scorer", path, {"incident": "revoke", "facts": REVOKED}).json()["questions"][0]
    assert (question["fact"], question["values"]) == ("offender", ["maker", "adversary"])
    asked = f"/tables/{club.table.pk}/deals/1/dispute/?incident=revoke&at-seat=nobody&trick=turned"
    put = club.client("scorer").get(asked).context["put"]
    assert [key.value.slug for key in put.keys] == ["maker", "adversary"]
    assert club.client("scorer").get(f"{asked}&offender=makers-partner").status_code == 400
    assert list(post(club, "scorer", path, {"incident": "revoke", "seat": 4}).json()) == ["seat"]

    revoke = raised(club, incident="revoke", seat=2, facts=REVOKED)

    assert revoke["needs_points"] is False, "whatever Y took lies in tricks of his own"
    # Chicago 1890, law 31: the offender scores nothing, and the buyer of the trump scores it.
    says = [
        "The offender can score nothing on this deal.",
        "The points of all that the offender won go to the maker.",
    ]
    named = [
        "The offender (Y) can score nothing on this deal.",
        "The points of all that the offender (Y) won go to the maker (A).",
    ]
    assert told(revoke["ruling"]["effects"], "says") == says
    assert told(revoke["ruling"]["effects"], "named") == named
    browser, at = club.client("director"), f"/disputes/{revoke['id']}/"
    page = browser.get(at).content.decode()
    assert all(line in page for line in named)

    ruled = decided(club, revoke["id"])

    assert told(ruled["effects"], "named") == named
    assert scored(club) == [13, 0, 1]
    for page in (at, f"/tables/{club.table.pk}/deals/1/", f"/clubs/{club.club.slug}/disputes/"):
        shown = browser.get(page).content.decode()
        assert "offending side" not in shown, page
        assert "the offender" in shown, page
    # What is kept is the law's own answer, which is made again word for word.
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("law_set", "sent", "is_said", "is_not"),
    [
        pytest.param("chicago-1890", {"incident": "bid-before-eldest", "seat": 2},
                     "The right to bid on this deal is lost by the offender.",
                     "both the offender and his partner",
                     id="what another book would say"),
        pytest.param("chicago-1890",
                     {"incident": "revoke-established", "seat": 2,
                      "facts": {"trick": "lying", "next_trick": "offenders-side-played"}},
                     "The offender has led or played to the next trick", "The offender or his partner",
                     id="a reason"),
    ],
)  # fmt: skip
def test_nobody_is_called_a_partner_at_a_table_of_three(club, law_set, sent, is_said, is_not):
    sent = {"facts": {}, **sent}
    four = str(raised(club, **sent)["ruling"])
    club.table = table_of_three(club, law_set)
    three = raised(club, **sent)["ruling"]
    said = str([three["effects"], three["because"], (three["fallback"] or {}).get("effects")])
    assert is_said in said
    assert is_not not in said
    assert is_said not in four


IN_THE_PACK = {"incident": "points-in-discards", "facts": {"found_in": "pack"}}
BID_MISSED = {
    "incident": "bid-after-revoke",
    "seat": 1,
    "facts": {"offender": "maker", "bid_reached": "no"},
}


@pytest.mark.parametrize(
    ("law_set", "sent", "kinds"),
    [
        # Foster, Variations: what a dealer who draws unseen leaves in the pack counts for neither side.
        pytest.param("foster-1897", IN_THE_PACK, ["points-dead"], id="the dealer of three draws unseen"),
        # Chicago 21, which three play by: a maker who fails is set back, and nobody adds the bid.
        pytest.param("foster-1897", BID_MISSED, ["set-back"], id="the maker of three is set back"),
        pytest.param("bicycle", BID_MISSED, ["set-back"], id="by the book that is asked for a silent one"),
    ],
)
def test_a_dispute_is_ruled_by_the_figures_of_the_game_of_three(club, law_set, sent, kinds):
    club.table = table_of_three(club, law_set)
    record(club.table, club.actors["scorer"], **{**MADE, "dealer": 1, "bid": 9})
    dispute = raised(club, 2, **{"seat": None, **sent})
    ruling = dispute["ruling"]
    assert told(ruling["effects"] or ruling["fallback"]["effects"], "kind") == kinds
    if ruling["effects"]:
        decided(club, dispute["id"])
        assert list(breaches()) == []


def test_a_dispute_raised_before_these_figures_counted_stays_ruled_as_it_was(club, monkeypatch):
    now = disputes._raised_content
    monkeypatch.setattr(disputes, "_raised_content", lambda *about, **how: {**now(*about, **how), "game": ""})
    club.table = table_of_three(club, "foster-1897")
    record(club.table, club.actors["scorer"], **{**MADE, "dealer": 1, "bid": 9})
    ruled = decided(club, raised(club, 2, **BID_MISSED)["id"])
    assert told(ruled["effects"], "kind") == ["bid-to-adversaries"]
    assert list(breaches()) == []
