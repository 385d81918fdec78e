"""Entries that cannot be applied when they come: kept for the director, so that nothing typed vanishes.

What becomes of them is decided in `held`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from laws.domain.sentences import Sentence, _
from scoring.clubs.access import Actor
from scoring.game.notation import format_deal, parse_deal
from scoring.game_laws import at_game
from scoring.journal import services as journal
from scoring.journal.idempotency import Answer
from scoring.models import HeldEntry, Table
from scoring.records import game_of, games_of, law_set_of
from scoring.tables.games import GameRecord


def why_held(body: Mapping[str, Any]) -> Sentence:
    """Return in a sentence why an entry is kept for the director, from the answer that says so."""
    if body["code"] == "another-game":
        return _(
            "The deal is kept for the director: game {game} is played at this table now.", game=body["game"]
        )
    return _(
        "Deal {number} is kept for the director: deal {missing} is not recorded yet.",
        number=body["number"],
        missing=body["missing"],
    )


def hold(
    table: Table, actor: Actor, now: GameRecord, payload: object, number: int, last: int, code: str
) -> Answer:
    """Keep an entry that cannot be applied now, and answer 202 with it; the director sees it and decides.

    ``number`` is the one it was sent with, ``last`` that of the table's last deal, ``now`` the game in play
    and ``code`` why it is held; the table is locked by the caller. Where its dealer was left out, it is
    whoever deals once the missing deals have been played. Raises InvalidInput for a deal that cannot be.
    """
    if isinstance(payload, Mapping) and "dealer" not in payload:
        turns = game_of(table).seating.in_turn(now.course.next_dealer)
        payload = {"dealer": turns[(number - last - 1) % len(turns)], **payload}
    value = parse_deal(payload, game_of(table), law_set_of(table))
    entry = HeldEntry.objects.create(
        table=table,
        number=number,
        content=format_deal(value),
        code=code,
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="deal.held",
        data={"held": entry.pk, "number": number},
        table_id=table.pk,
        event_id=table.event_id,
        facts=[entry],
    )
    body = {
        "held": entry.pk,
        "code": entry.code,
        "number": number,
        "missing": last + 1,
        "game": now.number,
        "deal": entry.content,
    }
    return Answer(202, {**body, "detail": why_held(body)})


def shown_at(table: Table, number: int) -> Table:
    """Return the table as at its game of this number, which a phone still shows; as it is where none is."""
    return next((at_game(table, one) for one in games_of(table) if one.number == number), table)
