"""The effect of a decision is shown before the decision is made, and the preview writes nothing."""

import pytest

from scoring.disputes.models import DisputeStep
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from tests.disputes.disputing import REVOKED, bid_nine, decided, post, raised, scored, standing
from tests.factories import record

pytestmark = pytest.mark.django_db

FACED = {"incident": "faced-card", "facts": {"came_to_light": "dealing"}, "seat": None}
CLAIMED = {
    "incident": "play-out-of-turn",
    "facts": {"hand": "fourth", "before": "second", "third_played": "no"},
    "points": ["jack"],
}
EIGHT_TO_SIX = {"maker": 1, "bid": 8, "trump": "H", "points": [8, 6]}
ALL_FOURTEEN = {"maker": 1, "bid": 14, "trump": "H", "points": [14, 0]}


def looked(club, dispute, body, role="director", status=200):
    """Return the preview of a decision, and check that nothing was written."""
    written = (DisputeStep.objects.count(), Entry.objects.count())
    answer = post(club, role, f"disputes/{dispute}/preview/", body)
    assert (DisputeStep.objects.count(), Entry.objects.count()) == written
    assert answer.status_code == status, answer.json()
    return answer.json()


def overruled(kind, **words):
    """Return the request of a director who orders one effect in place of the law's effects."""
    return {"overrule": True, "effects": [{"kind": kind, **words}]}


# A bids nine, A-B make eight: six and the nine to the others. Foster, Cinch Laws, The Revoke: the offender's
# side scores nothing and nothing is deducted, so the others score eight. A bid waived leaves eight less six.
# A set back also takes its points off the maker's score.
@pytest.mark.parametrize(
    ("body", "then"),
    [
        ({"confirm": True}, [8, 0]),
        ({"confirm": True, "facts": {"act": "trumped"}}, [0, 15]),
        (overruled("side-cannot-score", side="offenders"), [0, 0]),
        (overruled("set-back-by", who="maker", count="four"), [-4, 15]),
        (overruled("score-down", side=2, points=5), [0, 10]),
        (overruled("award-points", side=1, points=["jack"]), [4, 0]),
        (overruled("no-points"), [0, 0]),
        (overruled("must-trump", who="partner"), [0, 15]),
    ],
)
def test_a_previewed_score_is_the_later_score(club, body, then):
    bid_nine(club)
    dispute = raised(club, facts=REVOKED)["id"]

    ahead = looked(club, dispute, body)

    assert ahead["score"]["before"]["scored"] == scored(club) == [0, 15], "nothing has happened yet"
    assert ahead["score"]["after"]["scored"] == then
    reason = {"reason": "agreed by both sides"} if "overrule" in body else {}
    ruled = decided(club, dispute, **body, **reason)
    assert scored(club) == then
    assert [effect["kind"] for effect in ahead["effects"]] == [effect["kind"] for effect in ruled["effects"]]
    assert all(effect["says"] for effect in ruled["effects"])
    assert ruled["reason"] == ruled["steps"][-1]["content"]["reason"] == reason.get("reason", "")
    assert list(breaches()) == []


def test_each_option_is_previewed_before_anybody_chooses(club):
    # Foster, Cinch Laws, Playing Out of Turn: the adversaries may claim the trick, here with the jack in it.
    bid_nine(club)
    dispute = raised(club, **CLAIMED)
    options = [option["id"] for option in dispute["choices"][0]["options"]]

    after = {
        option: looked(club, dispute["id"], {"confirm": True, "choice": option})["score"]["after"]["scored"]
        for option in options
    }

    assert after.pop("claim") == [4, 0], "nine to five"
    assert set(map(tuple, after.values())) == {(0, 15)}
    refusal = looked(club, dispute["id"], {"confirm": True}, status=409)
    assert refusal["code"] == "choice-open"


def test_each_effect_states_who_carries_it_out(club):
    bid_nine(club)
    counts = overruled("counts-as-revoke")
    played_out, in_play = raised(club), raised(club, number=2, seat=None)

    def by_whom(answer):
        return [effect["carried_out"] for effect in answer["effects"]]

    assert by_whom(played_out["ruling"]) == by_whom(looked(club, played_out["id"], {"confirm": True}))
    assert by_whom(played_out["ruling"]) == ["score", "words", "score"], "there is nothing left to play on"
    assert by_whom(in_play["ruling"]) == ["score", "table", "score"]
    assert by_whom(looked(club, in_play["id"], counts)) == ["words"]
    page = club.client("director").get(f"/disputes/{played_out['id']}/").content.decode()
    assert "Cinch Club does nothing about it: The offending side may play the hand out" in page
    ruled = decided(club, played_out["id"], **counts, reason="by an older edition")
    assert (by_whom(ruled), scored(club)) == (["words"], [0, 15])
    page = club.client("player").get(f"/disputes/{played_out['id']}/").content.decode()
    assert "Cinch Club does nothing about it: It counts as a revoke." in page


def test_a_preview_shows_that_the_game_ends_and_which_deals_no_longer_count(club):
    # Foster, game fifty-one: three times fourteen are forty-two, twice eight to six four; then seven more.
    scorer = club.actors["scorer"]
    for dealer in (4, 1, 2):
        record(club.table, scorer, dealer=dealer, **ALL_FOURTEEN)
    record(club.table, scorer, dealer=3, **EIGHT_TO_SIX)
    record(club.table, scorer, dealer=4, **EIGHT_TO_SIX)
    assert standing(club) == [46, 0]
    dispute = raised(club, number=4)
    ends = overruled("score-up", side=1, points=7)

    ahead = looked(club, dispute["id"], ends)

    assert ahead["changes"] == {
        "is_void": False, "game": "ends", "next_dealer": False, "later_deals": [5],
    }  # fmt: skip
    assert ahead["score"]["after"]["score"] == [51, 0]
    unchanged = looked(club, dispute["id"], overruled("no-penalty"))
    assert unchanged["changes"] == {
        "is_void": False, "game": "same", "next_dealer": False, "later_deals": [],
    }  # fmt: skip
    decided(club, dispute["id"], **ends, reason="agreed")
    post(club, "player", f"disputes/{dispute['id']}/appeal/", {"reason": "it was not so"})
    back = looked(club, dispute["id"], {"withdraw": True}, "owner")
    assert (back["changes"]["game"], back["changes"]["later_deals"]) == ("goes-on", [5])
    assert back["score"]["after"]["score"] == [46, 0]


def test_a_preview_of_a_new_deal_shows_the_void_deal_and_the_next_dealer(club):
    # Foster, Cinch Laws, Dealing: a faced card is dealt again by the same dealer.
    bid_nine(club)
    dispute = raised(club, **FACED)

    ahead = looked(club, dispute["id"], {"confirm": True})

    assert ahead["changes"] == {"is_void": True, "game": "same", "next_dealer": True, "later_deals": []}
    assert (ahead["score"]["before"]["next_dealer"], ahead["score"]["after"]["next_dealer"]) == (1, 4)


def test_only_a_person_who_may_decide_can_preview_one_decision_at_a_time(club):
    bid_nine(club)
    dispute = raised(club)["id"]
    assert "confirm" in looked(club, dispute, {"confirm": True, "withdraw": True}, status=400)
    assert "reason" in looked(club, dispute, {"confirm": True, "reason": "so it was"}, status=400)
    assert looked(club, dispute, {"withdraw": True}, status=409)["code"] == "dispute-proposed"
    decided(club, dispute)
    assert looked(club, dispute, {"confirm": True}, status=409)["code"] == "dispute-decided"
    post(club, "player", f"disputes/{dispute}/appeal/", {"reason": "it was not so"})
    assert looked(club, dispute, {"withdraw": True}, status=403)["code"] == "own-decision"


def test_the_page_shows_each_way_to_confirm_and_the_way_back_with_their_scores(club):
    bid_nine(club)
    claimed = raised(club, **CLAIMED)["id"]
    director, owner = club.client("director"), club.client("owner")

    page = director.get(f"/disputes/{claimed}/")

    assert page.context["by_option"]["claim"].sides[0].scored == (0, 4)
    dispute = raised(club)["id"]
    decided(club, dispute)
    post(club, "player", f"disputes/{dispute}/appeal/", {"reason": "it was not so"})
    assert owner.get(f"/disputes/{dispute}/").context["withdrawing"].sides[0].scored == (8, 0)
    assert director.get(f"/disputes/{dispute}/").context["withdrawing"] is None
    sent = {"step": "change", "order": ["bid-waived"]}
    changed = owner.post(f"/disputes/{dispute}/preview/", sent, format="multipart")
    assert changed.context["ordered"].sides[0].scored == (8, 2)
