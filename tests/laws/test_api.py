"""The laws for programs: what is answered, and how a wrong question is refused."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from laws import library
from laws.domain.parameters import PARAMETERS

pytestmark = pytest.mark.django_db

SETS, LAWS = "/api/v1/law-sets/", "/api/v1/laws/"


def get(address: str, status: int = 200, **asked: Any) -> Any:
    """Return the answer's JSON, having looked at its status."""
    response = Client(raise_request_exception=True).get(address, asked)
    assert response.status_code == status, response.content[:300]
    assert response["Content-Type"].startswith("application/json")
    return json.loads(response.content)


def test_the_law_sets_are_listed_with_every_parameter() -> None:
    page = get(SETS)
    assert page["count"] == 4
    assert page["next"] is None
    by_slug = {row["slug"]: row for row in page["results"]}
    assert by_slug["foster-1897"]["parameters"]["game_score"] == 51
    assert by_slug["chicago-1890"]["parameters"]["game_score"] == 42
    for row in page["results"]:
        assert set(row["parameters"]) == set(PARAMETERS)
        assert row["games"] == ["cinch", "three-handed-cinch"]
        assert len(row["revision"]) == 64
        assert set(row) >= {"slug", "title", "year", "base", "revision", "games", "parameters"}


def test_a_law_set_is_shown_with_each_setting_explained() -> None:
    found = get(f"{SETS}bicycle/")
    assert found["settings"]["misdeal_effect"] == {
        "value": "pass-left",
        "status": "fallback",
        "law": "foster-1897/misdeal/loses-the-deal",
        "note": "Misdeals are not in the part seen.",
        "title": "After a misdeal",
        "says": "The next player deals.",
        "meaning": PARAMETERS["misdeal_effect"].meaning,
        "accepted": "pass-left, same-dealer",
        "unit": "",
    }
    assert found["parameters"]["points"]["left-pedro"] == 5
    variations = {row["slug"]: row for row in get(f"{SETS}foster-1897/")["variations"]}
    assert variations["cribbage-board"]["parameters"] == {"starting_score": 10, "game_score": 61}
    assert variations["cribbage-board"]["law"] == "foster-1897/variations/cribbage-board"


def test_a_law_is_shown_by_its_id() -> None:
    law = get(f"{LAWS}foster-1897/revoke/penalty/")
    assert law["id"] == "foster-1897/revoke/penalty"
    assert law["clauses"] == ["cinch-revoke-penalty"]
    assert law["effects"] == ["side-cannot-score"]
    assert (law["law_set"], law["game"], law["topic"]) == ("foster-1897", "cinch", "revoke")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param({"law_set": "chicago-1890", "topic": "revoke", "effect": "set-back"},
                     ["chicago-1890/revoke/by-the-maker"], id="by law set, topic and effect"),
        pytest.param({"q": "renege", "law_set": "chicago-1890", "effect": "set-back"},
                     ["chicago-1890/revoke/by-the-maker"], id="by what players say"),
        pytest.param({"q": "zzzz"}, [], id="words of no law"),
        pytest.param({"game": "cinch", "topic": "end-of-game", "law_set": "modern-book"},
                     ["modern-book/end-of-game/fifty-one"], id="by game and topic"),
    ],
)  # fmt: skip
def test_laws_are_found(asked: dict[str, str], found: list[str]) -> None:
    assert [law["id"] for law in get(LAWS, **asked)["results"]] == found


def test_laws_come_in_pages_that_together_are_all() -> None:
    seen, address = [], f"{LAWS}?page_size=100"
    while address:
        page = get(address)
        seen += [law["id"] for law in page["results"]]
        address = page["next"]
    assert seen == list(library.laws())
    assert page["count"] == len(seen)


@pytest.mark.parametrize(
    ("address", "asked", "field", "said"),
    [
        (LAWS, {"lawset": "bicycle"}, "lawset", "did you mean law_set?"),
        (LAWS, {"law_set": "foster"}, "law_set", "did you mean foster-1897?"),
        pytest.param(LAWS, {"law_set": ""}, "law_set", "Accepted: chicago-1890", id="no law set"),
        pytest.param(LAWS, {"game": "whist"}, "game", "seven-up", id="a game of no book"),
        pytest.param(LAWS, {"topic": "revokes"}, "topic", "did you mean revoke?", id="a topic nearly right"),
        (LAWS, {"effect": "newdeal"}, "effect", "did you mean new-deal?"),
        pytest.param(LAWS, {"q": "x" * 101}, "q", "at most 100 characters", id="too many words"),
        pytest.param(LAWS, {"q": "a\0b"}, "q", "cannot be typed", id="a NUL"),
        pytest.param(LAWS, {"q": "a\x1b[31m"}, "q", "cannot be typed", id="an escape"),
        pytest.param(LAWS, {"page": "0"}, "page", "a whole number from 1", id="page nought"),
        pytest.param(LAWS, {"page": "9" * 5000}, "page", "a whole number from 1", id="page beyond counting"),
        pytest.param(LAWS, {"page": "٣"}, "page", "a whole number from 1", id="a page in other figures"),
        pytest.param(LAWS, {"page_size": "201"}, "page_size", "at most 200", id="too large a page"),
        (LAWS, {"page_size": "x"}, "page_size", "a whole number from 1"),
        pytest.param(LAWS, {"topic": ["revoke", "play"]}, "topic", "asked twice", id="a question twice"),
        pytest.param(SETS, {"q": "revoke"}, "q", "unknown query parameter", id="words for law sets"),
        pytest.param(f"{SETS}bicycle/", {"page": "1"}, "page", "unknown query parameter", id="a page of one"),
        (f"{LAWS}foster-1897/scoring/tie/", {"a": "1"}, "a", "unknown query parameter"),
    ],
)
def test_a_wrong_question_is_refused_by_name(
    address: str, asked: dict[str, Any], field: str, said: str
) -> None:
    assert said in get(address, 400, **asked)[field][0]


@pytest.mark.parametrize(
    "address",
    [
        f"{SETS}foster/",
        f"{LAWS}foster-1897/scoring/ties/",
        f"{LAWS}foster-1897/",
        f"{LAWS}%00/",
        f"{LAWS}../../etc/",
        f"{LAWS}%ff%fe/",
        f"{LAWS}{'a/' * 500}",
        f"{LAWS}?page=400",
    ],
)
def test_what_is_not_there_is_404_in_json(address: str) -> None:
    assert "detail" in get(address, 404)


def test_a_missing_law_names_the_nearest() -> None:
    assert "did you mean foster-1897/scoring/tie?" in get(f"{LAWS}foster-1897/scoring/ties/", 404)["detail"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("address", [SETS, f"{SETS}bicycle/", LAWS, f"{LAWS}foster-1897/scoring/tie/"])
def test_nothing_can_be_written(method: str, address: str) -> None:
    response = getattr(Client(), method)(address, {}, content_type="application/json")
    assert response.status_code == 405


@pytest.mark.parametrize(
    "address", [SETS, f"{SETS}bicycle/", f"{LAWS}?q=tie", f"{LAWS}foster-1897/scoring/tie/"]
)
def test_asking_again_for_what_has_not_changed_costs_a_line(address: str) -> None:
    first = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert Client().get(address, headers={"If-None-Match": '"other"'}).status_code == 200
    assert Client().get(f"{LAWS}?q=bid", headers={"If-None-Match": first["ETag"]}).status_code == 200


@given(asked=st.dictionaries(st.sampled_from(["q", "law_set", "game", "topic", "effect", "page", "page_size"])
                             | st.text(max_size=8), st.text(max_size=120), max_size=3))  # fmt: skip
def test_no_question_brings_the_service_down(asked: dict[str, str]) -> None:
    asked = {
        name.encode("utf-8", "ignore").decode(): v.encode("utf-8", "ignore").decode()
        for name, v in asked.items()
    }
    assert Client().get(LAWS, asked).status_code in {200, 400, 404}
