"""Calls as the pages show them, and the addresses of a table's calls."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from scoring.calls import queries
from scoring.clubs.permissions import Actor
from scoring.tables.games import current_game
from scoring.tables.table_policy import policy_of


def address(name: str, key: int, player: int | None = None, text: str = "") -> str:
    """Return the URL of a page about calls.

    - ``name``: the name of the URL.
    - ``key``: the id of the table or call.
    - ``player``: the member id of the user, if the user is a guest.
    - ``text``: the text that the user has typed so far.
    """
    query = {name: value for name, value in (("player", player), ("text", text)) if value}
    return reverse(name, args=[key]) + (f"?{urlencode(query)}" if query else "")


def calls_of(table_id: int, actor: Actor, text: str = "") -> str:
    """Return the URL of the page with a table's calls. ``text`` is what the user has typed so far."""
    return address("calls", table_id, actor.member_id if actor.is_guest else None, text)


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call on a page.

    ``deal`` is the number of the deal for a new dispute. None if the actor cannot turn the call into a
    dispute, or if the table's game has no such deal.
    """

    line: queries.CallLine
    may_close: bool
    deal: int | None


def call_lines(lines: list[queries.CallLine], actor: Actor) -> list[ShownCall]:
    return [
        ShownCall(
            line,
            may_close=line.is_open and line.may_be_closed_by(actor),
            deal=_deal_of(line) if line.is_open and actor.may("answer a call") else None,
        )
        for line in lines
    ]


def permissions_of(actor: Actor) -> dict[str, bool]:
    return {"may_answer": actor.may("answer a call"), "may_call": actor.may("call the director")}


def _deal_of(line: queries.CallLine) -> int | None:
    game, last = current_game(line.call.table)
    return policy_of(line.call.table).deal_to_report_on(game, last)
