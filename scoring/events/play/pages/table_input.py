"""Read the fields of the page of a table in a round, and list the errors in these fields."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext

from scoring.events.play.pages import slips
from scoring.tables.forms.cuts import card_text
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages

MOST_FIGURES = 19

CUTS = 3
"""How many draws of a cut fit on the page. Players with equal cards cut again."""

TOTAL_WINNERS = tuple(f"total-{name}" for name in slips.WINNER_FIELDS)
"""The fields for the winners in the form for a total."""


def error_lines(errors: Mapping[str, list[str]], tried: str, first_cut: str) -> Iterator[ErrorLine]:
    is_total = tried == "total"
    fields = {
        "points": ("total_1", gettext("Points")),
        "winners": ("total-winner", gettext("Won, where no points are known"))
        if is_total
        else ("winner", gettext("Who has won")),
        "slip": ("slip", gettext("What does the slip count?")),
        "reason": ("total-reason" if is_total else f"reason-{tried}", gettext("Reason")),
        "cut": (first_cut, gettext("The cut")),
        "note": ("note", gettext("What is wrong")),
    }
    for field, reasons in errors.items():
        target, label = fields.get(field, ("", field))
        yield ErrorLine(target, label, target, reasons)


def total_in(posted: dict[str, str]) -> dict[str, Any]:
    """Return the posted total as arguments of `slip_totals.enter`."""
    points = [posted[name].strip() for name in sorted(posted) if name.startswith("total_")]
    total = slips.total_of(points, [posted.get(field, "") for field in TOTAL_WINNERS])
    return (
        total
        | slips.deals_counted(posted.get("slip", ""))
        | {"reason": posted.get("reason", ""), "base": _base(posted)}
    )


def decision_in(posted: dict[str, Any]) -> dict[str, Any]:
    """Return the posted decision as arguments of `decide`."""
    kind, content = posted.get("kind", ""), None
    if kind == "winners":
        chosen = [posted.get("winner", ""), posted.get("second", "")]
        content = [pages.whole(side) for side in chosen if side]
    elif kind == "cut":
        cuts = [_cut(posted, f"cut_{number}_") for number in range(1, CUTS + 1)]
        content = [cut for cut in cuts if cut]
    return {"kind": kind, "content": content, "reason": posted.get("reason", ""), "base": _base(posted)}


def _base(posted: dict[str, str]) -> int | None:
    base = posted.get("base", "")
    return int(base) if base.isdecimal() and len(base) < MOST_FIGURES else None


def _cut(posted: dict[str, Any], prefix: str) -> dict[str, str]:
    fields = dict.fromkeys(name.removeprefix("rank-") for name in posted)
    return {
        field.removeprefix(prefix): card
        for field in fields
        if field.startswith(prefix) and (card := card_text(posted, field))
    }
