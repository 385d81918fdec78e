"""The head table rings the bell on its own page in a browser, while the other tables play."""

import pytest
from playwright.sync_api import expect

from scoring.events.models import Bell
from tests.events.evenings import begun
from tests.pages.conftest import PHONE
from tests.pages.live import SEEN_AGAIN

pytestmark = pytest.mark.browser


def test_the_head_table_rings_in_every_round_though_others_record_while_it_is_asked(hall):
    evening = begun(hall.club, 12, movement={"bell": "head-table"})
    page = hall.phone(evening.table(1), viewport=PHONE)
    for number in (1, 2):
        page.get_by_role("button", name="Ring the bell").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Tables 1, 2, 3 still play.")
        evening.play(without=[1, 3])
        with page.expect_response(lambda answer: answer.url == page.url and answer.request.method == "GET"):
            page.evaluate(SEEN_AGAIN)
        dialog.get_by_role("button", name="Ring the bell").click()
        expect(page.get_by_role("heading", name="The bell")).to_be_hidden()
        assert Bell.objects.count() == number
        evening.play(without=[2])
        evening.run_due_moves()
        page.evaluate(SEEN_AGAIN)
        expect(page.get_by_role("heading", name="The bell")).to_be_visible()
        expect(dialog).to_be_hidden()
