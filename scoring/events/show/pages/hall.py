"""The standings of an event, and the clock on the projector and on the pages of players and tables.

Each page is complete when it opens, so it works without scripts. In a browser with scripts, the changing part
of the page is reloaded: by the view `scoring.events.show.pages.live_views.live`, at the intervals of
`scoring.web.polling`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import text, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain.sentences import Sentence
from scoring.clubs import exports
from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, queries
from scoring.events.models import Event, Final
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.polling_tags import hall_polling
from scoring.events.results.domain.standings import RankLine
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import IN_PLAY, EventState, load_state

CSV_HEADING: tuple[str | Promise, ...] = (
    _("rank"),
    _("player"),
    _("progressions"),
    _("gold stars"),
    _("red stars"),
    _("green stars"),
    "%(won)s",
    _("points"),
    _("best round"),
    "%(sweeps)s",
    _("rounds played"),
    _("rounds without result"),
    _("sat out"),
    _("repeated partners"),
    _("decided by"),
    _("prizes"),
    _("rounds not counted"),
    _("points not counted"),
    _("rounds as totals"),
    _("notes"),
)


STAR_COLUMNS, REPEATED_PARTNERS = range(2, 6), 13
"""The indices of columns that some kinds of evening lack."""


class Leader(NamedTuple):
    """A competitor's line in the standings with its display texts.

    - ``tie_broken``: the text that names the tie-break ``decided_by``. Both are empty if no tie was broken.
    - ``as_totals``: the number of rounds with a total from a slip. Spectators get 0.
    - ``notes``: see `labels.notes_on`.
    """

    line: RankLine
    name: str
    decided_by: str
    tie_broken: str
    prizes: tuple[str, ...]
    as_totals: int
    notes: tuple[str, ...]


@guards.event_page("see an event")
def standings(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show the standings, the tie-breaks that decided ranks, and the prizes."""
    page = EventPage(load_state(event), actor)
    context = {
        "event_page": page,
        "part": standings_part(page),
        "view": "standings",
        "shown": [words for part, words in labels.PARTS.items() if part in page.state.published],
        "tag": hall_polling("standings", page.state, page.names)[0],
    }
    return render(request, "scoring/events/standings.html", context)


@guards.event_page("see an event")
def edition(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Show the results as they were in an edition of the final results."""
    page = EventPage(queries.edition(event, number), actor)
    shown = shown_standings(page.state, page.names, queries.results_in(event, number))
    context = {"event_page": page, "standings": shown, "latest": queries.finals(event)[-1].edition}
    return render(request, "scoring/events/edition.html", context)


@guards.event_page("see an event")
def standings_csv(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    state = load_state(event)
    lines = leaders(state, queries.names_of(state))
    heading = [labels.in_game(column, state.terms.game, state.settings.evening) for column in CSV_HEADING]
    if state.competitors != "persons":
        heading[1] = gettext("pair") if state.competitors == "pairs" else gettext("pair or player")
    has_changing_partners = state.competitors != "pairs" and state.terms.game.seating.has_partners
    left_out = set[int]() if has_changing_partners else {REPEATED_PARTNERS}
    if not state.settings.moves_winners_up:
        left_out.update(STAR_COLUMNS)
    shown = [place for place in range(len(CSV_HEADING)) if place not in left_out]
    heading = [heading[place] for place in shown]
    rows = [[row[place] for place in shown] for row in map(_csv_row, lines)]
    name = f"{text.slugify(event.name) or 'event'}-standings.csv"
    return HttpResponse(
        exports.csv_text(heading, rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _csv_row(leader: Leader) -> list[exports.Cell]:
    line = leader.line
    progress = [line.progressions, line.gold, line.red, line.green, line.games, line.points]
    rounds = [line.best_round, line.cinches, line.rounds_played, line.rounds_without_result, line.sat_out]
    decided = (line.repeated_partners, leader.decided_by, ", ".join(map(str, leader.prizes)))
    left_out = (line.rounds_not_counted, line.points_not_counted, leader.as_totals)
    return [line.rank, leader.name, *progress, *rounds, *decided, *left_out, "; ".join(leader.notes)]


def word_for(state: EventState, actor: Actor) -> str:
    """Return the event's word if the page shows it to the actor, otherwise "".

    A phone with a table's card must give the word before it can enter deals. Pages show the word until the
    event is over. They show no word if the club has no printed table card in use.
    """
    event, is_on = state.event, state.status in ("planned", "running")
    may_see = is_on and actor.may("see the word of an event")
    return event.word if may_see and queries.may_need_word(event) else ""


@dataclass(frozen=True)
class HallClock:
    """What the clock of the template `_clock.html` shows: the round in play and its time.

    - ``remaining``: the number of seconds left at ``now``. None before round 1 is seated, in a round without
      a set length, and after the event.
    - ``is_standing``: the clock does not run although the round is being played. False in a round without a
      set length.
    """

    state: EventState
    now: datetime
    phase_text: str | Promise
    remaining: int | None
    ends_at: datetime | None
    is_begun: bool
    is_standing: bool
    next_move: queries.NextMove

    @property
    def ties(self) -> Sequence[int]:
        """The numbers of the tables whose tie must be decided before the players move or the evening ends.

        Empty while a table still plays.
        """
        current = self.state.current
        if current is None or self.state.is_over or current.still_playing:
            return ()
        # If a tie does not prevent the move, the program draws a cut for it. The table itself need not cut.
        drawn = {*current.tied} - {*self.next_move.tied}
        return [number for number in current.to_cut if number not in drawn]

    @property
    def moves_in(self) -> int | None:
        """The seconds until the players move or the evening ends by itself. None without a countdown."""
        return self.next_move.seconds_left(self.now)


def hall_clock(state: EventState, *, is_final: bool = False) -> HallClock:
    """Return the clock of an event. With ``is_final`` it says that the results are final."""
    current, phase, now = state.current, state.phase, timezone.now()
    clock = current.time if current and not state.is_over else None
    remaining = clock.remaining_seconds(now) if clock else None
    return HallClock(
        state=state,
        now=now,
        phase_text=_("The results are final") if is_final else labels.HALL_PHASES[phase],
        remaining=remaining,
        ends_at=clock.bell_due_at() if clock else None,
        is_begun=current is not None and current.is_clock_started,
        is_standing=remaining is not None and clock is not None and not clock.is_running and phase in IN_PLAY,
        next_move=queries.next_move(state),
    )


def what_follows(state: EventState, table: EventTable | None) -> str:
    """Return a text that says what a player or table waits for.

    ``table`` is a table of the round in play, or None for a player who sits out. The text is empty before the
    start, and can be empty before the bell.
    """
    current = state.current
    if current is None:
        return ""
    if state.is_over:
        return gettext("The evening has ended.")
    if state.move_was_taken_back:
        return gettext(
            "The move on from round %(number)s was taken back, so its places count again. The next move is "
            "made at the desk."
        ) % {"number": current.number}
    tie = _tie_at(state, current, table) if table else ""
    return " ".join(filter(None, [tie, _what_is_awaited(state, current, table)]))


def _tie_at(state: EventState, current: EventRound, table: EventTable) -> str:
    decided = current.shown_outcome(table, is_over=state.is_over)
    if decided is not None and decided.cut:
        names = queries.names_of(state)
        winners = " & ".join(names[player] for player in state.as_named(decided.winners))
        return f"{labels.won_by(decided)} {winners}."
    if table.number not in current.to_cut:
        return ""
    is_last = state.last_round is not None
    high_card = labels.high_card(state.settings, table.number, is_last_round=is_last)
    who = gettext("The director enters the cards.")
    if table.number in current.tied and is_last:
        who = gettext("If the director enters no cards, the program draws them.")
    elif table.number in current.tied:
        who = gettext("If the director enters no cards before the move, the program draws them.")
    return " ".join([gettext("It is a tie: cut for it."), high_card, who])


def _what_is_awaited(state: EventState, current: EventRound, table: EventTable | None) -> str:
    is_last, has_bell = state.last_round is not None, current.bell is not None
    if has_bell and table is not None and not table.report.is_settled:
        if state.settings.cuts_missing_results:
            return gettext(
                "The bell has rung. Enter what was played, or hand in the slip. Without a full result, a cut "
                "decides who won at this table."
            )
        if state.settings.missing_results == "director":
            return gettext(
                "The bell has rung. Enter what was played, or hand in the slip. Without a full result, the "
                "director decides who won at this table."
            )
        return gettext(
            "The bell has rung, and everybody waits for this table. Enter what was played, or hand in the "
            "slip."
        )
    if not current.still_playing and is_last and (has_bell or state.moves_by_itself):
        return _what_holds_the_end(state, current)
    if not current.still_playing and not is_last and (has_bell or state.moves_by_itself):
        return _what_holds_the_move(state, current)
    if has_bell and is_last:
        return gettext("The bell has rung. The results follow when every table is in.")
    if has_bell:
        return gettext("The bell has rung. The next places appear here when every table is in.")
    if table is None or not table.report.is_done:
        return ""
    if state.moves_by_itself:
        if is_last:
            return gettext("Your table is in. The results follow when every table is in.")
        return gettext("Your table is in. The next places appear here when every table is in.")
    if is_last:
        return gettext("Your table is in. The bell ends the last round.")
    return gettext("Your table is in. The next places appear here after the bell.")


def _what_holds_the_move(state: EventState, current: EventRound) -> str:
    # Only for a round in which no table plays any more.
    if current.to_cut:
        return gettext("Every table is in. The next places appear here when every tie is cut.")
    is_held = state.is_held or current.life.blockers or state.too_few or queries.next_move(state).has_held
    if is_held or not state.moves_by_itself:
        return gettext("Every table is in. The director moves the players.")
    return gettext("Every table is in. The next places appear here.")


def _what_holds_the_end(state: EventState, current: EventRound) -> str:
    # Only for a round in which no table plays any more.
    if current.to_cut:
        return gettext("Every table is in. The results follow when every tie is cut.")
    if state.is_held or current.life.blockers or queries.next_move(state).has_held:
        return gettext("Every table is in. The director ends the evening.")
    return gettext("Every table is in. The results follow.")


def standings_part(page: EventPage) -> str:
    """Return the changing part of the standings page as HTML, cached by its polling tag."""

    def part() -> str:
        shown = shown_standings(page.state, page.names, page.results, page.results.editions)
        return render_to_string("scoring/events/_standings.html", {"standings": shown})

    tag, _seconds = hall_polling("standings", page.state, page.names)
    return str(caches["pages"].get_or_set(tag, part))


class HallAward(NamedTuple):
    """A prize with its winners and reason.

    - ``on_list``: the name of the prize list whose competitors can win the prize, or empty if all can.
    - ``is_open``: a tie for the prize is not decided yet.
    """

    prize: str
    on_list: str
    winners: Sequence[str]
    is_open: bool
    why: Sentence


Row = dict[str, Any]
"""A line of the standings as a dictionary: the fields of `Leader` and of its `RankLine`."""


@dataclass(frozen=True)
class Standings:
    """The standings with prizes. The page links to the ``editions`` of the final results.

    The lines are dictionaries, because a template finds a key twice as fast as an attribute.
    """

    state: EventState
    names: Mapping[int, str]
    results: queries.Results
    rows: Sequence[Row]
    awards: Sequence[HallAward] = ()
    editions: Sequence[Final] = ()

    @property
    def text(self) -> str:
        return labels.results_in_words(self.results)

    @property
    def order(self) -> list[str]:
        """The criteria by which the standings are ranked."""
        settings, game = self.state.settings, self.state.terms.game
        return [labels.in_game(labels.CRITERIA[name], game, settings.evening) for name in settings.tie_breaks]

    @property
    def has_ties_broken(self) -> bool:
        return any(row["decided_by"] for row in self.rows)

    @property
    def has_sweeps(self) -> bool:
        return any(line.cinches for line in self.state.board.standings)

    @property
    def stars(self) -> Mapping[str, str | Promise]:
        return labels.STARS


def shown_standings(
    state: EventState, names: dict[int, str], results: queries.Results, editions: Sequence[Final] = ()
) -> Standings:
    rows, awards = rows_of(state, names), awards_of(state, names)
    return Standings(state, names, results, rows, awards, editions)


def rows_of(state: EventState, names: dict[int, str], *, for_spectators: bool = False) -> list[Row]:
    lines = leaders(state, names, for_spectators=for_spectators)
    return [leader.line._asdict() | leader._asdict() for leader in lines]


def leaders(
    state: EventState, names: dict[int, str], only: int | None = None, *, for_spectators: bool = False
) -> list[Leader]:
    """Return the lines of the standings with names, prizes and tie-breaks.

    With ``only`` (a member id), return only the lines of the competitors for whom this player plays. With
    ``for_spectators``, the lines do not tell which results came from slips.
    """
    game, board, evening = state.terms.game, state.board, state.settings.evening
    criteria = {
        name: labels.in_game(labels.CRITERIA[name], game, evening) for name in state.settings.tie_breaks
    }
    broken = {name: gettext("tie broken on %(what)s") % {"what": what} for name, what in criteria.items()}
    totals, last = {} if for_spectators else state.rounds_as_totals, len(state.rounds)
    return [
        Leader(
            line,
            line.competitor.name(names),
            criteria[line.decided_by] if line.decided_by else "",
            broken[line.decided_by] if line.decided_by else "",
            tuple(
                labels.in_game(labels.PRIZES[prize], game, evening)
                for prize in board.prizes_of(line.competitor)
            ),
            totals.get(line.competitor, 0),
            labels.notes_on(line, names, totals.get(line.competitor, 0), last),
        )
        for line in board.standings
        if only is None or only in line.competitor.everybody
    ]


def awards_of(state: EventState, names: dict[int, str]) -> list[HallAward]:
    """Return the prizes with winners and reasons. Empty before the first result or bell."""
    if not any(line.rounds_played or line.rounds_without_result for line in state.board.standings):
        return []
    return [
        HallAward(
            prize=labels.in_game(labels.PRIZES[award.prize], state.terms.game, state.settings.evening),
            on_list="" if award.on_list is None else state.settings.lists[award.on_list],
            winners=[winner.name(names) for winner in award.winners],
            is_open=bool(award.tied),
            why=award.why,
        )
        for award in state.board.awards
    ]
