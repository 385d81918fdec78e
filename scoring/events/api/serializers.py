"""Serializers of events, rounds and standings.

The context of every serializer comes from `context_of`: the event's state, names, the time, and whether the
caller runs the event. Callers who do not run the event get what the pages show them: no wishes, no unmet
wishes, no event changes, and no seed before it has drawn the first places.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from laws.domain.sentences import from_json
from scoring.clubs.access import Actor
from scoring.events import queries
from scoring.events.models import Event, EventChange
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.state import EventState, load
from scoring.game.names import with_names
from scoring.web.api import PlayerSerializer, WhenField

WHOLE = serializers.IntegerField
TEXT = serializers.CharField
TAKEN_BACK = "The move was taken back: the players are moved again when the organiser says so."
HELD = "Somebody lets the next move wait: the players are moved when the organiser says so."

Context = Mapping[str, Any]


def context_of(state: EventState, actor: Actor) -> Context:
    return {
        "state": state,
        "names": queries.names_of(state),
        "now": timezone.now(),
        "may_run": actor.may("run an event"),
    }


def _players(players: Iterable[int], context: Context) -> list[dict[str, Any]]:
    return [{"id": player, "name": context["names"][player]} for player in players]


def _named(sentence: str, context: Context) -> str:
    """Return a sentence with the names of its players filled in."""
    return with_names(sentence, context["names"].__getitem__)


class ClockSerializer(serializers.Serializer[EventRound]):
    """The clock of the round in play, at the server's time."""

    round = WHOLE(source="number")
    phase = serializers.ChoiceField(
        source="life.phase", choices=["seated", "playing", "last-hand", "all-in", "moved"]
    )
    running = serializers.BooleanField(source="time.is_running")
    ends_at = WhenField(source="time.bell_due_at", allow_null=True)
    remaining_seconds = serializers.SerializerMethodField()
    last_hand = serializers.BooleanField(source="time.is_called")
    bell = WhenField(source="bell.at", allow_null=True)
    now = serializers.SerializerMethodField()

    @extend_schema_field(datetime)
    def get_now(self, _event_round: EventRound) -> str:
        now: datetime = self.context["now"]
        return now.isoformat()

    def get_remaining_seconds(self, event_round: EventRound) -> int | None:
        return event_round.time.remaining_seconds(self.context["now"])


class EntrantSerializer(serializers.Serializer[Any]):
    """A player who takes part."""

    id = WHOLE()
    name = TEXT()
    from_round = WHOLE()
    left_from_round = WHOLE(allow_null=True)
    here = serializers.BooleanField(help_text="Checked in, before the start.")
    wishes = serializers.DictField(help_text="Empty for callers who may not run the event.")

    def to_representation(self, entrant: Any) -> dict[str, Any]:
        attendance = self.context["state"].attendance
        return {
            **_players([entrant.member_id], self.context)[0],
            "from_round": entrant.from_round,
            "left_from_round": attendance.departures.get(entrant.pk),
            "here": entrant.pk in attendance.checked_in,
            "wishes": attendance.wishes_of(entrant) if self.context["may_run"] else {},
        }


class EventChangeSerializer(serializers.Serializer[Any]):
    """A change to an event after it was planned."""

    number = WHOLE()
    kind = serializers.ChoiceField(choices=EventChange.KINDS)
    from_round = WHOLE()
    content = serializers.DictField(allow_null=True)
    reason = TEXT(allow_blank=True)
    at = WhenField()


class EventSerializer(serializers.Serializer[EventState]):
    """An event with its rules, players and clock."""

    id = WHOLE(source="event.pk")
    version = WHOLE()
    club = TEXT(source="event.club.slug")
    name = TEXT(source="event.name")
    game = TEXT(source="event.game")
    law_set = TEXT(source="event.law_set.slug")
    law_set_at_three = TEXT(source="law_set_at_three.slug", allow_null=True)
    rounds = WHOLE(source="settings.rounds")
    deals_per_round = WHOLE(source="settings.deals_per_round")
    movement = serializers.DictField(source="settings.movement")
    seed = serializers.SerializerMethodField(
        help_text="Null for callers who may not run the event, until it has drawn the first places."
    )
    players = EntrantSerializer(many=True, source="entrants")
    round = WHOLE(source="current.number", allow_null=True)
    status = serializers.ChoiceField(choices=["planned", "running", "over", "cancelled"])
    hold = serializers.BooleanField(source="is_held")
    published = serializers.SerializerMethodField()
    changes = serializers.SerializerMethodField(help_text="Empty for callers who may not run the event.")
    clock = ClockSerializer(source="current", allow_null=True)
    url = serializers.SerializerMethodField()

    def get_seed(self, state: EventState) -> str | None:
        return state.event.seed if state.rounds or self.context["may_run"] else None

    @extend_schema_field(EventChangeSerializer(many=True))
    def get_changes(self, state: EventState) -> Any:
        return EventChangeSerializer(state.changes if self.context["may_run"] else (), many=True).data

    def get_published(self, state: EventState) -> list[str]:
        return [part for part in EventChange.PARTS if part in state.published]

    def get_url(self, state: EventState) -> str:
        return f"{settings.BASE_URL}/events/{state.event.pk}/"


class ResultSerializer(serializers.Serializer[Any]):
    """The result of a round at a table. The winner is null if a cut decides."""

    winner = WHOLE(allow_null=True)
    to_go = serializers.ListField(child=WHOLE())


class MovedSerializer(serializers.Serializer[Any]):
    """Where a player went from a table, and the reason."""

    player = WHOLE()
    to_table = WHOLE(allow_null=True)
    star = TEXT(allow_null=True)
    why = TEXT()


class DoubtedSerializer(serializers.Serializer[Any]):
    """A claim that a result is wrong."""

    id = WHOLE()
    note = TEXT(allow_blank=True)


class RoundTableSerializer(serializers.Serializer[EventTable]):
    """A table in a round."""

    number = WHOLE()
    table_id = WHOLE()
    seats = PlayerSerializer(many=True)
    deals = WHOLE()
    from_slip = serializers.BooleanField()
    vars()["in"] = serializers.BooleanField()
    disputed = DoubtedSerializer(many=True)
    decided = serializers.ListField(child=TEXT())
    last_decision = WHOLE()
    total = WHOLE()
    points = serializers.ListField(child=WHOLE())
    result = ResultSerializer(allow_null=True)
    moved = MovedSerializer(many=True)

    def to_representation(self, table: EventTable) -> dict[str, Any]:
        starting, result = table.figures.number("starting_score"), table.result
        is_decided = result.winners or not result.is_missing
        return {
            "number": table.number,
            "table_id": table.table_id,
            "seats": _players(table.players, self.context),
            "deals": table.deals,
            "from_slip": table.total is not None,
            "in": table.report.is_done,
            "disputed": DoubtedSerializer(table.doubts, many=True).data,
            "decided": sorted(table.decisions),
            "last_decision": table.last_decision,
            "total": table.total.number if table.total else 0,
            "points": [starting + scored for scored in table.points()],
            "result": {"winner": _winner(result), "to_go": list(result.to_go)} if is_decided else None,
            "moved": [
                {
                    "player": move["player"],
                    "to_table": move["to"][0] if move["to"] else None,
                    "star": move["star"],
                    "why": _named(from_json(move["why"]), self.context),
                }
                for move in self.context["onward"]
                if move["player"] in table.players
            ],
        }


def _winner(result: Any) -> int | None:
    """Return the winning side, or None if both sides have equally many points to go and a cut decides."""
    least = min(result.to_go, default=0)
    best = result.winners[:1] or [side for side, left in enumerate(result.to_go, 1) if left == least]
    return best[0] if len(best) == 1 else None


class RoundSerializer(serializers.Serializer[EventRound]):
    """A round: the seats with reasons, the results, and what the round waits for."""

    version = serializers.SerializerMethodField()
    number = WHOLE()
    status = TEXT(source="life.phase")
    generation = WHOLE(source="seating.generation")
    cause = TEXT(source="seating.cause")
    tables = RoundTableSerializer(many=True)
    sitting_out = serializers.SerializerMethodField()
    why = serializers.SerializerMethodField()
    ties_cut = serializers.SerializerMethodField()
    breaches = serializers.SerializerMethodField()
    metrics = serializers.DictField(source="seating.plan.metrics")
    late = serializers.ListField(source="life.late", child=WHOLE())
    waits_for = serializers.SerializerMethodField()
    bell = serializers.SerializerMethodField()

    def get_version(self, _event_round: EventRound) -> int:
        state: EventState = self.context["state"]
        return state.version

    @extend_schema_field(PlayerSerializer(many=True))
    def get_sitting_out(self, event_round: EventRound) -> list[dict[str, Any]]:
        return _players(event_round.sitting_out, self.context)

    def get_why(self, event_round: EventRound) -> list[dict[str, Any]]:
        names, law_id = self.context["names"], self.context["state"].law_id
        return [
            move
            | {
                "name": names[move["player"]],
                "why": _named(from_json(move["why"]), self.context),
                "law": law_id(move["law"]),
            }
            for move in event_round.seating.plan["moved"]
        ]

    def get_ties_cut(self, event_round: EventRound) -> list[dict[str, Any]]:
        names = self.context["names"]
        return [
            {
                "table": tie["table"],
                "source": tie["source"],
                "seed": tie["seed"] or None,
                "draws": [
                    [{"player": int(pk), "name": names[int(pk)], "card": card} for pk, card in draw.items()]
                    for draw in tie["draws"]
                ],
                "winners": tie["winners"],
                "explanation": [_named(from_json(line), self.context) for line in tie["explanation"]],
            }
            for tie in event_round.seating.plan["ties_cut"]
        ]

    def get_breaches(self, event_round: EventRound) -> list[dict[str, Any]]:
        """Return the wishes that could not be met. Empty for callers who do not run the event."""
        if not self.context["may_run"]:
            return []
        return [
            {"kind": breach["kind"], "why": _named(from_json(breach["why"]), self.context)}
            for breach in event_round.seating.plan["breaches"]
        ]

    def get_waits_for(self, event_round: EventRound) -> list[dict[str, Any]]:
        """Return what keeps the round from moving on. Entries about the whole round have no table."""
        waits: list[dict[str, Any]] = [
            {"table": blocker.table, "kind": blocker.kind, "why": str(blocker.why)}
            for blocker in event_round.life.blockers
        ]
        state: EventState = self.context["state"]
        if event_round is state.current and state.awaits_a_word:
            waits.append({"table": None, "kind": "taken-back", "why": TAKEN_BACK})
        if event_round is state.current and state.is_held:
            waits.append({"table": None, "kind": "held", "why": HELD})
        if event_round is state.current and state.too_few:
            waits.append({"table": None, "kind": "too-few", "why": str(state.too_few)})
        return waits

    def get_bell(self, event_round: EventRound) -> dict[str, Any] | None:
        return (
            {"at": event_round.bell.at.isoformat(), "cause": event_round.bell.cause}
            if event_round.bell
            else None
        )


class StandingSerializer(serializers.Serializer[Any]):
    """A player's line in the standings."""

    rank = WHOLE()
    player = PlayerSerializer()
    progressions = WHOLE()
    stars = serializers.DictField(child=WHOLE())
    points = WHOLE()
    games = WHOLE()
    best_round = WHOLE(allow_null=True)
    cinches = WHOLE()
    rounds_played = WHOLE()
    rounds_without_result = WHOLE()
    rounds_not_counted = WHOLE()
    points_not_counted = WHOLE()
    rounds_as_totals = WHOLE()
    sat_out = WHOLE()
    repeated_partners = WHOLE()
    decided_by = TEXT(allow_null=True)
    prizes = serializers.ListField(child=TEXT())

    def to_representation(self, line: Any) -> dict[str, Any]:
        """Return the line without a field-by-field pass, which is too slow for 400 players."""
        values: dict[str, Any] = line._asdict()
        return values | {
            "player": _players([line.player], self.context)[0],
            "stars": {star: values.pop(star) for star in ("gold", "red", "green")},
            "prizes": self.context["state"].board.prizes_of(line.player),
            "rounds_as_totals": self.context["state"].rounds_as_totals.get(line.player, 0),
        }


class AwardSerializer(serializers.Serializer[Any]):
    """A prize and its winners."""

    prize = TEXT()
    list = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()
    value = WHOLE(allow_null=True)
    why = serializers.SerializerMethodField()

    def get_list(self, award: Any) -> str | None:
        lists: tuple[str, ...] = self.context["state"].settings.lists
        return None if award.on_list is None else lists[award.on_list]

    @extend_schema_field(PlayerSerializer(many=True))
    def get_players(self, award: Any) -> Any:
        return _players(award.players, self.context)

    def get_why(self, award: Any) -> str:
        return _named(str(award.why), self.context)


class EditionSerializer(serializers.Serializer[Any]):
    """An edition of the final results, with the version of the event that it includes."""

    edition = WHOLE()
    version = WHOLE(source="as_of")
    at = WhenField()
    reason = TEXT(allow_blank=True)


class StandingsSerializer(serializers.Serializer[EventState]):
    """The standings as of a version of the event."""

    event = WHOLE(source="event.pk")
    version = WHOLE()
    status = TEXT()
    tie_breaks = serializers.ListField(source="settings.tie_breaks", child=TEXT())
    why_not_counted = TEXT(source="settings.why_not_counted", allow_null=True)
    players = StandingSerializer(source="board.standings", many=True)
    prizes = AwardSerializer(source="board.awards", many=True)
    editions = EditionSerializer(source="event.finals", many=True, read_only=True)
    proposed = serializers.SerializerMethodField()

    def get_proposed(self, state: EventState) -> int | None:
        proposal = queries.proposal(state.event)
        return proposal.edition if proposal else None


def event_as_json(event: Event, actor: Actor) -> dict[str, Any]:
    """Return the current event, with what the actor may read."""
    state = load(event)
    return EventSerializer(state, context=context_of(state, actor)).data


def round_as_json(event: Event, number: int, actor: Actor) -> dict[str, Any]:
    """Return a round, with what the actor may read. Raises NotFound for a round that was never seated."""
    state = load(event)
    event_round = state.round_of(number)
    onward = state.rounds[number].seating.plan["moved"] if number < len(state.rounds) else []
    return RoundSerializer(event_round, context={**context_of(state, actor), "onward": onward}).data


def standings_as_json(state: EventState, actor: Actor) -> dict[str, Any]:
    """Return the standings of an event's state, with the editions of the final results."""
    return StandingsSerializer(state, context=context_of(state, actor)).data
