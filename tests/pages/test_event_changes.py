"""Pages by which an organiser changes seats and wishes, without script; final results by two people."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime

from laws.queries import law_set_at
from scoring.events.hosting import host_of
from scoring.events.models import Departure, Event, Final
from scoring.tables.services import corrections
from tests.events.evenings import begun, planned

pytestmark = pytest.mark.django_db


def page(club, role, name, /, *args, **form):
    client = Client()
    client.force_login(club.users[role])
    address = reverse(name, args=args)
    return client.post(address, form, follow=True) if form else client.get(address)


def text(answer):
    return answer.content.decode()


def test_a_swap_is_looked_at_and_then_made(club):
    evening = begun(club)
    a, b, c, d, e, f, g, h = evening.players
    asked = {"deed": "swap", "one": b, "other": e, "reason": "They came as a pair.", "generation": 1}

    looked = page(club, "director", "event-change", evening.pk, 1, step="look", **asked)
    assert "So they would sit" in text(looked)
    assert evening.seats == [(a, b, c, d), (e, f, g, h)]
    made = page(club, "director", "event-change", evening.pk, 1, step="swap", **asked)

    assert "They have changed places." in text(made)
    assert "two players having changed places" in text(made)
    assert evening.seats == [(a, e, c, d), (b, f, g, h)]


def test_a_swap_at_a_table_with_a_deal_is_refused_with_the_table(club):
    evening = begun(club)
    evening.give(1, (9, 5))
    one, other = evening.players[0], evening.players[4]

    answer = page(club, "director", "event-change", evening.pk, 1,
                  deed="swap", step="swap", one=one, other=other, reason="x", generation=1)  # fmt: skip

    assert answer.status_code == 409
    assert "Table 1 has a deal" in text(answer)
    assert f'<option value="{one}" selected>' in text(answer), "what was chosen is kept"


def test_a_round_goes_on_with_those_who_are_here(club):
    evening = begun(club, 11)
    assert "has a place in this round already" in text(page(club, "director", "event-change", evening.pk, 1))
    late = evening.enter()
    offered = text(page(club, "director", "event-change", evening.pk, 1))
    assert "Comes into this round:" in offered

    page(club, "director", "event-change", evening.pk, 1,
         deed="amended", amend_reason="Late came.", generation=1)  # fmt: skip

    assert late.member_id in evening.current.tables[2].players


def test_an_organiser_is_told_who_has_gone_home_already_and_calls_him_back(club):
    evening = begun(club, 9)
    who = evening.players[8]

    assert "goes home: round 2" in text(page(club, "director", "event-leave", evening.pk, who, sent="1"))
    second = text(page(club, "owner", "event-leave", evening.pk, who, sent="1"))
    gone = Departure.objects.get()
    assert f"P9 has gone home already, written down by {gone.by_member.name} at " in second
    assert time_format(localtime(gone.at)) in second
    assert "P9 comes back" in text(page(club, "director", "event-players", evening.pk))
    back = page(club, "director", "event-players", evening.pk, member=who)

    assert "P9 plays from round 2." in text(back)
    assert not evening.state.attendance.departures


def test_who_comes_in_the_last_round_is_told_whether_he_plays(club):
    evening = begun(club, 11, of_rounds=1)
    assert "This is the last round" in text(page(club, "director", "event-players", evening.pk))

    came = text(page(club, "director", "event-players", evening.pk, player="Twelfth"))
    assert "Twelfth plays this last round at table 3." in came
    idle = text(page(club, "director", "event-players", evening.pk, player="Thirteenth"))
    assert "Thirteenth sits out this last round" in idle
    evening.play(deals_each=1)
    late = page(club, "director", "event-players", evening.pk, player="Fourteenth")

    assert late.status_code == 400
    assert "cannot play any more" in text(late)
    assert 'value="Fourteenth"' in text(late), "what was typed is kept"


def test_wishes_are_changed_on_a_page_of_their_own(club):
    evening = begun(club, 9)
    who, other = evening.players[:2]

    wished = {"fixed_table": "2", "fixed_seat": "1", "partner": other}
    kept = page(club, "director", "event-wishes", evening.pk, who, **wished)
    assert "The wishes of P1 are kept from round 2 on." in text(kept)
    for player, partner in ((who, other), (other, who)):
        wishes = text(page(club, "director", "event-wishes", evening.pk, player))
        assert f'<option value="{partner}" selected>' in wishes
    refused = page(club, "director", "event-wishes", evening.pk, who, fixed_seat="1")
    assert (refused.status_code, "A fixed seat needs its table." in text(refused)) == (400, True)


def test_two_directors_make_the_results_final_and_an_edition_stays_readable(club):
    evening = begun(club, of_rounds=1, movement={"two_person_final": True})
    evening.play()
    evening.tend()

    first = text(page(club, "director", "event-final", evening.pk, sent="1"))
    assert "once another director says so as well" in first
    assert "Confirm the results as final" in first
    page(club, "director", "event-final", evening.pk, sent="1")
    assert not Final.objects.exists(), "the same person a second time is no second person"
    assert "The results are final." in text(page(club, "owner", "event-final", evening.pk, sent="1"))

    corrections.correct(host=host_of(evening.table(1)), actor=club.actors["director"], number=4,
                        changes={"points": [14, 0]}, reason="misread")  # fmt: skip
    edition = text(page(club, "player", "event-edition", evening.pk, 1))
    assert "Final results, edition 1" in edition
    # Four deals of nine to five are sixteen; corrected, three of them and one of fourteen are 26.
    assert '<td class="figure end">16</td>' in edition
    assert '<td class="figure end">26</td>' not in edition
    assert '<td class="figure end">26</td>' in text(page(club, "player", "event-standings", evening.pk))
    assert page(club, "player", "event-edition", evening.pk, 2).status_code == 404


def test_a_proposal_falls_when_something_changes(club):
    evening = begun(club, of_rounds=1, movement={"two_person_final": True})
    evening.play()
    evening.tend()
    page(club, "director", "event-final", evening.pk, sent="1")
    corrections.correct(host=host_of(evening.table(1)), actor=club.actors["director"], number=4,
                        changes={"points": [14, 0]}, reason="misread")  # fmt: skip

    assert "once another director" in text(page(club, "owner", "event-final", evening.pk, sent="1"))
    assert not Final.objects.exists()
    page(club, "director", "event-final", evening.pk, sent="1")
    assert Final.objects.get().edition == 1


def test_first_places_are_said_by_the_organiser(club):
    evening = planned(club, 9)
    director = Client()
    director.force_login(club.users["director"])
    offered = text(director.get(reverse("event-start", args=[evening.pk]), {"how": "tables"}))
    drawn = re.search(r'<textarea name="tables".*?>(.*?)</textarea>', offered, re.DOTALL)
    assert len(drawn[1].split()) == 8 + 6, "two lines of four names and three signs, as the seed would draw"
    typed = "P1 / P2 / P3 / P4\nP5 / P6 / P7 / Nobody"

    refused = page(club, "director", "event-start", evening.pk, how="tables", step="start", tables=typed)
    assert (refused.status_code, "Line 2: “Nobody” is not among the players." in text(refused)) == (400, True)
    typed = "P1 / P2 / P3"
    three = page(club, "director", "event-start", evening.pk, how="tables", step="start", tables=typed)
    assert (three.status_code, "Table 1: A table of this event has 4 players." in text(three)) == (400, True)
    page(club, "director", "event-start", evening.pk, how="tables", step="start",
         tables="P9 / P2 / P3 / P4\n P5/P6/P7/P8\n")  # fmt: skip

    one, two, three, four, *rest, nine = evening.players
    assert evening.seats == [(nine, two, three, four), tuple(rest)]
    assert evening.current.sitting_out == (one,)


def test_an_event_is_planned_under_a_variation_and_a_parameter_of_the_club(club):
    flags = ("mixed_pairs", "one_prize_each", "two_person_final")
    asked = {"name": "Evening", "law_set": "foster-1897", "players": "P\nQ\nR\nS", "rounds": "2"}
    asked |= {"movement_tie_breaks": "points"} | {f"movement_{flag}": "false" for flag in flags}

    refused = page(club, "director", "event-new", club.club.slug, **asked, parameters="game_score")
    assert "Line 1: a parameter of the law set, a colon, and its value." in text(refused)
    page(club, "director", "event-new", club.club.slug, **asked,
         variations="foster-1897/old-set-back", parameters="game_score: 42")  # fmt: skip

    planned_so = law_set_at(Event.objects.get().law_set.revision)
    assert planned_so["game_score"] == 42
    assert (planned_so["failed_rule"], planned_so["target_reached"]) == ("set-back", "played-out")
