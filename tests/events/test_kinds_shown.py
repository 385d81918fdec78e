"""The pages and lists of each kind of evening: no word of another kind, and how many rounds are complete."""

import csv
import re
from collections import Counter
from uuid import uuid4

import pytest

from laws import library
from laws.domain.errors import InvalidInput
from scoring.events import labels
from scoring.events.labels import stand_ins_in_words
from scoring.events.people.services import attendance, check_in
from scoring.events.planning.domain.kinds import KINDS
from scoring.events.planning.services import event_changes
from scoring.events.planning.services.event_changes import plan_again
from scoring.events.results.domain.competitors import Competitor, StandIn
from scoring.events.results.services import finals
from scoring.game.games import GAMES
from tests.events.evenings import SECOND_SIDE, begun, partners, planned, signed_in
from tests.factories import house_laws
from tests.printing.paper import words
from tests.running.day import some_of
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

FOREIGN = re.compile(
    r"\bstars?\b|\bprogressions?\b|\bprogr?\.|(moved?|moves|goes|go) up|(head|last) table", re.I
)
"""Words that belong to an evening where winners move up."""
PAGES = (
    "",
    "standings/",
    "projector/",
    "me/?player={player}",
    "rounds/1/",
    "rounds/2/tables/1/",
    "standings.csv",
    "plan/",
    "log/",
)
SHEETS = ("results", "table-cards", "score-cards", "movement")
NOBODY_UP = [slug for slug, kind in KINDS.items() if not kind.moves_winners_up]


def shown(response) -> str:
    """Return the text of a page without its scripts, styles and attributes."""
    assert response.status_code == 200, response.status_code
    page = response.content.decode()
    main = re.search(r"<main.*?</main>", page, re.S)
    without = re.sub(r"<(script|style|template).*?</\1>", " ", main[0] if main else page, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", without).split())


@pytest.mark.parametrize("texts", [labels.CAUSES, labels.CHANGES, labels.DECISIONS, labels.PHASES])
def test_the_sentences_of_the_log_fit_every_kind_of_evening(texts):
    assert [text for text in map(str, texts.values()) if FOREIGN.search(text)] == []


@pytest.mark.parametrize("slug", list(some_of(NOBODY_UP, 2)))
def test_no_page_of_an_evening_where_nobody_moves_up_speaks_of_stars(club, slug):
    evening = begun(club, of_rounds=2, movement={"kind": slug})
    evening.play({2: SECOND_SIDE})
    evening.move()
    evening.play()
    evening.ring()
    finals.make_final(**evening.action)
    pages = [f"/events/{evening.pk}/{page.format(player=evening.players[0])}" for page in PAGES]
    browser = signed_in(club)
    for page in pages:
        assert FOREIGN.findall(shown(browser.get(page))) == [], page
    for sheet in SHEETS:
        response = browser.get(f"/events/{evening.pk}/print/{sheet}.pdf")
        if response.status_code == 200:
            assert FOREIGN.findall(words(response.content)) == [], sheet
    lines = evening.read("standings/")["players"]
    assert {tuple(line["stars"].values()) for line in lines} == {(0, 0, 0)}
    points = [line["points"] for line in lines]
    assert points == sorted(points, reverse=True)


def test_where_winners_move_up_the_standings_have_stars(club):
    evening = begun(club, of_rounds=2)
    evening.play()
    evening.move()
    assert "Prog." in shown(signed_in(club).get(f"/events/{evening.pk}/standings/"))


def test_the_stars_of_a_last_round_speak_of_no_move(club):
    # Foster gives a star for each game won, and in the last round too: nobody moves after it.
    evening = begun(club, of_rounds=3)
    evening.play()
    evening.move()
    evening.take_back()
    event_changes.end_now(**evening.action, reason="It is late.")
    browser, player = signed_in(club), evening.seats[1][0]
    line = next(line for line in evening.state.board.standings if line.player == player)
    assert (line.red, line.progressions) == (1, 1)
    evening.send("put", "publish/", {"parts": ["standings"]})
    for page in (f"/events/{evening.pk}/standings/", f"/on/{evening.pk}/"):
        text = shown(browser.get(page))
        assert "red star: won at another table" in text, page
        assert "moved up" not in text, page
    phone = shown(browser.get(f"/events/{evening.pk}/me/?player={player}"))
    assert "red star: won at another table" in phone


def on_plan_page(club, step="", **fields):
    """Send the form of a new event with these fields; return the answer. Without ``step`` it is filled in."""
    usual = {"name": "Towns", "game": "cinch", "law_set": "foster-1897", "rounds": ""}
    usual |= {"movement_kind": "winner-progressive", "step": step, **({} if step else {"action": "find"})}
    return signed_in(club).post(f"/clubs/{club.club.slug}/events/new/", usual | fields, follow=True)


def send_plan(club, people, **fields):
    """Plan an evening with this number of players by the API. Return the answer."""
    players = [f"P{number}" for number in range(people)]
    asked = {"club": club.club.slug, "name": "Evening", "players": players, **fields}
    return send(club.client("director"), "post", "events/", asked)


@pytest.mark.parametrize(("slug", "people", "rounds"), [("whist", 16, 15), ("pairs-round-robin", 16, 7)])
def test_the_api_proposes_as_many_rounds_as_the_kind_needs(club, slug, people, rounds):
    answer = send_plan(club, people, movement={"kind": slug})
    assert (answer.status_code, answer.json()["rounds"]) == (201, rounds)
    assert answer.json()["movement"]["tie_breaks"] == ["points", "games", "best-round"]


@pytest.mark.parametrize(
    ("people", "fields", "field", "text"),
    [
        (5, {"rounds": 8}, "rounds", "Whist for 5 players has 5 rounds, not 8."),
        (16, {"movement": {"kind": "whist", "prizes": ["first", "most-red"]}}, "movement.prizes",
         "Whist: nobody moves up, so there are no stars to count; leave out most-red."),
        (16, {"wishes": {"1": {"partner": 2}}}, "wishes.1.partner", "a plan"),
        (16, {"wishes": {"1": {"keep_apart": [2]}}}, "wishes.1.keep_apart", "a plan"),
    ],
)  # fmt: skip
def test_the_api_refuses_what_a_whist_cannot_have(club, people, fields, field, text):
    answer = send_plan(club, people, **{"movement": {"kind": "whist"}, **fields})
    assert text in reasons(answer)[field]


def test_every_page_says_that_four_rounds_are_not_the_whole_whist(club):
    says = "4 of 7 rounds: not everybody will have played with everybody."
    evening, browser = planned(club, of_rounds=4, movement={"kind": "whist"}), signed_in(club)
    assert says in shown(browser.get(f"/events/{evening.pk}/"))
    evening.start()
    evening.send("put", "publish/", {"parts": ["standings"]})
    player = evening.players[0]
    pages = "projector/ standings/ rounds/1/ rounds/1/slips/ rounds/1/tables/1/ rounds/1/change/"
    pages += f" players/ check-in/ links/ links/{player}/ call/ print/ plan/ log/ me/?player={player}"
    evening.give(1, (9, 5))
    at_table = "sheet/ cards/ calls/ disputes/ link/"
    addresses = [f"/events/{evening.pk}/{page}" for page in ("", *pages.split())]
    addresses += [f"/tables/{evening.table(1).pk}/{page}" for page in ("", *at_table.split())]
    for address in addresses:
        text = shown(browser.get(address))
        assert ("ound 1 of 4" in text, text.count(says)) == (True, 1), address
    assert says in shown(browser.get(f"/on/{evening.pk}/"))
    for sheet in ("results", "movement", "player-plans"):
        paper = words(browser.get(f"/events/{evening.pk}/print/{sheet}.pdf").content)
        assert "4 of 7 rounds" in paper, sheet


@pytest.mark.parametrize(
    ("kind", "people", "rounds", "why"),
    [
        ("whist", 13, 13, ""),
        ("individual", 20, 8, "The whole plan of 19 rounds is too long for one evening."),
        ("pairs-round-robin", 40, 8, "The whole plan of 19 rounds is too long for one evening."),
    ],
)
def test_the_plan_and_the_event_give_one_number_of_rounds_and_one_reason(club, kind, people, rounds, why):
    names = "\n".join(f"P{number} & Q{number}" for number in range(people // 2))
    if kind != "pairs-round-robin":
        names = "\n".join(f"P{number}" for number in range(people))
    sent = {"players": names, "key": str(uuid4())}
    sent |= {"movement_kind": kind, "shown_kind": "winner-progressive"}
    looked = on_plan_page(club, "expect", **sent)
    help_text = looked.context["form"].fields["rounds"].help_text
    assert (f": {rounds} for " in help_text, why in help_text) == (True, True)
    made = on_plan_page(club, "plan", **sent)
    assert made.status_code == 200, made.context["form"].errors
    text = shown(made)
    assert (f"· {rounds} rounds ·" in text, text.count("The whole plan")) == (True, bool(why)), help_text
    assert why in text
    about = f"{rounds} of 19 rounds: "
    assert text.count(about) == bool(why)


@pytest.mark.parametrize(
    ("kind", "planned_rounds", "lost"),
    [
        ("whist", 7, "Not everybody has played with everybody."),
        ("whist", 4, "Not everybody has played with everybody."),
        ("pairs-round-robin", 3, "Not all pairs have met."),
        ("redraw", 8, ""),
    ],
)
def test_every_page_of_an_evening_that_was_ended_early_has_one_total(club, kind, planned_rounds, lost):
    wishes = partners(8) if kind == "pairs-round-robin" else {}
    settings = {"movement": {"kind": kind}, "wishes": wishes, "deals_per_round": 1}
    evening = planned(club, of_rounds=planned_rounds, **settings)
    evening.start()
    evening.play()
    event_changes.end_now(**evening.action, reason="It is late.")
    evening.send("put", "publish/", {"parts": ["standings"]})
    says, player, browser = f"1 of {planned_rounds} rounds played", evening.players[0], signed_in(club)
    pages = f"standings/ rounds/1/ plan/ print/ projector/ log/ me/?player={player}"
    addresses = [f"/events/{evening.pk}/{page}" for page in ("", *pages.split())]
    for address in (*addresses, f"/on/{evening.pk}/"):
        text = shown(browser.get(address))
        assert (text.count(says), re.search(r"ound 1 of 1\b", text)) == (1, None), address
        assert "last round is over" not in text, address
        assert text.count(lost) == 1 or not lost, address
        assert f"of {planned_rounds} rounds:" not in text, address
    assert says in shown(browser.get(f"/tables/{evening.table(1).pk}/"))
    assert f"Round 1 of {planned_rounds}" in shown(browser.get(f"/tables/{evening.table(1).pk}/sheet/"))
    paper = words(browser.get(f"/events/{evening.pk}/print/results.pdf").content)
    assert says in paper
    assert lost.rstrip(".") in paper


def test_a_round_in_which_only_some_tables_are_in_is_named_apart(club):
    evening = begun(club, of_rounds=7, movement={"kind": "whist"}, deals_per_round=1)
    evening.play_on()
    evening.play(without=[2])
    event_changes.end_now(**evening.action, reason="It is late.")
    browser, at = signed_in(club), f"/events/{evening.pk}"
    paper = words(browser.get(f"{at}/print/results.pdf").content)
    for text in (paper, *(shown(browser.get(f"{at}/{page}")) for page in ("", "standings/", "projector/"))):
        assert "1 of 7 rounds played, round 2 in part" in text
    api = evening.read("standings/")["players"]
    assert Counter(line["rounds_played"] for line in api) == {1: 4, 2: 4}
    rows = list(csv.DictReader(browser.get(f"{at}/standings.csv").content.decode("utf-8-sig").splitlines()))
    assert Counter(row["rounds played"] for row in rows) == {"1": 4, "2": 4}


@pytest.mark.parametrize(
    ("kind", "people", "is_said"), [("individual", 9, 1), ("redraw", 9, 1), ("redraw", 8, 0)]
)
def test_the_standings_say_what_a_round_sat_out_counts(club, kind, people, is_said):
    evening = begun(club, people, of_rounds=1, movement={"kind": kind}, deals_per_round=1)
    browser, at, says = signed_in(club), f"/events/{evening.pk}", "A round sat out brings no points."
    evening.play()
    assert shown(browser.get(f"{at}/standings/")).count(says) == is_said
    assert words(browser.get(f"{at}/print/results.pdf").content).count(says) == is_said
    assert says in shown(signed_in(club, "player").get(f"{at}/")), "the rules of the event"


def test_the_last_round_of_an_evening_can_be_ended_in_part(club):
    evening = begun(club, 8, of_rounds=1, deals_per_round=1)
    evening.play(without=[2])
    event_changes.end_now(**evening.action, reason="It is late.")
    assert evening.state.progress == "0 of 1 rounds played, round 1 in part"


def test_a_part_of_a_whist_that_is_over_speaks_of_what_was(club):
    evening = begun(club, of_rounds=1, movement={"kind": "whist"}, deals_per_round=1)
    evening.play()
    evening.ring()
    browser, at = signed_in(club), f"/events/{evening.pk}"
    texts = [shown(browser.get(f"{at}/{page}")) for page in ("", "standings/", "projector/")]
    texts.append(words(browser.get(f"{at}/print/results.pdf").content))
    for text in texts:
        assert "Not everybody has played with everybody" in text
        assert "will have played" not in text
    assert "1 round · Not everybody" in texts[-1]


def test_a_whole_whist_says_nothing_about_its_rounds(club):
    evening = planned(club, of_rounds=7, movement={"kind": "whist"})
    assert "of 7 rounds" not in shown(signed_in(club).get(f"/events/{evening.pk}/"))


def test_a_page_names_a_prize_of_another_kind_as_it_calls_it(club):
    address, client = f"/events/{planned(club, 8).pk}/plan/", signed_in(club)
    fields = {"kind": "whist", "prizes": ["first", "most-red"], "rounds": "7", "step": "look"}
    for language, named in (
        ("en", "Most red stars"), ("de", "Meiste rote Sterne"), ("es", "Más estrellas rojas"),
    ):  # fmt: skip
        answer = client.post(address, fields, headers={"accept-language": language})
        page = answer.content.decode()
        assert answer.status_code == 400
        assert named in page.split('id="prizes_error"')[1][:600]
        assert "most-red." not in page


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({}, "Time at the tables: about 4 hours, if a deal takes four minutes."),  # 15 rounds of four deals
        ({"minutes": 12}, "Time at the tables: 3 hours."),
    ],
)
def test_the_page_of_a_planned_event_says_how_long_it_takes(club, settings, says):
    movement = {"kind": "whist", **settings}
    evening = planned(club, 16, of_rounds=15, movement=movement, deals_per_round=4)
    assert says in shown(signed_in(club).get(f"/events/{evening.pk}/"))


@pytest.mark.parametrize(
    ("game", "minutes"),
    # Three rounds in which each player of a table deals once, and a deal takes four minutes.
    [("cinch", 48), ("three-handed-cinch", 36), ("seven-up-2", 24)],
)
def test_the_plan_page_and_the_planned_event_count_the_same_minutes(club, game, minutes):
    names = "\n".join(f"Town {number}" for number in range(1, 13))
    for step in ("expect", "plan"):
        page = shown(on_plan_page(club, step, game=game, rounds="3", players=names))
        assert f"about {minutes} minutes" in page, step


@pytest.mark.parametrize(
    ("slug", "field", "typed", "text"),
    [
        ("whist", "minutes", "-5", "A whole number from 1 to 240, or leave it empty."),
        ("rotation", "strides", "1, 2", "Four whole numbers from -400 to 400, one for each seat, or leave it "
         "empty."),
    ],
)  # fmt: skip
def test_a_page_asks_for_an_empty_field_and_not_for_null(club, slug, field, typed, text):
    evening = planned(club, 8, of_rounds=7, movement={"kind": slug})
    answer = signed_in(club).post(f"/events/{evening.pk}/plan/", {field: typed, "step": "look"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert text in page
    assert "or null for none" not in page
    assert "null, or four" not in page


@pytest.mark.parametrize(("minutes", "is_open"), [("20", False), ("-5", True)])
def test_only_a_group_of_settings_with_an_error_opens_by_itself(club, minutes, is_open):
    fields = {"movement_kind": "whist", "shown_kind": "winner-progressive", "movement_minutes": minutes}
    fields |= {"rounds": "7", "deals_per_round": "4", "players": "\n".join("ABCDEFGH")}
    page = on_plan_page(club, "plan" if is_open else "", **fields).content.decode()
    groups = page.split('id="plan-settings"')[1].split("</section>")[0]
    assert re.findall(r"<details open>\s*<summary>(.*?)</summary>", groups) == (
        ["The end of a round"] if is_open else []
    )


@pytest.mark.parametrize(
    ("kind", "names", "texts", "foreign"),
    [
        # Five play a whist of five rounds, and everybody with everybody.
        ("whist", "Aix\nBrno\nCork\nDover\nEssen",
         ["5 for 5 players.", "Name; List; Table; Seat.",
          "The director names the winners of the round, who get no points"],
         ["a fixed seat, ", "Partner;", "Not with;", "To keep two players together"]),
        # Four pairs meet in three rounds.
        ("pairs-round-robin", "Aix & Brno\nCork & Dover\nEssen & Faro\nGraz & Huy",
         ["3 for 4 pairs.", "A line for each pair.", "how often pairs meet again", "A fixed seat:"],
         ["A line for each player", "partners meet again", "Not with;"]),
        ("pairs-up", "",
         ["8 for 8 pairs.", "A fixed seat, players kept apart:", "The director names the winners"],
         ["a partner, players", "who get no points"]),
        ("rotation", "", ["4 for 16 players.", "Partner; Not with;", "a partner, players kept apart:"],
         ["A line for each pair"]),
    ],
)  # fmt: skip
def test_the_plan_page_speaks_of_its_kind(club, kind, names, texts, foreign):
    page = shown(on_plan_page(club, movement_kind=kind, players=names))
    plain = page.replace("&quot;", '"')
    assert [text for text in texts if text not in plain] == []
    assert [text for text in foreign if text in plain] == []


@pytest.mark.parametrize(
    ("shown_kind", "chosen", "typed", "kept", "left_out"),
    [
        # A whist has a plan: nobody moves up, so no losers leave the head table, and no result is cut for.
        ("winner-progressive", {"movement_kind": "whist"},
         {"movement_head_losers": "down-one", "movement_minutes": "20"},
         {"movement_minutes": "20"}, ["Losers of the head table"]),
        ("winner-progressive", {"movement_kind": "rotation"},
         {"movement_missing_results": "cut", "rounds": "5"},
         {"rounds": "5", "movement_missing_results": "wait"}, ["A result is missing at the bell"]),
        ("winner-progressive", {"movement_kind": "whist"},
         {"movement_tie_breaks_0": "games", "movement_odd": "table-of-five"},
         {}, ["Players left over", "Ranked by"]),
        ("whist", {"movement_kind": "winner-progressive"}, {"movement_minutes": "20", "deals_per_round": "6"},
         {"movement_minutes": "20", "deals_per_round": "6"}, []),
        # The page of pairs has no field for mixed pairs.
        ("pairs-up", {"movement_kind": "winner-progressive"}, {"movement_minutes": "20"},
         {"movement_mixed_pairs": "false", "movement_odd": "sit-out"}, []),
        # Where everybody plays alone nobody divides partners.
        ("winner-progressive", {"game": "auction-pitch-4"}, {"movement_split": "random", "rounds": "5"},
         {"rounds": "5"}, ["How partners part"]),
    ],
)  # fmt: skip
def test_settings_of_another_kind_or_game_keep_what_was_typed_and_name_what_they_lack(
    club, shown_kind, chosen, typed, kept, left_out
):
    fields = {"movement_kind": shown_kind, "shown_kind": shown_kind}
    answer = on_plan_page(club, **(fields | chosen | typed))
    form = answer.context["form"]
    assert {name: form[name].value() for name in kept} == kept
    assert form.left_out == left_out
    assert ("Not kept, because" in shown(answer)) == bool(left_out)


def test_the_plan_page_names_a_variation_that_the_chosen_game_lacks(club):
    variations = library.law_sets()["foster-1897"].variations
    fields = {"movement_kind": "redraw", "game": "seven-up", "variations": list(variations)[:1]}
    form = on_plan_page(club, **fields).context["form"]
    assert form.left_out == [str(next(iter(variations.values())).title)]


def test_the_simulation_of_pairs_counts_pairs(club):
    # Five pairs: each meets four others in five rounds and sits out once.
    names = "\n".join(f"A{number} & B{number}" for number in range(5))
    page = shown(on_plan_page(club, "expect", movement_kind="pairs-round-robin", players=names))
    assert "expect for each pair … different pairs to meet 4 the same pair again 0 times, at best 0" in page


def test_the_simulation_counts_pairs_where_every_line_names_two_partners(club):
    # Three rounds at two tables: each of four pairs meets each other pair once, if a redraw is at its best.
    names = "\n".join(f"A{number} & B{number}" for number in range(4))
    page = shown(on_plan_page(club, "expect", movement_kind="redraw", players=names, rounds="3"))
    assert "expect for each pair … different pairs to meet 3 the same pair again 0 times" in page


@pytest.mark.parametrize(("players", "is_said"), [("12", True), ("20", False)])
def test_the_simulation_says_where_the_same_two_are_opponents_in_every_round(club, players, is_said):
    page = shown(on_plan_page(club, "expect", movement_kind="rotation", count=players))
    assert ("Some adversaries face each other in 3 of 3 rounds." in page) == is_said


@pytest.mark.parametrize(("names", "is_drawn"), [("{0}\n{1}", True), ("{0} & {1}", False)])
def test_a_list_of_single_names_for_pairs_says_that_the_draw_makes_them(club, names, is_drawn):
    says = "No line names a partner: the draw makes the pairs."
    listed = "\n".join(names.format(f"A{number}", f"B{number}") for number in range(4))
    fields = {"movement_kind": "pairs-round-robin", "players": listed}
    # While the names are typed, and when the evening is simulated.
    for step in ("watch", "expect"):
        assert (says in shown(on_plan_page(club, step, **fields))) == is_drawn, step
    before = shown(on_plan_page(club, movement_kind="pairs-up"))
    assert "If no line names a partner, the draw makes the pairs." in before
    after = shown(on_plan_page(club, "plan", **fields))
    assert ("The draw for the first places makes the pairs" in after) == is_drawn


@pytest.mark.parametrize("are_named", [False, True])
@pytest.mark.parametrize("odd", ["sit-out", "table-of-five"])
def test_planning_again_says_where_the_draw_makes_the_pairs(club, are_named, odd):
    movement = {"kind": "redraw", "odd": odd}
    named = partners(8) if are_named else {}
    evening = planned(club, 8, deals_per_round=4, movement=movement, wishes=named)
    client, address = signed_in(club), f"/events/{evening.pk}/plan/again/"
    says = "The draw for the first places makes the pairs"
    assert says not in shown(client.get(address))
    chosen = shown(client.post(address, {"movement_kind": "pairs-up", "action": "find"}))
    assert (says in chosen) != are_named


@pytest.mark.parametrize(("kind", "on_points"), [("redraw", False), ("winner-progressive", True)])
def test_rounds_won_are_won_on_points_only_where_a_cut_can_win_one_too(club, kind, on_points):
    # Where nobody moves up, a round of which only the winners are known is won, too.
    evening = begun(club, 8, movement={"kind": kind, "tie_breaks": ["games", "points"]})
    evening.send("post", "rounds/1/tables/1/total/", {"winners": [2]})
    won = {line["games"] for line in evening.read("standings/")["players"]}
    assert won == ({0} if on_points else {0, 1})
    pages = ["", "standings/", "standings.csv", f"me/?player={evening.players[0]}", "plan/"]
    for page in pages:
        text = shown(signed_in(club).get(f"/events/{evening.pk}/{page}"))
        assert ("ounds won on points" in text) == (on_points and "ounds won" in text), page
        assert page in ("", "plan/") or "ounds won" in text, page
    paper = words(signed_in(club).get(f"/events/{evening.pk}/print/results.pdf").content)
    assert ("rounds won on points" in paper, "rounds won" in paper) == (on_points, True)


@pytest.mark.parametrize(
    ("game", "word"), [("cinch", "cinches"), ("seven-up", "sweeps"), ("auction-pitch", "sweeps")]
)
def test_the_rules_name_a_prize_as_the_standings_of_the_game_do(club, game, word):
    evening = planned(club, 8, game=game, movement={"kind": "redraw"})
    page = shown(signed_in(club).get(f"/events/{evening.pk}/"))
    assert f"Most {word}" in page
    assert word == "cinches" or "cinches" not in page


def test_the_standings_say_which_deals_are_cinches_once_there_are_any(club):
    evening, browser = begun(club, 8, of_rounds=1, deals_per_round=1), signed_in(club)
    says = "“Cinches” counts the deals in which one side took every point that is won in tricks."
    evening.play(without=[2])
    assert says not in shown(browser.get(f"/events/{evening.pk}/standings/"))
    evening.play({2: (14, 0)}, without=[1])
    assert says in shown(browser.get(f"/events/{evening.pk}/standings/"))


@pytest.mark.parametrize("game", ["cinch", "auction-pitch", "seven-up"])
def test_the_plan_page_offers_only_law_sets_of_the_game(club, game):
    page = on_plan_page(club, game=game, movement_kind="redraw").content.decode()
    offered = page.split('id="law_set"')[1].split("</select>")[0]
    known = [slug for slug, book in library.law_sets().items() if GAMES[game].slug in book.games]
    assert re.findall(r'value="([^"]+)"', offered) == known


OF_TABLES = {"deals_at_three", "points_at_three", "mixed_pairs"}


@pytest.mark.parametrize(
    ("game", "tables", "settings", "says"),
    [
        # Cinch has a form for three (Foster 1897, Cinch for three players).
        ("cinch", ["sit-out", "table-of-five", "table-of-three"], OF_TABLES, "or of three, where each plays"),
        ("seven-up", ["sit-out", "table-of-five", "table-of-three"], OF_TABLES, "or of three, where each"),
        # Pitch in two sides has no form for three, so nobody asks for the points of a table of three.
        ("pitch", ["sit-out", "table-of-five"], {"mixed_pairs"}, "tables of five, where one sits out"),
        # Four to seven play Auction Pitch, each alone (Foster 1897, Auction Pitch, Players).
        ("auction-pitch-4", ["sit-out", "uneven-tables"], set(), "tables can differ by one player"),
        # Six in three pairs, and two only: whoever is over sits out.
        ("california-jack", [], set(), "some sit out each round"),
    ],
)
def test_the_plan_page_offers_only_tables_that_the_game_can_seat(club, game, tables, settings, says):
    response = on_plan_page(club, game=game, movement_kind="redraw")
    page = response.content.decode()
    offered = page.split('name="movement_odd"')[1].split("</select>")[0] if tables else ""
    assert re.findall(r'value="([a-z-]+)"', offered) == tables
    assert {name for name in (*OF_TABLES, "odd") if f'name="movement_{name}"' in page} == (
        settings | ({"odd"} if tables else set())
    )
    assert says in shown(response)
    foreign = ("tables of five" in shown(response), "table of five" in shown(response))
    assert any(foreign) == ("table-of-five" in tables)


def test_a_table_of_three_that_was_chosen_for_another_game_is_refused(club):
    names = "\n".join(f"Town {number}" for number in range(9))
    fields = {"game": "auction-pitch-4", "players": names, "movement_odd": "table-of-three"}
    answer = on_plan_page(club, "plan", **fields)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Auction Pitch for four: only games of four in two sides have such tables." in page
    assert "Select a valid choice" not in page


def test_only_kinds_that_the_game_can_play_are_offered_before_the_start(club):
    evening = planned(club, 8, game="auction-pitch-4")
    page = evening.page("plan/")
    offered = page.split('name="kind"')[1].split("</select>")[0]
    assert re.findall(r'value="([a-z-]+)"', offered) == ["winner-progressive", "redraw"]


@pytest.mark.parametrize(
    ("game", "kind", "says"),
    [
        ("cinch", "winner-progressive", "other laws or other tables for players left over, plan"),
        ("auction-pitch-4", "redraw", "other laws or other tables for players left over, plan"),
        ("cinch", "whist", "For another game or other laws, plan"),
        ("california-jack", "redraw", "For another game or other laws, plan"),
    ],
)
def test_before_the_start_the_page_names_only_what_a_new_plan_could_change(club, game, kind, says):
    evening = planned(club, 8, game=game, movement={"kind": kind})
    assert says in shown(signed_in(club).get(f"/events/{evening.pk}/plan/"))


@pytest.mark.parametrize(
    ("game", "foreign"),
    [
        ("seven-up", r"\bCinch\b|Progressive|\b[Bb]id|\bmaker|\bjoker|\bPedro|\bsell|\bDiscarding"),
        ("auction-pitch-4", r"\bCinch\b|Progressive|\bpartner|\bPedro|\bjoker|\bdiscards\b|All Fives"),
    ],
)
def test_no_page_of_an_evening_speaks_of_another_game(club, game, foreign):
    evening = begun(club, 8, game=game)
    client, table = signed_in(club), evening.current.tables[0].table_id
    plan = on_plan_page(club, game=game).content.decode()
    choices = plan.split('id="law-choices"')[1].split("</details>\n        </fieldset>")[0]
    evening_pages = ("", "standings/", "rounds/1/", "rounds/1/slips/", f"me/?player={evening.players[0]}")
    pages = [shown(client.get(f"/events/{evening.pk}/{page}")) for page in evening_pages]
    expected = plan.split('id="expected"')[1].split("<button")[0]
    sheet = shown(client.get(f"/games/{GAMES[game].slug}/"))
    pages += [
        shown(client.get(f"/tables/{table}/")),
        *(re.sub(r"<[^>]+>", " ", part) for part in (choices, expected)),
    ]
    pages += [sheet.split("What differs from the law set's Cinch")[1].replace("told of Cinch alone", "")]
    assert [found for page in pages for found in re.findall(rf".{{30}}(?:{foreign}).{{30}}", page)] == []
    offered = set(re.findall(r'name="parameters_(\w+)"', choices))
    assert {"game_score", "first_dealer"} <= offered
    # Nobody cuts in at an evening, and its own setting says whether a table plays on past the game.
    assert not offered & {"table_capacity", "cutting_out_first", "next_game_dealer", "target_reached"}


OF_SIDES = re.compile(r"\bsides?\b|\bpartners?\b|\badversar\w+|\bopponents?\b", re.I)
"""Words of games in which partners play together."""
AT_ALONE = (
    *PAGES, "check-in/", "players/", "players/list/", "players/{player}/wishes/", "start/", "links/",
    "print/", "rounds/1/change/", "rounds/1/slips/", "rounds/1/move/",
)  # fmt: skip
PRINTED_ALONE = ("results", "table-cards", "score-cards", "score-sheets", "filled-sheets", "late-tables")


def test_where_everybody_plays_alone_nothing_speaks_of_sides(club):
    evening = planned(club, 9, of_rounds=2, game="auction-pitch-4", deals_per_round=4)
    client = signed_in(club)

    def read(addresses):
        for address in addresses:
            answer = client.get(address)
            if answer.status_code == 200:
                is_sheet = answer["Content-Type"] == "application/pdf"
                text = words(answer.content) if is_sheet else shown(answer)
                assert OF_SIDES.findall(text) == [], address

    pages = [f"/events/{evening.pk}/{page.format(player=evening.players[0])}" for page in AT_ALONE]
    read(pages)
    evening.start()
    for table in (1, 2):
        for _deal in range(4 // table):
            won = {"high": 1, "low": 2, "jack": 1, "game": 2}
            answer = evening.send_deal(table, {"trump": "S", "maker": 1, "bid": 2, "won": won})
            assert answer.status_code == 201, answer.json()
    at_table = "", "sheet/", "cards/", "company/", "deals/1/", "deals/1/cards/", "calls/"
    sheets = [f"/events/{evening.pk}/print/{sheet}.pdf" for sheet in PRINTED_ALONE]
    read([*pages, *sheets, *(f"/tables/{evening.table(2).pk}/{page}" for page in at_table)])
    wrong = [
        {"won": {"high": 5}}, {"points": [1, 1]}, {},
        {"won": {"high": 1, "low": 1, "jack": 1}, "pips": [1, 2]},
    ]  # fmt: skip
    for deal in wrong:
        refused = evening.send_deal(2, {"trump": "S", "maker": 1, "bid": 2, **deal})
        assert refused.status_code == 400
        assert OF_SIDES.findall(str(refused.json())) == []
    slip = evening.send("post", "rounds/1/tables/2/total/", {"points": [1, 2], "replaces_deals": True})
    assert OF_SIDES.findall(str(slip.json())) == []
    evening.ring()
    evening.send_deal(2, {"trump": "S", "maker": 1, "bid": 2, "won": won})
    evening.play(deals_each=0)
    read(pages)


def test_no_page_of_a_game_for_three_explains_that_a_table_has_no_partners(club):
    # At Cinch for three everybody plays alone at every table (Foster 1897, Cinch for three players).
    evening, client = planned(club, 9, game="three-handed-cinch"), signed_in(club)
    evening.start()
    won = {"high": 1, "low": 2, "jack": 1, "game": 2, "right-pedro": 1, "left-pedro": 3}
    assert evening.send_deal(1, {"trump": "S", "maker": 1, "bid": 2, "won": won}).status_code == 201
    phone = shown(client.get(f"/events/{evening.pk}/me/?player={evening.players[0]}"))
    sheet = words(client.get(f"/events/{evening.pk}/print/score-cards.pdf").content)
    for text in (phone, sheet):
        assert re.findall(r"\bpartner\b|\balone\b", text, re.I) == []
    plan = shown(on_plan_page(club, game="three-handed-cinch", movement_kind="redraw"))
    assert "The bid is 7. The maker takes 7 points, the others 7 and 0." in plan
    assert "The maker scores 0, the others 7 and 0." in plan
    assert "The maker's side takes" not in plan


@pytest.mark.parametrize("game", ["auction-pitch-4", "cinch"])
def test_the_pages_of_an_evening_link_to_the_page_of_its_game(club, game):
    law_set = house_laws(club).slug if game == "cinch" else "foster-1897"
    before, evening = (make(club, 8, game=game, law_set=law_set) for make in (planned, begun))
    client, table = signed_in(club), evening.current.tables[0].table_id
    for page in (f"/events/{before.pk}/", f"/tables/{table}/"):
        link = re.search(r'href="(/games/[^"]*)"', client.get(page).content.decode())
        assert link, page
        assert client.get(link[1]).status_code == 200, link[1]
        assert client.get(f"/api/v1{link[1]}").status_code == 200, link[1]


def test_where_everybody_plays_alone_no_page_speaks_of_partners(club):
    form = on_plan_page(club, game="auction-pitch-4").content.decode()
    text = form.split('value="winner-progressive"')[1].split("</label>")[0]
    # At four the best two share the win of the table.
    assert "The two best players at a table go up one table" in text
    assert "Everybody plays alone." in text
    evening = planned(club, 8, game="auction-pitch-4")
    page = signed_in(club).get(f"/events/{evening.pk}/")
    assert "partner" not in shown(page).casefold()
    for html in (form, evening.page("plan/")):
        assert not re.search(r'name="(movement_)?(head_winners|split|mixed_pairs)"', html)


@pytest.mark.parametrize(
    ("game", "of_whom"), [("auction-pitch-4", "of each player"), ("cinch", "of each side")]
)
def test_the_slip_of_a_table_asks_for_the_points_of_those_who_score(club, game, of_whom):
    page = shown(signed_in(club).get(f"/events/{begun(club, 8, game=game).pk}/rounds/1/tables/1/"))
    assert f"In place of deals: the points {of_whom}, or only who won." in page


def test_after_the_bell_no_newcomer_is_seated_in_the_round(club):
    evening = planned(club, 8, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    evening.start()
    leave, seat = f"/events/{evening.pk}/players/{evening.players[0]}/leave/", "you can then still seat them"
    assert seat in shown(signed_in(club).get(leave))
    evening.ring()
    page = shown(signed_in(club).get(leave))
    assert ("in the pair, from the next round on." in page, seat in page) == (True, False)


WISHES = ("fixed_table", "keep_apart", "partner")


@pytest.mark.parametrize(
    ("kind", "to_newcomers", "to_players"),
    [
        ("whist", WISHES[:1], WISHES[:1]),
        ("individual", WISHES[:1], WISHES[:1]),
        # Everybody has a partner. That partner can be left, but nobody else's be taken.
        ("pairs-round-robin", WISHES[:1], ("fixed_table", "partner")),
        ("pairs-up", WISHES[:2], WISHES),
        ("redraw", WISHES, WISHES),
    ],
)
def test_only_wishes_that_the_kind_can_keep_are_offered(club, kind, to_newcomers, to_players):
    wishes = partners(8) if kind.startswith("pairs") else None
    evening = planned(club, 8, movement={"kind": kind}, wishes=wishes)
    pages = {"players/": to_newcomers, f"players/{evening.players[0]}/wishes/": to_players}
    for page, offered in pages.items():
        text = evening.page(page)
        assert tuple(wish for wish in WISHES if f'name="{wish}"' in text) == offered


@pytest.mark.parametrize(
    ("people", "kind", "wishes", "to", "error"),
    [
        (9, "whist", None, "pairs-round-robin", "airs need an even number of players, not 9."),
        (8, "redraw", partners(2), "pairs-up", "have no partners here. Name their partners"),
        (8, "redraw", partners(2), "whist", "Whist: partners change by a plan, so nobody can choose a "
         "partner. First take back the wishes of P1 and P2."),
        (8, "redraw", {1: {"keep_apart": [2]}}, "pairs-round-robin", "First take back the wishes of P1."),
    ],
)  # fmt: skip
def test_another_kind_is_refused_while_it_does_not_suit_those_entered(club, people, kind, wishes, to, error):
    evening = planned(club, people, movement={"kind": kind}, wishes=wishes)
    for step in ("look", "change"):
        answer = signed_in(club).post(
            f"/events/{evening.pk}/plan/", {"kind": to, "step": step, "reason": "Fewer came."}
        )
        assert (answer.status_code, error in " ".join(answer.content.decode().split())) == (400, True)
    assert evening.read("")["movement"]["kind"] == kind


def test_an_event_planned_again_refuses_wishes_of_another_kind(club):
    evening = planned(club, 8, movement={"kind": "redraw"}, wishes=partners(2))
    with pytest.raises(InvalidInput) as refusal:
        plan_again(**evening.action, reason="", name="Whist", movement={"kind": "whist"})
    assert "First take back the wishes of P1 and P2." in refusal.value.errors["movement.kind"][0]


def test_another_kind_brings_the_rounds_that_it_proposes(club):
    # Eight players need seven rounds of a whist, their four pairs three.
    evening = planned(club, 8, of_rounds=7, movement={"kind": "whist"})
    client, page = signed_in(club), f"/events/{evening.pk}/plan/"
    looked = client.post(page, {"kind": "pairs-round-robin", "step": "look"})
    assert "7 rounds → <b>3 rounds</b>" in looked.content.decode()
    client.post(page, {"kind": "pairs-round-robin", "step": "change", "reason": "Pairs came."})
    assert evening.read("")["rounds"] == 3
    client.post(page, {"kind": "redraw", "rounds": "6", "step": "change", "reason": "They part."})
    client.post(page, {"kind": "rotation", "step": "change", "reason": "Six it is."})
    assert evening.read("")["rounds"] == 6


def test_the_start_says_which_rounds_fit_those_who_came(club):
    # A whist of five has five rounds, a whist of four has three.
    evening = planned(club, 5, of_rounds=5, movement={"kind": "whist"})
    for player in evening.players[:4]:
        check_in.check_in(**evening.action, member_id=player, is_here=True)
    text = shown(signed_in(club).get(f"/events/{evening.pk}/start/"))
    assert "5 rounds: after round 3 the plan begins again. 3 rounds fit those who are here." in text


def test_the_start_proposes_no_rounds_that_the_evening_already_has(club):
    # A rotation of twenty has nineteen rounds, too many for an evening: the usual eight are proposed.
    evening = planned(club, 21, of_rounds=8, movement={"kind": "individual"})
    for player in evening.players[:20]:
        check_in.check_in(**evening.action, member_id=player, is_here=True)
    text = shown(signed_in(club).get(f"/events/{evening.pk}/start/"))
    assert "1 player is not checked in" in text
    assert "fit those who are here" not in text


@pytest.mark.parametrize(
    ("kind", "is_counted"), [("pairs-round-robin", False), ("redraw", True), ("winner-progressive", True)]
)
def test_partners_are_counted_only_where_they_change(club, kind, is_counted):
    wishes = partners(8) if kind == "pairs-round-robin" else None
    evening = planned(club, 8, movement={"kind": kind}, wishes=wishes)
    preview = shown(signed_in(club).get(f"/events/{evening.pk}/start/"))
    for figure in ("partners repeated so far", "adversaries repeated so far"):
        assert (figure in preview) == is_counted
    assert ("pairs that have met again so far 0" in preview) != is_counted
    assert ("The partner is" in preview) == is_counted


def test_partners_by_a_wish_are_counted_as_chosen_and_named_beside_the_movement(club):
    evening, browser = planned(club, 12, movement={"kind": "rotation"}), signed_in(club)
    first, second, *_others = evening.players
    says = "Wishes come first: for them some players sit elsewhere."
    assert says not in shown(browser.get(f"/events/{evening.pk}/"))
    evening.wish(first, partner=second)
    assert says in shown(browser.get(f"/events/{evening.pk}/"))
    evening.start()
    evening.play()
    evening.ring()
    figures = "pairs who are partners again in this round 0 partners repeated so far 0"
    figures += " pairs who chose each other, not counted as repeated 1"
    for page in ("rounds/1/", "rounds/1/move/"):
        assert figures in shown(browser.get(f"/events/{evening.pk}/{page}")), page


def test_an_evening_of_pairs_has_no_figure_of_persons(club):
    # Two pairs: they have met after one round, and meet again in the second.
    evening = planned(club, 4, of_rounds=3, movement={"kind": "pairs-round-robin"}, wishes=partners(4))
    client, address = signed_in(club), f"/events/{evening.pk}/"
    assert "Cards to draw" not in shown(client.get(address + "print/"))
    evening.start()
    for again in (1, 2):
        evening.play()
        page = shown(client.get(f"{address}rounds/{again}/move/"))
        assert f"pairs that have met again so far {again}" in page
        if again == 1:
            evening.move()
    heading = client.get(address + "standings.csv").content.decode().splitlines()[0]
    assert "repeated partners" not in heading
    assert "pair" in heading


def test_a_stand_in_plays_for_a_run_of_rounds(club):
    pair = Competitor((1, 2), (StandIn(3, 2, (1, 3, 4, 5)),))
    names = {1: "Aix", 2: "Brno", 3: "Cork"}
    assert stand_ins_in_words(pair, names) == ("Cork for Brno in rounds 1, 3\u20135",)


def test_the_players_list_names_the_round_in_which_a_newcomer_first_sat(club):
    # Round 2 has no deal yet, so the newcomer takes the seat in it.
    evening = begun(club, 8, of_rounds=4, movement={"kind": "whist"})
    evening.play()
    evening.move()
    leaver = evening.players[2]
    attendance.substitute(**evening.action, member_id=leaver, player="Quito")
    page = shown(signed_in(club).get(f"/events/{evening.pk}/players/"))
    assert "Quito from round 2" in page
    assert "P3 gone from round 2" in page


@pytest.mark.parametrize("kind", ["winner-progressive", "redraw"])
def test_the_pages_of_an_evening_that_cite_laws_say_that_the_laws_are_in_english(club, kind):
    browser, player = signed_in(club), signed_in(club, "player")
    before, evening = (each(club, movement={"kind": kind}) for each in (planned, begun))
    evening.play()
    addresses = [f"/events/{before.pk}/", f"/events/{before.pk}/start/"]
    addresses += [f"/events/{evening.pk}/{page}" for page in ("rounds/1/", "rounds/1/move/")]
    addresses.append(f"/events/{evening.pk}/me/?player={evening.players[0]}")
    notes = {"de": "Anmerkungen dazu stehen auf Englisch", "es": "sus notas están en inglés", "en": ""}
    for language, says in notes.items():
        expected = bool(says) and kind == "winner-progressive"
        pages = [(browser, address) for address in addresses] + [(player, f"/events/{evening.pk}/")]
        for reader, address in pages:
            page = reader.get(address, headers={"accept-language": language}).content.decode()
            assert page.count(says or "are in English") == expected, (address, language)
