"""Rulings through the API: what is answered, and how every bad question is refused."""

import json
from typing import Any

import pytest
from django.test import Client

from laws import library
from tests.laws import test_contradictions

pytestmark = pytest.mark.django_db

RULINGS = "/api/v1/rulings/"
OUT_OF_TURN = {"law_set": "foster-1897", "incident": "lead-out-of-turn"}
PARTNERS_TURN = {
    "incident": "lead-out-of-turn",
    "facts": {"turn_of": "offenders-partner", "followed": "none", "card": "plain"},
}
REVOKE = {"law_set": "foster-1897", "incident": "revoke"}
FOLLOWED = {**OUT_OF_TURN, "facts": {"turn_of": "adversary", "followed": "all"}}


def post(body: Any, status: int = 200, address: str = "") -> Any:
    """Return the JSON of a response after checking its status."""
    response = Client(raise_request_exception=True).post(
        f"{RULINGS}{address}", json.dumps(body), content_type="application/json"
    )
    assert response.status_code == status, response.content[:300]
    assert response["Content-Type"].startswith("application/json")
    return json.loads(response.content)


def kinds(ruling: Any) -> set[str]:
    """Return the kinds of effect of a ruling."""
    return {effect["kind"] for effect in ruling["effects"]}


def test_a_ruling_has_its_law_its_effects_its_reasons_its_choices_and_what_is_still_asked():
    answer = post(FOLLOWED)
    assert (answer["status"], answer["questions"]) == ("ruled", [])
    assert answer["effects"] == [{"kind": "stands", "says": "What was done stands."}]
    assert answer["laws"][0]["id"] == "foster-1897/lead-out-of-turn/all-followed"
    assert set(answer["laws"][0]) == {"id", "cite", "text"}
    assert answer["because"][0] == "All the others have played to it."
    assert [each["applies"] for each in answer["exceptions"]] == [True, False, False]
    choice = post({**OUT_OF_TURN, **PARTNERS_TURN})["choices"][0]
    assert (choice["holder"], choice["until"]) == ("partners-right-adversary", "the partner leads")
    assert [option["id"] for option in choice["options"]] == ["lead-a-trump", "lead-no-trump", "let-him-lead"]
    assert choice["options"][0]["label"] == "The offender's partner must lead a trump"
    answer = post({**OUT_OF_TURN, "facts": {}})
    assert (answer["status"], answer["laws"], answer["effects"]) == ("needs-facts", [], [])
    assert [question["fact"] for question in answer["questions"]] == ["followed", "turn_of", "card"]
    assert answer["questions"][0]["values"] == ["none", "some", "all"]


@pytest.mark.parametrize(
    ("address", "body", "field", "reason"),
    [
        ("", {"incident": "revoke"}, "law_set", "name a law set."),
        ("", {"law_set": "bicycle"}, "incident", "name an incident."),
        ("", {**OUT_OF_TURN, "law_set": "foster-1987"}, "law_set", "did you mean foster-1897?"),
        ("", {**OUT_OF_TURN, "incident": "lead-out-turn"}, "incident", "did you mean lead-out-of-turn?"),
        ("", {**OUT_OF_TURN, "facts": {"followed": {"all": 1}}}, "facts.followed", "Accepted: none, some,"),
        ("", {**OUT_OF_TURN, "facts": [["followed", "all"]]}, "facts", "facts with their values"),
        ("", {**OUT_OF_TURN, "fact": {}}, "fact", "did you mean facts?"),
        ("", {**OUT_OF_TURN, "assume_usual": "yes"}, "assume_usual", "true or false"),
        ("", {**REVOKE, "facts": {"act": "trumped", "led": "trump"}}, "facts", "A trump played to a trump"),
        (
            "", {**REVOKE, "facts": {"act": "barred-trump", "led": "printed-suit"}}, "facts",
            "keeps nobody from",
        ),
        ("propose/", {}, "text", ""),
        ("propose/", {"text": "   "}, "text", ""),
        ("propose/", {"text": "a" * 501}, "text", ""),
        ("propose/", {"text": ["led"]}, "text", ""),
        ("propose/", {"text": "led", "law_set": "bicycl"}, "law_set", "bicycle"),
    ],
)  # fmt: skip
def test_a_bad_question_is_refused_with_its_field_and_reason(address, body, field, reason):
    assert reason in post(body, 400, address)[field][0]


def test_why_and_why_not():
    question = {**FOLLOWED, "facts": {**FOLLOWED["facts"], "offender": "maker"}}
    answer = post(question, address="why/")
    assert answer["sufficient"] == ["followed"]
    assert answer["irrelevant"] == ["turn_of", "offender"]
    assert [change["facts"] for change in answer["why_not"]] == [{"followed": "none"}, {"followed": "some"}]
    assert answer["disputed"] == {
        "turn_of": False,
        "followed": True,
        "card": False,
        "telling": False,
        "players": False,
    }
    assert answer["displaced"][0]["by"] == ["foster-1897/lead-out-of-turn/all-followed"]


def test_words_are_made_into_a_proposal_and_never_into_a_ruling():
    text = "My partner led when it was my turn and the next man followed"
    answer = post({"text": text}, address="propose/")[0]
    assert answer["incident"] == "lead-out-of-turn"
    assert answer["facts"] == {"turn_of": "offenders-partner", "followed": "some"}
    words = [chip["words"] for chip in answer["chips"]]
    assert words == ["partner led when it was my turn", "next man followed"]
    assert "status" not in answer


DOUBT = "foster-1897/lead-out-of-turn/partners-turn"
OTHERS = "chicago-1890/revoke/noticed"
ONLY_TRUMP = {DOUBT: "trump-or-none-only"}


def test_a_question_can_choose_an_open_reading():
    """Foster's description lets the card led be called as well; the laws mention only the partner's lead."""
    question = {"law_set": "foster-1897", **PARTNERS_TURN}
    usual, other = post(question), post({**question, "readings": ONLY_TRUMP})
    assert [each["taken"] for each in usual["interpretations"]] == ["both"]
    assert [each["taken"] for each in other["interpretations"]] == ["trump-or-none-only"]
    assert kinds(usual) - kinds(other) == {"card-exposed"}
    assert post({**question, "readings": {DOUBT: "both"}}) == usual
    assert kinds(post({**question, "readings": ONLY_TRUMP}, address="why/")) == kinds(other)
    some = {**question, "facts": {**PARTNERS_TURN["facts"], "followed": "some"}, "readings": ONLY_TRUMP}
    alike = post(some)["interpretations"][0]
    assert (alike["taken"], alike["rule"] == DOUBT) == ("trump-or-none-only", False)


FACED = {"incident": "faced-card", "facts": {"came_to_light": "dealing"}}
COUNTED = {"incident": "cards-counted", "facts": {"noticed": "before-bid"}}
TWO = {"law_set": "foster-1897", "first": FACED, "second": COUNTED}


def test_two_offences_are_distinguished_and_their_order_is_asked_if_it_matters():
    answer = post(TWO, address="together/")
    assert (answer["status"], answer["standing"], answer["effects"]) == ("needs-facts", [], [])
    (asked,) = answer["questions"]
    assert (asked["fact"], asked["ask"]) == ("came_first", "Which of the two came first?")
    labels = {each["value"]: each["label"] for each in asked["answers"]}
    assert labels == {
        "first": "A card was found face up in the pack",
        "second": "The dealer counted the cards while dealing",
    }
    answer = post({**TWO, "came_first": "second"}, address="together/")
    assert (answer["status"], answer["questions"], answer["unless"]) == ("ruled", [], [])
    assert answer["effects"][0]["dealer"] == "next"
    assert answer["consequences"] == [
        {**answer["effects"][0], "offence": "second", "incident": "cards-counted", "offender": None}
    ]
    assert "first, second" in post({**TWO, "came_first": "neither"}, 400, "together/")["came_first"][0]
    assert "yes, no" in post({**TWO, "one_act": [1]}, 400, "together/")["one_act"][0]


def test_every_law_set_and_a_fallback_are_asked_with_the_readings_of_their_own_rules():
    questions = [{**PARTNERS_TURN, "readings": each} for each in ({}, ONLY_TRUMP)]
    usual, other = (post(each, address="compare/") for each in questions)
    assert set(usual) == set(library.law_sets())
    assert "card-exposed" in kinds(usual["foster-1897"]) - kinds(other["foster-1897"])
    assert other["chicago-1890"] == usual["chicago-1890"]
    two = {"law_set": "foster-1897", "first": questions[1], "second": PARTNERS_TURN}
    assert len(post(two, address="together/")["standing"]) == 2
    silent, otherwise = (post({"law_set": "bicycle", **each}) for each in questions)
    assert (silent["status"], silent["fallback"]["law_set"]) == ("silent", "foster-1897")
    assert silent["effects"] == []
    assert "card-exposed" in kinds(silent["fallback"]) - kinds(otherwise["fallback"])


REVOKED = {
    "law_set": "chicago-1890", "incident": "revoke",
    "facts": {"act": "neither-followed-nor-trumped", "trick": "turned", "claimed": "yes"},
}  # fmt: skip
ASK = "/laws/ask/?law_set=chicago-1890&incident=revoke&trick=turned&claimed=yes"


@pytest.mark.parametrize(
    ("offender", "left_open", "effects"),
    [
        # Chicago 1890, law 31: the points in the offender's tricks go to the maker, or all of the side's.
        ("adversary", {"revoke_scope": ("player", "side")}, {"points-to-maker", "side-cannot-score"}),
        ("makers-partner", {"revoke_by_makers_partner": ("points-to-maker", "as-maker")},
         {"set-back", "side-cannot-score"}),
    ],
)  # fmt: skip
def test_a_question_can_choose_a_parameter_that_a_book_leaves_open(offender, left_open, effects):
    question = {**REVOKED, "facts": {**REVOKED["facts"], "offender": offender}}
    usual = post(question)
    assert {each["rule"]: each["taken"] for each in usual["left_open"]} == {
        name: way for name, (way, _other) in left_open.items()
    }
    assert kinds(usual) == {"points-to-maker"}
    other = post({**question, "readings": {name: way for name, (_usual, way) in left_open.items()}})
    assert kinds(other) == effects
    said = Client().get(f"{ASK}&offender={offender}").content.decode()
    assert "The book leaves this open." in said
    assert all(each["readings"][each["taken"]] in said for each in usual["left_open"])


@pytest.mark.parametrize(
    ("readings", "rule", "reason"),
    [
        ({DOUBT: "bot"}, DOUBT, "did you mean both?"),
        ({f"{DOUBT}s": "both"}, f"{DOUBT}s", f"did you mean {DOUBT}?"),
        ({DOUBT: True}, DOUBT, "give a reading"),
        ([DOUBT], "", "give rules with their readings"),
        ({str(number): "" for number in range(201)}, "", "at most 200"),
        ({OTHERS: "x"}, OTHERS, "unknown open reading"),
        ({"revoke_by_both": "side"}, "revoke_by_both", "Accepted: neither-scores, each-alone"),
        ({"revoke_by_adversary": "points-to-maker"}, "revoke_by_adversary", "unknown open reading"),
    ],
)
def test_an_unknown_reading_is_refused(readings, rule, reason):
    refused = post({"law_set": "foster-1897", **PARTNERS_TURN, "readings": readings}, 400)
    assert reason in refused[f"readings.{rule}" if rule else "readings"][0]


def reported(incident: str, facts: dict[str, str], **more: str) -> dict[str, Any]:
    return {"incident": incident, "facts": {**facts, **more}}


def test_of_two_effects_that_exclude_each_other_at_most_one_applies():
    """A side with a foul hand scores nothing; whether a pitcher is set back is left to the director."""
    foul = reported(*test_contradictions.FOUL, played_to_first="yes", offender="maker")
    revoke = reported(*test_contradictions.REVOKE, offender="adversary")
    answer = post({"law_set": "foster-1897", "first": foul, "second": revoke}, address="together/")
    (excluded,) = answer["excluded"]
    assert (answer["status"], excluded["prevails"]) == ("ruled", "first")
    assert [each["kind"] for each in excluded["effects"]] == ["side-cannot-score", "bid-waived"]
    assert [law["id"] for law in excluded["laws"]] == ["foster-1897/irregular-hand/too-many-in-play"]
    assert not any("bid-waived" in kinds(each) for each in (answer, *answer["standing"]))
    unasked = reported(*test_contradictions.UNASKED)
    revoke = reported(*test_contradictions.PITCH_REVOKE, revoker="other")
    for fact in ("answer", "claimed"):
        del revoke["facts"][fact]
    answer = post({"law_set": "foster-1897", "first": unasked, "second": revoke}, address="together/")
    (excluded,) = answer["excluded"]
    assert (answer["status"], excluded["prevails"], excluded["laws"]) == ("silent", None, [])
    assert {"set-back-by", "not-set-back"}.isdisjoint(kinds(answer))
    page = Client().get(
        "/laws/ask/?law_set=foster-1897&incident=auction-pitch-revoke&trick=turned&revoker=other&bid=some"
        "&same-deal=incident%3Dauction-pitch-pitched-unasked%26made%3Dno"
    )
    text = page.content.decode()
    assert text.count("cannot be set back, and scores the points made") == 1, (
        "among what excludes each other alone"
    )
    assert "The director decides." in text


def test_questions_on_two_offences_come_in_reported_order_and_facts_of_the_deal_once():
    led, lying = {"incident": "lead-out-of-turn"}, {"incident": "points-in-discards"}
    refused = post({"law_set": "chicago-1890", "first": led, "second": lying}, 400, "together/")
    assert list(refused) == ["first", "second"]
    assert ["players" in refused[name][0] for name in refused] == [True, False]
    other_way = post({"law_set": "chicago-1890", "first": lying, "second": led}, 400, "together/")
    assert ["players" in other_way[name][0] for name in ("first", "second")] == [True, False]

    led["facts"] = {"turn_of": "adversary", "followed": "all", "card": "plain", "players": "fewer"}
    pack = {**lying, "facts": {"found_in": "pack"}}
    answer = post({"law_set": "chicago-1890", "first": pack, "second": led}, address="together/")
    # Chicago 1890, law 24: with two or three players nobody counts what lies in the pack.
    assert "points-dead" in kinds(answer)
    pack["facts"]["players"] = "four"
    refused = post({"law_set": "chicago-1890", "first": led, "second": pack}, 400, "together/")
    assert list(refused) == ["second.facts.players"]
