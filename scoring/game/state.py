"""The state of a game after its deals: the running score, the winner, and who deals next.

The state is computed from the deals, so a correction needs no code of its own. :func:`difference` compares
two states of the same game, such as before and after a ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from laws.domain.errors import InvalidInput, fields_renamed
from laws.domain.lawset import LawSet
from laws.domain.sentences import _, in_a_row
from scoring.game import explanation
from scoring.game.deal import DISCARDS, DealRecord
from scoring.game.deal_scoring import result_of
from scoring.game.explanation import ExplanationLine, resting_on
from scoring.game.games.family import GameKind
from scoring.game.references import seat_inside
from scoring.game.rules import rules_of
from scoring.game.score import Score, score_of
from scoring.game.seating import CalledSides, PerSide, figures


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal of a game with its score. A deal after the game was won is not counted and scores nothing."""

    deal: DealRecord
    score: Score
    counted: bool

    @property
    def points(self) -> PerSide[int]:
        """Return the points of each side of the table.

        With a called partner, everybody plays alone at the table, and each player has the points of their
        side of the deal.
        """
        points, sides = self.score.points, self.score.rules.for_deal(self.deal).seating
        if not isinstance(sides, CalledSides):
            return points
        return figures(tuple(points[sides.side_of(seat)] for seat in sides.seats()))

    @property
    def swept_by(self) -> tuple[int, ...]:
        """Return the sides of the table that took every point that is won in tricks.

        Empty if no side did, and for a deal that is void or not counted.

        Points outside the tricks, such as a gift, are ignored, and so are rulings and penalties. With
        a called partner, all players of one side of the deal sweep together.

        If the record has only totals, a side swept if no other side has points, and the side has at least as
        many points as can be won in tricks.
        """
        deal, rules = self.deal, self.score.rules.for_deal(self.deal)
        if self.score.new_deal or not self.counted or deal.maker is None:
            return ()
        in_tricks = [name for name in rules.worth if name not in rules.game.awards]
        if self.score.won is not None:
            to_discards = rules.seating.side_of(deal.maker) if rules.discard_points_to == "maker" else None
            takers = {self.score.won.get(name) for name in in_tricks}
            swept = {to_discards if taker == DISCARDS else taker for taker in takers}
        else:
            assert deal.points is not None, "it was played, and who won each point is unknown"
            needed = max(1, sum(rules.worth[name] for name in in_tricks))
            total = sum(deal.points.values)
            swept = {
                side if points == total >= needed else None for side, points in deal.points.items() if points
            }
        if len(swept) != 1 or not isinstance(side := swept.pop(), int):
            return ()
        if not isinstance(rules.seating, CalledSides):
            return (side,)
        return tuple(rules.seating.seats_of(side))


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game after its deals. ``to_go`` is how many points each side still needs, at least 0.

    ``winner`` is a side, or a tuple of sides that divide the stake. ``won_at`` is the number of the deal that
    won the game, counted from 1. Both are None while the game goes on. ``next_dealer`` is the seat that would
    deal next, even if the game is over.
    """

    game: GameKind
    entries: tuple[ScoredDeal, ...]
    score: PerSide[int]
    to_go: PerSide[int]
    winner: int | tuple[int, ...] | None
    won_at: int | None
    next_dealer: int

    @property
    def over(self) -> bool:
        return self.winner is not None


@dataclass(frozen=True, slots=True)
class NextDealer:
    """Who deals first in the next game: the ``allowed`` seats, the ``default`` seat, and the reason ``why``.

    ``default`` is None if the players must cut for the deal.
    """

    allowed: tuple[int, ...]
    default: int | None
    why: ExplanationLine


def game_state(
    deals: Sequence[DealRecord],
    law_set: LawSet,
    game: GameKind,
    first_dealer: int,
    start: GameState | None = None,
    *,
    edited: int = 0,
) -> GameState:
    """Return the state of a game after ``deals``. ``start`` is the state before these deals, if there is one.

    The deal passes to the left. After a redeal the same player deals. After any other void deal, the law set
    or a ruling decides who deals. Deals after the end of the game are kept, but not counted.

    Raises InvalidInput if a deal cannot be scored. The field begins with "deal." for the deal with the number
    ``edited``, which the user is editing, and with "deals.N." for any other deal.
    """
    rules = rules_of(law_set, game)
    running = PerSide.filled(game.seating.side_count, rules.starting_score)
    winner: int | tuple[int, ...] | None = None
    won_at: int | None = None
    next_dealer = first_dealer
    entries: list[ScoredDeal] = []
    if start is not None:
        running, winner, won_at, next_dealer = start.score, start.winner, start.won_at, start.next_dealer
        entries.extend(start.entries)
    for number, deal in enumerate(deals, len(entries) + 1):
        with fields_renamed("deal.", "deal." if number == edited else f"deals.{number}."):
            result = result_of(deal, rules)
            if winner is None:
                entry = ScoredDeal(deal, score_of(result, running, rules), counted=True)
            else:
                result.scored, result.begun_with = PerSide.filled(game.seating.side_count, 0), None
                result.is_void, is_void = True, result.is_void
                result.notes.append(("=game_score", explanation.not_counted, ()))
                alone = replace(score_of(result, running, rules), new_deal=is_void)
                entry = ScoredDeal(deal, alone, counted=False)
        entries.append(entry)
        running = entry.score.after
        if winner is None and entry.score.winner is not None:
            winner, won_at = entry.score.winner, number
        next_dealer = entry.score.next_dealer
    to_go = figures(tuple(max(0, rules.game_score - standing) for standing in running))
    return GameState(game, tuple(entries), running, to_go, winner, won_at, next_dealer)


def next_game_dealer(state: GameState, law_set: LawSet, election: int | None = None) -> NextDealer:
    """Return who deals first in the next game. The law set decides:

    - The deal passes on to the left.
    - The players cut anew.
    - The losers choose among themselves. If they do not, the loser whose turn comes first deals.

    ``election`` is the seat that was chosen. Raises InvalidInput under "dealer" for a seat that may not deal.
    """
    seating, law_set = state.game.seating, law_set.for_game(state.game.slug)
    turns = seating.in_turn(state.next_dealer)
    rule = law_set.choice("next_game_dealer")
    default: int | None = turns[0]
    allowed, text = turns[:1], _("The deal passes on to the left: {seat}.", seat=seat_inside(turns[0]))
    if rule == "new-cut":
        allowed, default = tuple(seating.seats()), None
        text = _("The players cut anew for the first deal.")
    elif rule == "loser-option" and state.winner is not None:
        winners = (state.winner,) if isinstance(state.winner, int) else state.winner
        losers = tuple(seat for seat in turns if seating.side_of(seat) not in winners) or turns
        allowed, default = tuple(sorted(losers)), losers[0]
        text = _(
            "The losers have the option of the first deal: {seat}, unless they choose otherwise.",
            seat=seat_inside(losers[0]),
        )
    choice = NextDealer(allowed, default, resting_on(text, law_set, "next_game_dealer"))
    if election is None:
        return choice
    if election not in choice.allowed:
        seats = in_a_row([seat_inside(seat) for seat in choice.allowed])
        reason = _("{seat} may not deal first; {seats} may.", seat=seat_inside(election), seats=seats)
        raise InvalidInput({"dealer": reason}, law=choice.why.law)
    return replace(choice, default=election)


GameChange = Literal["same", "ends", "goes-on", "other-winner"]


@dataclass(frozen=True, slots=True)
class GameDifference:
    """How a deal and its game differ between two states. Deals are given by their index from 0.

    - ``scored``, ``score``, ``next_dealer``: a pair of the values before and after.
    - ``is_void``: afterwards the deal does not count and is dealt anew.
    - ``winner``: the winner afterwards; None if the game then goes on.
    - ``later``: the later deals that score differently.
    - ``dropped``, ``restored``: the deals that no longer count, and the deals that count again.
    - ``ends_at``: the deal that won the game, as a pair of the values before and after. A value is None if
      the game goes on.
    """

    scored: tuple[PerSide[int], PerSide[int]]
    score: tuple[PerSide[int], PerSide[int]]
    next_dealer: tuple[int, int]
    game: GameChange
    is_void: bool
    later: tuple[int, ...]
    dropped: tuple[int, ...]
    restored: tuple[int, ...]
    ends_at: tuple[int | None, int | None]
    winner: int | tuple[int, ...] | None

    @property
    def changes_dealer(self) -> bool:
        before, after = self.next_dealer
        return before != after


def difference(before: GameState, after: GameState, index: int) -> GameDifference:
    """Return how two states of the same game differ, for the deal at ``index`` and for the other deals."""
    ours, theirs = before.entries[index], after.entries[index]
    pairs = list(enumerate(zip(before.entries, after.entries, strict=True)))
    return GameDifference(
        scored=(ours.score.scored, theirs.score.scored),
        score=(before.score, after.score),
        next_dealer=(before.next_dealer, after.next_dealer),
        game=_game(before, after),
        is_void=theirs.score.new_deal,
        later=tuple(
            place
            for place, (was, becomes) in pairs
            if place > index and was.counted == becomes.counted and _scored(was) != _scored(becomes)
        ),
        dropped=tuple(place for place, (was, becomes) in pairs if was.counted and not becomes.counted),
        restored=tuple(place for place, (was, becomes) in pairs if becomes.counted and not was.counted),
        ends_at=(_place(before.won_at), _place(after.won_at)),
        winner=after.winner,
    )


def _scored(entry: ScoredDeal) -> tuple[object, ...]:
    return (entry.score.scored, entry.score.new_deal)


def _place(number: int | None) -> int | None:
    return None if number is None else number - 1


def _game(before: GameState, after: GameState) -> GameChange:
    if before.over and after.over:
        return "same" if before.winner == after.winner else "other-winner"
    if after.over:
        return "ends"
    return "goes-on" if before.over else "same"
