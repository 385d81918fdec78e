"""Corrections: new revisions, the scores that follow, permissions, and refusals.

The corrected deal is Foster's failed bid of eight (17 to side 1). With the points exchanged, the bid is made:
9 against 5, and the difference of 4 to side 2 (Foster 1897, Cinch, Scoring).
"""

import re
from uuid import uuid4

import pytest

from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.tables.services import tables
from tests.factories import BID_EIGHT_MADE_FIVE, make_table, record
from tests.web.asking import DIAMONDS, reasons, rows, send

pytestmark = pytest.mark.django_db

MADE = {"points": [5, 9]}
WHY = "Side 2 took nine."


def correct(club, changes, role="director", number=1, reason=WHY, key=None, table=None):
    body = changes if reason is None else {**changes, "reason": reason}
    path = f"tables/{(table or club.table).pk}/deals/{number}/"
    return send(club.client(role), "patch", path, body, key)


def test_a_correction_changes_the_score_and_what_the_deal_said_before_stays_readable(club):
    record(club.table, club.actors["scorer"])
    key = uuid4()
    answer = correct(club, MADE, role="scorer", key=key)

    assert answer.status_code == 200
    body = answer.json()
    assert body["before"] == {"score": [17, 0], "winner": None}
    assert (body["score"]["scored"], body["running_score"]) == ([0, 4], [0, 4])
    assert (body["revision"], body["reason"]) == (2, WHY)
    assert body["deal"] == {**BID_EIGHT_MADE_FIVE, **MADE}, "fields left out stay as they were"

    before = rows()
    again, other = correct(club, MADE, "scorer", key=key), correct(club, {"bid": 5}, "scorer", key=key)
    assert (again.status_code, again.json()) == (200, body)
    assert (other.status_code, other.json()["code"]) == (409, "key-reused")
    assert rows() == before

    correct(club, {"bid": 7}, reason="Seven was bid.")
    player, path = club.client("player"), f"tables/{club.table.pk}/"
    listed = send(player, "get", f"{path}deals/1/revisions/").json()["results"]
    shown, sheet = send(player, "get", f"{path}deals/1/").json(), send(player, "get", path).json()
    said = [(line["revision"], line["deal"]["points"], line["reason"], line["by"]["name"]) for line in listed]
    assert said == [
        (1, [9, 5], "", "the scorer"),
        (2, [5, 9], WHY, "the scorer"),
        (3, [5, 9], "Seven was bid.", "the director"),
    ]
    assert shown["revisions"] == listed == sheet["deals"][0]["revisions"]
    assert (shown["revision"], sheet["score"]) == (3, [0, 4])


@pytest.mark.database
def test_a_correction_of_an_older_revision_is_refused_and_shows_both_versions(club):
    record(club.table, club.actors["scorer"])
    mine, theirs = {**MADE, "base_revision": 1}, {"bid": 9, "base_revision": 1}
    assert correct(club, mine).json()["revision"] == 2
    before = rows()

    refused = correct(club, theirs, role="owner", reason="Nine was bid.")

    assert refused.status_code == 409
    body = refused.json()
    assert body["code"] == "stale-revision"
    assert "revision 2 is current, yours began from 1" in body["detail"]
    assert body["current"] == {"revision": 2, "deal": {**BID_EIGHT_MADE_FIVE, **MADE}}
    assert (body["yours"]["base_revision"], body["yours"]["deal"]["bid"]) == (1, 9)
    assert rows() == before
    assert correct(club, {**theirs, "base_revision": 2}, role="owner").status_code == 200


@pytest.mark.parametrize(
    ("changes", "field", "why"),
    [
        pytest.param({"bid": 7, "reason": None}, "reason", "needs its reason", id="no reason"),
        pytest.param({"points": [9, 5]}, "deal", "changes nothing", id="nothing changed"),
        pytest.param({"bidd": 8}, "bidd", "bid", id="an unknown field"),
        pytest.param({"bid": 7, "base_revision": 0}, "base_revision", "whole number from 1", id="base 0"),
        pytest.param({"bid": 7, "number": 2}, "number", "does not renumber", id="another number"),
        pytest.param({"points": None}, "points", "", id="the points taken away"),
    ],
)
def test_an_impossible_correction_is_refused_at_its_field(club, changes, field, why):
    record(club.table, club.actors["scorer"])
    before = rows()

    named = reasons(correct(club, {"reason": WHY} | changes, reason=None))

    key = field if field in named else "deal"
    assert why in named[key], named
    assert rows() == before
    assert correct(club, {"bid": 7, "number": 1}, reason="x" * 200).status_code == 200


LEVELS = [
    # The correction, the level of the deal after it, and the score of the deal.
    ({"won": dict.fromkeys(("high", "low", "jack", "right-pedro"), 2) | {"game": 1, "left-pedro": 1}},
     "won", [0, 2]),  # side 2 takes 8 of 14: the bid of eight is made, and the difference is 2
    (DIAMONDS, "tricks", [0, 15]),  # A-B took seven: failed; Y-Z score their own seven and the bid of eight
    ({**MADE, "maker": 2, "trump": "H"}, "points", [0, 4]),
    ({"misdeal": "misdeal"}, "misdeal", [0, 0]),
    ({"misdeal": None, "maker": 2, "bid": 8, "trump": "H", "points": [9, 5]}, "points", [17, 0]),
]  # fmt: skip


def test_the_level_of_record_can_change_and_change_back(club):
    record(club.table, club.actors["scorer"], points=[8, 6])
    for changes, level, scored in LEVELS:
        answer = correct(club, changes)

        assert answer.status_code == 200, (level, answer.content)
        deal = answer.json()["deal"]
        assert {"points", "won", "tricks", "misdeal"} & deal.keys() == {level}
        assert ("hands" in deal) == (level == "tricks"), "cards go with the tricks"
        assert answer.json()["score"]["scored"] == answer.json()["running_score"] == scored
    assert answer.json()["revision"] == 1 + len(LEVELS)


def test_a_count_of_pips_is_corrected_stays_and_goes_with_who_won_the_points(club):
    # Foster 1897, Seven-up, Objects of the Game: whoever counts most pips has the point for Game.
    table = make_table(club.club, club.actors["owner"], game="seven-up")
    deal = {"won": {"high": 1, "low": 2}, "pips": [31, 43]}
    record(table, club.actors["scorer"], **dict.fromkeys(("dealer", "maker", "bid", "points")) | deal)
    for changes, pips, scored in (
        ({"pips": [50, 30]}, [50, 30], [2, 1]),
        ({"won": {"high": 2, "low": 2}}, [50, 30], [1, 2]),
        ({"won": {"game": 2}, "pips": None}, None, [0, 1]),
        ({"pips": [20, 30]}, [20, 30], [0, 1]),
        ({"points": [1, 2]}, None, [1, 2]),
    ):
        body = correct(club, changes, table=table).json()
        assert (body["deal"].get("pips"), body["score"]["scored"]) == (pips, scored), body
    assert list(reasons(correct(club, {"pips": [20, 30]}, table=table))) == ["pips"]


@pytest.mark.parametrize(
    ("who", "last", "earlier"),
    [("owner", 200, 200), ("director", 200, 200), ("scorer", 200, 403), ("link", 200, 202),
     ("player", 403, 403), ("a stranger", 404, 404)],
)  # fmt: skip
def test_a_scorer_or_link_corrects_the_last_deal_and_a_director_any_deal(
    club, other_club, who, last, earlier
):
    record(club.table, club.actors["scorer"])
    record(club.table, club.actors["scorer"])
    clients = {"link": club.link_client, "a stranger": lambda: other_club.client("owner")}
    client = clients.get(who, lambda: club.client(who))()
    body = {**MADE, "reason": WHY}

    answers = [send(client, "patch", f"tables/{club.table.pk}/deals/{number}/", body) for number in (2, 1)]

    assert [answer.status_code for answer in answers] == [last, earlier]
    if earlier == 403:
        assert "may not correct" in answers[1].json()["detail"]


def test_a_deal_of_an_earlier_game_is_corrected_in_place(club):
    for _ in range(3):
        record(club.table, club.actors["scorer"])
    tables.start_game(table=club.table, actor=club.actors["scorer"])
    record(club.table, club.actors["scorer"], dealer=None)

    answer = correct(club, {"bid": 9, "reason": "Nine was bid."}, number=2, reason=None).json()

    assert (answer["game_number"], answer["number"]) == (1, 2)
    assert answer["running_score"] == [52, 0], "9 and the bid of nine instead of 17"
    now = send(club.client("player"), "get", f"tables/{club.table.pk}/").json()
    assert (now["game_number"], now["score"]) == (2, [17, 0])
    assert correct(club, MADE, number=3, role="scorer").status_code == 403, "deal 4 is the last one now"
    assert correct(club, MADE, number=4, role="scorer").status_code == 200


@pytest.mark.parametrize(
    ("who", "number", "says"),
    [
        ("director", 1, "Correct the deal"),
        ("scorer", 2, "Correct the deal"),
        ("scorer", 1, "Only a director can correct this deal"),
        ("player", 2, "Ask whoever keeps the score, or a director."),
    ],
)
def test_the_page_of_a_deal_offers_its_correction_or_says_who_can(club, who, number, says):
    for _deal in range(2):
        record(club.table, club.actors["scorer"])
    page = club.client(who).get(f"/tables/{club.table.pk}/deals/{number}/").content.decode()
    shown = [
        text for text in ("Correct the deal", "Only a director can", "Ask whoever keeps") if text in page
    ]
    assert shown == [says[: len(shown[0])]]
    assert says in page


def test_the_preview_names_the_deal_that_ends_the_game_and_those_that_drop_out_of_it(club):
    # Foster, game fifty-one: three times fourteen are 42; eight to six scores two, so 44 and 46;
    # fourteen more end it.
    scorer = club.actors["scorer"]
    fourteen, two = {"bid": 8, "points": [14, 0]}, {"bid": 8, "points": [8, 6]}
    for made in (fourteen, fourteen, fourteen, two, two, fourteen):
        record(club.table, scorer, dealer=None, maker=1, **made)
    tables.start_game(table=club.table, actor=scorer)
    record(club.table, scorer, dealer=None, maker=1, **two)
    director, names = club.client("director"), "A &amp; B"

    def sent(number, points, step="preview", base=1):
        typed = {"bid": 8, "maker": 1, "trump": "H", "points": points, "detail": "total", "step": step}
        at = f"/tables/{club.table.pk}/deals/{number}/"
        typed |= {"base_revision": base, "reason": "It was counted again."}
        return director.post(at, typed, format="multipart")

    def preview(number, points, base=1):
        return sent(number, points, base=base).content.decode().partition('id="preview"')[2]

    # 42 and 14 are 56: the fourth deal ends the game.
    earlier = preview(4, 14)
    assert f"This deal would end the game: {names}." in earlier
    assert "Deals 5, 6 would no longer count, because the game ends before them." in earlier
    # Thirteen to one scores twelve, so the sixth deal ends the game as it did.
    assert "end the game" not in preview(1, 13)
    # 48 after six deals.
    assert "The game would not be over." in preview(3, 8)
    recorded = sent(4, 14, "record")
    assert (recorded.status_code, recorded["Location"]) == (302, f"/tables/{club.table.pk}/sheet/?game=1")
    restored = preview(4, 8, base=2)
    assert "Deals 5, 6 would count again." in restored
    assert f"Deal 6 would end the game: {names}." in restored


def test_the_sheet_offers_each_viewer_the_corrections_they_may_make(club):
    """The deals are rendered once for several viewers, so viewers with different permissions take turns."""

    def offered(role):
        page = club.client(role).get(f"/tables/{club.table.pk}/sheet/").content.decode()
        return [number for number in (1, 2, 3) if f"Correct deal {number}<" in page]

    for _ in range(2):
        record(club.table, club.actors["scorer"])
    expected = {"director": [1, 2], "scorer": [2], "player": []}
    for _ in range(2):
        assert {role: offered(role) for role in expected} == expected
    record(club.table, club.actors["scorer"])
    assert (offered("director"), offered("scorer")) == ([1, 2, 3], [3])


def test_the_sheet_shows_a_changed_name_of_a_corrector_and_a_changed_time_zone_at_once(club):
    """The deals are rendered once for several looks, but what they show of the club may change."""

    def shown():
        return club.client("scorer").get(f"/tables/{club.table.pk}/sheet/").content.decode()

    record(club.table, club.actors["scorer"])
    correct(club, MADE)
    director = Member.objects.get(pk=club.actors["director"].member_id)
    assert f"<bdi>{director.name}</bdi>" in shown()
    clubs.rename_member(member=director, actor=club.actors["owner"], name="Quimper")
    assert "<bdi>Quimper</bdi>" in (renamed := shown())
    clubs.change(club=club.club, actor=club.actors["owner"], values={"time_zone": "Pacific/Kiritimati"})
    hour = re.compile(r"\d+:\d\d")
    assert hour.findall(shown()) != hour.findall(renamed)
