"""What a table's phone and a player's phone show about the round, the bell, the next place and the end."""

import re
from html import unescape
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from scoring.disputes.services import disputes
from scoring.events import labels
from scoring.events.people.services import entrant_links
from scoring.events.planning.services import event_changes
from scoring.events.play.services import slip_totals
from scoring.events.queries import names_of
from scoring.events.results.services import finals
from scoring.tables.services import club_cards, corrections, links
from scoring.tables.table_policy import policy_of
from tests.events.evenings import TIED, begun, signed_in

pytestmark = pytest.mark.django_db


def at_table(evening, table=1):
    return evening.page(f"/tables/{evening.table(table).pk}/", role="scorer")


def in_hand(evening, player):
    return evening.page(f"me/?player={player}")


@pytest.fixture
def evening(club):
    return begun(club, of_rounds=2, movement={"minutes": 20})


def phones(evening):
    """Return the pages of table 1 and of a player who sits there."""
    return at_table(evening), in_hand(evening, evening.seats[0][0])


def test_the_table_shows_its_round_the_clock_the_last_hand_and_the_bell(evening):
    assert "Round 1 of 2" in at_table(evening)
    with time_machine.travel(timezone.now(), tick=False):
        evening.step("start")
        running = at_table(evening)
    assert ('data-remaining="1200"' in running, "data-ends" in running) == (True, True)
    evening.step("last-hand")
    assert 'data-phase="last-hand"' in at_table(evening)
    evening.ring()
    assert 'data-phase="bell"' in at_table(evening)


def test_a_finished_table_waits_for_the_bell_and_after_it_for_the_others(evening):
    evening.play(without=[2])
    for page in phones(evening):
        assert "Your table is in. The next places appear here when every table is in." in page
    evening.ring()
    for page in phones(evening):
        assert "The bell has rung. The next places appear here when every table is in." in page
        assert "after the bell" not in page


def test_after_the_move_the_table_says_where_those_who_sat_there_play_next(evening):
    evening.play_on()
    sat_here = evening.state.rounds[0].tables[0].players
    places = evening.current.seated().places()
    page = at_table(evening)
    assert "Those who sat here play next:" in page
    for player in sat_here:
        assert f"</bdi> table {places[player][0]}" in page
    evening.play(deals_each=1)
    assert "Those who sat here play next:" not in at_table(evening)


def test_the_last_round_ends_with_the_bell_and_then_the_rank_comes_first(evening):
    evening.play_on()
    evening.play(without=[2])
    assert all("The results follow when every table is in." in page for page in phones(evening))
    evening.ring()
    assert all("The results follow when every table is in." in page for page in phones(evening))
    evening.play(without=[1])
    evening.run_due_moves()
    assert evening.state.is_over

    table, player = phones(evening)
    assert "The evening has ended." in table
    assert "after the bell" not in table
    assert ("Your provisional result" in player, "Your place in round" in player) == (True, False)
    board = evening.state.board
    line = next(line for line in board.standings if line.rank == 1)
    prize, winner = labels.PRIZES[board.prizes_of(line.competitor)[0]], line.player
    first = in_hand(evening, winner)
    assert first.index(f"<b>{prize}</b>") < first.index("Your score card")
    assert "as it stands now" not in first, "the evening is over"
    finals.make_final(**evening.action)
    assert "Your final result" in in_hand(evening, winner)


def test_after_a_take_back_the_phones_say_that_the_places_of_the_round_count_again(evening):
    evening.play_on()
    evening.take_back()
    for page in phones(evening):
        assert "The move on from round 1 was taken back, so its places count again." in page
    evening.move(1)
    assert all("was taken back" not in page for page in phones(evening))


def test_after_a_take_back_and_another_move_the_phone_says_whose_place_has_changed(evening):
    evening.play_on()
    before = evening.current.seated()
    evening.take_back()
    evening.correct_round(1)
    evening.move(1)
    after = evening.current.seated()
    seen = set()
    for player in evening.players:
        page = in_hand(evening, player)
        if before.places()[player] != after.places()[player]:
            table, seat = before.places()[player]
            expected = f"before, you were sent to table {table}, seat {seat}."
        elif before.mates()[player] != after.mates()[player]:
            expected = "You sit where you were sent before, but with another partner."
        else:
            expected = ""
            assert "made again" not in page
        assert expected in page
        seen.add(expected[:3])
    assert "bef" in seen
    evening.play(deals_each=1)
    assert all("made again" not in in_hand(evening, player) for player in evening.players)


def test_after_a_swap_the_phone_says_that_the_seats_were_changed(evening):
    first, second = evening.current.tables[0].players[0], evening.current.tables[1].players[0]
    evening.swap(first, second)
    assert "The seats of this round were changed. This is a new place" in in_hand(evening, first)
    mate = evening.current.seated().mates()[first]
    assert "but with another partner" in in_hand(evening, mate)


def test_a_player_who_loses_the_place_in_a_seat_change_is_shown_to_sit_out(club):
    evening = begun(club, movement={"odd": "sit-out"})
    before = evening.current.seated().places()
    assert evening.leave(evening.players[0])
    evening.amend()
    out = evening.current.sitting_out
    assert out
    for player in out:
        page, (table, seat) = in_hand(evening, player), before[player]
        assert f"You sit out now: before, you were sent to table {table}, seat {seat}." in page
        assert "new place" not in page


def test_while_they_take_their_seats_the_projector_shows_table_seat_and_partner_and_nothing_else(evening):
    evening.play_on()
    assert evening.state.phase == "seated"
    page = evening.page("projector/")
    boards = [board.split("-")[0] for board in re.findall(r'data-board="([^"]+)"', page)]
    assert set(boards) == {"names", "tables"}
    names, seated = names_of(evening.state), evening.current.seated()
    text = " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())
    for player, (table, seat) in seated.places().items():
        partner = names[seated.mates()[player]]
        assert f"{names[player]} with {partner} {table} seat · {seat}" in text


# What the page of a table shows only in an event


def text_of(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_head_of_a_table_names_the_table_first_and_then_the_evening(evening):
    page = at_table(evening, 2)
    assert re.search(r"<h1><bdi>Table 2</bdi></h1>", page)
    assert "Autumn evening" in page


@pytest.mark.parametrize("reaching", ["played-out", "stops"])
@pytest.mark.parametrize("parameters", [{}, {"minimum_to_score": 8}])
def test_a_table_lists_only_the_parameters_that_the_organiser_changed(club, reaching, parameters):
    evening = begun(club, movement={"reaching_target": reaching}, parameters=parameters)
    listed = at_table(evening).partition("Played differently from the book")[2].partition("</details>")[0]
    assert listed.count("<dt>") == len(parameters)
    assert ("Fewest points to score" in listed) == bool(parameters)


def test_the_deals_are_counted_in_the_round(evening):
    assert "Deal 1 of 2" in at_table(evening)
    evening.play_on()
    page = at_table(evening)
    assert "Deal 1 of 2" in page
    assert "game 2" not in text_of(page)
    evening.give(1, (9, 5))
    assert "Deal 2 of 2" in at_table(evening)


def test_a_deal_has_one_number_on_the_pages_after_a_misdeal(evening):
    evening.play_on()
    assert evening.send_deal(1, {"dealer": 1, "misdeal": "redeal"}).status_code == 201
    assert "Deal 1 of 2" in at_table(evening)
    evening.give(1, (9, 5))
    page = text_of(at_table(evening))
    assert "Deal 2 of 2" in page
    assert "Correct deal 1" in page
    assert "Correct deal 2" not in page


@pytest.mark.parametrize(("reaching", "is_shown"), [("played-out", False), ("stops", True)])
def test_points_to_go_are_shown_if_a_table_stops_at_the_game(club, reaching, is_shown):
    evening = begun(club, of_rounds=2, movement={"reaching_target": reaching})
    evening.give(1, (9, 5))
    page = at_table(evening)
    assert ("to go" in text_of(page), "<progress" in page) == (is_shown, is_shown)


def test_after_the_last_deal_of_a_round_no_dealer_and_no_deal_follow(club, evening):
    evening.play(deals_each=1)
    browser = signed_in(club, "scorer")
    entry = {"step": "preview", "number": "2", "game_number": "1", "dealer": "2", "maker": "1", "bid": "1"}
    entry |= {"trump": "H", "points": "9", "points_1": "9", "points_2": "5"}
    preview = browser.post(f"/tables/{evening.table(1).pk}/", entry, headers={"HX-Request": "true"})
    text = text_of(preview.content.decode())
    assert ("That is the last deal of this round." in text, "Next dealer" in text) == (True, False)


def test_only_deals_of_the_players_who_sit_there_are_offered_for_correction(evening):
    evening.play_on()
    assert "Correct deal" not in at_table(evening)
    evening.give(1, (9, 5))
    assert f"/tables/{evening.table(1).pk}/deals/3/" in at_table(evening)


def test_cuts_are_offered_only_if_a_cut_changes_something(club, evening):
    path = f"/tables/{evening.table(1).pk}/cuts/"
    assert path not in at_table(evening)
    page = signed_in(club).get(path).content.decode()
    assert "Let the program cut" not in page
    entered = begun(club, movement={"first_deal": "entered"})
    path = f"/tables/{entered.table(1).pk}/cuts/"
    assert path in at_table(entered)
    page = signed_in(club).get(path).content.decode()
    assert re.findall(r'<option value="(deal|partners|tie)"', page) == ["deal"]


def test_a_tie_says_that_the_table_cuts_and_later_who_won_the_cut(evening):
    evening.play({1: TIED}, without=[2])
    assert all("It is a tie: cut for it. " in text_of(page) for page in phones(evening))
    one, other = evening.seats[0][0], evening.seats[0][1]
    evening.decide(1, "cut", [{str(one): "2H", str(other): "KS"}])
    for page in phones(evening):
        text = text_of(page)
        assert "Won by the cut: P2 & P4." in text
        assert "cut for it" not in text


@pytest.mark.parametrize(
    ("ties", "who"),
    [
        ("entered", "The director enters the cards."),
        ("drawn", "If the director enters no cards before the move, the program draws them."),
    ],
)
def test_a_tie_says_whose_cards_decide(club, ties, who):
    evening = begun(club, of_rounds=2, movement={"ties": ties})
    evening.play({1: TIED}, without=[2])
    for page in phones(evening):
        assert f"It is a tie: cut for it. The high card stays. {who}" in text_of(page)


@pytest.mark.parametrize(
    ("rounds", "movement", "table", "brings"),
    [
        (2, {}, 1, "The high card stays."),
        (2, {}, 2, "The high card goes up."),
        (2, {"head_losers": "stay"}, 1, "The high card wins the table."),
        (1, {}, 1, "The high card wins the table."),
        (1, {}, 2, "The high card wins the table."),
    ],
)
def test_a_tie_says_what_the_high_card_brings_at_that_table(club, rounds, movement, table, brings):
    evening = begun(club, of_rounds=rounds, movement={"ties": "entered"} | movement)
    evening.play({table: TIED}, without=[3 - table])
    page = signed_in(club).get(f"/events/{evening.event.pk}/rounds/1/tables/{table}/")
    text = text_of(page.content.decode())
    assert f"Both sides have the same points, so they cut. {brings}" in text
    assert f"One of each pair cuts. {brings}" in text
    phone = evening.page(f"/tables/{evening.table(table).pk}/")
    assert f"cut for it. {brings}" in text_of(phone)


@pytest.mark.parametrize(("seconds", "bell"), [(10, False), (0, False), (None, True)])
def test_nobody_waits_for_a_bell_that_nobody_rings(club, seconds, bell):
    evening = begun(club, of_rounds=2, movement={"move_after_seconds": seconds})
    evening.play(without=[2])
    for page in phones(evening):
        assert ("after the bell" in page, "when every table is in" in page) == (bell, not bell)


def test_the_phones_count_down_with_the_desk(club):
    evening = begun(club, of_rounds=2, movement={"move_after_seconds": 20})
    evening.play()
    for page in phones(evening):
        assert "The players move in" in page
        assert "data-countdown=" in page


def test_the_pages_say_that_a_move_waits_for_the_director(club):
    evening = begun(club, of_rounds=2, movement={"move_after_seconds": None})
    evening.play()
    evening.ring()
    for page in phones(evening):
        assert "Every table is in. The director moves the players." in page
        assert "when every table is in" not in page


def test_a_late_table_sees_that_all_wait_for_it(evening):
    evening.play(without=[1])
    evening.ring()
    for page in phones(evening):
        assert "The bell has rung, and everybody waits for this table." in page


def test_a_table_that_may_still_enter_its_result_sees_the_cut_that_would_replace_it(club):
    evening = begun(club, of_rounds=2, movement={"missing_results": "cut"})
    evening.play(without=[1])
    evening.ring()
    for page in phones(evening):
        assert "Enter what was played, or hand in the slip" in page
        assert "Without a full result, a cut decides who won at this table." in page
        assert "everybody waits" not in page
        assert "Won by" not in page


def test_a_late_table_sees_that_the_director_decides_where_the_settings_say_so(club):
    evening = begun(club, of_rounds=2, movement={"missing_results": "director"})
    evening.play(without=[1])
    evening.ring()
    for page in phones(evening):
        assert "Without a full result, the director decides who won at this table." in page
        assert "everybody waits" not in page


def test_where_nobody_moves_up_no_cut_takes_the_place_of_a_late_result(club):
    evening = begun(club, of_rounds=2, movement={"kind": "rotation", "missing_results": "cut"})
    evening.play(without=[1])
    evening.ring()
    for page in phones(evening):
        assert ("everybody waits for this table" in page, "a cut decides" in page) == (True, False)
    evening.run_due_moves()
    assert evening.current.number == 1


def test_a_table_decided_without_its_deals_offers_no_deal_once_the_players_have_moved_on(club):
    evening = begun(club, of_rounds=2)
    evening.play(without=[2])
    evening.ring()
    evening.decide(2, "winners", [1])
    at = f"/tables/{evening.table(2).pk}/"
    assert "data-entry" in evening.page(at), "the table can still hand in its deals"
    for player in evening.seats[1]:
        evening.leave(player)
    evening.move()
    assert len(evening.current.tables) == 1
    page = evening.page(at)
    assert "Round 1 is over, and its players have moved on." in page
    assert "data-entry" not in page
    assert "data-entry" not in evening.page(f"{at}cards/", follow=True)


def test_a_table_without_a_result_offers_no_deal_once_the_results_are_final(club):
    evening = begun(club, of_rounds=1)
    evening.play(without=[2])
    event_changes.end_now(**evening.action, reason="The hall closes.", final=False)
    at = f"/tables/{evening.table(2).pk}/"
    assert "data-entry" in evening.page(at), "until then the table can still hand in its deals"
    finals.make_final(**evening.action)
    page = evening.page(at)
    assert ("The evening has ended." in page, "data-entry" in page) == (True, False)
    assert "data-entry" not in evening.page(f"{at}cards/", follow=True)


def test_after_the_bell_a_tie_is_won_by_nobody_until_it_is_cut_or_the_players_move(club):
    evening = begun(club, of_rounds=2, movement={"move_after_seconds": 60})
    evening.play({1: TIED})
    evening.ring()
    desk = evening.page("rounds/1/tables/1/")
    assert "Won by" not in desk
    for page in phones(evening):
        assert ("when every tie is cut" in page, "Won by" in page) == (True, False)
    evening.move()
    moved = evening.page("rounds/1/tables/1/")
    assert "cut:" in moved.split("Won by the program")[1][:20]


def test_the_places_of_the_round_before_are_gone_when_the_bell_rings(evening):
    evening.play_on()
    evening.play(without=[1])
    evening.ring()
    assert "Those who sat here play next:" not in at_table(evening)


def test_the_clock_has_no_figures_before_it_starts_or_after_the_end(evening):
    page = at_table(evening)
    assert ("data-clock-figures" in page, "the clock has not been started" in page) == (True, True)
    evening.play_on()
    evening.play_on()
    assert evening.state.is_over
    for page in phones(evening):
        assert "data-clock-figures" not in page


def test_another_table_that_comes_in_last_is_news_to_the_phone_of_a_table(club):
    evening = begun(club, of_rounds=2, movement={"move_after_seconds": 20})
    evening.play(without=[2])
    path, browser = f"/tables/{evening.table(1).pk}/", signed_in(club, "scorer")
    tag = browser.get(path, headers={"HX-Request": "true"})["ETag"]
    evening.play(without=[1])
    news = browser.get(path, headers={"HX-Request": "true", "If-None-Match": tag})
    assert news.status_code == 200
    assert "The players move in" in news.content.decode()


def test_the_next_round_does_not_show_rulings_and_held_entries_of_the_players_before(club, evening):
    evening.play(deals_each=1)
    table, scorer = evening.table(1), club.actors["scorer"]
    policy = policy_of(table)
    asked = {"changes": {"points": [8, 6]}, "reason": "Counted again.", "ask_director": True}
    corrections.correct(policy=policy, actor=scorer, number=1, **asked)
    assert "Correction of deal 1" in at_table(evening)
    evening.play(deals_each=1)
    evening.move(1)
    page = at_table(evening)
    assert ("Correction of deal 1" in page, "Held for the director" in page) == (False, False)


def test_the_explanation_of_a_deal_names_no_game_that_nobody_plays_to(evening):
    answer = evening.give(1, (9, 5))
    lines = [line["text"] for line in answer.body["score"]["explanation"]]
    assert [line for line in lines if "51" in line] == []
    assert [line for line in lines if "then had" in line]


def test_a_result_from_a_slip_counts_no_deals_at_the_desk(evening):
    slip_totals.enter(**evening.action, round_number=1, table_number=1, points=[28, 28])
    page = evening.page("rounds/1/tables/1/")
    assert ("from its slip" in page, "0 of 2 deals" in page) == (True, False)


def test_deciding_for_a_table_fits_the_kind_of_evening(club, evening):
    def desk_of(played):
        return played.page("rounds/1/tables/1/")

    moving, whist = desk_of(evening), desk_of(begun(club, movement={"kind": "whist"}, of_rounds=7))
    # A whist ranks by points, and nobody moves up: a cut would decide nothing, and winners get no points.
    for words, is_of_whist in (("Let a cut decide instead of a result", False), ("brings no points", True)):
        assert (words in moving, words in whist) == (not is_of_whist, is_of_whist)


@pytest.mark.parametrize(
    ("played", "decided", "is_offered"),
    [
        ({"deals_each": 0}, None, True),
        ({"deals_each": 1}, None, True),
        ({"deals_each": 1}, "winners", True),
        ({"points": {1: TIED}}, None, True),
        ({"points": {1: TIED}}, "cut", True),
        ({"points": {1: TIED}}, "winners", False),
        ({}, None, False),
    ],
)
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_cut_is_entered_only_where_it_can_decide_something(club, rounds, played, decided, is_offered):
    # A table without a result can still tie, or a cut can replace its result.
    evening = begun(club, of_rounds=rounds)
    evening.play(**played)
    if decided:
        first, second = evening.seats[0][:2]
        evening.decide(1, decided, [1] if decided == "winners" else [{str(first): "3S", str(second): "KH"}])
    if played.get("deals_each") is None:
        evening.ring()
    page = evening.page("rounds/1/tables/1/")
    assert ("<summary>Enter the cut</summary>" in page) == is_offered


def test_the_score_sheet_of_a_round_names_rounds_counts_its_deals_and_shows_no_race(evening):
    evening.play_on()
    evening.give(1, (9, 5))
    page = evening.page(f"/tables/{evening.table(1).pk}/sheet/")
    text = text_of(page)
    assert ("Rounds of this table" in text, "Game 1" in text, "The race to" in text) == (True, False, False)
    assert '<span class="deal-number">1</span>' in page
    first = evening.page(f"/tables/{evening.table(1).pk}/sheet/?game=1")
    assert "<h2>Round 1</h2>" in first


def test_the_page_for_every_card_counts_the_deal_in_the_round(club, evening):
    evening.play_on()
    page = signed_in(club, "scorer").get(f"/tables/{evening.table(1).pk}/cards/").content.decode()
    assert "Every card of deal 1" in text_of(page)


@pytest.mark.parametrize("holds", ["evening", "link", "card"])
def test_a_phone_without_an_account_is_shown_no_link_that_it_may_not_open(club, holds):
    evening = begun(club, of_rounds=2)
    evening.send("put", "publish/", {"parts": ["standings"]})
    evening.play_on()
    for number in (1, 2):
        evening.give(number, (9, 5))
        at = policy_of(evening.table(number))
        revoke = {"number": 3, "incident": "revoke", "seat": 2, "assume": True}
        disputes.raise_dispute(policy=at, actor=evening.director, **revoke)
    player, table = evening.players[0], evening.table(1)
    pages = ("", "sheet/", "calls/", "disputes/", "deals/3/")
    phone, here = Client(), [f"/tables/{table.pk}/{page}" for page in pages]
    if holds == "evening":
        link = entrant_links.issue(**evening.action, member_id=player)
        phone.post("/e/", {"secret": entrant_links.secret_of(link)})
        here = [f"/events/{evening.pk}/call/?player={player}"]
    elif holds == "link":
        phone.post("/t/", {"secret": links.secret_of(links.live_link(table))})
    else:
        club_cards.issue_missing(club=club.club, actor=evening.director, tables=1)
        address = club_cards.address_of(club_cards.cards_of(club.club)[0])
        phone.post("/t/", {"secret": address.partition("#")[2]})
    as_player = f"?player={player}" if holds == "evening" else ""
    tables = ("rounds/2/tables/1/", "rounds/2/tables/2/")
    pages = ("", "me/", "standings/", "rounds/1/", *tables, "print/", "projector/")
    tried = set()
    for page in here + [f"/events/{evening.pk}/{page}{as_player}" for page in pages]:
        opened = phone.get(page, follow=True)
        assert opened.status_code == 200, page
        # Everybody may read the laws, see `tests/security`.
        linked = set(re.findall(r'<a [^>]*href="(/(?!laws/)[^"#]*)', opened.content.decode()))
        for address in linked - tried:
            assert phone.get(unescape(address)).status_code in (200, 302), (page, address)
        tried |= linked


def test_a_deal_beyond_its_round_is_named_by_its_number_alone(evening):
    # A round has two deals, so a held entry for a fifth deal has no place in it.
    policy = policy_of(evening.table(1))
    assert [str(policy.name_of_deal(number)) for number in (2, 5)] == ["Round 1, deal 2 of 2", "Deal 5"]


def test_a_deal_is_named_by_its_round_and_its_place_in_the_round_everywhere(club, evening):
    evening.play_on()
    assert evening.send_deal(1, {"dealer": 1, "misdeal": "redeal"}).status_code == 201
    evening.give(1, (9, 5))
    table, name = evening.table(1), "Round 2, deal 1 of 2"
    other = {"dealer": 1, "maker": 1, "bid": 2, "trump": "H", "points": [9, 5]}
    sent = {"deal": other, "number": 4}
    refused = club.client("scorer").post(
        f"/api/v1/tables/{table.pk}/deals/", sent, format="json", headers={"Idempotency-Key": str(uuid4())}
    )
    assert refused.status_code == 409
    assert refused.json()["detail"] == f"{name} is recorded already, with other content."
    disputes.raise_dispute(policy=policy_of(table), actor=evening.director, number=4, incident="revoke")
    browser = signed_in(club)
    pages = [f"/events/{evening.pk}/{page}" for page in ("", "log/", "rulings/", "rounds/2/tables/1/")]
    pages += [f"/clubs/{club.club.slug}/{page}" for page in ("director/", "journal/", "disputes/")]
    pages += [f"/tables/{table.pk}/{page}" for page in ("disputes/", "deals/4/dispute/")]
    for page in pages:
        assert name in text_of(browser.get(page).content.decode()), page
    assert "Round 1, deal 2 of 2" in text_of(browser.get(f"/events/{evening.pk}/log/").content.decode())
    for page in ("deals/1/", "deals/1/dispute/"):
        text = text_of(browser.get(f"/tables/{table.pk}/{page}").content.decode())
        assert "Round 1, deal 1 of 2" in text, page
        assert "Round 2 of" not in text, page
    at_desk = text_of(browser.get(f"/events/{evening.pk}/rounds/2/tables/1/").content.decode())
    assert ("After deal 1:" in at_desk, "deal 4" in at_desk.lower()) == (True, False)
    german = browser.get(f"/events/{evening.pk}/", headers={"accept-language": "de"}).content.decode()
    assert "Tisch 1, Runde 2, Spiel 1 von 2:" in text_of(german)


def test_a_deal_keeps_its_name_when_the_seats_of_another_table_change(evening):
    evening.play_on()
    evening.give(2, (9, 5))
    evening.swap(*evening.seats[0][:2], of_round=2)
    log = text_of(evening.page("log/"))
    assert "Round 2, deal 1 of 2 was recorded" in log
    assert "Round 1, deal 3" not in log
