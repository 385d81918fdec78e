"""What decides, beside the game itself, whether a table takes a deal, and what a deal may make due."""

from scoring.game.state import GameState
from scoring.tables.company.models import Company
from scoring.tables.games import GameRecord
from scoring.tables.models import Table
from scoring.workers import queue


class Host:
    """A table by itself plays game after game; `events.hosting` has what an event decides for its tables."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def must_take_deal(self, game: GameRecord) -> None:
        """Raise Conflict where the table may not go on with its game now."""

    def is_in_play(self, game: GameRecord, last: GameRecord) -> bool:
        """Return whether a game is still played, ``last`` being the last one begun at its table."""
        return game.number == last.number

    def queue_due(self, before: GameRecord, after: GameState) -> None:
        """Queue what a deal or a correction has made due: whose turn it is where more than four play."""
        if after.over and not before.course.over and Company.objects.filter(table=self.table).exists():
            queue.cut_out(self.table.pk)
