"""Rulings through the API: what is answered, and how every bad question is refused."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from laws import library

pytestmark = pytest.mark.django_db

RULINGS = "/api/v1/rulings/"
OUT_OF_TURN = {"law_set": "foster-1897", "incident": "lead-out-of-turn"}
PARTNERS_TURN = {
    "incident": "lead-out-of-turn",
    "facts": {"turn_of": "offenders-partner", "followed": "none"},
}
FOLLOWED = {**OUT_OF_TURN, "facts": {"turn_of": "adversary", "followed": "all"}}


def post(body: Any, status: int = 200, address: str = "") -> Any:
    """Return the answer's JSON, having looked at its status."""
    response = Client(raise_request_exception=True).post(
        f"{RULINGS}{address}", json.dumps(body), content_type="application/json"
    )
    assert response.status_code == status, response.content[:300]
    assert response["Content-Type"].startswith("application/json")
    return json.loads(response.content)


def kinds(ruling: Any) -> set[str]:
    """Return the kinds of what follows at once."""
    return {effect["kind"] for effect in ruling["effects"]}


def test_a_ruling_has_its_law_its_effects_and_its_reasons() -> None:
    found = post(FOLLOWED)
    assert (found["status"], found["questions"]) == ("ruled", [])
    assert found["effects"] == [{"kind": "stands", "says": "What was done stands."}]
    assert found["laws"][0]["id"] == "foster-1897/lead-out-of-turn/all-followed"
    assert set(found["laws"][0]) == {"id", "cite", "text"}
    assert found["because"][0] == "All three others have played to it."
    assert [seen["applies"] for seen in found["exceptions"]] == [True, False]


def test_who_may_choose_between_what_until_when_is_said() -> None:
    choice = post({**OUT_OF_TURN, **PARTNERS_TURN})["choices"][0]
    assert (choice["holder"], choice["until"]) == ("partners-right-adversary", "the partner leads")
    assert [option["id"] for option in choice["options"]] == ["lead-a-trump", "lead-no-trump", "let-him-lead"]
    assert choice["options"][0]["effects"][0]["kind"] == "must-lead"
    assert choice["options"][0]["label"] == "The offender's partner must lead a trump"


def test_missing_facts_are_asked_for_and_never_guessed() -> None:
    found = post({**OUT_OF_TURN, "facts": {}})
    assert (found["status"], found["laws"], found["effects"]) == ("needs-facts", [], [])
    assert [question["fact"] for question in found["questions"]] == ["followed", "turn_of"]
    assert found["questions"][0]["values"] == ["none", "some", "all"]
    assert len(found["possible"]) == 5


def test_a_law_for_four_asks_how_many_play_and_is_silent_for_fewer() -> None:
    # Chicago 1890, law 38, stands under the heading of the game of four; Foster's serves any number.
    asked = {"law_set": "chicago-1890", "incident": "lead-out-of-turn", "facts": {"followed": "none"}}
    assert [question["fact"] for question in post(asked)["questions"]] == ["players"]
    assert post({**asked, "facts": {"followed": "none", "players": "four"}})["status"] == "ruled"
    silent = post({**asked, "facts": {"players": "fewer"}})
    assert (silent["status"], silent["effects"], silent["choices"]) == ("silent", [], [])
    assert silent["laws"][0]["id"] == "chicago-1890/lead-out-of-turn/without-partners"
    refused = post({**OUT_OF_TURN, "facts": {"turn_of": "offenders-partner", "players": "fewer"}}, status=400)
    assert "nobody has a partner" in json.dumps(refused)
    fewer = post({**FOLLOWED, "facts": {**FOLLOWED["facts"], "players": "fewer"}})
    assert fewer["effects"] == post(FOLLOWED)["effects"]


def test_why_and_why_not() -> None:
    asked = {**FOLLOWED, "facts": {**FOLLOWED["facts"], "offender": "maker"}}
    found = post(asked, address="why/")
    assert found["sufficient"] == ["followed"]
    assert found["irrelevant"] == ["turn_of", "offender"]
    assert [change["facts"] for change in found["why_not"]] == [{"followed": "none"}, {"followed": "some"}]
    assert found["disputed"] == {"turn_of": False, "followed": True, "players": False}
    assert found["displaced"][0]["by"] == ["foster-1897/lead-out-of-turn/all-followed"]


def test_words_are_made_into_a_proposal_and_never_into_a_ruling() -> None:
    text = "My partner led when it was my turn and the next man followed"
    found = post({"text": text}, address="propose/")[0]
    assert found["incident"] == "lead-out-of-turn"
    assert found["facts"] == {"turn_of": "offenders-partner", "followed": "some"}
    words = [chip["words"] for chip in found["chips"]]
    assert words == ["partner led when it was my turn", "next man followed"]
    assert "status" not in found


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"law_set": None}, "law_set", "name a law set."),
        ({"incident": None}, "incident", "name an incident."),
        ({"incident": "x" * 2000}, "incident", "name an incident."),
        ({"law_set": "foster-1987"}, "law_set", "did you mean foster-1897?"),
        ({"incident": "lead-out-turn"}, "incident", "did you mean lead-out-of-turn?"),
        ({"facts": {"followed": {"all": 1}}}, "facts.followed", "Accepted: none, some, all."),
        ({"facts": [["followed", "all"]]}, "facts", "facts with their values"),
        ({"fact": {}}, "fact", "did you mean facts?"),
        ({"assume_usual": "yes"}, "assume_usual", "true or false"),
    ],
)
def test_a_bad_question_is_refused_with_its_field_and_reason(changed: Any, field: str, said: str) -> None:
    body = {name: value for name, value in {**OUT_OF_TURN, **changed}.items() if value is not None}
    assert said in post(body, 400)[field][0]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": "   "}, "text"),
        ({"text": "a" * 501}, "text"),
        ({"text": ["led"]}, "text"),
        ({"text": "led", "law_set": "bicycle"}, "law_set"),
        (["led"], "non_field_errors"),
    ],
)
def test_bad_words_are_refused(body: Any, field: str) -> None:
    assert field in post(body, 400, "propose/")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)


@given(
    law_set=ANYTHING | st.sampled_from(sorted(library.law_sets())),
    incident=ANYTHING | st.sampled_from(sorted(library.vocabulary().incidents)),
    facts=ANYTHING,
    address=st.sampled_from(["", "why/", "compare/", "together/", "propose/"]),
)
def test_no_question_brings_the_service_down(law_set: Any, incident: Any, facts: Any, address: str) -> None:
    body = {"law_set": law_set, "incident": incident, "facts": facts}
    response = Client(raise_request_exception=True).post(
        f"{RULINGS}{address}", json.dumps(body), content_type="application/json"
    )
    assert response.status_code in (200, 400)


DOUBT = "foster-1897/lead-out-of-turn/partners-turn"
OTHERS = "chicago-1890/revoke/noticed"
ONLY_TRUMP = {DOUBT: "trump-or-none-only"}


def test_an_open_reading_is_taken_as_a_question_wants_it() -> None:
    """Foster's description lets the card led be called as well; his laws tell of the partner's lead alone."""
    asked = {"law_set": "foster-1897", **PARTNERS_TURN}
    usual, other = post(asked), post({**asked, "readings": ONLY_TRUMP})
    assert [each["taken"] for each in usual["interpretations"]] == ["both"]
    assert [each["taken"] for each in other["interpretations"]] == ["trump-or-none-only"]
    assert kinds(usual) - kinds(other) == {"card-exposed"}
    assert post({**asked, "readings": {DOUBT: "both"}}) == usual
    assert kinds(post({**asked, "readings": ONLY_TRUMP}, address="why/")) == kinds(other)
    some = {**asked, "facts": {"turn_of": "offenders-partner", "followed": "some"}, "readings": ONLY_TRUMP}
    alike = post(some)["interpretations"][0]
    assert (alike["taken"], alike["rule"] == DOUBT) == ("trump-or-none-only", False)


def test_every_law_set_and_a_fallback_are_asked_with_the_readings_of_their_own_rules() -> None:
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


@pytest.mark.parametrize(
    ("readings", "rule", "reason"),
    [
        ({DOUBT: "bot"}, DOUBT, "did you mean both?"),
        ({f"{DOUBT}s": "both"}, f"{DOUBT}s", f"did you mean {DOUBT}?"),
        ({DOUBT: True}, DOUBT, "give a reading"),
        ([DOUBT], "", "give rules with their readings"),
        ({str(number): "" for number in range(201)}, "", "at most 200"),
        ({OTHERS: "x"}, OTHERS, "unknown open reading"),
    ],
)
def test_a_reading_that_is_not_there_is_refused(readings: Any, rule: str, reason: str) -> None:
    refused = post({"law_set": "foster-1897", **PARTNERS_TURN, "readings": readings}, 400)
    assert reason in refused[f"readings.{rule}" if rule else "readings"][0]
