"""The table policy of events: whether a table can record a deal now, and what its pages show of the event."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext

from laws.domain.lawset import LawSet, Settings
from laws.domain.sentences import Sentence, _
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor, Caller
from scoring.events import labels, queries
from scoring.events.access import guest_in
from scoring.events.models import Event, Final, Placing, RoundTotal, Seating
from scoring.events.planning.domain.event_games import FIVE, TablePlay, table_play
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.planning.services import law_sets
from scoring.events.play.domain.first_deal import ENTERED, is_cut_for
from scoring.events.play.domain.values import HEAD
from scoring.events.state import EventState, load_state, settings_of
from scoring.game.state import GameState
from scoring.journal.models import Entry
from scoring.refusals import Conflict
from scoring.tables.games import GameRecord
from scoring.tables.models import Table
from scoring.tables.table_policy import LastChange, PlayAtTable, Slip, TablePolicy
from scoring.workers import queue


class EventTablePolicy(TablePolicy):
    """The table policy of a table in an event.

    Code that writes must lock the event's row before it asks the policy.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        assert table.event is not None
        self.event: Event = table.event

    @cached_property
    def state(self) -> EventState:
        """The event's state for pages, loaded once. After a write a page needs a new policy."""
        return load_state(self.event)

    @cached_property
    def settings(self) -> EventSettings:
        return settings_of(self.event, self.event.changes.order_by("number"))

    def as_named(self, members: Sequence[Member]) -> Sequence[Member]:
        """Return the players of a side in the order in which they are named, see `EventState.as_named`."""
        named = {member.pk: member for member in members}
        return [named[player] for player in self.state.as_named(named)]

    def must_take_deal(self, game: GameRecord) -> None:
        """Raise Conflict if the table cannot record a deal now.

        - ``round-closed``: the deals of the round are complete, the slip is entered, or the round is over. A
          round is over once the players have moved on, its seating was taken back or the results are final.
        - ``cut-needed``: the table has to cut for the first deal and enter the cards.
        """
        deals = sum(not entry.score.new_deal for entry in game.state.entries)
        if deals >= self._play_at(game).deals(self.settings):
            raise Conflict(_("All deals of this round are recorded at this table."), code="round-closed")
        totals = Exists(_totals_of(game))
        round_with_slip = (
            _open_last_round_of(game).annotate(has_slip=totals).values_list("has_slip", flat=True)
        )
        has_slip = round_with_slip.first()
        if has_slip is None:
            raise Conflict(_("The round that this table has played is over."), code="round-closed")
        if has_slip:
            raise Conflict(_("The slip of this table is entered, so the round is in."), code="round-closed")
        if self.cuts_for_deal(game) and not game.is_cut_for:
            raise Conflict(_("Cut for the deal first, and enter the cards."), code="cut-needed")

    def name_of_deal(
        self, number: int, spoken_of_at: datetime | None = None, at_table: Table | None = None
    ) -> Sentence:
        return self.state.name_of_deal((at_table or self.table).pk, number, spoken_of_at)

    def slips_of(self, games: Sequence[GameRecord]) -> Mapping[int, Slip]:
        """Return game id → latest slip of the game's table in the game's round.

        Games without a slip, and games of rounds whose seats were taken back, are left out.
        """
        found = {game.game_id: self.state.where(game.game_id) for game in games}
        slips = {game: at[1].slip for game, at in found.items() if at is not None}
        return {game: slip for game, slip in slips.items() if slip is not None}

    def cuts_for_deal(self, game: GameRecord) -> bool:
        """Return whether the players of a game cut for their first deal and can enter the cards now.

        False once a deal is recorded, and once the round is over as in `must_take_deal`.
        """
        return (
            self.settings.first_deal == ENTERED
            and not game.deals
            and is_cut_for(self.settings, self._play_at(game), ENTERED)
            and _is_of_the_last_round(game)
        )

    def is_in_play(self, game: GameRecord, last: GameRecord) -> bool:
        """Return whether the game is in the round in play and the event is not over."""
        return _is_of_the_last_round(game) and not load_state(self.event).is_over

    def play(self, game: GameRecord, last: int) -> PlayAtTable:
        """Return the game's round as the pages of the table show it.

        If the seats of the round were taken back, the result names only the table and the event.
        """
        state = self.state
        named = PlayAtTable(
            gettext("Table %(number)s") % {"number": self.table.event_number},
            state.event.name,
            takes_deals=False,
            cuts_for=(),
        )
        if (found := state.where(game.game_id)) is None:
            return named
        event_round, table = found
        numbers = table.deal_numbers
        is_current = event_round is state.current and not state.is_over
        is_cut_for_deal = is_current and not numbers and is_cut_for(state.settings, table.play, ENTERED)
        return replace(
            named,
            round_number=event_round.number,
            rounds=state.rounds_before_end,
            about_rounds=state.about_rounds,
            due=table.due,
            counted=table.deals,
            left=table.play.deals(state.settings)
            - sum(not entry.score.new_deal for entry in game.state.entries),
            numbers=table.numbering(last),
            takes_deals=is_current and not table.report.is_done,
            is_to_target=state.settings.stops_at_target,
            last_deal=max(numbers, default=None),
            cuts_for=("deal",) if is_cut_for_deal else (),
        )

    def chosen(self, law_set: LawSet) -> Settings:
        return law_sets.chosen_in(law_set, self.state.settings)

    def titles_of(self, games: Sequence[GameRecord]) -> Mapping[int, str]:
        """Return game id → title, such as "Round 2".

        If the seats of the round were taken back, the title is the number of the game.
        """
        rounds = {
            game.game_id: event_round.number
            for event_round in self.state.rounds
            for table in event_round.tables
            for game in table.games
        }
        named = {game: gettext("Round %(number)s") % {"number": number} for game, number in rounds.items()}
        return {**super().titles_of(games), **named}

    def last_change(self) -> LastChange:
        """Return the values for the polling of the table's pages:

        - the last journal entry about the table or about the event in general
        - whether any table still plays, whether the evening is over, and what pages show about the next move
        - the tables that still play, if this is the head table and the head table rings the bell
        """
        state = self.state
        entries = Entry.objects.filter(Q(table=None) | Q(table=self.table), event=state.event)
        rings = self.table.event_number == HEAD and state.settings.bell == "head-table"
        playing = state.current.still_playing if state.current else []
        others = (not playing, state.is_over, *queries.shown_of_move(state), *((playing,) if rings else ()))
        last = entries.order_by("-id").values_list("hash", flat=True).first()
        return LastChange(last or "", state.awaits_seats, others)

    def guest(self, caller: Caller) -> Actor | None:
        return guest_in(Event.with_laws().get(pk=self.event.pk), caller, self.table.pk)

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def results_path(self) -> str:
        state = self.state
        has_results = state.published - {"seats"}
        return reverse("public-event", args=[state.event.pk]) if has_results else ""

    @property
    def before_correction(self) -> str:
        return labels.before_correction(queries.results_of(self.state))

    @property
    def after_correction(self) -> str:
        return labels.after_correction(queries.results_of(self.state))

    def queue_due(self, before: GameRecord, after: GameState) -> None:
        """After a correction, or after a deal that may complete the round, queue a check of what is due.

        A needless check does no harm.
        """
        is_new = len(after.entries) > len(before.deals)
        # Looking up the number of players would cost a query, so the fewest possible deals are assumed.
        players = FIVE if self.settings.odd == "table-of-five" else before.kind.players
        deals = table_play(self.event.kind, players).deals(self.settings)
        is_complete = after.over or len(after.entries) >= deals
        if is_complete or not is_new:
            queue.run_due_moves(self.event.pk)

    def _play_at(self, game: GameRecord) -> TablePlay:
        if self.settings.odd != "table-of-five":
            return table_play(self.event.kind, game.kind.players)
        here = Placing.objects.filter(game=game.game_id).values("seating", "table_number")[:1]
        at_table = Placing.objects.filter(
            seating=Subquery(here.values("seating")), table_number=Subquery(here.values("table_number"))
        )
        return table_play(self.event.kind, at_table.count())


def _totals_of(game: GameRecord) -> QuerySet[RoundTotal]:
    return RoundTotal.objects.filter(
        seating__placings__game=game.game_id,
        table_number=F("seating__placings__table_number"),
    )


def _is_of_the_last_round(game: GameRecord) -> bool:
    return _open_last_round_of(game).exists()


def _open_last_round_of(game: GameRecord) -> QuerySet[Seating]:
    later = Seating.objects.filter(
        event=OuterRef("event"), round_number__gt=OuterRef("round_number"), taken_back__isnull=True
    )
    finals = Final.objects.in_force().filter(event=OuterRef("event"))
    seatings = Seating.objects.filter(placings__game=game.game_id, taken_back__isnull=True)
    return seatings.filter(~Exists(later), ~Exists(finals))
