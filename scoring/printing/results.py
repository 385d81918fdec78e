"""The result list of an event as data: the prizes with their reasons, and the standings."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.domain.events.prizes import Award
from scoring.domain.events.standings import Standing
from scoring.domain.events.values import with_names
from scoring.domain.sentences import Sentence
from scoring.event_records import EventRecord
from scoring.printing.values import Names, breakable, number, over
from scoring.selectors.events import Board

PRIZES: Mapping[str, str | Promise] = {
    "first": _("First prize"),
    "second": _("Second prize"),
    "third": _("Third prize"),
    "most-progressions": _("Most progressions"),
    "most-points": _("Most points"),
    "most-cinches": _("Most cinches"),
    "most-gold": _("Most gold stars"),
    "most-red": _("Most red stars"),
    "most-green": _("Most green stars"),
    "booby": _("Booby prize"),
}
RANKED_BY: Mapping[str, str | Promise] = {
    "progressions": _("progressions"),
    "points": _("points"),
    "games": _("games won"),
    "best-round": _("best round"),
    "gold": _("gold stars"),
    "red": _("red stars"),
    "green": _("fewer green stars"),
    "cinches": _("cinches"),
}
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""Around a name in a sentence, so that its direction of writing does not turn the words beside it."""


def result_list(
    record: EventRecord, board: Board, names: Names, state: str, *, is_final: bool
) -> dict[str, Any]:
    """Return the standings and the prizes as they fall now; ``state`` says in words how firm they are."""
    settings = record.settings
    count = len(board.standings)
    players = ngettext("%(n)s player", "%(n)s players", count) % {"n": count}
    rounds = ngettext("%(n)s round", "%(n)s rounds", settings.rounds) % {"n": settings.rounds}
    return {
        "title": record.event.name,
        "over": over(record),
        "under": f"{players} · {rounds} · {record.law_set.title}",
        "state": state,
        "footer": f"{record.event.name} · {state}",
        "prizes_title": gettext("Prizes") if is_final else gettext("Prizes as they would fall now"),
        "ranked_by": ", ".join(str(RANKED_BY[one]) for one in settings.tie_breaks),
        "awards": [_award(award, settings.lists, names) for award in board.awards],
        "standings": [_line(line, names) for line in board.standings],
        "seed": record.event.seed,
    }


def _award(award: Award, lists: tuple[str, ...], names: Names) -> dict[str, Any]:
    return {
        "prize": str(PRIZES[award.prize]),
        "on_list": None if award.on_list is None else breakable(lists[award.on_list]),
        "names": [names[player] for player in award.players],
        "value": None if award.value is None or not award.players else number(award.value),
        "why": _named(award.why, names),
    }


def _named(said: Sentence, names: Names) -> str:
    return with_names(
        said.said(gettext, ngettext),
        lambda player: f"{FIRST_STRONG_ISOLATE}{breakable(names[player])}{POP_ISOLATE}",
    )


def _line(line: Standing, names: Names) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "name": names[line.player],
        "progressions": line.progressions,
        "gold": line.gold,
        "red": line.red,
        "green": line.green,
        "points": number(line.points),
        "games": line.games,
        "best_round": None if line.best_round is None else number(line.best_round),
        "cinches": line.cinches,
        "rounds_played": line.rounds_played,
        "sat_out": line.sat_out,
        "decided_by": None if line.decided_by is None else str(RANKED_BY[line.decided_by]),
    }
