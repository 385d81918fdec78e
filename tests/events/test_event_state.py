"""The state of an event is the same whether it is cached, loaded anew, or loaded as of a past entry."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from laws.domain.errors import InvalidInput
from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.disputes.models import Dispute
from scoring.disputes.services import disputes, rulings
from scoring.events.loaded_records import EventRecords
from scoring.events.models import Doubt, Event
from scoring.events.planning.services import events
from scoring.events.play.rounds import EventRound
from scoring.events.results.domain.score_cards import RoundCards
from scoring.events.results.services import decisions
from scoring.events.state import EventState, load_state
from scoring.tables.games import GameRecord, clear_caches
from scoring.tables.table_policy import policy_of
from tests.events.evenings import TIED, begun, planned
from tests.factories import ClubOfRoles

pytestmark = pytest.mark.django_db

DEALS_ONLY, A_DOZEN = 4, 15


def content(state: EventState) -> list[object]:
    """Return the whole content of a state. Database rows are replaced by values that can be compared."""
    return [
        (state.version, state.entry_hash, state.settings, state.law_set, state.entrants, state.attendance),
        state.taken_back,
        [content_of_round(event_round) for event_round in state.rounds],
        state.board,
    ]


def content_of_round(event_round: EventRound) -> list[object]:
    """Return the whole content of a round."""
    tables = [
        (table, [game.deals for game in table.games], table.report, table.result, sorted(table.decisions))
        for table in event_round.tables
    ]
    return [
        event_round.seating.pk,
        event_round.seated(),
        event_round.bell,
        event_round.steps,
        event_round.life,
        tables,
    ]


def anew(event: Event) -> EventState:
    """Return an event's state as loaded without caches."""
    clear_caches()
    return load_state(Event.with_laws().get(pk=event.pk))


def actions(club: ClubOfRoles) -> Iterator[Event]:
    """Play an evening with every kind of action. Yield the event after each step."""
    evening = planned(club, 10, of_rounds=4)
    director, ids = evening.director, evening.players
    of_round_1 = {**evening.action, "round_number": 1}

    def raise_dispute() -> None:
        facts = {
            "act": "neither-followed-nor-trumped",
            "trick": "turned",
            "answer": "not-asked",
            "claimed": "yes",
        }
        disputes.raise_dispute(
            policy=policy_of(evening.table(1)),
            actor=director,
            number=1,
            incident="revoke",
            facts=facts,
            seat=2,
        )

    def rule() -> None:
        dispute = Dispute.objects.get().pk
        rulings.decide(table=evening.table(1), actor=director, dispute_id=dispute, confirm=True)

    def appeal() -> None:
        dispute = Dispute.objects.get().pk
        player = club.actors["player"]
        rulings.appeal(table=evening.table(1), actor=player, dispute_id=dispute, reason="None left.")

    steps: list[Callable[[], object]] = [
        lambda: evening.wish(ids[0], partner=ids[5]),
        evening.start,
        lambda: evening.swap(ids[1], ids[2]),
        lambda: evening.step("start"),
        lambda: evening.give(1, TIED),
        lambda: evening.correct(1, 1, points=[14, 0], maker=1),
        lambda: evening.play(deals_each=1, without=[2]),
        lambda: evening.play(without=[1]),
        raise_dispute,
        rule,
        lambda: decisions.doubt(**of_round_1, table_number=1, note="Ten was bid."),
        lambda: decisions.settle(**evening.action, doubt_id=Doubt.objects.get().pk, reason="It was not."),
        lambda: evening.ring(1),
        evening.run_due_moves,
        evening.take_back,
        lambda: evening.leave(ids[9]),
        lambda: evening.move(1),
        evening.enter,
        lambda: evening.play(without=[2]),
        lambda: evening.give(2, TIED),
        lambda: evening.ring(2),
        lambda: evening.decide(2, "handed-in", of_round=2),
        evening.run_due_moves,
        lambda: evening.enter(ids[9]),
        lambda: evening.correct(1, 1, points=[13, 1], maker=1),
        appeal,
        evening.play,
    ]
    for step in steps:
        step()
        yield evening.event


def check(club: ClubOfRoles) -> None:
    """Play the evening and compare cached states, states loaded anew, and states as of past entries."""
    states: list[EventState] = []
    for event in actions(club):
        state = load_state(event)
        assert content(state) == content(anew(event)), "what is kept is what there is"
        states.append(state)
    assert len({state.version for state in states}) == len(states), "each step was journalled"
    assert len(states[-1].rounds) == 3
    clear_caches()
    for state in states:
        assert content(load_state(event, state.version)) == content(state), (
            "what was known then is told from later"
        )


def test_the_state_of_every_entry_is_what_it_was_at_that_moment(club):
    check(club)


def with_later_records(records: EventRecords, event: Event, as_of: int | None = None) -> None:
    """Ignore ``as_of``: the state has all records."""
    load_all(records, event)


def no_new_deals(records: EventRecords, ids: Collection[int] | None = None) -> dict[int, GameRecord]:
    """Leave out the games with new deals."""
    return load_games(records) if ids is None else {}


load_all, load_games = EventRecords.__init__, EventRecords.games


@pytest.mark.parametrize(
    ("name", "defect", "found"),
    [("__init__", with_later_records, "known then"), ("games", no_new_deals, "what is kept")],
    ids=["later facts", "deals missed"],
)
def test_control_a_defect_of_the_loader_is_found(club, monkeypatch, name, defect, found):
    monkeypatch.setattr(EventRecords, name, defect)
    with pytest.raises(AssertionError, match=found):
        check(club)


def test_a_record_written_while_a_state_is_loaded_is_in_the_next_state(club, monkeypatch):
    evening, plain = begun(club), EventRecords.rounds
    clear_caches()

    def interrupted(records: EventRecords, *loaded: Any) -> tuple[EventRound, ...]:
        monkeypatch.setattr(EventRecords, "rounds", plain)
        before = plain(records, *loaded)
        evening.give(1, TIED)
        return before

    monkeypatch.setattr(EventRecords, "rounds", interrupted)
    assert deals_of(load_state(evening.event)) == 0
    assert deals_of(load_state(evening.event)) == 1, "whoever asks after a deal was recorded sees it"


def test_a_state_loaded_in_a_transaction_that_is_rolled_back_is_not_cached(club):
    evening = begun(club)
    event = evening.event
    load_state(event)
    with transaction.atomic():
        evening.give(1, (14, 0))
        load_state(event)
        transaction.set_rollback(True)
    evening.give(2, TIED)
    assert content(load_state(event)) == content(anew(event))


def test_a_member_renamed_or_removed_from_the_club_is_so_in_the_next_state(club):
    evening, owner = begun(club), club.actors["owner"]
    player = evening.players[0]

    def loaded() -> Member:
        return load_state(evening.event).entrant(player).member

    def rename(name: str) -> None:
        clubs.rename_member(member=Member.objects.get(pk=player), actor=owner, name=name)
        assert loaded().name == name

    loaded()
    rename("Zoe")
    with transaction.atomic():
        rename("Zora")
        transaction.set_rollback(True)
    rename("Zelda")
    clubs.remove_member(member=Member.objects.get(pk=player), actor=owner)
    assert loaded().left_at


def deals_of(state: EventState) -> int:
    """Return the number of deals in the round in play."""
    assert state.current is not None
    return sum(table.deals for table in state.current.tables)


def statements(event: Event) -> int:
    """Return the number of SQL statements that loading an event takes."""
    with CaptureQueriesContext(connection) as asked:
        load_state(event)
    return len(asked)


def test_an_event_is_loaded_in_a_dozen_statements_whatever_its_size(club):
    sizes = {}
    for people in (8, 24):
        evening = begun(club, people)
        event = evening.event
        evening.play()
        evening.move()
        load_state(event)
        assert statements(event) == 1, "nothing has happened since"
        evening.give(1, TIED)
        assert statements(event) == DEALS_ONLY
        clear_caches()
        sizes[people] = statements(event)
    assert sizes[8] == sizes[24] <= A_DOZEN


def test_the_score_cards_of_a_round_are_computed_again_only_if_it_changes(club):
    evening = begun(club)
    evening.play()
    evening.move()

    def cards_of_round_1() -> RoundCards:
        return load_state(evening.event).rounds[0].cards(is_over=False)

    before = cards_of_round_1()
    evening.give(1, TIED)
    assert cards_of_round_1() is before
    evening.correct(1, 1, points=[14, 0], maker=1)
    assert cards_of_round_1() != before


def test_a_plan_that_was_refused_leaves_nothing_for_the_next(club):
    players = [f"Seat {letter}" for letter in "ABCDEFGH"]
    planned = {"club": club.club, "actor": club.actors["owner"], "name": "Autumn", "players": players}

    with pytest.raises(InvalidInput):
        events.create(**planned, wishes={1: {"partner": 2, "keep_apart": [2]}, 2: {"partner": 1}})

    assert events.create(**planned, wishes={1: {"partner": 2}, 2: {"partner": 1}}).pk
