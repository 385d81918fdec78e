"""Printed sheets have the right pages and words, and their codes open the right pages."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from django.utils.timezone import localtime

from scoring.clubs.models import Club
from scoring.events.people.services import entrant_links
from scoring.events.play.services import slip_totals
from scoring.events.queries import names_of
from scoring.events.results.services import finals
from scoring.printing.event_cards import score_cards
from scoring.printing.lists import all_rounds, player_plans
from scoring.printing.pages.event import EVENT_SHEETS
from scoring.printing.pages.table import TABLE_SHEETS
from scoring.printing.press import pdf
from scoring.tables.models import Table
from scoring.tables.services import club_cards, corrections, links
from scoring.tables.table_policy import policy_of
from tests.events.evenings import SECOND_SIDE, Evening, begun, partners, planned, signed_in
from tests.factories import ClubOfRoles, make_table, record
from tests.printing.paper import A4, LETTER, codes, letters_off_the_paper, opened, pages, words

pytestmark = pytest.mark.django_db

HOSTILE = [
    '#panic("out")',
    "$x^2$ *strong* _soft_",
    '"quoted\\" ]#eval("1")',
    "<b>&amp;</b>",
    "= Heading",
    "// silent",
    "@ref <label>",
    "{{ x }} {% y %}",
    "\\u{48} \\",
    "Zofia Łącka",
    "Ελένη Παππά",
    "Щукина Ольга",
]
"""Names that would mean something to a layout, to a page or to a script, and names in other scripts."""
SHEETS = [*EVENT_SHEETS, "score-cards.pdf?cards=8"]


def asked(club: ClubOfRoles, address: str, role: str = "director") -> Any:
    return signed_in(club, role).get(address)


def printed(club: ClubOfRoles, address: str, role: str = "director") -> bytes:
    response = asked(club, address, role)
    assert response.status_code == 200, (address, response.status_code, response.content[:300])
    assert response["Content-Type"] == "application/pdf"
    return response.content


def of_event(evening: Evening, sheet: str, role: str = "director") -> bytes:
    name, _, query = sheet.partition(".pdf?")
    return printed(evening.club, f"/events/{evening.pk}/print/{name}.pdf?{query}", role)


def of_table(club: ClubOfRoles, sheet: str, role: str = "director") -> bytes:
    name, _, query = sheet.partition(".pdf?")
    return printed(club, f"/tables/{club.table.pk}/print/{name}.pdf?{query}", role)


def correct(club: ClubOfRoles, table: Table) -> None:
    director, changes = club.actors["director"], {"points": [10, 4]}
    corrections.correct(
        policy=policy_of(table), actor=director, number=1, changes=changes, reason="Ten, not nine."
    )


# Table cards


def test_the_code_on_each_card_of_the_club_opens_the_card_of_its_table(club):
    club_cards.issue_missing(club=club.club, actor=club.actors["director"], tables=3)
    where = f"/clubs/{club.club.slug}/cards/print.pdf"
    content = printed(club, where)
    opened = [links.open_link(secret=code.partition("/t/#")[2], address="").number for code in codes(content)]
    assert opened == [1, 2, 3]
    text = words(content)
    for card in club_cards.cards_of(club.club):
        assert club_cards.code_of(card) in text
    assert "tonight's word" in text
    assert "No account needed" not in text
    assert letters_off_the_paper(content) == []
    assert len(codes(printed(club, f"{where}?number=2"))) == 1
    assert [asked(club, f"{where}?number={odd}").status_code for odd in ("4", "0", "x")] == [404] * 3
    assert asked(club, where, "scorer").status_code == 403


def test_the_wall_sheet_has_the_word_of_the_evening(club):
    evening = begun(club, 12)
    sheet = words(of_event(evening, "wall-sheet"))
    assert " ".join(evening.event.word) in sheet
    assert asked(club, f"/events/{evening.pk}/print/wall-sheet.pdf", "scorer").status_code == 403


def test_the_code_on_each_table_card_opens_that_table_and_a_stopped_link_is_not_printed(club):
    evening = begun(club, 12)
    links.revoke(table=evening.table(2), actor=club.actors["director"])
    content = of_event(evening, "table-cards")
    opened = [
        links.open_link(secret=code.partition("/t/#")[2], address="").table.event_number
        for code in codes(content)
    ]
    assert sorted(opened) == [1, 3]
    assert words(content).count("No link opens this table yet.") == 1
    assert len(pages(content)) == 2
    assert words(content).count("Cinch · Foster") == 3
    assert "Head table" in pages(content)[0]
    assert "Last table" in pages(content)[1]


# Score sheets


def test_score_sheets_name_everybody_at_the_table_once_the_round_is_seated_and_who_deals_first(club):
    evening = begun(club, 8)
    (sheet,) = pages(of_event(evening, "score-sheets"))
    for name in ("P1", "P4", "P5", "P8"):
        assert name in sheet
    assert sheet.count("deals first") == 2
    assert sheet.count("Cinch · Foster") == 2
    (not_seated,) = pages(of_event(evening, "score-sheets.pdf?round=3"))
    assert "Round 3 of 3 · Table 2" in not_seated
    assert "P1" not in not_seated


@pytest.mark.parametrize(("reaching", "named"), [("played-out", 0), ("stops", 2)])
def test_a_score_sheet_names_the_game_only_where_a_side_that_reaches_it_stops(club, reaching, named):
    # Progressive Cinch has four deals at every table (Foster), so by default nobody plays to 51.
    evening = begun(club, 8, movement={"reaching_target": reaching})
    (sheet,) = pages(of_event(evening, "score-sheets"))
    assert (sheet.count("Game at 51"), sheet.count("To go")) == (named, named)


def test_a_sheet_of_many_deals_takes_a_page_for_itself_and_a_long_game_goes_on_over_the_page(club):
    evening = begun(club, 8, deals_per_round=8)
    assert len(pages(of_event(evening, "score-sheets"))) == 2
    assert len(pages(of_event(evening, "score-sheets.pdf?table=2"))) == 1
    for _ in range(26):
        record(club.table, club.actors["scorer"], dealer=None, maker=1, bid=1, points=[7, 7])
    assert len(pages(of_table(club, "filled-sheet"))) == 2


def test_filled_sheets_and_score_cards_show_what_was_scored_so_far_and_what_is_to_go(club):
    evening = begun(club, 8, movement={"reaching_target": "stops"})
    evening.play({2: SECOND_SIDE})
    (sheet,) = pages(of_event(evening, "filled-sheets"))
    # Four deals of nine to five score sixteen, so 35 of 51 are to go (Foster: the difference scores).
    assert sheet.count("9 5 +4 0 16 0") == 1
    assert sheet.count("5 9 0 +4 0 16") == 1
    assert sheet.count("35") == 2
    evening.move()
    cards = words(of_event(evening, "score-cards"))
    # The winners of the head table kept it, those of the other moved up to it.
    assert (cards.count("★ gold"), cards.count("★ red")) == (2, 2)
    assert cards.count(" 16 ") >= 4


def test_the_filled_sheet_of_a_game_shows_a_bid_that_failed_and_what_was_corrected(club):
    record(club.table, club.actors["scorer"])
    sheet = words(of_table(club, "filled-sheet"))
    # Foster's own example: eight bid, five made, so the adversaries score nine and the bid, 17.
    assert "Z Y 8 ♥ no 9 5 +17 0 17 0" in sheet
    assert "34" in sheet
    assert "corrected" not in sheet
    assert "17" not in words(of_table(club, "score-sheet")).replace("15 16 17 18", "")
    correct(club, club.table)
    assert "* corrected" in words(of_table(club, "filled-sheet"))


def test_a_sheet_names_over_its_columns_and_in_its_rows_who_plays_however_many_they_are(club):
    sheet = words(of_table(club, "score-sheet"))
    assert sheet.count("A & B Y & Z") >= 3, "over the points, what was scored and the score"

    seven = ["Aarau", "Bergamo", "Cadiz", "Delft", "Exeter", "Faro", "Ghent"]
    table = make_table(club.club, club.actors["owner"], players=seven, game="auction-pitch-7", dealer=6)
    # Foster 1897, Auction Pitch: the eldest hand keeps the privilege of naming the trump and bids two.
    record(
        table, club.actors["scorer"], dealer=None, maker=7, bid=2, points=None,
        won={"high": 7, "low": 2, "jack": None, "game": 7},
    )  # fmt: skip
    content = printed(club, f"/tables/{table.pk}/print/filled-sheet.pdf")
    assert "Faro Ghent 2 ♥ yes 0 1 0 0 0 0 2" in words(content), "who dealt, and who bid"
    assert [words(content).count(name) >= 4 for name in seven] == [True] * 7
    assert letters_off_the_paper(content) == []


# Cards


@pytest.mark.parametrize(("to_a_sheet", "sheets"), [(4, 3), (8, 2)])
def test_everybody_has_a_score_card_whose_code_opens_the_evening_of_its_player(club, to_a_sheet, sheets):
    evening = begun(club, 9, of_rounds=12)
    entrant_links.issue_missing(**evening.action)
    entrant_links.revoke(**evening.action, member_id=evening.players[0])
    content = of_event(evening, f"score-cards.pdf?cards={to_a_sheet}")
    secrets = [code.partition("/e/#")[2] for code in codes(content)]
    opened = [entrant_links.open_link(secret=secret, address="").entrant.member_id for secret in secrets]
    assert sorted(opened) == evening.players[1:]
    assert len(pages(content)) == sheets
    assert all(f"P{number} " in words(content) for number in range(1, 10))


def test_an_evening_of_fifty_rounds_fits_on_a_score_card(club):
    evening = begun(club, 8, of_rounds=50)
    content = of_event(evening, "score-cards.pdf?cards=8")
    assert len(pages(content)) == 1
    assert words(content).count(" 50 ") >= 7
    assert letters_off_the_paper(content) == []


def test_before_the_start_place_cards_are_fosters_and_table_cards_bare_then_names_have_seats(club):
    evening = planned(club, 9)
    content = of_event(evening, "place-cards")
    found = words(content)
    # Two tables: four cards each, half of them with red backs, and a joker for the ninth player.
    assert (found.count("RED BACK"), found.count("BLUE BACK"), found.count("JOKER")) == (4, 4, 1)
    assert found.count("Table 2 Seat 3") == 1
    assert len(pages(content)) == 2
    tables = of_event(evening, "table-cards")
    assert (codes(tables), words(tables).count("No link opens this table yet.")) == ([], 2)
    named = words(of_event(begun(club, 9), "name-cards"))
    assert named.count("Table 1 Seat") == 4
    assert named.count("sits out") == 1


# Movement sheets


@pytest.mark.parametrize("kind", ["rotation", "whist", "individual", "pairs-round-robin"])
def test_the_movement_sheet_foretells_where_everybody_sits_whoever_wins(club, kind):
    evening = begun(club, 12, of_rounds=4, deals_per_round=1, movement={"kind": kind})
    foretold = [[table.players for table in one.tables] for one in all_rounds(evening.state)]
    sheet = words(of_event(evening, "movement"))
    for following in range(2, 5):
        evening.play({following % 3 + 1: SECOND_SIDE})
        evening.move()
        assert evening.seats == foretold[following - 1]
    place = next(
        (table, seat)
        for table, taken in enumerate(foretold[3], start=1)
        for seat, player in enumerate(taken, start=1)
        if player == evening.players[0]
    )
    if kind == "pairs-round-robin":
        # Partners sit opposite: 1 and 3, or 2 and 4.
        seats = "1 & 3" if place[1] % 2 else "2 & 4"
        assert "By pair: table and seats in each round Pair" in sheet
        assert f"{place[0]}·{seats} P10 & P12 " in sheet
        return
    assert f"{place[0]}·{place[1]} P10 " in sheet


def test_a_filled_sheet_of_a_whist_names_no_game_and_its_slip_stands_for_all_deals(club):
    evening = begun(club, 8, of_rounds=7, movement={"kind": "whist"})
    slip_totals.enter(**evening.action, round_number=1, table_number=1, points=[24, 8])

    sheet = words(of_event(evening, "filled-sheets.pdf?round=1"))

    assert "4 From the slip" in sheet
    assert "Game at" not in sheet
    assert "To go" not in sheet


def test_a_filled_sheet_names_who_won_by_a_cut_or_by_a_decision(club):
    evening = begun(club, 12)
    enter = partial(slip_totals.enter, **evening.action, round_number=1)
    enter(table_number=1, points=[12, 12])
    first, second = (evening.state.rounds[0].tables[0].seated.side(side)[0] for side in (1, 2))
    evening.decide(1, "cut", [{str(first): "3S", str(second): "KH"}])
    evening.decide(2, "winners", [1])
    enter(table_number=3, points=[20, 4])

    sheet = words(of_event(evening, "filled-sheets.pdf?round=1"))
    assert "Won by the cut: P2 & P4" in sheet
    assert "Won: P5 & P7" in sheet
    assert sheet.count("Won") == 2, "at table 3 the points tell who won"


@pytest.mark.parametrize("kind", ["winner-progressive", "redraw"])
def test_the_headings_of_a_german_result_list_stay_in_their_columns(club, kind):
    evening = begun(club, 8, of_rounds=1, movement={"kind": kind})
    evening.play()
    client = signed_in(club)
    client.cookies["django_language"] = "de"
    with opened(client.get(f"/events/{evening.pk}/print/results.pdf").content) as document:
        text = document[0].get_textpage()
        edges = []
        for heading in ("Punkte", "Gewonnen", "Beste"):
            first, count = text.search(heading).get_next()
            boxes = [text.get_charbox(first + place) for place in range(count)]
            edges.append((boxes[0][0], boxes[-1][2]))
    assert all(right + 2 < left for (_, right), (left, _) in pairwise(edges)), edges


# The evening on paper


def test_every_player_has_a_card_with_each_partner_and_opponent_of_the_whole_evening(club):
    evening = begun(club, 4, of_rounds=3, movement={"kind": "whist"})

    sheet = words(of_event(evening, "player-plans"))

    name = dict(zip(evening.players, ("P1", "P2", "P3", "P4"), strict=True))
    for number, seated in enumerate(all_rounds(evening.state), start=1):
        a, b, c, d = (name[player] for player in seated.tables[0].players)
        for seat, line in enumerate([(a, c, b, d), (b, d, a, c), (c, a, b, d), (d, b, a, c)], start=1):
            assert f"{number} 1 {seat} {line[1]} {line[2]}, {line[3]}" in sheet
    assert all(f"{player} Round Table Seat Partner Adversaries Points" in sheet for player in name.values())


def test_the_sheets_have_only_the_rounds_in_which_the_plan_holds(club):
    evening = begun(club, 8, of_rounds=7, movement={"kind": "whist"})
    ends = "From round 2 on the plan no longer holds"
    page = f"/events/{evening.pk}/print/"
    assert ends not in asked(club, page).content.decode()
    evening.enter("Late")

    assert ends in asked(club, page).content.decode()
    for sheet in ("movement", "player-plans"):
        assert ends in words(of_event(evening, sheet)), sheet
    assert len(all_rounds(evening.state)) == 1
    offered = asked(club, page).content.decode()
    assert ("Cards with the rounds so far" in offered, "Slips of the rounds so far" in offered) == (
        True,
        True,
    )
    assert "of all rounds" not in offered
    assert "with all rounds" not in offered
    assert "Round 2" not in words(of_event(evening, "plan-slips"))

    evening.leave(evening.players[0])
    assert ends not in asked(club, page).content.decode(), "the newcomer took the place that was left"
    assert len(all_rounds(evening.state)) == 7


def test_a_card_has_only_the_rounds_of_its_player(club):
    evening = begun(club, 9, of_rounds=4, deals_per_round=1, movement={"kind": "rotation"})
    waits = evening.current.sitting_out[0]
    evening.play()
    evening.move()
    gone, *_others = evening.seats[0]
    evening.leave(gone)
    evening.play()
    evening.move()
    names = names_of(evening.state)
    cards = {card["name"]: card["rounds"] for card in player_plans(evening.state, names)["cards"]}
    assert [line["round"] for line in cards[names[gone]]] == [1, 2], (
        "round 3 has no line, not even “sits out”"
    )
    assert cards[names[waits]][0] == {"round": 1, "table": None}
    evening.enter("Late")
    cards = {
        card["name"]: card["rounds"] for card in player_plans(evening.state, names_of(evening.state))["cards"]
    }
    assert [line["round"] for line in cards["Late"]] == [4]


@pytest.mark.parametrize("sheet", ["movement", "player-plans", "plan-slips"])
def test_before_the_start_every_sheet_with_places_is_marked_as_a_draft(club, sheet):
    evening = planned(club, 8, of_rounds=2, movement={"kind": "rotation"})
    assert "Autumn evening · Draft" in words(of_event(evening, sheet))
    evening.start()
    assert "Draft" not in words(of_event(evening, sheet))


def test_a_pair_has_one_card_that_names_both(club):
    evening = planned(club, 8, of_rounds=3, movement={"kind": "pairs-round-robin"}, wishes=partners(8))

    sheet = words(of_event(evening, "player-plans"))

    assert sheet.count("Round Table Seat Adversaries Points") == 4
    assert all(f"P{one} & P{one + 1} Round" in sheet for one in (1, 3, 5, 7))
    first = all_rounds(evening.state)[0].tables[0]
    sides = [sorted(evening.players.index(player) + 1 for player in side) for side in first.by_side()]
    for ours, theirs, seats in ((*sides, "1 & 3"), (*sides[::-1], "2 & 4")):
        card = sheet[sheet.index(f"P{ours[0]} & P{ours[1]} Round") :]
        assert f"Points 1 1 {seats} P{theirs[0]} & P{theirs[1]}" in card


def test_the_card_of_a_pair_with_a_stand_in_has_every_round_that_is_played_for_the_pair(club):
    evening = planned(club, 8, of_rounds=3, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    p1, p2, p3, p4, p5, p6, p7, p8 = evening.players
    evening.start(tables=[[p1, p3, p2, p4], [p5, p7, p6, p8]])
    evening.leave(p4)
    evening.enter("Amos")
    evening.play()
    evening.run_due_moves()

    names = names_of(evening.state)
    cards = {card["name"]: card for card in player_plans(evening.state, names)["cards"]}

    assert list(cards) == ["P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8"]
    assert cards["P3 & P4"]["stand_ins"] == "Amos for P4 in rounds 2, 3"
    assert all(line["table"] for line in cards["P3 & P4"]["rounds"])
    own = {card["name"]: card for card in score_cards(evening.state, names, {}, 4)["cards"]}
    assert list(own) == list(cards), "a score card for each pair, and none for each player"
    for name, card in own.items():
        [first, *_] = cards[name]["rounds"]
        assert first["seat"] in ("1 & 3", "2 & 4")
        assert card["groups"][0][0]["seat"] == first["seat"], (
            "the seats of both, as on the card of all rounds"
        )
    assert own["P3 & P4"]["pair"] == "Amos for P4 in round 2"
    # Four deals of nine to five bring the first side sixteen points, and the pair plays on in round 2.
    assert (own["P1 & P2"]["points"], own["P3 & P4"]["points"]) == (16, 0)
    assert own["P3 & P4"]["groups"][0][1]["table"] is not None


def test_the_score_card_of_a_pair_has_the_code_of_a_member_who_has_a_link(club):
    evening = planned(club, 8, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    before = score_cards(evening.state, names_of(evening.state), {evening.players[1]: "https://b/"}, 4)
    assert [card["name"] for card in before["cards"]] == ["P1 & P2", "P3 & P4", "P5 & P6", "P7 & P8"]
    assert [card["code"] is not None for card in before["cards"]] == [True, False, False, False]
    assert "Score cards of the pairs" in asked(club, f"/events/{evening.pk}/print/").content.decode()


@pytest.mark.parametrize(("game", "has_partner"), [("cinch", True), ("auction-pitch-4", False)])
def test_a_score_card_has_a_column_for_partners_only_where_there_are_partners(club, game, has_partner):
    state = planned(club, 8, game=game).state
    assert score_cards(state, names_of(state), {}, 4)["has_partner"] == has_partner


def test_the_slips_of_a_planned_evening_are_printed_before_anybody_is_seated(club):
    evening = planned(club, 8, of_rounds=2, movement={"kind": "pairs-round-robin"}, wishes=partners(8))

    sheet = words(of_event(evening, "plan-slips"))

    for seated in all_rounds(evening.state):
        for table in seated.tables:
            for side in table.by_side():
                one, other = sorted(evening.players.index(player) + 1 for player in side)
                assert f"P{one} & P{other}" in sheet, "partners in order of entry"
    refused = signed_in(club, "player").get(f"/events/{evening.pk}/print/plan-slips.pdf")
    assert refused.status_code == 403


# Results


def test_a_result_list_before_the_start_counts_those_who_are_entered(club):
    assert "8 players" in words(of_event(planned(club, 8), "results"))


def test_the_result_list_gives_places_prizes_and_what_decided_and_how_final_it_is(club):
    evening = begun(club, 8, of_rounds=1, movement={"prizes": ["first", "booby"]})
    evening.play({1: (10, 4), 2: SECOND_SIDE})
    running = words(of_event(evening, "results"))
    assert "Standings during round 1 of 1" in running
    assert "Prizes as things stand" in running
    evening.ring()
    found = words(of_event(evening, "results", "player"))
    assert "Provisional results" in found
    assert ("Provisional prizes" in found, "as things stand" in found) == (True, False)
    assert "First prize" in found
    assert "Booby prize" in found
    assert "Cinch · Winners move up · 8 players · 1 round" in found
    # The winners of table 1 have six more than their adversaries on each of four deals, at table 2 four more.
    assert "1 P1 1 1 0 0 24 " in found
    assert "3 P6 1 0 1 0 16 " in found
    assert "Seed of all draws: autumn" in found
    finals.make_final(**evening.action)
    assert "Final results, edition 1" in words(of_event(evening, "results"))
    correct(club, evening.table(2))
    assert "Results changed since edition 1" in words(of_event(evening, "results"))


# Names


def test_names_are_printed_as_they_are_whatever_they_hold_and_stay_on_the_paper(club):
    longest = [letter * 80 for letter in "WMOÅ"] + [f"{letter}n " * 26 + "ab" for letter in "ABCDE"]
    listed = {"kind": "rotation", "lists": ["L" * 40, "M" * 40]}
    players, title = HOSTILE + longest, '#read("/etc/passwd") $ " ] }'
    evening = begun(club, 21, of_rounds=2, deals_per_round=2, players=players, movement=listed, name=title)
    evening.play()
    counts = {}
    for sheet in SHEETS:
        content = of_event(evening, sheet)
        found = words(content)
        # Nobody is late here, so that list names nobody.
        if sheet not in ("table-cards", "wall-sheet", "place-cards", "late-tables"):
            assert [name for name in HOSTILE if name not in found] == [], sheet
        assert title in found, sheet
        assert letters_off_the_paper(content) == [], sheet
        counts[sheet] = len(pages(content))
    # As many pages as with names of one letter: 21 cards by fours and eights, five tables two to a page.
    assert (counts["score-cards"], counts["score-cards.pdf?cards=8"], counts["name-cards"]) == (6, 3, 3)
    assert (counts["table-cards"], counts["filled-sheets"]) == (3, 3)
    club.table = make_table(club.club, club.actors["director"], name=title)
    for sheet in ("card", "score-sheet"):
        assert title in words(of_table(club, sheet)), sheet


# Paper


def test_every_sheet_is_printed_on_the_clubs_paper(club):
    evening = begun(club, 9, of_rounds=12, deals_per_round=2, movement={"kind": "rotation"})
    evening.play()
    record(club.table, club.actors["scorer"])
    for paper, size in (("a4", A4), ("letter", LETTER)):
        Club.objects.update(paper=paper)
        for content in (
            *(of_event(evening, sheet) for sheet in SHEETS),
            *(of_table(club, sheet) for sheet in TABLE_SHEETS),
        ):
            assert pages(content, size)
            assert letters_off_the_paper(content) == []
        assert f"on {paper.title()} paper" in evening.page("print/")


# Who may


def test_the_card_of_a_clubs_table_opens_it_and_is_for_those_who_may_see_its_link(club):
    content = of_table(club, "card")
    (code,) = codes(content)
    assert links.open_link(secret=code.partition("/t/#")[2], address="").table == club.table
    assert club.table.name in words(content)
    assert "Cinch · Foster" in words(content)
    # The typed code works longer than an evening, because the paper stays on the table.
    ends = localtime(links.live_link(club.table).issued_at + timedelta(days=30))
    assert f"The letters work until {ends.day} {ends:%B %Y, %H:%M %Z}." in words(content)
    assert asked(club, f"/tables/{club.table.pk}/print/card.pdf", "player").status_code == 403
    assert club.link_client().get(f"/tables/{club.table.pk}/print/card.pdf").status_code == 403
    assert club.link_client().get(f"/tables/{club.table.pk}/print/filled-sheet.pdf").status_code == 200


@pytest.mark.parametrize(
    ("sheet", "status"),
    [
        ("unknown.pdf", 404),
        ("score-sheets.pdf?round=4", 404),
        ("score-sheets.pdf?table=3", 404),
        ("score-cards.pdf?cards=5", 404),
        ("filled-sheets.pdf?round=2", 409),
        ("movement.pdf", 409),
    ],
)
def test_what_there_is_not_or_not_yet_is_not_printed(club, sheet, status):
    assert asked(club, f"/events/{begun(club, 8).pk}/print/{sheet}").status_code == status


def test_the_page_offers_each_only_what_is_open_to_them(club):
    at = f"/events/{begun(club, 8).pk}/print/"
    offered = asked(club, at).content.decode()
    assert f"{at}table-cards.pdf" in offered
    assert "movement.pdf" not in offered, "here the results decide who moves"
    offered = asked(club, at, "player").content.decode()
    assert "table-cards.pdf" not in offered
    assert f"{at}results.pdf" in offered


def test_sheets_asked_for_at_once_are_not_mixed_up():
    def card(name: str) -> str:
        whole = {"over": "", "title": name, "under": "", "site": "", "cards": []}
        one = {"number": None, "name": name, "mark": None, "code": None}
        return words(pdf("table-cards", whole | {"cards": [one]}, caller=name))

    names = [f"Room {letter}" for letter in "ABCDEFGH"]
    with ThreadPoolExecutor(4) as several:
        found = list(several.map(card, names))
    assert [name in said for name, said in zip(names, found, strict=True)] == [True] * 8
    assert [said.count("Room") for said in found] == [2] * 8


def test_the_late_tables_are_listed_with_what_each_waits_for(club):
    evening = begun(club, 12)
    evening.play(without=[2, 3])
    evening.give(3, SECOND_SIDE)
    evening.ring()

    said = words(of_event(evening, "late-tables"))

    assert "Late tables · Round 1 of 3" in said
    assert "The bell has rung. The round waits for 2 tables." in said
    assert "Table 2 has handed in nothing." in said
    assert "Table 3 has handed in 1 of its deals." in said
    assert all(name in said for name in ("P5", "P8", "P9", "P12"))
    assert "P1 " not in said, "table 1 is in"


def test_a_letter_that_no_font_has_is_printed_as_its_number_and_the_sheet_says_so(club):
    # A letter of Linear A, which the fonts of no ordinary computer have.
    evening = begun(club, 4, players=["Zofia", "P2", "P3", "Ann \U00010600"])

    said = words(of_event(evening, "name-cards"))

    assert "Ann U+10600" in said
    assert "cannot be printed with the fonts" in said
    other = begun(club, 4, players=["Łucja", "Ελένη", "Щукина", "Özil ♥"])
    assert "cannot be printed" not in words(of_event(other, "name-cards"))


def test_paper_names_the_game_in_the_language_of_the_page(club):
    evening, browser = begun(club, 7, of_rounds=2, movement={"odd": "table-of-three"}), signed_in(club)
    table = make_table(
        club.club, club.actors["owner"], game="pitch-with-joker", players=list("AYBZ"), law_set="modern-book"
    )
    browser.cookies["django_language"] = "de"
    sheets = words(browser.get(f"/events/{evening.pk}/print/filled-sheets.pdf?round=1").content)
    card = words(browser.get(f"/tables/{table.pk}/print/card.pdf").content)
    assert ("Cinch zu dritt" in sheets, "Pitch mit Joker" in card) == (True, True)
