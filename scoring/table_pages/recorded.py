"""The comparison of an entry with a deal that is already recorded."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypedDict

from laws.domain.errors import InvalidInput
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.game.notation import format_deal
from scoring.refusals import Conflict
from scoring.tables.forms.entry import EntryForm
from scoring.tables.games import find_deal
from scoring.tables.models import DealRevision
from scoring.tables.pages.display import DealPreview, side_words
from scoring.tables.queries import TableState, revisions_of_deal, seated_members
from scoring.tables.services.corrections import may_correct
from scoring.tables.services.deals import DealAnswer
from scoring.tables.table_policy import policy_of


@dataclass(frozen=True, slots=True)
class DealOnRecord:
    """A recorded deal, compared with an entry that has the same number.

    - ``sent``: the content of the entry. A valid entry is in the stored format. For an incomplete entry,
      ``sent`` is None.
    - ``may_correct``: whether the actor may correct the deal, or may ask the director to correct it.
    """

    stored: DealRevision
    number: int
    seats: Sequence[Member]
    sides: Sequence[str]
    sent: Mapping[str, Any] | None
    is_same: bool
    may_correct: bool


class EntryOutcome(TypedDict, total=False):
    """The result of an entry or correction, for the template that shows the form again."""

    preview: DealPreview | DealOnRecord | None
    answer: DealAnswer
    conflict: Conflict
    tag: str


def recorded_already(state: TableState, form: EntryForm, actor: Actor) -> DealOnRecord | None:
    """Compare an entry with the recorded deal of the same number. Return None if there is no such deal."""
    number = form.deal_number()
    if number is None or number >= state.next_number:
        return None
    game = find_deal(state.table, number).game
    stored = revisions_of_deal(state.table, number)[-1]
    sent: dict[str, Any] | None = None
    if not form.missing():
        sent = {"dealer": stored.content["dealer"], **form.payload()}
        with suppress(InvalidInput):
            sent = format_deal(game.read(sent))
    seats, policy = seated_members(game.game_id), policy_of(state.table)
    return DealOnRecord(
        stored,
        number,
        seats,
        side_words(game.kind.seating, seats, policy),
        sent,
        is_same=sent == stored.content,
        may_correct=may_correct(policy, actor, game, number),
    )
