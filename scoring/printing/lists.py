"""Lists of an event as data: the movement of a fixed rotation, the tables a round waits for, the results."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from laws.domain.sentences import Sentence
from scoring.events.domain.plan import plan
from scoring.events.domain.situation import Situation
from scoring.events.domain.standings import Award, RankLine
from scoring.events.domain.values import SeatedRound
from scoring.events.rounds import EventRound
from scoring.events.state import EventState
from scoring.game.names import with_names
from scoring.printing.press import Names, breakable, figure, over

ROTATION = "rotation"
ROUNDS_ACROSS = 12
"""So many rounds stand side by side on a sheet of A4."""


def is_known_before(state: EventState) -> bool:
    """Return whether the event's movement is each that no result can change."""
    return state.settings.kind == ROTATION


def movement_sheet(state: EventState, names: Names) -> dict[str, Any]:
    """Return everybody's places in all rounds and each table's players. Raises InvalidInput as a plan does.

    Rounds that were seated are shown as they were, the others as they follow from them if nobody comes or
    goes. Before the start the first places are those that the event's seed draws.
    """
    rounds = all_rounds(state)
    return {
        "title": gettext("Movement: %(name)s") % {"name": state.event.name},
        "over": over(state),
        "says": _says(len(state.rounds), len(rounds)),
        "footer": state.event.name,
        "by_player": _by_player(rounds, names),
        "by_table": _by_table(rounds, names),
    }


def all_rounds(state: EventState) -> list[SeatedRound]:
    """Return every round of the event: those that were seated, and those that follow from them."""
    rounds = [each.seated() for each in state.rounds]
    entrants = tuple(map(state.entrant_value, state.entrants))
    for number in range(len(rounds) + 1, state.settings.rounds + 1):
        known = Situation(
            settings=state.settings,
            law_set=state.law_set,
            entrants=entrants,
            seed=state.event.seed,
            round_number=number,
            history=tuple(rounds),
        )
        rounds.append(plan(known).round)
    return rounds


def _says(seated: int, rounds: int) -> str:
    if not seated:
        return gettext("A draft: the first places are those that the event's seed draws.")
    if seated == rounds:
        return gettext("As the rounds were seated.")
    return gettext("It holds while nobody comes or goes; then print it again.")


def _by_player(rounds: Sequence[SeatedRound], names: Names) -> list[dict[str, Any]]:
    """Return everybody's table and seat by round, in parts that fit across a page; None where he has none."""
    places = {each.number: each.places() for each in rounds}
    players = {player for found in places.values() for player in found}
    players |= {player for each in rounds for player in each.sitting_out}
    ordered = sorted(players, key=lambda player: names[player].casefold())
    numbers = [each.number for each in rounds]
    parts = [numbers[first : first + ROUNDS_ACROSS] for first in range(0, len(numbers), ROUNDS_ACROSS)]
    return [
        {
            "rounds": part,
            "players": [
                {"name": names[player], "places": [places[number].get(player) for number in part]}
                for player in ordered
            ],
        }
        for part in parts
    ]


def _by_table(rounds: Sequence[SeatedRound], names: Names) -> list[dict[str, Any]]:
    """Return the players of each table round by round, and last who sits out."""
    found: dict[int, list[dict[str, Any]]] = {}
    for each in rounds:
        for table in each.tables:
            players = [names[player] for player in table.players]
            found.setdefault(table.number, []).append({"round": each.number, "players": players})
    tables: list[dict[str, Any]] = [
        {"number": number, "seats": max(len(line["players"]) for line in lines), "rounds": lines}
        for number, lines in sorted(found.items())
    ]
    out = [
        {"round": each.number, "players": [breakable(names[player]) for player in each.sitting_out]}
        for each in rounds
        if each.sitting_out
    ]
    return tables + ([{"number": None, "seats": 0, "rounds": out}] if out else [])


def late_tables(state: EventState, played: EventRound, names: Names) -> dict[str, Any]:
    """Return the tables of a round that have no result yet or wait for something, each with what for."""
    waits: dict[int, list[str]] = {}
    for blocker in played.life.blockers:
        said = blocker.why.said(gettext, ngettext)
        waits.setdefault(blocker.table, []).append(with_names(said, names.__getitem__))
    tables = [
        {
            "number": table.number,
            "players": [names[player] for player in table.players],
            "why": waits[table.number],
        }
        for table in played.tables
        if table.number in waits
    ]
    rung = gettext("The bell has rung.") if played.bell else gettext("The bell has not rung yet.")
    if not tables:
        says = gettext("Every table is in.")
    else:
        says = ngettext(
            "The round waits for %(count)s table.", "The round waits for %(count)s tables.", len(tables)
        ) % {"count": len(tables)}
    return {
        "title": gettext("Late tables, round %(number)s") % {"number": played.number},
        "over": over(state),
        "says": f"{rung} {says}",
        "footer": state.event.name,
        "tables": tables,
    }


Words = Mapping[str, str | Promise]

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""Around a name in a sentence, so that its direction of writing does not turn the words beside it."""


def result_list(
    state: EventState, names: Names, says: str, *, is_final: bool, criteria: Words, prizes: Words
) -> dict[str, Any]:
    """Return the standings and the prizes as they fall now; ``says`` is how firm they are.

    ``criteria`` and ``prizes`` say what players are ranked by and what each prize is called.
    """
    settings, board = state.settings, state.board
    count = len(board.standings)
    players = ngettext("%(n)s player", "%(n)s players", count) % {"n": count}
    rounds = ngettext("%(n)s round", "%(n)s rounds", settings.rounds) % {"n": settings.rounds}
    return {
        "title": state.event.name,
        "over": over(state),
        "under": " · ".join([players, rounds, state.law_set.title, *_laws_at_three(state)]),
        "state": says,
        "footer": f"{state.event.name} · {says}",
        "prizes_title": gettext("Prizes") if is_final else gettext("Prizes as they would fall now"),
        "ranked_by": ", ".join(str(criteria[each]) for each in settings.tie_breaks),
        "awards": [_award(award, settings.lists, names, prizes) for award in board.awards],
        "standings": [_line(line, names, criteria) for line in board.standings],
        "why_not_counted": "" if (why := settings.why_not_counted()) is None else why.said(gettext, ngettext),
        "seed": state.event.seed,
    }


def _laws_at_three(state: EventState) -> list[str]:
    """Return what tables of three play under, nothing where that is the law set of all."""
    found = state.law_set_at_three
    if found is None or found == state.law_set:
        return []
    return [gettext("tables of three: %(law_set)s") % {"law_set": found.title}]


def _award(award: Award, lists: tuple[str, ...], names: Names, prizes: Words) -> dict[str, Any]:
    return {
        "prize": str(prizes[award.prize]),
        "on_list": None if award.on_list is None else breakable(lists[award.on_list]),
        "names": [names[player] for player in award.players],
        "value": None if award.value is None or not award.players else figure(award.value),
        "why": _named(award.why, names),
    }


def _named(said: Sentence, names: Names) -> str:
    return with_names(
        said.said(gettext, ngettext),
        lambda player: f"{FIRST_STRONG_ISOLATE}{breakable(names[player])}{POP_ISOLATE}",
    )


def _line(line: RankLine, names: Names, criteria: Words) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "name": names[line.player],
        "progressions": line.progressions,
        "gold": line.gold,
        "red": line.red,
        "green": line.green,
        "points": figure(line.points),
        "not_counted": figure(line.points_not_counted) if line.rounds_not_counted else None,
        "games": line.games,
        "best_round": None if line.best_round is None else figure(line.best_round),
        "cinches": line.cinches,
        "rounds_played": line.rounds_played,
        "sat_out": line.sat_out,
        "decided_by": None if line.decided_by is None else str(criteria[line.decided_by]),
    }
