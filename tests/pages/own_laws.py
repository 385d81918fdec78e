"""Helpers that write a house law on its pages: questions, cases, confirmation."""

import re
from typing import Any

from django.test import Client

from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import fields_of
from tests.events.evenings import signed_in
from tests.factories import ClubOfRoles, bare_laws

AT = "/clubs/harbour/laws/harbour-laws/"
NEW = f"{AT}own/new/?incident=lead-out-of-turn"
LAW: dict[str, Any] = {
    "title": "A false lead costs a point",
    "text": "A false lead that is noticed at once costs a point.",
    "fact_turn_of": ["adversary"],
    "fact_followed": ["none"],
    "fact_card": ["plain"],
    "effect_0": "score-down",
    "effect_0_side": "offenders",
    "effect_0_count": "one",
}
INSIDE = {"turn_of": "adversary", "followed": "none", "card": "plain"}
OUTSIDE = INSIDE | {"turn_of": "offenders-partner"}
"""Facts with one other answer: it was the partner's turn, and Foster's own law governs the partner's lead."""


def cases(answer: Any, **over: str) -> dict[str, str]:
    """Return the fields of a page's two cases as a user sends them, with their results confirmed."""
    html = answer.content.decode()
    marks = dict(re.findall(r'name="(inside|outside)-confirmed" value="(\w+)"', html))
    sent = {f"{place}-confirmed": mark for place, mark in marks.items()}
    for place, facts in (("inside", INSIDE), ("outside", OUTSIDE)):
        if place in marks:
            sent[f"{place}-says"] = f"A case {place}."
            sent |= {f"{place}-fact_{key}": value for key, value in facts.items()}
    return sent | over


def keep(browser: Client, address: str, law: dict[str, Any], **over: Any) -> Any:
    """Write a house law as a user does: request the cases, confirm them, and save the law."""
    proposed = browser.post(address, {**law, "action": "cases"})
    mark = HouseDraft.objects.get().mark
    return browser.post(address, {**law, **cases(proposed), "action": "keep", "mark": mark, **over})


def start(club: ClubOfRoles) -> Client:
    """Return the owner's browser, with a draft that has Foster's laws and no additions."""
    bare_laws(club)
    return signed_in(club, "owner")


def draft() -> dict[str, Any]:
    """Return the draft as form fields."""
    return fields_of(HouseDraft.objects.get().written)
