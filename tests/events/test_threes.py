"""Tables of three in a progressive evening: each plays for himself, deals once, and the two best go up.

Under Foster's laws three play for what each made: three deals of seven, six and one bring 21, 18 and 3, so
that 30, 33 and 48 are to go of 51. Under those of Chicago 1890 the game is 42.
"""

import pytest

from scoring.events.hosting import host_of
from scoring.events.models import Seating
from scoring.events.services import attendance, finals, rounds, seat_changes, sweeps
from scoring.events.state import load
from scoring.game.cards import format_card
from scoring.game.cutting import laid_out
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.models import Game, Table
from scoring.tables.services import corrections
from tests.events.evenings import (
    ALONE,
    correct,
    current,
    decide,
    give,
    now,
    planned,
    play,
    play_on,
    players_of,
    seats,
    table_of,
)
from tests.events.threes import THREE, begun, of_three, points, send_deal, signed_in
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

AN_ACE_FIRST = "seed 3"
"""Of this seed the first two cards for a tie at table 2 of round 1 are the ace and the six of spades."""


def test_each_of_three_scores_his_own_and_the_two_best_go_up(club):
    event = begun(club)
    a, b, c, d, e, f, g = players_of(event)
    play(event, club)

    result = of_three(event).result
    assert (result.points, result.to_go) == ((21, 18, 3), (51 - 21, 51 - 18, 51 - 3))
    sweeps.tend(event.pk)

    assert current(event).number == 2
    assert set(current(event).tables[0].players) == {a, c, e, f}, "the winners stay, the two best come"
    assert set(of_three(event).players) == {b, d, g}
    scored = points(event)
    assert [scored[one] for one in (a, b, e, f, g)] == [16, 0, 21, 18, 3]
    assert list(breaches()) == []


def test_a_table_of_three_plays_a_game_of_its_own_and_four_there_play_the_events(club):
    event = begun(club, law_set_at_three="chicago-1890")
    play(event, club)
    attendance.enter(event=event, actor=club.actors["director"], player="P8")
    sweeps.tend(event.pk)

    three, four = Game.objects.filter(table=table_of(event, 2)).order_by("number")
    assert (three.game, three.law_set.slug) == ("three-handed-cinch", "chicago-1890")
    assert (four.game, four.law_set) == (None, None), "the late-comer makes it a table of four"
    assert [len(table.players) for table in current(event).tables] == [4, 4]
    assert now(event).rounds[0].tables[1].figures.number("game_score") == 42
    play(event, club)
    assert of_three(event).result.to_go == (51 - 16, 51)
    correct(event, club, 2, 1, points=[1, 6, 7], maker=3)
    first = now(event).rounds[0]
    assert first.tables[1].result.to_go == (42 - 15, 42 - 18, 42 - 9)
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("chosen", "wanted", "due"),
    [
        pytest.param({}, {}, 3, id="one by each, as at the tables of four"),
        pytest.param({"deals_at_three": 4}, {}, 4, id="as the organiser says"),
    ],
)
def test_three_play_their_own_number_of_deals(club, chosen, wanted, due):
    event = begun(club, movement=chosen, **wanted)
    number = of_three(event).number
    assert send_deal(event, club, number, {"misdeal": "redeal"}).status_code == 201
    for _ in range(due):
        assert give(event, club, number, ALONE).outcome == "recorded"
    with pytest.raises(Conflict) as full:
        give(event, club, number, ALONE)
    assert full.value.code == "round-closed"
    assert (of_three(event).deals, of_three(event).report.is_finished) == (due, True)


@pytest.mark.parametrize(
    ("at_three", "goes_up"),
    [
        pytest.param("chicago-1890", 1, id="the ace is low in Chicago's cutting"),
        pytest.param(None, 0, id="and high in Foster's, under which the event is played"),
    ],
)
@pytest.mark.parametrize("ties", ["entered", "drawn"])
def test_a_tie_at_a_table_of_three_is_cut_by_the_laws_of_the_game_played_there(club, at_three, goes_up, ties):
    event = begun(club, movement={"ties": ties}, law_set_at_three=at_three, seed=AN_ACE_FIRST)
    tied = players_of(event)[5:]
    play(event, club, without=[2])
    for _ in range(3):
        give(event, club, 2, (12, 1, 1))
    if ties == "entered":
        assert [(each.table, each.kind) for each in current(event).life.blockers] == [(2, "cut")]
        decide(event, club, 2, "cut", [{str(tied[0]): "AS", str(tied[1]): "KD"}])
    else:
        drawn = laid_out(f"{AN_ACE_FIRST}/tie/1/2", 1)[:2]
        assert [format_card(card) for card in drawn] == ["AS", "6S"]
    standings = load(event).board.standings
    assert {line.player for line in standings if line.red} == {players_of(event)[4], tied[goes_up]}
    sweeps.tend(event.pk)
    assert tied[goes_up] in current(event).tables[0].players
    assert tied[1 - goes_up] in of_three(event).players
    assert list(breaches()) == []


def test_a_tie_for_the_second_place_at_a_head_table_of_three_keeps_nobody_waiting_for_cards(club):
    event = begun(club, 6, movement={"ties": "entered"})
    play_on(event, club, {1: (12, 1, 1)})
    assert current(event).number == 2
    assert players_of(event)[0] in current(event).tables[0].players


def test_a_head_table_of_three_has_one_winner_to_be_named(club):
    event = begun(club, 6)
    a = players_of(event)[0]
    where = f"events/{event.pk}/rounds/1/tables/1/decide/"
    two = {"kind": "winners", "winners": [1, 2], "reason": "x"}
    assert "the one who has won" in reasons(send(club.client("director"), "post", where, two))["winners"]
    play(event, club, without=[1])
    rounds.ring_bell(event=event, actor=club.actors["director"])
    page = signed_in(club).get(f"/events/{event.pk}/rounds/1/tables/1/").content.decode()
    assert 'name="winner"' in page
    assert 'name="second"' not in page
    assert send(club.client("director"), "post", where, two | {"winners": [1]}).status_code == 200
    sweeps.tend(event.pk)
    assert a in current(event).tables[0].players
    assert list(breaches()) == []


def test_four_of_whom_one_goes_home_go_on_as_three_and_under_their_laws(club):
    event = begun(club, 8)
    gone = players_of(event)[5]
    attendance.leave(event=event, actor=club.actors["director"], member_id=gone)
    seat_changes.amend(event=event, actor=club.actors["director"], round_number=1, generation=1,
                       reason="Somebody has gone home.")  # fmt: skip
    assert gone not in of_three(event).players
    assert [len(table.players) for table in current(event).tables] == [4, 3]
    play_on(event, club)
    assert [len(table.players) for table in current(event).tables] == [4, 3]
    assert list(breaches()) == []


def test_who_comes_late_makes_four_of_three_at_once_where_no_deal_is_there_yet(club):
    event = begun(club, 10)
    play(event, club, deals_each=1, without=[1, 3])
    late = attendance.enter(event=event, actor=club.actors["director"], player="P11").member_id
    seat_changes.amend(event=event, actor=club.actors["director"], round_number=1, generation=1,
                       reason="Somebody has come.")  # fmt: skip
    tables = current(event).tables
    assert [len(table.players) for table in tables] == [4, 3, 4], "table 2 has a deal and keeps its three"
    assert tables[2].players[3] == late
    assert tables[2].game.laws.game == "cinch"
    assert list(breaches()) == []


def test_a_swap_between_a_four_and_a_three_begins_both_games_anew(club):
    event = begun(club)
    one, other = players_of(event)[0], players_of(event)[6]
    seat_changes.swap(event=event, actor=club.actors["director"], round_number=1, players=[one, other],
                      generation=1, reason="They came together.")  # fmt: skip
    assert (current(event).tables[0].players[0], of_three(event).players[2]) == (other, one)
    assert Game.objects.filter(table=table_of(event, 2), game="three-handed-cinch").count() == 2
    play(event, club)
    assert list(breaches()) == []


@pytest.mark.parametrize("kind", ["winner-progressive", "rotation", "redraw"])
def test_a_whole_evening_with_threes_is_seated_again_from_its_seed(club, other_club, kind):
    seen = []
    for one in (club, other_club):
        event = planned(one, 11, of_rounds=3, movement=THREE | {"kind": kind})
        rounds.start(event=event, actor=one.actors["director"])
        order = players_of(event)
        for number in (1, 2, 3):
            assert current(event).number == number
            if number < 3:
                assert [len(table.players) for table in current(event).tables] == [4, 4, 3]
            assert not current(event).sitting_out
            seen.append(
                [[order.index(player) for player in table.players] for table in current(event).tables]
            )
            play(event, one)
            if number == 2:
                a_leaver(event, one)
            sweeps.tend(event.pk)
            if number == 1:
                a_correction_after_the_move(event, one)
        assert now(event).is_over
        final = finals.make_final(event=event, actor=one.actors["director"])
        assert final.edition == 1
    assert seen[:3] == seen[3:]
    assert Seating.objects.count() == 6
    assert list(breaches()) == []


def a_leaver(event, club):
    """Let a player who sits at table 2 go home."""
    gone = current(event).tables[1].players[0]
    attendance.leave(event=event, actor=club.actors["director"], member_id=gone)


def a_correction_after_the_move(event, club):
    """Correct a deal of round 1 at the last table, where three have played: points change, no seat does."""
    before, scored = seats(current(event)), points(event)
    table = now(event).rounds[0].tables[-1]
    first, _second, third = table.players
    corrections.correct(host=host_of(Table.objects.select_related("club", "law_set").get(pk=table.table_id)),
                        actor=club.actors["director"], number=1,
                        changes={"points": [1, 6, 7], "maker": 3}, reason="The slip was wrong.")  # fmt: skip
    assert seats(current(event)) == before
    after = points(event)
    assert (after[first], after[third]) == (scored[first] - 6, scored[third] + 6)
