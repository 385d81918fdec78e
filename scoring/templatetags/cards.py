"""Template filters for deals: cards and suits as drawings and text, numbers, points, penalties."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from laws.templatetags.sentences import translated
from scoring.game.cards import RANK_WORDS, RANKS, SUIT_WORDS, SUITS, parse_card
from scoring.game.explanation import figure

register = template.Library()

RED = frozenset("HD")
POINT_TITLES = {
    "high": _("High"),
    "low": _("Low"),
    "jack": _("Jack"),
    "joker": _("Joker"),
    "game": _("Game"),
    "right-pedro": _("Right Pedro"),
    "left-pedro": _("Left Pedro"),
    "ace": _("Ace"),
    "king": _("King"),
    "queen": _("Queen"),
    "ten": _("Ten"),
    "three": _("Three"),
    "five": _("Five"),
    "nine": _("Nine"),
    "snoozer": _("Snoozer"),
    "turned-jack": _("Turned Jack"),
    "second-turned-jack": _("Second Jack turned"),
    "turned-six": _("Turned Six"),
    "turned-ace": _("Turned Ace"),
    "gift": _("Gift"),
    "second-gift": _("Gift to the other"),
}
"""Titles of the points of all games, in the order in which the rules of every game list them."""
VOID = {"misdeal": _("Misdeal"), "redeal": _("New deal")}
CUT_FOR = {
    "partners": _("Partners, seats and the deal"),
    "deal": _("The first deal"),
    "tie": _("A tie"),
}
PENALTIES = {
    "revoke": _("revoke"),
    "foul-hand": _("too many cards"),
    "trick-claimed": _("trick claimed"),
    "side-cannot-score": _("cannot score"),
    "bid-waived": _("bid waived"),
    "set-back": _("set back"),
    "points-to-maker": _("points to the maker"),
    "award-points": _("points awarded"),
    "new-deal": _("new deal"),
    "new-game": _("the game begins again"),
    "no-penalty": _("no penalty"),
}


@register.simple_tag
@lru_cache(maxsize=16)
def suit_mark(suit: str) -> SafeString:
    """Return the drawing of a suit (S, H, D or C), hidden from screen readers; empty for other text."""
    if suit not in SUIT_WORDS:
        return SafeString("")
    return format_html(
        '<svg class="suit suit-{0}" aria-hidden="true" focusable="false"><use href="{1}#{0}"></use></svg>',
        suit,
        static("img/suits.svg"),
    )


@register.filter
def suit_word(suit: str | None) -> str:
    """Return the name of a suit; empty for other text and None.

    >>> suit_word("H")
    'hearts'
    """
    return translated(SUIT_WORDS.get(suit or "", ""))


@register.filter
def card_words(card: str) -> str:
    """Return a card's spoken name; text that is no card is returned unchanged.

    >>> card_words("TH")
    'ten of hearts'
    >>> card_words("JK")
    'joker'
    """
    if card == "JK":
        return gettext("joker")
    rank, suit = RANK_WORDS.get(card[:-1]), SUIT_WORDS.get(card[-1:])
    if rank is None or suit is None:
        return card
    return gettext("%(rank)s of %(suit)s") % {"rank": translated(rank), "suit": translated(suit)}


@register.filter
def face(card: str) -> SafeString:
    """Return a card as rank and suit, with its spoken name for screen readers.

    The joker, and text that is no card, are shown as words.
    """
    words = card_words(card)
    if words == card or card == "JK":
        return format_html('<span class="card-face">{}</span>', words)
    rank = _figure_of(card[:-1])
    return format_html(
        '<span class="card-face card-{}"><span aria-hidden="true">{}{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        "red" if card[-1] in RED else "black",
        rank,
        suit_mark(card[-1]),
        words,
    )


# Translated with a context, because the letters on cards differ: German cards have B for a jack.
FIGURES = {
    "A": pgettext_lazy("the corner of a card", "A"),
    "K": pgettext_lazy("the corner of a card", "K"),
    "Q": pgettext_lazy("the corner of a card", "Q"),
    "J": pgettext_lazy("the corner of a card", "J"),
    "T": "10",
}


def _figure_of(rank: str) -> str:
    return str(FIGURES.get(rank, rank))


@register.inclusion_tag("scoring/tables/_card_picker.html")
def card_picker(name: str, label: str, value: str | None, errors: Sequence[str] = ()) -> dict[str, Any]:
    """Show keys for rank and suit, and a text field.

    The text field shows a joker, or text that is no card, because there are no keys for them.
    """
    card = parse_card(value or "")
    card = card if card and card.suit else None
    return {
        "name": name,
        "label": label,
        "errors": errors,
        "text": "" if card else value or "",
        "card": card,
        "ranks": [(rank, _figure_of(rank), translated(RANK_WORDS[rank])) for rank in RANKS],
        "suits": SUITS,
    }


@register.filter
def faces(cards: list[str] | tuple[str, ...] | str | None) -> SafeString:
    """Return one card, or several cards in a row."""
    cards = (cards,) if isinstance(cards, str) else cards
    row = format_html_join(" ", "{}", ((face(card),) for card in cards or ()))
    return format_html('<span class="card-line">{}</span>', row)


@register.filter
def signed(number: int) -> str:
    """Return a score with its sign; 0 has no sign.

    >>> signed(17), signed(0), signed(-8) == plain(-8)
    ('+17', '0', True)
    """
    return f"+{number}" if number > 0 else plain(number)


@register.filter
def plain(number: int) -> str:
    """Return a number; a negative number has a real minus sign, which screen readers pronounce."""
    return figure(number)


@register.filter
def at_least_nothing(number: int) -> int:
    """Return the number, or 0 if it is negative, because a bar has no negative length."""
    return max(0, number)


@register.filter
def seat_name(seat: int | None, seats: Sequence[Any]) -> str:
    """Return the name of the player at a seat; ``seats`` lists the players from seat 1.

    Empty if there is no such seat.
    """
    return str(seats[seat - 1].name) if seat and 0 < seat <= len(seats) else ""


@register.filter
def point_title(point: str) -> str:
    """Return the name of a point.

    >>> str(point_title("right-pedro"))
    'Right Pedro'
    """
    return str(POINT_TITLES.get(point, point.replace("-", " ")))


@register.filter
def takers_by_point(won: Mapping[str, int | str | None] | None) -> list[tuple[str, int | str | None]]:
    """Return the title and the winner of each point, in the order of POINT_TITLES.

    The points are sorted because stored JSON can lose its order.

    >>> takers_by_point({"low": 2, "high": 1, "right-pedro": None})
    [('High', 1), ('Low', 2), ('Right Pedro', None)]
    """
    return [(point_title(point), won[point]) for point in POINT_TITLES if won and point in won]


@register.filter
def taker_words(taker: int | str | None, sides: Sequence[str] = ()) -> str:
    """Return the winner of a point as text; ``sides`` has the names of the sides.

    >>> taker_words(2, ["Ann & Cal", "Bob & Dan"]), taker_words("discards"), taker_words(None)
    ('Bob & Dan', 'discards', 'nobody')
    """
    if isinstance(taker, int):
        return sides[taker - 1] if taker <= len(sides) else ""
    return gettext("discards") if taker else gettext("nobody")


@register.filter
def totals_words(totals: Iterable[int | str], sides: Sequence[str]) -> str:
    """Return the sides' totals as text.

    >>> totals_words([9, 5], ["Ann & Cal", "Bob & Dan"])
    'Ann & Cal 9, Bob & Dan 5'
    """
    return ", ".join(f"{side} {total}" for side, total in zip(sides, totals, strict=False))


@register.filter
def made_words(made: Iterable[int], sides: Sequence[str]) -> str:
    """Return each side's score of a deal as text.

    >>> made_words([8, 0], ["Ann & Cal", "Bob & Dan"])
    'Ann & Cal +8, Bob & Dan 0'
    """
    return totals_words(map(signed, made), sides)


@register.filter
def sides_on(deal: Mapping[str, Any], sides: Sequence[str]) -> Sequence[str]:
    """Return the names of a deal's sides.

    If the maker called a partner or plays alone, these are not the sides of the table.

    >>> list(map(str, sides_on({"called": 4}, ["Aarau", "Bergamo"])))
    ["the maker's side", 'the opposition']
    """
    if deal.get("called") or deal.get("alone"):
        return [gettext("the maker's side"), gettext("the opposition")]
    return sides


@register.filter
def void_words(void: str) -> str:
    """Return the name of a deal without score: misdeal or new deal."""
    return str(VOID.get(void, void))


@register.filter
def purpose_words(purpose: str) -> str:
    return str(CUT_FOR.get(purpose, purpose))


@register.filter
def calls_words(calls: Sequence[Sequence[int]], seats: Sequence[Any]) -> str:
    """Return the calls of a bidding in order, with players' names, such as "B 6, C pass"."""
    passed = gettext("pass")
    return ", ".join(f"{seat_name(seat, seats)} {bid or passed}" for seat, bid in calls)


@register.filter
def without_a_card(trick: Sequence[Sequence[Any]], seats: Sequence[Any]) -> list[int]:
    """Return the seats that played no card to a trick, because their hand had too few cards.

    >>> without_a_card([[2, "AS"], [3, "KS"], [1, "2S"]], ["A", "Y", "B", "Z"])
    [4]
    """
    played = {seat for seat, _card in trick}
    return [seat for seat in range(1, len(seats) + 1) if seat not in played]


@register.simple_tag
def penalty_words(penalty: Mapping[str, Any], seats: Sequence[Any], sides: Sequence[str]) -> str:
    """Return a penalty as text, with the player or side it concerns."""
    kind = penalty.get("offence") or penalty.get("kind", "")
    words = str(PENALTIES.get(kind, kind))
    who = seat_name(penalty.get("seat"), seats)
    if not who and (side := penalty.get("side")):
        who = taker_words(side, sides)
    return f"{words}: {who}" if who else words
