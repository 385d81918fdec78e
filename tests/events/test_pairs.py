"""An evening of pairs: entered as pairs, shown and given prizes as pairs everywhere."""

import csv
import io
import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from laws.domain.errors import InvalidInput
from scoring.clubs.domain.list_files import ReadFile, read_text
from scoring.clubs.domain.name_lists import read_list
from scoring.clubs.models import Member
from scoring.disputes.services import disputes, rulings
from scoring.events.models import Event
from scoring.events.people.leaving import leaving
from scoring.events.people.services import attendance, check_in, entrant_lists
from scoring.events.planning.services import event_changes
from scoring.events.play.domain import late
from scoring.events.play.services import seat_changes
from scoring.events.queries import names_of
from scoring.events.results.domain import score_cards
from scoring.events.show.pages.hall import leaders
from scoring.events.show.pages.overview import EventPage
from scoring.events.show.pages.phone import evening_part
from scoring.office.verification import breaches
from scoring.printing.lists import result_list
from scoring.refusals import Conflict
from scoring.tables.services import corrections
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIRST_SIDE, SECOND_SIDE, TIED, partners, planned, signed_in
from tests.pages.reading import text_of
from tests.printing.paper import words

pytestmark = pytest.mark.django_db


ROUND_ROBIN = {
    "kind": "pairs-round-robin",
    "tie_breaks": ["points", "best-round"],
    "prizes": ["first", "second"],
}


def planned_pairs(club, count=2, *, movement=ROUND_ROBIN, **wanted):
    """Return an evening of named pairs that has not begun: P1 & P2, P3 & P4, …."""
    return planned(club, 2 * count, movement=movement, wishes=partners(2 * count), **wanted)


def of_pairs(club, count=4, **wanted):
    """Return an evening of pairs in round 1: P1 & P2 meet P3 & P4, and so on. An odd pair sits out."""
    evening = planned_pairs(club, count, **wanted)
    ids = evening.players
    fours = range(0, len(ids) // 4 * 4, 4)
    evening.start(tables=[[ids[at], ids[at + 2], ids[at + 1], ids[at + 3]] for at in fours])
    return evening


def lines_of(evening):
    return [
        (leader.line.rank, leader.name, leader.line.points, leader.prizes)
        for leader in leaders(evening.state, names_of(evening.state))
    ]


# Two deals of nine to five bring the first side eight points, the second none.
def test_a_round_of_pairs_gives_one_line_and_one_prize_to_each_pair(club):
    evening = of_pairs(club, of_rounds=1)
    evening.play({1: FIRST_SIDE, 2: SECOND_SIDE})
    evening.ring()
    assert {name for _rank, name, _points, _prizes in lines_of(evening)} == {
        "P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8",
    }  # fmt: skip
    first, second, *others = lines_of(evening)
    assert {first[1], second[1]} == {"P1 & P2", "P7 & P8"}
    assert (first[2], second[2]) == (8, 8)
    assert sorted([*first[3], *second[3]]) == ["First prize", "Second prize"]
    assert not any(prizes for *_line, prizes in others)


def test_the_api_counts_pairs_and_keeps_its_fields(club):
    evening = of_pairs(club, of_rounds=1)
    evening.play()
    evening.ring()
    answer = evening.read("standings/")
    assert answer["competitors"] == "pairs"
    line = next(line for line in answer["players"] if line["player"]["name"] == "P1 & P2")
    one, two = evening.players[:2]
    assert line["player"]["id"] == one
    assert line["members"] == [{"id": one, "name": "P1"}, {"id": two, "name": "P2"}]
    assert line["stand_ins"] == []
    assert len(answer["players"]) == 4
    prize = answer["prizes"][0]
    assert [player["name"] for player in prize["players"]] == prize["winners"][0].split(" & ")


def test_for_persons_the_api_gives_the_same_fields_as_before_pairs(club):
    evening = planned(club, 8)
    evening.start()
    evening.play()
    answer = evening.read("standings/")
    assert answer["competitors"] == "persons"
    assert all(line["members"] == [line["player"]] for line in answer["players"])
    assert len(answer["players"]) == 8


def test_a_stand_in_plays_for_the_pair_on_every_list(club):
    evening = of_pairs(club)
    evening.play()
    two = evening.players[1]
    evening.leave(two)
    stand_in = evening.enter("Ghent").member_id
    evening.run_due_moves()
    evening.play()
    line = next(line for line in evening.read("standings/")["players"] if line["player"]["name"] == "P1 & P2")
    assert line["rounds_played"] == 2
    assert line["stand_ins"] == [
        {"player": {"id": stand_in, "name": "Ghent"}, "instead_of": {"id": two, "name": "P2"}, "rounds": [2]}
    ]
    director = signed_in(club)
    page = director.get(f"/events/{evening.pk}/standings/").content.decode()
    assert "<bdi>P1 &amp; P2</bdi>" in page
    assert "Ghent for P2 in round 2" in page
    assert '<th scope="col">Pair</th>' in page
    table = director.get(f"/events/{evening.pk}/standings.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[0][1] == "pair"
    assert len(rows) == 5
    assert next(row for row in rows if row[1] == "P1 & P2")[-1] == "Ghent for P2 in round 2"
    sheet = result_list(evening.state, names_of(evening.state), "so far", is_final=False)
    assert sheet["under"].startswith("Cinch · Pairs: each against each · 4 pairs")
    assert sorted(line["name"] for line in sheet["standings"]) == ["P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8"]
    assert {line["notes"] for line in sheet["standings"]} == {"", "Ghent for P2 in round 2"}
    assert all(" & " in name for award in sheet["awards"] for name in award["names"])


def test_the_evening_of_each_partner_names_the_pair_that_is_ranked(club):
    evening = of_pairs(club)
    evening.play()
    found = [leaders(evening.state, names_of(evening.state), only=player) for player in evening.players[:2]]
    assert found[0] == found[1]
    assert [leader.name for leader in found[0]] == ["P1 & P2"]
    shown = evening_part(EventPage(evening.state, evening.director), evening.players[1])
    assert "<bdi>P1 &amp; P2</bdi>" in shown
    assert "<small> / 4</small>" in shown


def test_fixed_partners_in_a_redraw_compete_as_pairs(club):
    evening = planned_pairs(club, 4, movement={"kind": "redraw"})
    evening.start()
    evening.play()
    assert {name for _rank, name, _points, _prizes in lines_of(evening)} == {
        "P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8",
    }  # fmt: skip


def test_the_public_page_finds_a_pair_by_either_name(club):
    evening = of_pairs(club)
    evening.play()
    evening.send("put", "publish/", {"parts": ["standings", "prizes"]})
    page = signed_in(club).get(f"/on/{evening.pk}/?q=P2").content.decode()
    assert "P1 &amp; P2" in page
    assert "P3 &amp; P4</bdi></th>" not in page


def pairs_of(evening):
    """Return the names of the pairs as entered."""
    return sorted(competitor.name(names_of(evening.state)) for competitor in evening.state.entered)


def test_a_pair_is_entered_with_one_name(club):
    evening = planned_pairs(club)
    entrant = evening.enter("Ghent & Havre")
    assert entrant.member.name == "Ghent"
    assert pairs_of(evening) == ["Ghent & Havre", "P1 & P2", "P3 & P4"]


def test_a_half_entered_pair_is_refused_and_nothing_is_half_done(club):
    evening = planned_pairs(club)
    for player, reason in (
        ("Ghent", "Ghent has no partner. Write both names: “Ghent & …”."),
        ("Ghent &", "A pair is two names: “Ann & Bob”."),
        ("Ghent & Havre & Izmir", "A pair is two names: “Ann & Bob”."),
        ("Ghent & ghent", "Ghent cannot be their own partner."),
        ("Ghent & P1", "P1 plays with P2 in this event already."),
        ("p1 / Ghent", "P1 plays with P2 in this event already."),
    ):
        with pytest.raises((InvalidInput, Conflict)) as refused:
            evening.enter(player)
        assert reason in str(getattr(refused.value, "reasons", [refused.value]))
    assert pairs_of(evening) == ["P1 & P2", "P3 & P4"]
    assert not Member.objects.filter(name__in=["Ghent", "Havre", "ghent"]).exists()


def test_a_newcomer_plays_with_the_only_player_without_a_partner(club):
    evening = planned_pairs(club)
    evening.leave(evening.players[1])
    evening.enter("Ghent")
    assert pairs_of(evening) == ["P1 & Ghent", "P3 & P4"]
    with pytest.raises(InvalidInput, match="P2 has no partner"):
        evening.enter("P2")


def test_if_two_players_have_no_partner_the_page_asks_with_whom_a_newcomer_plays(club):
    evening = planned_pairs(club, 3)
    evening.leave(evening.players[1])
    evening.leave(evening.players[3])
    with pytest.raises(InvalidInput, match=r"Say with whom Ghent plays: P1 or P3\."):
        evening.enter("Ghent")
    evening.enter("Ghent & P3")
    assert pairs_of(evening) == ["P1", "P3 & Ghent", "P5 & P6"]


@pytest.mark.parametrize("typed", ["Kiel, Lund", "Kiel; Lund", "Kiel\nLund", "Kiel & Lund, Mons"])
@pytest.mark.parametrize("kind", ["winner-progressive", "pairs-up"])
def test_several_names_in_the_field_of_a_late_entry_are_asked_about(club, kind, typed):
    pairs = kind == "pairs-up"
    evening = planned(club, 8, movement={"kind": kind}, wishes=partners(8) if pairs else {})
    browser, members = signed_in(club), Member.objects.count()
    if pairs and typed == "Kiel; Lund":
        browser.post(f"/events/{evening.pk}/players/", {"player": typed})
        assert {entrant.member.name for entrant in evening.state.entrants} >= {"Kiel", "Lund"}
        return
    question = "a pair, or one player?" if pairs else "one player, or several?"
    leaver = evening.players[0]
    for page, sent in (
        ("players/", {}),
        ("check-in/", {}),
        (f"players/{leaver}/leave/", {"step": "substitute"}),
    ):
        answer = browser.post(f"/events/{evening.pk}/{page}", sent | {"player": typed})
        assert answer.status_code == 400, page
        assert question in text_of(answer), page
        assert "Lund" in answer.context["form"]["player"].value(), "what was typed stays"
    assert Member.objects.count() == members
    if typed == "Kiel, Lund" and not pairs:
        evening.enter(typed)  # as a program enters a name with a comma
        assert browser.post(f"/events/{evening.pk}/check-in/", {"player": typed}).status_code == 302


def test_an_evening_of_pairs_with_half_a_pair_is_not_planned(club):
    with pytest.raises(InvalidInput) as refused:
        planned(club, 4, movement=ROUND_ROBIN, wishes=partners(2))
    assert refused.value.errors == {
        "players": ["P3 and P4 have no partners here. Name their partners, or take them out."]
    }
    assert not Event.objects.exists()


def test_an_evening_of_pairs_does_not_begin_with_half_a_pair(club):
    evening = planned_pairs(club, 3)
    evening.leave(evening.players[1])
    with pytest.raises(InvalidInput) as refused:
        evening.start()
    player = evening.players[0]
    assert refused.value.errors == {
        "players": [f"{{player:{player}}} has no partner here. Name a partner, or take the player out."]
    }
    assert evening.state.current is None


def test_first_places_by_hand_keep_pairs(club):
    evening = planned_pairs(club)
    one, two, three, four = evening.players
    with pytest.raises(InvalidInput) as refused:
        evening.start(tables=[[one, two, three, four]])
    why = "are a pair: seat them opposite each other, or let both sit out."
    assert refused.value.errors == {
        "places": [
            f"{{player:{one}}} and {{player:{two}}} {why}",
            f"{{player:{three}}} and {{player:{four}}} {why}",
        ]
    }
    evening.start(tables=[[one, three, two, four]])
    assert evening.state.current is not None


def test_a_list_of_pairs_is_entered_whole_or_not_at_all(club):
    evening = planned_pairs(club)
    text = "Ghent & Havre\nIzmir & Kiel\nLagos"
    reader = attendance.pair_reader(evening.state)
    lines = read_list(ReadFile(read_text(text)), reader).lines
    with pytest.raises(InvalidInput) as refused:
        entrant_lists.enter_listed(**evening.action, lines=lines)
    assert refused.value.errors == {"lines": ["Line 3: Lagos has no partner. Write both names: “Lagos & …”."]}
    assert pairs_of(evening) == ["P1 & P2", "P3 & P4"]
    assert entrant_lists.enter_listed(**evening.action, lines=lines[:4]) == 4
    assert pairs_of(evening) == ["Ghent & Havre", "Izmir & Kiel", "P1 & P2", "P3 & P4"]


def test_both_partners_are_checked_in_with_one_line(club):
    evening = planned_pairs(club)
    check_in.come(**evening.action, player="P3 und P4")
    check_in.come(**evening.action, player="Ghent & Havre")
    here = {
        entrant.member.name
        for entrant in evening.state.entrants
        if entrant.pk in evening.state.attendance.checked_in
    }
    assert here == {"P3", "P4", "Ghent", "Havre"}


def test_a_stand_in_plays_with_the_partner_left_alone_and_makes_way_for_the_one_who_returns(club):
    evening = of_pairs(club)
    evening.play()
    two = evening.players[1]
    evening.leave(two)
    stand_in = evening.enter("Ghent").member_id
    state = evening.state
    assert state.attendance.wishes_of(state.entrant(stand_in))["partner"] == evening.players[0]
    evening.run_due_moves()
    assert evening.current.seated().mates()[evening.players[0]] == stand_in
    evening.play()
    evening.enter("P2")
    evening.run_due_moves()
    assert evening.current.seated().mates()[evening.players[0]] == two
    assert stand_in in evening.current.sitting_out


def test_the_heading_of_the_players_counts_the_pairs_and_who_has_no_partner(club):
    evening = planned(club, 8, movement={"kind": "pairs-up"}, wishes=partners(8))
    browser, address = signed_in(club), f"/events/{evening.pk}/players/"
    assert "4 pairs" in text_of(browser.get(address))
    evening.leave(evening.players[7])
    left = text_of(browser.get(address))
    assert "3 pairs, 1 player" in left
    assert "7 players" not in left


def test_a_member_whose_name_has_an_ampersand_is_one_player(club):
    Member.objects.create(club=club.club, name="Salt & Pepper", role="player", joined_at=timezone.now())
    evening = planned(club, 4)
    assert evening.enter("Salt & Pepper").member.name == "Salt & Pepper"


REDRAW = {"kind": "redraw"}


@pytest.mark.parametrize("kind", ["redraw", "rotation", "winner-progressive"])
def test_a_pair_that_comes_to_an_evening_of_persons_plays_together_and_has_one_line(club, kind):
    evening = planned(club, 10, movement={"kind": kind})
    evening.start()
    evening.enter("Ghent & Havre")
    evening.amend()
    ghent, havre = id_of(evening, "Ghent"), id_of(evening, "Havre")
    assert evening.current.seated().mates()[ghent] == havre
    evening.play_on()
    assert evening.current.seated().mates()[ghent] == havre
    assert evening.state.competitors == "mixed"
    lines = {line.competitor.name(names_of(evening.state)): line for line in evening.state.board.standings}
    assert lines["Ghent & Havre"].repeated_partners == 0
    assert lines["Ghent & Havre"].rounds_played == 1
    assert not {"Ghent", "Havre"} & lines.keys()
    assert len(lines) == 11
    assert list(breaches()) == []


def test_a_pair_that_comes_in_the_last_round_of_a_redraw_is_seated_as_a_pair(club):
    evening = planned(club, 10, of_rounds=2, movement=REDRAW)
    evening.start()
    evening.play_on()
    evening.enter("Ghent & Havre")
    mates = evening.current.seated().mates()
    assert mates[id_of(evening, "Ghent")] == id_of(evening, "Havre")
    assert list(breaches()) == []


def test_where_a_plan_changes_partners_two_names_are_not_entered_as_one(club):
    evening = planned(club, 8, movement={"kind": "whist"})
    with pytest.raises(InvalidInput, match="partners change in this kind of evening"):
        evening.enter("Ghent & Havre")


def test_if_only_some_have_a_partner_a_pair_has_one_line_and_one_prize(club):
    evening = planned(club, 6, movement=REDRAW | {"prizes": ["first", "second"]}, wishes=partners(2))
    evening.start()
    evening.play()
    evening.move()
    evening.play()
    state = evening.state
    assert state.competitors == "mixed"
    names = {competitor.name(names_of(state)) for competitor in state.board.cards}
    assert names == {"P1 & P2", "P3", "P4", "P5", "P6"}
    winners = {winner.name(names_of(state)) for award in state.board.awards for winner in award.winners}
    assert winners <= names
    page = evening.page("standings/")
    assert '<th scope="col">Pair or player</th>' in page
    assert "Two players who always play together have one line and take one prize." in page
    table = signed_in(club).get(f"/events/{evening.pk}/standings.csv").content.decode("utf-8-sig")
    assert next(csv.reader(io.StringIO(table)))[1] == "pair or player"
    sheet = result_list(state, names_of(state), "so far", is_final=False)
    assert sheet["under"].startswith("Cinch · Redraw · 1 pair · 4 players")
    assert evening.read("standings/")["competitors"] == "mixed"


def test_a_stand_in_keeps_their_own_line(club):
    evening = planned(club, 5, movement=REDRAW, wishes=partners(2))
    evening.start()
    for _round in range(3):
        evening.play_on()
    state = evening.state
    cards = {competitor.name(names_of(state)): card for competitor, card in state.board.cards.items()}
    assert cards.keys() == {"P1 & P2", "P3", "P4", "P5"}
    out = [{*each.sitting_out} for each in state.rounds]
    one, two = evening.players[:2]
    assert [line.round_number for line in cards["P1 & P2"].rounds] == [1, 2, 3]
    stand_ins = cards["P1 & P2"].competitor.stand_ins
    assert sum(len(each.rounds) for each in stand_ins) == sum(bool(idle & {one, two}) for idle in out[:3])


@pytest.mark.parametrize("movement", [ROUND_ROBIN, REDRAW])
def test_a_swap_moves_whole_pairs(club, movement):
    evening = planned_pairs(club, 4, movement=movement)
    evening.start()
    before = evening.current.seated()
    table, other = before.tables
    evening.swap(table.players[0], other.players[1])
    assert evening.current.seated().mates() == before.mates()
    places = evening.current.seated().places()
    assert {places[player][0] for player in table.players[::2]} == {2}
    assert list(breaches()) == []


def test_a_swap_by_hand_does_not_part_a_pair(club):
    evening = planned(club, 8, movement=REDRAW, wishes=partners(2))
    evening.start()
    one, two, three = evening.players[:3]
    with pytest.raises(InvalidInput) as refused:
        evening.swap(three, one)
    assert refused.value.errors == {
        "players": [
            f"{{player:{one}}} and {{player:{two}}} stay together, and {{player:{three}}} has no such "
            "partner. Choose somebody who has one: then both pairs change places."
        ]
    }
    asked = {
        "action": "swap",
        "one": three,
        "other": one,
        "reason": "Why not",
        "generation": 1,
        "step": "look",
    }
    page = signed_in(club).post(f"/events/{evening.pk}/rounds/1/change/", asked).content.decode()
    assert "P1 and P2 stay together, and P3 has no such partner." in page
    evening.swap(one, two)
    assert evening.current.seated().mates()[one] == two


def test_a_pair_repeats_no_partner_in_its_line(club):
    evening = of_pairs(club)
    for _round in range(2):
        evening.play_on()
    assert {line.repeated_partners for line in evening.state.board.standings} == {0}


def test_a_pair_by_the_api(club):
    evening = planned_pairs(club)
    answer = evening.send("post", "players/", {"player": "Ghent & Havre"})
    assert answer.status_code == 201
    ids = {player["name"]: player["id"] for player in answer.json()["players"]}
    wishes = {player["name"]: player["wishes"] for player in answer.json()["players"]}
    assert wishes["Ghent"]["partner"] == ids["Havre"]
    refused = evening.send("post", "players/", {"player": "Izmir"})
    assert refused.status_code == 400
    assert "Izmir has no partner." in str(refused.json())


@pytest.mark.parametrize("role", ["director", "player"])
def test_the_page_of_a_planned_event_lists_the_pairs(club, role):
    evening = planned_pairs(club, 3)
    evening.leave(evening.players[1])
    page = signed_in(club, role).get(f"/events/{evening.pk}/").content.decode()
    listed = re.findall(r"<li>(.*?)</li>", page.split('class="event-names"')[1].split("</ul>")[0], re.DOTALL)
    assert [" ".join(re.sub(r"<[^>]+>", "", line).split()) for line in listed] == [
        "P3 &amp; P4", "P5 &amp; P6", "P1", "P2",
    ]  # fmt: skip


def test_the_page_of_the_players_lists_each_pair_once_with_its_stand_in(club):
    evening = of_pairs(club, 3)
    evening.play()
    evening.leave(evening.players[1])
    evening.enter("Ghent")
    page = evening.page("players/")
    assert re.search(r'<h2 id="who">(.*?)</h2>', page)[1] == "3 pairs"
    lines = page.split('class="lines event-people"')[1].split("</ul>")[0].split("<li>")[1:]
    assert [re.findall(r"<bdi>(.*?)</bdi>", line) for line in lines] == [
        ["P1", "P2", "Ghent"], ["P3", "P4"], ["P5", "P6"],
    ]  # fmt: skip


def together(evening):
    return [[entrant.member.name for entrant in group] for group in evening.state.entered_together]


def test_a_stand_in_for_two_pairs_is_listed_with_the_pair_they_stood_in_for_last(club):
    evening = of_pairs(club, 4)
    second, fourth = evening.players[1], evening.players[3]
    attendance.substitute(**evening.action, member_id=second, player="Ghent")
    evening.play_on()
    assert together(evening)[:2] == [["P1", "P2", "Ghent"], ["P3", "P4"]]
    evening.leave(id_of(evening, "Ghent"))
    evening.enter("P2")
    attendance.substitute(**evening.action, member_id=fourth, player="Ghent")
    for _round in range(2):
        assert together(evening)[:2] == [["P1", "P2"], ["P3", "P4", "Ghent"]]
        evening.play_on()


def test_two_halves_of_pairs_that_play_together_stay_listed_with_their_own_pairs(club):
    evening = of_pairs(club, 5)
    first, second, third, fourth = evening.players[:4]
    evening.leave(second)
    evening.leave(fourth)
    evening.wish(first, partner=third)
    for _round in range(2):
        evening.play_on()
        assert evening.current.seated().mates()[first] == third
        assert together(evening)[:2] == [["P1", "P2"], ["P3", "P4"]]


def test_a_pair_is_named_in_one_order_wherever_its_partners_sit(club):
    evening = planned_pairs(club, 4, movement={"kind": "pairs-up"})
    p1, p2, p3, p4, p5, p6, p7, p8 = evening.players
    evening.start(tables=[[p2, p4, p1, p3], [p6, p8, p5, p7]])
    evening.send("put", "publish/", {"parts": ["seats", "standings", "results"]})
    pages = ["", "rounds/1/tables/1/", "rounds/1/slips/", "projector/", f"me/?player={p1}"]
    addresses = [f"/events/{evening.pk}/{page}" for page in pages] + [f"/on/{evening.pk}/"]
    for points in (None, TIED):
        if points:
            evening.play({1: points})
            evening.decide(1, "cut", [{str(p2): "2H", str(p4): "KS"}])
        for address in addresses:
            text = re.sub(r"<[^>]+>", " ", signed_in(club).get(address).content.decode())
            text = re.sub(r"&amp;|\band\b", " ", text)
            assert re.search(r"P3\W+P4", text), address
            assert not re.search(r"P2\W+P1\b|P4\W+P3\b", text), address
    log = evening.page("log/")
    assert "won by P3 &amp; P4" in log


@pytest.mark.parametrize("kind", ["pairs-round-robin", "pairs-up"])
def test_two_stand_ins_play_with_the_partners_they_were_named_for(club, kind):
    evening = of_pairs(club, movement=ROUND_ROBIN | {"kind": kind})
    evening.play()
    one, two, three, four = evening.players[:4]
    evening.leave(two)
    evening.leave(four)
    evening.enter("Ghent & P3")  # P3's seat comes after P1's, and Ghent was entered first
    evening.enter("Havre")
    evening.run_due_moves()
    mates = evening.current.seated().mates()
    assert (mates[one], mates[three]) == (id_of(evening, "Havre"), id_of(evening, "Ghent"))


def id_of(evening, name):
    return next(entrant.member_id for entrant in evening.state.entrants if entrant.member.name == name)


def on_board(evening):
    """Return the names of the pairs that have a score card."""
    return {competitor.name(names_of(evening.state)) for competitor in evening.state.board.cards}


def test_in_the_last_round_a_player_is_replaced_and_a_pair_comes(club):
    evening = of_pairs(club, of_rounds=2)
    evening.play_on()
    assert evening.state.last_round is not None
    one, two = evening.players[:2]
    attendance.substitute(**evening.action, member_id=two, player="Ghent")
    assert evening.current.seated().mates()[one] == id_of(evening, "Ghent")
    evening.enter("Havre & Izmir")
    assert {id_of(evening, "Havre"), id_of(evening, "Izmir")} <= evening.placed
    assert "Havre & Izmir" in on_board(evening)
    assert list(breaches()) == []


def test_the_pages_of_a_table_and_its_sheets_name_a_pair_in_its_one_order(club):
    evening = planned_pairs(club, 4, movement=ROUND_ROBIN)
    one, two, three, four, *others = evening.players
    # Of the first pair the second member has the lower seat.
    evening.start(tables=[[two, four, one, three], others[::2] + others[1::2]])
    evening.play(deals_each=1)
    table, client = evening.table(1), signed_in(club)
    raised = {"policy": policy_of(table), "number": 1, "incident": "revoke", "seat": 1}
    dispute = disputes.raise_dispute(**raised, actor=evening.director).dispute
    ordered = {"overrule": True, "effects": [{"kind": "side-cannot-score", "side": "offenders"}]}
    rulings.decide(dispute_id=dispute, table=table, actor=evening.director, reason="Seen.", **ordered)
    changed = text_of(client.get(f"/tables/{table.pk}/")).partition("The score of the deal changed:")[2]
    assert changed.strip().startswith("P1 & P2 +4")
    for page in ("", "sheet/", "deals/1/"):
        text = text_of(client.get(f"/tables/{table.pk}/{page}"))
        assert re.search(r"P1 (& )?P2", text), page
        assert not re.search(r"P2 (& )?P1\b", text), page
    for sheet in ("score-sheets.pdf?round=1", "filled-sheets.pdf?round=1"):
        printed = words(client.get(f"/events/{evening.pk}/print/{sheet}").content)
        assert "P2 P1" not in printed
        assert "P2 & P1" not in printed


def test_held_entries_the_journal_and_disputes_name_a_pair_in_its_one_order(club):
    evening = planned_pairs(club, 4, movement=ROUND_ROBIN)
    # Of each pair the second member has the lower seat.
    evening.start(
        tables=[[ids[1], ids[3], ids[0], ids[2]] for ids in (evening.players[:4], evening.players[4:])]
    )
    won = {"high": 1, "low": 2, "jack": 2, "game": 1, "right-pedro": 1, "left-pedro": 2}
    for number in (1, 2):
        evening.send_deal(number, {"maker": 1, "bid": 7, "trump": "H", "won": won})
    evening.correct(1, 1, won=won | {"jack": 1})
    client, director, journal = signed_in(club), "/clubs/harbour/director/", "/clubs/harbour/journal/"
    raised = {"policy": policy_of(evening.table(1)), "number": 1, "incident": "revoke", "seat": 1}
    dispute = disputes.raise_dispute(**raised, actor=evening.director).dispute

    ordered = {"overrule": True, "effects": [{"kind": "side-cannot-score", "side": "offenders"}]}
    rulings.decide(
        dispute_id=dispute, table=evening.table(1), actor=evening.director, reason="Seen.", **ordered
    )

    def hold(table, point):
        corrections.correct(
            policy=policy_of(evening.table(table)), actor=evening.director, number=1,
            changes={"won": won | point}, reason="Counted again.", ask_director=True,
        )  # fmt: skip

    def statements(address):
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        return len(asked)

    hold(1, {"low": 1})
    before = [statements(page) for page in (director, journal)]
    for address in (director, journal, f"/disputes/{dispute}/"):
        text = text_of(client.get(address))
        assert re.search(r"P1\W+(and )?P2", text), address
        assert re.search(r"P2\W+(and )?P1\b|P4\W+(and )?P3\b", text) is None, address
    hold(2, {"low": 1})
    assert [statements(page) for page in (director, journal)] == before, "no statement for each line"


def test_whoever_comes_too_late_for_half_a_pair_is_told_of_one_more_round(club):
    evening = of_pairs(club, 5, of_rounds=1)
    evening.play(deals_each=1)
    evening.leave(evening.current.sitting_out[0])
    with pytest.raises(Conflict, match="With one more round, under “Change or end the evening”, they could"):
        evening.enter("Ghent")
    event_changes.change(**evening.action, values={"rounds": 2}, reason="Somebody came late.")
    assert evening.enter("Ghent").from_round == 2


def test_where_pairs_compete_the_page_lets_pairs_change_places(club):
    # Five pairs: one sits out.
    evening = of_pairs(club, 5)
    one, two, *_others, nine, _ten = evening.players
    address = f"/events/{evening.pk}/rounds/1/change/"
    page = signed_in(club).get(address).content.decode()
    assert "Two pairs change places" in page
    who = page.split('name="one"')[1].split("</select>")[0]
    offered = re.findall(r'<option value="(\d+)">([^<]+)', who)
    assert offered == [
        (str(evening.players[2 * pair]), f"P{2 * pair + 1} &amp; P{2 * pair + 2}") for pair in range(5)
    ]
    asked = {"action": "swap", "one": one, "other": nine, "reason": "They are late.", "generation": 1}
    made = signed_in(club).post(address, {**asked, "step": "swap"}, follow=True).content.decode()
    assert "The two pairs have changed places." in made
    assert "because two players" not in made
    assert {*evening.current.sitting_out} == {one, two}


@pytest.mark.parametrize("comes", ["a late pair", "a substitute"])
def test_the_round_in_play_is_changed_after_somebody_has_come(club, comes):
    evening = of_pairs(club, 6)
    _one, two, *others = evening.players
    if comes == "a late pair":
        evening.enter("Ghent & Havre")
    else:
        attendance.substitute(**evening.action, member_id=two, player="Ghent")
    evening.swap(others[3], others[7])
    evening.amend(generation=2)
    assert id_of(evening, "Ghent") in evening.placed
    assert list(breaches()) == []


def test_the_page_says_why_a_round_cannot_go_on_with_those_who_are_here(club):
    evening = of_pairs(club, 2)
    evening.leave(evening.players[1])
    asked = {"action": "amended", "amend_reason": "P2 has left.", "generation": 1}
    answer = signed_in(club).post(f"/events/{evening.pk}/rounds/1/change/", asked)
    assert answer.status_code == 400
    assert answer.content.decode().count("3 players are left, and 4 are needed for a table.") == 2


def test_a_round_goes_on_without_parting_the_pair_that_sits_out(club):
    evening = of_pairs(club, 5)
    *_others, five, six, _seven, _eight, nine, ten = evening.players
    evening.leave(five)
    evening.amend()
    assert evening.current.seated().mates()[nine] == ten
    assert evening.current.sitting_out == (six,)
    assert "P9 & P10" in on_board(evening)
    assert list(breaches()) == []


def test_a_late_pair_and_the_pair_that_sits_out_open_a_table(club):
    evening = of_pairs(club, 5)
    evening.enter("Ghent & Havre")
    evening.amend()
    mates = evening.current.seated().mates()
    assert mates[id_of(evening, "Ghent")] == id_of(evening, "Havre")
    assert mates[evening.players[8]] == evening.players[9]
    assert list(breaches()) == []


def test_a_substitute_takes_the_seat_opposite_the_partner_before_the_first_deal(club):
    evening = of_pairs(club, 5)
    one, two, three, four = evening.players[:4]
    attendance.substitute(**evening.action, member_id=four, player="Ghent")
    evening.amend()
    mates = evening.current.seated().mates()
    assert (mates[one], mates[three]) == (two, id_of(evening, "Ghent"))
    assert list(breaches()) == []


@pytest.mark.parametrize("rounds_played", [0, 1])
def test_a_substitute_plays_with_the_partner_of_the_leaver_while_another_player_is_alone(club, rounds_played):
    evening = of_pairs(club, 5)
    for _round in range(rounds_played):
        evening.play_on()
    _one, two, three, four, *_others = evening.players
    evening.leave(two)
    attendance.substitute(**evening.action, member_id=four, player="Ghent")
    evening.play_on()
    names = evening.state.names_of_partners
    assert (names["P3"], names["Ghent"]) == ("Ghent", "P3")
    assert "P1" not in names
    placed = {three, id_of(evening, "Ghent")}
    assert evening.current.seated().mates().get(three) == id_of(evening, "Ghent") or placed <= {
        *evening.current.sitting_out
    }
    assert list(breaches()) == []


def test_the_page_says_which_leaver_ends_the_plan_of_the_pairs(club):
    evening = of_pairs(club, 8)
    evening.play_on()
    one, two, three, four = evening.players[:4]
    drawn = "The plan of this evening (Pairs: each against each) stops after round 2."

    def losses(player):
        return " ".join(leaving(evening.state, evening.state.entrant(player)).losses)

    assert drawn not in losses(one)
    evening.leave(one)
    evening.leave(two)
    assert drawn in losses(three)
    assert "P4 has no partner then." in losses(three)
    evening.leave(three)
    evening.leave(four)
    evening.play_on()
    mates = evening.current.seated().mates()
    assert len(mates) == 12
    assert all(mates[player] == partner for player, partner in evening.state.partners.items())
    assert list(breaches()) == []


def check_that_pairs_stay_pairs(club):
    """Play two rounds with two fixed pairs, a pair that comes late, and a swap."""
    evening = planned(club, 10, movement=REDRAW, wishes=partners(4))
    evening.start()
    one, _two, three = evening.players[:3]
    evening.enter("Ghent & Havre")
    evening.amend()
    evening.swap(one, three, generation=2)
    evening.play_on()
    pairs = [*zip(evening.players[:4:2], evening.players[1:4:2], strict=True)]
    pairs.append((id_of(evening, "Ghent"), id_of(evening, "Havre")))
    for event_round in evening.state.rounds:
        mates = event_round.seated().mates()
        assert all(mates.get(player) == partner for player, partner in pairs), "partners sit opposite"
    ranked = {line.competitor.members for line in evening.state.board.standings}
    assert ranked.issuperset(pairs), "a pair has one line"


def test_pairs_stay_pairs_through_late_entries_swaps_and_moves(club):
    check_that_pairs_stay_pairs(club)


@pytest.mark.parametrize(
    ("of", "name", "defect", "found"),
    [
        (late, "_fill_sides", lambda _seats, _pool, _partners: None, "sit opposite"),
        (seat_changes, "kept_together", lambda _state, _seated: {}, "sit opposite"),
        (score_cards, "cards_with_pairs", lambda _rounds, own, _partners: [*own.values()], "one line"),
    ],
    ids=["seated one by one", "a swap of one partner", "ranks for persons"],
)
def test_control_a_defect_that_parts_pairs_is_found(club, monkeypatch, of, name, defect, found):
    monkeypatch.setattr(of, name, defect)
    with pytest.raises(AssertionError, match=found):
        check_that_pairs_stay_pairs(club)


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_partner_who_has_left_stays_wished_when_other_wishes_change(club, has_begun):
    evening = of_pairs(club) if has_begun else planned_pairs(club, 4)
    player, partner = evening.players[:2]
    attendance.leave(**evening.action, member_id=partner)
    browser, at = signed_in(club), f"/events/{evening.pk}/players/{player}/wishes/"
    field = browser.get(at).context["form"]["partner"]
    assert f'<option value="{partner}" selected>' in str(field)
    sent = {"partner": partner, "fixed_table": "1", "base": json.dumps({"partner": partner})}
    assert browser.post(at, sent).status_code == 302
    state = evening.state
    wishes = [state.attendance.wishes_of(state.entrant(member)) for member in (player, partner)]
    assert wishes == [{"partner": partner, "fixed_table": 1}, {"partner": player}]


def test_pairs_meet_again_whoever_stands_in(club):
    # Six rounds have twelve matches of four pairs, who can meet in six ways.
    evening = of_pairs(club, of_rounds=6)
    second, fourth = evening.players[1], evening.players[3]
    evening.play_on()
    evening.play()
    evening.leave(second)
    evening.enter("Ghent")
    evening.move()
    evening.play()
    evening.leave(id_of(evening, "Ghent"))
    evening.enter("P2")
    attendance.substitute(**evening.action, member_id=fourth, player="Ghent")
    evening.move()
    evening.play_on()
    evening.play()
    stood_in = [
        (each.instead_of, each.rounds) for pair in evening.state.board.cards for each in pair.stand_ins
    ]
    assert stood_in == [(second, (3,)), (fourth, (4, 5))]
    page = text_of(signed_in(club).get(f"/events/{evening.pk}/rounds/5/move/"))
    assert "pairs that have met again so far 6" in page
