"""What all pages of an event share, and an overview of a round and its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext

from laws.domain.sentences import Sentence
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.events import labels, queries
from scoring.events.models import Entrant, Event
from scoring.events.people.services.attendance import too_late
from scoring.events.planning.domain.settings import ShownSetting, shown_settings
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.domain.outcome import TableOutcome, sides_winning, winning_sides
from scoring.events.state import EventState
from scoring.game.names import place_in_list


class EnteredPlayer(NamedTuple):
    """An entrant on a page.

    - ``plays``: the player has a place in the round in play or, once the evening is over, had a place in any
      round.
    - ``comes``: a text about the player's first round. Empty if this is round 1 or the player did not play.
    - ``has_left``: the player was withdrawn.
    - ``may_return``: the player was withdrawn, is still in the club, and is not too late to return. The end
      of the evening makes no difference here.
    - ``goes``: a text that the player was withdrawn or did not play. Empty if neither is true. Once the
      evening is over, also empty for a player who left after the last round.

    The texts name the rounds in which the player really plays. These can differ from the recorded rounds, for
    example if seats of the round in play were changed by hand.
    """

    entrant: Entrant
    name: str
    plays: bool
    comes: str
    has_left: bool
    may_return: bool
    goes: str
    wishes: Mapping[str, Any]

    @property
    def is_gone(self) -> bool:
        """Whether the player was withdrawn and ``plays`` is False."""
        return self.has_left and not self.plays


@dataclass(frozen=True)
class EventPage:
    """What any page of an event can show to the actor. The names are loaded only if a page shows them."""

    state: EventState
    actor: Actor

    @property
    def event(self) -> Event:
        return self.state.event

    @property
    def round(self) -> EventRound | None:
        """The round in play. This is the last round once the event is over, and None before the start."""
        return self.state.current

    @property
    def round_number(self) -> int:
        return len(self.state.rounds)

    @property
    def status_text(self) -> Promise:
        return labels.STATUSES[self.state.status]

    @cached_property
    def names(self) -> dict[int, str]:
        return queries.names_of(self.state)

    @property
    def kind_text(self) -> Sentence:
        return self.state.settings.evening.text_in(self.event.kind, self.state.sizes)

    @property
    def cites_laws(self) -> bool:
        """Whether the rules and the moves of the event cite laws."""
        return bool(self.state.settings.evening.laws_in(self.event.kind))

    @property
    def rules(self) -> list[tuple[ShownSetting, str | None]]:
        """The settings as rules, each with the id of its law, if a law describes it.

        The number of rounds is the planned number, even if the evening was ended early.
        """
        planned = replace(self.state.settings, rounds=self.state.rounds_before_end)
        shown = shown_settings(planned, self.event.kind, len(self.state.starters))
        return [(rule, self.state.law_id(rule.law)) for rule in shown]

    @property
    def why_not_whole(self) -> Sentence | None:
        """Why fewer rounds are proposed than the whole movement plan has. None in three cases:

        - The event does not have the proposed number of rounds.
        - The kind of evening has no whole plan for this number of players.
        - The whole plan fits into one evening.
        """
        evening, players = self.state.settings.evening, len(self.state.starters)
        is_proposed = self.state.settings.rounds == evening.rounds_for(players)
        return evening.why_not_whole(players) if is_proposed else None

    @property
    def competing(self) -> list[list[EnteredPlayer]]:
        """All entrants in groups, see `EventState.entered_together`.

        First come the pairs, each with its stand-ins, then the other players. Pairs and players are sorted by
        name.
        """
        groups = [[self.entered(entrant) for entrant in group] for group in self.state.entered_together]
        return sorted(groups, key=lambda group: (len(group) == 1, place_in_list(group[0].name)))

    def entered(self, entrant: Entrant) -> EnteredPlayer:
        attendance, last, is_over = self.state.attendance, self.round_number, self.state.is_over
        placed = [played.number for played in self.state.rounds if entrant.member_id in played.players]
        plays = bool(placed) if is_over else last in placed
        left = attendance.departures.get(entrant.pk)
        if left is not None and left > last:
            # A round that was taken back is seated again without the player.
            left = last if last and last not in placed else last + 1
        first = min(entrant.from_round, *placed[:1]) if placed else entrant.from_round
        if self.round and left is None and not (is_over or plays):
            first = last + 1
        comes = gettext("from round %(round)s") % {"round": first} if first > 1 else ""
        if is_over and not plays:
            comes, goes = "", gettext("did not play")
        else:
            goes = self._goes(left)
        return EnteredPlayer(
            entrant=entrant,
            name=self.names[entrant.member_id],
            plays=plays,
            comes=comes,
            has_left=left is not None,
            may_return=left is not None
            and entrant.member.left_at is None
            and too_late(self.state, entrant.member_id) is None,
            goes=goes,
            wishes=attendance.wishes_of(entrant),
        )

    def _goes(self, left: int | None) -> str:
        if left is None:
            return ""
        if not self.round:
            return gettext("taken out")
        if left <= self.state.settings.rounds:
            return gettext("gone from round %(left)s") % {"left": left}
        return "" if self.state.is_over else gettext("leaves after this round")

    @cached_property
    def results(self) -> queries.Results:
        return queries.results_of(self.state)

    @cached_property
    def too_late(self) -> Sentence | None:
        """The reason why no newcomer can join any more, see `attendance.too_late`."""
        return too_late(self.state)

    @property
    def before_correction(self) -> str:
        return labels.before_correction(self.results)

    @cached_property
    def next_move(self) -> queries.NextMove:
        return queries.next_move(self.state)

    @property
    def moves_in(self) -> int | None:
        """The seconds until the players move or the evening ends by itself. None without a countdown."""
        return self.next_move.seconds_left(timezone.now())

    @property
    def may_take_back(self) -> bool:
        """Whether the move to the round in play can be taken back.

        False before round 2, once a deal or total of the round is recorded, and once the results are final.
        """
        current = self.state.current
        if current is None or current.number == 1 or any(table.is_recorded for table in current.tables):
            return False
        return not self.results.is_closed

    @property
    def may_run(self) -> bool:
        return self.actor.may("run an event")

    @property
    def sees_rulings(self) -> bool:
        # The club is read again, because it may have changed since the state of the event was loaded.
        published = Club.objects.filter(pk=self.event.club_id, publishes_rulings=True)
        return self.actor.may("read unpublished rulings") or published.exists()

    @property
    def is_member(self) -> bool:
        """Whether the actor is signed in as a member of the club."""
        return self.actor.may("see the club") and not self.actor.is_guest

    @property
    def public_address(self) -> str:
        return public_address(self.event)

    @property
    def short_address(self) -> str:
        """The public address without its scheme."""
        return self.public_address.partition("://")[2]

    @property
    def as_player(self) -> str:
        return self.actor.as_player


def public_address(event: Event) -> str:
    return f"{settings.BASE_URL}{reverse('public-event', args=[event.pk])}"


@dataclass(frozen=True, slots=True)
class TileSide:
    """A side on a tile. ``points`` is None if no points are known. ``leads``: the side leads or has won."""

    side: int
    players: Sequence[str]
    points: int | None
    leads: bool


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table in the overview of a round.

    - ``says``: the text for ``state``.
    - ``decided``: texts about what the director has decided for the table.
    - ``winners``: the winners' names if a person or a cut decided who won, otherwise empty.
    - ``won``: the text before the winners' names.
    """

    table: EventTable
    state: str
    says: Any
    sides: Sequence[TileSide]
    is_tied: bool
    winners: Sequence[str]
    won: str | Promise
    decided: Sequence[Any]


@dataclass(frozen=True)
class RoundAtGlance:
    """The overview of a round: a tile for each table, the number of tables in each state, and the clock.

    ``seconds`` is the time left at ``now`` or, in a round without a set length, the time played.
    """

    round_text: str | Promise
    tiles: Sequence[TableTile]
    counts: Sequence[tuple[str, Any, int]]
    now: datetime
    seconds: int
    was_started: bool


def round_text(event_round: EventRound) -> str | Promise:
    """Return the phase of a round as text."""
    phase = event_round.life.phase
    return labels.PHASES["bell" if event_round.bell and phase == "last-hand" else phase]


def round_at_glance(state: EventState, event_round: EventRound, names: dict[int, str]) -> RoundAtGlance:
    now = timezone.now()
    tiles = [tile(state, event_round, table, names) for table in event_round.tables]
    states = [tile.state for tile in tiles]
    left = event_round.time.remaining_seconds(now)
    return RoundAtGlance(
        round_text=round_text(event_round),
        tiles=tiles,
        counts=[
            (kind, word, states.count(kind)) for kind, word in labels.TABLE_STATES.items() if kind in states
        ],
        now=now,
        seconds=int(event_round.time.elapsed(now).total_seconds()) if left is None else left,
        was_started=event_round.is_clock_started,
    )


def tile(state: EventState, event_round: EventRound, table: EventTable, names: dict[int, str]) -> TableTile:
    scored = table.points()
    starting, seated = table.game_law_set.number("starting_score"), table.seated
    count = sides_winning(seated, len(event_round.tables), state.settings)
    winning, tied = winning_sides(count, [-points for points in scored])
    decided = event_round.shown_outcome(table, is_over=state.is_over)
    if decided is not None:
        winning = decided.sides
    table_state = _table_state(event_round, table, decided)
    if table_state == "late" and (event_round.is_moved or state.is_over):
        table_state = "without"
    return TableTile(
        table=table,
        state=table_state,
        says=labels.TABLE_STATES[table_state],
        sides=[
            TileSide(
                side=side,
                players=[names[player] for player in players],
                points=starting + scored[side - 1] if table.has_points else None,
                leads=side in winning,
            )
            for side, players in enumerate(state.sides_as_named(seated), 1)
        ],
        is_tied=bool(tied),
        winners=[names[player] for player in state.as_named(decided.winners)] if decided else [],
        won=labels.won_by(decided),
        decided=[word for kind, word in labels.DECISIONS.items() if kind in table.decisions],
    )


def _table_state(event_round: EventRound, table: EventTable, decided: TableOutcome | None) -> str:
    report = table.report
    if report.is_disputed:
        return "disputed"
    if report.is_in:
        return "in"
    if report.is_named or report.is_cut or (decided and event_round.is_moved):
        return "decided"
    if table.number in event_round.life.late:
        return "late"
    return event_round.life.phase if event_round.life.phase in ("seated", "last-hand") else "playing"
