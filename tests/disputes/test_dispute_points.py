"""Rulings that depend on points: during the play nobody knows the points, and a record may lack them.

A decision made in play is in force without the points. The table names them before the deal is entered.
"""

import pytest

from scoring.disputes.models import DisputeStep
from scoring.office.verification import breaches
from tests.disputes.disputing import A_BIDS_NINE, ADVERSARY_REVOKES, decided, entered, get, post, taken_back
from tests.factories import make_table

pytestmark = pytest.mark.django_db

CLAIMED = {
    "incident": "play-out-of-turn",
    "facts": {"hand": "fourth", "before": "second", "third_played": "no", "offender": "adversary"},
    "choice": "claim",
}
REVOKED = {"incident": "revoke", "seat": 2, "facts": {**ADVERSARY_REVOKES["facts"]}}
TO_BE_NAMED = "ruling.points"

# Foster, Cinch Laws, Playing Out of Turn: the trick, with the jack, is claimed. Their eight are nine, as
# many as were bid: nine less five. Chicago, law 31, of the player alone: the jack that seat 2 won is the
# maker's, whose nine make the bid; Chicago scores what is made, and the others keep five.
CASES = {
    "foster, a trick claimed": ("foster-1897", {}, {**CLAIMED, "seat": 2}, [4, 0]),
    "chicago, a revoke of the player alone": ("chicago-1890", {}, REVOKED, [9, 5]),
}


def ruled_in_play(club, table, asked):
    raised = post(club, "scorer", f"tables/{table.pk}/deals/1/disputes/", asked)
    assert raised.status_code == 201, raised.json()
    return decided(club, raised.json()["id"])


def waiting(club):
    """Return the disputes that still need a decision."""
    return [
        each["id"] for each in get(club, "director", "disputes/?club=harbour&state=open").json()["results"]
    ]


@pytest.mark.parametrize("case", CASES)
def test_a_decision_taken_in_play_asks_the_table_for_the_points_and_the_deal_is_then_entered(club, case):
    base, parameters, asked, then = CASES[case]
    table = make_table(club.club, club.actors["owner"], law_set=base, parameters=parameters)
    ruled = ruled_in_play(club, table, asked)
    where, page = f"disputes/{ruled['id']}/answer/", f"/disputes/{ruled['id']}/"
    assert (ruled["state"], ruled["needs_points"]) == ("decided", True)
    assert "answered" in ruled["next_steps"]
    refusal = entered(club, table.pk, A_BIDS_NINE, "scorer")
    assert (refusal.status_code, TO_BE_NAMED in refusal.json()) == (400, True), refusal.json()
    scorer = club.client("scorer")
    shown = scorer.get(f"/tables/{table.pk}/disputes/").content.decode()
    assert "Name the points it concerns before you enter the deal." in shown
    assert "Before the deal is entered" in scorer.get(page).content.decode()
    for wrong, field in (
        ({"facts": {"hand": "third"}}, "points"),
        ({"points": ["jack"], "seat": 4}, "points"),
        ({"points": ["joker"]}, "points.0"),
    ):
        assert list(post(club, "scorer", where, wrong).json()) == [field]
    assert post(club, "player", where, {"points": ["jack"]}).status_code == 403
    # Y-Z took six in all: both pedros, ten points, cannot have lain in a trick of theirs.
    assert post(club, "scorer", where, {"points": ["right-pedro", "left-pedro"]}).status_code == 200
    assert entered(club, table.pk, A_BIDS_NINE, "scorer").status_code == 400
    assert waiting(club) == [], "naming points makes no open dispute of it"
    post(club, "player", f"disputes/{ruled['id']}/appeal/", {"reason": "it was not so"})

    named = post(club, "scorer", where, {"points": ["jack"]}).json()

    assert (named["state"], named["needs_points"]) == ("appealed", False)
    assert waiting(club) == [ruled["id"]], "and an appeal stays open"
    assert DisputeStep.objects.filter(kind="answered").count() == 2
    answer = entered(club, table.pk, A_BIDS_NINE, "scorer")
    assert (answer.status_code, answer.json()["score"]["scored"]) == (201, then), answer.json()
    late = post(club, "scorer", where, {"points": ["game"]})
    assert (late.status_code, late.json()["code"]) == (409, "dispute-appealed"), "it is recorded"
    taken_back(club, ruled["id"])
    again = get(club, "player", f"tables/{table.pk}/deals/1/").json()["score"]["scored"]
    # Without the ruling nine were bid and eight made.
    assert again == ([0, 15] if base == "foster-1897" else [-9, 6])
    assert list(breaches()) == []


def test_points_are_refused_for_a_decision_that_needs_none(club):
    table = make_table(club.club, club.actors["owner"])
    ruled = ruled_in_play(club, table, {"incident": "faced-card", "facts": {"came_to_light": "dealing"}})
    refusal = post(club, "scorer", f"disputes/{ruled['id']}/answer/", {"points": ["jack"]})
    assert refusal.json()["code"] == "dispute-decided"


def test_a_value_chosen_for_the_table_is_shown_with_the_ruling(club):
    chosen = {"revoke_by_adversary": "points-to-maker"}
    table = make_table(club.club, club.actors["owner"], parameters=chosen)
    assert entered(club, table.pk, A_BIDS_NINE, "scorer").status_code == 201
    raised = post(club, "scorer", f"tables/{table.pk}/deals/1/disputes/", REVOKED).json()
    assert {each["rule"]: each["taken"] for each in raised["ruling"]["chosen"]} == chosen
    decided(club, raised["id"])
    page = club.client("director").get(f"/disputes/{raised['id']}/").content.decode()
    assert "Chosen for the table, in place of the law set's own." in page
    assert "The points go to the maker." in page
    assert list(breaches()) == []


def test_a_page_offers_to_name_the_points_wherever_the_law_turns_on_them(club):
    table = make_table(club.club, club.actors["owner"], law_set="chicago-1890")
    assert entered(club, table.pk, A_BIDS_NINE, "scorer").status_code == 201

    raised = post(club, "scorer", f"tables/{table.pk}/deals/1/disputes/", REVOKED).json()

    assert raised["needs_points"] is True
    page = club.client("director").get(f"/disputes/{raised['id']}/").content.decode()
    assert 'name="points-told"' in page
    assert "The book leaves this open." in page
    assert "Only the tricks of the player who revoked." in page
    told = post(club, "scorer", f"disputes/{raised['id']}/answer/", {"points": ["jack"]}).json()
    assert told["needs_points"] is False
    assert decided(club, raised["id"])["score"]["after"]["scored"] == [9, 5]
    page = club.client("director").get(f"/disputes/{raised['id']}/").content.decode()
    assert "The book leaves this open." in page
