"""The words on sheets, and names prepared for printing."""

import re
from collections.abc import Mapping

from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy as _

from laws.templatetags.sentences import translated
from scoring.events.state import EventState

_WORDS: Mapping[str, str | Promise] = {
    "table": _("Table"),
    "seat": _("Seat"),
    "round": _("Round"),
    "player": _("Player"),
    "partner": _("Partner"),
    "head_table": _("Head table"),
    "last_table": _("Last table"),
    "scan_table": _("Scan to enter this table's deals. No account needed."),
    "scan_look": _("Scan to see what is on at this table"),
    "word": _("Tonight's word"),
    "word_for": _(
        "Scan the card of your table and type this word, once on each phone. Then the phone enters the deals "
        "of your table."
    ),
    "type_code": _("or type this code:"),
    "no_code": _("No link opens this table yet. Print the card again once there is one."),
    "scan_evening": _("Scan for your next table"),
    "scan_results": _("Scan for the results"),
    "dealer": _("Dealer"),
    "bidder": _("Bid by"),
    "bid": _("Bid"),
    "trump": _("Trump"),
    "made": _("Made"),
    "points": _("Points"),
    "scored": _("Scored"),
    "score": _("Score"),
    "deals_first": _("deals first"),
    "void": _("does not count"),
    "corrected": _("corrected"),
    "slip": _("From the slip"),
    "won": _("Won"),
    "yes": _("yes"),
    "no": _("no"),
    "to_go": _("To go"),
    "plays_to": _("Game at"),
    "signed": _("Signatures"),
    "star": _("Star"),
    "sat_out": _("sits out"),
    "adversaries": _("Adversaries"),
    "red_back": _("RED BACK"),
    "blue_back": _("BLUE BACK"),
    "joker": _("JOKER"),
    "pack": _("pack"),
    "sit_out_first": _("You sit out the first round."),
    "by_player": _("By player: table and seat in each round"),
    "by_pair": _("By pair: table and seats in each round"),
    "by_table": _("By table: who sits there in each round"),
    "sitting_out": _("Sitting out"),
    "prize": _("Prize"),
    "standings": _("Standings"),
    "goes_to": _("Goes to"),
    "for": _("For"),
    "nobody": _("nobody"),
    "not_decided": _("not decided yet"),
    "rank": _("Rank"),
    "progressions": _("Progr."),
    "total_progressions": _("Progressions"),
    "gold": _("gold"),
    "red": _("red"),
    "green": _("green"),
    "games_won": _("Won"),
    "best_round": _("Best round"),
    "rounds_played": _("Played"),
    "rounds_out": _("Out"),
    "decided_by": _("Decided by"),
    "ranked_by": _("Ranked by"),
    "not_counted": _("(in brackets: not counted)"),
    "seed": _("Seed of all draws"),
    "players": _("Players"),
    "waits_for": _("What it waits for"),
    "done": _("In"),
    "lost": _(
        "Some letters cannot be printed with the fonts of the club's server and are given as numbers (U+…). "
        "Install more fonts."
    ),
    "page_of": _("of"),
}


def words() -> dict[str, str]:
    """Return the fixed texts of all sheets in the active language, by the names that the layouts use."""
    return {name: str(word) for name, word in _WORDS.items()}


Names = Mapping[int, str]

ZERO_WIDTH_SPACE = "\u200b"
_LONG_RUN = re.compile(r"(\S{20})(?=\w)")


def over(state: EventState) -> str:
    """Return the line above a title: the club, and the day, time and place of the event.

    The day is the planned day. Without a planned day, it is the day of round 1 or, before round 1, the day on
    which the event was set up.
    """
    details = state.event.details
    day = date_format(details.date or localtime(state.began_at), "DATE_FORMAT")
    time = time_format(details.time, "TIME_FORMAT") if details.time else ""
    return " · ".join(filter(None, (state.event.club.name, day, time, details.place)))


def title_of_places(state: EventState) -> str:
    """Return the title of a sheet with places: the event's name, marked as a draft before the start."""
    return state.event.name if state.rounds else " · ".join((state.event.name, gettext("Draft")))


def round_of(state: EventState, number: int) -> str:
    """Return a text such as "Round 2 of 6"."""
    return gettext("Round %(number)s of %(rounds)s") % {"number": number, "rounds": state.rounds_before_end}


def about_rounds(state: EventState) -> str:
    """Return the hint `EventState.about_rounds` as text, or "" without a hint."""
    return "" if (about := state.about_rounds) is None else translated(about)


def breakable(name: str) -> str:
    """Return a name in which a line can break after each 20 letters without a space.

    >>> breakable("Seat A"), len(breakable("W" * 45))
    ('Seat A', 47)
    """
    return _LONG_RUN.sub(rf"\1{ZERO_WIDTH_SPACE}", name)
