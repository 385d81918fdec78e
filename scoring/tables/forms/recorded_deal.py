"""Fills the entry form with a recorded deal."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.game.bidding import can_bid_again
from scoring.game.card_text import written_cards
from scoring.game.deal import DealRecord
from scoring.game.games.family import AWARDED_TO
from scoring.game.rules import Rules
from scoring.tables.forms.keys import (
    bid_of,
    call_of,
    caller_of,
)

TOTAL, WON, CARDS = "total", "won", "cards"
DISCARDS, NOT_IN_PLAY = "discards", "none"
AWARDED = "award"
"""The value of a field for a point that only one seat can make, such as the dealer: the point was made."""
NO_POINTS = "none"
ALONE = "alone"
PRESSED = ("dealer", "bid", "maker", "trump", "called")


def taken_by(side: object) -> str:
    """Return the name of the field for a side's total."""
    return f"points_{side}"


def pips_of(side: object) -> str:
    """Return the name of the field for a side's pips."""
    return f"pips_{side}"


def keys_of(deal: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return a recorded deal as the form's initial values, by field name."""
    if not deal:
        return {}
    keys: dict[str, Any] = {name: str(deal[name]) for name in PRESSED if deal.get(name) is not None}
    keys["misdeal"] = deal.get("misdeal") or ""
    if deal.get("alone"):
        keys["called"] = ALONE
    won = deal.get("won") or {}
    keys |= {
        f"won_{point}": NOT_IN_PLAY if to is None else AWARDED if point in AWARDED_TO else str(to)
        for point, to in won.items()
    }
    keys |= {pips_of(side): str(count) for side, count in enumerate(deal.get("pips") or [], start=1)}
    if "tricks" in deal:
        keys |= {"detail": CARDS, "cards": written_cards(deal, rules)}
    elif won:
        keys["detail"] = WON
    elif points := deal.get("points"):
        keys["detail"] = TOTAL
        keys |= {taken_by(side): str(count) for side, count in enumerate(points, start=1)}
        of_deal = DealRecord(deal["dealer"], deal["maker"], called=deal.get("called"))
        keys["points"] = str(points[rules.for_deal(of_deal).seating.side_of(deal["maker"]) - 1])
        keys["dead"] = str(rules.total - sum(points))
    bids = deal.get("bids") or []
    keys |= {bid_of(seat): str(bid) for seat, bid in bids}
    for row, (seat, bid) in enumerate(bids if can_bid_again(rules) else deal.get("bidding") or [], start=1):
        keys |= {caller_of(row): str(seat), call_of(row): str(bid)}
    return keys | _penalty_keys(deal.get("penalties") or [])


def _penalty_keys(penalties: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    keys: dict[str, Any] = {"revoke": [], "foul_hand": []}
    points: list[str] | None = None
    for penalty in penalties:
        offence = penalty.get("offence")
        if offence == "trick-claimed":
            keys |= {"claimed_side": str(penalty["side"]), "claimed_points": list(penalty["points"])}
        elif offence in ("revoke", "foul-hand"):
            keys[offence.replace("-", "_")].append(str(penalty["seat"]))
            points = [*(points or []), *penalty["points"]] if "points" in penalty else points
    return keys if points is None else keys | {"revoked_points": points or [NO_POINTS]}
