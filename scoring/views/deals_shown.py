"""What a page shows of recorded deals and held entries: with names, figures, explanation and corrections.

Tables as a whole and previews are in `shown`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.domain.game import Entry
from scoring.domain.seating import PerSide
from scoring.models import DealRevision, HeldEntry, Member, Table
from scoring.records import DealRow, GameRecord, game_of
from scoring.selectors import tables
from scoring.views.shown import FigureShown, names_of

WHY_HELD = {"earlier-deal-missing": _("an earlier deal is missing")}


@dataclass(frozen=True, slots=True)
class DealShown:
    """One deal of a score sheet, with its why and its corrections."""

    number: int
    at: datetime
    content: Mapping[str, Any]
    dealer: str
    maker: str
    counted: bool
    made: bool | None
    figures: tuple[FigureShown, ...]
    explanation: Sequence[Any]
    revisions: Sequence[DealRevision]


@dataclass(frozen=True, slots=True)
class HeldShown:
    """A held entry, with who sits at its table."""

    entry: HeldEntry
    seats: Sequence[Member]
    why: str


def held_shown(entry: HeldEntry) -> HeldShown:
    """Return a held entry for the director's page."""
    why = WHY_HELD.get(entry.code)
    return HeldShown(
        entry, tables.state(entry.table).seats, str(why or gettext(entry.code.replace("-", " ")))
    )


def deals_of(
    game: GameRecord,
    table: Table,
    members: Sequence[Member],
    revisions: Mapping[int, Sequence[DealRevision]],
) -> list[DealShown]:
    """Return the deals of a game for its score sheet, in order."""
    names = names_of(game_of(table).seating, members)
    return [
        _deal(row, entry, names, members, revisions.get(row.number, ()))
        for row, entry in zip(game.deals, game.course.entries, strict=True)
    ]


def _deal(
    row: DealRow,
    entry: Entry,
    names: PerSide[tuple[str, ...]],
    members: Sequence[Member],
    revisions: Sequence[DealRevision],
) -> DealShown:
    score, content = entry.score, row.content
    maker = content.get("maker")
    return DealShown(
        number=row.number,
        at=row.at,
        content=content,
        dealer=members[int(str(content["dealer"])) - 1].name,
        maker=members[int(str(maker)) - 1].name if maker else "",
        counted=entry.counted,
        made=score.bid_made if score else None,
        figures=tuple(
            FigureShown(
                side=side,
                names=names[side],
                taken=None if score.new_deal else score.points[side],
                scored=score.scored[side],
                before=score.before[side],
                after=score.after[side],
            )
            for side in names.sides()
        )
        if score
        else (),
        explanation=score.explanation if score else (),
        revisions=revisions,
    )
