"""Deals written in one statement where the table stands as it was last seen, and by the long way elsewhere.

PostgreSQL can do so. On SQLite, where every deal goes the long way, the same must come of it.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.journal.idempotency import Answer
from scoring.models import Deal, Table
from scoring.office.verification import breaches
from scoring.prepared import Query
from scoring.refusals import Conflict
from scoring.services import standing
from scoring.services.standing import _SEEN
from scoring.tables.cache import forget_all
from scoring.tables.services import corrections, deals, tables
from tests.factories import ClubOfRoles, make_club, record
from tests.reliability.callers import at_once
from tests.reliability.test_crash_points import Breaking, Crash

pytestmark = pytest.mark.django_db(transaction=True)
BID_SIX = {"maker": 2, "bid": 6, "trump": "S", "points": [6, 8]}
"""Two points for side 2 under Foster: what it won less what the others won."""
MANY = 6
PATIENCE = 20
WHEREVER_IT_ENDS = Query(lambda table: Table.objects.filter(pk=table).order_by().values_list("pk"), table=int)


@pytest.fixture
def club() -> Iterator[ClubOfRoles]:
    """Return a club at whose table this process has recorded a deal, and forget it at the end."""
    made = make_club()
    record(made.table, made.actors["owner"])
    yield made
    forget_all()


def next_deal(club: ClubOfRoles, **sent: Any) -> Answer:
    """Record the deal after those before, under a fresh key unless one is given."""
    named = {"table": club.table, "actor": club.actors["owner"], "payload": BID_SIX, "key": uuid4()}
    return deals.record(**(named | sent))


def elsewhere(club: ClubOfRoles, deed: Callable[[], object]) -> None:
    """Do something in another process, of which this one knows nothing."""
    before = _SEEN.get(club.table.pk)
    assert before is not None
    deed()
    _SEEN.keep(club.table.pk, before)


def corrected(club: ClubOfRoles) -> None:
    """Correct the first deal, in which side 2 is set back for seventeen, to one that gives it two."""
    corrections.correct(
        table=club.table, actor=club.actors["director"], number=1, changes={"points": [6, 8]}, reason="anew"
    )


def from_threads(work: Callable[[int], Any]) -> list[Any]:
    """Return what comes of work begun by many at once, each with a connection of his own."""

    def alone(number: int) -> Any:
        try:
            return work(number)
        finally:
            connection.close()

    return at_once([lambda number=number: alone(number) for number in range(MANY)])


def numbers() -> list[int]:
    """Return the numbers of the deals that are recorded."""
    return list(Deal.objects.order_by("number").values_list("number", flat=True))


def test_a_deal_is_one_statement_where_the_database_can(club: ClubOfRoles) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = next_deal(club)
    written = [one["sql"] for one in asked.captured_queries if "INSERT" in one["sql"]]
    assert answer.status == 201
    assert numbers() == [1, 2]
    assert len(written) == (1 if connection.vendor == "postgresql" else 4)
    begins = [one["sql"] for one in asked.captured_queries if one["sql"].startswith("BEGIN")]
    assert len(begins) == (0 if connection.vendor == "postgresql" else 1)
    assert list(breaches()) == []


def test_after_a_correction_elsewhere_the_deal_counts_on_from_it(club: ClubOfRoles) -> None:
    elsewhere(club, lambda: corrected(club))
    answer = next_deal(club).body
    assert (answer["score"]["before"], answer["running_score"]) == ([0, 2], [0, 4])
    assert list(breaches()) == []


def test_after_a_deal_elsewhere_this_one_is_the_next(club: ClubOfRoles) -> None:
    elsewhere(club, lambda: next_deal(club))
    assert next_deal(club).body["number"] == 3
    assert list(breaches()) == []


def test_at_a_table_closed_elsewhere_nothing_is_recorded(club: ClubOfRoles) -> None:
    as_read = Table.objects.select_related("club", "law_set").get(pk=club.table.pk)
    elsewhere(club, lambda: tables.close(table=club.table, actor=club.actors["director"]))
    with pytest.raises(Conflict) as refusal:
        next_deal(club, table=as_read)
    assert refusal.value.code == "table-closed"
    assert numbers() == [1]


def test_a_key_that_came_before_is_answered_as_it_was(club: ClubOfRoles) -> None:
    key = uuid4()
    first = next_deal(club, key=key)
    assert next_deal(club, key=key) == first
    assert numbers() == [1, 2]
    with pytest.raises(Conflict) as refusal:
        next_deal(club, key=key, payload=BID_SIX | {"bid": 5})
    assert refusal.value.code == "key-reused"
    assert numbers() == [1, 2]
    assert list(breaches()) == []


def put_back(club: ClubOfRoles) -> None:
    """Let this process remember two deals and entries more than are in the database, as after a restore."""
    seen = _SEEN.get(club.table.pk)
    assert seen is not None
    _SEEN.keep(club.table.pk, seen._replace(mark=(*seen.mark[:-1], "f" * 64), last=3, seq=seen.seq + 2))


def test_what_was_remembered_before_the_database_was_put_back_is_not_believed(club: ClubOfRoles) -> None:
    put_back(club)
    assert next_deal(club).body["number"] == 2
    assert list(breaches()) == []


def test_control_without_its_condition_a_deal_would_leave_a_gap(
    club: ClubOfRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_back(club)
    monkeypatch.setattr(deals, "as_presumed", lambda table, end: WHEREVER_IT_ENDS.statement(table=table.pk))
    believed = connection.vendor == "postgresql"
    assert next_deal(club).body["number"] == (4 if believed else 2)
    assert bool(list(breaches())) is believed


def test_many_at_once_are_all_recorded_one_after_the_other(club: ClubOfRoles) -> None:
    answers = from_threads(lambda number: next_deal(club))
    assert sorted(answer.body["number"] for answer in answers) == list(range(2, MANY + 2))
    assert numbers() == list(range(1, MANY + 2))
    assert list(breaches()) == []


def test_the_same_deal_from_many_at_once_is_one(club: ClubOfRoles) -> None:
    answers = from_threads(lambda number: next_deal(club, number=2))
    assert Counter(answer.status for answer in answers) == {201: 1, 200: MANY - 1}
    assert numbers() == [1, 2]
    assert list(breaches()) == []


def test_the_same_key_from_many_at_once_is_one_deal(club: ClubOfRoles) -> None:
    key = uuid4()
    answers = from_threads(lambda number: next_deal(club, key=key))
    assert all(answer == answers[0] for answer in answers)
    assert numbers() == [1, 2]
    assert list(breaches()) == []


def test_who_holds_the_table_is_waited_for_and_what_he_did_is_seen(club: ClubOfRoles) -> None:
    answered: list[Answer] = []

    def enter() -> None:
        try:
            answered.append(next_deal(club))
        finally:
            connection.close()

    entering = threading.Thread(target=enter)
    with transaction.atomic():
        elsewhere(club, lambda: corrected(club))
        entering.start()
        entering.join(0.5)
        assert answered == [], "the table is held"
    entering.join(PATIENCE)
    assert [answer.body["score"]["before"] for answer in answered] == [[0, 2]]
    assert list(breaches()) == []


def test_a_crash_at_any_statement_leaves_all_or_nothing_and_the_repeat_records_once(
    club: ClubOfRoles,
) -> None:
    crashed: Counter[bool] = Counter()
    for at in range(1, 10):
        for after in (False, True):
            key, before = uuid4(), numbers()
            try:
                with connection.execute_wrapper(Breaking(at, after)):
                    next_deal(club, key=key)
            except Crash:
                crashed[len(numbers()) > len(before)] += 1
            assert next_deal(club, key=key).status == 201
            assert numbers() == [*before, len(before) + 1]
    assert crashed[False], "before anything was committed"
    # SQLite commits after the last statement; one statement is committed before anybody is answered.
    assert bool(crashed[True]) is (connection.vendor == "postgresql")
    assert list(breaches()) == []


def test_within_a_transaction_of_somebody_else_s_a_deal_goes_the_long_way(club: ClubOfRoles) -> None:
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        assert next_deal(club).status == 201
    assert any("FOR UPDATE" in one["sql"] for one in asked.captured_queries) is (
        connection.vendor == "postgresql"
    )
    assert not any("condition" in one["sql"] for one in asked.captured_queries)


def test_spare_ids_are_given_once(club: ClubOfRoles) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite's writers stand in line, and ask for the next id in their turn")
    taken = from_threads(lambda number: [standing._SPARE.take() for _ in range(40)])
    each = [pair for many in taken for pair in many]
    assert len({deal for deal, _ in each}) == len({revision for _, revision in each}) == MANY * 40
