"""The deals of a game as a score sheet shows them, with the rulings on each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.clubs.models import Member
from scoring.disputes.queries.rulings import RulingOnDeal, rulings_on
from scoring.game.explanation import ExplanationLine
from scoring.tables.games import GameRecord
from scoring.tables.models import DealRevision
from scoring.tables.pages.display import Figure, explained, figures_of, names_of
from scoring.tables.queries import RecordedDeal
from scoring.tables.table_policy import TablePolicy


@dataclass(frozen=True, slots=True)
class DealLine(RecordedDeal):
    """One deal of a score sheet, with its explanation and rulings."""

    figures: Sequence[Figure]
    rulings: Sequence[RulingOnDeal]
    members: Sequence[Member]

    @property
    def explanation(self) -> list[ExplanationLine]:
        return explained(self.entry.score, self.members, [figure.names for figure in self.figures])

    @property
    def number(self) -> int:
        return self.row.number


def deals_of(
    game: GameRecord,
    members: Sequence[Member],
    revisions: Mapping[int, Sequence[DealRevision]],
    policy: TablePolicy,
) -> list[DealLine]:
    """Return the deals of a game for its score sheet, in order.

    ``revisions`` maps the number of a deal to the revisions that the deal's line shows.
    """
    names = names_of(game.kind.seating, members, policy)
    rulings = rulings_on(game, members, [row.number for row in game.deals], policy)
    return [
        DealLine(
            row,
            entry,
            revisions.get(row.number, ()),
            figures_of(entry, names),
            rulings.get(row.number, ()),
            members,
        )
        for row, entry in zip(game.deals, game.state.entries, strict=True)
    ]
