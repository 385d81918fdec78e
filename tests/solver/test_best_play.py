"""Best play of a recorded deal: requested, computed once, and shown by the API and the page."""

import time
from uuid import uuid4

import pytest

from cinchclub.celery import app
from laws.library import law_set
from scoring import tasks
from scoring.game.cards import PACK
from scoring.game.deal import CardRecord
from scoring.game.games import GAMES
from scoring.game.play import PlayedDeal
from scoring.game.rules import rules_of
from scoring.solver import best_play
from scoring.solver.domain.layout import is_solvable
from scoring.tables.games import find_deal
from scoring.tables.scorable_games import law_sets_with
from scoring.workers import heartbeat, queue, results
from scoring.workers.pauses import Pause
from tests.factories import make_table, record
from tests.game.tables import tricks
from tests.solver.test_solver import ONE
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

TRUMPS_FIRST = {
    "dealer": 4,
    "maker": 1,
    "bid": 8,
    "trump": "C",
    "hands": {str(seat): [card.rank + card.suit for card in hand] for seat, hand in ONE.items()},
    "tricks": tricks(
        "1: AC 8C JC 4C, 1: KC 6C 9C 2C, 1: QC 3C 7C 2D, 1: 2H TC 6H 3D, 2: 5C 7H 4D 3H, 2: 5S 8H 6D 4H"
    ),
}
"""Chicago 1890, General: the booklet's first hand, its trumps led one after the other, which makes three."""


@pytest.fixture
def sent(valkey_url, settings, monkeypatch):
    """Provide a worker on its own broker, and return the list of tasks sent to it."""
    settings.CELERY_BROKER_URL = valkey_url
    settings.REDIS_PREFIX = f"best-play-{uuid4()}:"
    out = []
    monkeypatch.setattr(app, "send_task", lambda name, args, retry: out.append(args))
    monkeypatch.setattr(heartbeat, "is_served", lambda: True)
    for module in (queue, results):
        monkeypatch.setattr(module, "BROKER", Pause(seconds=0))
    return out


@pytest.fixture
def asked(club, django_capture_on_commit_callbacks):
    """Return a function that asks the API about the best play of the booklet's deal."""
    table = make_table(club.club, club.actors["owner"], players=list("AYBZ"), law_set="chicago-1890")
    record(table, club.actors["scorer"], points=None, **TRUMPS_FIRST)

    def ask(method="get", body=None, role="player", number=1):
        with django_capture_on_commit_callbacks(execute=True):
            query = f"?leads={','.join(body)}" if method == "get" and body else ""
            path = f"tables/{table.pk}/deals/{number}/best-play/{query}"
            leads = {"leads": body} if method == "post" and body else {} if method == "post" else None
            answer = send(club.client(role), method, path, leads)
        return answer

    ask.table = table
    return ask


@pytest.fixture
def solved(monkeypatch):
    """Return a list that grows with each search."""
    begun, solve = [], best_play.solve
    monkeypatch.setattr(best_play, "solve", lambda *given: begun.append(given) or solve(*given))
    return begun


@pytest.mark.parametrize(
    ("leads", "points"),
    [
        pytest.param([], [14, 0], id="as he likes"),
        pytest.param(["trump"] * 3, [3, 11], id="trumps one after the other"),
        pytest.param(["trump", "trump", "plain"], [4, 10], id="two trumps and then a plain card"),
        pytest.param(["trump", "plain"], [9, 5], id="a trump and then a plain card"),
    ],
)
def test_best_play_is_computed_once_however_often_it_is_requested(club, asked, sent, solved, leads, points):
    # Chicago 1890, General, first hand: 3, 4, 9 and 14.
    assert asked("get", leads).json()["state"] == "unasked"
    first, again = asked("post", leads), asked("post", leads, role="director")
    assert [(answer.status_code, answer.json()["state"]) for answer in (first, again)] == [
        (202, "waiting")
    ] * 2
    assert first["Poll-After"] == "1"
    assert sent == [(asked.table.pk, 1, leads)]

    for _ in range(3):  # a message may come more than once
        tasks.solve_deal(*sent[0])
    assert len(solved) == 1
    for answer in (asked("get", leads), asked("post", leads)):
        assert (answer.status_code, answer["Poll-After"]) == (200, "3600")
        told = answer.json()
        assert (told["state"], told["points"], told["made"], told["total"]) == ("found", points, [3, 11], 14)
        assert told["least"] == told["most"] == points[0]
        assert [len(trick) for trick in told["tricks"]] == [4] * 6
    assert len(sent) == 1

    change = {"maker": 3, "reason": "misread"}
    send(club.client("director"), "patch", f"tables/{asked.table.pk}/deals/1/", change)
    assert asked("get", leads).json()["state"] == "unasked", "another deal after the correction"


def test_a_task_that_nobody_waits_for_or_that_another_has_taken_searches_nothing(asked, sent, solved):
    tasks.solve_deal(asked.table.pk, 1, [])
    asked("post")
    name = best_play.DoubleDummyProblem(find_deal(asked.table, 1)).name
    results.keep(f"{name}:taken", True, 60)
    tasks.solve_deal(*sent[0])
    assert solved == []


def test_a_search_tells_how_far_it_is_and_one_that_takes_too_long_is_ended(club, asked, sent, monkeypatch):
    asked("post")
    told, page = [], f"/tables/{asked.table.pk}/deals/1/best-play/"

    def solve(layout, watch):
        watch(0, 14, 2000)
        told.append(asked().json())
        told.append(club.client("player").get(page, headers={"HX-Request": "true"}).content.decode())
        monkeypatch.setattr(best_play, "LONGEST", -1)
        watch(7, 14, 4000)

    monkeypatch.setattr(best_play, "solve", solve)
    tasks.solve_deal(*sent[0])
    working = told[0]
    assert [working[key] for key in ("state", "least", "most", "positions")] == ["working", 0, 14, 2000]
    assert "can make at least 0 and at most 14 of 14. Positions searched: 2000." in told[1]
    answer = asked("post")
    assert (answer.status_code, answer.json()["state"], answer.json()["points"]) == (200, "too-long", None)


def test_without_a_broker_or_a_worker_it_says_so_and_nothing_breaks(
    club, asked, settings, tmp_path, monkeypatch
):
    settings.CELERY_BROKER_URL = f"redis+socket://{tmp_path}/nobody.sock"
    monkeypatch.setattr(results, "BROKER", Pause(seconds=600))
    began = time.monotonic()
    for _ in range(3):
        assert asked().json()["state"] == "away"
        refused = asked("post")
        assert (refused.status_code, refused.json()["code"]) == (409, "no-worker")
    assert time.monotonic() - began < 5
    page = club.client("player").get(f"/tables/{asked.table.pk}/deals/1/").content.decode()
    assert "background worker is not running" in page


def test_malformed_leads_are_refused_and_a_deal_without_cards_has_no_best_play(club, asked, sent):
    assert "leads" in str(reasons(asked("get", ["club"])))
    assert "leads" in str(reasons(asked("post", ["trump"] * 7)))
    record(asked.table, club.actors["scorer"], dealer=None)
    for method in ("get", "post"):
        answer = asked(method, number=2)
        assert (answer.status_code, answer.json()["code"]) == (409, "no-best-play")
    assert asked(number=3).status_code == 404
    page = club.client("player").get(f"/tables/{asked.table.pk}/deals/2/").content.decode()
    assert "best-play" not in page


def test_the_page_of_a_deal_asks_waits_and_shows_what_was_found(
    club, asked, sent, django_capture_on_commit_callbacks
):
    browser, where = club.client("player"), f"/tables/{asked.table.pk}/deals/1/"
    page = browser.get(where).content.decode()
    assert "What could have been made?" in page
    assert "live.js" not in page, "nothing to wait for"

    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(f"{where}best-play/", {"leads": "trump,plain"}, format="multipart")
    assert answer["Location"] == f"{where}?leads=trump%2Cplain#best-play"
    page = browser.get(answer["Location"].partition("#")[0]).content.decode()
    assert "Waiting for its turn" in page
    assert "live.js" in page
    polled = f"{where}best-play/?leads=trump%2Cplain"
    assert f'data-live="{polled}"' in page.replace("trump,plain", "trump%2Cplain")

    waiting = browser.get(polled, headers={"HX-Request": "true"})
    assert waiting["Poll-After"] == "1"
    known = {"HX-Request": "true", "If-None-Match": waiting["ETag"]}
    assert browser.get(polled, headers=known).status_code == 304
    tasks.solve_deal(*sent[0])
    found = browser.get(polled, headers=known)
    assert (found.status_code, found["Poll-After"]) == (200, "3600")
    text = " ".join(found.content.decode().split())
    assert "<bdi>A & B</bdi> made <b>3</b>; with best play on both sides <b>9</b>." in text
    assert "<bdi>Y & Z</bdi> made <b>11</b>; with best play on both sides <b>5</b>." in text
    assert browser.get(polled)["Location"] == f"{where}?leads=trump%2Cplain#best-play", "without a script"


def test_games_of_two_sides_without_pips_have_a_best_play():
    served = set()
    for game in GAMES.values():
        rules = rules_of(law_set(law_sets_with(game.slug)[0].slug), game)
        hands = dict.fromkeys(game.seating.seats(), tuple(PACK[: game.hand_size]))
        deal = PlayedDeal(CardRecord(hands, None, None, ()), game.trumps("S"), (), 1, 1, 0, rules)
        served |= {game.key} if is_solvable(deal) else set()
    assert served == {"cinch", "two-handed-cinch", "blind-cinch", "sixty-three"}
