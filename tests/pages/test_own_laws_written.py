"""A law of a club's own by questions: what is kept in the draft, what is refused and where, who may."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.house_records import fields_of, read_fields
from scoring.models import HouseDraft
from scoring.services import house
from tests.factories import ClubOfRoles, bare_laws, house_laws
from tests.house_laws import OVERRULED, with_rule, written
from tests.pages.test_house_laws import page, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

AT = "/clubs/harbour/laws/harbour-laws/"
NEW = f"{AT}own/new/?incident=lead-out-of-turn"
LAW: dict[str, Any] = {
    "text": "A false lead that is noticed at once costs a point.",
    "fact_turn_of": ["adversary"],
    "fact_followed": ["none"],
    "effect_0": "score-down",
    "effect_0_side": "offenders",
    "effect_0_count": "one",
}
INSIDE = {"turn_of": "adversary", "followed": "none"}
OUTSIDE = {"turn_of": "offenders-partner", "followed": "none"}
"""One answer away: it was the partner's turn. Foster has the partner's lead governed there."""


def cases(answer: Any, **over: str) -> dict[str, str]:
    """Return the two cases of a page as a person sends them, what comes out confirmed."""
    html = answer.content.decode()
    marks = dict(re.findall(r'name="(inside|outside)-confirmed" value="(\w+)"', html))
    sent = {f"{place}-confirmed": mark for place, mark in marks.items()}
    for place, facts in (("inside", INSIDE), ("outside", OUTSIDE)):
        if place in marks:
            sent[f"{place}-says"] = f"A case {place}."
            sent |= {f"{place}-fact_{key}": value for key, value in facts.items()}
    return sent | over


def keep(browser: Client, address: str, law: dict[str, Any], **over: Any) -> Any:
    """Write a law as a person does: the cases are proposed, confirmed, and all of it is kept."""
    proposed = browser.post(address, {**law, "deed": "cases"})
    mark = HouseDraft.objects.get().mark
    return browser.post(address, {**law, **cases(proposed), "deed": "keep", "mark": mark, **over})


def start(club: ClubOfRoles) -> Client:
    """Return the owner's browser, the draft being Foster's laws with nothing added."""
    bare_laws(club)
    return page(club, "owner")


def draft() -> dict[str, Any]:
    """Return the draft as fields."""
    return fields_of(HouseDraft.objects.get().written)


def test_a_law_is_kept_as_the_books_write_theirs_with_its_two_cases(club: ClubOfRoles) -> None:
    owner = start(club)
    kept = keep(owner, NEW, LAW)
    assert (kept.status_code, kept["Location"]) == (302, f"{AT}check/"), text_of(kept)
    there = draft()["lead-out-of-turn"]
    assert there["laws"] == {"a-false-lead-that-is-noticed": {"text": LAW["text"]}}
    (rule,) = there["rules"].values()
    assert (rule["when"], rule["effects"]) == (
        {"turn_of": "adversary", "followed": "none"},
        [{"kind": "score-down", "side": "offenders", "count": "one"}],
    )
    inside, outside = there["cases"].values()
    assert (inside["facts"], outside["facts"]) == (INSIDE, OUTSIDE)
    assert inside["effects"] == rule["effects"]
    assert outside["choices"] == {
        "partners-right-adversary": ["lead-a-trump", "lead-no-trump", "let-him-lead"]
    }


def test_a_law_from_the_file_is_shown_as_answers_and_kept_as_it_was(club: ClubOfRoles) -> None:
    house_laws(club)
    owner, address = page(club, "owner"), f"{AT}own/lead-out-of-turn/second-card/"
    html = owner.get(address).content.decode()
    ticked = re.findall(r'<input[^>]*name="(?:fact_\w+|gives_way)" value="([^"]+)"[^>]* checked', html)
    assert ticked == ["some", *OVERRULED]
    assert re.findall(r'<option value="([^"]+)" selected>', html) == ["stands"]
    law = {
        "text": "Once a second card lies on a false lead, the trick is played on.",
        "says": "Somebody has played to the false lead, so it stands here.",
        "fact_followed": ["some"],
        "gives_way": list(OVERRULED),
        "effect_0": "stands",
    }
    shown = owner.post(address, {**law, "deed": "cases"})
    marks = {name: mark for name, mark in cases(shown).items() if name.endswith("-confirmed")}
    told = written()["lead-out-of-turn"]["cases"]
    for place, case in zip(("inside", "outside"), told.values(), strict=True):
        marks[f"{place}-says"] = case["says"]
        marks |= {f"{place}-fact_{key}": value for key, value in case["facts"].items()}
    kept = owner.post(address, {**law, **marks, "deed": "keep", "mark": ""})
    assert kept.status_code == 302, text_of(kept)
    expected = written()
    topic = expected["lead-out-of-turn"]
    topic["rules"]["second-card"]["incidents"] = ["lead-out-of-turn"]
    for case in topic["cases"].values():
        case |= {"incident": "lead-out-of-turn", "source": "Laws of the harbour"}
    assert draft() == expected


def test_a_law_is_changed_and_its_cases_with_it(club: ClubOfRoles) -> None:
    owner = start(club)
    keep(owner, NEW, LAW)
    (name,) = draft()["lead-out-of-turn"]["rules"]
    address = f"{AT}own/lead-out-of-turn/{name}/"
    assert keep(owner, address, LAW | {"effect_0_count": "two"}).status_code == 302
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == [name]
    assert list(there["cases"]) == [f"{name}-inside", f"{name}-outside"]
    assert there["cases"][f"{name}-inside"]["effects"][0]["count"] == "two"


def test_a_law_that_lets_somebody_choose_says_who_until_when_and_between_what(club: ClubOfRoles) -> None:
    owner = start(club)
    choice = {
        "text": "The adversaries may take a point or have the card exposed.",
        "fact_turn_of": ["adversary"],
        "fact_followed": ["none"],
        "holder": "either-adversary",
        "lapses": "next-lead",
        "option_0_label": "Take a point",
        "option_0_effect_0": "score-down",
        "option_0_effect_0_side": "offenders",
        "option_0_effect_0_count": "one",
        "option_1_label": "Let it be",
        "option_1_effect_0": "no-penalty",
    }
    for missing in ("holder", "lapses", "option_1_label", "option_1_effect_0", "option_0_effect_0_side"):
        refused = owner.post(NEW, {**choice, missing: "", "deed": "cases"})
        assert refused.status_code == 400, missing
        field = re.search(rf'id="{missing}_error">\s*<li>', refused.content.decode())
        assert field, f"{missing}: nothing stands beside it"
    assert keep(owner, NEW, choice).status_code == 302
    (rule,) = draft()["lead-out-of-turn"]["rules"].values()
    assert "effects" not in rule
    assert rule["choices"] == [
        {
            "holder": "either-adversary",
            "lapses": "next-lead",
            "options": {
                "take-a-point": {
                    "label": "Take a point",
                    "effects": [{"kind": "score-down", "side": "offenders", "count": "one"}],
                },
                "let-it-be": {"label": "Let it be", "effects": ["no-penalty"]},
            },
        }
    ]


def test_a_law_is_taken_out_with_its_cases_and_all_else_stays(club: ClubOfRoles) -> None:
    owner = start(club)
    keep(owner, NEW, LAW)
    before = {"lawset": draft()["lawset"]}
    (name,) = draft()["lead-out-of-turn"]["rules"]
    taken = owner.post(f"{AT}own/lead-out-of-turn/{name}/remove/", follow=True)
    assert "The law is taken out." in text_of(taken)
    assert draft() == before


def test_a_law_gives_way_to_none_that_is_taken_out(club: ClubOfRoles) -> None:
    owner = start(club)
    keep(owner, NEW, LAW)
    (name,) = draft()["lead-out-of-turn"]["rules"]
    above = {"text": "All is forgiven.", "name": "forgiven", "effect_0": "no-penalty"}
    above["gives_way"] = [f"harbour-laws/lead-out-of-turn/{name}"]
    nothing_said = {"inside-fact_followed": "", "inside-fact_turn_of": ""}
    assert keep(owner, NEW, above, **nothing_said).status_code == 302
    owner.post(f"{AT}own/lead-out-of-turn/{name}/remove/")
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == ["forgiven"]
    assert "exception_to" not in there["rules"]["forgiven"]
    assert list(there["laws"]) == ["forgiven"]


def test_a_law_that_the_questions_cannot_tell_is_changed_in_the_file(club: ClubOfRoles) -> None:
    law_set = house_laws(club, published=False)
    either = [{"followed": "some"}, {"turn_of": "adversary", "followed": "all"}]
    several = read_fields(law_set.slug, with_rule(when=either))
    house.write(law_set=law_set, actor=club.actors["owner"], written=several)
    owner = page(club, "owner")
    assert "Change it in the file" in text_of(owner.get(f"{AT}draft/"))
    sent = owner.get(f"{AT}own/lead-out-of-turn/second-card/")
    assert (sent.status_code, sent["Location"]) == (302, f"{AT}file/")


@pytest.mark.parametrize(
    ("field", "value", "beside"),
    [
        ("text", "", "text"),
        ("text", "x" * 1001, "text"),
        ("text", "a\x07b", "text"),
        ("text", "a\0b", "text"),
        ("text", "He pays {nobody}.", "text"),
        ("says", "He pays {nobody}.", "says"),
        ("cite", "x" * 201, "cite"),
        ("name", "No Name", "name"),
        ("name", "x" * 61, "name"),
        ("fact_turn_of", ["nobody"], "fact_turn_of"),
        ("gives_way", ["foster-1897/revoke/no-such"], "gives_way"),
        ("effect_0", "shot-at-dawn", "effect_0"),
        ("effect_0", "", "effect_0"),
        ("effect_0_side", "nobody", "effect_0_side"),
        ("effect_0_count", "", "effect_0_count"),
        ("holder", "nobody", "holder"),
    ],
)
def test_what_cannot_be_taken_is_refused_beside_its_field_and_nothing_is_lost(
    club: ClubOfRoles, field: str, value: Any, beside: str
) -> None:
    owner, before = start(club), draft()
    refused = owner.post(NEW, {**LAW, "cite": "The meeting in May", field: value, "deed": "cases"})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert re.search(rf'id="{beside}_error">\s*<li>', html), "nothing stands beside the field"
    kept = {"text": LAW["text"], "cite": "The meeting in May"}
    assert all(typed in html for name, typed in kept.items() if name != field)
    assert draft() == before


@pytest.mark.parametrize("query", ["incident=no-such", "incident=", "incident=%00", "incident=" + "x" * 500])
def test_an_incident_that_is_none_is_refused_beside_its_field(club: ClubOfRoles, query: str) -> None:
    answer = start(club).get(f"{AT}own/new/?{query}")
    assert answer.status_code == 400
    assert 'id="incident_error"' in answer.content.decode()


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
    assert "Look at what comes out, and confirm it." in text_of(unconfirmed)
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
        ({"inside-fact_followed": ""}, "does not decide this case for certain"),
        ({"outside-fact_turn_of": "adversary"}, "This is not just outside"),
        ({"outside-fact_followed": "all"}, "This is not just outside"),
        ({"outside-fact_followed": ""}, "still turns on: How many have played to the false lead?"),
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
    assert "Somebody else has changed the draft meanwhile." in text_of(told)
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


@pytest.mark.parametrize(("role", "status"), [("player", 403), ("scorer", 403), ("director", 200)])
def test_only_owners_and_directors_write(club: ClubOfRoles, role: str, status: int) -> None:
    start(club)
    assert page(club, role).get(NEW).status_code == status
    assert page(club, role).post(NEW, {**LAW, "deed": "cases"}).status_code == status
