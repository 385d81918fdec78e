"""What is refused in a dispute, by whom it may be done, and how it is answered when it is sent again."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Dispute, DisputeStep
from scoring.office.verification import breaches
from tests.disputes.disputing import bid_nine, decided, post, raised, scored, standing
from tests.factories import record

pytestmark = pytest.mark.django_db

TOO_SOON = {
    "incident": "play-out-of-turn",
    "facts": {"hand": "fourth", "before": "second", "third_played": "no"},
    "points": ["jack"],
}
"""Foster: the adversaries may claim the trick."""


def refused(club, body, path="tables/{table}/deals/1/disputes/", role="scorer"):
    """Return the status of what is refused, and the refusal."""
    answer = post(club, role, path.format(table=club.table.pk), body)
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "incident"),
        ({"incident": "revokes"}, "incident"),
        ({"incident": "misdeal-at-seven-up"}, "incident"),
        ({"incident": 7}, "incident"),
        ({"incident": "revoke", "facts": []}, "facts"),
        ({"incident": "revoke", "facts": {"acts": "trumped"}}, "facts.acts"),
        ({"incident": "revoke", "facts": {"act": "slept"}}, "facts.act"),
        ({"incident": "revoke", "facts": {"act": {"disputed": ["trumped"]}}}, "facts.act"),
        ({"incident": "revoke", "facts": {"act": {"disputed": "both"}}}, "facts.act"),
        ({"incident": "revoke", "facts": {"act": {"asked": ["trumped"]}}}, "facts.act"),
        ({"incident": "revoke", "seat": 5}, "seat"),
        ({"incident": "revoke", "seat": "2"}, "seat"),
        ({"incident": "revoke", "seats": {"partner": 2}}, "seats.partner"),
        ({"incident": "revoke", "seats": {"offender": 0}}, "seats.offender"),
        ({"incident": "revoke", "points": ["joker"]}, "points.0"),
        ({"incident": "revoke", "points": "jack"}, "points"),
        ({"incident": "revoke", "trick": 7}, "trick"),
        ({"incident": "revoke", "trick": True}, "trick"),
        ({"incident": "revoke", "assume_usual": "yes"}, "assume_usual"),
        ({"incident": "revoke", "choices": "claim"}, "choices"),
        ({"incident": "revoke", "seat": 2, "facts": {"offender": "maker"}}, "facts.offender"),
        ({**TOO_SOON, "choice": "claims"}, "choice"),
        ({**TOO_SOON, "choice": {"holder": "dealer", "option": "claim"}}, "choice.holder"),
        ({**TOO_SOON, "choice": {"holder": "adversaries", "option": "sleep"}}, "choice.option"),
        ({**TOO_SOON, "choice": {"holder": "adversaries", "option": "claim", "who": 1}}, "choice.who"),
        ({**TOO_SOON, "choice": 1}, "choice"),
        ({**TOO_SOON, "seat": 2, "choice": {"holder": "adversaries", "option": "claim", "seat": 4}},
         "choice.seat"),
    ],
)  # fmt: skip
def test_what_cannot_be_raised_is_refused_by_field_and_nothing_is_kept(club, body, field):
    bid_nine(club)

    status, refusal = refused(club, body)

    assert status == 400
    assert field in refusal, refusal
    assert (Dispute.objects.count(), DisputeStep.objects.count()) == (0, 0)


def test_a_deal_that_is_not_there_and_one_that_is_void_take_no_dispute(club):
    bid_nine(club)
    table = club.table.pk
    faced = raised(club, incident="faced-card", facts={"came_to_light": "dealing"}, seat=None)
    assert refused(club, {"incident": "revoke"}, f"tables/{table}/deals/3/disputes/")[0] == 404
    record(club.table, club.actors["scorer"], dealer=1, misdeal="misdeal", maker=None, bid=None, trump=None,
           points=None)  # fmt: skip

    decided(club, faced["id"])

    for number in (1, 2):
        status, refusal = refused(club, {"incident": "revoke"}, f"tables/{table}/deals/{number}/disputes/")
        assert (status, refusal["code"]) == (409, "deal-annulled"), number


def test_a_choice_is_made_once_by_the_right_side_and_before_it_lapses(club):
    bid_nine(club)
    dispute = raised(club, **TOO_SOON)
    where = f"disputes/{dispute['id']}/"
    assert (dispute["state"], dispute["waits_for"]) == ("needs-choice", "adversaries")
    assert dispute["waits_for_words"] == "The adversaries (A, seat 1; B, seat 3)"

    status, refusal = refused(club, {"confirm": True}, f"{where}decide/", "director")
    assert (status, refusal["code"], refusal["holders"]) == (409, "choice-open", ["adversaries"])
    wrong = {"holder": "adversaries", "option": "claim", "seat": 4}
    status, refusal = refused(club, {"choice": wrong}, f"{where}choose/")
    assert (status, list(refusal)) == (400, ["choice.seat"]), "seat 4 is the offender's partner"
    assert post(club, "scorer", f"{where}choose/", {"choice": {**wrong, "seat": 3}}).status_code == 200
    status, refusal = refused(club, {"choice": "claim"}, f"{where}choose/")
    assert (status, refusal["code"]) == (409, "chosen-already")

    other = raised(club, **TOO_SOON)
    where = f"disputes/{other['id']}/"
    status, refusal = refused(club, {"holder": "dealer"}, f"{where}lapse/")
    assert (status, list(refusal)) == (400, ["holder"])
    lapsed = post(club, "scorer", f"{where}lapse/", {"holder": "adversaries"}).json()
    assert (lapsed["state"], lapsed["lapsed"]) == ("proposed", ["adversaries"])
    status, refusal = refused(club, {"choice": "claim"}, f"{where}choose/")
    assert (status, refusal["code"]) == (409, "choice-lapsed")
    status, refusal = refused(club, {"holder": "adversaries"}, f"{where}lapse/")
    assert (status, refusal["code"]) == (409, "choice-lapsed")
    nobody = raised(club)
    status, refusal = refused(club, {"choice": "claim"}, f"disputes/{nobody['id']}/choose/")
    assert (status, refusal["code"]) == (409, "nothing-to-choose")


def test_facts_still_needed_are_asked_for_and_named_when_it_is_decided_without_them(club):
    bid_nine(club)
    dispute = raised(club, facts={"act": "neither-followed-nor-trumped"})
    assert dispute["state"] == "needs-facts"
    assert dispute["waits_for"] == "table"
    assert dispute["questions"][0]["fact"] == "established"

    status, refusal = refused(club, {"confirm": True}, f"disputes/{dispute['id']}/decide/", "director")

    assert status == 400
    assert "facts.established" in refusal
    told = post(club, "player", f"disputes/{dispute['id']}/answer/",
                {"facts": {"established": "yes", "claimed": "yes"}})  # fmt: skip
    assert told.json()["state"] == "proposed"
    assert refused(club, {}, f"disputes/{dispute['id']}/answer/", "player")[0] == 400


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "confirm"),
        ({"confirm": True, "overrule": True}, "confirm"),
        ({"confirm": True, "effects": [{"kind": "bid-waived"}]}, "effects"),
        ({"confirm": True, "facts": {"act": "slept"}}, "facts.act"),
        ({"overrule": True, "reason": "so it was"}, "effects"),
        ({"overrule": True, "reason": "so it was", "effects": []}, "effects"),
        ({"overrule": True, "reason": "so it was", "effects": [{"kind": "shot"}]}, "effects.0.kind"),
        ({"overrule": True, "reason": "so it was", "effects": ["bid-waived"]}, "effects.0"),
        ({"overrule": True, "reason": "so it was", "effects": [{"kind": "set-back"}]}, "effects.0.who"),
        ({"overrule": True, "reason": "so it was", "effects": [{"kind": "set-back", "who": "cook"}]},
         "effects.0.who"),
        ({"overrule": True, "reason": "so it was",
          "effects": [{"kind": "side-cannot-score", "side": 3}]}, "effects.0.side"),
        ({"overrule": True, "reason": "so it was",
          "effects": [{"kind": "set-back", "who": "maker", "extra": "x"}]}, "effects.0.extra"),
        ({"overrule": True, "effects": [{"kind": "bid-waived"}]}, "reason"),
        ({"overrule": True, "effects": [{"kind": "bid-waived"}], "reason": " "}, "reason"),
    ],
)  # fmt: skip
def test_a_decision_that_cannot_be_taken_is_refused_by_field_and_cannot_be_looked_at(club, body, field):
    bid_nine(club)
    where = f"disputes/{raised(club)['id']}/"

    status, refusal = refused(club, body, f"{where}decide/", "director")

    assert (status, field in refusal) == (400, True), refusal
    if field != "reason":
        looked = refused(club, without_reason(body), f"{where}preview/", "director")
        assert (looked[0], field in looked[1]) == (400, True), looked
    assert DisputeStep.objects.count() == 1


def without_reason(body):
    return {name: value for name, value in body.items() if name != "reason"}


@pytest.mark.parametrize(
    ("effect", "scored_then"),
    [
        ({"kind": "side-cannot-score", "side": "offenders"}, [0, 0]),
        ({"kind": "side-cannot-score", "side": 2}, [0, 0]),
        ({"kind": "set-back", "who": "maker"}, [-9, 15]),
        ({"kind": "set-back-by", "who": "maker", "count": "four"}, [-4, 15]),
        ({"kind": "set-back", "seat": 1, "points": 3}, [-3, 15]),
        ({"kind": "score-up", "side": "adversaries", "count": "two"}, [2, 15]),
        ({"kind": "score-down", "side": 2, "points": 5}, [0, 10]),
        ({"kind": "award-points", "side": 1, "points": ["jack"]}, [4, 0]),
        ({"kind": "bid-waived"}, [2, 0]),
        ({"kind": "no-points"}, [0, 0]),
        ({"kind": "new-deal", "dealer": "next"}, [0, 0]),
        ({"kind": "must-trump", "who": "partner"}, [0, 15]),
    ],
)
def test_a_director_overrules_with_effects_from_the_closed_list_and_a_reason(club, effect, scored_then):
    # A bids nine, A-B make eight: six and the nine to the others, unless it is ruled otherwise. A set back
    # takes so many off the maker's score besides.
    bid_nine(club)
    dispute = raised(club)
    body = {"overrule": True, "effects": [effect], "reason": "agreed by both sides"}

    ruled = decided(club, dispute["id"], **body)

    assert scored(club) == scored_then
    assert ruled["effects"][0]["says"]
    assert ruled["steps"][-1]["content"]["reason"] == "agreed by both sides"
    assert list(breaches()) == []


def test_a_decision_is_taken_once_and_an_appeal_settled_once(club):
    bid_nine(club)
    dispute = raised(club)
    where = f"disputes/{dispute['id']}/"
    assert refused(club, {"reason": "why"}, f"{where}appeal/")[1]["code"] == "dispute-proposed"
    decided(club, dispute["id"])

    assert refused(club, {"confirm": True}, f"{where}decide/", "owner")[1]["code"] == "dispute-decided"
    assert refused(club, {"facts": {"claimed": "no"}}, f"{where}answer/")[1]["code"] == "dispute-decided"
    assert refused(club, {}, f"{where}drop/", "director")[1]["code"] == "dispute-decided"
    assert refused(club, {"uphold": True}, f"{where}settle/", "owner")[1]["code"] == "dispute-decided"
    assert post(club, "link", f"{where}appeal/", {"reason": "it was not so"}).status_code == 200
    assert refused(club, {"reason": "again"}, f"{where}appeal/")[1]["code"] == "dispute-appealed"
    assert list(refused(club, {}, f"{where}settle/", "owner")[1]) == ["uphold"]
    assert list(refused(club, {"withdraw": True}, f"{where}settle/", "owner")[1]) == ["reason"]
    own = refused(club, {"withdraw": True, "reason": "right"}, f"{where}settle/", "director")
    assert (own[0], own[1]["code"]) == (403, "own-decision")
    assert scored(club) == [8, 0], "the decision stands until the appeal is settled"
    upheld = post(club, "owner", f"{where}settle/", {"uphold": True}).json()
    assert (upheld["state"], upheld["applied"], scored(club)) == ("decided", True, [8, 0])
    assert refused(club, {"reason": "again"}, f"{where}appeal/")[1]["code"] == "appealed-already"


def test_an_appeal_may_change_what_was_decided(club):
    bid_nine(club)
    dispute = raised(club)
    decided(club, dispute["id"])
    post(club, "player", f"disputes/{dispute['id']}/appeal/", {"reason": "too hard"})
    body = {"change": True, "effects": [{"kind": "bid-waived"}], "reason": "the bid is waived, no more"}

    changed = post(club, "owner", f"disputes/{dispute['id']}/settle/", body).json()

    assert (changed["state"], scored(club)) == ("decided", [2, 0])
    assert changed["steps"][-1]["content"]["supersedes"] == 2
    assert changed["score"]["before"]["scored"] == [8, 0]
    assert list(breaches()) == []


def test_only_who_raised_it_or_a_director_drops_a_dispute(club):
    bid_nine(club)
    dispute = raised(club, role="scorer")
    where = f"disputes/{dispute['id']}/drop/"

    assert post(club, "player", where).status_code == 403
    dropped = post(club, "scorer", where, {"reason": "raised in error"}).json()

    assert (dropped["state"], dropped["next_steps"]) == ("dropped", [])
    other = raised(club, role="player")
    assert post(club, "director", f"disputes/{other['id']}/drop/").status_code == 200


def test_the_same_request_again_does_it_once_and_gets_the_same_answer(club):
    bid_nine(club)
    key = {"Idempotency-Key": str(uuid4())}
    path = f"tables/{club.table.pk}/deals/1/disputes/"
    body = {"incident": "revoke", "seat": 2, "facts": {"established": "yes"}}
    first = post(club, "scorer", path, body, headers=key)
    again = post(club, "scorer", path, body, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Dispute.objects.count() == 1
    told = {"Idempotency-Key": str(uuid4())}
    facts = {"facts": {"act": "neither-followed-nor-trumped", "claimed": "yes"}}
    where = f"disputes/{first.json()['id']}/"
    answered = post(club, "scorer", f"{where}answer/", facts, headers=told)
    decided(club, first.json()["id"])

    repeated = post(club, "scorer", f"{where}answer/", facts, headers=told)

    assert repeated.json() == answered.json(), "as it was after that step"
    assert post(club, "scorer", f"{where}answer/", {"facts": {}}, headers=told).json()["code"] == "key-reused"


def test_a_table_that_was_corrected_keeps_its_ruling(club):
    bid_nine(club)
    dispute = raised(club)
    decided(club, dispute["id"])

    answer = club.client("director").patch(
        f"/api/v1/tables/{club.table.pk}/deals/1/",
        {"points": [7, 7], "reason": "a trick was counted twice"}, format="json",
    )  # fmt: skip

    assert answer.status_code == 200, answer.json()
    assert answer.json()["deal"]["points"] == [7, 7]
    assert "ruled" not in answer.json()["deal"]
    assert (scored(club), standing(club)) == ([7, 0], [7, 0])
    assert list(breaches()) == []
