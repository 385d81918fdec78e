"""Requests that disputes refuse, who may take each step, and the answer to repeated requests."""

from uuid import uuid4

import pytest

from scoring.clubs.models import Member
from scoring.disputes.models import Dispute, DisputeStep
from scoring.office.verification import breaches
from tests.disputes.disputing import bid_nine, decided, post, raised, scored, standing
from tests.factories import make_club, make_table

pytestmark = pytest.mark.django_db

TOO_SOON = {
    "incident": "play-out-of-turn",
    "facts": {"hand": "fourth", "before": "second", "third_played": "no"},
    "points": ["jack"],
}
"""Foster: the adversaries may claim the trick."""


def refused(club, path, body, role="scorer"):
    """Return the code of a refusal, or its fields."""
    answer = post(club, role, path, body)
    assert answer.status_code in (400, 403, 404, 409), answer.json()
    return answer.json().get("code") or list(answer.json())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "incident"),
        ({"incident": "revokes"}, "incident"),
        ({"incident": "misdeal-at-seven-up"}, "incident"),
        ({"incident": "revoke", "facts": []}, "facts"),
        ({"incident": "revoke", "facts": {"acts": "trumped"}}, "facts.acts"),
        ({"incident": "revoke", "facts": {"act": "slept"}}, "facts.act"),
        ({"incident": "revoke", "facts": {"act": {"disputed": ["trumped"]}}}, "facts.act"),
        ({"incident": "revoke", "facts": {"act": {"asked": ["trumped"]}}}, "facts.act"),
        ({"incident": "revoke", "seat": 5}, "seat"),
        ({"incident": "revoke", "seats": {"partner": 2}}, "seats.partner"),
        ({"incident": "revoke", "seats": {"offender": 0}}, "seats.offender"),
        ({"incident": "revoke", "points": ["joker"]}, "points.0"),
        ({"incident": "revoke", "trick": 7}, "trick"),
        ({"incident": "revoke", "assume_usual": "yes"}, "assume_usual"),
        ({"incident": "revoke", "choices": "claim"}, "choices"),
        ({"incident": "revoke", "seat": 2, "facts": {"offender": "maker"}}, "facts.offender"),
        ({**TOO_SOON, "choice": "claims"}, "choice"),
        ({**TOO_SOON, "choice": {"holder": "dealer", "option": "claim"}}, "choice.holder"),
        ({**TOO_SOON, "choice": {"holder": "adversaries", "option": "sleep"}}, "choice.option"),
        ({**TOO_SOON, "choice": {"holder": "adversaries", "option": "claim", "who": 1}}, "choice.who"),
        ({**TOO_SOON, "seat": 2, "choice": {"holder": "adversaries", "option": "claim", "seat": 5}},
         "choice.seat"),
        ({**TOO_SOON, "seat": 2, "choice": {"holder": "adversaries", "option": "claim", "seat": 4}},
         "another-chooses"),
    ],
)  # fmt: skip
def test_an_impossible_dispute_is_refused_by_field_and_nothing_is_stored(club, body, field):
    bid_nine(club)
    assert field in refused(club, f"tables/{club.table.pk}/deals/1/disputes/", body)
    assert (Dispute.objects.count(), DisputeStep.objects.count()) == (0, 0)


def test_a_choice_is_made_once_by_the_right_side_and_before_it_lapses(club):
    bid_nine(club)
    chosen, lapsed, nobodys = raised(club, **TOO_SOON), raised(club, **TOO_SOON), raised(club)
    assert (chosen["state"], chosen["waits_for"]) == ("needs-choice", "adversaries")
    assert chosen["waits_for_words"] == "the adversaries (A and B)"
    where = f"disputes/{chosen['id']}/"
    assert refused(club, f"{where}decide/", {"confirm": True}, "director") == "choice-open"
    claim = {"holder": "adversaries", "option": "claim"}
    wrong = {"choice": {**claim, "seat": 4}}
    assert refused(club, f"{where}choose/", wrong) == "another-chooses", "seat 4 is the offender's partner"
    assert post(club, "scorer", f"{where}choose/", {"choice": {**claim, "seat": 3}}).status_code == 200
    assert refused(club, f"{where}choose/", {"choice": "claim"}) == "chosen-already"

    where, right = f"disputes/{lapsed['id']}/", {"holder": "adversaries"}
    assert refused(club, f"{where}lapse/", {"holder": "dealer"}) == ["holder"]
    then = post(club, "scorer", f"{where}lapse/", right).json()
    assert (then["state"], then["lapsed"]) == ("proposed", ["adversaries"])
    assert refused(club, f"{where}choose/", {"choice": "claim"}) == "choice-lapsed"
    assert refused(club, f"{where}lapse/", right) == "choice-lapsed"
    assert refused(club, f"disputes/{nobodys['id']}/choose/", {"choice": "claim"}) == "nothing-to-choose"


THE_PLAYERS = 4
"""Role → seat, at a table of the club's four members: owner, director, scorer, player."""
ONE_MAY_CHOOSE = {
    # Foster, Leading Out of Turn: seat 1 had the lead, and seat 4 sits on the right of seat 1.
    "the call after a false lead": (
        "foster-1897", "lead-out-of-turn",
        {"turn_of": "offenders-partner", "followed": "none", "card": "plain"},
        "partners-right-adversary", "lead-a-trump",
        "The adversary on the partner's right (the player)",
    ),
    # Foster, Playing Out of Turn: seat 3 was third hand, so the fourth hand sits on the left of seat 3.
    "the fourth hand's turn": (
        "foster-1897", "play-out-of-turn", {"hand": "third", "before": "second"},
        "fourth-hand", "play-before", "The fourth hand (the player)",
    ),
    # Foster, Dealing: an adversary has exposed a card, and the dealer may elect to deal again.
    "the dealer's election": (
        "foster-1897", "card-exposed-in-dealing", {"exposed_by": "adversary"},
        "dealer", "deal-again", "The dealer (the player)",
    ),
    # Chicago, law 40: the dealer may call for a new deal.
    "the dealer's call": (
        "chicago-1890", "suit-named-early", {"how": "named", "bid_accepted": "no", "by": "dealers-adversary"},
        "dealer", "call-new-deal", "The dealer (the player)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_MAY_CHOOSE)
def test_only_the_holder_may_choose_and_a_refusal_names_the_holder(name):
    law_set, incident, facts, holder, option, who = ONE_MAY_CHOOSE[name]
    club = make_club("upland", law_set=law_set)
    members = [Member.objects.get(pk=actor.member_id).name for actor in club.actors.values()]
    club.table = make_table(club.club, club.actors["owner"], law_set=law_set, players=members)
    bid_nine(club)
    asked = {"incident": incident, "facts": facts, "seat": 3}
    path = f"tables/{club.table.pk}/deals/1/disputes/"
    body = {"choice": {"holder": holder, "option": option}}

    def is_refused(address, role, sent):
        answer = post(club, role, address, sent)
        assert answer.json() == {
            "code": "another-chooses",
            "seats": [4],
            "detail": f"{who} may choose here, and nobody else.",
        }
        assert answer.status_code == 403

    for role in ("owner", "director", "scorer"):
        is_refused(path, role, {**asked, **body})
    assert Dispute.objects.count() == 0
    dispute, kept = raised(club, **asked), raised(club, **asked)
    where = f"disputes/{dispute['id']}/choose/"
    assert dispute["waits_for"] == holder
    for seat, role in enumerate(("owner", "director", "scorer"), 1):
        own = {"choice": {**body["choice"], "seat": seat}}
        is_refused(where, role, body)
        is_refused(where, role, own)
        is_refused(where, "link", own)  # the table's link says who chose
    is_refused(f"disputes/{dispute['id']}/decide/", "director", {"confirm": True, **body})
    page = club.client("director").get(f"/disputes/{dispute['id']}/").content.decode()
    assert page.count('name="seat" value="4"') == 1, "a director can enter what the player chose"
    is_refused(where, "player", {"choice": {**body["choice"], "seat": 1}})

    chosen = post(club, "player", where, body).json()
    assert chosen["elected"] == {holder: option}
    assert chosen["steps"][-1]["content"]["seat"] == THE_PLAYERS
    for_him = {"choice": {**body["choice"], "seat": THE_PLAYERS}}
    entered = post(club, "scorer", f"disputes/{kept['id']}/choose/", for_him).json()
    assert entered["steps"][-1]["content"]["seat"] == THE_PLAYERS


def test_a_choice_waits_until_its_holder_is_known(club):
    bid_nine(club)
    facts = {"turn_of": "offenders-partner", "followed": "none", "card": "plain"}
    where = f"disputes/{raised(club, incident='lead-out-of-turn', facts=facts, seat=None)['id']}/choose/"
    choice = {"holder": "partners-right-adversary", "option": "lead-a-trump"}
    assert refused(club, where, {"choice": {**choice, "seat": 2}}) == "chooser-unknown"
    assert refused(club, where, {"choice": choice}, "player") == "chooser-unknown"
    entered = post(club, "scorer", where, {"choice": choice}).json()
    assert entered["elected"] == {"partners-right-adversary": "lead-a-trump"}


def ordering(effect):
    """Return the request of a director who orders one effect in place of the law's effects."""
    return {"overrule": True, "reason": "so it was", "effects": [effect]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "confirm"),
        ({"confirm": True, "overrule": True}, "confirm"),
        ({"confirm": True, "effects": [{"kind": "bid-waived"}]}, "effects"),
        ({"confirm": True, "facts": {"act": "slept"}}, "facts.act"),
        ({"overrule": True, "reason": "so it was"}, "effects"),
        (ordering({"kind": "shot"}), "effects.0.kind"),
        (ordering("bid-waived"), "effects.0"),
        (ordering({"kind": "set-back"}), "effects.0.who"),
        (ordering({"kind": "side-cannot-score", "side": 3}), "effects.0.side"),
        (ordering({"kind": "set-back", "who": "maker", "extra": "x"}), "effects.0.extra"),
        ({"overrule": True, "effects": [{"kind": "bid-waived"}]}, "reason"),
        ({**ordering({"kind": "bid-waived"}), "reason": " "}, "reason"),
        ({**ordering({"kind": "bid-waived"}), "reason": "x" * 201}, "reason"),
    ],
)  # fmt: skip
def test_a_decision_that_cannot_be_taken_is_refused_by_field_and_cannot_be_looked_at(club, body, field):
    bid_nine(club)
    where = f"disputes/{raised(club)['id']}/"

    assert field in refused(club, f"{where}decide/", body, "director")
    if field != "reason":
        asked = {name: value for name, value in body.items() if name != "reason"}
        assert field in refused(club, f"{where}preview/", asked, "director")
    assert DisputeStep.objects.count() == 1


def test_a_decision_is_taken_once_and_an_appeal_settled_once(club):
    bid_nine(club)
    dispute = raised(club)
    where = f"disputes/{dispute['id']}/"

    def refusal(step, body, role="scorer"):
        return refused(club, f"{where}{step}/", body, role)

    assert refusal("appeal", {"reason": "why"}) == "dispute-proposed"
    decided(club, dispute["id"])

    assert refusal("decide", {"confirm": True}, "owner") == "dispute-decided"
    assert refusal("answer", {"facts": {"claimed": "no"}}) == "dispute-decided"
    assert refusal("drop", {}, "director") == "dispute-decided"
    assert refusal("settle", {"uphold": True}, "owner") == "dispute-decided"
    assert post(club, "link", f"{where}appeal/", {"reason": "it was not so"}).status_code == 200
    assert refusal("appeal", {"reason": "again"}) == "dispute-appealed"
    assert refusal("settle", {}, "owner") == ["uphold"]
    assert refusal("settle", {"withdraw": True}, "owner") == ["reason"]
    assert refusal("settle", {"withdraw": True, "reason": "right"}, "director") == "own-decision"
    assert scored(club) == [8, 0], "the decision stands until the appeal is settled"
    upheld = post(club, "owner", f"{where}settle/", {"uphold": True}).json()
    assert (upheld["state"], upheld["applied"], scored(club)) == ("decided", True, [8, 0])
    assert refusal("appeal", {"reason": "again"}) == "appealed-already"


def test_an_appeal_may_change_what_was_decided_and_a_correction_of_the_deal_keeps_it(club):
    bid_nine(club)
    dispute = raised(club)["id"]
    decided(club, dispute, "owner")
    post(club, "player", f"disputes/{dispute}/appeal/", {"reason": "too hard"})
    body = {"change": True, "effects": [{"kind": "bid-waived"}], "reason": "the bid is waived, no more"}

    changed = post(club, "director", f"disputes/{dispute}/settle/", body).json()

    assert (changed["state"], scored(club)) == ("decided", [2, 0])
    assert changed["steps"][-1]["content"]["supersedes"] == 2
    assert changed["score"]["before"]["scored"] == [8, 0]
    correction = {"points": [9, 5], "reason": "a trick was counted twice"}
    answer = club.client("director").patch(
        f"/api/v1/tables/{club.table.pk}/deals/1/", correction, format="json"
    )
    assert (answer.status_code, answer.json()["deal"]["points"]) == (200, [9, 5]), answer.json()
    assert "ruled" not in answer.json()["deal"]
    assert (scored(club), standing(club)) == ([4, 0], [4, 0])
    assert list(breaches()) == []


def test_only_who_raised_it_or_a_director_drops_a_dispute(club):
    bid_nine(club)
    for raiser, dropper in (("scorer", "scorer"), ("player", "director")):
        where = f"disputes/{raised(club, role=raiser)['id']}/drop/"
        if raiser == "scorer":
            assert post(club, "player", where).status_code == 403
        dropped = post(club, dropper, where, {"reason": "raised in error"}).json()
        assert (dropped["state"], dropped["next_steps"]) == ("dropped", [])


def test_facts_still_needed_are_named_and_an_answer_sent_again_is_answered_as_it_was_then(club):
    bid_nine(club)
    key = {"Idempotency-Key": str(uuid4())}
    dispute = raised(club, facts={"trick": "turned"})["id"]
    facts = {"facts": {"act": "neither-followed-nor-trumped", "answer": "not-asked", "claimed": "yes"}}
    where = f"disputes/{dispute}/answer/"
    assert "facts.act" in refused(club, f"disputes/{dispute}/decide/", {"confirm": True}, "director")
    assert refused(club, where, {}) == ["facts"]
    answered = post(club, "scorer", where, facts, headers=key)
    decided(club, dispute)

    assert post(club, "scorer", where, facts, headers=key).json() == answered.json()
    assert post(club, "scorer", where, {"facts": {}}, headers=key).json()["code"] == "key-reused"


def test_an_incident_impossible_at_the_table_cannot_be_raised(club):
    """Foster 1897, Variations: with four extra cards nobody draws."""
    extra = ["four-extra-cards"]
    club.table = make_table(club.club, club.actors["owner"], players=["E", "F", "G", "H"], variations=extra)
    asked = {"incident": "wrong-number-asked", "seat": 2, "facts": {}}
    assert refused(club, f"tables/{club.table.pk}/deals/1/disputes/", asked) == ["incident"]
    assert raised(club, incident="too-few-discarded", facts={})["state"] == "proposed"
