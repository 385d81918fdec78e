"""Write a law of a club's own in tests as a person does on its pages: the questions, the cases, confirmed."""

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
    proposed = browser.post(address, {**law, "action": "cases"})
    mark = HouseDraft.objects.get().mark
    return browser.post(address, {**law, **cases(proposed), "action": "keep", "mark": mark, **over})


def start(club: ClubOfRoles) -> Client:
    """Return the owner's browser, the draft being Foster's laws with nothing added."""
    bare_laws(club)
    return signed_in(club, "owner")


def draft() -> dict[str, Any]:
    """Return the draft as fields."""
    return fields_of(HouseDraft.objects.get().written)
