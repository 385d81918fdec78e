"""Cards and suits on a page: drawn with shape and colour, and read aloud as words."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from laws.templatetags.sentences import translated
from scoring.game.cards import RANK_WORDS, SUIT_WORDS

register = template.Library()

RED = frozenset("HD")


@register.simple_tag
@lru_cache(maxsize=16)
def suit_mark(suit: str) -> SafeString:
    """Return the drawing of a suit (a letter of SHDC), silent to a screen reader; empty for anything else."""
    if suit not in SUIT_WORDS:
        return SafeString("")
    return format_html(
        '<svg class="suit suit-{}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        suit,
        static("img/suits.svg"),
        suit,
    )


@register.filter
def suit_word(suit: str | None) -> str:
    """Return the suit's name in words, or an empty string.

    >>> suit_word("H")
    'hearts'
    """
    return translated(SUIT_WORDS.get(suit or "", ""))


@register.filter
def card_words(card: str) -> str:
    """Return a card as it is read aloud; what is no card comes back unchanged.

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
    """Return a card drawn as rank and suit, with its words for a screen reader."""
    words = card_words(card)
    if words == card or card == "JK":
        return format_html('<span class="card-face">{}</span>', words)
    rank = "10" if card[:-1] == "T" else card[:-1]
    return format_html(
        '<span class="card-face card-{}"><span aria-hidden="true">{}{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        "red" if card[-1] in RED else "black",
        rank,
        suit_mark(card[-1]),
        words,
    )


@register.filter
def faces(cards: list[str] | tuple[str, ...] | None) -> SafeString:
    """Return several cards in a row."""
    row = format_html_join(" ", "{}", ((face(card),) for card in cards or ()))
    return format_html('<span class="card-line">{}</span>', row)
