"""Events of games other than Cinch through the API, from planning to the final list, calculated by hand.

Foster 1897: Progressive Cinch, the pair with the fewest to go moves up; Seven-up, Scoring, and Auction Pitch,
Bidding: the eldest hand, on the dealer's left, scores the bid it sells for, and a bidder who fails is set
back.
"""

import pytest

from scoring.events.models import Event
from scoring.office.verification import breaches
from scoring.tables.models import Game
from tests.events.evenings import Evening, begun, planned, signed_in
from tests.printing.paper import words
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

SEATS = {"seven-up": 4, "auction-pitch-6": 6}


def planned_by_api(club, game, **wanted):
    """Plan an event by the API, with players P1, P2, … at two tables. Return the answer."""
    people = wanted.pop("people", 2 * SEATS.get(game, 4))
    names = [f"P{number}" for number in range(1, people + 1)]
    body = {"club": club.club.slug, "name": "Evening", "players": names, "seed": "autumn", "rounds": 2}
    return send(club.client("director"), "post", "events/", body | {"game": game} | wanted)


def deal(won, maker=None, bid=0):
    """Return a deal from a short text: "h1 l1 j- g2" is High and Low for seat 1, Game for seat 2, no Jack."""
    names = {"h": "high", "l": "low", "j": "jack", "g": "game", "+": "gift"}
    points = {names[each[0]]: None if each[1] == "-" else int(each[1]) for each in won.split()}
    made = {"trump": "S", "won": {name: seat for name, seat in points.items() if seat}}
    return made | ({"maker": maker, "bid": bid} if maker else {})


def give(evening, table, *deals):
    for each in deals:
        answer = evening.send_deal(table, each)
        assert answer.status_code == 201, answer.json()


def test_slips_of_a_game_that_everybody_plays_alone_ask_for_the_points_of_players(club):
    evening = evening_of(club, planned_by_api(club, "auction-pitch-6"))
    shown = evening.page("rounds/1/slips/")
    assert "Key each player" in shown
    rules = evening.page("plan/")
    assert "cinches" not in rules
    assert "Key each side" not in shown


def test_a_slip_names_both_winners_where_everybody_plays_alone(club):
    evening = evening_of(club, planned_by_api(club, "auction-pitch-4"))
    client, where = signed_in(club), f"/events/{evening.pk}/rounds/1"
    page = client.get(f"{where}/slips/").content.decode()
    assert [f'name="{name}_1"' in page for name in ("winner", "second")] == [True, True]
    alone = client.post(f"{where}/slips/", {"round": "1", "winner_1": "2"})
    assert (alone.status_code, "Say which 2 players have won." in alone.content.decode()) == (400, True)
    client.post(f"{where}/slips/", {"round": "1", "winner_1": "2", "second_1": "4"})
    other = {"kind": "total", "base": "0", "total-winner": "1", "total-second": "3"}
    refused = client.post(f"{where}/tables/2/", {**other, "total-second": ""})
    assert (refused.status_code, 'value="1" selected' in refused.content.decode()) == (400, True)
    client.post(f"{where}/tables/2/", other)
    named = [table.result.winners for table in evening.current.tables]
    assert named == [(2, 4), (1, 3)]
    assert {line["stars"]["gold"] for line in evening.read("standings/")["players"]} == {0, 1}


@pytest.mark.parametrize(
    ("game", "people", "texts"),
    [
        ("auction-pitch-4", 8, ["The two best win.", "The two best win."]),
        # Two players come to a head table of three, so one stays.
        ("three-handed-cinch", 6, ["The best player wins.", "The two best win."]),
        ("seven-up-2", 4, ["The better player wins.", "The better player wins."]),
    ],
)
def test_the_page_of_a_table_says_how_many_win_where_everybody_plays_alone(club, game, people, texts):
    evening = planned(club, people, game=game)
    evening.start()
    for table, text in enumerate(texts, 1):
        page = evening.page(f"rounds/1/tables/{table}/")
        assert f"Everybody plays alone. {text}" in page


@pytest.mark.parametrize(
    ("people", "odd", "name", "is_equal"),
    [
        (10, "sit-out", "Auction Pitch for five", True),
        # Two tables of six play the five deals of a table of five, so one of the six does not deal.
        (12, "uneven-tables", "Auction Pitch", False),
    ],
)
def test_pages_name_the_game_of_tables_of_several_sizes_and_say_who_deals(club, people, odd, name, is_equal):
    of_game = {"game": "auction-pitch", "deals_per_round": None}
    evening = planned(club, people, movement={"kind": "redraw", "odd": odd}, **of_game)
    client = signed_in(club)
    plan = client.get(f"/events/{evening.pk}/plan/").content.decode()
    assert "Without a number each player deals once at a table of the usual size." in plan
    evening.start()
    page = client.get(f"/events/{evening.pk}/rounds/1/tables/1/").content.decode()
    assert f" · {name} · " in page
    assert "0 of 5 deals" in page
    assert ("Not everybody at this table deals equally often." not in page) == is_equal


def standings(evening):
    """Return rank, progressions, points and games of P1, P2, … from the API."""
    lines = {line["player"]["name"]: line for line in evening.read("standings/")["players"]}
    figures = ("rank", "progressions", "points", "games")
    return [tuple(lines[f"P{number}"][name] for name in figures) for number in range(1, len(lines) + 1)]


def made_final(evening):
    assert evening.read()["status"] == "over"
    answer = evening.send("post", "final/", {})
    assert [each["edition"] for each in answer.json()["editions"]] == [1]
    assert list(breaches()) == []


def evening_of(club, answer):
    """Return an evening planned by the API. In its first round the players sit in the order of the list."""
    assert answer.status_code == 201, answer.json()
    evening = Evening(Event.objects.get(pk=answer.json()["id"]), club)
    ids, size = evening.players, SEATS.get(evening.event.game, 4)
    tables = [ids[first : first + size] for first in range(0, len(ids), size)]
    assert evening.send("post", "start/", {"tables": tables}).status_code == 202
    return evening


@pytest.mark.parametrize(("game", "has_bids"), [("seven-up", False), ("auction-pitch-6", True)])
def test_score_sheets_have_columns_for_bids_only_where_the_game_has_bids(club, game, has_bids):
    answer = planned_by_api(club, game)
    sheet = signed_in(club).get(f"/events/{answer.json()['id']}/print/score-sheets.pdf?round=1").content
    assert [word in words(sheet) for word in ("Bid by", "Made")] == [has_bids] * 2
    assert "Trump" in words(sheet)


def test_an_evening_of_progressive_seven_up(club):
    answer = planned_by_api(club, "seven-up")
    assert (answer.json()["game"], answer.json()["deals_per_round"]) == ("seven-up", 4)
    evening = evening_of(club, answer)
    one, two, three, four, five, six, seven, eight = evening.players
    all_to_one, most_to_two = deal("h1 l1 j1 g1"), deal("h1 l2 j2 g2")
    # Two deals bring eight, past the seven of the game, and the round goes on: ten to six.
    give(evening, 1, all_to_one, all_to_one, most_to_two, most_to_two)
    # With a gift on the second deal, which seat 2 deals: five and twelve.
    give(evening, 2, most_to_two, deal("+1 h1 l2 j2 g2"), most_to_two, most_to_two)
    results = [table["result"] for table in evening.read("rounds/1/")["tables"]]
    assert results == [{"winner": 1, "to_go": [-3, 1]}, {"winner": 2, "to_go": [2, -5]}]
    evening.run_due_moves()

    assert evening.current.number == 2
    assert evening.seats[0] == (one, six, three, eight), "the winners stay, those of table 2 come up together"
    assert set(evening.seats[1]) == {five, seven, two, four}
    mates = evening.current.seated().mates()
    assert {mates[five], mates[seven]} == {two, four}, "who arrives parts"
    side = evening.seats[1].index(five) % 2 + 1
    other = 3 - side
    give(evening, 1, *[deal("h2 l2 j2 g2")] * 4)
    # The partner of P5 is P2, from the lower seat. Eleven to four; on the third deal no Jack is out.
    whole, no_jack = deal(f"h{side} l{side} j{side} g{side}"), deal(f"h{side} l{other} j- g{side}")
    give(evening, 2, whole, whole, no_jack, deal(f"h{other} l{other} j{other} g{side}"))
    evening.run_due_moves()

    assert mates[five] == two
    assert standings(evening) == [
        (5, 1, 10, 1), (3, 1, 6 + 11, 1), (5, 1, 10, 1), (7, 0, 6 + 4, 0),
        (4, 1, 5 + 11, 1), (1, 2, 12 + 16, 2), (8, 0, 5 + 4, 0), (1, 2, 12 + 16, 2),
    ]  # fmt: skip
    made_final(evening)


def test_an_evening_of_auction_pitch_for_six(club):
    evening = evening_of(club, planned_by_api(club, "auction-pitch-6", deals_per_round=2))
    p = dict(enumerate(evening.players, start=1))
    # Seat 2 sells to seat 3 for two, seat 3 to seat 5 for one: 0, 2, 3 + 1, 1, 3, 0.
    give(evening, 1, deal("h3 l3 j4 g3", maker=3, bid=2), deal("h5 l5 j- g5", maker=5, bid=1))
    # Seat 1 bought for three and made one, so it is set back; seat 4 bought for two: -3, 3, 2, 2 + 4, 1, 0.
    give(evening, 2, deal("h1 l4 j4 g5", maker=1, bid=3), deal("h4 l4 j4 g4", maker=4, bid=2))
    tables = evening.read("rounds/1/")["tables"]
    assert [table["points"] for table in tables] == [[0, 2, 4, 1, 3, 0], [-3, 3, 2, 6, 1, 0]]
    evening.run_due_moves()

    # The two best of a table go up, the two last of the head table go to the last one; the others stay.
    assert evening.seats[0] == tuple(p[number] for number in (8, 2, 3, 4, 5, 10))
    assert evening.seats[1] == tuple(p[number] for number in (7, 1, 9, 6, 11, 12))
    # P10 takes everything twice, for four and for three: P10 has eight, past the seven; the sellers 4 and 3.
    give(evening, 1, deal("h6 l6 j6 g6", maker=6, bid=4), deal("h6 l6 j6 g6", maker=6, bid=3))
    give(evening, 2, deal("h3 l3 j- g4", maker=3, bid=1), deal("h4 l1 j- g4", maker=4, bid=1))
    tables = evening.read("rounds/2/")["tables"]
    assert [table["points"] for table in tables] == [[0, 4, 3, 0, 0, 8], [1, 1, 3, 3, 0, 0]]
    evening.run_due_moves()

    # Each of the two best has won the table on points.
    assert standings(evening) == [
        (8, 0, 0 + 1, 0), (3, 1, 2 + 4, 1), (2, 1, 4 + 3, 1), (8, 0, 1 + 0, 0),
        (5, 1, 3 + 0, 1), (5, 1, 0 + 3, 1), (12, 0, -3 + 1, 0), (5, 1, 3 + 0, 1),
        (4, 1, 2 + 3, 1), (1, 2, 6 + 8, 2), (8, 0, 1 + 0, 0), (11, 0, 0, 0),
    ]  # fmt: skip
    best = evening.read("standings/")["players"][0]
    assert (best["cinches"], best["repeated_partners"]) == (3, 0)
    where, director = f"/events/{evening.pk}", club.client("director")
    shown = [director.get(f"{where}/standings{page}").content.decode() for page in ("/", ".csv")]
    for text in (*shown, words(director.get(f"{where}/print/results.pdf").content)):
        assert "weeps" in text
        assert "inches" not in text, "only Cinch calls them so"
    assert "counts the deals in which one player took every point" in shown[0]
    made_final(evening)


def test_a_player_can_sell_and_buy_at_a_round_that_is_played_out_past_the_game(club):
    evening = evening_of(club, planned_by_api(club, "auction-pitch-6", deals_per_round=3))
    give(evening, 1, *[deal("h4 l4 j4 g4", maker=4, bid=4)] * 2)
    # Seat 4 has eight of seven, is the eldest hand, and sells for four.
    give(evening, 1, deal("h3 l3 j3 g3", maker=3, bid=4))
    assert evening.read("rounds/1/")["tables"][0]["points"] == [0, 4, 4 + 4, 4 + 4 + 4, 0, 0]


def test_tables_that_differ_by_one_each_play_the_game_for_so_many(club):
    movement = {"odd": "uneven-tables", "kind": "redraw"}
    evening = planned(club, 11, of_rounds=2, game="auction-pitch-6", deals_per_round=1, movement=movement)
    evening.start()
    assert [len(players) for players in evening.seats] == [6, 5]
    assert list(
        Game.objects.filter(table__event=evening.event).order_by("table_id").values_list("game", flat=True)
    ) == [None, "auction-pitch"]
    late = evening.enter().member_id
    evening.amend()
    assert evening.seats[1][5] == late, "a twelfth makes the five six"
    assert evening.last_table.game.laws.game == "auction-pitch-6"
    for table in (1, 2):
        give(evening, table, deal("h2 l2 j2 g2", maker=2, bid=4))
    evening.run_due_moves()
    assert (evening.current.number, [len(players) for players in evening.seats]) == (2, [6, 6])
    assert list(breaches()) == []


@pytest.mark.parametrize(("game", "deals", "boards"), [("auction-pitch-6", 6, 2), ("seven-up", 4, 1)])
def test_each_deals_once_and_the_hall_reads_as_many_tables_as_there_is_room_for(club, game, deals, boards):
    evening = planned(club, 30, game=game, deals_per_round=None)
    assert evening.read()["deals_per_round"] == deals
    evening.start()
    page = evening.page("projector/")
    assert page.count('data-board="tables-') == boards


def test_three_at_an_evening_of_seven_up_play_it_for_three_under_its_own_figures(club):
    evening = begun(club, 7, game="seven-up", movement={"odd": "table-of-three"})
    three = evening.last_table
    assert (three.game.laws.game, three.game_law_set.points()["second-gift"]) == ("three-handed-seven-up", 1)
    assert three.game.rules.is_played_out
    for _ in range(3):
        give(evening, 2, deal("h1 l2 j1 g1"))
    assert evening.last_table.result.to_go == (7 - 9, 7 - 3, 7)
    assert list(breaches()) == []


def test_five_at_an_evening_of_seven_up_play_in_turn(club):
    evening = begun(club, 5, game="seven-up", movement={"odd": "table-of-five"}, deals_per_round=4)
    for _ in range(5):
        give(evening, 1, deal("h1 l1 j1 g2"))
    # Each game has the next four: its first and third player have three of it, the others one.
    assert evening.last_table.points() == (3 + 1 + 3 + 1,) * 5
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("wanted", "field", "text"),
    [
        ({"game": "whist"}, "game", "Not a game we score"),
        ({"game": "seven-up", "law_set": "bicycle"}, "law_set", "has no laws of Seven-up. Choose Foster's"),
        ({"game": "auction-pitch-6", "people": 5}, "players", "at least 6 players"),
        ({"game": "auction-pitch-6", "movement": {"kind": "rotation"}}, "movement.kind", "such a plan"),
        ({"game": "auction-pitch-6", "movement": {"odd": "table-of-three"}}, "movement.odd", "such tables"),
        ({"game": "auction-pitch-6", "wishes": {"1": {"partner": 2}}}, "wishes.1.partner", "Nobody has a"),
        ({"game": "auction-pitch-6", "wishes": {"1": {"fixed_table": 1, "fixed_seat": 7}}},
         "wishes.1.fixed_seat", "from 1 to 6"),
    ],
)  # fmt: skip
def test_evenings_that_a_game_cannot_have(club, wanted, field, text):
    wanted = dict(wanted)
    assert text in reasons(planned_by_api(club, wanted.pop("game"), **wanted))[field]
