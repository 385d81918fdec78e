"""A negative number may be typed with any minus sign or dash that pages or phone keyboards have."""

import pytest

from scoring.game.explanation import figure
from scoring.templatetags.cards import plain, signed
from scoring.web.pages import whole


@pytest.mark.parametrize("text", [plain(-12), signed(-12), "-12", " \u221212 ", "\u201312"])
def test_a_minus_of_any_kind_is_read(text):
    assert whole(text) == -12


@pytest.mark.parametrize("text", ["\u2212", "1\u22122", "\u2212\u221212", "twelve", "\u2212123456"])
def test_what_is_no_number_goes_on_as_it_is(text):
    assert whole(text) == text


def test_what_is_printed_is_read_again():
    assert [whole(figure(number)) for number in range(-40, 0)] == list(range(-40, 0))
