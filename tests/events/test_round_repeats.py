"""Rounds taken back and seated again, late deals, and corrections that would change seats."""

from uuid import uuid4

import pytest

from laws.domain.errors import InvalidInput
from scoring.events.models import Seating, TakeBack
from scoring.events.play.services import moves
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.services import held
from tests.events.evenings import FIRST_SIDE, SECOND_SIDE, begun, deal_of, signed_in
from tests.refusals import refusing
from tests.web.asking import rows, send

pytestmark = pytest.mark.django_db


def moved_on(club, **wanted):
    """Return an evening whose players have just been moved to round 2."""
    evening = begun(club, **wanted)
    evening.play_on({1: FIRST_SIDE, 2: SECOND_SIDE})
    assert evening.current.number == 2
    return evening


def test_after_a_take_back_the_move_is_made_again_only_by_hand(club):
    evening = moved_on(club)
    seated = evening.seats
    for _ in range(2):
        evening.take_back(reason="a name was missing")
    assert (evening.current.number, TakeBack.objects.count()) == (1, 1)
    with pytest.raises(Conflict) as refused:
        evening.give(1, FIRST_SIDE)
    assert refused.value.code == "round-closed", "a round that was taken back takes no deal"

    for _ in range(2):
        evening.run_due_moves()
    evening.ring()
    assert evening.current.number == 1, "neither a sweep nor a message nor a bell moves them again"
    assert [one["kind"] for one in evening.read("rounds/1/")["waits_for"]] == ["taken-back"]

    for _ in range(2):
        evening.move(1)
    assert (evening.current.number, evening.current.seating.generation) == (2, 2)
    assert evening.seats == seated, "the same facts, the same seats"
    assert evening.current.seating.after == TakeBack.objects.get()
    assert list(breaches()) == []


def test_only_the_last_move_is_taken_back_and_only_before_a_deal(club):
    evening = moved_on(club, of_rounds=4)
    evening.play_on()
    assert (evening.take_back(1), evening.take_back(3)) == (None, None)
    evening.give(2, FIRST_SIDE)
    with refusing("round-has-deals"):
        evening.take_back(2)
    assert (evening.current.number, TakeBack.objects.count()) == (3, 0)


def test_a_third_deal_is_refused_and_a_misdeal_counts_as_none(club):
    evening = begun(club)
    assert evening.send_deal(1, {"dealer": 1, "misdeal": "redeal"}).status_code == 201
    for _ in range(2):
        assert evening.give(1, FIRST_SIDE).outcome == "recorded"
    third = evening.send_deal(1, deal_of(FIRST_SIDE))
    assert (third.status_code, third.json()["code"]) == (409, "round-closed")
    assert evening.current.tables[0].deals == 2


def test_a_table_that_the_next_round_does_not_use_records_no_more_deals(club):
    evening = begun(club)
    for player in evening.players[:2]:
        evening.leave(player)
    evening.play({2: SECOND_SIDE}, deals_each=1)
    evening.ring()
    for number in (1, 2):
        evening.decide(number, "handed-in")
    evening.run_due_moves()
    # A deal of nine to five is four of 51: what was handed in counts.
    assert [table.result.to_go for table in evening.state.rounds[0].tables] == [(47, 51), (51, 47)]
    assert (len(evening.seats), len(evening.current.sitting_out)) == (1, 2)

    with refusing("round-closed"):
        evening.give(2, FIRST_SIDE)
    assert list(breaches()) == []


def test_a_deal_from_a_phone_that_still_shows_the_last_round_is_held(club):
    evening = moved_on(club)
    table, body = evening.table(1), {**deal_of(FIRST_SIDE), "game_number": 1}

    answer = send(club.client("scorer"), "post", f"tables/{table.pk}/deals/", body, key=uuid4())

    assert (answer.status_code, answer.json()["code"]) == (202, "another-game")
    assert [each.deals for each in evening.current.tables] == [0, 0]
    held.set_aside(table=table, actor=evening.director, held_id=answer.json()["held"], reason="of round 1")
    assert evening.give(1, FIRST_SIDE, game=2).outcome == "recorded"
    assert list(breaches()) == []


def test_nobody_moves_after_the_last_round(club):
    evening = begun(club, of_rounds=1)
    evening.play()
    for _ in range(2):
        evening.run_due_moves()
    answer = evening.send("post", "rounds/1/move/")
    assert (answer.status_code, answer.json()["code"]) == (409, "last-round")
    assert evening.read()["status"] == "over"
    assert Seating.objects.count() == 1


def test_a_preview_is_what_the_move_does_and_does_nothing(club):
    evening = begun(club)
    with pytest.raises(InvalidInput):
        moves.preview(event=evening.event)
    evening.play()
    before = rows()
    preview = moves.preview(event=evening.event)
    assert rows() == before
    evening.run_due_moves()
    assert [table.players for table in preview.tables] == evening.seats
    assert preview.digest == evening.current.seating.digest


def test_an_event_seats_its_tables_and_nobody_else_does(club):
    table, client = begun(club).table(1), club.client("owner")
    for path, body, method in (
        (f"tables/{table.pk}/games/", {}, "post"),
        (f"tables/{table.pk}/", {"closed": True}, "patch"),
    ):
        refused = send(client, method, path, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "table-of-an-event")
    page = signed_in(club, "owner").get(f"/tables/{table.pk}/link/").content.decode()
    assert ("Stop the link" in page, "Close the table" in page) == (True, False)
