"""Events: plan a progressive evening, let its tables take their deals, make results final."""

import secrets
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.parameters import Value
from laws.domain.sentences import _
from laws.services import pin
from scoring.clubs.access import Actor
from scoring.clubs.services import clubs
from scoring.domain.events.settings import EventSettings, check_number_of_players, parse_settings
from scoring.domain.events.shape import FULL
from scoring.domain.events.threes import GAME_OF_THREE
from scoring.domain.games import GAMES
from scoring.event_records import event_record, settings_from
from scoring.events.domain.situation import MOVEMENT_VERSION
from scoring.events.services import finals
from scoring.game.names import clean_name, clean_reason
from scoring.journal import services as journal
from scoring.models import (
    Club,
    Entrant,
    Event,
    Final,
    FinalProposal,
    Member,
    Placing,
    Seating,
    Table,
)
from scoring.prepared import Query
from scoring.refusals import Conflict, NotFound
from scoring.selectors import events as selected
from scoring.services.wishes import by_member, check
from scoring.tables.games import GameRecord
from scoring.tables.services import tables


@transaction.atomic
def create(
    *,
    club: Club,
    actor: Actor,
    name: object,
    players: object,
    law_set: object = None,
    law_set_at_three: object = None,
    game: object = None,
    rounds: object = None,
    deals_per_round: object = None,
    movement: object = None,
    parameters: Mapping[str, Value] | None = None,
    variations: Sequence[str] | None = None,
    seed: str | None = None,
    wishes: Mapping[int, object] | None = None,
) -> Event:
    """Plan an event and enter its players, names or ids of members; nobody is seated before `rounds.start`.

    Whatever is left to chance is drawn from ``seed``, a fresh one where it is left out. ``wishes`` are those
    of `Entrant`, by the player's place in ``players`` from 1, other players named in them likewise. Tables of
    three play under ``law_set_at_three``: without one, under the event's own law set if it lets three play,
    otherwise under the first that does. Raises InvalidInput under the name of the field.
    """
    actor.must("run an event")
    Club.objects.select_for_update().get(pk=club.pk)
    settings = parse_settings(movement, rounds=rounds, deals_per_round=deals_per_round)
    family_game = tables.game_named("cinch" if game is None else game)
    if family_game.players != FULL:
        raise InvalidInput(
            {"game": _("The tables of an evening seat four; three play by the movement's setting “odd”.")}
        )
    laws = tables.pinned_law_set(
        club.law_set if law_set is None else law_set, parameters, variations, family_game
    )
    laws = _played(laws, settings)
    at_three = _laws_at_three(laws, law_set_at_three, settings)
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise InvalidInput({"players": _("A list of names, or of ids of members.")})
    check_number_of_players(len(players))
    members = clubs.present_players(club=club, actor=actor, players=players, seats=len(players))
    event = Event.objects.create(
        club=club,
        name=clean_name(name),
        game=family_game.slug,
        law_set=pin(laws),
        law_set_at_three=pin(at_three) if at_three else None,
        settings=settings.canonical(),
        seed=seed or secrets.token_hex(16),
        movement_version=MOVEMENT_VERSION,
        at=timezone.now(),
        **actor.recorded(),
    )
    wished = by_member(wishes or {}, members, settings.lists)
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, member=member, wishes=wished.get(member.pk, {}), at=event.at, **actor.recorded())
        for member in members
    )
    if wished:
        check(event)
    journal.write(
        actor=actor,
        verb="event.planned",
        data={
            "event": event.pk,
            "law_set": laws.slug,
            "revision": laws.revision,
            **({"revision_at_three": at_three.revision} if at_three else {}),
        },
        event_id=event.pk,
        facts=[event, *entrants],
    )
    return event


def _laws_at_three(laws: LawSet, named: object, settings: EventSettings) -> LawSet | None:
    """Return the law set of an event's tables of three, None where it has no such tables."""
    if settings.odd != "table-of-three":
        if named is not None:
            raise InvalidInput({"law_set_at_three": _("This event has no tables of three.")})
        return None
    if named is None and GAME_OF_THREE in laws.games:
        return laws
    if named is None:
        named = next(slug for slug, one in library.law_sets().items() if GAME_OF_THREE in one.games)
    try:
        found = tables.pinned_law_set(named, None, None, GAMES[GAME_OF_THREE])
    except InvalidInput as refusal:
        raise InvalidInput({"law_set_at_three": refusal.reasons}) from refusal
    return _played(found, settings)


def _played(laws: LawSet, settings: EventSettings) -> LawSet:
    """Return a law set as an evening plays by it: a round goes on where a side reaches the game, or not."""
    return laws.derive({"target_reached": "played-out"}) if settings.reaching_target == "played-out" else laws


def lock(event_id: int) -> Event:
    """Lock the event's row to the end of the transaction and return it; before any table of it is locked."""
    event = (
        Event.objects.select_for_update(of=("self",))
        .select_related("club", "law_set")
        .defer("law_set__content")
        .filter(pk=event_id)
        .first()
    )
    if event is None:
        raise NotFound
    return event


@transaction.atomic
def make_final(*, event: Event, actor: Actor, reason: object = "") -> Final | FinalProposal:
    """Make the results as they stand final; after a later correction, a new edition with its reason.

    Where the event asks for a second person, the first one only proposes them. Without anything new the
    edition that stands is returned. Raises Conflict ``event-not-over``.
    """
    actor.must("run an event")
    event = lock(event.pk)
    record = event_record(event)
    if not record.is_over:
        raise Conflict(_("The last round is not over yet."), code="event-not-over")
    standing = Final.objects.filter(event=event).order_by("edition").last()
    now = selected.version(event.pk)
    if standing is not None and not selected.changed_since(event, standing):
        return standing
    if record.settings.two_person_final and (proposed := finals.propose(event, actor, standing)) is not None:
        return proposed
    final = Final.objects.create(
        event=event,
        edition=standing.edition + 1 if standing else 1,
        as_of=now,
        reason=clean_reason(reason) if standing else "",
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="event.final",
        data={"event": event.pk, "edition": final.edition, "as_of": now},
        event_id=event.pk,
        facts=[final],
    )
    return final


_LOCKED = Query(
    lambda event: Event.objects.filter(pk=event).order_by().select_for_update().values_list("settings"),
    event=int,
)
_LATER = Seating.objects.filter(
    event=OuterRef("event"), round_number__gt=OuterRef("round_number"), taken_back__isnull=True
)
_IN_PLAY = Query(
    lambda game: (
        Seating.objects.filter(
            ~Exists(_LATER), placings__game=game, taken_back__isnull=True, event__finals__isnull=True
        )
        .order_by()
        .values_list("id")[:1]
    ),
    game=int,
)
"""The seating of a game's round, where that is in play."""


def is_final(event_id: int) -> bool:
    """Return whether the results of an event were made final."""
    return Final.objects.filter(event=event_id).exists()


def lock_for_a_deal(event_id: int) -> EventSettings:
    """Lock the event's row before one of its tables is locked, and return its settings."""
    (settings,) = _LOCKED.rows(event=event_id)[0]
    return settings_from(settings)


def lock_table(table: Table) -> Table:
    """Lock a table, and before it the event it belongs to, if any; return the table as it is now."""
    if table.event_id:
        lock_for_a_deal(table.event_id)
    return tables.lock(table)


def must_take_a_deal(settings: EventSettings, game: GameRecord, deals: int) -> None:
    """Raise Conflict ``round-closed`` where a table has played its deals, or its round is not in play.

    A round is not in play any more once the players have moved on, also from a table that the next round
    does without; once the move to it was taken back; and once the results are final. To be called with the
    event locked. ``settings`` are the event's own; ``deals`` how many count so far.
    """
    if deals >= settings.deals_of_a_game(_players_at(settings, game)):
        raise Conflict(_("All deals of this round are recorded at this table."), code="round-closed")
    if not _IN_PLAY.rows(game=game.game_id):
        raise Conflict(_("The round that this table has played is over."), code="round-closed")


def _players_at(settings: EventSettings, game: GameRecord) -> int:
    """Return how many have a place at the table of a game: at a table of five more than play the game."""
    if settings.odd != "table-of-five":
        return game.kind.players
    here = Placing.objects.filter(game=game.game_id).values("seating", "table_number")[:1]
    at_table = Placing.objects.filter(
        seating=Subquery(here.values("seating")), table_number=Subquery(here.values("table_number"))
    )
    return at_table.count()


def planner(event: Event) -> Actor:
    """Return whoever planned the event as an actor: what the service does by itself is done in his name."""
    member = Member.objects.get(pk=event.by_member_id or 0)
    return Actor(club_id=event.club_id, role=member.role, member_id=member.pk)
