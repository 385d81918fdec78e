"""Rows ⇄ values of who takes part in an event: when he is there, and what is asked for on his behalf."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.events.domain.values import Entrant as EntrantValue
from scoring.models import Departure, Entrant, Return, WishChange

SWAP, AMENDED = "swap", "amended"
"""Why a round was seated once more as it stood, but for what was changed by hand."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has left and come back, and whose wishes were changed."""

    departures: Mapping[int, int] = field(default_factory=dict)
    """Entrant id to the first round played without him, for those who have not come back."""
    away: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Entrant id to the times he was gone: the first round without him, the first one with him again."""
    changes: Mapping[int, tuple[WishChange, ...]] = field(default_factory=dict)

    def wishes_of(self, entrant: Entrant, round_number: int | None = None) -> Mapping[str, Any]:
        """Return what is asked for on his behalf in a round, or, where none is named, in those to come."""
        wishes = entrant.wishes
        for change in self.changes.get(entrant.pk, ()):
            if round_number is None or change.from_round <= round_number:
                wishes = change.wishes
        return dict(wishes)

    def value(self, entrant: Entrant, round_number: int | None = None) -> EntrantValue:
        """Return somebody as the movements know him, by the id of the member, with his wishes for a round."""
        wishes = self.wishes_of(entrant, round_number)
        leaves = self.departures.get(entrant.pk)
        return EntrantValue(
            player=entrant.member_id,
            from_round=entrant.from_round,
            until_round=None if leaves is None else leaves - 1,
            fixed_table=wishes.get("fixed_table"),
            fixed_seat=wishes.get("fixed_seat"),
            partner=wishes.get("partner"),
            keep_apart=tuple(wishes.get("keep_apart", ())),
            on_list=wishes.get("on_list"),
            away=self.away.get(entrant.pk, ()),
        )


def attendance(
    departures: Iterable[Departure], returns: Iterable[Return], changes: Iterable[WishChange]
) -> Attendance:
    """Return who is there when, from rows in the order of their numbers."""
    back = {one.departure_id: one.from_round for one in returns}
    gone: dict[int, int] = {}
    away: dict[int, tuple[tuple[int, int], ...]] = {}
    changed: dict[int, tuple[WishChange, ...]] = {}
    for one in departures:
        if (returned := back.get(one.pk)) is None:
            gone[one.entrant_id] = one.from_round
        elif returned > one.from_round:
            away[one.entrant_id] = (*away.get(one.entrant_id, ()), (one.from_round, returned))
    for change in changes:
        changed[change.entrant_id] = (*changed.get(change.entrant_id, ()), change)
    return Attendance(gone, away, changed)


def at_once(value: EntrantValue, round_number: int, *, again: bool) -> EntrantValue:
    """Return somebody as he is to be seated in a round that is planned now: who is here plays, no other.

    Where the round is seated ``again``, after its move was taken back, somebody may have come during it who
    was to play from the next one on.
    """
    is_here = value.until_round is None and (again or value.is_present(round_number))
    return as_seated(value, round_number, is_here=is_here)


def as_seated(value: EntrantValue, round_number: int, *, is_here: bool) -> EntrantValue:
    """Return somebody as one who plays in a round, or as one who does not."""
    if is_here == value.is_present(round_number):
        return value
    if not is_here:
        return replace(value, until_round=round_number - 1)
    away = tuple((gone, min(back, round_number)) for gone, back in value.away if gone < round_number)
    return replace(value, from_round=min(value.from_round, round_number), away=away)
