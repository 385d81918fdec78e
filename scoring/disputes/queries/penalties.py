"""The penalties and warnings of each player."""

from dataclasses import dataclass

from scoring.clubs.models import Club, Member
from scoring.disputes.queries import disputes
from scoring.disputes.queries.lists import disputes_of


@dataclass(frozen=True, slots=True)
class PlayerPenalties:
    """A player with the disputes in which they were the offender and a decision is in force.

    Disputes with an open appeal are left out. A decision that changes a score or a deal counts as a penalty,
    every other decision as a warning. If totals from the table's paper slip have replaced the deal, the
    decision is not counted.
    """

    player: Member
    disputes: list[disputes.DisputeLine]

    @property
    def penalties(self) -> int:
        return sum(is_penalty(line) for line in self.disputes if line.set_aside_at is None)

    @property
    def warnings(self) -> int:
        return sum(line.set_aside_at is None for line in self.disputes) - self.penalties


def is_penalty(line: disputes.DisputeLine) -> bool:
    return any(order.is_scored and order.kind != "no-penalty" for order in line.effects)


def penalties_of(club: Club, *, event: int | None = None) -> list[PlayerPenalties]:
    """Return the players who were the offender in a decision in force. The most penalties come first.

    A decision is left out while an appeal against it is open.
    """
    by_player: dict[Member, list[disputes.DisputeLine]] = {}
    for dispute in disputes_of(club, event=event, is_open=False):
        line = disputes.line_of(dispute)
        if line.player is not None and line.state.is_applied:
            by_player.setdefault(line.player, []).append(line)
    return sorted(
        (PlayerPenalties(player, lines) for player, lines in by_player.items()),
        key=lambda row: (-row.penalties, -row.warnings, row.player.name),
    )
