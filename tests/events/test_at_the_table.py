"""What the phones at a table and in a player's hand say of the round, the bell, the next place, the end."""

import re
from html import unescape

import pytest

from scoring.events.queries import names_of
from scoring.events.results.services import finals
from tests.events.evenings import begun, signed_in

pytestmark = pytest.mark.django_db


def at_table(club, evening, table=1):
    return signed_in(club, "scorer").get(f"/tables/{evening.table(table).pk}/").content.decode()


def in_hand(club, evening, player):
    return signed_in(club).get(f"/events/{evening.pk}/me/?player={player}").content.decode()


@pytest.fixture
def evening(club):
    return begun(club, of_rounds=2, movement={"minutes": 20})


def phones(club, evening):
    """Return the pages of table 1 and of a player who sits there."""
    return at_table(club, evening), in_hand(club, evening, evening.seats[0][0])


def test_the_table_shows_its_round_the_clock_the_last_hand_and_the_bell(club, evening):
    assert "Round 1 of 2" in at_table(club, evening)
    evening.step("start")
    running = at_table(club, evening)
    assert (
        'data-remaining="1200"' in running or 'data-remaining="1199"' in running,
        "data-ends" in running,
    ) == (
        True,
        True,
    )
    evening.step("last-hand")
    assert 'data-phase="last-hand"' in at_table(club, evening)
    evening.ring()
    assert 'data-phase="bell"' in at_table(club, evening)


def test_before_the_bell_a_table_that_is_in_waits_for_it_and_afterwards_for_the_others(club, evening):
    evening.play(without=[2])
    for page in phones(club, evening):
        assert "Your table is in. The next places appear here after the bell." in page
    evening.ring()
    for page in phones(club, evening):
        assert "The bell has rung. The next places appear here when every table is in." in page
        assert "after the bell" not in page


def test_after_the_move_the_table_says_where_those_who_sat_there_play_next(club, evening):
    evening.play_on()
    sat_here = evening.state.rounds[0].tables[0].players
    places = evening.current.seated().places()
    page = at_table(club, evening)
    assert "Those who sat here play next:" in page
    for player in sat_here:
        assert f"</bdi> table {places[player][0]}" in page
    evening.play(deals_each=1)
    assert "Those who sat here play next:" not in at_table(club, evening)


def test_the_last_round_ends_with_the_bell_and_then_the_rank_comes_first(club, evening):
    evening.play_on()
    evening.play(without=[2])
    assert all("The bell ends the last round." in page for page in phones(club, evening))
    evening.ring()
    assert all("The results follow when every table is in." in page for page in phones(club, evening))
    evening.play(without=[1])
    evening.run_due_moves()
    assert evening.state.is_over

    table, player = phones(club, evening)
    assert "The last round is over: the evening has ended." in table
    assert "after the bell" not in table
    assert ("Your provisional result" in player, "Your place in round" in player) == (True, False)
    winner = next(line.player for line in evening.state.board.standings if line.rank == 1)
    first = in_hand(club, evening, winner)
    assert first.index("as it stands now") < first.index("Your score card")
    finals.make_final(**evening.action)
    assert "Your result" in in_hand(club, evening, winner)


def test_after_a_take_back_the_phones_say_that_the_places_of_the_round_count_again(club, evening):
    evening.play_on()
    evening.take_back()
    for page in phones(club, evening):
        assert "The move on from round 1 was taken back, so its places count again." in page
    evening.move(1)
    assert all("was taken back" not in page for page in phones(club, evening))


def test_after_a_take_back_and_another_move_the_phone_says_whose_place_has_changed(club, evening):
    evening.play_on()
    before = evening.current.seated()
    evening.take_back()
    for deal in range(1, 5):
        evening.correct(1, deal, points=[5, 9], maker=2)
    evening.move(1)
    after = evening.current.seated()
    told = set()
    for player in evening.players:
        page = in_hand(club, evening, player)
        if before.places()[player] != after.places()[player]:
            table, seat = before.places()[player]
            expected = f"before, you were sent to table {table}, seat {seat}."
        elif before.mates()[player] != after.mates()[player]:
            expected = "You sit where you were sent before, but with another partner."
        else:
            expected = ""
            assert "made again" not in page
        assert expected in page
        told.add(expected[:3])
    assert "bef" in told
    evening.play(deals_each=1)
    assert all("made again" not in in_hand(club, evening, player) for player in evening.players)


def test_after_a_swap_the_phone_says_that_the_seats_were_changed(club, evening):
    first, second = evening.current.tables[0].players[0], evening.current.tables[1].players[0]
    evening.swap(first, second)
    assert "The seats of this round were changed. This is a new place" in in_hand(club, evening, first)
    mate = evening.current.seated().mates()[first]
    assert "but with another partner" in in_hand(club, evening, mate)


def test_while_they_take_their_seats_the_projector_shows_table_seat_and_partner_and_nothing_else(
    club, evening
):
    evening.play_on()
    assert evening.state.phase == "seated"
    page = signed_in(club).get(f"/events/{evening.pk}/projector/").content.decode()
    boards = [board.split("-")[0] for board in re.findall(r'data-board="([^"]+)"', page)]
    assert set(boards) == {"names", "tables"}
    names, seated = names_of(evening.state), evening.current.seated()
    text = " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())
    for player, (table, seat) in seated.places().items():
        partner = names[seated.mates()[player]]
        assert f"{names[player]} with {partner} {table} seat · {seat}" in text
