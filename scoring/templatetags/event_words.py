"""What an event's pages write: sentences with names in them, stars, places. Nothing is decided."""

import re
from collections.abc import Iterable, Mapping

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from laws.templatetags.sentences import translated
from scoring.events.labels import STARS, title_of
from scoring.events.planning.forms.settings import value_in_words

register = template.Library()
register.filter("value_in_words", value_in_words)
register.filter("setting_title", title_of)

PLAYER = re.compile(r"\{player:(\d+)\}")


@register.filter
def named(text: str, names: Mapping[int, str]) -> SafeString:
    """Return a sentence of a plan with the names put in, each kept from turning the text around it.

    >>> named("{player:3} & others", {3: "<b>"})
    '<bdi>&lt;b&gt;</bdi> &amp; others'
    """
    parts = PLAYER.split(translated(text))
    pieces = [
        format_html("<bdi>{}</bdi>", names.get(int(part), "?")) if place % 2 else conditional_escape(part)
        for place, part in enumerate(parts)
    ]
    return SafeString("".join(pieces))


@register.filter
def star(colour: str | None) -> SafeString:
    """Return a star with its words; empty for none."""
    if colour is None or colour not in STARS:
        return SafeString("")
    return format_html(
        '<span class="star star-{}"><span aria-hidden="true">★</span>'
        '<span class="visually-hidden">{}</span></span>',
        colour,
        STARS[colour],
    )


@register.filter
def called(player: int | str, names: Mapping[int, str]) -> str:
    """Return what a player is called."""
    return names[int(player)]


@register.filter
def all_called(players: Iterable[int], names: Mapping[int, str]) -> list[str]:
    """Return what several players are called."""
    return [names[player] for player in players]


@register.filter
def clock_face(seconds: int) -> str:
    """Return seconds as a clock shows them.

    >>> clock_face(754)
    '12:34'
    """
    return f"{seconds // 60}:{seconds % 60:02}"
