"""Evenings for tests, made and played through the services.

Under Foster's laws a deal scores the difference of the points for the side that took more. By default a round
of an evening in tests/events has two deals. Two deals of nine to five bring that side eight points, so 43 of
51 are left. The side with more points bids one and makes it. Three players score their own points: three
deals of seven, six and one bring 21, 18 and 3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.test import Client
from rest_framework.test import APIClient

from scoring.clubs.permissions import Actor
from scoring.events.models import ClockStep, Departure, Entrant, Event, Seating
from scoring.events.people.services import attendance
from scoring.events.planning.services import events
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.play.services import bell, clock, due_moves, moves, seat_changes
from scoring.events.results.services import decisions
from scoring.events.state import EventState, load_state
from scoring.journal.services import Answer
from scoring.tables.access import loaded_tables
from scoring.tables.models import Table
from scoring.tables.services import corrections, deals
from scoring.tables.table_policy import policy_of
from tests.factories import ClubOfRoles
from tests.web.asking import send

FIRST_SIDE, SECOND_SIDE, TIED = (9, 5), (5, 9), (7, 7)
ALONE = (7, 6, 1)
"""The points of three players who each play alone."""

THREE, FIVE = {"odd": "table-of-three"}, {"odd": "table-of-five"}


@dataclass
class Evening:
    """An event and its club. Its director acts."""

    event: Event
    club: ClubOfRoles
    _browsers: dict[str, Client] = field(default_factory=dict)
    _programs: dict[str, APIClient] = field(default_factory=dict)

    @property
    def pk(self) -> int:
        return self.event.pk

    @property
    def director(self) -> Actor:
        return self.club.actors["director"]

    @property
    def action(self) -> dict[str, Any]:
        """The arguments that every service takes: the event and the actor."""
        return {"event": self.event, "actor": self.director}

    @property
    def players(self) -> list[int]:
        """The member ids of the entrants in order of entry."""
        return players_of(self.event)

    @property
    def state(self) -> EventState:
        """The current state of the event."""
        return load_state(Event.with_laws().get(pk=self.pk))

    @property
    def current(self) -> EventRound:
        current = self.state.current
        assert current is not None
        return current

    @property
    def last_table(self) -> EventTable:
        return self.current.tables[-1]

    @property
    def seats(self) -> list[tuple[int, ...]]:
        """The players of each table of the round in play, in seat order."""
        return [table.players for table in self.current.tables]

    @property
    def placed(self) -> set[int]:
        """The players who sit at a table or sit out in the round in play."""
        return set(self.current.players)

    @property
    def points(self) -> dict[int, int]:
        """Each player's points in the standings."""
        return {line.player: line.points for line in self.state.board.standings}

    def table(self, number: int) -> Table:
        """Return a table of the event by its number."""
        return loaded_tables().get(event=self.event, event_number=number)

    def start(self, **places: Any) -> Seating:
        return moves.start(**self.action, **places)

    def give(self, number: int, points: Sequence[int], **more: Any) -> Answer:
        """Record one deal at a table of the round in play."""
        return deals.record(
            policy=policy_of(self.table(number)),
            actor=self.club.actors["scorer"],
            payload=deal_of(points),
            key=uuid4(),
            **more,
        )

    def play(
        self,
        points: Mapping[int, Sequence[int]] | None = None,
        *,
        deals_each: int | None = None,
        without: Sequence[int] = (),
    ) -> None:
        """Record the missing deals of the round in play at each table, except the tables in ``without``.

        The first side wins with nine points; three players score as in `ALONE`. ``points`` has other points,
        by table. With ``deals_each``, this number of deals is recorded.
        """
        for table in self.current.tables:
            usual = ALONE if len(table.players) == 3 else FIRST_SIDE
            due = table.due if deals_each is None else deals_each
            for _ in range(0 if table.number in without else due):
                assert self.give(table.number, (points or {}).get(table.number, usual)).outcome == "recorded"

    def run_due_moves(self) -> None:
        due_moves.run(self.pk)

    def play_on(self, *points: Any, **more: Any) -> None:
        """Record the missing deals of the round in play, see `play`, and run the due moves."""
        self.play(*points, **more)
        self.run_due_moves()

    def step(self, kind: str, minutes: int | None = None) -> ClockStep | None:
        """Make a step of the clock in the round in play."""
        return clock.step_clock(**self.action, kind=kind, minutes=minutes)

    def ring(self, of_round: int | None = None) -> Any:
        return bell.ring_bell(**self.action, round_number=of_round)

    def move(self, of_round: int | None = None) -> Seating:
        """Move the players on from a round, by default from the round in play."""
        return moves.move_now(**self.action, round_number=of_round or self.current.number)

    def take_back(self, of_round: int = 1, reason: str = "") -> Any:
        return moves.take_back(**self.action, round_number=of_round, reason=reason)

    def enter(self, player: object = "Late") -> Entrant:
        return attendance.enter(**self.action, player=player)

    def leave(self, player: int) -> Departure:
        return attendance.leave(**self.action, member_id=player)

    def wish(self, player: int, **wishes: object) -> Any:
        return attendance.change_wishes(**self.action, member_id=player, wishes=wishes)

    def swap(self, *players: object, of_round: int = 1, generation: int = 1) -> Seating:
        """Let two players change places in a round. The director has seen the seating of this generation."""
        looked_at = {"round_number": of_round, "generation": generation}
        return seat_changes.swap(**self.action, **looked_at, players=list(players), reason="They are a pair.")

    def amend(self, of_round: int = 1, generation: int = 1) -> Seating:
        """Change the seats of a round so that they fit the players who are here now."""
        looked_at = {"round_number": of_round, "generation": generation}
        return seat_changes.amend(**self.action, **looked_at, reason="Somebody came or went.")

    def decide(self, table: int, kind: str, content: object = None, *, of_round: int = 1) -> None:
        """Let the director make a decision for a table, having seen the latest decision."""
        where = {"round_number": of_round, "table_number": table}
        base = self.state.round_of(of_round).table(table).last_decision
        decided = {"kind": kind, "content": content, "reason": "Both sides say so.", "base": base}
        decisions.decide(**self.action, **where, **decided)

    def correct_round(self, table: int = 1, points: Sequence[int] = SECOND_SIDE) -> None:
        """Correct every deal of a table in round 1 to these points."""
        for deal in self.state.rounds[0].table(table).game.deals:
            self.correct(table, deal.number, points=list(points), maker=1 + (points[0] < points[1]))

    def correct(self, table: int, deal: int, **changes: Any) -> None:
        """Let the director correct a deal."""
        policy = policy_of(self.table(table))
        corrections.correct(
            policy=policy, actor=self.director, number=deal, changes=changes, reason="It was misread."
        )

    def send(self, method: str, path: str = "", body: object = None, *, role: str = "director", **more: Any):
        """Send a request about the event to the API with this role; return the answer."""
        if role not in self._programs:
            self._programs[role] = self.club.client(role)
        return send(self._programs[role], method, f"events/{self.pk}/{path}", body, **more)

    def read(self, path: str = "") -> Any:
        """Return the API's answer to a player about the event."""
        return self.send("get", path, role="player").json()

    def page(self, path: str = "", *, role: str = "director", **more: Any) -> str:
        """Return a page of the event, or the page at this address, as it is shown to this role."""
        address = path if path.startswith("/") else f"/events/{self.pk}/{path}"
        if role not in self._browsers:
            self._browsers[role] = signed_in(self.club, role)
        return self._browsers[role].get(address, **more).content.decode()

    def send_deal(self, table: int, deal: object) -> Any:
        """Record a deal through the API with the table's own link; return the answer."""
        at = self.table(table)
        return send(self.club.link_client(at), "post", f"tables/{at.pk}/deals/", deal, key=uuid4())


def planned(club: ClubOfRoles, people: int = 8, *, of_rounds: int = 3, **wanted: Any) -> Evening:
    """Return an evening of players P1, P2, … that has not begun."""
    players = [f"P{number}" for number in range(1, people + 1)]
    usual = {"name": "Autumn evening", "players": players, "seed": "autumn"}
    fields = usual | {"deals_per_round": club.deals_per_round} | wanted
    director = club.actors["director"]
    return Evening(events.create(club=club.club, actor=director, rounds=of_rounds, **fields), club)


def begun(club: ClubOfRoles, people: int = 8, **wanted: Any) -> Evening:
    """Return an evening whose first round is seated in the order of the list.

    The tables have four players. With tables of three or of five, the last tables have these sizes.
    """
    evening = planned(club, people, **wanted)
    odd, ids, sizes = evening.state.settings.odd, evening.players, [4] * (people // 4)
    if odd == "table-of-three":
        threes = -people % 4
        sizes = [4] * ((people - 3 * threes) // 4) + [3] * threes
    elif odd == "table-of-five":
        fives = people % 4
        sizes = [4] * (people // 4 - fives) + [5] * fives
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    evening.start(tables=[ids[end - size : end] for size, end in zip(sizes, ends, strict=True)])
    return evening


def partners(people: int) -> dict[int, dict[str, int]]:
    """Return wishes by which P1 and P2 are a pair, P3 and P4, and so on."""
    return {one: {"partner": one + 1 if one % 2 else one - 1} for one in range(1, people + 1)}


def players_of(event: Event) -> list[int]:
    """Return the members who take part, in the order in which they were entered."""
    return list(event.entrants.order_by("id").values_list("member_id", flat=True))


def deal_of(points: Sequence[int]) -> dict[str, object]:
    """Return a deal with these points, made by the side that took more."""
    maker = list(points).index(max(points)) + 1
    return {"maker": maker, "bid": 1, "trump": "H", "points": list(points)}


def signed_in(club: ClubOfRoles, role: str = "director") -> Client:
    """Return a browser that is signed in with this role."""
    browser = Client()
    browser.force_login(club.users[role])
    return browser
