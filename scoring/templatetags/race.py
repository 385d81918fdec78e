"""A line chart of the game's scores. Sides differ by line style and mark as well as by colour.

The score sheet below the chart lists the same numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.templatetags.cards import plain

register = template.Library()

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 20, 48
MOST_LABELS = 12
DISC_RADIUS = 5.5


@dataclass(frozen=True, slots=True)
class Scale:
    """Converts deals and scores to coordinates in the chart."""

    deals: int
    low: int
    high: int

    def x(self, deal: float) -> float:
        """Return the x coordinate after a deal; 0 is the beginning of the game."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * deal / max(1, self.deals), 1)

    def y(self, score: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - score) / max(1, self.high - self.low), 1)

    def scores(self) -> range:
        """Return the scores of the grid lines."""
        reach = self.high - self.low
        step = 1 if reach <= 15 else 10 if reach <= 120 else 50
        return range(self.low - self.low % -step, self.high + 1, step)


@register.simple_tag
def race(
    lines: Sequence[Sequence[int]], deals: Sequence[Any], names: Sequence[str], target: int
) -> SafeString:
    """Return the chart as SVG; ``lines`` holds each side's scores at the start and after each deal."""
    highest = max([target, *(score for line in lines for score in line)])
    lowest = min([0, *(score for line in lines for score in line)])
    scale = Scale(deals=len(lines[0]) - 1 if lines else 0, low=lowest, high=highest)
    ends = "; ".join(
        gettext("%(name)s %(score)s") % {"name": name, "score": plain(line[-1])}
        for name, line in zip(names, lines, strict=True)
    )
    title = gettext("The race to %(target)s. Now: %(ends)s.") % {"target": target, "ends": ends}
    return format_html(
        '<svg class="race" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        _grid(scale, target),
        _deal_labels(scale, deals),
        format_html_join("", "{}", ((_line(scale, side, line),) for side, line in enumerate(lines, start=1))),
    )


def _grid(scale: Scale, target: int) -> SafeString:
    apart = [score for score in scale.scores() if abs(scale.y(score) - scale.y(target)) > 26 or score == 0]
    lines = ((_across(scale, score, "zero" if score == 0 else "grid"),) for score in apart)
    return format_html_join("", "{}", lines) + _across(scale, target, "target", "race-name")


def _across(scale: Scale, score: int, kind: str, name: str = "race-score") -> SafeString:
    y = scale.y(score)
    line = format_html(
        '<line class="race-{}" x1="{}" x2="{}" y1="{}" y2="{}"/>', kind, LEFT, WIDTH - RIGHT, y, y
    )
    label = '<text class="{}" x="{}" y="{}" text-anchor="end">{}</text>'
    return line + format_html(label, name, LEFT - 10, y + 9, plain(score))


def _deal_labels(scale: Scale, deals: Sequence[Any]) -> SafeString:
    step = max(1, -(-scale.deals // MOST_LABELS))
    places = [*enumerate(deals, start=1)][step - 1 :: step]
    return format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        ((scale.x(place), HEIGHT - 12, deal.number) for place, deal in places),
    )


def _line(scale: Scale, side: int, scores: Sequence[int]) -> SafeString:
    places = [(scale.x(deal), scale.y(score)) for deal, score in enumerate(scores)]
    points = " ".join(f"{x},{y}" for x, y in places)
    marks = format_html_join("", "{}", ((_mark(side, x, y),) for x, y in places[1:]))
    return format_html('<polyline class="race-line race-{}" points="{}"/>{}', side, points, marks)


def _mark(side: int, x: float, y: float) -> SafeString:
    if side == 1:
        reach = 7.5
        corners = f"{x},{y - reach:.1f} {x + reach:.1f},{y} {x},{y + reach:.1f} {x - reach:.1f},{y}"
        return format_html('<polygon class="race-mark-1" points="{}"/>', corners)
    if side == 3:
        return format_html(
            '<rect class="race-mark-3" x="{0}" y="{1}" width="{2}" height="{2}"/>',
            round(x - DISC_RADIUS, 1),
            round(y - DISC_RADIUS, 1),
            2 * DISC_RADIUS,
        )
    if side > 3:
        text = '<text class="race-mark-{0}" x="{1}" y="{2}" text-anchor="middle">{0}</text>'
        return format_html(text, side, x, y + DISC_RADIUS)
    return format_html('<circle class="race-mark-{}" cx="{}" cy="{}" r="{}"/>', side, x, y, DISC_RADIUS)


@register.simple_tag
def race_key(side: int) -> SafeString:
    """Return a sample of a side's line, for the legend."""
    line = format_html('<line class="race-line race-{}" x1="2" x2="46" y1="10" y2="10"/>', side)
    return format_html(
        '<svg viewBox="0 0 48 20" aria-hidden="true" focusable="false">{}{}</svg>', line, _mark(side, 24, 10)
    )


@register.filter
def running_scores(deals: Sequence[Any], start: int) -> list[list[int]]:
    """Return each side's scores at the beginning and after each deal; empty without deals."""
    if not deals:
        return []
    sides = range(len(deals[0].figures))
    return [[start, *(deal.figures[side].after for deal in deals)] for side in sides]
