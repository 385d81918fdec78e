"""Entries and corrections that wait for the director, so that nothing typed vanishes.

What becomes of them is decided in `held`.
"""

from collections.abc import Mapping
from typing import Any

from laws.domain.sentences import Sentence, _
from scoring.clubs.access import Actor
from scoring.game.deal import DealRecord
from scoring.game.notation import format_deal
from scoring.journal import services as journal
from scoring.tables.games import DealRow, GameRecord
from scoring.tables.models import HeldEntry, Table


def why_held(body: Mapping[str, Any]) -> Sentence:
    """Return in a sentence why an entry is held for the director, from the answer that says so."""
    if body["code"] == "another-game":
        return _(
            "The deal is held for the director: game {game} is played at this table now.", game=body["game"]
        )
    if body["code"] == "asked":
        return _("The director decides which version of deal {number} counts.", number=body["number"])
    if body["code"] == "past-deal":
        return _(
            "The correction of deal {number} is held for the director: a table's link corrects only the last "
            "deal of the game in play.",
            number=body["number"],
        )
    return _(
        "Deal {number} is held for the director: deal {missing} is not recorded yet.",
        number=body["number"],
        missing=body["missing"],
    )


def hold(
    table: Table,
    actor: Actor,
    game: GameRecord,
    in_play: GameRecord,
    payload: object,
    number: int,
    last: int,
    code: str,
) -> journal.Answer:
    """Keep an entry that cannot be applied now, and answer ``held``; the director sees it and decides.

    ``number`` is the one it was sent with, ``last`` that of the table's last deal, ``game`` the game it is
    meant for, ``in_play`` the one in play and ``code`` why it is held; the table is locked by the caller.
    Where its dealer was left out, it is whoever deals once the missing deals have been played. Raises
    InvalidInput for a deal that cannot be.
    """
    turns = game.kind.seating.in_turn(in_play.state.next_dealer)
    value = game.read(payload, turns[(number - last - 1) % len(turns)])
    entry = HeldEntry(table=table, number=number, content=format_deal(value), code=code)
    return _keep(entry, actor, missing=last + 1, game=in_play.number)


def hold_correction(
    table: Table, actor: Actor, row: DealRow, value: DealRecord, reason: str, code: str
) -> journal.Answer:
    """Keep the correction of a deal, and answer ``held``; the table is locked by the caller."""
    entry = HeldEntry(
        table=table, number=row.number, content=format_deal(value), code=code,
        base_id=row.revision_id, reason=reason,
    )  # fmt: skip
    return _keep(entry, actor, reason=reason)


def _keep(entry: HeldEntry, actor: Actor, **about: object) -> journal.Answer:
    data = {"number": entry.number}
    journal.add_fact(entry, actor=actor, verb="deal.held", data=data, table=entry.table, id_as="held")
    body = {"held": entry.pk, "code": entry.code, "deal": entry.content, **data, **about}
    return journal.Answer("held", {**body, "detail": why_held(body)})
