"""The example beside the search field finds what it describes, in each language of the site."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from laws import finding, library

EXAMPLE = "For example: my partner led when it was my turn, and the next player followed."


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_example_of_the_search_finds_the_lead_out_of_turn(language):
    with translation.override(language):
        words = gettext(EXAMPLE).partition(":")[2]
        found = finding.incidents_meant(words, library.law_books()["foster-1897"]).own
    assert found[0].incident.id == "lead-out-of-turn"
