"""Holds entries and corrections for a director, so that no typed deal is lost.

`held` records the director's decision.
"""

from collections.abc import Mapping
from typing import Any

from laws.domain.sentences import Sentence, _
from scoring.clubs.permissions import Actor
from scoring.game.deal import DealRecord
from scoring.game.notation import format_deal
from scoring.journal.services import Answer, add_record
from scoring.tables.games import DealRow, GameRecord
from scoring.tables.models import HeldEntry, Table
from scoring.tables.table_policy import TablePolicy, policy_of


def why_held(policy: TablePolicy, body: Mapping[str, Any]) -> Sentence:
    """Return the reason why an entry is held. ``body`` is the body of the answer to the entry."""
    if body["code"] == "another-game":
        return _(
            "The deal is held for the director: game {game} is played at this table now.", game=body["game"]
        )
    deal = policy.name_of_deal(body["number"])
    if body["code"] == "asked":
        return _("{deal}: the director decides which version counts.", deal=deal)
    if body["code"] == "past-deal":
        return _(
            "{deal}: the correction is held for the director, because a table's link corrects only the last "
            "deal of the game in play.",
            deal=deal,
        )
    missing = policy.name_of_deal(body["missing"])
    return _("{deal} is held for the director. Not recorded yet: {missing}.", deal=deal, missing=missing)


def hold(
    table: Table,
    actor: Actor,
    game: GameRecord,
    in_play: GameRecord,
    payload: object,
    number: int,
    last: int,
    code: str,
) -> Answer:
    """Hold a deal for a director, because it cannot be recorded now. Return the answer ``held``.

    The table must be locked.

    - ``game``: the game for which the deal is meant.
    - ``in_play``: the game in play.
    - ``number``: the number of the deal.
    - ``last``: the number of the table's last deal.
    - ``code``: the reason.

    An entry without a dealer gets one. The deal after ``last`` has the next dealer of the game in play, and
    each later deal has the dealer one seat further to the left.

    Raises InvalidInput if the deal cannot be parsed. The deal is not scored.
    """
    turns = game.kind.seating.in_turn(in_play.state.next_dealer)
    value = game.read(payload, turns[(number - last - 1) % len(turns)])
    entry = HeldEntry(table=table, number=number, content=format_deal(value), code=code)
    return _keep(entry, actor, missing=last + 1, game=in_play.number)


def hold_correction(
    table: Table, actor: Actor, row: DealRow, value: DealRecord, reason: str, code: str
) -> Answer:
    """Put the correction of a deal on hold. Return the answer ``held``. The table must be locked."""
    entry = HeldEntry(
        table=table, number=row.number, content=format_deal(value), code=code,
        base_id=row.revision_id, reason=reason,
    )  # fmt: skip
    return _keep(entry, actor, reason=reason)


def _keep(entry: HeldEntry, actor: Actor, **about: object) -> Answer:
    data = {"number": entry.number}
    add_record(entry, actor=actor, verb="deal.held", data=data, table=entry.table, id_as="held")
    body = {"held": entry.pk, "code": entry.code, "deal": entry.content, **data, **about}
    return Answer("held", {**body, "detail": why_held(policy_of(entry.table), body)})
