"""Disputes over the API: raised, ruled, applied to the score, appealed and taken back."""

import pytest

from laws.library import law_book
from tests.disputes.disputing import bid_nine, decided, get, post, raised, scored, standing

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


def facts_with_many_answers():
    """Yield each incident under Foster with each of its facts that has three answers or more."""
    for name, table in law_book("foster-1897").tables.items():
        if table.incident.game in ("cinch", "general"):
            yield from ((name, fact) for fact in table.incident.facts if len(fact.slugs) >= 3)


def test_a_fact_with_three_answers_or_more_is_raised_as_disputed_between_all_of_them(club):
    # One tap on "We do not agree on this" sends every answer that there is.
    met = set()
    for incident, fact in facts_with_many_answers():
        body = {
            "incident": incident,
            "facts": {fact.key: {"disputed": list(fact.slugs)}},
            "assume_usual": True,
        }

        answer = post(club, "link", f"tables/{club.table.pk}/deals/1/disputes/", body)

        assert answer.status_code == 201, (incident, fact.key, answer.json())
        told = answer.json()["disputed"]
        ways = [way["facts"][fact.key] for way in told["rulings"]]
        assert told["facts"] == [fact.key]
        assert set(ways) <= set(fact.slugs)
        assert len(ways) == len(set(ways)) >= 2, (incident, fact.key)
        if len(fact.slugs) not in met:
            assert club.link_client().get(f"/disputes/{answer.json()['id']}/").status_code == 200
        met.add(len(fact.slugs))
    assert {3, 4} <= met
