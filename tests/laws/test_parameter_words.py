"""The parameters in plain words: a person never has to read the word of a program."""

import re
from html import unescape

import pytest
from django.test import Client

from laws import library, open_readings
from laws.domain.parameters import PARAMETERS, heading, in_words, to_json

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_has_a_heading_a_default_and_a_sentence_for_each_of_its_values(name):
    parameter = PARAMETERS[name]
    assert re.fullmatch(r"[A-Z][^_]+[^.]", parameter.title)
    assert all(re.fullmatch(r"[A-Z][^_]+\.", sentence) for sentence in parameter.says.values())
    assert len(set(parameter.says.values())) == len(parameter.says)
    assert [other for other in PARAMETERS if heading(other) == parameter.title] == [name]
    assert parameter.parse(to_json(parameter.default)) == parameter.default
    assert parameter.meaning.endswith(".")


def test_a_number_is_shown_with_its_unit():
    assert in_words("game_score", 51) == "51 points"
    assert in_words("score_floor", None) == "none"
    assert in_words("points", {"right-pedro": 5, "low": 1}) == "right pedro 5, low 1"
    assert in_words("counting_order", ("high", "right-pedro")) == "high, right pedro"


def test_the_pages_of_a_law_set_show_no_bare_words_of_parameters():
    words = {word for name in PARAMETERS for word in PARAMETERS[name].choices if "-" in word}
    for slug in library.law_sets():
        page = Client().get(f"/laws/{slug}/").content.decode()
        texts = set(re.findall(r"<b>([^<]*)</b>", page))
        assert not texts & (words | {word.replace("-", " ") for word in words} | {"yes", "no", "True"}), slug


def test_points_left_open_are_put_in_sentences():
    """Foster does not say what follows when both sides revoke with scores kept player by player."""
    for slug, book in library.law_books().items():
        for incident in book.tables:
            for doubt in open_readings.of_incident(library.law_set(slug), incident).values():
                for way, says in doubt.ways.items():
                    assert says.endswith((".", "?")), (slug, way)
                    assert unescape(says).lower() != f"{way.replace('-', ' ')}.", (slug, way)
