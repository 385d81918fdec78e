"""The public page of an event shows the published parts and nothing else."""

import re
from functools import partial

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.events.models import EventChange
from scoring.events.people.services import attendance
from scoring.events.planning.services import event_changes
from scoring.events.play.services import slip_totals
from scoring.events.queries import published_events
from scoring.events.results.services import decisions, finals
from tests.events.evenings import SECOND_SIDE, begun, planned, signed_in
from tests.pages.reading import text_of
from tests.web.asking import reasons

EVERYTHING = EventChange.PARTS
SIGNS = {
    "seats": "Seats of round 2",
    "standings": "Standings so far",
    "results": "Results by round",
    "prizes": "First prize",
}


def publish(evening, *parts):
    return event_changes.publish(**evening.action, parts=parts)


def seen(evening, **headers):
    return Client().get(f"/on/{evening.pk}/", headers=headers)


def in_round_two(club):
    evening = begun(club, of_rounds=3)
    evening.play_on()
    return evening


def test_nobody_sees_anything_before_the_director_publishes_it(club):
    evening = in_round_two(club)
    assert seen(evening).status_code == 404
    assert Client().get("/on/999/").status_code == 404
    assert Client().get(f"/on/{evening.pk}/code.svg").status_code == 404


def test_each_part_is_shown_only_if_it_is_published(club):
    evening = begun(club, of_rounds=2)
    evening.play_on()
    assert SIGNS.keys() == set(EVERYTHING)
    for part, sign in SIGNS.items():
        publish(evening, *(other for other in EVERYTHING if other != part))
        if part == "prizes":  # prizes are shown only after the last round
            evening.play_on()
        assert sign not in seen(evening).content.decode()
        publish(evening, *EVERYTHING)
        assert sign in seen(evening).content.decode()


def test_a_spectator_reads_seats_standings_and_results_without_a_cookie(club):
    evening = in_round_two(club)
    publish(evening, *EVERYTHING)
    answer = seen(evening)
    page = answer.content.decode()

    assert answer.status_code == 200
    assert not answer.cookies
    for text in ("Autumn evening", "Round 2 of 3", "P1", "Foster&#x27;s Complete Hoyle", SIGNS["results"]):
        assert text in page
    assert '<meta property="og:title" content="Autumn evening' in page
    assert "noindex" in page
    assert Client().get(f"/on/{evening.pk}/code.svg")["Content-Type"] == "image/svg+xml"


def test_nothing_private_is_on_it(club):
    evening = in_round_two(club)
    decisions.doubt(**evening.action, round_number=2, table_number=1, note="The pack was short.")
    attendance.change_wishes(**evening.action, member_id=evening.players[0], wishes={"fixed_table": 2})
    event_changes.change(**evening.action, values={"rounds": 4}, reason="The hall is ours all night.")
    evening.correct(1, 1, bid=2)
    publish(evening, *EVERYTHING)
    page = seen(evening).content.decode()

    for text in ("The pack was short", "It was misread", "all night", "the director", "/events/", "/tables/"):
        assert text not in page
    assert evening.event.seed not in page


def test_final_results_are_shown_with_their_prizes(club):
    evening = begun(club, of_rounds=1)
    evening.play_on()
    publish(evening, "prizes")
    assert "Provisional prizes" in seen(evening).content.decode()
    finals.make_final(**evening.action)
    page = seen(evening).content.decode()
    assert "Final results" in page
    assert "Provisional prizes" not in page
    publish(evening, "prizes", "results")
    assert "Final results" in seen(evening).content.decode(), "what is published changes no result"


def test_tie_breaks_are_explained_where_a_line_names_one(club):
    evening = begun(club, of_rounds=1)
    evening.play({1: (10, 4), 2: SECOND_SIDE})
    publish(evening, "standings")
    first = evening.state.board.standings[0]
    name = evening.state.entrant(first.player).member.name
    says = "says what put a line below the one ranked before it"
    assert says in seen(evening).content.decode()
    assert says not in Client().get(f"/on/{evening.pk}/", {"q": name}).content.decode()


def test_the_page_polls_and_a_304_says_that_nothing_has_changed(club):
    evening = in_round_two(club)
    publish(evening, "standings")
    first = seen(evening, HX_Request="true")
    again = seen(evening, HX_Request="true", If_None_Match=first["ETag"])
    assert (first.status_code, again.status_code, again["Poll-After"]) == (200, 304, "5")
    evening.give(1, (9, 5))
    assert seen(evening, HX_Request="true", If_None_Match=first["ETag"]).status_code == 200


def test_the_page_that_opens_a_link_leads_to_the_published_events_if_there_are_any(club):
    evening, leads = planned(club), 'href="/#home-events"'
    assert leads not in Client().get("/e/").content.decode()
    publish(evening, "seats")
    assert leads in Client().get("/e/").content.decode()
    assert leads in Client().post("/e/", {"secret": "wrong"}).content.decode()
    assert 'id="home-events"' in Client().get("/").content.decode()


def test_publishing_is_taken_back_and_a_deleted_event_is_not_shown(club):
    evening = planned(club)
    publish(evening, "seats")
    assert "Not started yet" in seen(evening).content.decode()
    assert publish(evening, "seats") is None
    publish(evening)
    assert seen(evening).status_code == 404
    publish(evening, "seats")
    event_changes.cancel(**evening.action, reason="Nobody comes.")
    assert seen(evening).status_code == 404


def test_the_standings_offer_to_show_them_or_say_what_is_shown_and_take_it_back(club):
    evening, browser = in_round_two(club), signed_in(club)
    at, offered = f"/events/{evening.pk}/standings/", "Show them to everybody"
    publish(evening, "seats")
    assert offered in browser.get(at).content.decode()
    publish(evening, *EVERYTHING)
    answer = browser.get(at)
    page = answer.content.decode()
    assert offered not in page
    named = "Everybody sees: the seats now, the standings, the results of each round, the prizes"
    assert f"{named} Stop showing them" in text_of(answer)
    base = re.search(r'name="base" value="([^"]*)"', page)[1]
    assert browser.post(f"/events/{evening.pk}/publish/", {"base": base}).status_code == 302
    assert (evening.state.published, offered in browser.get(at).content.decode()) == (frozenset(), True)


@pytest.mark.database
def test_the_first_page_names_what_is_published_and_nothing_else(club):
    evening, hidden = in_round_two(club), planned(club, name="Closed evening")
    publish(evening, "seats")
    publish(hidden, "seats")
    publish(hidden)
    page = Client().get("/").content.decode()
    assert f'href="/on/{evening.pk}/"' in page
    assert "Closed evening" not in page

    publish(evening)
    assert "Events to follow" not in Client().get("/").content.decode()


def test_the_first_page_asks_for_published_events_once_and_for_no_change_but_their_details(club):
    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            assert "Autumn evening" in [event.name for event in published_events()]
        return [query["sql"] for query in queries]

    evening = planned(club)
    publish(evening, "seats")
    few = asked()
    for _ in range(3):
        publish(evening)
        publish(evening, "seats", "standings")
        publish(planned(club, name="Another evening"), "results")
    many = asked()
    assert (len(few), len(many)) == (2, 2)
    assert all("publish" in sql for sql in (few[0], many[0]))
    assert "publish" not in many[1]


def test_the_first_page_forgets_an_event_to_which_nothing_was_done_for_long(club):
    with time_machine.travel("2026-03-01 20:00Z"):
        evening, other = planned(club), planned(club, name="Later planned")
        publish(evening, "seats")
        publish(other, "seats")
    with time_machine.travel("2026-04-01 20:00Z"):
        evening.start()
        page = Client().get("/").content.decode()
        assert page.index("Autumn evening") < page.index("Later planned"), "what is on now stands first"
    with time_machine.travel("2026-05-30 20:00Z"):
        page = Client().get("/").content.decode()
        assert ("Autumn evening" in page, "Later planned" in page) == (True, False)
    with time_machine.travel("2026-06-01 20:00Z"):
        assert "Events to follow" not in Client().get("/").content.decode()
        assert seen(evening).status_code == 200


def test_spectators_read_nothing_of_slips_and_slips_with_only_winners_show_the_winners(club):
    evening = begun(club, of_rounds=2)
    for table, result in ((1, {"winners": [2]}), (2, {"points": [16, 0]})):
        slip_totals.enter(**evening.action, round_number=1, table_number=table, **result)
    publish(evening, "results", "standings")
    assert "slip" not in text_of(seen(evening))
    shown = text_of(seen(evening)).split("Results by round")[1]
    assert re.search(r"Table 1 ?: P1 & P3 . P2 & P4 Won: P2 & P4", shown)
    assert re.search(r"Table 2 ?: P5 & P7 16 . P6 & P8 0", shown)


def test_a_round_that_lost_its_result_after_the_move_waits_for_none_on_a_phone_either(club):
    evening = begun(club, of_rounds=2)
    evening.play_on()
    evening.correct(2, 2, misdeal="redeal")
    publish(evening, "results")
    shown = text_of(seen(evening)).split("Results by round")[1]
    player = evening.state.rounds[0].tables[1].players[0]
    phone = text_of(signed_in(club).get(f"/events/{evening.pk}/me/?player={player}")).split("Round 1")[1]
    assert "without a result" in shown
    assert ("without a result" in phone, "no result yet" in phone) == (True, False)


def test_a_table_without_a_result_is_named_once_its_round_is_over(club):
    evening = begun(club, of_rounds=2)
    slip_totals.enter(**evening.action, round_number=1, table_number=1, points=[16, 0])
    publish(evening, "results")
    assert "Table 2" not in text_of(seen(evening))
    event_changes.end_now(**evening.action, reason="the hall closes")
    shown = text_of(seen(evening)).split("Results by round")[1]
    assert re.search(r"Table 2 ?: P5 & P7 . P6 & P8 without a result", shown)
    player = evening.state.rounds[0].tables[1].players[0]
    phone = text_of(signed_in(club).get(f"/events/{evening.pk}/me/?player={player}"))
    assert ("without a result" in phone, "no result yet" in phone) == (True, False)
    desk = text_of(signed_in(club).get(f"/events/{evening.pk}/"))
    assert re.search(r"P5 and P7 ?[^0-9] P6 and P8 ?[^0-9]", desk)


def test_a_table_won_by_a_cut_or_by_decision_is_shown_with_its_winners(club):
    evening = begun(club, of_rounds=2)
    enter = partial(slip_totals.enter, **evening.action, round_number=1)
    enter(table_number=1, points=[4, 4])
    publish(evening, *EVERYTHING)
    page = text_of(seen(evening))
    assert not re.search(r"Won( by the[^:]*)?:", page), "the players of table 1 still have to cut"
    assert {line.progressions for line in evening.state.board.standings} == {0}
    first, second = (evening.state.rounds[0].tables[0].seated.side(side)[0] for side in (1, 2))
    evening.decide(1, "cut", [{str(first): "3S", str(second): "KH"}])
    evening.decide(2, "winners", [1])
    shown = text_of(seen(evening)).split("Results by round")[1]
    assert re.search(r"Table 1 ?: P1 & P3 4 . P2 & P4 4 Won by the cut: P2 & P4", shown)
    assert re.search(r"Table 2 ?: P5 & P7 . P6 & P8 Won: P5 & P7", shown)


def test_no_prize_is_named_before_a_table_is_in_and_who_sits_out_is_no_pair(club):
    evening = begun(club, 10, of_rounds=2, movement={"odd": "sit-out"})
    publish(evening, *EVERYTHING)
    page = text_of(seen(evening))
    assert "prize" not in page.casefold()
    assert re.search(r"Sitting out: P\d+ ?, P\d+", page)


def test_a_spectator_looks_for_one_player(club):
    evening = in_round_two(club)
    publish(evening, *EVERYTHING)
    page = Client().get(f"/on/{evening.pk}/", {"q": " p8 "}).content.decode()
    table = next(players for players in evening.seats if evening.players[7] in players)
    seats = page.split("public-seats")[2].split("</section>")[0]
    for number, player in enumerate(evening.players, 1):
        assert (f">P{number}<" in seats) == (player in table)
    assert page.count('<th scope="row">') == 1
    assert "Nobody here is called so." in Client().get(f"/on/{evening.pk}/", {"q": "<b>"}).content.decode()


def test_a_player_in_no_published_part_is_not_found(club):
    evening = begun(club, 9)
    (idle,) = evening.current.sitting_out
    name = f"P{evening.players.index(idle) + 1}"

    def found(search):
        page = text_of(Client().get(f"/on/{evening.pk}/", {"q": search}))
        assert ("Nobody here is called so." in page) != ("Seats of round 1" in page or "Results" in page)
        return "Nobody here is called so." not in page

    publish(evening, "prizes")
    assert "Find a player" not in text_of(seen(evening))
    assert not found(name)
    publish(evening, "results")
    assert not found(name)
    evening.give(1, (9, 5))
    assert not found(name), "only tables that are in are told of"
    publish(evening, "seats")
    assert found(name)
    assert not found("P99")


def test_a_program_publishes(club):
    evening = planned(club)
    answer = evening.send("put", "publish/", {"parts": ["prizes", "seats"]})
    assert (answer.status_code, sorted(answer.json()["published"])) == (200, ["prizes", "seats"])
    assert "parts" in reasons(evening.send("put", "publish/", {"parts": ["wishes"]}))
    assert evening.send("put", "publish/", {"parts": []}).json()["published"] == []
    assert seen(evening).status_code == 404


def test_the_director_publishes_on_the_page_of_changes_and_the_projector_shows_the_address(club):
    evening, browser = in_round_two(club), signed_in(club)
    projector = f"/events/{evening.pk}/projector/"
    assert f"/on/{evening.pk}/" not in browser.get(projector).content.decode()
    browser.post(f"/events/{evening.pk}/publish/", {"parts": ["seats", "prizes"]})

    assert evening.state.published == {"seats", "prizes"}
    assert "127.0.0.1:8000/on/" in browser.get(projector).content.decode()
    page = browser.get(f"/events/{evening.pk}/plan/").content.decode()
    assert f"http://127.0.0.1:8000/on/{evening.pk}/" in page
    assert page.count("checked") == 2
