"""The penalties and warnings of each player."""

from dataclasses import dataclass

from scoring.clubs.models import Club, Member
from scoring.disputes.queries import disputes
from scoring.disputes.queries.lists import disputes_of


@dataclass(frozen=True, slots=True)
class PlayerPenalties:
    """A player with the decided disputes in which the player was the offender.

    Disputes whose decision was withdrawn or is under appeal are left out. A decision that changes a score or
    a deal counts as a penalty, every other decision as a warning. A decision about a deal that a slip with
    totals has replaced counts as neither.
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
    """Return the players who were the offender in a decided dispute, most penalties first.

    Withdrawn decisions and decisions under appeal are left out.
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
