"""The policy of a table: what it may do now, such as record a deal, and what its pages show about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, NamedTuple

from django.utils.translation import gettext

from laws.domain.lawset import LawSet, Settings
from laws.domain.sentences import Sentence, _
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor, Caller
from scoring.game.cutting import PURPOSES
from scoring.game.seating import PerSide
from scoring.game.state import GameState
from scoring.journal.models import Entry
from scoring.refusals import Conflict
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.games import GameRecord
from scoring.tables.models import Table
from scoring.workers import heartbeat, queue


def must_be_open(table: Table) -> None:
    """Raise Conflict ``table-closed`` if the table is closed."""
    if table.closed_at is not None:
        raise Conflict(_("The table is closed."), code="table-closed")


@dataclass(frozen=True, slots=True)
class Slip:
    """The result of a table in one round of an event, from the table's paper slip.

    - ``points``: the points of each side, or None if the slip only names the winners.
    - ``winners``: the winning sides, if the slip names them; otherwise empty.
    - ``after_deals``: the number of recorded deals to which the points are added, or None if the slip
      replaces the deals.
    - ``at``: the time at which the slip was entered.
    """

    points: tuple[int, ...] | None
    winners: tuple[int, ...]
    after_deals: int | None
    at: datetime

    @property
    def replaces_deals(self) -> bool:
        return self.after_deals is None

    def score(self, game: GameRecord) -> PerSide[int] | None:
        """Return each side's score in a game, with the points of the paper slip.

        If the slip replaces the deals, the scores of the deals do not count. Returns None if the slip has no
        points, or points for another number of sides than the game has.
        """
        sides = game.state.score.sides()
        if self.points is None or len(self.points) != len(sides):
            return None
        before = game.state.score.values if self.after_deals else [game.rules.starting_score] * len(sides)
        return PerSide(tuple(score + points for score, points in zip(before, self.points, strict=True)))

    def to_go(self, game: GameRecord) -> PerSide[int] | None:
        """Return how many points each side still needs, at least 0; None without a `score`."""
        score = self.score(game)
        return score and PerSide(tuple(max(0, game.rules.game_score - of_side) for of_side in score))


@dataclass(frozen=True, slots=True)
class LastChange:
    """Values for the polling of a table's pages. A page is out of date when ``entry`` or ``others`` changes.

    - ``entry``: the hash of the last journal entry about the table or about its event in general.
    - ``others``: further values on the pages, which can change without a journal entry. The names of the
      players are left out: `table_polling` adds them.
    - ``awaits_seats``: whether the pages poll more often, because new seats are expected soon.
    """

    entry: str
    awaits_seats: bool
    others: tuple[object, ...] = ()


class DealNumbers(NamedTuple):
    """How the deals of a round are numbered.

    The deals of a table are numbered through all rounds. Pages count the deals of each round from 1.

    - ``before``: the number of the table's last deal before the round; 0 if there is none.
    - ``misdeals``: the void deals of the round (misdeals, redeals, and deals that a ruling made void). Each
      has its number at the table.
    """

    before: int = 0
    misdeals: Sequence[int] = ()

    def concerns(self, deal: int) -> bool:
        """Return whether a deal belongs to this round or a later one. ``deal`` is its number at the table."""
        return deal > self.before

    def number_of(self, deal: int) -> int:
        """Return the number of a deal in this round, from its number at the table.

        A void deal gets the number of the deal that is dealt in its place. A deal of an earlier round keeps
        its number at the table.
        """
        if not self.concerns(deal):
            return deal
        return deal - self.before - sum(misdeal < deal for misdeal in self.misdeals)


@dataclass(frozen=True, slots=True)
class PlayAtTable:
    """What a table plays: game after game or, in an event, the deals of a round.

    - ``title``, ``event``: the names of the table and of the event. ``event`` is empty outside events.
    - ``round_number``, ``rounds``: the number of the round, and how many rounds the event has. Outside events
      both are 0.
    - ``about_rounds``: a hint if the event has fewer or more rounds than its movement plan.
    - ``due``: how many deals the round has; None outside events.
    - ``counted``: how many recorded deals of the round are not void; 0 outside events.
    - ``left``: how many deals of the game are still to be played; None outside events.
    - ``numbers``: how the pages number the deals.
    - ``takes_deals``: whether another deal of the round can be recorded.
    - ``is_to_target``: whether a game ends when a side reaches the target.
    - ``last_deal``: the number of the last deal of the round (outside events, of the table), or None.
    - ``cuts_for``: the purposes for which the table can cut.
    """

    title: str
    event: str = ""
    round_number: int = 0
    rounds: int = 0
    about_rounds: Sentence | None = None
    due: int | None = None
    counted: int = 0
    left: int | None = None
    numbers: DealNumbers = field(default_factory=DealNumbers)
    takes_deals: bool = True
    is_to_target: bool = True
    last_deal: int | None = None
    cuts_for: Sequence[str] = PURPOSES


def name_by_number(number: int) -> Sentence:
    """Return the name of a deal by its number at the table."""
    return _("Deal {number}", number=number)


class TablePolicy:
    """Decides what a table may do. This class is for tables outside events, which play game after game.

    The subclass for tables of events is in `scoring.events.table_policy`. Tables do not import events, so
    `scoring.apps` sets ``in_event`` to this subclass.
    """

    in_event: ClassVar[type["TablePolicy"]]

    def __init__(self, table: Table) -> None:
        self.table = table

    def as_named(self, members: Sequence[Member]) -> Sequence[Member]:
        """Return the players of a side in the order in which pages name them.

        ``members`` are the players in seat order.
        """
        return members

    def must_go_on(self, game: GameRecord) -> None:
        """Raise Conflict if a game cannot take another deal now.

        The codes are ``table-closed``, ``company-cuts``, ``game-over``, and the codes of `must_take_deal`.
        """
        must_be_open(self.table)
        if game.number == 0:
            raise Conflict(_("Cut first for who plays the first game."), code="company-cuts")
        self.must_take_deal(game)
        if game.state.over:
            raise Conflict(_("The game at this table is over. Begin the next one first."), code="game-over")

    def has_deal_in_play(self, game: GameRecord) -> bool:
        """Return whether another deal of a game can be recorded now, or after a cut for its first deal."""
        try:
            self.must_go_on(game)
        except Conflict as refusal:
            return refusal.code == "cut-needed"  # The deal can be recorded once the cut is made.
        return True

    def deal_to_report_on(self, game: GameRecord, last: int) -> int | None:
        """Return the number of the deal that a report from the table is about, or None.

        If the game takes another deal, now or after a cut, the report is about this deal. Otherwise it is
        about the last deal of the game that is not void, if there is one. ``last`` is the number of the
        table's last deal.
        """
        if self.has_deal_in_play(game):
            return last + 1
        return game.last_counting

    def name_of_deal(
        self, number: int, spoken_of_at: datetime | None = None, at_table: Table | None = None
    ) -> Sentence:
        """Return the name of a deal, such as "Deal 3". In an event the deals are counted in their round.

        - ``number``: the number of the deal at its table. The deal need not be recorded yet.
        - ``spoken_of_at``: a time in the round of the deal. It matters only in an event, for a deal that is
          not recorded.
        - ``at_table``: the deal's table, if it is another table of the same event.
        """
        return name_by_number(number)

    def must_take_deal(self, game: GameRecord) -> None:
        """Raise Conflict if the table's event does not allow recording a deal of this game now.

        The codes are ``round-closed`` and ``cut-needed``. Tables outside events raise nothing.
        """

    def slips_of(self, games: Sequence[GameRecord]) -> Mapping[int, Slip]:
        """Return game id → the paper slip whose result replaces or completes the deals of the game.

        Games without a slip are left out.
        """
        return {}

    def cuts_for_deal(self, game: GameRecord) -> bool:
        """Return whether the players of a game cut for its first deal and enter the cards.

        Also True after the cut. False once the first deal is recorded or the round is over. Always False
        outside events.
        """
        return False

    def is_in_play(self, game: GameRecord, last: GameRecord) -> bool:
        """Return whether a game is in play; ``last`` is the last game begun at the table."""
        return game.number == last.number

    def play(self, game: GameRecord, last: int) -> PlayAtTable:
        """Return what the table plays. ``last`` is the number of the table's last deal."""
        return PlayAtTable(self.table.name, last_deal=last or None)

    def chosen(self, law_set: LawSet) -> Settings:
        """Return the settings in ``law_set`` that somebody chose for the club, the table or its event."""
        return law_set.chosen

    def titles_of(self, games: Sequence[GameRecord]) -> Mapping[int, str]:
        """Return game id → the title of the game at the table."""
        return {game.game_id: gettext("Game %(game)s") % {"game": game.number or 1} for game in games}

    def last_change(self) -> LastChange:
        """Return the values that show whether the table's pages are out of date."""
        entries = Entry.objects.filter(chain=f"table:{self.table.pk}").order_by("-seq")
        # At a cutting-out table the worker draws who plays next, so the pages show whether a worker runs.
        others = (heartbeat.is_served(),) if self.table.cuts_out else ()
        return LastChange(entries.values_list("hash", flat=True).first() or "", self.table.cuts_out, others)

    def guest(self, caller: Caller) -> Actor | None:
        """Return the caller as a guest who sat at the table in an event, or None."""
        return None

    @property
    def is_over(self) -> bool:
        """Whether the table's event is over."""
        return False

    @property
    def results_path(self) -> str:
        """The path of the public page of the table's event. Empty if it shows no results."""
        return ""

    @property
    def before_correction(self) -> str:
        """A text on the effect that a correction would have on final results; empty without final results."""
        return ""

    @property
    def after_correction(self) -> str:
        """A hint to make a new edition if results may have changed since the last edition; else empty."""
        return ""

    def queue_due(self, before: GameRecord, after: GameState) -> None:
        """Queue the work that follows a deal or a correction.

        - At a cutting-out table, if the game has ended: draw who plays the next game.
        - In an event: check whether a move or a bell is due.
        """
        if after.over and not before.state.over and SeatChange.objects.filter(table=self.table).exists():
            queue.cut_out(self.table.pk)


def policy_of(table: Table) -> TablePolicy:
    """Return the policy of a table; for a table of an event, the event's policy."""
    return TablePolicy(table) if table.event_id is None else TablePolicy.in_event(table)
