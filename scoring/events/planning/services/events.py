"""Plan an event."""

import secrets
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.parameters import Value
from laws.domain.sentences import _
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events import queries
from scoring.events.models import Event
from scoring.events.people.services import attendance
from scoring.events.planning.domain.details import EventDetails, parse_details
from scoring.events.planning.domain.event_games import sizes_of
from scoring.events.planning.domain.settings import check_players, parse_settings
from scoring.events.planning.services import law_sets
from scoring.events.play.domain.plan_input import MOVEMENT_VERSION
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.tables.services import tables


@transaction.atomic
def create(
    *,
    club: Club,
    actor: Actor,
    name: object,
    players: object,
    date: object = None,
    time: object = None,
    place: object = None,
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
    has_new_name: bool = False,
) -> Event:
    """Plan an event and enter its players. Nobody is seated before `moves.start`.

    ``players`` are names or member ids; a new name joins the club as a player. ``wishes`` maps the position
    of a player in ``players``, from 1, to the player's wishes. A wish about another player also gives the
    position of this player.

    ``seed`` is the source of all draws. ``date`` and ``time`` are in the club's time zone. A day in the past,
    or more than ten years ahead, is refused.

    Defaults: the club's law set, the game Cinch, and a new seed. `parse_settings` has the defaults of
    ``rounds``, ``deals_per_round`` and ``movement``.

    Tables of three play under the event's law set if it includes the three-handed game, otherwise under the
    default law set. ``law_set_at_three`` must name the law set of these tables, or be left out.

    An idempotency ``key`` that was used before returns the event that was planned with it.

    With ``has_new_name`` the club must not have another event with this name and day, see
    `queries.has_evening`.

    Raises InvalidInput under the name of the field, and Conflict ``key-reused``.
    """
    actor.must("run an event")
    Club.objects.select_for_update().get(pk=club.pk)
    terms = [law_set, law_set_at_three, game, rounds, deals_per_round, movement, parameters, variations]
    when_and_where = [date, time, place]
    content = ["event.planned", club.pk, name, players, terms, seed, wishes or {}]
    content += [[str(value or "") for value in when_and_where]] if any(when_and_where) else []
    request = IdempotentRequest(actor, key, content)
    if request.answer:
        return Event.with_laws().get(pk=request.answer.body["event"])
    details = parse_details({"name": name, "date": date, "time": time, "place": place}, club.today)
    if has_new_name:
        _must_be_new(club, details)
    kind = tables.game_named("cinch" if game is None else game)
    count = len(players) if isinstance(players, Sequence) else None
    settings = parse_settings(
        movement, rounds=rounds, deals_per_round=deals_per_round, players=count, game=kind
    )
    law_set = club.law_set if law_set is None else law_set
    laws, at_three = law_sets.pinned(settings, kind, law_set, law_set_at_three, parameters, variations)
    players = check_players(players, min(sizes_of(kind, settings.odd)))
    settings.evening.check_players(len(players))
    settings.evening.check_rounds(len(players), settings.rounds)
    members = clubs.present_players(club=club, actor=actor, players=players, seats=len(players))
    event = Event.objects.create(
        club=club,
        planned_name=details.name,
        planned_date=details.date,
        planned_time=details.time,
        planned_place=details.place,
        game=kind.key,
        law_set=laws,
        law_set_at_three=at_three,
        settings=settings.canonical(),
        seed=seed or secrets.token_hex(16),
        movement_version=MOVEMENT_VERSION,
        at=timezone.now(),
        **actor.recorded(),
    )
    entrants = attendance.enter_all(event, actor, [member.pk for member in members], wishes or {})
    attendance.check_partners(settings, {entrant: entrant.wishes for entrant in entrants})
    write_entry(
        actor=actor,
        verb="event.planned",
        data={"event": event.pk, "law_set": laws.slug, "revision": laws.revision}
        | ({"revision_at_three": at_three.revision} if at_three else {}),
        event_id=event.pk,
        records=[event, *entrants],
    )
    request.keep(Answer("recorded", {"event": event.pk}))
    return event


def _must_be_new(club: Club, details: EventDetails) -> None:
    if queries.has_evening(club, details.name, details.date):
        reason = _("An evening of this name is planned already. Open it, or choose another name.")
        if details.date:
            reason = _(
                "An evening of this name is planned for this day already. Open it, or choose another name."
            )
        raise InvalidInput({"name": reason})
