"""The number of SQL statements for a deal and for a table's pages does not depend on the history."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from knox.models import AuthToken
from rest_framework.test import APIClient

from scoring.disputes.services import disputes
from scoring.tables.services import corrections, deals
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIRST_SIDE, begun, deal_of, signed_in
from tests.factories import ClubOfRoles

pytestmark = [pytest.mark.database, pytest.mark.own_club]

SEVEN_EACH = {"maker": 2, "bid": 6, "trump": "H", "points": [7, 7]}
MOST_STATEMENTS = 12
MOST_STATEMENTS_OF_A_PAGE = 9


def statements_for_a_deal(club: ClubOfRoles) -> list[str]:
    """Record a deal as a program with a token does; return the statements in order."""
    phone = APIClient(headers={"authorization": f"Token {AuthToken.objects.create(club.users['scorer'])[1]}"})
    with CaptureQueriesContext(connection) as asked:
        answer = phone.post(
            f"/api/v1/tables/{club.table.pk}/deals/",
            SEVEN_EACH,
            format="json",
            headers={"Idempotency-Key": str(uuid4())},
        )
    assert answer.status_code == 201
    return [one["sql"] for one in asked.captured_queries]


@pytest.mark.django_db(transaction=True)
def test_recording_a_deal_takes_few_statements_in_one_transaction(club):
    first = statements_for_a_deal(club)
    for _ in range(30):
        last = statements_for_a_deal(club)
    for asked in (first, last):
        assert len(asked) <= MOST_STATEMENTS
        assert sum(sql.startswith("BEGIN") for sql in asked) == 1
        assert sum(sql.startswith("COMMIT") for sql in asked) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/tables/{}/", "/tables/{}/sheet/"])
def test_the_pages_of_a_table_take_few_statements(club, client, page):
    for _ in range(3):
        statements_for_a_deal(club)
    client.force_login(club.users["director"])
    with CaptureQueriesContext(connection) as asked:
        assert client.get(page.format(club.table.pk)).status_code == 200
    assert len(asked) <= MOST_STATEMENTS_OF_A_PAGE


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "most"), [("/tables/{}/", 13), ("/tables/{}/sheet/", 10)])
def test_the_pages_of_a_table_of_an_event_load_its_state_once_for_the_tag_and_once_for_the_page(
    club, page, most
):
    evening, browser = begun(club), signed_in(club)
    evening.give(1, FIRST_SIDE)
    address = page.format(evening.table(1).pk)
    assert browser.get(address).status_code == 200
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    assert len(asked) <= most


@pytest.mark.django_db
def test_the_names_of_deals_in_a_list_load_their_event_once(club):
    evening, browser = begun(club, 16), signed_in(club)
    board = f"/clubs/{club.club.slug}/director/"
    lists = (board, f"/clubs/{club.club.slug}/disputes/", f"/events/{evening.pk}/rulings/")

    def statements(address):
        assert browser.get(address).status_code == 200
        with CaptureQueriesContext(connection) as asked:
            page = browser.get(address).content.decode()
        return len(asked), page.count("Round 1, deal")

    def report(table):
        policy = policy_of(evening.table(table))
        disputes.raise_dispute(policy=policy, actor=evening.director, number=1, incident="revoke")

    def hold(table):
        ahead = {"payload": deal_of(FIRST_SIDE), "key": uuid4(), "number": 3}
        deals.record(policy=policy_of(evening.table(table)), actor=club.actors["scorer"], **ahead)
        return statements(board)[0]

    without_deals, _none = statements(board)
    evening.play(deals_each=1)
    assert statements(board) == (without_deals, 4)
    report(1)
    few = [statements(address)[0] for address in lists]
    for table in (2, 3, 4):
        report(table)
    assert [statements(address) for address in lists] == list(zip(few, (8, 8, 4), strict=True))
    assert len({hold(table) for table in (1, 2, 3)}) == 1, "the games and seats of all are looked up once"


@pytest.mark.django_db
def test_held_corrections_of_two_evenings_are_looked_up_once_for_all(club):
    evenings, board = [begun(club), begun(club)], f"/clubs/{club.club.slug}/director/"
    browser = signed_in(club)

    def hold(evening, number):
        change = {"number": number, "changes": {"points": [5, 9]}, "reason": "Misread.", "ask_director": True}
        corrections.correct(policy=policy_of(evening.table(1)), actor=evening.director, **change)
        assert browser.get(board).status_code == 200
        with CaptureQueriesContext(connection) as asked:
            page = browser.get(board).content.decode()
        return len(asked), page.count("<h4>The correction</h4>")

    for evening in evenings:
        evening.play(deals_each=3)
    few = [hold(evening, 1) for evening in evenings]
    many = [hold(evening, 2) for evening in evenings]
    assert [count for _asked, count in (*few, *many)] == [1, 2, 3, 4]
    assert few[1][0] == many[0][0] == many[1][0]
