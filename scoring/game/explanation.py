"""The explanation of a score: each step as a sentence with the law that it rests on.

Scoring only collects a :data:`Note` per step, which is cheap; a sentence is built when somebody reads it.
:mod:`scoring.game.references` replaces a side by the names of one or several players. So a sentence about a
side has no possessive, and its verb is in the past tense, which fits both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from laws.domain import parameters
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_line, in_a_row, ngettext
from scoring.game.references import at_start, inside, seat_at_start, seat_inside

Note = tuple[str, Callable[..., Sentence], tuple[Any, ...]]
"""A step of scoring: the parameter or the id of the law behind it, the function that makes the sentence, and
the function's arguments."""

MINUS = "\N{MINUS SIGN}"

CITED_ONLY = "="
"""The prefix of a parameter that a note only cites: its value decided nothing, but its law is named."""

_SHORT = (
    *(_("none short"), _("one short"), _("two short"), _("three short"), _("four short"), _("five short")),
    *(_("six short"), _("seven short"), _("eight short"), _("nine short"), _("ten short")),
)

_POINTS = {
    "high": _("high"),
    "low": _("low"),
    "jack": _("jack"),
    "game": _("game"),
    "right-pedro": _("right pedro"),
    "left-pedro": _("left pedro"),
    "turned-jack": _("turned jack"),
    "second-turned-jack": _("second jack turned"),
    "turned-six": _("turned six"),
    "turned-ace": _("turned ace"),
    "gift": _("gift"),
    "second-gift": _("second gift"),
    "joker": _("joker"),
    "ace": _("ace"),
    "king": _("king"),
    "queen": _("queen"),
    "ten": _("ten"),
    "three": _("three"),
    "five": _("five"),
    "nine": _("nine"),
    "snoozer": _("snoozer"),
}


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """A step of the explanation, and the id of the law that it rests on.

    ``reading`` says how a parameter that the law set leaves open was interpreted, or which value the table
    chose in place of the law set's value. Otherwise it is empty.
    """

    text: str
    law: str
    reading: str = ""


def resting_on(text: str, law_set: LawSet, name: str) -> ExplanationLine:
    return ExplanationLine(text, law_set.law(name), chosen_reading(law_set, name))


def line_with_reading(text: str, law_set: LawSet, name: str) -> ExplanationLine:
    """Return a line that cites the law of a parameter, with the `open_reading` or the `chosen_reading`."""
    return replace(
        resting_on(text, law_set, name), reading=open_reading(law_set, name) or chosen_reading(law_set, name)
    )


def open_reading(law_set: LawSet, name: str) -> str:
    """Return how an open parameter of the law set is interpreted and why; empty if it is not open."""
    if not law_set.is_open(name):
        return ""
    setting = law_set.settings.get(name)
    note = setting.note if setting else ""
    return _("This rests on an open reading. {says} {note}", says=_value(law_set, name), note=note)


def chosen_reading(law_set: LawSet, name: str) -> str:
    """Return a sentence with the value of a parameter that was chosen at this table.

    Empty if the law set's own value applies.
    """
    if not law_set.is_chosen_here(name):
        return ""
    return _("Applies at this table in place of the law set's own. {says}", says=_value(law_set, name))


def _value(law_set: LawSet, name: str) -> str:
    says = parameters.in_words(name, law_set[name])
    sentence = says if says.endswith(".") else _("{says}.", says=says)
    return _("{title}: {says}", title=parameters.heading(name), says=sentence)


def is_law(name: str) -> bool:
    """Tell whether ``name``, the first entry of a note, is the id of a law and not a parameter.

    >>> is_law("a-book/revoke/penalty"), is_law("=game_score")
    (True, False)
    """
    return "/" in name


def in_words(name: str) -> str:
    """Return a point's name for use inside a sentence, such as "right pedro"."""
    return _POINTS.get(name) or name.replace("-", " ")


def figure(number: int) -> str:
    """Return a score as text; a negative score has a true minus sign instead of a hyphen.

    >>> figure(12), figure(-3) == MINUS + "3"
    ('12', True)
    """
    return f"{MINUS}{-number}" if number < 0 else str(number)


def list_of_points(names: Sequence[str]) -> str:
    """Return a list of points for use inside a sentence, such as "right pedro and left pedro"."""
    return in_a_row([in_words(name) for name in names])


def _short(count: int) -> str:
    return _SHORT[count] if count < len(_SHORT) else _("{count} short", count=count)


def taken(points: Sequence[int]) -> Sentence:
    first = _("{side} took {points}", side=at_start(1), points=points[0])
    return _("{sides}.", sides=_row(first, points))


def _row(first: str, values: Sequence[int]) -> str:
    *listed, last = _others(values)
    row = first
    for side in listed:
        row = _("{listed}, {next}", listed=row, next=side)
    return _("{sides} and {side}", sides=row, side=last)


def _others(values: Sequence[int]) -> list[Sentence]:
    others = enumerate(values[1:], 2)
    return [_("{side} {figure}", side=inside(side), figure=figure(value)) for side, value in others]


def dead(count: int) -> Sentence:
    return ngettext(
        "{count} point was out of play and counts for nobody.",
        "{count} points were out of play and count for nobody.",
        count,
    )


def nobodys(names: Sequence[str]) -> Sentence:
    return _("Made by nobody: {points}.", points=list_of_points(names))


def pips_counted(pips: Sequence[int]) -> Sentence:
    first = _("{side} counted {pips} for Game", side=at_start(1), pips=pips[0])
    return _("{sides}.", sides=_row(first, pips))


def pips_tied(side: int | None) -> Sentence:
    if side is None:
        return _("Equal counts for Game give it to nobody.")
    return _("Of equal counts for Game the first after the dealer has it: {side}.", side=inside(side))


def joker_ranks(counts: bool) -> Sentence:
    if counts:
        return _("The joker can be High and Low like any other trump.")
    return _("The joker is in play, and is neither High nor Low.")


def found_in_discards(names: Sequence[str], side: int) -> Sentence:
    return ngettext(
        "The {points} lay among the discards and counts for {side}.",
        "The {points} lay among the discards and count for {side}.",
        len(names), points=list_of_points(names), side=inside(side),
    )  # fmt: skip


def discards_dead(names: Sequence[str]) -> Sentence:
    return ngettext(
        "The {points} lay among the discards and counts for nobody.",
        "The {points} lay among the discards and count for nobody.",
        len(names), points=list_of_points(names),
    )  # fmt: skip


def discards_count(count: int) -> Sentence:
    return ngettext(
        "The {count} point from the discards counts for the bid.",
        "The {count} points from the discards count for the bid.",
        count,
    )


def discards_apart(side: int, count: int, counted: int) -> Sentence:
    without = _(
        "{side} took {counted} without those {count}", side=inside(side), counted=counted, count=count
    )
    return _("Points from the discards do not help to make a bid: {without}.", without=without)


def nobody_bid(seat: int) -> Sentence:
    return _(
        "Nobody bid: the dealer, {seat}, named the trump, and there is no bid to fail.",
        seat=seat_inside(seat),
    )


def nobody_bid_to_eldest(seat: int) -> Sentence:
    return _(
        "Nobody bid: the eldest hand, {seat}, named the trump, and there is no bid to fail.",
        seat=seat_inside(seat),
    )


def forced_bid(seat: int, bid: int) -> Sentence:
    return _("Nobody bid: the dealer, {seat}, was forced to bid {bid}.", seat=seat_inside(seat), bid=bid)


def sold(seller: int, maker: int, paid: int) -> Sentence:
    return _(
        "{seller} sold the trump to {maker} and scored {paid} for it.",
        seller=at_start(seller),
        maker=inside(maker),
        paid=paid,
    )


def partners_are(maker: int, called: int | None) -> Sentence:
    if called is None:
        return _("{maker} plays alone against all others.", maker=seat_at_start(maker))
    return _(
        "{maker} and {called} play against all others.",
        maker=seat_at_start(maker),
        called=seat_inside(called),
    )


def each_credited(credited: Sequence[tuple[int, Sequence[int]]]) -> Sentence:
    """Say what each player scores.

    ``credited`` has, for each side of the deal, its score and its seats.
    """
    parts = [
        _("{seats} scored {points}", seats=in_a_row([seat_inside(seat) for seat in seats]), points=points)
        for points, seats in credited
    ]
    return _("Every player is credited in full: {parts}.", parts=in_a_line(parts))


def highest_bid_won(side: int, bid: int) -> Sentence:
    return _(
        "{side} bid {bid}, the most there is, and made it, which wins the game at once.",
        side=at_start(side),
        bid=bid,
    )


def bid_made(side: int, bid: int, points: int) -> Sentence:
    return _("{side} bid {bid} and took {points}: made.", side=at_start(side), bid=bid, points=points)


def bid_failed(side: int, bid: int, points: int) -> Sentence:
    short = _short(bid - points)
    return _("{side} bid {bid} and took {points}: {short}.",
             side=at_start(side), bid=bid, points=points, short=short)  # fmt: skip


def difference(side: int, points: int, less: int) -> Sentence:
    return _("{side} took more and scored the difference: {points} less {less} is {rest}.",
             side=at_start(side), points=points, less=less, rest=points - less)  # fmt: skip


def nothing_deducted(side: int, points: int) -> Sentence:
    return _("{side} scored all that was made, {points}, with nothing deducted.",
             side=at_start(side), points=points)  # fmt: skip


def own_points(points: Sequence[int]) -> Sentence:
    first = _("{side} scored {points}", side=inside(1), points=points[0])
    return _("Each scored what they made: {sides}.", sides=_row(first, points))


def tie_no_score(sides: int, points: int) -> Sentence:
    if sides > 2:
        return _("All took {points}: nobody scored.", points=points)
    return _("Both took {points}: nobody scored.", points=points)


def tie_each_own(sides: int, points: int) -> Sentence:
    if sides > 2:
        return _("All took {points}, and each scored them.", points=points)
    return _("Both took {points}, and each scored them.", points=points)


def adversaries_add_bid(maker: int, side: int, points: int, bid: int) -> Sentence:
    return _("{maker} scored nothing; {side} scored {points} and the {bid} bid: {total}.",
             maker=at_start(maker), side=inside(side), points=points, bid=bid,
             total=points + bid)  # fmt: skip


def total_and_gap(maker: int, side: int, total: int, gap: int) -> Sentence:
    return _("{maker} scored nothing; {side} scored {total} and the {gap} missing: {scored}.",
             maker=at_start(maker), side=inside(side), total=total, gap=gap, scored=total + gap)  # fmt: skip


def set_back(maker: int, bid: int) -> Sentence:
    return _("{maker} scored nothing, and the {bid} bid came off the score.", maker=at_start(maker), bid=bid)


def others_own(side: int, points: int) -> Sentence:
    return _("{side} scored the {points} made.", side=at_start(side), points=points)


def below_minimum(side: int, points: int, minimum: int) -> Sentence:
    return _("{side} took {points}, and fewer than {minimum} score nothing, whatever was bid.",
             side=at_start(side), points=points, minimum=minimum)  # fmt: skip


def misdealt(seat: int, following: int) -> Sentence:
    return _(
        "{seat} misdealt: nothing is scored, and {following} deals.",
        seat=seat_at_start(seat),
        following=seat_inside(following),
    )


def dealt_again(seat: int) -> Sentence:
    return _("The cards are dealt again by {seat}: nothing is scored.", seat=seat_inside(seat))


def floored(side: int, floor: int) -> Sentence:
    return _("{side} cannot fall below {floor}.", side=at_start(side), floor=figure(floor))


def below_nothing(side: int, score: int) -> Sentence:
    return _(
        "Nothing stops a score from falling below 0: the score of {side} is {score}.",
        side=inside(side),
        score=figure(score),
    )


def running(after: Sequence[int], game_score: int | None) -> Sentence:
    """Say the scores after a deal; ``game_score`` is None if no score ends the game."""
    first = _("{side} then had {score}", side=at_start(1), score=figure(after[0]))
    if game_score is None:
        return _("{sides}.", sides=_row(first, after))
    return _("{sides}, of {game}.", sides=_row(first, after), game=game_score)


def won_game(side: int, game_score: int) -> Sentence:
    return _("{side} reached {game} and won the game.", side=at_start(side), game=game_score)


def counted_out(side: int, name: str | None, game_score: int) -> Sentence:
    how = _("with the {point}", point=in_words(name)) if name else _("in whatever order the points were won")
    return _("Counted out in order, {side} reached {game} first, {how}, and won the game.",
             side=inside(side), game=game_score, how=how)  # fmt: skip


def maker_out(side: int) -> Sentence:
    return _("{side} made the bid and went out first, which wins the game.", side=at_start(side))


def staked(count: int) -> Sentence:
    return ngettext(
        "Each player puts {count} counter into the pool, and whoever wins the game takes it.",
        "Each player puts {count} counters into the pool, and whoever wins the game takes it.",
        count,
    )


def stake_divided(sides: Sequence[int]) -> Sentence:
    row = in_a_row([at_start(sides[0]), *map(inside, sides[1:])])
    return _("{sides} are out together and divide the stake.", sides=row)


def not_counted() -> Sentence:
    return _("The game had been won before this deal: it does not count.")


def side_cannot_score(side: int, why: str) -> Sentence:
    return _("{why}: {side} scored nothing on this deal.", why=why, side=inside(side))


def nobody_scores(maker: int, side: int) -> Sentence:
    return _("{maker} scored nothing; {side} would score, but cannot on this deal.",
             maker=at_start(maker), side=inside(side))  # fmt: skip


def nobody_left() -> Sentence:
    return _("Nobody can score on this deal.")


def bid_waived(side: int) -> Sentence:
    return _("The bid is waived: {side} scored as if it had been made.", side=inside(side))


def bid_added(side: int, bid: int) -> Sentence:
    return _("The revoke costs the bid as well: {side} added {bid}.", side=inside(side), bid=bid)


def bid_given(side: int, bid: int) -> Sentence:
    return _("The bid was added: {side} scored {bid} more.", side=inside(side), bid=bid)


def bid_not_added() -> Sentence:
    return _("The points taken reach the bid, so the bid is not added for the revoke.")


def set_back_for(side: int, amount: int, why: str) -> Sentence:
    return _("{why}: the score of {side} went back by {amount}.", why=why, side=inside(side), amount=amount)


def to_maker(names: Sequence[str] | None, side: int, maker: int, count: int, why: str) -> Sentence:
    if side == maker:
        return _("{why}: the points counted for {side} already.", why=why, side=inside(side))
    what = (
        _("the {points}", points=list_of_points(names))
        if names
        else ngettext("{count} point", "{count} points", count)
    )
    return ngettext(
        "{why}: {what} taken by {side} goes to {maker}.",
        "{why}: {what} taken by {side} go to {maker}.",
        count, why=why, what=what, side=inside(side), maker=inside(maker),
    )  # fmt: skip


def revoke_scope(seat: int, side: int, by_player: bool) -> Sentence:
    if by_player:
        return _("The revoke costs the points in tricks won by {seat} alone.", seat=seat_inside(seat))
    return _("The revoke costs the points in all tricks of {side}.", side=inside(side))


def moved_count(count: int) -> Sentence:
    return ngettext(
        "The {count} point given for the revoke counts for the bid.",
        "The {count} points given for the revoke count for the bid.",
        count,
    )


def moved_apart(side: int, count: int, counted: int) -> Sentence:
    without = _(
        "{side} took {counted} without those {count}", side=inside(side), counted=counted, count=count
    )
    return _("Points given for a revoke do not help to make a bid: {without}.", without=without)


def awarded(names: Sequence[str], side: int, why: str) -> Sentence:
    return ngettext(
        "{why}: the {points} counts for {side}.",
        "{why}: the {points} count for {side}.",
        len(names), why=why, points=list_of_points(names), side=inside(side),
    )  # fmt: skip


def no_penalty(why: str) -> Sentence:
    return _("{why}: no penalty.", why=why)


def both_revoked(sides: int) -> Sentence:
    if sides > 2:
        return _("The maker revoked and an adversary, too: neither scored, and the bid is not waived.")
    return _("Both revoked: neither scored, and the bid is not waived.")


def each_revoke_alone(sides: int) -> Sentence:
    if sides > 2:
        return _("The maker revoked and an adversary, too: each revoke is dealt with by itself.")
    return _("Both revoked: each revoke is dealt with by itself.")


def deal_void(why: str, following: int) -> Sentence:
    return _(
        "{why}: the deal is void, nothing is scored, and {following} deals.",
        why=why,
        following=seat_inside(following),
    )


def left_to_nobody(names: Sequence[str], why: str) -> Sentence:
    return _("{why}: nobody counts the {points}.", why=why, points=list_of_points(names))


def nothing_to_lose(side: int, why: str) -> Sentence:
    return _("{why}: {side} took none of the points that cannot be counted.", why=why, side=inside(side))


def new_game(why: str) -> Sentence:
    return _("{why}: the game begins again, and all that was scored before goes for nothing.", why=why)


def bid_to_adversaries(why: str) -> Sentence:
    return _("{why}: the bid is scored by the maker's adversaries.", why=why)


def score_up(side: int, count: int, why: str) -> Sentence:
    return _("{why}: the score of {side} goes up by {count}.", why=why, side=inside(side), count=count)


def score_down(side: int, count: int, why: str) -> Sentence:
    return _("{why}: the score of {side} goes down by {count}.", why=why, side=inside(side), count=count)


def stops_short(side: int, why: str) -> Sentence:
    return _(
        "{why}: {side} cannot win the game on this deal; the score stops one point short.",
        why=why,
        side=inside(side),
    )
