"""Template tags: cards, numbers, seats and the race."""

import doctest
from datetime import datetime
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string
from django.utils import timezone
from django.utils.html import strip_tags

from laws import library
from laws.templatetags import law_links
from scoring.game.games import GAMES
from scoring.game.rules import rules_of
from scoring.templatetags import cards, race, times


@pytest.mark.parametrize("module", [cards, law_links], ids=lambda module: module.__name__)
def test_the_examples_in_the_words_about_each_tag_hold(module):
    assert doctest.testmod(module).failed == 0


def test_points_are_shown_in_the_order_of_the_rules_of_every_game():
    for game in GAMES.values():
        for law_set in library.law_sets().values():
            if game.slug in law_set.games:
                worth = list(rules_of(law_set, game).worth)
                assert [name for name in cards.POINT_TITLES if name in worth] == worth, (game, law_set)


def test_every_template_loads_the_tags_that_it_uses():
    for path in settings.BASE_DIR.glob("templates/**/*.html"):
        get_template(path.relative_to(settings.BASE_DIR / "templates"))


def test_a_trick_of_three_cards_says_whose_is_missing():
    seats = [SimpleNamespace(name=name) for name in "AYBZ"]
    tricks = [[[2, "AS"], [3, "KS"], [4, "QS"], [1, "2S"]], [[2, "KC"], [3, "JC"], [1, "4C"]]]
    written = render_to_string("scoring/tables/_tricks.html", {"deal": {"tricks": tricks}, "seats": seats})

    whole, short = [" ".join(strip_tags(row).split()) for row in written.split("<tr>")[1:]]
    assert "no card" not in whole
    assert short.endswith("Z \N{EN DASH}had no card left"), "Z, who had run out, and nobody else"
    assert [row.count("<td>") for row in written.split("<tr>")[1:]] == [4, 4]


def numbered(*numbers):
    return [type("Deal", (), {"number": number}) for number in numbers]


@pytest.mark.parametrize(
    ("lines", "target"),
    [
        pytest.param([[0], [0]], 51, id="no deal yet"),
        pytest.param([[0, -14, -28], [0, 14, 60]], 42, id="one side far below nothing"),
        pytest.param([[10, 61], [10, 10]], 61, id="a start with ten"),
        pytest.param([list(range(300)), [0] * 300], 1000, id="three hundred deals"),
    ],
)
def test_every_place_in_the_race_lies_inside_the_drawing(lines, target):
    scale = race.Scale(
        deals=len(lines[0]) - 1,
        low=min(0, *map(min, lines)),
        high=max(target, *map(max, lines)),
    )

    for line in lines:
        for deal, score in enumerate(line):
            assert 0 <= scale.x(deal) <= race.WIDTH
            assert 0 <= scale.y(score) <= race.HEIGHT
    assert race.race(lines, numbered(*range(1, len(lines[0]))), ["A", "Y"], target).startswith("<svg")


@pytest.mark.parametrize(
    ("hour", "fold", "written"),
    [(1, 0, "1:30 a.m."), (2, 0, "2:30 a.m. CEST"), (2, 1, "2:30 a.m. CET"), (3, 0, "3:30 a.m.")],
)
def test_a_time_in_the_hour_that_comes_twice_says_its_zone(hour, fold, written):
    # In 2026 Berlin's clocks go back on 25 October, from 3 to 2.
    berlin = ZoneInfo("Europe/Berlin")
    moment = datetime(2026, 10, 25, hour, 30, fold=fold, tzinfo=berlin)
    with timezone.override(berlin):
        assert times.date(moment, "P") == written
