"""What penalties led to, in words: sentences for the explanation, as in :mod:`scoring.game.explanation`.

What a penalty leads to is decided in :mod:`scoring.game.penalties`. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

from laws.domain.sentences import Sentence, _, ngettext
from scoring.domain.side_words import at_start, inside
from scoring.game.explanation import in_figures, named


def side_cannot_score(side: int, why: str) -> Sentence:
    """Say that a side scores nothing, and why."""
    return _("{why}: {side} scores nothing on this deal.", why=why, side=inside(side))


def nobody_scores(maker: int, side: int) -> Sentence:
    """Say that the maker's side failed and that an adversary, which would score for it, cannot."""
    return _("{maker} scores nothing; {side} would score, but cannot on this deal.",
             maker=at_start(maker), side=inside(side))  # fmt: skip


def nobody_left(sides: int) -> Sentence:
    """Say that no side is left that can score."""
    if sides > 2:
        return _("No side can score on this deal.")
    return _("Neither side can score on this deal.")


def bid_waived(side: int) -> Sentence:
    """Say that the bid is not held against the maker."""
    return _("The bid is waived: {side} scores as if it had made it.", side=inside(side))


def bid_added(side: int, bid: int) -> Sentence:
    """Say that the bid is added for a revoke by the maker's side."""
    return _(
        "The revoke costs the maker's side the bid as well: {side} adds {bid}.", side=inside(side), bid=bid
    )


def bid_not_added() -> Sentence:
    """Say that the bid is not added for a revoke by the maker's side."""
    return _("The points taken reach the bid, so the bid is not added for the revoke.")


def set_back_for(side: int, amount: int, why: str) -> Sentence:
    """Say that a side is set back, and why."""
    return _("{why}: {side} is set back {amount}.", why=why, side=inside(side), amount=amount)


def to_maker(names: Sequence[str] | None, side: int, maker: int, count: int, why: str) -> Sentence:
    """Say which points go to the maker."""
    if side == maker:
        return _("{why}: the points would go to the maker's side, which has them already.", why=why)
    what = _("the {points}", points=named(names)) if names else in_figures(count)
    return ngettext(
        "{why}: {what} taken by {side} goes to {maker}, the maker's.",
        "{why}: {what} taken by {side} go to {maker}, the maker's.",
        count, why=why, what=what, side=inside(side), maker=inside(maker),
    )  # fmt: skip


def revoke_scope(seat: int, side: int, by_player: bool) -> Sentence:
    """Say whose tricks a revoke costs."""
    if by_player:
        return _("The revoke costs the points in tricks won by seat {seat} alone.", seat=seat)
    return _("The revoke costs the points in all tricks of {side}.", side=inside(side))


def moved_count(count: int) -> Sentence:
    """Say that points given for a revoke help the bid."""
    return ngettext(
        "The {count} point given for the revoke counts for the bid.",
        "The {count} points given for the revoke count for the bid.",
        count,
    )


def moved_apart(side: int, count: int, counted: int) -> Sentence:
    """Say that points given for a revoke do not help the bid."""
    without = _("{side} has {counted} without those {count}", side=inside(side), counted=counted, count=count)
    return _("Points given for a revoke do not help to make a bid: {without}.", without=without)


def awarded(names: Sequence[str], side: int, why: str) -> Sentence:
    """Say which points a side is awarded."""
    return ngettext(
        "{why}: the {points} counts for {side}.",
        "{why}: the {points} count for {side}.",
        len(names), why=why, points=named(names), side=inside(side),
    )  # fmt: skip


def no_penalty(why: str) -> Sentence:
    """Say that nothing follows."""
    return _("{why}: no penalty.", why=why)


def both_revoked(sides: int) -> Sentence:
    """Say that the maker's side revoked and an adversary, too."""
    if sides > 2:
        return _("The maker revoked and an adversary, too: neither scores, and the bid is not waived.")
    return _("Both sides revoked: neither scores, and the bid is not waived.")


def each_revoke_alone(sides: int) -> Sentence:
    """Say that the maker's side revoked and an adversary, too, and each revoke is dealt with by itself."""
    if sides > 2:
        return _("The maker revoked and an adversary, too: each revoke is dealt with by itself.")
    return _("Both sides revoked: each revoke is dealt with by itself.")


def deal_void(why: str, following: int) -> Sentence:
    """Say that the deal is void."""
    return _(
        "{why}: the deal is void, nothing is scored, and seat {following} deals.",
        why=why,
        following=following,
    )


def left_to_nobody(names: Sequence[str], why: str) -> Sentence:
    """Say which points count for nobody."""
    return ngettext(
        "{why}: nobody counts the {points}.",
        "{why}: nobody counts the {points}.",
        len(names), why=why, points=named(names),
    )  # fmt: skip


def bid_to_adversaries(why: str) -> Sentence:
    """Say that the adversaries score the bid even where it was reached."""
    return _("{why}: the bid is scored by the maker's adversaries.", why=why)


def score_up(side: int, count: int, why: str) -> Sentence:
    """Say what is added to a side's score."""
    return _("{why}: the score of {side} goes up by {count}.", why=why, side=inside(side), count=count)


def score_down(side: int, count: int, why: str) -> Sentence:
    """Say what is taken off a side's score."""
    return _("{why}: the score of {side} goes down by {count}.", why=why, side=inside(side), count=count)


def stops_short(side: int, why: str) -> Sentence:
    """Say that a side cannot win the game on this deal."""
    return _(
        "{why}: {side} cannot win the game on this deal, and one short of it is the most.",
        why=why,
        side=inside(side),
    )
