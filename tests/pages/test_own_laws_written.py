"""A law of a club's own by questions: what is kept in the draft."""

import re

import pytest

from scoring.house_laws import services as house
from scoring.house_laws.records import read_fields
from tests.events.evenings import signed_in
from tests.factories import ClubOfRoles, house_laws
from tests.house_laws.making import OVERRULED, with_rule, written
from tests.pages.own_laws import AT, INSIDE, LAW, NEW, OUTSIDE, cases, draft, keep, start
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db


def test_a_law_is_kept_as_the_books_write_theirs_and_changed_with_its_two_cases(club: ClubOfRoles) -> None:
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
    name = "a-false-lead-that-is-noticed"
    changed = keep(owner, f"{AT}own/lead-out-of-turn/{name}/", LAW | {"effect_0_count": "two"})
    assert changed.status_code == 302
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == [name]
    assert list(there["cases"]) == [f"{name}-inside", f"{name}-outside"]
    assert there["cases"][f"{name}-inside"]["effects"][0]["count"] == "two"


def test_a_law_from_the_file_is_shown_as_answers_and_kept_as_it_was(club: ClubOfRoles) -> None:
    house_laws(club)
    owner, address = signed_in(club, "owner"), f"{AT}own/lead-out-of-turn/second-card/"
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


def test_a_law_that_lets_somebody_choose_says_who_until_when_and_between_what(club: ClubOfRoles) -> None:
    owner = start(club)
    choice = {
        "text": "The adversaries may take a point or have the card exposed.",
        "fact_turn_of": ["adversary"],
        "fact_followed": ["none"],
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
        refused = owner.post(NEW, {**choice, missing: "", "deed": "cases"})
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


def test_a_law_that_is_taken_out_takes_its_cases_along_and_nothing_gives_way_to_it(club: ClubOfRoles) -> None:
    owner = start(club)
    head = draft()["lawset"]
    keep(owner, NEW, LAW)
    (name,) = draft()["lead-out-of-turn"]["rules"]
    above = {"text": "All is forgiven.", "name": "forgiven", "effect_0": "no-penalty"}
    above["gives_way"] = [f"harbour-laws/lead-out-of-turn/{name}"]
    nothing_said = {"inside-fact_followed": "", "inside-fact_turn_of": ""}
    assert keep(owner, NEW, above, **nothing_said).status_code == 302
    owner.post(f"{AT}own/lead-out-of-turn/{name}/remove/")
    there = draft()["lead-out-of-turn"]
    assert list(there["rules"]) == list(there["laws"]) == ["forgiven"]
    assert "exception_to" not in there["rules"]["forgiven"]
    taken = owner.post(f"{AT}own/lead-out-of-turn/forgiven/remove/", follow=True)
    assert "The law was removed." in text_of(taken)
    assert draft() == {"lawset": head}


def test_a_law_that_the_questions_cannot_tell_is_changed_in_the_file(club: ClubOfRoles) -> None:
    law_set = house_laws(club, published=False)
    either = [{"followed": "some"}, {"turn_of": "adversary", "followed": "all"}]
    several = read_fields(law_set.slug, with_rule(when=either))
    house.write(law_set=law_set, actor=club.actors["owner"], written=several)
    owner = signed_in(club, "owner")
    assert "Change it in the file" in text_of(owner.get(f"{AT}draft/"))
    sent = owner.get(f"{AT}own/lead-out-of-turn/second-card/")
    assert (sent.status_code, sent["Location"]) == (302, f"{AT}file/")
