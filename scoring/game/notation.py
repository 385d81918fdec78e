"""How deals, running scores and a request for a score are written: from JSON, and as JSON again.

Reading is strict and tells every problem at once, by field ("deal.tricks.2.1"). What a deal scores is not
worked out here. The fields of a deal are read in :mod:`scoring.game.deal_notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from laws.domain.errors import InvalidInput, quote
from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from scoring.game.card_notation import format_cards
from scoring.game.deal import DealRecord
from scoring.game.deal_notation import DEAL_FIELDS, DealReader, format_penalty
from scoring.game.games import GAMES, GameKind
from scoring.game.reading import FARTHEST_SCORE, Problems
from scoring.game.rules import rules_of
from scoring.game.score import Score, check_before
from scoring.game.seating import PerSide, TableSeats

MOST_PLAYERS = 8
_YES_NO: Mapping[str, bool] = {"yes": True, "no": False}
REQUEST_FIELDS = ("law_set", "game", "players", "parameters", "variations", "before", "deal")


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """What a score was asked for: a deal of a game under a law set, on top of a running score."""

    law_set: LawSet
    game: GameKind
    before: PerSide[int] | None
    deal: DealRecord


def parse_deal(payload: object, game: GameKind, law_set: LawSet, path: str = "deal") -> DealRecord:
    """Return the deal that was sent, checked against the game and the law set.

    Raises InvalidInput with every problem found, under ``path``: fields that are unknown, missing or of the
    wrong kind, figures out of range, bids that do not rise, points that do not add up, cards that cannot be.
    """
    rules = rules_of(law_set, game)
    problems = Problems()
    fields = problems.record(payload, path, DEAL_FIELDS)
    deal = DealReader(fields, path, rules, problems).deal() if fields is not None else None
    problems.settle()
    return cast(DealRecord, deal)


def format_deal(deal: DealRecord) -> dict[str, object]:
    """Return the deal in canonical form: equal deals give equal forms, and parsing gives the deal back."""
    written: dict[str, object] = {"dealer": deal.dealer}
    if deal.misdeal is not None:
        return written | {"misdeal": deal.misdeal}
    written |= {"maker": deal.maker, "bid": deal.bid}
    if deal.bids is not None:
        written["bids"] = [list(bid) for bid in deal.bids]
    if deal.bidding is not None:
        written["bidding"] = [list(bid) for bid in deal.bidding]
    if deal.trump is not None:
        written["trump"] = deal.trump
    if deal.points is not None:
        written["points"] = list(deal.points.values)
    if deal.won is not None:
        written["won"] = dict(deal.won)
    if deal.cards is not None:
        written |= format_cards(deal.cards)
    if deal.penalties:
        written["penalties"] = [format_penalty(penalty) for penalty in deal.penalties]
    return written


def parse_before(value: object, seating: TableSeats, path: str = "before") -> PerSide[int]:
    """Return the running score that was sent, one whole number for each side. Raises InvalidInput."""
    problems = Problems()
    before = problems.per_side(value, path, seating, -FARTHEST_SCORE, FARTHEST_SCORE)
    problems.settle()
    return cast(PerSide[int], before)


def score_request(payload: object, find_law_set: Callable[[str], LawSet]) -> ScoreRequest:
    """Return the request for a score that was sent.

    ``find_law_set`` returns a law set by its slug or raises InvalidInput. Raises InvalidInput with every
    problem found; without a law set and a game the deal cannot be read, and only they are refused.
    """
    problems = Problems()
    fields = problems.record(payload, "", REQUEST_FIELDS)
    if fields is None:
        raise InvalidInput({"deal": _("an object with a law_set, a game and a deal is needed.")})
    game = _read_game(fields, problems)
    law_set = _read_law_set(fields, game, find_law_set, problems)
    before: PerSide[int] | None = None
    deal: DealRecord | None = None
    if game is not None and law_set is not None:
        with problems.gathered():
            rules = rules_of(law_set, game)
            with problems.gathered():
                if fields.get("before") is not None:
                    before = parse_before(fields["before"], game.seating)
                    check_before(before, rules)
            with problems.gathered():
                deal = parse_deal(fields.get("deal"), game, law_set)
    problems.settle()
    return ScoreRequest(cast(LawSet, law_set), cast(GameKind, game), before, cast(DealRecord, deal))


def score_answer(score: Score) -> dict[str, object]:
    """Return a score as JSON can hold it: the figures, what decided, and the explanation with its laws."""
    return {
        "law_set": score.rules.law_set.slug,
        "revision": score.rules.revision,
        "points": list(score.points.values),
        "dead": score.dead,
        "bid": score.bid,
        "bid_made": score.bid_made,
        "scored": list(score.scored.values),
        "before": list(score.before.values),
        "after": list(score.after.values),
        "winner": list(score.winner) if isinstance(score.winner, tuple) else score.winner,
        "counted_out": score.counted_out,
        "next_dealer": score.next_dealer,
        "new_deal": score.new_deal,
        "won": None if score.won is None else dict(score.won),
        "trick_winners": None if score.trick_winners is None else list(score.trick_winners),
        "irregularities": [
            {
                "trick": each.trick,
                "seat": each.seat,
                "incident": each.incident,
                "facts": {key: _YES_NO.get(value, value) for key, value in each.values.items()},
            }
            for each in score.irregularities
        ],
        "explanation": [{"text": line.text, "law": line.law} for line in score.explanation],
        "open_readings": list(score.open_readings),
    }


def _read_game(fields: Mapping[str, object], problems: Problems) -> GameKind | None:
    slug = problems.word(fields.get("game"), "game", GAMES, _("game"))
    players = fields.get("players")
    if slug is None:
        return None
    if players is None:
        return GAMES[slug]
    count = problems.integer(players, "players", 2, MOST_PLAYERS, _("the number of players"))
    if count is None:
        return None
    game = GAMES[slug].for_players(count)
    if game is None:
        accepted = ", ".join(str(form) for form, _ in GAMES[slug].forms)
        reason = _(
            "{title} is not scored for {count} players. Accepted: {accepted}.",
            title=GAMES[slug].title,
            count=count,
            accepted=accepted,
        )
        problems.add("players", reason)
    return game


def _read_law_set(
    fields: Mapping[str, object],
    game: GameKind | None,
    find_law_set: Callable[[str], LawSet],
    problems: Problems,
) -> LawSet | None:
    slug = fields.get("law_set")
    if not isinstance(slug, str):
        problems.add("law_set", _("the name of a law set is needed, not {slug}.", slug=quote(slug)))
        return None
    with problems.gathered():
        law_set = find_law_set(slug)
        choice = _parameters(fields, problems), _variations(fields, problems)
        return law_set.derive(*choice) if game is None else law_set.chosen_for(game.slug, *choice)
    return None


def _parameters(fields: Mapping[str, object], problems: Problems) -> dict[str, Any]:
    """Return the parameters sent in place of the law set's own; their values are checked by the law set."""
    parameters = fields.get("parameters")
    if parameters is None:
        return {}
    if not isinstance(parameters, dict):
        reason = _("an object of parameters is needed, not {given}.", given=quote(parameters))
        problems.add("parameters", reason)
        return {}
    return parameters


def _variations(fields: Mapping[str, object], problems: Problems) -> list[str]:
    variations = fields.get("variations")
    if variations is None:
        return []
    if not isinstance(variations, list) or not all(isinstance(slug, str) for slug in variations):
        problems.add("variations", _("a list of variations is needed, not {given}.", given=quote(variations)))
        return []
    return variations
