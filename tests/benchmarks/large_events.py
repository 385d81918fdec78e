"""Large events on a server's database: the cost of their standings and moves inside the process."""

import gc
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter, process_time
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events.models import Event
from scoring.events.planning.domain import settings
from scoring.events.planning.domain.kinds import KINDS
from scoring.events.planning.services import events
from scoring.events.play.services.moves import move_now, start
from scoring.tables.models import Game
from scoring.tables.services.deals import record
from scoring.tables.table_policy import policy_of


def club_with_owner() -> tuple[Club, Actor]:
    """Make a club; return it and its owner as an actor."""
    user = User.objects.create_user("owner")
    return clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")


def started(
    club: Club, owner: Actor, players: int, rounds: int, deals: int, kind: str = "winner-progressive"
) -> Event:
    """Seat the first round of an event. In an evening of pairs each player and the next are partners.

    The players are inserted as rows, because entering players is not measured.
    """
    joined = timezone.now()
    members = Member.objects.bulk_create(
        Member(club=club, name=f"Player {number} of {players}, {kind}", joined_at=joined)
        for number in range(1, players + 1)
    )
    partners = {place: {"partner": place + 1 if place % 2 else place - 1} for place in range(1, players + 1)}
    event = events.create(
        club=club, actor=owner, name=f"{players} players", players=[member.pk for member in members],
        rounds=rounds, deals_per_round=deals, seed="1", movement={"kind": kind, "missing_results": "cut"},
        wishes=partners if KINDS[kind].keeps_pairs else None,
    )  # fmt: skip
    start(event=event, actor=owner)
    return event


def standings(kinds: list[str], players: int, rounds: int, deals: int, times: int) -> dict[str, list[float]]:
    """Play rounds of an evening of each kind; return the CPU milliseconds of its standings.

    For each page and kind of evening these are the least milliseconds of a repeated look and of the first
    look after a deal.
    """
    club, owner = club_with_owner()
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(User.objects.get(username="owner"))
    cost = {}
    for kind in kinds:
        event = started(club, owner, players, rounds + 8, deals, kind)
        for number in range(1, rounds + 1):
            play(event, owner, number)
            move_now(event=event, actor=owner, round_number=number)
        games = iter(games_of(event, rounds + 1))
        paths = {"page": f"/events/{event.pk}/standings/", "API": f"/api/v1/events/{event.pk}/standings/"}
        for name, path in paths.items():
            look = partial(client.get, path)
            deal = partial(next_deal, games, owner)
            cost[f"{kind}, {name}"] = [least(lambda: None, look, times), least(deal, look, times)]
    return cost


def moves(wanted: dict[str, int]) -> dict[str, list[float]]:
    """Make the wanted number of moves for each number of tables; return the medians.

    A median is the time from request to commit in seconds, by the clock and of the processor. Every table
    records one deal a round.
    """
    # The limit of players is lifted here, to measure how the cost grows.
    settings.MOST_PLAYERS = max(settings.MOST_PLAYERS, 4 * max(map(int, wanted)))
    club, owner = club_with_owner()
    return {tables: moved(club, owner, int(tables), many) for tables, many in wanted.items()}


def moved(club: Club, owner: Actor, tables: int, many: int) -> list[float]:
    """Return the median seconds of a move with this number of tables, by the clock and of the processor."""
    event = started(club, owner, 4 * tables, many + 1, 1)
    taken = []
    for number in range(1, many + 1):
        with transaction.atomic():  # only the move is measured
            play(event, owner, number)
        gc.collect()
        gc.freeze()  # garbage collection in the move skips the objects of `play`, which no web process has
        begun, worked = perf_counter(), process_time()
        move_now(event=event, actor=owner, round_number=number)
        taken.append((perf_counter() - begun, process_time() - worked))
    return [statistics.median(column) for column in zip(*taken, strict=True)]


def games_of(event: Event, number: int) -> list[Game]:
    """Return the games of a round."""
    found = Game.objects.filter(placings__seating__event=event, placings__seating__round_number=number)
    return list(found.select_related("table__law_set").defer("table__law_set__content").distinct())


def play(event: Event, actor: Actor, number: int) -> None:
    """Record every deal of a round, with scores that differ from table to table."""
    for game in games_of(event, number):
        for deal in range(event.settings["deals_per_round"]):
            record_in(game, actor, number + deal)


def record_in(game: Game, actor: Actor, other: int) -> None:
    """Record a deal of a game; ``other`` changes its score."""
    taken = (game.pk + other) % 15
    payload = {"maker": 1 + other % 4, "bid": 6, "trump": "H", "points": [taken, 14 - taken]}
    record(policy=policy_of(game.table), actor=actor, payload=payload, key=uuid4(), game=game.number)


def next_deal(games: Iterator[Game], actor: Actor) -> None:
    """Record a deal of the next game."""
    record_in(next(games), actor, 1)


def least(before: Callable[[], object], task: Callable[[], object], times: int) -> float:
    """Return the least processor time of a few calls in milliseconds. ``before`` runs before each call."""
    task()
    found = []
    for _ in range(times):
        before()
        begun = process_time()
        task()
        found.append(process_time() - begun)
    return min(found) * 1000
