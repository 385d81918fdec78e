"""What one law set says otherwise than another: parameters, readings, laws and rulings."""

from typing import Any

import pytest
from django.test import Client

from scoring.house_laws import services as house
from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import read_fields
from tests.factories import ClubOfRoles, house_laws
from tests.house_laws.making import written

pytestmark = pytest.mark.django_db

AT = "/api/v1/law-sets/compare/"
BOTH_READ = "foster-1897/revoke/put-right"
SECOND_CARD = "harbour-laws/lead-out-of-turn/second-card"


def compare(a: str, b: str, **more: str) -> Any:
    """Return the answer to two law sets held against each other."""
    return Client().get(AT, {"a": a, "b": b, **more})


@pytest.fixture
def published(club: ClubOfRoles) -> None:
    """Publish two revisions: the second drops the law, reads put-right as Foster, and plays to 42."""
    law_set = house_laws(club)
    second = {"lawset": written()["lawset"] | {"parameters": {"game_score": "42"}, "readings": {}}}
    house.write(law_set=law_set, actor=club.actors["owner"], written=read_fields(law_set.slug, second))
    mark = HouseDraft.objects.get().mark
    house.publish(law_set=law_set, actor=club.actors["director"], mark=mark)


@pytest.mark.usefixtures("published")
def test_a_revision_is_held_against_its_book() -> None:
    found = compare("foster-1897", "harbour-laws@1").json()
    assert found["parameters"] == [
        {"name": "game_score", "before": 51, "after": 31},
        {"name": "low_to", "before": "winner", "after": "holder"},
    ]
    readings = [(each["rules"], each["after"]) for each in found["readings"]]
    assert any(BOTH_READ in rules and after == "free" for rules, after in readings)
    assert [(each["id"], each["before"]) for each in found["laws"]] == [(SECOND_CARD, None)]
    # Foster: to a false lead one or two have followed, whosever turn it was and, where an adversary led by
    # right, however many play; the club lets it stand.
    led = [each for each in found["rulings"] if each["incident"] == "lead-out-of-turn"]
    assert sum(each["situations"] for each in led) == 3
    assert {effect["kind"] for each in led for effect in each["after"]["effects"]} == {"stands"}


@pytest.mark.usefixtures("published")
def test_two_revisions_of_one_law_set_are_held_against_each_other() -> None:
    found = compare("harbour-laws@1", "harbour-laws").json()
    assert found["parameters"] == [{"name": "game_score", "before": 31, "after": 42}]
    assert [(each["id"], each["after"]) for each in found["laws"]] == [(SECOND_CARD, None)]
    (reading,) = (each for each in found["readings"] if BOTH_READ in each["rules"])
    assert reading["before"] == "free"
    assert reading["says_before"] != reading["says_after"]
    only = compare("harbour-laws@1", "harbour-laws", topic="lead-out-of-turn").json()
    assert {each["incident"] for each in only["rulings"]} == {"lead-out-of-turn"}
    assert only["readings"] == []


@pytest.mark.usefixtures("published")
def test_the_page_shows_what_is_read_otherwise() -> None:
    page = Client().get("/laws/compare/?a=harbour-laws@1&b=harbour-laws").content.decode()
    assert "What they read otherwise" in page
    assert "/laws/foster-1897/revoke/" in page
    alike = Client().get("/laws/compare/?a=foster-1897&b=foster-1897").content.decode()
    assert "What they read otherwise" not in alike


def test_a_law_set_says_nothing_otherwise_than_itself() -> None:
    found = compare("foster-1897", "foster-1897").json()
    assert [found[each] for each in ("parameters", "readings", "laws", "rulings")] == [[], [], [], []]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("", {"a", "b"}),
        ("?a=foster-1897", {"b"}),
        ("?a=foster&b=foster-1897@1", {"a", "b"}),
        ("?a=%00&b=chicago-1890", {"a"}),
        ("?a=foster-1897&b=chicago-1890&topic=no-such", {"topic"}),
        ("?a=foster-1897&b=chicago-1890&c=1", {"c"}),
        ("?a=foster-1897&a=chicago-1890&b=chicago-1890", {"a"}),
    ],
)
def test_what_cannot_be_compared_is_refused_by_its_field(query: str, fields: set[str]) -> None:
    answer = Client().get(AT + query)
    assert (answer.status_code, set(answer.json())) == (400, fields)
