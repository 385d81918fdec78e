"""Ask and a law's page under a club's own law set: a law set is looked up once for each."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws import queries
from scoring.house_laws import services as house
from scoring.house_laws.models import HouseDraft, HouseLawSet
from scoring.house_laws.records import read_fields
from tests.factories import ClubOfRoles, house_laws
from tests.house_laws.making import written

pytestmark = pytest.mark.django_db

PAGES = {
    "/laws/ask/?law_set=harbour-laws": 1,
    "/laws/ask/?law_set=harbour-laws&incident=lead-out-of-turn": 1,
    "/laws/ask/?law_set=harbour-laws&incident=lead-out-of-turn&turn_of=adversary&followed=some": 1,
    "/laws/harbour-laws/lead-out-of-turn/second-card/": 2,
}
"""How many statements each page takes once the book is known to the process."""


def publish(club: ClubOfRoles, score: str) -> None:
    """Publish another revision under which the game ends elsewhere."""
    law_set = HouseLawSet.objects.get()
    change = read_fields(law_set.slug, written(parameters={"game_score": score}))
    house.write(law_set=law_set, actor=club.actors["owner"], written=change)
    house.publish(law_set=law_set, actor=club.actors["director"], mark=HouseDraft.objects.get().mark)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_looks_a_law_set_up_once(club: ClubOfRoles, page: str) -> None:
    house_laws(club)
    browser = Client()
    assert browser.get(page).status_code == 200
    with CaptureQueriesContext(connection) as asked:
        browser.get(page)
    assert len(asked) == PAGES[page]


def test_what_is_published_counts_from_the_next_answer_on(club: ClubOfRoles) -> None:
    house_laws(club)
    publish(club, "42")
    assert queries.law_set_named("harbour-laws")["game_score"] == 42
    publish(club, "43")
    assert queries.law_set_named("harbour-laws")["game_score"] == 43
