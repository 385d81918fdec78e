"""Data for the printed lists and plans of an event: the movement, the late tables, the results."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from laws.domain.sentences import Sentence
from laws.templatetags.sentences import translated
from scoring.events.labels import CRITERIA, PRIZES, competitor_title, in_game, notes_on, stand_ins_in_words
from scoring.events.people import leaving
from scoring.events.planning.domain.kinds import EveningKind
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain import movement_plan, plan_input
from scoring.events.play.domain.values import SeatedRound
from scoring.events.play.rounds import EventRound
from scoring.events.results.domain import score_cards
from scoring.events.results.domain.competitors import PAIR_SIGN
from scoring.events.results.domain.score_cards import ScoreCard
from scoring.events.results.domain.standings import Award, RankLine
from scoring.events.state import EventState
from scoring.game.games import GameKind
from scoring.game.names import place_in_list
from scoring.game.references import named
from scoring.printing import event_cards
from scoring.printing.text import Names, about_rounds, breakable, over, round_of, title_of_places, words
from scoring.templatetags.cards import plain

ROUNDS_ACROSS = 12
"""The most rounds side by side on a sheet."""


def is_known_before(state: EventState) -> bool:
    """Return whether the whole movement is known in advance, because it does not depend on results."""
    return state.settings.evening.is_known_before


def movement_sheet(state: EventState, names: Names) -> dict[str, Any]:
    """Return two lists of the places in all rounds: one by player (or pair), one by table.

    For the rounds and errors see `all_rounds`.
    """
    rounds = all_rounds(state)
    if ends := plan_ends(state):
        says = ends
    elif not state.rounds:
        says = gettext("A draft: the first places are those the event's seed draws.")
    elif len(state.rounds) == len(rounds):
        says = gettext("As the rounds were seated.")
    else:
        says = gettext("If players come or go, print it again.")
    return {
        "title": gettext("Plan of the rounds: %(name)s") % {"name": state.event.name},
        "over": over(state),
        "says": " ".join(filter(None, [says, about_rounds(state)])),
        "footer": title_of_places(state),
        "who": competitor_title(state.competitors),
        "heading": words()["by_pair" if state.competes_as_pairs else "by_player"],
        "by_player": _by_player(state, rounds, names),
        "by_table": _by_table(rounds, names),
    }


def all_rounds(state: EventState) -> list[SeatedRound]:
    """Return the seated rounds, then the planned rounds.

    The plan assumes that no more players come or leave. There are no planned rounds if the movement plan
    cannot be kept, because players have come or left.

    Raises InvalidInput as `movement_plan.plan` does.
    """
    rounds = [event_round.seated() for event_round in state.rounds]
    if leaving.plan_stopped(state):
        return rounds
    entrants = state.situation(len(rounds) + 1, 1).entrants
    for number in range(len(rounds) + 1, state.settings.rounds + 1):
        basis = plan_input.Situation(
            settings=state.settings,
            law_set=state.law_set,
            game=state.terms.game,
            entrants=entrants,
            seed=state.event.seed,
            round_number=number,
            history=tuple(rounds),
        )
        rounds.append(movement_plan.plan(basis).round)
    return rounds


def plan_ends(state: EventState) -> str:
    """Return a text with the round from which the movement plan cannot be kept, or "" if it can be kept."""
    if not leaving.plan_stopped(state):
        return ""
    return gettext(
        "From round %(number)s on the plan no longer holds: the players here are not those of the plan. Only "
        "the rounds before it are printed."
    ) % {"number": len(state.rounds) + 1}


def player_plans(state: EventState, names: Names) -> dict[str, Any]:
    """Return a card for each player, or for each pair, with all rounds of a movement known in advance.

    For the rounds see `all_rounds`. Each round has its table, seat, partner and opponents. A round that the
    player sits out has no table. A round before the player came or after they left is missing.
    """
    rounds = all_rounds(state)
    return {
        "title": title_of_places(state),
        "over": " · ".join(filter(None, [over(state), plan_ends(state) or about_rounds(state)])),
        "cards": [
            {
                "name": card.competitor.name(names),
                "stand_ins": "; ".join(stand_ins_in_words(card.competitor, names)),
                "has_partner": not card.competitor.is_pair,
                "rounds": [
                    _line_of_plan(state, number, card, names)
                    for number in sorted({*card.sat_out, *(line.round_number for line in card.rounds)})
                ],
            }
            for card in _plans_of(state, rounds, names)
        ],
    }


def _plans_of(state: EventState, rounds: Sequence[SeatedRound], names: Names) -> list[ScoreCard]:
    seats = [score_cards.seats_of_round(seated) for seated in rounds]
    own = score_cards.score_cards(seats)
    cards = [*own.values()]
    if state.competes_as_pairs:
        cards = score_cards.cards_of_pairs(seats, own, state.wishes_named("partner"))
    return sorted(cards, key=lambda card: place_in_list(card.competitor.name(names)))


def plan_slips(state: EventState, names: Names) -> dict[str, Any]:
    """Return the result slips of all rounds of a movement known in advance, see `all_rounds`."""
    return event_cards.slips(state, all_rounds(state), names)


def _line_of_plan(state: EventState, number: int, card: ScoreCard, names: Names) -> dict[str, Any]:
    line = next((line for line in card.rounds if line.round_number == number), None)
    if line is None:
        return {"round": number, "table": None}
    return {
        "round": number,
        "table": line.table,
        "seat": event_cards.seats_in_words(card.competitor, line),
        "partner": "" if line.partner is None else names[line.partner],
        "opponents": (PAIR_SIGN if card.competitor.is_pair else ", ").join(
            names[player] for player in state.as_named(line.adversaries)
        ),
    }


def _by_player(state: EventState, rounds: Sequence[SeatedRound], names: Names) -> list[dict[str, Any]]:
    cards = _plans_of(state, rounds, names)
    numbers = [seated.number for seated in rounds]
    parts = [numbers[first : first + ROUNDS_ACROSS] for first in range(0, len(numbers), ROUNDS_ACROSS)]
    return [
        {
            "rounds": part,
            "players": [
                {
                    "name": card.competitor.name(names),
                    "places": [
                        (line["table"], line["seat"]) if line["table"] else None
                        for line in (_line_of_plan(state, number, card, names) for number in part)
                    ],
                }
                for card in cards
            ],
        }
        for part in parts
    ]


def _by_table(rounds: Sequence[SeatedRound], names: Names) -> list[dict[str, Any]]:
    tables: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for seated in rounds:
        for table in seated.tables:
            players = [names[player] for player in table.players]
            tables[table.number].append({"round": seated.number, "players": players})
    sitting_out = [
        {"round": seated.number, "players": [breakable(names[player]) for player in seated.sitting_out]}
        for seated in rounds
        if seated.sitting_out
    ]
    return [
        *(
            {"number": number, "seats": max(len(line["players"]) for line in lines), "rounds": lines}
            for number, lines in sorted(tables.items())
        ),
        *([{"number": None, "seats": 0, "rounds": sitting_out}] if sitting_out else ()),
    ]


def late_tables(state: EventState, played: EventRound, names: Names) -> dict[str, Any]:
    """Return the tables that delay the end of a round, each with its players and the reasons."""
    waits: defaultdict[int, list[str]] = defaultdict(list)
    for blocker in played.life.blockers:
        why = translated(blocker.why)
        waits[blocker.table].append(named(why, player=names.__getitem__))
    tables = [
        {
            "number": table.number,
            "players": [names[player] for player in table.players],
            "why": waits[table.number],
        }
        for table in played.tables
        if table.number in waits
    ]
    says = gettext("The bell has rung.") if played.bell else gettext("The bell has not rung yet.")
    if tables:
        waiting = ngettext(
            "The round waits for %(count)s table.", "The round waits for %(count)s tables.", len(tables)
        )
        says += " " + waiting % {"count": len(tables)}
    else:
        says += " " + gettext("Every table is in.")
    return {
        "title": " · ".join((gettext("Late tables"), round_of(state, played.number))),
        "over": over(state),
        "says": says,
        "footer": state.event.name,
        "tables": tables,
    }


FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
"""Unicode characters to put around a name, so that its writing direction does not change the sentence's."""


def result_list(state: EventState, names: Names, says: str, *, is_final: bool) -> dict[str, Any]:
    """Return the standings and prizes.

    ``says`` is a text on the stage of the results, such as "Final results, edition 1".
    """
    settings, board, game = state.settings, state.board, state.terms.game
    ranked = [line.competitor for line in board.standings] if state.rounds else state.entered
    pairs = sum(competitor.is_pair for competitor in ranked)
    persons = len(ranked) - pairs
    competitors = [ngettext("%(n)s pair", "%(n)s pairs", pairs) % {"n": pairs}] if pairs else []
    if persons or not pairs:
        competitors.append(ngettext("%(n)s player", "%(n)s players", persons) % {"n": persons})
    rounds = ngettext("%(n)s round", "%(n)s rounds", settings.rounds) % {"n": settings.rounds}
    about = about_rounds(state).rstrip(".")
    if state.is_cut_short:
        rounds = translated(state.progress)
    told = filter(None, [rounds, about] if state.is_over else [about or rounds])
    played = [translated(state.game_name), translated(settings.evening.name)]
    under, at_three = [*played, *competitors, *told, state.law_set.title], state.law_set_at_three
    if at_three not in (None, state.law_set):
        under.append(gettext("tables of three: %(law_set)s") % {"law_set": at_three.title})
    return {
        "title": state.event.name,
        "over": over(state),
        "under": " · ".join(under),
        "state": says,
        "footer": f"{state.event.name} · {says}",
        "prizes_title": _prizes_title(state, is_final=is_final),
        "ranked_by": ", ".join(
            in_game(CRITERIA[criterion], game, settings.evening) for criterion in settings.tie_breaks
        ),
        "competitor": competitor_title(state.competitors),
        "about_sitting_out": "" if (sat := state.about_sitting_out) is None else translated(sat),
        "has_stars": settings.moves_winners_up,
        "sweeps": capfirst(translated(game.sweeps)),
        "awards": [_award(award, settings, names, game) for award in board.awards],
        "standings": [
            _line(line, names, game, settings.evening)
            | {
                "notes": "; ".join(
                    notes_on(line, names, state.rounds_as_totals.get(line.competitor, 0), len(state.rounds))
                )
            }
            for line in board.standings
        ],
        "why_not_counted": "" if (why := settings.why_not_counted()) is None else translated(why),
        "seed": state.event.seed if state.rounds else "",
    }


def _prizes_title(state: EventState, *, is_final: bool) -> str:
    if is_final:
        return gettext("Prizes")
    return gettext("Provisional prizes") if state.is_over else gettext("Prizes as things stand")


def _award(award: Award, settings: EventSettings, names: Names, game: GameKind) -> dict[str, Any]:
    return {
        "prize": in_game(PRIZES[award.prize], game, settings.evening),
        "on_list": None if award.on_list is None else breakable(settings.lists[award.on_list]),
        "names": [winner.name(names) for winner in award.winners],
        "is_open": bool(award.tied),
        "value": None if award.value is None or not award.players else plain(award.value),
        "why": _named(award.why, names),
    }


def _named(sentence: Sentence, names: Names) -> str:
    def name_of(player: int) -> str:
        return f"{FIRST_STRONG_ISOLATE}{breakable(names[player])}{POP_ISOLATE}"

    return translated(named(sentence, player=name_of))


def _line(line: RankLine, names: Names, game: GameKind, evening: EveningKind) -> dict[str, Any]:
    figures = line._asdict()
    del figures["competitor"]
    return figures | {
        "name": line.competitor.name(names),
        "points": plain(line.points),
        "best_round": None if line.best_round is None else plain(line.best_round),
        "decided_by": None if line.decided_by is None else in_game(CRITERIA[line.decided_by], game, evening),
    }
