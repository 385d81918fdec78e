"""A deal that another phone recorded while this one was still entering it: both entries, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws.domain.errors import InvalidInput
from scoring.game.notation import format_deal, parse_deal
from scoring.models import DealRevision, Member
from scoring.records import find_deal
from scoring.tables.forms.entry import EntryForm
from scoring.tables.games import GameRecord
from scoring.tables.queries import tables
from scoring.tables.queries.tables import TableState


@dataclass(frozen=True, slots=True)
class MeanwhileShown:
    """What is recorded under the number that the page expected; what was tapped, if it is a whole deal."""

    stored: DealRevision
    number: int
    seats: Sequence[Member]
    sent: Mapping[str, Any] | None

    @property
    def is_same(self) -> bool:
        """Return whether both entries say the same."""
        return bool(self.sent == self.stored.content)


def meanwhile_shown(state: TableState, form: EntryForm) -> MeanwhileShown | None:
    """Return what was recorded under the form's number since its page was opened, or None."""
    number = form.deal_number()
    if number is None or number >= state.next_number:
        return None
    game, _ = find_deal(state.table, number)
    stored = tables.revisions(state.table, number)[-1]
    sent = None if form.missing() else _as_recorded(form.payload(), stored, game)
    return MeanwhileShown(stored, number, tables.players_of([game])[game.game_id], sent)


def _as_recorded(payload: Mapping[str, Any], stored: DealRevision, game: GameRecord) -> Mapping[str, Any]:
    """Return the deal as it would be stored, or as it was tapped where it cannot be."""
    payload = {"dealer": stored.content["dealer"], **payload}
    try:
        return format_deal(parse_deal(payload, game.kind, game.law_set))
    except InvalidInput:
        return payload
