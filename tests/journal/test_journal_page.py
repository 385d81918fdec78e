"""The page of the journal: what is found there, and where its lines lead."""

import pytest

from tests.factories import record

pytestmark = pytest.mark.django_db


def test_the_journal_s_page_is_searched_by_table_person_and_verb_and_links_to_what_each_line_is_about(club):
    record(club.table, club.actors["scorer"])
    address, client = "/clubs/harbour/journal/", club.client("director")

    def found(**search):
        page = client.get(address, search).content.decode()
        return page.partition('<ol class="lines">')[2].partition("</ol>")[0]

    link = f'<a href="/tables/{club.table.pk}/deals/1/">Deal 1 was recorded</a>'
    assert link in found()
    scorer = club.actors["scorer"].member_id
    assert link in found(table=club.table.pk, person=scorer, verb="deal.recorded")
    assert "A table was opened" not in found(person=scorer)
    assert "Deal 1" not in found(verb="table.opened")
    assert client.get(address, {"verb": "nothing"}).status_code == 400
