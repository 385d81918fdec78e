"""Disputes during an evening: the move waits for them, standings follow a ruling, an appeal takes it back."""

import pytest

from scoring.disputes.services import disputes, rulings
from scoring.events.services import rounds, sweeps
from scoring.events.state import load
from scoring.office.verification import breaches
from scoring.tables.models import Table
from tests.disputes.disputing import ADVERSARY_REVOKES
from tests.events.evenings import begun, current, give, now, play, players_of, table_of

pytestmark = pytest.mark.django_db


def revoke(club, table: Table, number: int, seat: int) -> int:
    """Raise a revoke of a seat about a deal; return the dispute's id."""
    fields = {**ADVERSARY_REVOKES, "seat": seat, "facts": {**ADVERSARY_REVOKES["facts"]}}
    del fields["facts"]["offender"]
    answer = disputes.raise_dispute(table=table, actor=club.actors["scorer"], number=number, **fields)
    return int(str(answer.body["dispute"]))


def confirm(club, table: Table, dispute: int) -> None:
    rulings.decide(table=table, actor=club.actors["director"], dispute_id=dispute, confirm=True)


def points_of(event, member: int) -> int:
    """Return a player's points in the standings."""
    record = load(event)
    lines = {line.player: line for line in record.board.standings}
    return lines[member].points


def test_an_undecided_dispute_keeps_the_round_from_moving_on(club):
    event = begun(club)
    table = table_of(event, 1)
    play(event, club)
    dispute = revoke(club, table, 1, 2)
    rounds.ring_bell(event=event, actor=club.actors["director"])
    sweeps.tend(event.pk)

    assert current(event).number == 1
    life = current(event).life
    assert [(one.table, one.kind) for one in life.blockers] == [(1, "disputed")]

    confirm(club, table, dispute)
    sweeps.tend(event.pk)

    assert current(event).number == 2
    assert list(breaches()) == []


def test_the_organiser_waives_a_dispute_by_name_and_an_appeal_blocks_as_well(club):
    event = begun(club)
    table = table_of(event, 1)
    play(event, club)
    dispute = revoke(club, table, 1, 2)
    confirm(club, table, dispute)
    rulings.appeal(
        table=table, actor=club.actors["player"], dispute_id=dispute, reason="seat 2 had none of the suit"
    )
    rounds.ring_bell(event=event, actor=club.actors["director"])
    sweeps.tend(event.pk)
    assert current(event).number == 1

    rounds.decide(
        event=event, actor=club.actors["director"], round_number=1, table_number=1, kind="waived",
        reason="settled at the bar",
    )  # fmt: skip
    sweeps.tend(event.pk)

    assert current(event).number == 2


def test_a_ruling_changes_the_standings_and_the_appeal_changes_them_back(club):
    event = begun(club)
    table = table_of(event, 1)
    play(event, club)
    a = players_of(event)[0]
    before = points_of(event, a)
    assert before == 16, "four deals of nine to five bring four each"

    dispute = revoke(club, table, 4, 2)
    confirm(club, table, dispute)

    # Seat 2's side scores nothing, so nothing is deducted from the nine of seat 1's.
    assert points_of(event, a) == 12 + 9
    rulings.appeal(table=table, actor=club.actors["player"], dispute_id=dispute, reason="it was not so")
    rulings.settle(
        table=table, actor=club.actors["owner"], dispute_id=dispute, withdraw=True, reason="he is right"
    )
    assert points_of(event, a) == before
    assert list(breaches()) == []


def test_the_event_is_followed_through_every_step_of_a_dispute_as_if_it_were_read_anew(club):
    event = begun(club)
    play(event, club)
    table = table_of(event, 1)

    def followed():
        return load(event)

    def gist(record):
        return [
            (one.number, one.disputes, one.game.course.score, one.game.rulings.keys())
            for one in record.current.tables
        ]

    seen = [gist(followed())]
    dispute = revoke(club, table, 1, 2)
    seen.append(gist(followed()))
    confirm(club, table, dispute)
    seen.append(gist(followed()))
    given = {"table": table, "dispute_id": dispute, "reason": "it was not so"}
    rulings.appeal(actor=club.actors["player"], **given)
    seen.append(gist(followed()))
    rulings.settle(actor=club.actors["owner"], withdraw=True, **given)
    seen.append(gist(followed()))

    assert gist(followed()) == gist(now(event))
    assert [one[0][1] for one in seen] == [(), (dispute,), (), (dispute,), ()]
    # Nine to five four times; the side of seat 2 scores nothing on one of them, and nothing is deducted.
    assert [one[0][2].values[0] for one in seen] == [16, 16, 21, 21, 16]


def test_a_ruling_before_the_move_decides_who_moves_and_is_known_when_it_is_planned_again(club):
    event = begun(club)
    table = table_of(event, 1)
    play(event, club, deals_each=3)
    give(event, club, 2, (9, 5))
    give(event, club, 1, (9, 5))
    seated = players_of(event)
    # Seat 1 has made every bid at table 1; four revokes of its side turn the round round.
    for number in (1, 2, 3, 4):
        confirm(club, table, revoke(club, table, number, 1))
    standing = now(event).current.tables[0].game.course.score.values
    assert standing == (0, 20), "side 1 scores nothing four times, side 2 its five"

    rounds.ring_bell(event=event, actor=club.actors["director"])
    sweeps.tend(event.pk)

    assert current(event).number == 2
    head = set(current(event).tables[0].players)
    assert {seated[1], seated[3]} <= head, "Foster: the winners of the head table stay there"
    assert list(breaches()) == [], "the move, planned again from what was known, comes out the same"


def test_a_ruling_after_the_move_changes_standings_and_no_seat(club):
    event = begun(club)
    table = table_of(event, 1)
    play(event, club)
    rounds.ring_bell(event=event, actor=club.actors["director"])
    sweeps.tend(event.pk)
    seats = [one.players for one in current(event).tables]
    a = players_of(event)[0]
    before = points_of(event, a)

    confirm(club, table, revoke(club, table, 1, 1))

    assert points_of(event, a) == before - 4
    assert [one.players for one in current(event).tables] == seats
    assert list(breaches()) == []


def test_the_public_log_of_an_event_shows_rulings_without_names_once_the_club_publishes_them(club):
    event = begun(club)
    table = table_of(event, 1)
    play(event, club)
    decided_one, open_one = revoke(club, table, 1, 2), revoke(club, table, 2, 2)
    confirm(club, table, decided_one)
    where = f"/api/v1/events/{event.pk}/rulings/"
    assert club.client("player").get(where).status_code == 403
    assert club.link_client(table).get(where).status_code == 403

    changed = club.client("owner").patch("/api/v1/clubs/harbour/", {"publishes_rulings": True}, format="json")

    assert changed.json()["publishes_rulings"] is True
    for reader in (club.client("player"), club.link_client(table)):
        shown = reader.get(where).json()["results"]
        assert [one["id"] for one in shown] == [decided_one], f"{open_one} is not decided"
        assert "P2" not in str(shown)
        assert shown[0]["laws"] == ["foster-1897/revoke/by-an-adversary"]
