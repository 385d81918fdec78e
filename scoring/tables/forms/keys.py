"""The keys of an entry: what each is called, and which of them stand pressed for a deal already recorded."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms

from scoring.game.rules import Rules
from scoring.game.seating import Seating

NOBODY = "0"
TOTAL, WON, CARDS = "total", "won", "cards"
DISCARDS, NOT_IN_PLAY = "discards", "none"
PRESSED = ("dealer", "bid", "maker", "trump")

Choices = Sequence[tuple[str, Any]]


class Tapped(forms.Field):
    """A field whose word is taken as it is; the domain says what is accepted.

    Its choices stand beside the widget, which would copy all of them twice for each of forty fields.
    """

    def __init__(self, choices: Choices, label: Any, *, many: bool = False, select: bool = False) -> None:
        radios = forms.CheckboxSelectMultiple if many else forms.RadioSelect
        widget = forms.Select if select else radios
        super().__init__(required=False, label=label, widget=widget)
        self.choices = choices


def taken_by(side: object) -> str:
    """Return the name of the field for what a side took, at a table of more than two sides."""
    return f"points_{side}"


def said_by(seat: object) -> str:
    """Return the name of the field for what a seat bid in its turn."""
    return f"said_{seat}"


def caller_of(row: int) -> str:
    """Return the name of the field that says who called, of all that was said, in a row counted from 1."""
    return f"caller_{row}"


def call_of(row: int) -> str:
    """Return the name of the field that says what was called in a row."""
    return f"call_{row}"


def keys_of(deal: Mapping[str, Any], seating: Seating, rules: Rules) -> dict[str, Any]:
    """Return for a recorded deal which keys stand pressed, by the field's name."""
    if not deal:
        return {}
    keys: dict[str, Any] = {name: str(deal[name]) for name in PRESSED if deal.get(name) is not None}
    keys["misdeal"] = deal.get("misdeal") or ""
    if "tricks" in deal:
        keys["detail"] = CARDS
    elif won := deal.get("won"):
        keys["detail"] = WON
        keys |= {f"won_{point}": NOT_IN_PLAY if to is None else str(to) for point, to in won.items()}
    elif points := deal.get("points"):
        keys |= {taken_by(side): str(count) for side, count in enumerate(points, start=1)}
        keys["points"] = str(points[seating.side_of(deal["maker"]) - 1])
        keys["dead"] = str(rules.total - sum(points))
    keys |= {said_by(seat): str(bid) for seat, bid in deal.get("bids") or []}
    for row, (seat, bid) in enumerate(deal.get("bidding") or [], start=1):
        keys |= {caller_of(row): str(seat), call_of(row): str(bid)}
    return keys | _penalty_keys(deal.get("penalties") or [])


def _penalty_keys(penalties: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    keys: dict[str, Any] = {"revoke": [], "foul_hand": []}
    for penalty in penalties:
        offence = penalty.get("offence")
        if offence == "trick-claimed":
            keys |= {"claimed_side": str(penalty["side"]), "claimed_points": list(penalty["points"])}
        elif offence in ("revoke", "foul-hand"):
            keys[offence.replace("-", "_")].append(str(penalty["seat"]))
            keys.setdefault("revoked_points", []).extend(penalty.get("points") or [])
    return keys


def whole(text: str) -> Any:
    """Return the text as a whole number where it is a short one, else as it is, for the domain to refuse."""
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 6 else text
