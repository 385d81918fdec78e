"""The arithmetic of a deal in words: each step a sentence with the law it rests on.

While a deal is scored, a step is kept as a :data:`Note`, which costs nearly nothing; the sentence is made
only when somebody reads it. Nothing is computed here, and no language is chosen
(:mod:`laws.domain.sentences`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from laws.domain.sentences import Sentence, _, in_a_row, ngettext
from scoring.domain.side_words import at_start, inside

Note = tuple[str, Callable[..., Sentence], tuple[Any, ...]]
"""A parameter of the law set, or the id of a law that a ruling rests on; the function that says what it led
to, and that function's arguments."""

CITED_ONLY = "="
"""Put before a parameter's name in a note: its law is cited, but its value decided nothing."""

_NUMBERS = (
    *(_("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight")),
    *(_("nine"), _("ten")),
)

_POINTS = {
    "high": _("high"),
    "low": _("low"),
    "jack": _("jack"),
    "game": _("game"),
    "right-pedro": _("right pedro"),
    "left-pedro": _("left pedro"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the arithmetic in words, and the id of the law it rests on."""

    text: str
    law: str


def is_law(name: str) -> bool:
    """Tell whether a note names a law itself and no parameter.

    >>> is_law("a-book/revoke/penalty"), is_law("=game_score")
    (True, False)
    """
    return "/" in name


def in_figures(count: int) -> Sentence:
    """Return a number of points: "1 point", "9 points"."""
    return ngettext("{count} point", "{count} points", count)


def in_words(name: str) -> str:
    """Return a point's name as it stands in a sentence: "right pedro"."""
    return _POINTS.get(name) or name.replace("-", " ")


def named(names: Sequence[str]) -> str:
    """Return points by name in a sentence: "right pedro and left pedro"."""
    return in_a_row([in_words(name) for name in names])


def _word(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def taken(points: Sequence[int]) -> Sentence:
    """Say what each side took."""
    first = _("{side} took {points}", side=at_start(1), points=points[0])
    return _("{sides}.", sides=in_a_row([first, *_others(points)]))


def _others(values: Sequence[int]) -> list[Sentence]:
    """Return the sides after the first, each with its figure, for a list that began with the first one's."""
    return [_("{side} {figure}", side=inside(side), figure=figure) for side, figure in enumerate(values, 1)][
        1:
    ]


def dead(count: int) -> Sentence:
    """Say how many points were out of play."""
    return ngettext(
        "{count} point was out of play and counts for nobody.",
        "{count} points were out of play and count for nobody.",
        count,
    )


def found_in_discards(names: Sequence[str], side: int) -> Sentence:
    """Say which points the discards gave the maker's side."""
    return ngettext(
        "The {points} lay among the discards and counts for {side}, the maker's.",
        "The {points} lay among the discards and count for {side}, the maker's.",
        len(names), points=named(names), side=inside(side),
    )  # fmt: skip


def discards_dead(names: Sequence[str]) -> Sentence:
    """Say which points died among the discards."""
    return ngettext(
        "The {points} lay among the discards and counts for nobody.",
        "The {points} lay among the discards and count for nobody.",
        len(names), points=named(names),
    )  # fmt: skip


def discards_count(count: int) -> Sentence:
    """Say that the discards help the bid."""
    return ngettext(
        "The {count} point from the discards counts for the bid.",
        "The {count} points from the discards count for the bid.",
        count,
    )


def discards_apart(side: int, count: int, counted: int) -> Sentence:
    """Say that the discards do not help the bid."""
    without = _("{side} has {counted} without those {count}", side=inside(side), counted=counted, count=count)
    return _("Points from the discards do not help to make a bid: {without}.", without=without)


def nobody_bid(seat: int) -> Sentence:
    """Say that the dealer named trump without a bid."""
    return _("Nobody bid: the dealer, seat {seat}, named the trump, and there is no bid to fail.", seat=seat)


def forced_bid(seat: int, bid: int) -> Sentence:
    """Say that the dealer was forced to bid."""
    return _("Nobody bid: the dealer, seat {seat}, was forced to bid {bid}.", seat=seat, bid=bid)


def bid_made(side: int, bid: int, points: int) -> Sentence:
    """Say that the bid was made; it is compared with the points before anything is deducted."""
    return _("{side} bid {bid} and took {points}: made.", side=at_start(side), bid=bid, points=points)


def bid_failed(side: int, bid: int, points: int) -> Sentence:
    """Say by how much the bid failed."""
    short = _word(bid - points)
    return _("{side} bid {bid} and took {points}: {short} short.",
             side=at_start(side), bid=bid, points=points, short=short)  # fmt: skip


def difference(side: int, points: int, less: int) -> Sentence:
    """Say who scores the difference."""
    return _("{side} took more and scores the difference: {points} less {less} is {rest}.",
             side=at_start(side), points=points, less=less, rest=points - less)  # fmt: skip


def nothing_deducted(side: int, points: int) -> Sentence:
    """Say that a side scores all it made because the other cannot score."""
    return _(
        "{side} scores all it made, {points}, with nothing deducted.", side=at_start(side), points=points
    )


def own_points(points: Sequence[int]) -> Sentence:
    """Say that each side scores its own."""
    first = _("{side} scores {points}", side=inside(1), points=points[0])
    return _("Each side scores what it made: {sides}.", sides=in_a_row([first, *_others(points)]))


def tie_no_score(sides: int, points: int) -> Sentence:
    """Say that nobody scores on a tie."""
    if sides > 2:
        return _("All sides took {points}: nobody scores.", points=points)
    return _("Both sides took {points}: nobody scores.", points=points)


def tie_each_own(sides: int, points: int) -> Sentence:
    """Say that each scores its own on a tie."""
    if sides > 2:
        return _("All sides took {points}, and each scores them.", points=points)
    return _("Both sides took {points}, and each scores them.", points=points)


def adversaries_add_bid(maker: int, side: int, points: int, bid: int) -> Sentence:
    """Say that the adversaries score their points and the bid."""
    return _("{maker} scores nothing; {side} scores its {points} and the {bid} bid: {total}.",
             maker=at_start(maker), side=inside(side), points=points, bid=bid,
             total=points + bid)  # fmt: skip


def total_and_gap(maker: int, side: int, total: int, gap: int) -> Sentence:
    """Say that the adversaries score the whole deal and what was missing."""
    return _("{maker} scores nothing; {side} scores {total} and the {gap} missing: {scored}.",
             maker=at_start(maker), side=inside(side), total=total, gap=gap, scored=total + gap)  # fmt: skip


def set_back(maker: int, bid: int) -> Sentence:
    """Say that the maker's side is set back the bid."""
    return _("{maker} scores nothing and is set back the {bid} bid.", maker=at_start(maker), bid=bid)


def others_own(side: int, points: int) -> Sentence:
    """Say that an adversary scores its own."""
    return _("{side} scores the {points} it made.", side=at_start(side), points=points)


def below_minimum(side: int, points: int, minimum: int) -> Sentence:
    """Say that the maker's side made too little to score at all."""
    return _("{side} took {points}, and with fewer than {minimum} it scores nothing, whatever it bid.",
             side=at_start(side), points=points, minimum=minimum)  # fmt: skip


def misdealt(seat: int, following: int) -> Sentence:
    """Say who deals after a misdeal."""
    return _(
        "Seat {seat} misdealt: nothing is scored, and seat {following} deals.", seat=seat, following=following
    )


def dealt_again(seat: int) -> Sentence:
    """Say that the same dealer deals again."""
    return _("The cards are dealt again by seat {seat}: nothing is scored.", seat=seat)


def floored(side: int, floor: int) -> Sentence:
    """Say that a score does not fall any lower."""
    return _("{side} cannot fall below {floor}.", side=at_start(side), floor=floor)


def below_nothing(side: int, score: int) -> Sentence:
    """Say that a running score is below nothing."""
    return _(
        "Nothing stops a score from falling below 0: {side} stands at {score}.",
        side=inside(side),
        score=score,
    )


def running(after: Sequence[int], game_score: int) -> Sentence:
    """Say how the game stands."""
    first = _("{side} now has {score}", side=at_start(1), score=after[0])
    return _("{sides}, of {game}.", sides=in_a_row([first, *_others(after)]), game=game_score)


def won_game(side: int, game_score: int) -> Sentence:
    """Say that a side won the game."""
    return _("{side} has reached {game} and wins the game.", side=at_start(side), game=game_score)


def counted_out(side: int, name: str | None, game_score: int) -> Sentence:
    """Say who went out first when several sides could."""
    how = _("with the {point}", point=in_words(name)) if name else _("in whatever order the points were won")
    return _("Counted out in order, {side} reaches {game} first, {how}, and wins the game.",
             side=inside(side), game=game_score, how=how)  # fmt: skip


def maker_out(side: int) -> Sentence:
    """Say that the maker's side goes out first."""
    return _("{side} made its bid and goes out first: it wins the game.", side=at_start(side))


def stake_divided(sides: Sequence[int]) -> Sentence:
    """Say that the stake is divided."""
    row = in_a_row([at_start(sides[0]), *map(inside, sides[1:])])
    return _("{sides} are out together and divide the stake.", sides=row)


def not_counted() -> Sentence:
    """Say that the game was over before this deal."""
    return _("The game had been won before this deal: it does not count.")
