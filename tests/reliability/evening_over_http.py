"""An event over HTTP, as its scorers and its director use it."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPException
from typing import Any, Self
from uuid import UUID

from tests.reliability.callers import Answer, Phone


class Evening:
    """An event over HTTP, as its scorers and its director use it."""

    def __init__(
        self, port: int, club: dict[str, Any], event: int, *, of_rounds: int, deals_each: int = 2
    ) -> None:
        self.port, self.token = port, club["roles"]["scorer"]
        self.director = self.phone(club["roles"]["director"])
        self.scorer = self.another_scorer()
        self.event, self.of_rounds, self.deals_each = event, of_rounds, deals_each
        self.mend: Callable[[], None] | None = None
        """What to do if nobody answers, before the same request is sent again."""

    @classmethod
    def planned(
        cls,
        port: int,
        club: dict[str, Any],
        names: list[str],
        *,
        of_rounds: int,
        seed: str,
        deals_each: int = 2,
        **wanted: object,
    ) -> Self:
        """Plan an evening and seat its first round."""
        made = cls(port, club, 0, of_rounds=of_rounds, deals_each=deals_each)
        answer = made.director.send(
            "POST", "/api/v1/events/",
            {"club": club["club"], "name": "Evening", "players": names, "rounds": of_rounds,
             "deals_per_round": deals_each, "seed": seed, **wanted},
        )  # fmt: skip
        assert answer.status == 201, answer
        made.event = answer.body["id"]
        made.do("start/")
        return made

    def ask(self, path: str = "") -> Any:
        """Return the API's answer to the director about the event."""
        answer = self.sent(lambda: self.director.send("GET", f"/api/v1/events/{self.event}/{path}"))
        assert answer.status == 200, answer
        return answer.body

    def sent(self, send: Callable[[], Answer]) -> Answer:
        """Send a request. If nobody answers, restore the service and send the same request again."""
        while True:
            try:
                return send()
            except (OSError, HTTPException):
                if self.mend is None:
                    raise
                self.mend()

    def do(self, path: str, body: object = None, method: str = "POST") -> Any:
        """Send a request that changes the event, and return the answer."""
        answer = self.director.send(method, f"/api/v1/events/{self.event}/{path}", body or {})
        assert answer.status < 300, answer
        return answer.body

    def play(self, number: int, without: int = 0) -> Iterator[None]:
        """Record the round's deals, except at the table ``without``.

        Yield once, before the last deal.
        """
        tables = self.ask(f"rounds/{number}/")["tables"]
        turns = [(table, deal) for deal in range(1, self.deals_each + 1) for table in tables]
        turns = [(table, deal) for table, deal in turns if table["number"] != without]
        for table, deal in turns:
            if (table, deal) == turns[-1]:
                yield
            answer = self.sent(partial(self.enter, number, table, deal, self.scorer))
            assert answer.status == 201, answer

    def in_peace(self, lost_at: int = 0) -> None:
        """Play the evening without faults, with moves by the director.

        The deals of the table ``lost_at`` in the first round are left out.
        """
        for number in range(1, self.of_rounds + 1):
            for _ in self.play(number, without=lost_at if number == 1 else 0):
                pass
            if number < self.of_rounds:
                self.do(f"rounds/{number}/move/")

    def enter(self, number: int, table: dict[str, Any], deal: int, by: Phone | None = None) -> Answer:
        """Enter a deal of a round at a table, by default from a new phone.

        A repeated call sends the same points under the same key, as a phone does.
        """
        taken = random.Random(f"{number} {table['number']} {deal}").randint(0, 14)
        payload = {"maker": 1 if taken >= 7 else 2, "bid": 1, "trump": "H", "points": [taken, 14 - taken]}
        key = str(UUID(int=(self.event * 1000 + number) * 10**6 + table["number"] * 1000 + deal))
        return (by or self.another_scorer()).record(table["table_id"], payload, key)

    def phone(self, token: str) -> Phone:
        """Return a phone with a connection to the club."""
        return Phone(self.port, token)

    def another_scorer(self) -> Phone:
        """Return another phone of the scorer."""
        return self.phone(self.token)

    def correct(self, number: int, table_number: int) -> None:
        """Correct a table's last deal in a round that is over: the second side gets all fourteen points."""
        table = self.ask(f"rounds/{number}/")["tables"][table_number - 1]["table_id"]
        answer = self.director.send(
            "PATCH", f"/api/v1/tables/{table}/deals/{number * self.deals_each}/",
            {"maker": 2, "points": [0, 14], "reason": "The rows were swapped.", "base_revision": 1},
        )  # fmt: skip
        assert answer.status == 200, answer

    def doubt(self, number: int) -> None:
        """Doubt the result of table 3."""
        self.do(f"rounds/{number}/tables/3/doubt/", {"note": "Ten was bid."})

    def seats(self) -> list[Any]:
        """Return for each round its tables by name, and the players who sit out."""
        return [
            [
                [[seat["name"] for seat in table["seats"]] for table in found["tables"]],
                sorted(one["name"] for one in found["sitting_out"]),
            ]
            for found in (self.ask(f"rounds/{number}/") for number in range(1, self.of_rounds + 1))
        ]

    def ranks(self) -> list[tuple[int, str, int]]:
        """Return rank, name and progressions in the order of the standings."""
        lines = self.ask("standings/")["players"]
        return [(line["rank"], line["player"]["name"], line["progressions"]) for line in lines]
