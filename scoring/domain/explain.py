"""The arithmetic of a deal in words: each step a sentence with the law it rests on.

While a deal is scored, a step is kept as a :data:`Note`, which costs nearly nothing; the sentence is made
only when somebody reads it. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Note = tuple[str, Callable[..., str], tuple[Any, ...]]
"""A parameter of the law set, the function below that says what it led to, and that function's arguments."""

CITED_ONLY = "="
"""Put before a parameter's name in a note: its law is cited, but its value decided nothing."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the arithmetic in words, and the id of the law it rests on."""

    text: str
    law: str


def in_figures(count: int) -> str:
    """Return a number of points: "1 point", "9 points"."""
    return f"{count} point" if abs(count) == 1 else f"{count} points"


def in_words(name: str) -> str:
    """Return a point's name as it stands in a sentence: "right pedro"."""
    return name.replace("-", " ")


def in_a_row(parts: Sequence[str]) -> str:
    """Return the parts as a list in a sentence: "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _named(names: Sequence[str]) -> str:
    """Return points by name in a sentence: "right pedro and left pedro"."""
    return in_a_row([in_words(name) for name in names])


def _word(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _each(values: Sequence[int], verb: str) -> str:
    """Return what each side does: "side 1 took 5 and side 2 9"."""
    parts = [
        f"side {side} {verb} {value}" if side == 1 else f"side {side} {value}"
        for side, value in enumerate(values, 1)
    ]
    return in_a_row(parts)


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def taken(points: Sequence[int]) -> str:
    """Say what each side took."""
    return _capital(_each(points, "took")) + "."


def dead(count: int) -> str:
    """Say how many points were out of play."""
    return (
        f"{in_figures(count)} {'was' if count == 1 else 'were'} out of play and {_counts(count)} for nobody."
    )


def found_in_discards(names: Sequence[str], side: int) -> str:
    """Say which points the discards gave the maker's side."""
    counts = _counts(len(names))
    return f"The {_named(names)} lay among the discards and {counts} for side {side}, the maker's."


def discards_dead(names: Sequence[str]) -> str:
    """Say which points died among the discards."""
    return f"The {_named(names)} lay among the discards and {_counts(len(names))} for nobody."


def discards_count(count: int) -> str:
    """Say that the discards help the bid."""
    return f"The {in_figures(count)} from the discards count for the bid."


def discards_apart(side: int, count: int, counted: int) -> str:
    """Say that the discards do not help the bid."""
    without = f"side {side} has {counted} without those {count}"
    return f"Points from the discards do not help to make a bid: {without}."


def _counts(count: int) -> str:
    return "counts" if count == 1 else "count"


def nobody_bid(seat: int) -> str:
    """Say that the dealer named trump without a bid."""
    return f"Nobody bid: the dealer, seat {seat}, named the trump, and there is no bid to fail."


def forced_bid(seat: int, bid: int) -> str:
    """Say that the dealer was forced to bid."""
    return f"Nobody bid: the dealer, seat {seat}, was forced to bid {bid}."


def bid_made(side: int, bid: int, points: int) -> str:
    """Say that the bid was made; it is compared with the points before anything is deducted."""
    return f"Side {side} bid {bid} and took {points}: made."


def bid_failed(side: int, bid: int, points: int) -> str:
    """Say by how much the bid failed."""
    return f"Side {side} bid {bid} and took {points}: {_word(bid - points)} short."


def bid_waived(side: int) -> str:
    """Say that the bid is not held against the maker."""
    return f"The bid is waived: side {side} scores as if it had made it."


def difference(side: int, points: int, less: int) -> str:
    """Say who scores the difference."""
    return f"Side {side} took more and scores the difference: {points} less {less} is {points - less}."


def nothing_deducted(side: int, points: int) -> str:
    """Say that a side scores all it made because the other cannot score."""
    return f"Side {side} scores all it made, {points}, with nothing deducted."


def own_points(points: Sequence[int]) -> str:
    """Say that each side scores its own."""
    return f"Each side scores what it made: {_each(points, 'scores')}."


def tie_no_score(points: int) -> str:
    """Say that nobody scores on a tie."""
    return f"Both sides took {points}: nobody scores."


def tie_each_own(points: int) -> str:
    """Say that each scores its own on a tie."""
    return f"Both sides took {points}, and each scores them."


def adversaries_add_bid(maker: int, side: int, points: int, bid: int) -> str:
    """Say that the adversaries score their points and the bid."""
    return f"Side {maker} scores nothing; side {side} scores its {points} and the {bid} bid: {points + bid}."


def total_and_gap(maker: int, side: int, total: int, gap: int) -> str:
    """Say that the adversaries score the whole deal and what was missing."""
    return f"Side {maker} scores nothing; side {side} scores {total} and the {gap} missing: {total + gap}."


def set_back(maker: int, bid: int) -> str:
    """Say that the maker's side is set back the bid."""
    return f"Side {maker} scores nothing and is set back the {bid} bid."


def others_own(side: int, points: int) -> str:
    """Say that an adversary scores its own."""
    return f"Side {side} scores the {points} it made."


def below_minimum(side: int, points: int, minimum: int) -> str:
    """Say that the maker's side made too little to score at all."""
    return f"Side {side} took {points}, and with fewer than {minimum} it scores nothing, whatever it bid."


def side_cannot_score(side: int, why: str) -> str:
    """Say that a side scores nothing, and why."""
    return f"{why}: side {side} scores nothing on this deal."


def bid_added(side: int, bid: int) -> str:
    """Say that the bid is added for a revoke by the maker's side."""
    return f"The revoke costs the maker's side the bid as well: side {side} adds {bid}."


def bid_not_added() -> str:
    """Say that the bid is not added for a revoke by the maker's side."""
    return "The points taken reach the bid, so the bid is not added for the revoke."


def set_back_for(side: int, amount: int, why: str) -> str:
    """Say that a side is set back, and why."""
    return f"{why}: side {side} is set back {amount}."


def to_maker(names: Sequence[str] | None, side: int, maker: int, count: int, why: str) -> str:
    """Say which points go to the maker."""
    if side == maker:
        return f"{why}: the points would go to the maker's side, which has them already."
    what = f"the {_named(names)}" if names else in_figures(count)
    return (
        f"{why}: {what} taken by side {side} {'go' if count != 1 else 'goes'} to side {maker}, the maker's."
    )


def revoke_scope(seat: int, side: int, by_player: bool) -> str:
    """Say whose tricks a revoke costs."""
    whose = f"tricks won by seat {seat} alone" if by_player else f"all tricks of side {side}"
    return f"The revoke costs the points in {whose}."


def moved_count(count: int) -> str:
    """Say that points given for a revoke help the bid."""
    return f"The {in_figures(count)} given for the revoke count for the bid."


def moved_apart(side: int, count: int, counted: int) -> str:
    """Say that points given for a revoke do not help the bid."""
    without = f"side {side} has {counted} without those {count}"
    return f"Points given for a revoke do not help to make a bid: {without}."


def awarded(names: Sequence[str], side: int, why: str) -> str:
    """Say which points a side is awarded."""
    return f"{why}: the {_named(names)} {_counts(len(names))} for side {side}."


def no_penalty(why: str) -> str:
    """Say that nothing follows."""
    return f"{why}: no penalty."


def both_revoked() -> str:
    """Say that both sides revoked."""
    return "Both sides revoked: neither scores, and the bid is not waived."


def misdealt(seat: int, following: int) -> str:
    """Say who deals after a misdeal."""
    return f"Seat {seat} misdealt: nothing is scored, and seat {following} deals."


def dealt_again(seat: int) -> str:
    """Say that the same dealer deals again."""
    return f"The cards are dealt again by seat {seat}: nothing is scored."


def deal_void(why: str, following: int) -> str:
    """Say that the deal is void."""
    return f"{why}: the deal is void, nothing is scored, and seat {following} deals."


def floored(side: int, floor: int) -> str:
    """Say that a score does not fall any lower."""
    return f"Side {side} cannot fall below {floor}."


def below_nothing(side: int, score: int) -> str:
    """Say that a running score is below nothing."""
    return f"Nothing stops a score from falling below 0: side {side} stands at {score}."


def running(after: Sequence[int], game_score: int) -> str:
    """Say how the game stands."""
    return f"{_capital(_each(after, 'now has'))}, of {game_score}."


def won_game(side: int, game_score: int) -> str:
    """Say that a side won the game."""
    return f"Side {side} has reached {game_score} and wins the game."


def counted_out(side: int, name: str | None, game_score: int) -> str:
    """Say who went out first when several sides could."""
    reason = f"with the {in_words(name)}" if name else "in whatever order the points were won"
    return f"Counted out in order, side {side} reaches {game_score} first, {reason}, and wins the game."


def maker_out(side: int) -> str:
    """Say that the maker's side goes out first."""
    return f"Side {side} made its bid and goes out first: it wins the game."


def stake_divided(sides: Sequence[int]) -> str:
    """Say that the stake is divided."""
    return f"{_capital(in_a_row([f'side {side}' for side in sides]))} are out together and divide the stake."


def not_counted() -> str:
    """Say that the game was over before this deal."""
    return "The game had been won before this deal: it does not count."


def each_revoke_alone() -> str:
    """Say that both sides revoked and each revoke is dealt with by itself."""
    return "Both sides revoked: each revoke is dealt with by itself."
