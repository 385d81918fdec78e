"""The steps of an entry on a page: whose names and which numbers stand on them, though they are kept."""

import re

import pytest

from laws.queries import law_set_named
from scoring.domain.games import CINCH
from scoring.tables.forms.entry import EntryForm
from scoring.templatetags.entry import entry_steps

pytestmark = pytest.mark.django_db

NAMES = ("Ash", "Birch", "Cedar", "Elm")


def steps(data=None, *, law_set="foster-1897", players=NAMES, dealer=1, deal=None):
    form = EntryForm(
        data,
        game=CINCH,
        law_set=law_set_named(law_set),
        players=players,
        dealer=dealer,
        number=1,
        deal=deal,
    )
    return entry_steps(form)


def makers(html):
    keys = re.findall(r'<label class="key seat-\d" data-said="([^"]*)">(.*?)</label>', html)
    return [(name, "dealer-mark" in key) for name, key in keys]


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [NAMES, ("Rye", "Oats", "Wheat", "Barley")])
def test_each_table_has_its_own_names_and_dealer_each_time(players, dealer):
    expected = [(name, seat == dealer) for seat, name in enumerate(players, start=1)]

    assert makers(steps(players=players, dealer=dealer)) == expected
    assert makers(steps(players=players, dealer=dealer)) == expected


def test_a_name_is_only_ever_text():
    assert "<b>" not in steps(players=("<b>", *NAMES[1:]))


def test_the_bids_are_those_of_the_law_set():
    # Foster 1897, Cinch, Bidding: from one to fourteen; the last key says that nobody bid.
    bids = re.findall(r'name="bid" value="(\d+)"', steps())

    assert bids == [*map(str, range(1, 15)), "0"]


def test_what_was_tapped_or_recorded_never_stands_on_an_empty_entry():
    empty = steps()

    assert 'value="9" id="bid_8" checked' in steps({"bid": "9"})
    assert 'value="9" id="bid_8" checked' in steps(deal={"dealer": 1, "bid": 9, "maker": 2})
    assert steps() == empty
    assert 'value="9" id="bid_8"' in empty
    assert 'id="bid_8" checked' not in empty
