"""Template filters for events: names in sentences, stars, the clock."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext

from laws.templatetags.sentences import translated
from scoring.events.labels import STARS, competitor_title, reason_in_words, title_of
from scoring.events.planning.domain.settings import ShownSetting
from scoring.events.planning.forms.settings import value_in_words
from scoring.events.state import EventState
from scoring.game.references import PLAYER

MINUTES_SHOWN = 120
"""From this number of minutes on, a length is shown in hours and minutes."""

register = template.Library()
register.filter("setting_title", title_of)
register.filter("competitor_title", competitor_title)
register.filter("reason_in_words", reason_in_words)


@register.filter
def value_of_rule(rule: ShownSetting, state: EventState) -> str:
    """Return the value of a setting in the words of the event's game and kind of evening.

    For the setting "bell" the text says who rings the bell. If the program moves the players once all results
    are in, the text says that, too.
    """
    text = value_in_words(rule.setting, rule.value, state.event.kind, state.settings.evening)
    if rule.setting.name == "bell" and state.moves_by_itself:
        return gettext("%(who)s, or the program once every result is in") % {"who": text}
    return text


@register.filter
def length_of_time(minutes: int) -> str:
    """Return a length of time as text.

    Below two hours the text has minutes; otherwise it has the two largest units, such as hours and minutes.
    """
    if minutes < MINUTES_SHOWN:
        return gettext("%(minutes)s minutes") % {"minutes": minutes}
    start = datetime(2000, 1, 1, tzinfo=UTC)
    return timesince(start, start + timedelta(minutes=minutes))


@register.filter
def players_named(text: str, names: Mapping[int, str]) -> SafeString:
    """Return a text as HTML with the names of its players (`PlayerRef`).

    A ``<bdi>`` element isolates the writing direction of each name. `references.named` cannot add these
    elements, because it returns plain text.

    >>> players_named("{player:3} & others", {3: "<b>"})
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
    """Return the star that a player won ("gold", "red" or "green"), with its meaning for screen readers.

    Empty for any other colour and for None.
    """
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
    return names[int(player)]


@register.filter
def all_called(players: Iterable[int], names: Mapping[int, str]) -> list[str]:
    return [names[player] for player in players]


@register.filter
def clock_face(seconds: int) -> str:
    """Return seconds as minutes and seconds.

    >>> clock_face(754)
    '12:34'
    """
    return f"{seconds // 60}:{seconds % 60:02}"
