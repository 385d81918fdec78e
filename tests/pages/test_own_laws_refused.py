"""A law of a club's own by questions: what is refused, and where it stands."""

import re
from typing import Any

import pytest

from scoring.house_laws import services as house
from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import read_fields
from tests.factories import ClubOfRoles
from tests.pages.own_laws import AT, LAW, NEW, cases, draft, keep, start
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("field", "value", "label"),
    [
        ("text", "", "text"),
        ("text", "x" * 1001, "text"),
        ("text", "a\0b", "text"),
        ("text", "He pays {nobody}.", "text"),
        ("says", "He pays {nobody}.", "says"),
        ("cite", "x" * 201, "cite"),
        ("name", "No Name", "name"),
        ("fact_turn_of", ["nobody"], "fact_turn_of"),
        ("gives_way", ["foster-1897/revoke/no-such"], "gives_way"),
        ("effect_0", "shot-at-dawn", "effect_0"),
        ("effect_0_side", "nobody", "effect_0_side"),
        ("effect_0_count", "", "effect_0_count"),
        ("holder", "nobody", "holder"),
    ],
)
def test_what_cannot_be_taken_is_refused_beside_its_field_and_nothing_is_lost(
    club: ClubOfRoles, field: str, value: Any, label: str
) -> None:
    owner, before = start(club), draft()
    refused = owner.post(NEW, {**LAW, "cite": "The meeting in May", field: value, "deed": "cases"})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert re.search(rf'id="{label}_error">\s*<li>', html), "nothing stands beside the field"
    kept = {"text": LAW["text"], "cite": "The meeting in May"}
    assert all(typed in html for name, typed in kept.items() if name != field)
    assert draft() == before


@pytest.mark.parametrize("path", ["no-such/second-card/", "lead-out-of-turn/no-such/"])
def test_a_law_that_is_not_there_is_not_found(club: ClubOfRoles, path: str) -> None:
    owner = start(club)
    assert owner.get(f"{AT}own/{path}").status_code == 404
    assert owner.post(f"{AT}own/{path}remove/").status_code == 404


def test_nothing_is_kept_before_what_comes_out_has_been_confirmed(club: ClubOfRoles) -> None:
    owner, before = start(club), draft()
    proposed = owner.post(NEW, {**LAW, "deed": "cases"})
    sent = cases(proposed)
    assert owner.post(NEW, {**LAW, "deed": "keep"}).status_code == 200
    unconfirmed = owner.post(NEW, {**LAW, **sent, "outside-confirmed": "", "deed": "keep"})
    assert unconfirmed.status_code == 400
    assert "Look at the outcome and confirm it." in text_of(unconfirmed)
    # What was confirmed was one point, and now it is to be two.
    changed = owner.post(NEW, {**LAW, **sent, "effect_0_count": "two", "deed": "keep"})
    assert changed.status_code == 400
    assert 'id="inside-confirmed_error"' in changed.content.decode()
    assert 'id="outside-confirmed_error"' not in changed.content.decode()
    assert draft() == before


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"inside-fact_followed": "some"}, "does not decide this case for certain"),
        ({"outside-fact_turn_of": "adversary"}, "This is not just outside"),
        ({"outside-fact_followed": ""}, "still depends on: How many have played to the false lead?"),
    ],
)
def test_a_case_stands_where_it_has_to(club: ClubOfRoles, facts: dict[str, str], says: str) -> None:
    owner = start(club)
    refused = keep(owner, NEW, LAW, **facts)
    assert refused.status_code == 400
    assert says in text_of(refused)
    assert "A case inside." in refused.content.decode()


def test_who_was_slower_is_told_and_what_he_typed_still_stands_there(club: ClubOfRoles) -> None:
    owner = start(club)
    seen = HouseDraft.objects.get()
    other = read_fields(seen.law_set.slug, {"lawset": {"title": "By the director", "base": "foster-1897"}})
    house.write(law_set=seen.law_set, actor=club.actors["director"], written=other)
    told = keep(owner, NEW, LAW, mark=seen.mark)
    assert told.status_code == 409
    assert "Somebody else has changed the draft." in text_of(told)
    assert LAW["text"] in text_of(told)
    mark = re.findall(r'name="mark" value="(\w+)"', told.content.decode())
    assert keep(owner, NEW, LAW, mark=mark[0]).status_code == 302
    assert (draft()["lawset"]["title"], "lead-out-of-turn" in draft()) == ("By the director", True)


def test_a_law_that_never_decides_anything_is_refused(club: ClubOfRoles) -> None:
    owner = start(club)
    keep(owner, NEW, LAW | {"name": "first"})
    # A second law prevails over the first wherever that applies, so that nothing is left to it.
    above = LAW | {"name": "above", "gives_way": ["harbour-laws/lead-out-of-turn/first"]}
    keep(owner, NEW, above)
    below = owner.post(f"{AT}own/lead-out-of-turn/first/", {**LAW, "deed": "cases"})
    assert below.status_code == 400
    assert "It never decides anything" in text_of(below)
