"""A side in words: by its number or, at a table where everybody plays alone, by the one seat that it has.

Sentences are made with :func:`inside` and :func:`at_start`, and put otherwise by :func:`worded` for a table
where nobody has a partner. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from laws.domain.sentences import Sentence, _, gettext_noop
from scoring.game.seating import Seating


@cache
def inside(side: int) -> Sentence:
    """Return a side as it stands within a sentence: "side 1"."""
    return _("side {side}", side=side)


@cache
def at_start(side: int) -> Sentence:
    """Return a side as a sentence begins with it: "Side 1"."""
    return inside(side).begun()


ALONE: Mapping[str, str] = {
    "side {side}": gettext_noop("seat {side}"),
    "Each side scores what it made: {sides}.": gettext_noop("Each scores what he made: {sides}."),
    "All sides took {points}: nobody scores.": gettext_noop("All took {points}: nobody scores."),
    "All sides took {points}, and each scores them.": gettext_noop(
        "All took {points}, and each scores them."
    ),
    "No side can score on this deal.": gettext_noop("Nobody can score on this deal."),
    "The {points} lay among the discards and counts for {side}, the maker's.": gettext_noop(
        "The {points} lay among the discards and counts for {side}, the maker."
    ),
    "The {points} lay among the discards and count for {side}, the maker's.": gettext_noop(
        "The {points} lay among the discards and count for {side}, the maker."
    ),
    "The revoke costs the maker's side the bid as well: {side} adds {bid}.": gettext_noop(
        "The revoke costs the maker the bid as well: {side} adds {bid}."
    ),
    "{why}: the points would go to the maker's side, which has them already.": gettext_noop(
        "{why}: the points would go to the maker, who has them already."
    ),
    "{why}: {what} taken by {side} goes to {maker}, the maker's.": gettext_noop(
        "{why}: {what} taken by {side} goes to {maker}, the maker."
    ),
    "{why}: {what} taken by {side} go to {maker}, the maker's.": gettext_noop(
        "{why}: {what} taken by {side} go to {maker}, the maker."
    ),
}
"""What is said of partners, and what is said in its place where nobody has one. Side n is then seat n."""


def worded(told: Sentence, seating: Seating) -> Sentence:
    """Return a sentence as it is said at such a table.

    >>> worded(_("{side} bid {bid}.", side=at_start(2), bid=8), Seating(3, 3))
    'Seat 2 bid 8.'
    """
    return told if seating.has_partners else told.reworded(ALONE)
