"""Events: plan a progressive evening, let its tables take their deals, make results final."""

import secrets
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.parameters import Value
from laws.domain.sentences import _
from laws.services import pin
from scoring.clubs.access import Actor
from scoring.clubs.models import Club, Member
from scoring.clubs.services import clubs
from scoring.events import queries as selected
from scoring.events.domain.settings import EventSettings, check_number_of_players, parse_settings
from scoring.events.domain.situation import MOVEMENT_VERSION
from scoring.events.domain.values import FULL, GAME_OF_THREE
from scoring.events.domain.wishes import by_member
from scoring.events.models import Entrant, Event, Final, FinalProposal
from scoring.events.services import finals
from scoring.events.state import load
from scoring.game.games import GAMES
from scoring.game.names import clean_name, clean_reason
from scoring.journal import services as journal
from scoring.journal.services import Answer
from scoring.refusals import Conflict, NotFound
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
    key: UUID | None = None,
) -> Event:
    """Plan an event and enter its players, names or ids of members; nobody is seated before `rounds.start`.

    Whatever is left to chance is drawn from ``seed``, a fresh one where it is left out. ``wishes`` are those
    of `Entrant`, by the player's place in ``players`` from 1, other players named in them likewise. Tables of
    three play under ``law_set_at_three``: without one, under the event's own law set if it lets three play,
    otherwise under the first that does. A ``key`` that came before returns the event of that time.

    Raises InvalidInput under the name of the field, Conflict ``key-reused``.
    """
    actor.must("run an event")
    Club.objects.select_for_update().get(pk=club.pk)
    wanted = [law_set, law_set_at_three, game, rounds, deals_per_round, movement, parameters, variations]
    content = ["event.planned", club.pk, name, players, wanted, seed, wishes or {}]
    request = journal.IdempotentRequest(actor, key, content)
    if request.answer:
        planned = Event.objects.select_related("club", "law_set").defer("law_set__content")
        return planned.get(pk=request.answer.body["event"])
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
    wished = by_member(wishes or {}, [member.pk for member in members], settings.lists)
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, member=member, wishes=wished.get(member.pk, {}), at=event.at, **actor.recorded())
        for member in members
    )
    if wished:
        load(event).check_wishes()
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
    request.keep(Answer(status=201, body={"event": event.pk}))
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
    state = load(event)
    if not state.is_over:
        raise Conflict(_("The last round is not over yet."), code="event-not-over")
    standing = Final.objects.filter(event=event).order_by("edition").last()
    now = selected.version(event.pk)
    if standing is not None and not selected.changed_since(event, standing):
        return standing
    if state.settings.two_person_final and (proposed := finals.propose(event, actor, standing)) is not None:
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


def planner(event: Event) -> Actor:
    """Return whoever planned the event as an actor: what the service does by itself is done in his name."""
    member = Member.objects.get(pk=event.by_member_id or 0)
    return Actor(club_id=event.club_id, role=member.role, member_id=member.pk)
