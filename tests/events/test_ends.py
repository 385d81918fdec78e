"""The end of an evening and its reopenings, for every kind: all views show the same after each step.

Expected points are the sum of the deals that were entered. Under Foster's laws a deal scores the difference
of the points for the side that took more; three players score their own points.
"""

import csv
import io
import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scoring.events.planning.services import event_changes
from scoring.events.queries import names_of
from scoring.events.results.services import finals
from scoring.office.verification import breaches
from scoring.printing.lists import result_list
from tests.events.evenings import FIVE, THREE, Evening, begun, partners, planned, signed_in
from tests.printing.paper import words
from tests.running.day import some_of

pytestmark = pytest.mark.django_db

WHY = "A slip was found."
TITLES = {
    "open": "Standings so far",
    "provisional": "Provisional results",
    "final": "Final results, edition {}",
    "changed": "Results changed since edition {}",
}
STARS = ("progressions", "points")
"""The ranking where winners move up. Otherwise points rank."""

Line = tuple[int, str, int]
"""Rank, name and points of a line of the standings."""


@dataclass
class Count:
    """The expected results of an evening, computed from the entered deals."""

    evening: Evening
    ranking: tuple[str, ...]
    of_pairs: bool = False
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    deals: dict[tuple[int, int, int], dict[int, int]] = field(default_factory=dict)
    """(round, table, deal of the table) → player → points."""
    played: Counter[int] = field(default_factory=Counter)
    """Table → number of its deals so far."""

    def play(self) -> None:
        """Record every deal of the round in play. At each table the same side takes more in each deal."""
        for table in self.evening.current.tables:
            first_wins = self.chance.random() < 0.5
            for deal in range(table.due):
                more = self.chance.randint(8, 13)
                points = (more, 14 - more) if first_wins else (14 - more, more)
                players = table.players
                if len(players) == 3:
                    points = (7, 6, 1) if first_wins else (1, 6, 7)
                elif len(players) == 5:  # seats 1 to 4 play the first deal, seats 2 to 5 the next
                    players = tuple(players[(deal + place) % 5] for place in range(4))
                assert self.evening.give(table.number, points).outcome == "recorded"
                self.played[table.number] += 1
                self.enter(table.number, self.played[table.number], players, points)

    def enter(self, table: int, deal: int, players: tuple[int, ...], points: tuple[int, ...]) -> None:
        at = (self.evening.current.number, table, deal)
        won = points if len(points) == 3 else tuple(max(0, points[i] - points[1 - i]) for i in (0, 1) * 2)
        self.deals[at] = dict(zip(players, won, strict=True))

    def correct(self) -> None:
        """Correct the first deal of table 1 in round 1: the side that took less took everything."""
        at = (1, 1, 1)
        points = (0, 14) if next(iter(self.deals[at].values())) else (14, 0)
        self.evening.correct(1, 1, maker=1 + (points[0] == 0), points=list(points))
        players = tuple(self.deals[at])
        self.deals[at] = dict(zip(players, points * 2, strict=True))

    @property
    def lines(self) -> list[Line]:
        """The standings as they must be, in order of rank and name."""
        rounds: dict[tuple[int, int], Counter[int]] = {}
        for (number, table, _deal), points in self.deals.items():
            rounds.setdefault((number, table), Counter()).update(points)
        total, won = Counter[int](), Counter[int]()
        for points in rounds.values():
            total.update(points)
            won.update(player for player, each in points.items() if each == max(points.values()))
        figures = {"points": total, "progressions": won}
        names = {player: f"P{place}" for place, player in enumerate(self.evening.players, 1)}
        competitors = [[player] for player in self.evening.players]
        if self.of_pairs:
            competitors = [[*pair] for pair in zip(*[iter(self.evening.players)] * 2, strict=True)]
        keys = {each[0]: tuple(figures[name][each[0]] for name in self.ranking) for each in competitors}
        return sorted(
            (
                1 + sum(key > keys[each[0]] for key in keys.values()),
                " & ".join(names[player] for player in each),
                total[each[0]],
            )
            for each in competitors
        )


def cells(row: str) -> list[str]:
    """Return the texts of the cells of a row. A cell with a name is reduced to the name."""
    texts = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
    names = [re.search(r"<bdi>(.*?)</bdi>", text, re.S) for text in texts]
    return [
        unescape(re.sub(r"<[^>]+>", "", name[1] if name else text)).strip()
        for name, text in zip(names, texts, strict=True)
    ]


def on_page(page: str) -> list[Line]:
    """Return the lines of the standings on a page."""
    table = page.partition('<table class="standings')[2].partition("</table>")[0]
    head, *rows = map(cells, re.findall(r"<tr>(.*?)</tr>", table, re.S))
    at = head.index("Points")
    return sorted((int(row[0]), row[1], int(row[at])) for row in rows)


def off_the_paper(sheet: Mapping[str, Any], paper: str) -> list[str]:
    """Return the lines of a list's standings that are missing, or in another order, on the printed list."""
    stars = ("progressions", "gold", "red", "green") if sheet["has_stars"] else ()
    columns = ("rank", "name", "notes", *stars, "points", "games")
    missing, rest = [], paper.partition("Decided by")[2]
    for line in sheet["standings"]:
        text = " ".join(str(line[column]) for column in columns if line[column] != "")
        before, found, after = rest.partition(f" {text} ")
        missing += [] if found else [text]
        rest = f" {after}" if found else before
    return missing


@dataclass
class Views:
    """All views of an evening. Each check compares them with the expected results."""

    count: Count
    printed: set[str] = field(default_factory=set)
    browser: Client = field(init=False)
    editions: list[list[Line]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.browser = signed_in(self.count.evening.club)

    def check(self, stage: str) -> None:
        """Check that desk, standings, public page, projector, CSV, API and printed list say the same.

        The list is typeset once for each stage; otherwise only its data is compared.
        """
        evening, expected = self.count.evening, self.count.lines
        browser, at = self.browser, f"/events/{evening.pk}/"
        if stage == "final":
            self.editions.append(expected)
        text = TITLES[stage].format(len(self.editions))
        desk, standings, projector, public = (
            browser.get(page).content.decode()
            for page in (at, f"{at}standings/", f"{at}projector/", f"/on/{evening.pk}/")
        )
        assert text in standings
        assert stage == "open" or all(text in page for page in (desk, projector, public))
        assert on_page(standings) == expected, "the standings are what was entered"
        assert on_page(public) == expected

        answer, about = evening.read("standings/"), evening.read()
        assert (about["results"], about["edition"]) == (stage, len(self.editions))
        assert expected == sorted(
            (line["rank"], " & ".join(member["name"] for member in line["members"]), line["points"])
            for line in answer["players"]
        )
        table = browser.get(f"{at}standings.csv").content.decode("utf-8-sig")
        assert expected == sorted(
            (int(row["rank"]), row.get("pair") or row["player"], int(row["points"]))
            for row in csv.DictReader(io.StringIO(table))
        )
        state = evening.state
        sheet = result_list(state, names_of(state), "", is_final=False)
        assert expected == sorted(
            (line["rank"], line["name"], int(line["points"])) for line in sheet["standings"]
        )
        if stage not in self.printed:
            self.printed.add(stage)
            paper = words(browser.get(f"{at}print/results.pdf").content)
            assert stage == "open" or text in paper
            assert off_the_paper(sheet, paper) == []

    def check_editions(self) -> None:
        """Check that each edition can still be read as it was made."""
        event = self.count.evening.pk
        for number, lines in enumerate(self.editions, 1):
            assert on_page(self.browser.get(f"/events/{event}/standings/{number}/").content.decode()) == lines


KINDS = [
    pytest.param("winner-progressive", 8, {}, STARS, id="winners up"),
    pytest.param("winner-progressive", 7, THREE, ("points",), id="winners up with a table of three"),
    pytest.param("pairs-up", 8, {}, STARS, id="pairs up"),
    pytest.param("pairs-round-robin", 10, {}, ("points",), id="pairs round robin"),
    pytest.param("redraw", 8, {}, ("points",), id="fixed partners"),
    pytest.param("redraw", 9, FIVE, ("points",), id="redraw with a table of five"),
    pytest.param("redraw", 9, {}, ("points",), id="redraw"),
    pytest.param("whist", 9, {}, ("points",), id="whist"),
    pytest.param("rotation", 8, {}, ("points",), id="rotation"),
    pytest.param("individual", 9, {}, ("points",), id="individual"),
]


@pytest.mark.parametrize(("kind", "people", "more", "ranking"), [*some_of(KINDS, 2)])
def test_all_views_say_the_same_from_the_end_to_the_last_reopening(
    request, club, kind, people, more, ranking
):
    wanted = {
        "movement": {"kind": kind, "tie_breaks": list(ranking), **more},
        "of_rounds": 4,
        "deals_per_round": 4 if more is FIVE else 2,
    }
    if of_pairs := "pairs" in kind or "fixed partners" in request.node.name:
        evening = planned(club, people, wishes=partners(people), **wanted)
        evening.start()
    else:
        evening = begun(club, people, **wanted)
    end_and_return(evening, Count(evening, ranking, of_pairs))


def end_and_return(evening: Evening, count: Count) -> None:
    """Play two of four rounds, end the evening, and go on from there; check all views after each step."""
    act, views = evening.action, Views(count)
    event_changes.publish(**act, parts=["standings", "results", "prizes"])
    count.play()
    evening.run_due_moves()
    views.check("open")
    count.play()
    event_changes.end_now(**act, reason="It is late.")
    views.check("final")
    event_changes.reopen(**act, reason=WHY, rounds=2)
    views.check("provisional")
    count.correct()
    views.check("provisional")
    event_changes.one_more_round(**act, rounds=2, reason=WHY)
    evening.move()
    count.play()
    views.check("open")
    evening.ring()
    views.check("provisional")
    finals.make_final(**act)
    views.check("final")
    count.correct()
    views.check("changed")
    finals.make_final(**act, reason=WHY)
    views.check("final")
    event_changes.reopen(**act, reason=WHY)
    views.check("provisional")
    finals.make_final(**act)
    views.check("final")
    views.check_editions()
    assert list(breaches()) == []


def test_control_a_correction_that_is_lost_is_found(club, monkeypatch):
    monkeypatch.setattr(Evening, "correct", lambda *_args, **_changes: None)
    evening = begun(club, of_rounds=4, deals_per_round=1)
    with pytest.raises(AssertionError, match="what was entered"):
        end_and_return(evening, Count(evening, STARS))
