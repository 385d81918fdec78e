"""Check-in: who is here, who is missing at the start, and players entered from a list."""

import re
from uuid import uuid4

import pytest

from laws.domain.errors import InvalidInput
from scoring.clubs.domain.list_files import ReadFile, read_text
from scoring.clubs.domain.name_lists import read_list
from scoring.clubs.models import Member
from scoring.events.models import CheckIn, Departure, Entrant
from scoring.events.people.services import check_in, entrant_lists
from scoring.events.planning.services import event_changes
from scoring.events.play.services import moves
from scoring.events.queries import names_of
from scoring.events.show.pages.hall import leaders
from scoring.events.state import load_state
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.printing import event_cards
from scoring.printing.lists import result_list
from scoring.refusals import Conflict
from tests.events.evenings import begun, partners, planned, signed_in
from tests.refusals import refusing

pytestmark = pytest.mark.django_db


def lines(text):
    return read_list(ReadFile(read_text(text))).lines


def arrive(evening, *players, is_here=True):
    return [check_in.check_in(**evening.action, member_id=player, is_here=is_here) for player in players]


TOWNS = ["Zwolle", "Östersund", "Oslo", "Pisa", "Åbo", "Ieper", "Delft", "Fulda", "Ghent"]
IN_ORDER = ["Åbo", "Delft", "Fulda", "Ghent", "Ieper", "Oslo", "Östersund", "Pisa", "Zwolle"]


def test_every_list_of_the_players_is_in_the_order_of_the_alphabet(club):
    evening = planned(club, players=TOWNS)
    for page in ("", "check-in/", "players/", "links/", "start/?how=cards"):
        names = [name for name in re.findall(r"<bdi>([^<]+)</bdi>", evening.page(page)) if name in TOWNS]
        assert list(dict.fromkeys(names)) == IN_ORDER, page


def test_equal_players_are_in_the_order_of_the_alphabet(club):
    evening = planned(club, 8, players=TOWNS[:8])
    evening.start()
    names = names_of(evening.state)
    listed = [name for name in IN_ORDER if name != "Ghent"]
    assert [leader.name for leader in leaders(evening.state, names)] == listed
    arrivals = [line["name"] for line in result_list(evening.state, names, "", is_final=False)["standings"]]
    assert arrivals == listed


def test_who_is_missing_is_listed_in_the_order_of_the_alphabet(club):
    evening = planned(club, players=TOWNS)
    arrive(evening, evening.players[2])
    page = evening.page("start/")
    names = [name for name in re.findall(r"<bdi>([^<]+)</bdi>", page) if name in TOWNS]
    assert names[:8] == [name for name in IN_ORDER if name != "Oslo"]


def test_a_program_checks_players_in(club):
    evening = planned(club, 8)
    path = f"players/{evening.players[0]}/check-in/"
    here = [evening.send("put", path, {"here": True}).json()["players"][0]["here"] for _ in range(2)]
    assert (here, evening.event.entrants.first().check_ins.count()) == ([True, True], 1)
    assert evening.send("put", path, {"here": False}).json()["players"][0]["here"] is False
    assert evening.send("put", path, {"here": "yes"}).status_code == 400
    evening.start()
    assert evening.send("put", path, {"here": True}).json()["code"] == "event-started"


def test_the_last_check_in_counts_and_two_desks_may_record_the_same(club):
    evening = planned(club, 8)
    a, b, *_ = evening.players
    first, again = arrive(evening, a, a)
    assert (first.number, again) == (1, None)
    before = evening.state.version
    arrive(evening, a, is_here=False)
    arrive(evening, b)

    assert [each.member_id for each in evening.state.missing] == [a, *evening.players[2:]]
    assert load_state(evening.event, before).attendance.checked_in == {first.entrant_id}, "as it stood then"
    assert CheckIn.objects.count() == 3
    assert list(breaches()) == []


def test_it_starts_with_those_who_are_here_and_who_was_missing_comes_late(club):
    evening = planned(club, 9)
    missing, *here = evening.players
    arrive(evening, *here)
    looked_at = moves.preview(event=evening.event, without_missing=True)

    seating = evening.start(without_missing=True)
    assert evening.start(without_missing=True) == seating, "starting twice is starting once"

    assert seating.digest == looked_at.digest, "as it was looked at"
    assert evening.placed == set(here)
    assert Departure.objects.get().from_round == 1
    with pytest.raises(Conflict, match="late entry"):
        arrive(evening, missing)
    check_in.come(**evening.action, player=missing)
    evening.play_on()
    assert missing in evening.placed
    assert list(breaches()) == []


def test_after_the_start_the_check_in_names_the_round_in_which_a_comer_begins(club):
    evening = begun(club, 8, of_rounds=3)
    evening.play_on()
    evening.enter("Late")
    rows = evening.page("check-in/").split("<li ")
    said = {name: re.search(r"badge-\w+\">([^<]+)<", row)[1] for row in rows for name in ("P1", "Late")
            if f"<bdi>{name}</bdi>" in row}  # fmt: skip
    assert said == {"P1": "plays", "Late": "from round 3"}


def badges(evening, page, *names):
    """Return what a page says beside each of these names."""
    parts = re.split('<li data-check-in-name|<div class="event-person"', evening.page(page))[1:]
    rows = {re.search("<bdi>([^<]+)", part)[1]: part for part in parts}
    return [" ".join(re.findall(r"badge-\w+\">([^<]+)<", rows[name])) for name in names]


def test_who_leaves_after_the_round_in_play_is_still_here(club):
    evening = begun(club, 9, of_rounds=2)
    leaver = evening.seats[0][0]
    evening.leave(leaver)
    assert badges(evening, "check-in/", "P1", "P2") == ["gone from round 2", "plays"]
    assert badges(evening, "players/", "P1", "P2") == ["gone from round 2", ""]
    assert "<s><bdi>P1</bdi></s>" not in evening.page(role="player")
    evening.play_on()
    assert badges(evening, "check-in/", "P1") == ["not here"]
    evening.leave(evening.seats[0][1])
    name = names_of(evening.state)[evening.seats[0][1]]
    for page in ("check-in/", "players/"):
        assert badges(evening, page, name) == ["leaves after this round"], "no round 3 follows"


def test_a_late_entrant_who_leaves_before_their_first_round_has_gone_home(club):
    evening = begun(club, 8, of_rounds=2)
    late = evening.enter("Late").member_id
    assert "You play from round 2." in evening.page(f"me/?player={late}")

    evening.leave(late)

    phone = evening.page(f"me/?player={late}")
    assert ("You play from round" in phone, "You have gone home." in phone) == (False, True)


def test_a_player_who_returns_is_told_the_next_round(club):
    evening = begun(club, 9, of_rounds=4)
    leaver = evening.seats[0][0]
    evening.leave(leaver)
    evening.play_on()

    evening.enter(leaver)

    assert "You play from round 3." in evening.page(f"me/?player={leaver}")


def test_a_leaver_who_still_plays_is_brought_back_at_the_check_in(club):
    evening = begun(club, 8, of_rounds=2)
    leaver = evening.seats[0][0]
    evening.leave(leaver)
    sent = {"step": "comes", "member": leaver}
    signed_in(club).post(f"/events/{evening.pk}/check-in/", sent)
    assert not evening.state.attendance.departures
    assert badges(evening, "check-in/", "P1") == ["plays"]


def test_after_an_early_end_nobody_is_expected_or_gone_from_a_round_that_is_not_played(club):
    evening = begun(club, 8, of_rounds=4)
    evening.play_on()
    evening.leave(evening.players[0])
    evening.play_on()
    assert evening.current.number == 3
    evening.enter("Late")
    evening.leave(evening.players[1])
    evening.play()
    event_changes.end_now(**evening.action, reason="It is late.", final=False)
    assert evening.state.is_over
    expected = ["gone from round 3", "", "", "did not play"]
    assert badges(evening, "players/", "P1", "P2", "P3", "Late") == expected
    assert badges(evening, "check-in/", "P1", "P2", "P3", "Late") == [
        note or "has played" for note in expected
    ]
    assert "8 players" in evening.page("players/")
    late = evening.state.entrants[-1].member_id
    phone = evening.page(f"me/?player={late}")
    assert ("You play from round" in phone, "The evening is over." in phone) == (False, True)


def test_before_the_start_a_removed_player_can_be_added_again(club):
    evening = planned(club, 9)
    evening.leave(evening.players[0])
    assert badges(evening, "players/", "P1", "P2") == ["taken out", ""]
    assert badges(evening, "check-in/", "P1", "P2") == ["taken out", ""]
    page = evening.page("players/")
    assert page.count("Add again") == 1


def test_the_check_in_of_an_evening_that_is_over_expects_nobody(club):
    evening = begun(club, 8, of_rounds=1)
    browser, at = signed_in(club), f"/events/{evening.pk}/check-in/"
    assert "Whoever comes now is a late entry." in browser.get(at).content.decode()
    evening.play()
    evening.ring()
    page = browser.get(at).content.decode()
    assert "The evening is over. Nobody can be entered any more." in page
    assert "late entry" not in page
    with pytest.raises(Conflict, match="The evening is over"):
        arrive(evening, evening.players[0])


def test_without_a_choice_of_who_is_seated_everybody_is_seated(club):
    evening = planned(club, 8)
    assert evening.state.missing == (), "where nobody is checked in, nobody is missing"
    arrive(evening, evening.players[0])
    evening.start()
    assert evening.placed == set(evening.players)
    assert not Departure.objects.exists()


def test_too_few_who_are_here_leave_everything_as_it_was(club):
    evening = planned(club, 8)
    arrive(evening, *evening.players[:3])
    with pytest.raises(InvalidInput):
        evening.start(without_missing=True)
    assert (Departure.objects.count(), evening.state.current) == (0, None)


def test_a_person_who_is_not_on_the_list_is_entered_and_checked_in_at_once(club):
    evening = planned(club, 8)
    entrant = check_in.come(**evening.action, player="Unasked")
    evening.leave(entrant.member_id)
    with pytest.raises(Conflict, match="was taken out"):
        arrive(evening, entrant.member_id)
    check_in.come(**evening.action, player="Unasked")
    assert evening.state.attendance.checked_in == {entrant.pk}
    assert entrant.pk not in evening.state.attendance.departures


def test_a_typed_name_that_is_on_the_list_is_checked_in(club):
    evening = planned(club, 8)
    first = [check_in.come(**evening.action, player=typed) for typed in (" p1 ", "P1", evening.players[0])]
    assert {entrant.member_id for entrant in first} == {evening.players[0]}
    assert (len(evening.state.attendance.checked_in), len(evening.state.entrants)) == (1, 8)
    Member.objects.create(club=club.club, name="p2", joined_at=evening.event.at)
    assert check_in.come(**evening.action, player="p2").member.name == "p2"
    assert len(evening.state.entrants) == 9
    evening.start()
    with pytest.raises(Conflict, match="takes part already"):
        check_in.come(**evening.action, player="P1")


def test_a_list_is_entered_once_as_a_whole_with_its_wishes(club):
    evening = planned(club, 8, movement={"lists": ["ladies", "gentlemen"]})
    one, two = evening.players[:2]
    evening.leave(two)
    Member.objects.create(club=club.club, name="Known", joined_at=evening.event.at)
    text = "name;list;partner;table;seat\nNew;Ladies;Known;;\nKnown;;;2;1\nP1;;Third;;\nP2;;;;\nThird;;;;"
    looked = [coming for _line, coming in entrant_lists.preview(evening.event, lines(text))]
    assert looked == ["new", "known", "in", "back", "new"]

    key = uuid4()
    for _ in range(2):
        assert entrant_lists.enter_listed(**evening.action, lines=lines(text), key=key) == 4

    wishes = {
        entrant.member.name: evening.state.attendance.wishes_of(entrant) for entrant in evening.state.entrants
    }
    ids = {entrant.member.name: entrant.member_id for entrant in evening.state.entrants}
    assert wishes["New"] == {"on_list": 0, "partner": ids["Known"]}
    assert wishes["Known"] == {"fixed_table": 2, "fixed_seat": 1, "partner": ids["New"]}
    assert (wishes["P1"], wishes["Third"]) == ({"partner": ids["Third"]}, {"partner": one})
    assert not evening.state.attendance.departures
    assert Entry.objects.filter(verb="event.list-entered").count() == 1
    assert list(breaches()) == []


BAD_WISHES = [
    ("name;list\nAda;ladies", "“ladies” is no list of this event."),
    ("name;partner\nAda;Bea", "The partner “Bea” is not among the players."),
    ("name;partner\nAda;Ada", "Ada cannot be their own partner."),
    ("name;not with\nAda;Ada", "Ada cannot be kept apart from themselves."),
    ("name;table;seat\nAda;2;1\nBea;2;1", "Seat 1 of table 2 is given to Ada in line 2 already."),
    ("name;table\nAda;0", "A table is a number from 1 to 200, not “0”."),
    ("name;table\nAda;\u00b2", "A table is a number from 1 to 200, not “\u00b2”."),
    ("name;table;seat\nAda;1;5", "A seat is a number from 1 to 4, not “5”."),
    ("name;seat\nAda;1", "A fixed seat needs its table."),
    ("name;partner\nBea;P1\nAda;P1", "P1 is to play with Bea."),
]


def test_a_line_with_an_impossible_wish_is_named_and_nobody_is_entered(club):
    evening = planned(club, 8)
    for text, reason in BAD_WISHES:
        with pytest.raises(InvalidInput) as refused:
            entrant_lists.enter_listed(**evening.action, lines=lines(text))
        assert refused.value.errors == {"lines": [f"Line {text.count(chr(10)) + 1}: {reason}"]}
    assert (Entrant.objects.count(), Member.objects.filter(name="Ada").exists()) == (8, False)


def test_the_preview_notes_a_table_that_the_players_do_not_fill(club):
    evening = planned(club, 8)
    # Nine players fill two tables of four, or three of three.
    looked = entrant_lists.preview(evening.event, lines("name;table\nAda;99"))
    assert [coming for _line, coming in looked] == ["new"]
    assert entrant_lists.notes_on(evening.event, looked) == [
        "Line 2 asks for table 99, but so many players make at most 3 tables."
    ]
    assert not entrant_lists.notes_on(
        evening.event, entrant_lists.preview(evening.event, lines("name;table\nAda;3"))
    )


def test_a_list_with_too_many_players_or_after_the_start_enters_nobody(club):
    evening = planned(club, 8)
    with refusing("players", text="at most 400 players, not 401"):
        entrant_lists.enter_listed(**evening.action, lines=lines("\n".join(f"Q{n}" for n in range(393))))
    with pytest.raises(Conflict, match="has begun"):
        entrant_lists.enter_listed(**begun(club, 8, players=list("ABCDEFGH")).action, lines=lines("Ada"))
    assert not Member.objects.filter(name__in=["Q1", "Ada"]).exists()


def test_everybody_is_put_on_a_list_at_once(club):
    evening = planned(club, 8, movement={"lists": ["ladies", "gentlemen"]})
    chosen = {player: place % 2 for place, player in enumerate(evening.players)}
    assert entrant_lists.put_on_lists(**evening.action, chosen=chosen) == 8
    assert entrant_lists.put_on_lists(**evening.action, chosen=chosen | {evening.players[0]: None}) == 1
    state = evening.state
    assert [state.attendance.value(each).on_list for each in state.entrants] == [None, 1, 0, 1, 0, 1, 0, 1]
    with pytest.raises(InvalidInput):
        entrant_lists.put_on_lists(**evening.action, chosen={evening.players[0]: 2})
    assert list(breaches()) == []


def test_a_name_that_differs_only_in_case_is_a_player_already_entered(club):
    evening = planned(club, 8)
    Member.objects.create(club=club.club, name="Known", joined_at=evening.event.at)
    looked = entrant_lists.preview(evening.event, lines("name;partner\np1;\nKNOWN;New\nNew;"))
    assert [(line.name, coming) for line, coming in looked] == [
        ("P1", "in"),
        ("Known", "known"),
        ("New", "new"),
    ]


def test_cards_are_printed_for_those_who_are_here_as_the_start_asks_for_them(club):
    evening = planned(club, 16)
    arrive(evening, *evening.players[:9])
    cards = event_cards.draw_cards(evening.state)["cards"]
    assert (len(cards), sum(card["joker"] for card in cards)) == (9, 1)


def test_if_half_a_pair_is_missing_both_pages_lead_to_naming_a_stand_in(club):
    evening = planned(club, 8, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    *here, missing = evening.players
    for player in here:
        check_in.check_in(**evening.action, member_id=player, is_here=True)
    director = signed_in(club)
    leave = f"/events/{evening.pk}/players/{missing}/leave/"

    start = director.get(f"/events/{evening.pk}/start/").content.decode()
    assert "P7 is here, but the partner P8 is not checked in." in start
    assert f'href="{leave}">Somebody comes instead of P8</a>' in start
    assert "places below" not in start
    with pytest.raises(InvalidInput) as refusal:
        evening.enter("Solo")
    assert "remove P8 and name Solo there" in str(refusal.value.errors)
    asked = director.get(leave).content.decode()
    assert "Remove P8?" in asked
    assert "from the next round on" not in asked

    director.post(leave, {"step": "substitute", "player": "Solo"})
    check_in.check_in(**evening.action, member_id=evening.players[-1], is_here=True)
    assert evening.state.names_of_partners["Solo"] == "P7"
    assert "is not checked in" not in director.get(f"/events/{evening.pk}/start/").content.decode()


def test_named_pairs_draw_no_cards_for_places_and_the_start_says_how_long_the_evening_takes(club):
    of_pairs = {"movement": {"kind": "pairs-round-robin"}}
    for wishes, offers in ((partners(8), False), ({}, True)):
        evening = planned(club, 8, wishes=wishes, **of_pairs)
        for page in ("", "start/"):
            shown = evening.page(page)
            assert ("how=cards" in shown) is offers
            assert "about 24 minutes" in shown, "three rounds of two deals"
