"""The comparison of an entry with a deal that is already recorded."""

from contextlib import suppress
from typing import Any

from laws.domain.errors import InvalidInput
from scoring.game.notation import format_deal
from scoring.tables import queries as tables
from scoring.tables.forms.entry import EntryForm
from scoring.tables.games import find_deal
from scoring.tables.pages.display import side_words


def recorded_already(state: tables.TableState, form: EntryForm) -> dict[str, Any] | None:
    """Compare the form with the deal already recorded under its number; None if there is none.

    ``sent`` in the result is the entry as it would be stored, or as tapped if it is invalid. It is None if
    the entry is incomplete.
    """
    number = form.deal_number()
    if number is None or number >= state.next_number:
        return None
    game = find_deal(state.table, number).game
    stored = tables.revisions(state.table, number)[-1]
    sent: dict[str, Any] | None = None
    if not form.missing():
        sent = {"dealer": stored.content["dealer"], **form.payload()}
        with suppress(InvalidInput):
            sent = format_deal(game.read(sent))
    seats = tables.seated(game.game_id)
    return {
        "stored": stored,
        "number": number,
        "seats": seats,
        "sides": side_words(game.kind.seating, seats),
        "sent": sent,
        "is_same": sent == stored.content,
    }
