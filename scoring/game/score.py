"""The score of a deal under a law set: what each side took, what it scores, who is out, and why.

Three figures are told apart: the *points* a side took, what it *scored* for the deal, and its *running score*
``before`` and ``after``. The course of a whole game is in :mod:`scoring.game.state`. Reading what was sent
is not done here: a deal comes from :mod:`scoring.game.notation`, where it has been checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from scoring.domain.counting import first_out
from scoring.domain.disputes.values import Found
from scoring.domain.side_words import inside, worded
from scoring.game import explanation as explain
from scoring.game.deal import Deal, Taker
from scoring.game.explanation import CITED_ONLY, Line, Note, is_law
from scoring.game.games.family import Game
from scoring.game.reckoning import Reckoning, reckoned
from scoring.game.rules import Rules, rules_of
from scoring.game.seating import PerSide, Seating, figures


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal scores, with its explanation.

    ``points`` are those counted for each side, the discards and whatever a penalty moved included; ``dead``
    those that counted for nobody. ``bid`` is the bid in force, 0 where nobody bid and nothing could fail;
    ``bid_made`` says whether the points reached it, None where there was none to reach or it was waived.
    ``scored`` is always ``after`` less ``before``. ``winner`` is a side, several where a stake is divided, or
    None; ``counted_out`` the point with which the winner went out where the order decided. ``new_deal`` tells
    that the deal is void. ``won`` is who took each point, before any penalty. ``revision`` is that of the law
    set, of which ``law_set`` has the figures of the game.
    """

    points: PerSide[int]
    dead: int
    bid: int
    bid_made: bool | None
    scored: PerSide[int]
    before: PerSide[int]
    after: PerSide[int]
    winner: int | tuple[int, ...] | None
    counted_out: str | None
    next_dealer: int
    new_deal: bool
    won: Mapping[str, Taker] | None
    trick_winners: tuple[int, ...] | None
    irregularities: tuple[Found, ...]
    revision: str
    law_set: LawSet = field(repr=False)
    seating: Seating = field(repr=False)
    notes: tuple[Note, ...] = field(repr=False)

    @property
    def explanation(self) -> tuple[Line, ...]:
        """Return the arithmetic in sentences, each with the id of its law, in the order of the steps."""
        return tuple(
            Line(worded(sentence(*facts), self.seating), self._law_of(name))
            for name, sentence, facts in self.notes
        )

    @property
    def open_readings(self) -> tuple[str, ...]:
        """Return the parameters that the sources leave open and whose marked default decided something."""
        used = dict.fromkeys(name for name, _, _ in self.notes)
        return tuple(
            name
            for name in used
            if not name.startswith(CITED_ONLY) and not is_law(name) and self.law_set.is_open(name)
        )

    def _law_of(self, name: str) -> str:
        """Return the id of the law that a note cites: its own, or that of its parameter."""
        return name if is_law(name) else self.law_set.law(name.removeprefix(CITED_ONLY))


def score(deal: Deal, law_set: LawSet, game: Game, before: PerSide[int] | None = None) -> Score:
    """Return what a deal scores under a law set, on the running score ``before`` (default: a new game).

    The bid is compared with the points before anything is subtracted (Foster 1897, Cinch Laws, Scoring).
    Raises InvalidInput under "before" where the game is over already, under "deal.won" where the bare points
    do not decide, and under "deal.points", "deal.penalties.0.points" and the like where they cannot be.
    """
    rules = rules_of(law_set, game)
    if before is None:
        before = PerSide.filled(game.seating.side_count, rules.starting_score)
    else:
        check_before(before, rules)
    return settled(deal, reckoned(deal, rules, game), before, rules)


def check_before(before: PerSide[int], rules: Rules) -> None:
    """Raise InvalidInput where a side has already reached the game."""
    if max(before.values) >= rules.game_score and not rules.is_played_out:
        over = [side for side, standing in before.items() if standing >= rules.game_score]
        reason = _(
            "the game is over: {side} already has {score}, and {target} is game.",
            side=inside(over[0]),
            score=before[over[0]],
            target=rules.game_score,
        )
        raise InvalidInput({"before": worded(reason, rules.seating)}, law=rules.law_set.law("game_score"))


def settled(deal: Deal, reckoning: Reckoning, before: PerSide[int], rules: Rules) -> Score:
    """Return the score of a reckoned deal on top of a running score: who stands where, and who is out."""
    notes = reckoning.notes
    scored = reckoning.scored
    after = figures(tuple(map(int.__add__, before.values, scored.values)))
    winner: int | tuple[int, ...] | None = None
    counted_out: str | None = None
    if not reckoning.is_void:
        if min(after.values) < 0:
            after = _kept_above_the_floor(before, after, rules, notes)
            scored = PerSide(tuple(map(int.__sub__, after.values, before.values)))
        if reckoning.short:
            after = _stopped_short(before, after, reckoning.short, rules)
            scored = PerSide(tuple(map(int.__sub__, after.values, before.values)))
        notes.append(("game_score", explain.running, (after.values, rules.game_score)))
        if max(after.values) >= rules.game_score and not rules.is_played_out:
            winner, counted_out = _winner(reckoning, before, scored, after, rules)
    return Score(
        points=reckoning.points,
        dead=reckoning.dead,
        bid=reckoning.bid,
        bid_made=reckoning.bid_made,
        scored=scored,
        before=before,
        after=after,
        winner=winner,
        counted_out=counted_out,
        next_dealer=reckoning.next_dealer,
        new_deal=reckoning.is_void,
        won=reckoning.won,
        trick_winners=reckoning.trick_winners,
        irregularities=reckoning.irregularities,
        revision=rules.revision,
        law_set=rules.law_set,
        seating=rules.seating,
        notes=tuple(notes),
    )


def _kept_above_the_floor(
    before: PerSide[int], after: PerSide[int], rules: Rules, notes: list[Note]
) -> PerSide[int]:
    """Return the running score with no side driven below the floor, where there is one."""
    floor = rules.score_floor
    kept = list(after.values)
    for side, standing in after.items():
        if standing >= 0 or standing >= before[side]:
            continue
        if floor is None:
            notes.append(("score_floor", explain.below_nothing, (side, standing)))
        elif standing < floor:
            kept[side - 1] = min(before[side], floor)
            notes.append(("score_floor", explain.floored, (side, floor)))
    return PerSide(tuple(kept))


def _stopped_short(
    before: PerSide[int], after: PerSide[int], short: frozenset[int], rules: Rules
) -> PerSide[int]:
    """Return the running score with none of the ``short`` sides past one less than the game."""
    most = rules.game_score - 1
    return PerSide(
        tuple(
            max(before[side], min(standing, most)) if side in short else standing
            for side, standing in after.items()
        )
    )


def _winner(
    reckoning: Reckoning, before: PerSide[int], scored: PerSide[int], after: PerSide[int], rules: Rules
) -> tuple[int | tuple[int, ...], str | None]:
    """Return who wins the game, by the rule of counting out where several sides reach it.

    Where the law set needs no such rule and parameters chosen in its place need one, the order decides.
    """
    notes = reckoning.notes
    reached = [side for side, standing in after.items() if standing >= rules.game_score]
    if len(reached) == 1:
        notes.append(("game_score", explain.won_game, (reached[0], rules.game_score)))
        return reached[0], None
    if rules.counting_out == "divide-stake":
        notes.append(("counting_out", explain.stake_divided, (tuple(reached),)))
        return tuple(reached), None
    if rules.counting_out == "maker-first" and reckoning.maker_side in reached:
        notes.append(("counting_out", explain.maker_out, (reckoning.maker_side,)))
        return reckoning.maker_side, None
    winner, name = first_out(reached, before, scored, reckoning.owners, reckoning.points, rules)
    if isinstance(winner, tuple):
        notes.append(("counting_order", explain.stake_divided, (winner,)))
        return winner, None
    notes.append(("counting_order", explain.counted_out, (winner, name, rules.game_score)))
    return winner, name
