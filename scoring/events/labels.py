"""Labels of events on pages and in print."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop, ngettext, pgettext_lazy

from laws.templatetags.sentences import translated
from scoring.events.planning.domain.kinds import EveningKind
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.values import HEAD
from scoring.events.queries import Results
from scoring.events.results.domain.competitors import Competitor
from scoring.events.results.domain.outcome import TableOutcome
from scoring.events.results.domain.standings import RankLine
from scoring.game.games import GameKind

Labels = Mapping[str, str | Promise]

STATUSES = {
    "planned": _("planned"),
    "running": _("in play"),
    "over": _("over"),
    "cancelled": _("deleted"),
}

CHANGES = {
    "settings": _("The evening was changed"),
    "hold": _("The evening waits for the director"),
    "release": _("The evening no longer waits for the director"),
    "end": _("The evening was ended"),
    "reopen": _("The results were reopened"),
    "withdraw": _("The results were reopened"),
    "cancel": _("The event was deleted"),
    "publish": _("What everybody sees was changed"),
    "details": _("Name, date or place was changed"),
    "word": _("Tonight's word was renewed"),
    "keep-seats": _("After a correction the seats stay as they are"),
}
"""Titles of the kinds of `EventChange`."""

SLIPS_DIFFER = gettext_noop("Slips that were keyed again differ.")
CAME_IN_THE_LAST_ROUND = gettext_noop("Somebody came in the last round.")
LAST_RESULT_IN = gettext_noop("The last result was in.")
PROGRAM_REASONS = (SLIPS_DIFFER, CAME_IN_THE_LAST_ROUND, LAST_RESULT_IN)
"""The reasons that the program itself gives for a record. They are stored in English."""

DETAILS = {
    "name": _("Name of the event"),
    "date": _("Day"),
    "time": _("Beginning"),
    "place": _("Place"),
    "is_template": _("Template of the club"),
}
"""Titles of the details of an event."""

PARTS = {
    "seats": _("the seats now"),
    "standings": _("the standings"),
    "results": _("the results of each round"),
    "prizes": _("the prizes"),
}
"""Titles of the parts of an event that can be published."""

SETTING_GROUPS = {
    _("Who moves where"): {
        "kind": _("Kind of evening"),
        "head_losers": _("Losers of the head table"),
        "head_winners": _("Winners of the head table"),
        "split": _("How partners part"),
        "strides": _("Strides of the rotation"),
        "mixed_pairs": _("Mixed pairs"),
    },
    _("The players do not fill the tables"): {
        "odd": _("Players left over"),
        "deals_at_three": _("Deals at a table of three"),
        "points_at_three": _("Points of a table of three"),
    },
    _("The start"): {
        "places": _("First places"),
        "first_deal": _("First deal at a table"),
    },
    _("The end of a round"): {
        "reaching_target": _("The game is reached"),
        "ties": _("Ties"),
        "missing_results": _("A result is missing at the bell"),
        "bell": _("The bell"),
        "minutes": _("Minutes in a round"),
        "last_hand_minutes": _("Call of the last hand"),
        "move_after_seconds": _("Seconds until the players move"),
    },
    _("The end of the evening"): {
        "correction_period_minutes": _("Time for corrections"),
        "tie_breaks": _("Ranked by"),
        "prizes": _("Prizes"),
        "prize_ties": _("Equal for a prize"),
        "lists": _("Lists"),
        "one_prize_each": _("One prize each"),
        "two_person_final": _("Confirmation by two directors"),
    },
}
"""Titles of the settings, grouped under the headings of the settings page."""

CHOICES: Mapping[str, Labels] = {
    "head_losers": {
        "last": _("They go to the last table"),
        "stay": _("They stay, and the winners go to the last table"),
        "down-one": _("They go down one table, as all losers do"),
    },
    "head_winners": {"keep": _("They stay partners"), "split": _("They part, as at every other table")},
    "split": {
        "seat": _("By their seats"),
        "seeded": _("By a draw"),
        "history": _("So that as few as possible were partners before"),
    },
    "odd": {
        "sit-out": _("Some sit out each round"),
        "table-of-five": _(
            "Tables of five: everybody deals once, from seat 1 on, and one sits out each deal"
        ),
        "table-of-three": _("Tables of three: each plays alone"),
        "uneven-tables": _("Tables differ by one player"),
    },
    "points_at_three": {
        "as-scored": _("As they were scored"),
        "in-proportion": _("Raised to the deals of the other tables"),
        "not-counted": _("Not at all"),
    },
    "places": {"cut-cards": _("By a draw"), "by-hand": _("As the director says")},
    "first_deal": {
        "seat-one": _("Seat 1 deals first"),
        "drawn": _("The program cuts for the deal"),
        "entered": _("The table cuts for the deal"),
    },
    "reaching_target": {"played-out": _("The table plays all its deals"), "stops": _("The table stops")},
    "ties": {"drawn": _("The program cuts"), "entered": _("The table cuts with its own cards")},
    "missing_results": {
        "wait": _("The move waits for the result"),
        "cut": _("The table cuts"),
        "director": "%(named)s",
    },
    "bell": {
        "organiser": _("The director rings"),
        "head-table": _("The scorer of table 1 rings"),
        "clock": _("The clock rings"),
    },
    "prize_ties": {"cut": _("The program cuts for it"), "shared": _("They share it")},
}
"""Setting → value → text, for settings whose values are listed. `in_game` fills in ``%(named)s``."""

SETTINGS = {"rounds": _("Rounds"), "deals_per_round": _("Deals in a round")} | {
    name: title for titles in SETTING_GROUPS.values() for name, title in titles.items()
}
"""Titles of all settings, by the name of the setting."""

PHASES = {
    "seated": _("Seated"),
    "playing": _("Playing"),
    "last-hand": _("Last hand"),
    "bell": _("The bell has rung"),
    "all-in": _("All tables are in"),
    "moved": _("Moved on"),
}
"""Titles of the phases of a round, for the director's desk."""

TABLE_STATES = {
    "disputed": _("in doubt"),
    "late": _("late"),
    "without": _("without a result"),
    "decided": pgettext_lazy("tables", "decided"),
    "in": _("in"),
    "last-hand": _("last hand"),
    "playing": _("playing"),
    "seated": _("seated"),
}
"""Titles of the states of tables, for one table or several.

The state that needs the director most comes first.
"""

CAUSES = {
    "start": _("at the start"),
    "service": _("automatically, because every result was in"),
    "all-in": _("because every table was in"),
    "bell": _("at the bell"),
    "organiser": _("by the director"),
    "head-table": _("from table 1"),
    "swap": _("because places were exchanged"),
    "amended": _("with those who are here"),
    "clock": _("by the clock"),
}
"""Texts for the causes of a bell or of a seating."""

DECISIONS = {
    "cut": _("the cut was entered"),
    "winners": _("the winners were named"),
    "cut-instead": _("it was decided by a cut"),
    "handed-in": _("what was recorded counts"),
    "waived": _("the doubt does not hold the move"),
}
"""Texts for the kinds of `TableDecision`."""

WON: Labels = {
    "named": _("Won:"),
    "entered": _("Won by the cut:"),
    "drawn": _("Won by the program's cut:"),
}
"""How a table was decided → the text before the names of its winners."""


def won_by(decided: TableOutcome | None) -> str | Promise:
    """Return the text before the names of a table's winners, for example "Won by the cut:".

    ``decided`` is the outcome of a table that named winners or a cut decided, see
    `EventRound.decided_outcome`. For any other table it is None, and the text is empty.
    """
    if decided is None:
        return ""
    return WON[decided.cut.source if decided.cut else "named"]


def high_card(settings: EventSettings, table: int, *, is_last_round: bool) -> str:
    """Return the sentence that tells the players of a tied table what the high card decides."""
    if is_last_round or (table == HEAD and settings.head_losers == "stay"):
        return gettext("The high card wins the table.")
    return gettext("The high card stays.") if table == HEAD else gettext("The high card goes up.")


STARS: Labels = {
    "gold": _("gold star: won at the head table"),
    "red": _("red star: won at another table"),
    "green": _("green star: lost at the last table"),
}

CRITERIA: Labels = {
    "progressions": _("progressions"),
    "points": _("points"),
    "games": "%(won)s",
    "best-round": _("best round"),
    "gold": _("gold stars"),
    "red": _("red stars"),
    "green": _("fewer green stars"),
    "cinches": "%(sweeps)s",
}
"""Texts for the ranking criteria. `in_game` fills in ``%(sweeps)s`` and ``%(won)s``."""

PRIZES: Labels = {
    "first": _("First prize"),
    "second": _("Second prize"),
    "third": _("Third prize"),
    "most-progressions": _("Most progressions"),
    "most-points": _("Most points"),
    "most-cinches": _("Most %(sweeps)s"),
    "most-gold": _("Most gold stars"),
    "most-red": _("Most red stars"),
    "most-green": _("Most green stars"),
    "booby": _("Booby prize"),
}


def rounds_won(evening: EveningKind) -> str:
    """Return the label of the ranking criterion "games".

    In an evening in which winners move up, the criterion counts only rounds won on points.
    """
    return gettext("rounds won on points") if evening.moves_winners_up else gettext("rounds won")


def winners_named(evening: EveningKind) -> str:
    """Return the label of the choice "director" of the setting ``missing_results``.

    In an evening in which nobody moves up, the label adds that these winners get no points.
    """
    if evening.moves_winners_up:
        return gettext("The director names the winners")
    return gettext("The director names the winners of the round, who get no points")


def in_game(label: str | Promise, game: GameKind, evening: EveningKind) -> str:
    """Return the label of a criterion, prize or choice in the words of the game, for example "Most cinches".

    The function fills in these placeholders of the label:

    - ``%(sweeps)s``: the game's word for deals in which one side took every point
    - ``%(won)s``: the text of `rounds_won`
    - ``%(named)s``: the text of `winners_named`
    """
    words = {"sweeps": translated(game.sweeps), "won": rounds_won(evening), "named": winners_named(evening)}
    return str(label) % words


def stand_ins_in_words(competitor: Competitor, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return a note for each stand-in of a pair: who played for whom, and in which rounds."""
    return tuple(
        ngettext(
            "%(name)s for %(member)s in round %(rounds)s",
            "%(name)s for %(member)s in rounds %(rounds)s",
            len(stand_in.rounds),
        )
        % {
            "name": names[stand_in.player],
            "member": names[stand_in.instead_of],
            "rounds": _in_runs(stand_in.rounds),
        }
        for stand_in in competitor.stand_ins
    )


def _in_runs(rounds: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(rounds):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = (f"{run[0]}\u2013{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return ", ".join(texts)


def notes_on(line: RankLine, names: Mapping[int, str], totals: int, last_round: int) -> tuple[str, ...]:
    """Return notes on a line of the standings: stand-ins, unusual rounds, a late entry, an early departure.

    ``totals`` is the number of rounds in which the competitor's total is from a slip. ``last_round`` is the
    number of the last seated round.
    """
    notes = [*stand_ins_in_words(line.competitor, names)]
    if count := line.rounds_not_counted:
        sentence = ngettext(
            "%(count)s round of three: %(points)s points not counted",
            "%(count)s rounds of three: %(points)s points not counted",
            count,
        )
        notes.append(sentence % {"count": count, "points": line.points_not_counted})
    if count := line.sat_out:
        notes.append(
            ngettext("Sat out %(count)s round", "Sat out %(count)s rounds", count) % {"count": count}
        )
    if totals:
        sentence = ngettext("%(count)s round from a slip", "%(count)s rounds from slips", totals)
        notes.append(sentence % {"count": totals})
    if count := line.rounds_without_points:
        sentence = ngettext("%(count)s round without points", "%(count)s rounds without points", count)
        notes.append(sentence % {"count": count})
    if count := line.rounds_without_result:
        sentence = ngettext("%(count)s round without a result", "%(count)s rounds without a result", count)
        notes.append(sentence % {"count": count})
    if line.came_in > 1:
        notes.append(gettext("From round %(number)s") % {"number": line.came_in})
    if line.last_in < last_round:
        notes.append(gettext("Left after round %(number)s") % {"number": line.last_in})
    return tuple(notes)


COMPETITORS: Labels = {"persons": _("Player"), "pairs": _("Pair"), "mixed": _("Pair or player")}
"""Headings above the names of the competitors in the standings."""

HALL_PHASES: Labels = PHASES | {
    "planned": _("Not started yet"),
    "seated": _("Take your seats"),
    "over": _("The evening is over"),
}
"""Titles of the phases of an event, for the hall display."""

RESULTS: Labels = {
    "open": _("Standings so far"),
    "provisional": _("Provisional results"),
    "final": _("Final results, edition %(number)s"),
    "changed": _("Results changed since edition %(number)s"),
    "replaced": _("Edition %(number)s, replaced"),
    "reopened": _("Edition %(number)s, reopened"),
}
"""Titles of the stages of `queries.Results`."""


def results_in_words(results: Results) -> str:
    """Return the title of the results, for example "Provisional results"."""
    return str(RESULTS[results.stage]) % {"number": results.edition}


def before_correction(results: Results) -> str:
    """Return a text for a page on which a result can be corrected.

    In the stage "final" the text says what a correction changes. In any other stage it is the text of
    `after_correction`.
    """
    if results.stage != "final":
        return after_correction(results)
    return gettext(
        "The results are final, edition %(number)s. A correction changes the standings at once, and edition "
        "%(next)s can then be made at the desk."
    ) % {"number": results.edition, "next": results.edition + 1}


def after_correction(results: Results) -> str:
    """Return a text that says that a new edition can be made; empty unless the stage is "changed"."""
    if results.stage != "changed":
        return ""
    next_edition = gettext("Edition %(number)s can be made at the desk.") % {"number": results.edition + 1}
    return f"{results_in_words(results)}. {next_edition}"


def reason_in_words(reason: str) -> str:
    """Return the text of a record's reason.

    A reason that the program gave is translated. A reason that a person typed stays as it is.
    """
    return gettext(reason) if reason in PROGRAM_REASONS else reason


def title_of(name: str) -> str:
    return str(SETTINGS[name])


def competitor_title(who: str) -> str:
    return str(COMPETITORS[who])
