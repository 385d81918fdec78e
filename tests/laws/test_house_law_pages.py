"""Ask and a law's page under a club's own law set: a law set is looked up once for each."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import ClubOfRoles, house_laws

pytestmark = pytest.mark.django_db

PAGES = {
    "/laws/ask/?law_set=harbour-laws": 1,
    "/laws/ask/?law_set=harbour-laws&incident=lead-out-of-turn": 1,
    "/laws/ask/?law_set=harbour-laws&incident=lead-out-of-turn&turn_of=adversary&followed=some": 1,
    "/laws/harbour-laws/lead-out-of-turn/second-card/": 2,
}
"""How many statements each page takes once the book is known to the process."""


@pytest.mark.parametrize("page", PAGES)
def test_a_page_looks_a_law_set_up_once(club: ClubOfRoles, page: str) -> None:
    house_laws(club)
    browser = Client()
    assert browser.get(page).status_code == 200
    with CaptureQueriesContext(connection) as asked:
        browser.get(page)
    assert len(asked) == PAGES[page]
