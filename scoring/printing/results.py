"""The result list of an event as data: the prizes with their reasons, and the standings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from laws.domain.sentences import Sentence
from scoring.domain.events.prizes import Award
from scoring.event_records import EventRecord
from scoring.events.domain.standings import Standing
from scoring.events.domain.values import with_names
from scoring.printing.values import Names, breakable, number, over
from scoring.selectors.events import Board

Words = Mapping[str, str | Promise]

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""Around a name in a sentence, so that its direction of writing does not turn the words beside it."""


@dataclass(frozen=True, slots=True)
class Firmness:
    """How firm results are: in words for the list, and whether they are final."""

    says: str
    is_final: bool


def result_list(
    record: EventRecord, board: Board, names: Names, firmness: Firmness, *, criteria: Words, prizes: Words
) -> dict[str, Any]:
    """Return the standings and the prizes as they fall now.

    ``criteria`` and ``prizes`` say what players are ranked by and what each prize is called.
    """
    settings = record.settings
    count = len(board.standings)
    players = ngettext("%(n)s player", "%(n)s players", count) % {"n": count}
    rounds = ngettext("%(n)s round", "%(n)s rounds", settings.rounds) % {"n": settings.rounds}
    return {
        "title": record.event.name,
        "over": over(record),
        "under": " · ".join([players, rounds, record.law_set.title, *_laws_at_three(record)]),
        "state": firmness.says,
        "footer": f"{record.event.name} · {firmness.says}",
        "prizes_title": gettext("Prizes") if firmness.is_final else gettext("Prizes as they would fall now"),
        "ranked_by": ", ".join(str(criteria[one]) for one in settings.tie_breaks),
        "awards": [_award(award, settings.lists, names, prizes) for award in board.awards],
        "standings": [_line(line, names, criteria) for line in board.standings],
        "why_not_counted": "" if (why := settings.why_not_counted()) is None else why.said(gettext, ngettext),
        "seed": record.event.seed,
    }


def _laws_at_three(record: EventRecord) -> list[str]:
    """Return what tables of three play under, nothing where that is the law set of all."""
    found = record.law_set_at_three
    if found is None or found == record.law_set:
        return []
    return [gettext("tables of three: %(law_set)s") % {"law_set": found.title}]


def _award(award: Award, lists: tuple[str, ...], names: Names, prizes: Words) -> dict[str, Any]:
    return {
        "prize": str(prizes[award.prize]),
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


def _line(line: Standing, names: Names, criteria: Words) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "name": names[line.player],
        "progressions": line.progressions,
        "gold": line.gold,
        "red": line.red,
        "green": line.green,
        "points": number(line.points),
        "not_counted": number(line.points_not_counted) if line.rounds_not_counted else None,
        "games": line.games,
        "best_round": None if line.best_round is None else number(line.best_round),
        "cinches": line.cinches,
        "rounds_played": line.rounds_played,
        "sat_out": line.sat_out,
        "decided_by": None if line.decided_by is None else str(criteria[line.decided_by]),
    }
