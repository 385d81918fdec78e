"""A house law written on one form: what the draft stores, and what is refused."""

import re

import pytest

from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import read_fields
from scoring.house_laws.services import write_draft
from tests.events.evenings import signed_in
from tests.factories import house_laws
from tests.house_laws.making import OVERRULED, with_rule, written
from tests.pages.own_laws import AT, INSIDE, LAW, NEW, OUTSIDE, draft, keep, start
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db


def test_a_law_is_kept_as_the_books_write_theirs_and_changed_with_its_two_cases(club):
    owner = start(club)
    kept = keep(owner, NEW, LAW)
    assert (kept.status_code, kept["Location"]) == (302, f"{AT}check/"), text_of(kept)
    name, there = "a-false-lead-costs-a-point", draft()["lead-out-of-turn"]
    assert there["laws"] == {name: {"text": LAW["text"], "title": LAW["title"]}}
    (rule,) = there["rules"].values()
    assert (rule["when"], rule["effects"]) == (
        INSIDE,
        [{"kind": "score-down", "side": "offenders", "count": "one"}],
    )
    inside, outside = there["cases"].values()
    assert (inside["says"], inside["facts"], outside["facts"]) == (LAW["case"], INSIDE, OUTSIDE)
    assert inside["effects"] == rule["effects"]
    assert outside["choices"] == {
        "partners-right-adversary": ["lead-a-trump", "lead-no-trump", "let-him-lead"]
    }
    changed = keep(owner, f"{AT}own/lead-out-of-turn/{name}/", LAW | {"effect_count": "two"})
    assert changed.status_code == 302
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == [name]
    assert list(there["cases"]) == [f"{name}-inside", f"{name}-outside"]
    assert there["cases"][f"{name}-inside"]["effects"][0]["count"] == "two"


def test_a_law_for_every_case_needs_no_case_outside(club):
    owner = start(club)
    always = {name: "" if name.startswith("fact_") else value for name, value in LAW.items()}
    assert keep(owner, NEW, always).status_code == 302
    there = draft()["lead-out-of-turn"]
    assert next(iter(there["rules"].values()))["when"] == "always"
    assert [case["facts"] for case in there["cases"].values()] == [{}]


def test_a_law_from_the_file_is_shown_in_the_form_and_kept_as_it_was(club):
    house_laws(club)
    owner, address = signed_in(club, "owner"), f"{AT}own/lead-out-of-turn/second-card/"
    html = owner.get(address).content.decode()
    chosen = re.findall(r'<option value="([^"]+)" selected>', html)
    assert chosen == ["lead-out-of-turn", "stands", "some", "plain"]
    expected = written()
    topic = expected["lead-out-of-turn"]
    law = {
        "title": "Second card",
        "text": topic["laws"]["second-card"]["text"],
        "incident": "lead-out-of-turn",
        "effect": "stands",
        "fact_followed": "some",
        "fact_card": "plain",
        "case": topic["cases"]["one-follows"]["says"],
    }
    kept = keep(owner, address, law)
    assert kept.status_code == 302, text_of(kept)
    topic["laws"]["second-card"]["title"] = "Second card"
    topic["rules"]["second-card"]["incidents"] = ["lead-out-of-turn"]
    topic["cases"]["one-follows"]["facts"] = {"followed": "some", "card": "plain"}
    made = draft()
    outside = made["lead-out-of-turn"]["cases"].pop("nobody-follows")
    topic["cases"].pop("nobody-follows")
    topic["cases"]["one-follows"]["incident"] = "lead-out-of-turn"
    assert made == expected
    assert made["lead-out-of-turn"]["rules"]["second-card"]["exception_to"] == [*OVERRULED]
    assert (outside["facts"]["card"], outside["source"]) == ("plain", "the club's meeting")


def test_what_a_law_overrules_is_asked_anew_once_it_applies_elsewhere(club):
    house_laws(club)
    owner = signed_in(club, "owner")
    law = {
        "title": "Second card",
        "text": "It stands.",
        "incident": "lead-out-of-turn",
        "effect": "stands",
        "fact_followed": "some",
        "case": "One follows.",
    }
    assert keep(owner, f"{AT}own/lead-out-of-turn/second-card/", law).status_code == 302
    assert "exception_to" not in draft()["lead-out-of-turn"]["rules"]["second-card"]
    assert "A law of the club's own contradicts these." in text_of(owner.get(f"{AT}check/"))


def test_the_fields_of_what_happened_and_of_what_follows_are_shown_before_anything_is_kept(club):
    owner, before = start(club), draft()
    shown = owner.post(NEW, {"title": LAW["title"], "incident": "lead-out-of-turn", "action": "show"})
    html = shown.content.decode()
    assert (shown.status_code, 'name="fact_turn_of"' in html, 'name="effect_side"' in html) == (
        200,
        True,
        False,
    )
    assert f'value="{LAW["title"]}"' in html
    assert "Please fix" not in html
    # Saved with a changed effect, the page asks for its parameters first.
    asked = keep(owner, NEW, LAW, effect="score-up", shown="lead-out-of-turn score-down")
    assert asked.status_code == 200
    assert 'value="lead-out-of-turn score-up"' in asked.content.decode()
    assert LAW["case"].replace("'", "&#x27;") in asked.content.decode()
    assert draft() == before


def test_a_law_that_is_taken_out_takes_its_cases_along_and_nothing_gives_way_to_it(club):
    owner = start(club)
    head = draft()["lawset"]
    keep(owner, NEW, LAW)
    (name,) = draft()["lead-out-of-turn"]["rules"]
    keep(owner, NEW, LAW | {"title": "Forgiven", "effect": "no-penalty", "fact_card": "trump"})
    above = draft()
    above["lead-out-of-turn"]["rules"]["forgiven"]["exception_to"] = [f"harbour-laws/lead-out-of-turn/{name}"]
    above = read_fields("harbour-laws", above)
    law_set = HouseDraft.objects.get().law_set
    write_draft(law_set=law_set, actor=club.actors["owner"], written=above)
    owner.post(f"{AT}own/lead-out-of-turn/{name}/remove/")
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == list(there["laws"]) == ["forgiven"]
    assert list(there["cases"]) == ["forgiven-inside", "forgiven-outside"]
    assert "exception_to" not in there["rules"]["forgiven"]
    taken = owner.post(f"{AT}own/lead-out-of-turn/forgiven/remove/", follow=True)
    assert "The law was removed." in text_of(taken)
    assert draft() == {"lawset": head}


def test_a_case_that_the_program_keeps_outside_one_law_follows_the_other_laws_of_the_club(club):
    """The case just outside the first law is decided by the second law as soon as there is one."""
    owner = start(club)
    keep(owner, NEW, LAW)
    partner = LAW | {
        "title": "In the partner's turn",
        "fact_turn_of": "offenders-partner",
        "effect_count": "two",
    }
    assert keep(owner, NEW, partner).status_code == 302
    outside = draft()["lead-out-of-turn"]["cases"]["a-false-lead-costs-a-point-outside"]
    assert (outside["facts"], outside["effects"][0]["count"]) == (OUTSIDE, "two")
    assert "Problems to fix" not in text_of(owner.get(f"{AT}check/"))
    owner.post(f"{AT}own/lead-out-of-turn/in-the-partners-turn/remove/")
    outside = draft()["lead-out-of-turn"]["cases"]["a-false-lead-costs-a-point-outside"]
    assert list(outside["choices"]) == ["partners-right-adversary"]
    assert "Problems to fix" not in text_of(owner.get(f"{AT}check/"))


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(
            {"when": [{"followed": "some"}, {"turn_of": "adversary", "followed": "all"}]}, id="limbs"
        ),
        pytest.param({"when": {"followed": ["some", "all"]}}, id="either of two answers"),
        pytest.param({"effects": ["stands", "no-penalty"]}, id="two effects"),
    ],
)
def test_a_law_that_the_form_cannot_tell_is_changed_in_the_file(club, rule):
    law_set = house_laws(club, published=False)
    more = read_fields(law_set.slug, with_rule(**rule))
    write_draft(law_set=law_set, actor=club.actors["owner"], written=more)
    owner = signed_in(club, "owner")
    assert "Change it in the file" in text_of(owner.get(f"{AT}draft/"))
    sent = owner.get(f"{AT}own/lead-out-of-turn/second-card/")
    assert (sent.status_code, sent["Location"]) == (302, f"{AT}file/")


# Refusals and their fields


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", ""),
        ("text", ""),
        ("text", "x" * 1001),
        ("text", "a\0b"),
        ("text", "He pays {nobody}."),
        ("case", ""),
        ("incident", "no-such"),
        ("fact_turn_of", "nobody"),
        ("effect", "shot-at-dawn"),
        ("effect_side", "nobody"),
        ("effect_count", ""),
    ],
)
def test_what_cannot_be_taken_is_refused_beside_its_field_and_nothing_is_lost(club, field, value):
    owner, before = start(club), draft()
    refused = keep(owner, NEW, LAW | {field: value})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert re.search(rf'id="{field}_error">\s*<li>', html), "nothing stands beside the field"
    kept = {"title": LAW["title"], "text": LAW["text"]}
    assert all(typed in html for name, typed in kept.items() if name != field)
    assert draft() == before


def test_answers_that_exclude_each_other_are_refused_at_the_case(club):
    # Nobody of two or three players leads in a partner's turn: they have no partners.
    owner, before = start(club), draft()
    refused = keep(owner, NEW, LAW, fact_players="fewer", fact_turn_of="offenders-partner")
    assert refused.status_code == 400
    assert re.search(r'id="case_error">\s*<li>These facts cannot all be true.', refused.content.decode())
    assert draft() == before


@pytest.mark.parametrize("path", ["no-such/second-card/", "lead-out-of-turn/no-such/"])
def test_a_law_that_is_not_there_is_not_found(club, path):
    owner = start(club)
    assert owner.get(f"{AT}own/{path}").status_code == 404
    assert owner.post(f"{AT}own/{path}remove/").status_code == 404


def test_two_laws_of_the_club_that_contradict_each_other_are_found_when_the_draft_is_reviewed(club):
    owner = start(club)
    keep(owner, NEW, LAW)
    assert keep(owner, NEW, LAW | {"title": "More", "effect_count": "two"}).status_code == 302
    assert "Problems to fix" in text_of(owner.get(f"{AT}check/"))


def test_the_slower_of_two_editors_is_told_and_keeps_what_they_typed(club):
    owner = start(club)
    seen = HouseDraft.objects.get()
    other = read_fields(seen.law_set.slug, {"lawset": {"title": "By the director", "base": "foster-1897"}})
    write_draft(law_set=seen.law_set, actor=club.actors["director"], written=other)
    told = keep(owner, NEW, LAW, mark=seen.mark)
    assert told.status_code == 409
    assert "Somebody else has changed the draft." in text_of(told)
    assert LAW["text"] in text_of(told)
    mark = re.findall(r'name="mark" value="(\w+)"', told.content.decode())
    assert keep(owner, NEW, LAW, mark=mark[0]).status_code == 302
    assert (draft()["lawset"]["title"], "lead-out-of-turn" in draft()) == ("By the director", True)
