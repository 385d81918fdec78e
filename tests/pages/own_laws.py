"""Helpers that write a house law on its page. One form holds the law and a case that the law decides."""

from typing import Any

from django.test import Client

from scoring.house_laws.models import HouseDraft
from scoring.house_laws.records import fields_of
from tests.events.evenings import signed_in
from tests.factories import ClubOfRoles, bare_laws

AT = "/clubs/harbour/laws/harbour-laws/"
NEW = f"{AT}own/new/"
LAW: dict[str, str] = {
    "title": "A false lead costs a point",
    "text": "A false lead that is noticed at once costs a point.",
    "incident": "lead-out-of-turn",
    "effect": "score-down",
    "effect_side": "offenders",
    "effect_count": "one",
    "fact_turn_of": "adversary",
    "fact_followed": "none",
    "fact_card": "plain",
    "case": "A leads a club in Y's turn, and nobody plays to it.",
}
INSIDE = {"turn_of": "adversary", "followed": "none", "card": "plain"}
OUTSIDE = INSIDE | {"turn_of": "offenders-partner"}
"""Facts that differ in one answer: it was the partner's turn. Foster's law decides this case."""


def keep(browser: Client, address: str, law: dict[str, str], **over: str) -> Any:
    """Send the form with a law. ``shown`` tells the incident and effect whose fields the page showed."""
    draft = HouseDraft.objects.first()
    shown = " ".join(filter(None, (law.get("incident"), law.get("effect"))))
    sent = {"mark": draft.mark if draft else "", "shown": shown, **law, **over}
    return browser.post(address, sent)


def start(club: ClubOfRoles) -> Client:
    """Return the owner's browser, with a draft that has Foster's laws and no additions."""
    bare_laws(club)
    return signed_in(club, "owner")


def draft() -> dict[str, Any]:
    """Return the draft as form fields."""
    return fields_of(HouseDraft.objects.get().written)
