"""Events: plan a progressive evening, let its tables take their deals, make results final."""

import secrets
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.parameters import Value
from laws.domain.sentences import _
from laws.services import pin
from scoring.access import Actor
from scoring.domain.events.fives import deals_of_a_game
from scoring.domain.events.settings import check_number_of_players, parse_settings
from scoring.domain.events.situation import MOVEMENT_VERSION
from scoring.domain.names import clean_name, clean_reason
from scoring.event_records import event_record
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
from scoring.refusals import Conflict, NotFound
from scoring.selectors import events as selected
from scoring.services import clubs, finals, journal, tables
from scoring.services.wishes import by_member, check

NO_TABLE_OF_THREE = _(
    "A deal of three players cannot be recorded: of the books only Chicago 1890 lets three play Cinch, each "
    "for himself, and there part of the pack stays undealt, so that a deal need not have all its points. "
    "Choose sit-out or table-of-five."
)


@transaction.atomic
def create(
    *,
    club: Club,
    actor: Actor,
    name: object,
    players: object,
    law_set: object = None,
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
    of `Entrant`, by the player's place in ``players`` from 1, other players named in them likewise. Raises
    InvalidInput under the name of the field.
    """
    actor.must("run an event")
    Club.objects.select_for_update().get(pk=club.pk)
    settings = parse_settings(movement, rounds=rounds, deals_per_round=deals_per_round)
    if settings.odd == "table-of-three":
        raise InvalidInput({"movement.odd": NO_TABLE_OF_THREE})
    family_game = tables.game_named("cinch" if game is None else game)
    laws = tables.pinned_law_set(
        club.law_set if law_set is None else law_set, parameters, variations, family_game
    )
    laws = laws.derive({"target_reached": "played-out"}) if settings.reaching_target == "played-out" else laws
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise InvalidInput({"players": _("A list of names, or of ids of members.")})
    check_number_of_players(len(players))
    members = clubs.present_players(club=club, actor=actor, players=players, seats=len(players))
    event = Event.objects.create(
        club=club,
        name=clean_name(name),
        game=family_game.slug,
        law_set=pin(laws),
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
        data={"event": event.pk, "law_set": laws.slug, "revision": laws.revision},
        event_id=event.pk,
        facts=[event, *entrants],
    )
    return event


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


def is_final(event_id: int) -> bool:
    """Return whether the results of an event were made final."""
    return Final.objects.filter(event=event_id).exists()


def lock_for_a_deal(event_id: int) -> Mapping[str, object]:
    """Lock the event's row before one of its tables is locked, and return its settings."""
    found = Event.objects.select_for_update().filter(pk=event_id).values_list("settings", flat=True)
    return dict(found[0])


def lock_table(table: Table) -> Table:
    """Lock a table, and before it the event it belongs to, if any; return the table as it is now."""
    if table.event_id:
        lock_for_a_deal(table.event_id)
    return tables.lock(table)


def must_take_a_deal(settings: Mapping[str, object], game_id: int, deals: int) -> None:
    """Raise Conflict ``round-closed`` where a table has played its deals, or its round is not in play.

    A round is not in play any more once the players have moved on, also from a table that the next round
    does without; once the move to it was taken back; and once the results are final. To be called with the
    event locked. ``settings`` are the event's own; ``deals`` how many count so far.
    """
    if deals >= _deals_due(settings, game_id):
        raise Conflict(_("All deals of this round are recorded at this table."), code="round-closed")
    later = Seating.objects.filter(
        event=OuterRef("event"), round_number__gt=OuterRef("round_number"), taken_back__isnull=True
    )
    in_play = Seating.objects.filter(
        ~Exists(later), placings__game=game_id, taken_back__isnull=True, event__finals__isnull=True
    )
    if not in_play.exists():
        raise Conflict(_("The round that this table has played is over."), code="round-closed")


def _deals_due(settings: Mapping[str, object], game_id: int) -> int:
    """Return how many deals a game has: at a table of five, whose round is several games, fewer."""
    due = int(str(settings["deals_per_round"]))
    if settings["odd"] != "table-of-five":
        return due
    here = Placing.objects.filter(game=game_id).values("seating", "table_number")[:1]
    at_table = Placing.objects.filter(
        seating=Subquery(here.values("seating")), table_number=Subquery(here.values("table_number"))
    )
    return deals_of_a_game(due, at_table.count())


def planner(event: Event) -> Actor:
    """Return whoever planned the event as an actor: what the service does by itself is done in his name."""
    member = Member.objects.get(pk=event.by_member_id or 0)
    return Actor(club_id=event.club_id, role=member.role, member_id=member.pk)
