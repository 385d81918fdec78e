"""A house law written with questions: what the draft stores, and what is refused."""

import re

import pytest

from scoring.house_laws import services as house
from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import read_fields
from tests.events.evenings import signed_in
from tests.factories import house_laws
from tests.house_laws.making import OVERRULED, with_rule, written
from tests.pages.own_laws import AT, INSIDE, LAW, NEW, OUTSIDE, cases, draft, keep, start
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db


def test_a_law_is_kept_as_the_books_write_theirs_and_changed_with_its_two_cases(club):
    owner = start(club)
    kept = keep(owner, NEW, LAW)
    assert (kept.status_code, kept["Location"]) == (302, f"{AT}check/"), text_of(kept)
    there = draft()["lead-out-of-turn"]
    assert there["laws"] == {"a-false-lead-that-is-noticed": {"text": LAW["text"], "title": LAW["title"]}}
    (rule,) = there["rules"].values()
    assert (rule["when"], rule["effects"]) == (
        INSIDE,
        [{"kind": "score-down", "side": "offenders", "count": "one"}],
    )
    inside, outside = there["cases"].values()
    assert (inside["facts"], outside["facts"]) == (INSIDE, OUTSIDE)
    assert inside["effects"] == rule["effects"]
    assert outside["choices"] == {
        "partners-right-adversary": ["lead-a-trump", "lead-no-trump", "let-him-lead"]
    }
    name = "a-false-lead-that-is-noticed"
    changed = keep(owner, f"{AT}own/lead-out-of-turn/{name}/", LAW | {"effect_0_count": "two"})
    assert changed.status_code == 302
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == [name]
    assert list(there["cases"]) == [f"{name}-inside", f"{name}-outside"]
    assert there["cases"][f"{name}-inside"]["effects"][0]["count"] == "two"


def test_a_law_from_the_file_is_shown_as_answers_and_kept_as_it_was(club):
    house_laws(club)
    owner, address = signed_in(club, "owner"), f"{AT}own/lead-out-of-turn/second-card/"
    html = owner.get(address).content.decode()
    ticked = re.findall(r'<input[^>]*name="(?:fact_\w+|gives_way)" value="([^"]+)"[^>]* checked', html)
    assert ticked == ["some", "plain", *OVERRULED]
    assert re.findall(r'<option value="([^"]+)" selected>', html) == ["stands"]
    law = {
        "text": "Once a second card lies on a plain card led out of turn, the trick is played on.",
        "says": "Somebody has played to the plain card led out of turn, so it stands here.",
        "fact_followed": ["some"],
        "fact_card": ["plain"],
        "gives_way": list(OVERRULED),
        "effect_0": "stands",
    }
    shown = owner.post(address, {**law, "action": "cases"})
    marks = {name: mark for name, mark in cases(shown).items() if name.endswith("-confirmed")}
    told = written()["lead-out-of-turn"]["cases"]
    for place, case in zip(("inside", "outside"), told.values(), strict=True):
        marks[f"{place}-says"] = case["says"]
        marks |= {f"{place}-fact_{key}": value for key, value in case["facts"].items()}
    kept = owner.post(address, {**law, **marks, "action": "keep", "mark": ""})
    assert kept.status_code == 302, text_of(kept)
    expected = written()
    topic = expected["lead-out-of-turn"]
    topic["rules"]["second-card"]["incidents"] = ["lead-out-of-turn"]
    for case in topic["cases"].values():
        case |= {"incident": "lead-out-of-turn", "source": "Laws of the harbour"}
    assert draft() == expected


def test_a_law_that_lets_somebody_choose_says_who_until_when_and_between_what(club):
    owner = start(club)
    choice = {
        "text": "The adversaries may take a point or have the card exposed.",
        "fact_turn_of": ["adversary"],
        "fact_followed": ["none"],
        "fact_card": ["plain"],
        "holder": "either-adversary",
        "lapses": "next-lead",
        "effect_0": "score-down",
        "effect_0_side": "offenders",
        "effect_0_count": "one",
        "effect_0_option": "Take a point",
        "effect_1": "no-penalty",
        "effect_1_option": "Let it be",
    }
    for missing, beside in (
        ("holder", "holder"),
        ("lapses", "lapses"),
        ("effect_1", "effect_1"),
        ("effect_1_option", "effect_2_option"),
        ("effect_0_side", "effect_0_side"),
    ):
        refused = owner.post(NEW, {**choice, missing: "", "action": "cases"})
        assert refused.status_code == 400, missing
        field = re.search(rf'id="{beside}_error">\s*<li>', refused.content.decode())
        assert field, f"{missing}: nothing stands beside {beside}"
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


def test_a_law_that_is_taken_out_takes_its_cases_along_and_nothing_gives_way_to_it(club):
    owner = start(club)
    head = draft()["lawset"]
    keep(owner, NEW, LAW)
    (name,) = draft()["lead-out-of-turn"]["rules"]
    above = {"text": "All is forgiven.", "name": "forgiven", "effect_0": "no-penalty"}
    above["gives_way"] = [f"harbour-laws/lead-out-of-turn/{name}"]
    nothing_said = {f"inside-fact_{key}": "" for key in INSIDE}
    assert keep(owner, NEW, above, **nothing_said).status_code == 302
    owner.post(f"{AT}own/lead-out-of-turn/{name}/remove/")
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == list(there["laws"]) == ["forgiven"]
    assert "exception_to" not in there["rules"]["forgiven"]
    taken = owner.post(f"{AT}own/lead-out-of-turn/forgiven/remove/", follow=True)
    assert "The law was removed." in text_of(taken)
    assert draft() == {"lawset": head}


def test_a_law_that_the_questions_cannot_tell_is_changed_in_the_file(club):
    law_set = house_laws(club, published=False)
    either = [{"followed": "some"}, {"turn_of": "adversary", "followed": "all"}]
    several = read_fields(law_set.slug, with_rule(when=either))
    house.write(law_set=law_set, actor=club.actors["owner"], written=several)
    owner = signed_in(club, "owner")
    assert "Change it in the file" in text_of(owner.get(f"{AT}draft/"))
    sent = owner.get(f"{AT}own/lead-out-of-turn/second-card/")
    assert (sent.status_code, sent["Location"]) == (302, f"{AT}file/")


# Refusals and their fields


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
def test_what_cannot_be_taken_is_refused_beside_its_field_and_nothing_is_lost(club, field, value, label):
    owner, before = start(club), draft()
    refused = owner.post(NEW, {**LAW, "cite": "The meeting in May", field: value, "action": "cases"})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert re.search(rf'id="{label}_error">\s*<li>', html), "nothing stands beside the field"
    kept = {"title": LAW["title"], "text": LAW["text"], "cite": "The meeting in May"}
    assert all(typed in html for name, typed in kept.items() if name != field)
    assert draft() == before


@pytest.mark.parametrize("path", ["no-such/second-card/", "lead-out-of-turn/no-such/"])
def test_a_law_that_is_not_there_is_not_found(club, path):
    owner = start(club)
    assert owner.get(f"{AT}own/{path}").status_code == 404
    assert owner.post(f"{AT}own/{path}remove/").status_code == 404


def test_nothing_is_kept_before_what_comes_out_has_been_confirmed(club):
    owner, before = start(club), draft()
    proposed = owner.post(NEW, {**LAW, "action": "cases"})
    sent = cases(proposed)
    assert owner.post(NEW, {**LAW, "action": "keep"}).status_code == 200
    unconfirmed = owner.post(NEW, {**LAW, **sent, "outside-confirmed": "", "action": "keep"})
    assert unconfirmed.status_code == 400
    assert "Check the ruling and confirm it." in text_of(unconfirmed)
    # The confirmed law takes one point; the changed law takes two.
    changed = owner.post(NEW, {**LAW, **sent, "effect_0_count": "two", "action": "keep"})
    assert changed.status_code == 400
    assert 'id="inside-confirmed_error"' in changed.content.decode()
    assert 'id="outside-confirmed_error"' not in changed.content.decode()
    assert draft() == before


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"inside-fact_followed": "some"}, "does not decide this case for certain"),
        ({"outside-fact_turn_of": "adversary"}, "This example is not just outside"),
        ({"outside-fact_followed": ""}, "still depends on: How many have played to the false lead?"),
    ],
)
def test_a_case_stands_where_it_has_to(club, facts, says):
    owner = start(club)
    refused = keep(owner, NEW, LAW, **facts)
    assert refused.status_code == 400
    assert says in text_of(refused)
    assert "A case inside." in refused.content.decode()


def test_the_slower_of_two_editors_is_told_and_keeps_what_they_typed(club):
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


def test_a_law_that_never_decides_anything_is_refused(club):
    owner = start(club)
    keep(owner, NEW, LAW | {"name": "first"})
    # A second law overrides the first wherever the first applies, so the first never decides.
    above = LAW | {"name": "above", "gives_way": ["harbour-laws/lead-out-of-turn/first"]}
    keep(owner, NEW, above)
    below = owner.post(f"{AT}own/lead-out-of-turn/first/", {**LAW, "action": "cases"})
    assert below.status_code == 400
    assert "It never decides anything" in text_of(below)
