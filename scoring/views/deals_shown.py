"""What a page shows of recorded deals and held entries: with names, figures, explanation and corrections.

Tables as a whole and previews are in `shown`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.game.explanation import Line
from scoring.game.score import Score
from scoring.game.seating import PerSide
from scoring.game.state import Entry
from scoring.models import DealRevision, HeldEntry, Member, Table
from scoring.records import game_of
from scoring.selectors.dispute_lists import RulingOnDeal, rulings_on
from scoring.tables.games import DealRow, GameRecord
from scoring.tables.queries import tables
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
    score: Score
    revisions: Sequence[DealRevision]
    rulings: Sequence[RulingOnDeal]
    mark: str
    """A digest of all that its line on the sheet says: of facts and rulings up to it, and of the names."""

    @property
    def explanation(self) -> Sequence[Line]:
        """Return the arithmetic in words, which is only put together where it is shown."""
        return self.score.explanation


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
    facts = sha256(repr((table.law_set.revision, table.game, game.first_dealer, names)).encode())
    rulings = rulings_on(game, [row.number for row in game.deals])
    shown = []
    for row, entry in zip(game.deals, game.course.entries, strict=True):
        said = revisions.get(row.number, ())
        ruled = rulings.get(row.number, ())
        facts.update(repr((row.revision_id, row.at, [_who(revision) for revision in said])).encode())
        facts.update(repr([(one.dispute, one.at, one.by) for one in ruled]).encode())
        shown.append(_deal(row, entry, names, members, said, ruled, facts.hexdigest()))
    return shown


def _who(revision: DealRevision) -> str:
    return revision.by_member.name if revision.by_member else ""


def _deal(
    row: DealRow,
    entry: Entry,
    names: PerSide[tuple[str, ...]],
    members: Sequence[Member],
    revisions: Sequence[DealRevision],
    rulings: Sequence[RulingOnDeal],
    mark: str,
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
        made=score.bid_made,
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
        ),
        score=score,
        revisions=revisions,
        rulings=rulings,
        mark=mark,
    )
