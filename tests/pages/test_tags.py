"""Cards, figures, seats and the race as they are written on a page."""

import doctest
from types import SimpleNamespace

import pytest
from django import forms
from django.http import QueryDict
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from laws.templatetags import law_links
from scoring.game.cards import PACK, format_card
from scoring.tables.forms.keys import Tapped
from scoring.templatetags import cards, race


@pytest.mark.parametrize("module", [cards, law_links], ids=lambda module: module.__name__)
def test_the_examples_in_the_words_about_each_tag_hold(module):
    assert doctest.testmod(module).failed == 0


def test_a_trick_of_three_cards_says_whose_is_missing():
    seats = [SimpleNamespace(name=name) for name in "AYBZ"]
    tricks = [[[2, "AS"], [3, "KS"], [4, "QS"], [1, "2S"]], [[2, "KC"], [3, "JC"], [1, "4C"]]]
    written = render_to_string("scoring/tables/_tricks.html", {"deal": {"tricks": tricks}, "seats": seats})

    whole, short = [" ".join(strip_tags(row).split()) for row in written.split("<tr>")[1:]]
    assert "no card" not in whole
    assert short.endswith("Z \N{EN DASH}had no card left"), "Z, who had run out, and nobody else"
    assert [row.count("<td>") for row in written.split("<tr>")[1:]] == [4, 4]


def test_every_card_of_the_pack_has_its_own_words_and_a_silent_drawing():
    faces = [cards.face(format_card(card)) for card in PACK]

    assert len({cards.card_words(format_card(card)) for card in PACK}) == 52
    assert "ten of hearts" in cards.face("TH")
    assert all('aria-hidden="true"' in face and "visually-hidden" in face for face in faces)


def test_red_suits_are_told_from_black_ones_by_more_than_colour():
    red, black = cards.face("TH"), cards.face("TS")

    assert "card-red" in red
    assert "card-black" in black
    assert "#H" in red, "the shape of a heart"
    assert "#S" in black, "the shape of a spade"


@pytest.mark.parametrize("text", ["", "<b>", "1H", "AX", "<script>"])
def test_what_is_no_card_is_shown_as_it_was_typed(text):
    assert "<script>" not in cards.face(text)
    assert cards.card_words(text) == text
    assert cards.suit_mark(text) == ""


def test_a_penalty_is_said_with_who_it_concerns():
    seats = [SimpleNamespace(name=name) for name in "AYBZ"]

    assert cards.penalty_words({"offence": "revoke", "seat": 2}, seats) == "revoke: Y"
    assert cards.penalty_words({"offence": "trick-claimed", "side": 1}, seats) == "trick claimed: side 1"
    assert cards.penalty_words({"kind": "bid-waived"}, seats) == "bid waived"


def numbered(*numbers):
    return [type("Deal", (), {"number": number}) for number in numbers]


def test_the_race_says_where_it_stands_and_tells_sides_apart_by_mark_and_a_name_is_only_a_name():
    drawn = race.race([[0, 6, 23], [0, 0, -8]], numbered(12, 13), ['"><script>', "Y & Z"], 51)

    assert 'role="img"' in drawn
    assert "The race to 51. Now: &quot;&gt;&lt;script&gt; 23; Y &amp; Z \N{MINUS SIGN}8." in drawn
    assert "style=" not in drawn
    assert (drawn.count("<polygon"), drawn.count("<circle")) == (2, 2)


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


@pytest.mark.django_db
def test_a_law_is_cited_as_a_link_to_its_page():
    linked = law_links.law_link("foster-1897/scoring/difference")

    assert 'href="/laws/foster-1897/scoring/difference/"' in linked
    assert law_links.law_link("") == ""
    assert "<b>" not in law_links.law_link("<b>")


def test_a_name_in_a_template_is_escaped_and_isolated():
    rendered = Template('{% include "scoring/web/_names.html" with names=names only %}').render(
        Context({"names": ["<b>A</b>", "B"]})
    )

    assert rendered.strip() == "<bdi>&lt;b&gt;A&lt;/b&gt;</bdi> &amp; <bdi>B</bdi>"


def test_a_key_is_pressed_where_the_form_has_it_so_and_its_name_is_only_text():
    class Form(forms.Form):
        bid = Tapped([("0", "<b>nobody</b>"), ("8", "8")], "Bid")
        seats = Tapped([("1", "A"), ("2", "Y")], "Revoked", many=True)

    form = Form(QueryDict("bid=8&seats=1&seats=2"))

    assert [("checked" in key.tag, key.label) for key in form["bid"].keys] == [
        (False, "<b>nobody</b>"),
        (True, "8"),
    ]
    assert all("checked" in key.tag and 'type="checkbox"' in key.tag for key in form["seats"].keys)
    assert "<b>" not in form["bid"].drop_down
    assert '<option value="8" selected>8</option>' in form["bid"].drop_down
