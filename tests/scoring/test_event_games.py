"""What is kept of an event's games is never other than what would be read from nothing."""

from uuid import uuid4

import pytest
from django.db import transaction

from scoring.event_games import event_games
from scoring.event_records import EventRecord, event_record
from scoring.events.services import events, rounds
from scoring.models import Event
from scoring.selectors import events as as_they_stand
from scoring.services import round_steps
from scoring.tables.cache import forget_all
from scoring.tables.queries import tables
from scoring.tables.services import corrections, deals
from tests.factories import ClubOfRoles, make_club

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Bea", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture
def club() -> ClubOfRoles:
    """Return a club."""
    return make_club()


@pytest.fixture
def event(club: ClubOfRoles) -> Event:
    """Return an event of two tables whose first round is seated."""
    owner = club.actors["owner"]
    planned = events.create(
        club=club.club, actor=owner, name="Evening", players=NAMES, movement={"missing_results": "cut"}
    )
    rounds.start(event=planned, actor=owner)
    return planned


def play(club: ClubOfRoles, event: Event, number: int, made: int) -> None:
    """Record a deal at a table of the round in play, with so many points to the first side."""
    current = event_record(event).current
    assert current is not None
    table = event.tables.get(pk=current.tables[number - 1].table_id)
    state = tables.state(table)
    payload = {
        "dealer": state.next_dealer,
        "maker": 1,
        "bid": 6,
        "trump": "H",
        "points": [made, 14 - made],
    }
    answer = deals.record(table=table, actor=club.actors["owner"], payload=payload, key=uuid4())
    assert answer.status == 201


def seen(record: EventRecord) -> list[object]:
    """Return what a record says of every game."""
    return [
        (one.number, table.number, table.deals, table.game.course.score.values)
        for one in record.rounds
        for table in one.tables
    ]


def both(event: Event) -> tuple[list[object], list[object]]:
    """Return what is seen with what was kept, and what is seen from nothing."""
    kept = seen(event_record(event))
    forget_all()
    return kept, seen(event_record(event))


def test_deals_moves_and_corrections_are_seen_as_from_nothing(club: ClubOfRoles, event: Event) -> None:
    owner = club.actors["owner"]
    found = []
    for deed in (
        lambda: play(club, event, 1, 10),
        lambda: play(club, event, 2, 9),
        lambda: play(club, event, 1, 8),
        lambda: rounds.move_now(event=event, actor=owner, round_number=1),
        lambda: play(club, event, 2, 14),
        lambda: rounds.move_now(event=event, actor=owner, round_number=2),
        lambda: rounds.take_back(event=event, actor=owner, round_number=2),
    ):
        event_record(event)
        deed()
        kept, anew = both(event)
        assert kept == anew
        found.append(kept)
    assert found[-1] == found[-3], "the move was taken back"
    assert len({str(one) for one in found[:-1]}) == len(found) - 1, "each of the others changed something"


def test_a_correction_in_a_round_long_past_is_seen(club: ClubOfRoles, event: Event) -> None:
    owner = club.actors["owner"]
    play(club, event, 1, 10)
    first = event_record(event).rounds[0].tables[0]
    rounds.move_now(event=event, actor=owner, round_number=1)
    before = seen(event_record(event))
    corrections.correct(
        table=event.tables.get(pk=first.table_id),
        actor=owner,
        number=1,
        changes={"points": [4, 10]},
        reason="The sides were mixed up.",
        base_revision=1,
        key=uuid4(),
    )
    kept, anew = both(event)
    assert kept == anew
    assert kept != before


def test_what_was_read_in_a_transaction_that_came_to_nothing_is_not_kept(
    club: ClubOfRoles, event: Event
) -> None:
    event_record(event)
    with transaction.atomic():
        play(club, event, 1, 14)
        event_record(event)
        transaction.set_rollback(True)
    play(club, event, 2, 7)
    kept, anew = both(event)
    assert kept == anew


def test_nothing_is_read_again_where_nothing_has_happened(club: ClubOfRoles, event: Event) -> None:
    play(club, event, 1, 10)
    record = event_record(event)
    placed = {table.game.game_id: table.table_id for table in record.rounds[0].tables}
    before = event_games(event, placed)
    round_steps.step_clock(event=event, actor=club.actors["owner"], kind="start")
    after = event_games(event, placed)
    assert all(after[game] is before[game] for game in placed)


def test_what_is_kept_of_everybody_s_line_is_of_the_rounds_last_read(club: ClubOfRoles, event: Event) -> None:
    play(club, event, 1, 10)
    play(club, event, 2, 9)
    as_they_stand.board(*as_they_stand.state(event))
    as_they_stand._ROUNDS.kept.clear()  # as after a move, when every round is read anew
    as_they_stand._BOARDS.kept.clear()
    board = as_they_stand.board(*as_they_stand.state(event))
    kept = as_they_stand._LINES.kept[event.pk]
    assert len(kept) == len(NAMES)
    assert all(card is board.cards[player] for player, (card, _) in kept.items())
