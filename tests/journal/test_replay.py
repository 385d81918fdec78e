"""Every game is the result of its current deals, in whatever order deals are recorded and corrected.

The model in this module keeps the deals in lists, without a database. `tests.game` tests the results of
deals.
"""

import json

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.game.notation import parse_deal
from scoring.game.state import game_state
from scoring.journal.models import Entry, record_models
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.api.schemas import DealLineSerializer
from scoring.tables.api.tables import ShownTable, TableSerializer
from scoring.tables.games import clear_caches, games_of
from scoring.tables.models import Table
from scoring.tables.queries import deal_lines, table_state
from scoring.tables.services import corrections, tables
from scoring.tables.table_policy import policy_of
from tests.factories import make_table, record
from tests.game.tables import CHICAGO, CINCH, FOSTER
from tests.office.tampering import lifted, run
from tests.strategies import WITH_DATABASE

pytestmark = pytest.mark.django_db

LAWS = {"foster-1897": FOSTER, "chicago-1890": CHICAGO}
ORDER = ("high", "low", "jack", "game", "right-pedro", "left-pedro")


class Model:
    """The expected table: games as lists of deals, and the first dealer of each."""

    def __init__(self, law_set):
        self.law_set = law_set
        self.games = [(1, [])]

    def now(self):
        return self.state(*self.games[-1])

    def state(self, first_dealer, deals):
        """Return the state of a game after these deals."""
        laws = LAWS[self.law_set]
        return game_state([parse_deal(deal, CINCH, laws) for deal in deals], laws, CINCH, first_dealer)


taken_by = st.fixed_dictionaries({point: st.sampled_from([1, 2]) for point in ORDER})
deals_made = st.one_of(
    st.builds(lambda maker, bid, won: {"maker": maker, "bid": bid, "won": won}, st.integers(1, 4),
              st.sampled_from([1, 5, 6, 7, 8, 9, 12, 14]), taken_by),
    st.builds(lambda won: {"maker": None, "bid": 0, "won": won}, taken_by),
    st.just({"misdeal": "misdeal"}),
)  # fmt: skip
steps = st.lists(
    st.one_of(
        st.tuples(st.just("record"), deals_made),
        st.tuples(st.just("record"), deals_made),
        st.tuples(st.just("record"), deals_made),
        st.tuples(st.just("correct"), st.integers(0, 99), deals_made),
        st.tuples(st.just("next game")),
    ),
    min_size=6,
    max_size=16,
)


def whole(deal, dealer):
    """Return a generated deal with its dealer, who is the maker if nobody bid."""
    if "misdeal" in deal:
        return {"dealer": dealer, **deal}
    return {"dealer": dealer, **deal, "maker": deal["maker"] or dealer, "trump": "H"}


def take(table: Table, actor: Actor, model: Model, step) -> None:
    """Make one step at the table and in the model. Both must accept it, or both must refuse it."""
    kind, *arguments = step
    now = model.now()
    deals = model.games[-1][1]
    if kind == "record":
        deal = whole(arguments[0], now.next_dealer)
        if now.over:
            with pytest.raises(Conflict, match="over"), transaction.atomic():
                record(table, actor, **fields(deal))
            return
        assert record(table, actor, **fields(deal)).outcome == "recorded"
        deals.append(deal)
    elif kind == "correct":
        which = arguments[0]
        every = [
            (game, place) for game, (_, played_) in enumerate(model.games) for place in range(len(played_))
        ]
        if not every:
            return
        game, place = every[which % len(every)]
        number = which % len(every) + 1
        old = model.games[game][1][place]
        new = whole(arguments[1], old["dealer"])
        if new == old:
            return
        changes = new if "misdeal" in new else new | {"misdeal": None}
        corrections.correct(
            policy=policy_of(table), actor=actor, number=number, changes=changes, reason="As all agree."
        )
        model.games[game][1][place] = new
    elif now.over or not deals:
        game = tables.start_game(table=table, actor=actor)
        model.games.append((game.first_dealer, []))
    else:
        with pytest.raises(Conflict, match="not over"), transaction.atomic():
            tables.start_game(table=table, actor=actor)


def fields(deal):
    empty = {"maker": None, "bid": None, "trump": None, "points": None}
    return empty | deal


def agrees(table: Table, model: Model) -> None:
    """Assert that every game of the table is the result of its deals, and that `verify` finds nothing."""
    for game, (first, deals) in zip(games_of(table), model.games, strict=True):
        assert game.state == model.state(first, deals)
    assert list(breaches()) == []


@pytest.mark.parametrize("law_set", LAWS)
@settings(
    max_examples=WITH_DATABASE,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=steps)
def test_any_sequence_of_entries_and_corrections_has_the_score_of_its_deals(club, law_set, steps):
    with transaction.atomic():
        table = make_table(club.club, club.actors["owner"], law_set=law_set, dealer=1)
        model = Model(law_set)
        for step in steps:
            take(table, club.actors["director"], model, step)
            if step[0] != "record":
                agrees(table, model)
        agrees(table, model)
        transaction.set_rollback(True)


def test_a_deal_recorded_differently_does_not_agree(club):
    """The control: if one deal differed from the deal that was sent, the comparison above would find it."""
    table, model = make_table(club.club, club.actors["owner"], dealer=1), Model("foster-1897")
    take(
        table,
        club.actors["director"],
        model,
        ("record", {"maker": 2, "bid": 14, "won": dict.fromkeys(ORDER, 1)}),
    )
    agrees(table, model)

    model.games[0][1][0]["bid"] = 13
    with pytest.raises(AssertionError):
        agrees(table, model)


def canonical(answer: object) -> bytes:
    return json.dumps(answer, sort_keys=True, ensure_ascii=False).encode()


def everything_said(table: Table) -> bytes:
    """Return all API answers about the table as bytes."""
    return canonical(
        [
            TableSerializer(ShownTable(table_state(table), None)).data,
            DealLineSerializer(deal_lines(table), many=True).data,
        ]
    )


def test_the_records_alone_give_the_same_answers_in_another_database(club):
    # The rows are exported, the tables emptied, and the records inserted in another order.
    director = club.actors["director"]
    for _ in range(2):
        record(club.table, director)
    corrections.correct(
        policy=policy_of(club.table), actor=director, number=1, changes={"bid": 6}, reason="Six was bid."
    )
    said, count = everything_said(club.table), Member.objects.count()
    kept = {model: list(model.objects.order_by("-pk")) for model in (*record_models(), Entry)}

    with lifted():
        if connection.vendor == "sqlite":
            run("PRAGMA defer_foreign_keys = ON")
        for model in reversed(kept):
            run(f"DELETE FROM {model._meta.db_table}")
        assert Entry.objects.count() == 0
        for model, gone in kept.items():
            model.objects.bulk_create(gone)
        clear_caches()  # empties what was computed before

        assert everything_said(club.table) == said
        assert list(breaches()) == []
        assert Member.objects.count() == count
