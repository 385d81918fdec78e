"""Fills a server's database with a large event, and measures its standings in the process."""

from collections.abc import Callable
from time import process_time
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client
from knox.models import AuthToken

from scoring.clubs.access import Actor
from scoring.clubs.services import clubs
from scoring.events.hosting import host_of
from scoring.events.models import Event
from scoring.events.services import events, rounds as steps
from scoring.tables.models import Game
from scoring.tables.services import deals as table_deals


def fill(players: int, rounds: int, deals: int) -> dict[str, Any]:
    """Play so many rounds; return the event, a token, and milliseconds of CPU."""
    user = User.objects.create_user("owner")
    club, owner = clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")
    names = [f"Player {number}" for number in range(1, players + 1)]
    event = events.create(
        club=club,
        actor=owner,
        name="Large",
        players=names,
        rounds=rounds + 8,
        deals_per_round=deals,
        seed="1",
        movement={"missing_results": "cut"},
    )
    steps.start(event=event, actor=owner)
    for number in range(1, rounds + 1):
        play(event, owner, number)
        steps.move_now(event=event, actor=owner, round_number=number)
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(user)
    pages = {"page": f"/events/{event.pk}/standings/", "API": f"/api/v1/events/{event.pk}/standings/"}
    games = iter(games_of(event, rounds + 1))
    cost = {}
    for name, address in pages.items():
        cost[f"{name}, again"] = least(lambda: None, lambda address=address: client.get(address))  # type: ignore[misc]  # bound at once
        cost[f"{name}, first after a deal"] = least(
            lambda: record(next(games), owner, 1),
            lambda address=address: client.get(address),  # type: ignore[misc]  # as above
        )
    return {"event": event.pk, "token": AuthToken.objects.create(user)[1], "cost": cost}


def games_of(event: Event, number: int) -> list[Game]:
    """Return the games of a round."""
    found = Game.objects.filter(placings__seating__event=event, placings__seating__round_number=number)
    return list(found.select_related("table__law_set").defer("table__law_set__content").distinct())


def play(event: Event, actor: Actor, number: int) -> None:
    """Record every deal of a round, with scores that differ from table to table."""
    for game in games_of(event, number):
        for deal in range(event.settings["deals_per_round"]):
            record(game, actor, number + deal)


def record(game: Game, actor: Actor, other: int) -> None:
    """Record a deal of a game; ``other`` makes its score another."""
    taken = (game.pk + other) % 15
    payload = {"maker": 1 + other % 4, "bid": 6, "trump": "H", "points": [taken, 14 - taken]}
    table_deals.record(host=host_of(game.table), actor=actor, payload=payload, key=uuid4(), game=game.number)


def least(before: Callable[[], object], task: Callable[[], object], times: int = 10) -> float:
    """Return the least processor time of a few calls in milliseconds, without what comes before each."""
    task()
    found = []
    for _ in range(times):
        before()
        begun = process_time()
        task()
        found.append(process_time() - begun)
    return min(found) * 1000
