"""Whose evening a page shows, and what it shows of it: the next place, why, the score card, the rank."""

from typing import Any

from django.http import HttpRequest

from scoring.clubs.access import Actor
from scoring.models import Entrant, Event
from scoring.prepared import Query
from scoring.views.live_shown import EventShown, card_lines, leader_lines, place_shown

_TAKES_PART = Query(
    lambda event, member: Entrant.objects.filter(event=event, member=member).order_by().values_list("id"),
    event=int,
    member=int,
)


def player_of(request: HttpRequest, event: Event, actor: Actor) -> int | None:
    """Return whose evening is asked for: one's own, or the one chosen by name; None where that is nobody.

    Somebody's own link opens his own evening and no other.
    """
    own = actor.member_id
    chosen = request.GET.get("player", "")
    if chosen and not is_own_link(request, event, actor):
        is_id = chosen.isascii() and chosen.isdigit() and len(chosen) < 10
        wanted: int | None = int(chosen) if is_id else None
    else:
        wanted = own
    return wanted if wanted and _TAKES_PART.rows(event=event.pk, member=wanted) else None


def is_own_link(request: HttpRequest, event: Event, actor: Actor) -> bool:
    """Return whether somebody came by the link to his own evening, and not by an account or a table."""
    return actor.link_id is None and not request.user.is_authenticated


def evening_context(shown: EventShown, player: int | None) -> dict[str, Any]:
    """Return what is shown of a player's evening."""
    if player is None:
        return {"shown": shown, "player": None}
    entrant = next(one for one in shown.record.entrants if one.member_id == player)
    place = place_shown(shown, player)
    gone = shown.record.attendance.departures.get(entrant.pk)
    lines = leader_lines(shown, only=player)
    card = shown.board.cards.get(player)
    return {
        "shown": shown,
        "player": player,
        "name": shown.names[player],
        "place": place,
        "has_left": gone is not None and gone <= max(1, shown.round_number) and place is None,
        "leaves_after": gone - 1 if gone is not None and place is not None else None,
        "comes_in": entrant.from_round if entrant.from_round > shown.round_number else None,
        "mine": lines[0] if lines else None,
        "count": len(shown.board.standings),
        "card": card_lines(shown, player),
        "sat_out": card.sat_out if card else (),
    }
