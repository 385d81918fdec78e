"""Loads the demo club through the same services that pages use."""

import secrets
from pathlib import Path
from typing import Any
from uuid import uuid4

import yaml
from django.contrib.auth import get_user_model
from django.db import transaction

from scoring.clubs import models, permissions
from scoring.clubs.services import clubs
from scoring.disputes.services import disputes, rulings
from scoring.events.planning.services import events
from scoring.events.play.services import moves
from scoring.refusals import Conflict
from scoring.tables.models import Table
from scoring.tables.services import corrections, cuts, deals, tables
from scoring.tables.table_policy import policy_of

EVENING = Path(__file__).resolve().parent.parent / "demo" / "evening.yaml"
POINTS = ("high", "low", "jack", "game", "right-pedro", "left-pedro")
ACCOUNTS = {
    "demo": models.Role.OWNER,
    "demo-director": models.Role.DIRECTOR,
    "demo-scorer": models.Role.SCORER,
}


@transaction.atomic
def load() -> dict[str, str]:
    """Load the demo club into the database; return the random passwords of its accounts by user name.

    Raises Conflict ``demo-exists`` if there is a demo club already.
    """
    evening = yaml.safe_load(EVENING.read_text(encoding="utf-8"))
    if models.Club.objects.filter(slug=evening["club"]["slug"]).exists():
        raise Conflict("The demo club is there already.", code="demo-exists")
    passwords = {name: secrets.token_urlsafe(9) for name in ACCOUNTS}
    users = get_user_model().objects
    owner = users.create_user("demo", password=passwords["demo"])
    club, actor = clubs.create(user=owner, law_set=evening["tables"][0]["law_set"], **evening["club"])
    for name, role in ACCOUNTS.items():
        if role != models.Role.OWNER:
            member = clubs.add_member(club=club, actor=actor, name=name, role=role)
            account = clubs.give_account(member=member, actor=actor, username=name)
            account.set_password(passwords[name])
            account.save(update_fields=["password"])
    for plan in evening["tables"]:
        _play(club, actor, plan)
    _hold(club, actor, evening["event"])
    return passwords


def _play(club: models.Club, actor: permissions.Actor, plan: dict[str, Any]) -> None:
    opening = {name: plan[name] for name in ("name", "law_set", "players", "dealer")}
    table = tables.open_table(club=club, actor=actor, **opening)
    cuts.make(policy=policy_of(table), actor=actor, purpose="partners", seed=plan["name"])
    number = 0
    for entry in plan["deals"]:
        if "next_game" in entry:
            tables.start_game(table=table, actor=actor)
        else:
            number += 1
            _enter(table, actor, number, entry)
    for dispute in plan.get("disputes", []):
        _dispute(table, actor, dispute)


def _dispute(table: Table, actor: permissions.Actor, plan: dict[str, Any]) -> None:
    facts = {name: plan[name] for name in ("number", "incident", "facts", "seat")}
    raised = disputes.raise_dispute(policy=policy_of(table), actor=actor, **facts)
    if plan["is_decided"]:
        rulings.decide(table=table, actor=actor, dispute_id=raised.dispute, confirm=True)


def _hold(club: models.Club, actor: permissions.Actor, plan: dict[str, Any]) -> None:
    settings = {key: plan[key] for key in ("name", "law_set", "seed", "rounds", "deals_per_round", "players")}
    event = events.create(club=club, actor=actor, **settings)
    moves.start(event=event, actor=actor)
    for number, tables_of_a_round in enumerate(plan["played"], 1):
        if number > 1:
            moves.move_now(event=event, actor=actor, round_number=number - 1)
        rows = Table.objects.select_related("club", "law_set").filter(event=event).order_by("event_number")
        for table, entries in zip(rows, tables_of_a_round, strict=True):
            for maker, bid, trump, taken in entries:
                payload = {"maker": maker, "bid": bid, "trump": trump, "points": [taken, 14 - taken]}
                deals.record(policy=policy_of(table), actor=actor, payload=payload, key=uuid4())


def _enter(table: Table, actor: permissions.Actor, number: int, entry: dict[str, Any]) -> None:
    deal, policy = _deal(entry), policy_of(table)
    first_entered = entry.get("first_entered", {})
    deals.record(policy=policy, actor=actor, payload=deal | first_entered, key=uuid4(), number=number)
    if first_entered:
        changes = {field: deal[field] for field in first_entered}
        corrections.correct(
            policy=policy, actor=actor, number=number, changes=changes, reason=entry["reason"]
        )


def _deal(entry: dict[str, Any]) -> dict[str, Any]:
    if "deal" in entry:
        return dict(entry["deal"])
    deal = {name: value for name, value in entry.items() if name not in ("first_entered", "reason")}
    if "took" in deal:
        deal["points"] = deal.pop("took")
    if "won" in deal:
        takers = ["discards" if taker == "d" else int(taker) for taker in deal["won"]]
        deal["won"] = dict(zip(POINTS, takers, strict=True))
    return deal
