"""Disputes over the API: raised, ruled, applied to the score, appealed and taken back."""

import pytest

from tests.scoring.disputing import bid_nine, decided, get, post, raised, scored, standing

pytestmark = pytest.mark.django_db


def test_the_printed_example_scores_eight_once_it_is_ruled(club):
    # Foster 1897, Cinch Laws, The Revoke: A bids nine, A-B make eight, but Y has revoked: they score eight.
    bid_nine(club)
    assert scored(club) == [0, 15], "bid nine, made eight: six and the bid of nine to the others"

    dispute = raised(club)
    assert dispute["state"] == "proposed"
    assert dispute["waits_for"] == "director"
    assert scored(club) == [0, 15], "nothing follows before a director has decided"

    ruled = decided(club, dispute["id"])

    assert (ruled["state"], ruled["applied"]) == ("decided", True)
    assert scored(club) == [8, 0]
    assert standing(club) == [8, 0]
    assert ruled["score"]["before"]["scored"] == [0, 15]
    assert ruled["score"]["after"]["scored"] == [8, 0]
    lines = get(club, "player", f"tables/{club.table.pk}/deals/1/").json()["score"]["explanation"]
    assert "foster-1897/revoke/by-an-adversary" in {line["law"] for line in lines}


def test_an_appeal_takes_it_back_cleanly(club):
    bid_nine(club)
    before = get(club, "player", f"tables/{club.table.pk}/deals/1/").json()["score"]
    dispute = raised(club)
    decided(club, dispute["id"])

    appealed = post(club, "player", f"disputes/{dispute['id']}/appeal/", {"reason": "Y had no heart left"})
    assert (appealed.status_code, appealed.json()["state"]) == (200, "appealed")
    assert scored(club) == [8, 0], "the decision stands until the appeal is settled"
    own = post(club, "director", f"disputes/{dispute['id']}/settle/", {"withdraw": True, "reason": "right"})
    assert (own.status_code, own.json()["code"]) == (403, "own-decision")

    settled = post(club, "owner", f"disputes/{dispute['id']}/settle/", {"withdraw": True, "reason": "true"})

    assert (settled.status_code, settled.json()["state"]) == (200, "withdrawn")
    assert get(club, "player", f"tables/{club.table.pk}/deals/1/").json()["score"] == before
