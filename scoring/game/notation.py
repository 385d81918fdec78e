"""Parse deals, running scores and score requests from JSON, and format deals and scores as JSON.

Parsing is strict and reports every problem by its field ("deal.tricks.2.1").
:mod:`scoring.game.deal_notation` parses the fields of a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from scoring.game.card_notation import format_cards
from scoring.game.cards import format_card
from scoring.game.deal import DealRecord
from scoring.game.deal_notation import DEAL_FIELDS, DealReader, format_penalty
from scoring.game.games import GAMES, GameKind
from scoring.game.parsing import FARTHEST_SCORE, Problems
from scoring.game.rules import rules_of
from scoring.game.score import Score, check_before
from scoring.game.seating import PerSide, TableSeats

_YES_NO: Mapping[str, bool] = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """A request to score a deal of a game under a law set, on top of a running score."""

    law_set: LawSet
    game: GameKind
    before: PerSide[int] | None
    deal: DealRecord


def parse_deal(payload: object, game: GameKind, law_set: LawSet, path: str = "deal") -> DealRecord:
    """Return the deal from JSON, checked against the game and the law set.

    Raises InvalidInput with every problem found, under ``path``. Examples are an unknown or missing field, a
    number out of range, bids that do not rise, points that do not add up and impossible cards. If the law set
    does not fit the game, raises InvalidInput as `rules_of` does.
    """
    rules = rules_of(law_set, game)
    problems = Problems()
    fields = problems.record(payload, path, DEAL_FIELDS)
    deal = DealReader(fields, path, rules, problems).deal() if fields is not None else None
    problems.settle()
    return cast(DealRecord, deal)


def format_deal(deal: DealRecord) -> dict[str, object]:
    """Return the deal as JSON, without the effects of rulings, which are not part of the record.

    Equal deals give equal JSON. Parsing the JSON returns the same record.
    """
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
    if deal.called is not None:
        written["called"] = deal.called
    if deal.called_card is not None:
        written["called_card"] = format_card(deal.called_card)
    if deal.is_alone:
        written["alone"] = True
    if deal.points is not None:
        written["points"] = list(deal.points.values)
    if deal.won is not None:
        written["won"] = dict(deal.won)
    if deal.pips is not None:
        written["pips"] = list(deal.pips.values)
    if deal.cards is not None:
        written |= format_cards(deal.cards)
    if deal.penalties:
        written["penalties"] = [format_penalty(penalty) for penalty in deal.penalties]
    return written


def parse_before(value: object, seating: TableSeats, path: str = "before") -> PerSide[int]:
    """Return the running score, one whole number per side. Raises InvalidInput under ``path``."""
    problems = Problems()
    before = problems.per_side(value, path, seating, -FARTHEST_SCORE, FARTHEST_SCORE)
    problems.settle()
    return cast(PerSide[int], before)


def score_request(
    *,
    find_law_set: Callable[[str], LawSet],
    law_set: str,
    game: str,
    deal: object,
    players: int | None = None,
    before: object = None,
    parameters: Mapping[str, Any] | None = None,
    variations: Sequence[str] | None = None,
) -> ScoreRequest:
    """Return the request for a score of ``deal``, on top of the running score ``before``.

    ``find_law_set`` returns a law set by its slug or raises InvalidInput. Raises InvalidInput with every
    problem found. If the law set or the game is wrong, the deal is not checked.
    """
    problems = Problems()
    kind = _game_for(game, players, problems)
    laws: LawSet | None = None
    score_before: PerSide[int] | None = None
    record: DealRecord | None = None
    with problems.gathered():
        book, choice = find_law_set(law_set), (parameters or {}, variations or ())
        laws = book.chosen_for(kind.slug, *choice) if kind else book.derive(*choice)
    if kind is not None and laws is not None:
        with problems.gathered():
            rules = rules_of(laws, kind)
            with problems.gathered():
                if before is not None:
                    score_before = parse_before(before, kind.seating)
                    check_before(score_before, rules)
            with problems.gathered():
                record = parse_deal(deal, kind, laws)
    problems.settle()
    return ScoreRequest(laws, cast(GameKind, kind), score_before, cast(DealRecord, record))


def score_answer(score: Score) -> dict[str, object]:
    """Return a score as JSON, with its explanation."""
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
                "trick": irregularity.trick,
                "seat": irregularity.seat,
                "incident": irregularity.incident,
                "facts": {key: _YES_NO.get(value, value) for key, value in irregularity.values.items()},
            }
            for irregularity in score.irregularities
        ],
        "explanation": [
            {"text": line.text, "law": line.law, "reading": line.reading} for line in score.explanation
        ],
        "open_readings": list(score.open_readings),
    }


def _game_for(slug: str, players: int | None, problems: Problems) -> GameKind | None:
    if problems.word(slug, "game", GAMES, _("game")) is None:
        return None
    if players is None:
        return GAMES[slug]
    game = GAMES[slug].for_players(players)
    if game is None:
        accepted = ", ".join(str(form) for form, _ in GAMES[slug].forms)
        reason = _(
            "{title} is not scored for {count} players. Accepted: {accepted}.",
            title=GAMES[slug].title,
            count=players,
            accepted=accepted,
        )
        problems.add("players", reason)
    return game
