"""The JSON of events, rounds and standings.

Callers who may not run the event get no wishes, no unmet wishes and no event changes. They get the seed only
after round 1 is seated.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from rest_framework import serializers

from laws.dataclass_serializers import DataclassSerializer
from laws.queries import number_of
from scoring.clubs.permissions import Actor
from scoring.events import queries
from scoring.events.models import Doubt, Entrant, Event, EventChange, Final
from scoring.events.planning.domain.settings import without_effect
from scoring.events.play.plan_json import published_ties
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.domain.standings import Award, RankLine
from scoring.events.state import EventState, load_state
from scoring.game.references import named, restored
from scoring.web.api import Player

TAKEN_BACK = "The move was taken back: the players are moved again when the director says so."
HELD = "Somebody lets the next move wait: the players are moved when the director says so."


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event with its rules, players and clock, as one caller may see it."""

    state: EventState
    names: Mapping[int, str]
    now: datetime
    may_run: bool

    @classmethod
    def to(cls, actor: Actor, state: EventState) -> "ShownEvent":
        return cls(state, queries.names_of(state), timezone.now(), actor.may("run an event"))

    def players_of(self, members: Iterable[int]) -> list[Player]:
        return [Player(member, self.names[member]) for member in members]

    def named(self, sentence: str) -> str:
        """Return a sentence with players' names in place of references to players."""
        return named(sentence, player=self.names.__getitem__)

    def named_from(self, content: object) -> str:
        """Return the text of a sentence that was stored as JSON, with players' names."""
        return self.named(restored(content))

    @property
    def seed(self) -> str | None:
        """The seed. Null before round 1 is seated, except for callers who may run the event."""
        return self.state.event.seed if self.state.rounds or self.may_run else None

    @property
    def players(self) -> "list[ShownEntrant]":
        return [ShownEntrant(self, entrant) for entrant in self.state.entrants]

    @property
    def published(self) -> list[str]:
        return [part for part in EventChange.PARTS if part in self.state.published]

    @property
    def ignored(self) -> list[str]:
        """The settings that differ from their default, but have no effect in this evening."""
        return list(without_effect(self.state.settings, self.state.terms.game))

    @property
    def changes(self) -> Sequence[EventChange]:
        """All changes to the event. Empty for callers who may not run the event."""
        return self.state.changes if self.may_run else ()

    @property
    def clock(self) -> "ShownRound | None":
        return ShownRound(self, self.state.current) if self.state.current else None

    @property
    def url(self) -> str:
        return f"{settings.BASE_URL}/events/{self.state.event.pk}/"

    @property
    def law_set_revision(self) -> int | None:
        """The revision number of a club's law set, as in ``slug@number``. Null for a law set of a book."""
        return number_of(self.state.law_set)

    @property
    def competitors(self) -> str:
        """Who has lines in the standings: "persons", "pairs" or "mixed"."""
        return self.state.competitors

    @property
    def standings(self) -> "list[ShownStanding]":
        return [ShownStanding(self, line) for line in self.state.board.standings]

    @property
    def awards(self) -> "list[ShownAward]":
        return [ShownAward(self, award) for award in self.state.board.awards]

    @property
    def results(self) -> queries.Results:
        return queries.results_of(self.state)

    @property
    def proposed(self) -> int | None:
        proposal = queries.proposal(self.state.event)
        return proposal.edition if proposal else None


@dataclass(frozen=True, slots=True)
class ShownEntrant:
    """A player who takes part."""

    event: ShownEvent
    entrant: Entrant

    @property
    def name(self) -> str:
        return self.event.names[self.entrant.member_id]

    @property
    def left_from_round(self) -> int | None:
        return self.event.state.attendance.departures.get(self.entrant.pk)

    @property
    def here(self) -> bool:
        """Whether the player is checked in. False once round 1 is seated."""
        return self.entrant.pk in self.event.state.attendance.checked_in

    @property
    def wishes(self) -> Mapping[str, Any]:
        """The wishes of the player. Empty for callers who may not run the event."""
        return self.event.state.attendance.wishes_of(self.entrant) if self.event.may_run else {}


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round with its seats, the reasons for them, its results and what it waits for."""

    event: ShownEvent
    event_round: EventRound
    onward: Sequence[Mapping[str, Any]] = ()
    """Where each player goes after this round."""

    @property
    def remaining_seconds(self) -> int | None:
        return self.event_round.time.remaining_seconds(self.event.now)

    @property
    def moves_at(self) -> datetime | None:
        """When the players move by themselves, or None.

        None for a past round, for the last round, and while the round is played. Also None if the event has
        no countdown, or while something stops the countdown, such as a tie that is not cut yet.
        """
        state = self.event.state
        is_followed = self.event_round is state.current and state.last_round is None
        return queries.next_move(state).at if is_followed else None

    @property
    def tables(self) -> "list[ShownEventTable]":
        return [ShownEventTable(self, table) for table in self.event_round.tables]

    @property
    def sitting_out(self) -> list[Player]:
        return self.event.players_of(self.event_round.sitting_out)

    @property
    def why(self) -> list[dict[str, Any]]:
        """The move of each player to this round.

        A move has the new place, the reason and its law, and the place card if the player drew a card.
        """
        return [
            move
            | {
                "name": self.event.names[move["player"]],
                "why": self.event.named_from(move["why"]),
                "law": self.event.state.law_id(move["law"]),
                "card": move.get("card"),
            }
            for move in self.event_round.seating.plan["moved"]
        ]

    @property
    def ties_cut(self) -> list[dict[str, Any]]:
        """The cuts that decided who won tables of the previous round."""
        names = self.event.names
        return [
            {
                "table": tie.table,
                "source": tie.source,
                "seed": tie.seed or None,
                "draws": [
                    [{"player": player, "name": names[player], "card": card} for player, card in draw.items()]
                    for draw in tie.draws
                ],
                "winners": tie.winners,
                "explanation": [self.event.named(line) for line in tie.explanation],
            }
            for tie in published_ties(self.event_round)
        ]

    @property
    def breaches(self) -> list[dict[str, Any]]:
        """The wishes that could not be met. Empty for callers who may not run the event."""
        breaches = self.event_round.seating.plan["breaches"] if self.event.may_run else ()
        return [{"kind": breach["kind"], "why": self.event.named_from(breach["why"])} for breach in breaches]

    @property
    def waits_for(self) -> list[dict[str, Any]]:
        """The reasons why the players do not move on yet.

        ``table`` is None in a reason that concerns the whole round. Empty once the players have moved on or
        the evening is over.
        """
        state = self.event.state
        if state.is_over:
            return []
        waits: list[dict[str, Any]] = [
            {"table": blocker.table, "kind": blocker.kind, "why": str(blocker.why)}
            for blocker in self.event_round.life.blockers
        ]
        if self.event_round is state.current and state.move_was_taken_back:
            waits.append({"table": None, "kind": "taken-back", "why": TAKEN_BACK})
        if self.event_round is state.current and state.is_held:
            waits.append({"table": None, "kind": "held", "why": HELD})
        if self.event_round is state.current and state.too_few:
            waits.append({"table": None, "kind": "too-few", "why": str(state.too_few)})
        return waits

    @property
    def bell(self) -> dict[str, Any] | None:
        bell = self.event_round.bell
        return {"at": bell.at.isoformat(), "cause": bell.cause} if bell else None


@dataclass(frozen=True, slots=True)
class ShownResult:
    """The result of a table in a round.

    - ``winner``: the first of the named winners or, without named winners, the best side. Null if several
      sides are equally good.
    - ``to_go``: the points that each side still needs to reach the game. Empty if only winners are known.
    """

    winner: int | None
    to_go: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a player moved for the next round, the reason for the move, and the star that the player won."""

    player: int
    to_table: int | None
    star: str | None
    why: str


@dataclass(frozen=True, slots=True)
class ShownEventTable:
    """A table in a round."""

    in_round: ShownRound
    table: EventTable

    @property
    def seats(self) -> list[Player]:
        return self.in_round.event.players_of(self.table.players)

    @property
    def from_slip(self) -> bool:
        return self.table.total is not None

    @property
    def decided(self) -> list[str]:
        return sorted(self.table.decisions)

    @property
    def total(self) -> int:
        """The number of the latest total from a slip, or 0 without a total.

        The totals of a table in a round are numbered from 1. A correction is a new total.
        """
        return self.table.total.number if self.table.total else 0

    @property
    def total_after_deals(self) -> int | None:
        """The number of deals to which the latest total is added.

        None if the total replaces the deals, and if the table has no total.
        """
        return self.table.total.after_deals if self.table.total else None

    @property
    def points(self) -> list[int]:
        starting = self.table.game_law_set.number("starting_score")
        return [starting + scored for scored in self.table.points()]

    @property
    def result(self) -> ShownResult | None:
        result = self.table.result
        if result.is_missing and not result.winners:
            return None
        least = min(result.to_go, default=0)
        best = result.winners[:1] or [side for side, left in enumerate(result.to_go, 1) if left == least]
        return ShownResult(best[0] if len(best) == 1 else None, result.to_go)

    @property
    def moved(self) -> list[Moved]:
        named_from = self.in_round.event.named_from
        return [
            Moved(
                move["player"],
                move["to"][0] if move["to"] else None,
                move["star"],
                named_from(move["why"]),
            )
            for move in self.in_round.onward
            if move["player"] in self.table.players
        ]


@dataclass(frozen=True, slots=True)
class ShownStandIn:
    """A player who took the seat of a member of a pair in some rounds."""

    player: Player
    instead_of: Player
    rounds: Sequence[int]


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """The line of a person or a pair in the standings."""

    event: ShownEvent
    line: RankLine

    @property
    def player(self) -> Player:
        """The person or pair. A pair has its own name.

        The id is that of the person, or of the member of the pair who was entered first.
        """
        return Player(self.line.player, self.line.competitor.name(self.event.names))

    @property
    def members(self) -> list[Player]:
        return self.event.players_of(self.line.competitor.members)

    @property
    def stand_ins(self) -> "list[ShownStandIn]":
        return [
            ShownStandIn(player, member, stand_in.rounds)
            for stand_in in self.line.competitor.stand_ins
            for player, member in [self.event.players_of((stand_in.player, stand_in.instead_of))]
        ]

    @property
    def stars(self) -> dict[str, int]:
        return {"gold": self.line.gold, "red": self.line.red, "green": self.line.green}

    @property
    def prizes(self) -> list[str]:
        return self.event.state.board.prizes_of(self.line.competitor)

    @property
    def rounds_as_totals(self) -> int:
        """The number of rounds with a total from a slip."""
        return self.event.state.rounds_as_totals.get(self.line.competitor, 0)


@dataclass(frozen=True, slots=True)
class ShownAward:
    """A prize and its winners."""

    event: ShownEvent
    award: Award

    @property
    def list(self) -> str | None:
        on_list = self.award.on_list
        return None if on_list is None else self.event.state.settings.lists[on_list]

    @property
    def players(self) -> Sequence[Player]:
        """The persons who win the prize. A pair is listed as its members."""
        return self.event.players_of(self.award.players)

    @property
    def winners(self) -> Sequence[str]:
        """The names of the persons or pairs who win the prize."""
        return [winner.name(self.event.names) for winner in self.award.winners]

    @property
    def why(self) -> str:
        return self.event.named(self.award.why)


class EntrantSerializer(DataclassSerializer):
    dataclass = ShownEntrant
    names = "id=entrant.member_id name from_round=entrant.from_round left_from_round here wishes"


class EventChangeSerializer(DataclassSerializer):
    """A change to an event after it was planned."""

    dataclass = EventChange
    names = "number kind from_round content reason at"
    kind = serializers.ChoiceField(choices=EventChange.KINDS)
    content = serializers.DictField(allow_null=True)


class ClockSerializer(DataclassSerializer):
    """The clock of the round in play. ``now`` is the server's time."""

    dataclass = ShownRound
    names = (
        "round=event_round.number phase=event_round.life.phase running=event_round.time.is_running "
        "ends_at=event_round.time.bell_due_at remaining_seconds last_hand=event_round.time.is_called "
        "bell=event_round.bell.at moves_at now=event.now"
    )
    computed = ("remaining_seconds", "moves_at", "now")


class EventSerializer(DataclassSerializer):
    dataclass = ShownEvent
    names = (
        "id=state.event.pk version=state.version club=state.event.club.slug name=state.event.name "
        "date=state.event.details.date time=state.event.details.time place=state.event.details.place "
        "game=state.event.game law_set=state.event.law_set.slug law_set_revision "
        "law_set_at_three=state.law_set_at_three.slug "
        "rounds=state.settings.rounds deals_per_round=state.settings.deals_per_round "
        "movement=state.settings.movement seed players round=state.current.number status=state.status "
        "hold=state.is_held published ignored changes clock url results=results.stage edition=results.edition"
    )
    computed = ("law_set_revision", "seed", "published", "ignored", "changes", "url", "results")
    results = serializers.ChoiceField(
        source="results.stage",
        choices=("open", "provisional", "final", "changed"),
        help_text="The stage of the results. `changed`: a correction was made after the last final edition.",
    )


class ResultSerializer(DataclassSerializer):
    dataclass = ShownResult


class MovedSerializer(DataclassSerializer):
    dataclass = Moved


class DoubtedSerializer(DataclassSerializer):
    """A claim that a result is wrong."""

    dataclass = Doubt
    names = "id note"


class RoundTableSerializer(DataclassSerializer):
    dataclass = ShownEventTable
    names = (
        "number=table.number table_id=table.table_id seats deals=table.deals from_slip "
        "in=table.report.is_done disputed=table.doubts decided last_decision=table.last_decision total "
        "total_after_deals points result moved"
    )


class RoundSerializer(DataclassSerializer):
    dataclass = ShownRound
    names = (
        "version=event.state.version number=event_round.number status=event_round.life.phase "
        "generation=event_round.seating.generation cause=event_round.seating.cause tables sitting_out why "
        "ties_cut breaches metrics=event_round.seating.plan.metrics late=event_round.life.late waits_for bell"
    )
    computed = ("version", "sitting_out", "why", "ties_cut", "breaches", "waits_for", "bell")
    status = serializers.CharField()
    metrics = serializers.DictField()


class StandInSerializer(DataclassSerializer):
    """A player who took the seat of a member of a pair in some rounds. The results count for the pair."""

    dataclass = ShownStandIn


class StandingSerializer(DataclassSerializer):
    dataclass = ShownStanding
    names = (
        "player rank=line.rank progressions=line.progressions games=line.games points=line.points "
        "best_round=line.best_round cinches=line.cinches rounds_played=line.rounds_played "
        "rounds_without_result=line.rounds_without_result sat_out=line.sat_out "
        "repeated_partners=line.repeated_partners decided_by=line.decided_by "
        "rounds_not_counted=line.rounds_not_counted points_not_counted=line.points_not_counted stars prizes "
        "rounds_as_totals members stand_ins"
    )


class AwardSerializer(DataclassSerializer):
    dataclass = ShownAward
    names = "prize=award.prize list players value=award.value why winners"
    computed = ("list", "players", "why", "winners")


class EditionSerializer(DataclassSerializer):
    """An edition of the final results.

    ``version`` is the version of the event on which the edition is based.
    """

    dataclass = Final
    names = "edition version=as_of at reason"


class StandingsSerializer(DataclassSerializer):
    """The standings of an event at one of its versions."""

    dataclass = ShownEvent
    names = (
        "event=state.event.pk version=state.version status=state.status tie_breaks=state.settings.tie_breaks "
        "competitors "
        "why_not_counted=state.settings.why_not_counted players=standings prizes=awards "
        "editions=state.event.finals proposed"
    )
    computed = ("proposed",)
    status = serializers.CharField()
    competitors = serializers.ChoiceField(choices=("persons", "pairs", "mixed"))
    editions = EditionSerializer(many=True, read_only=True)


def event_as_json(event: Event, actor: Actor) -> dict[str, Any]:
    """Return the event as it is now, without the parts that the actor may not read."""
    return EventSerializer(ShownEvent.to(actor, load_state(event))).data


def round_as_json(event: Event, number: int, actor: Actor) -> dict[str, Any]:
    """Return a round, without the parts that the actor may not read.

    Raises NotFound for a round that is not seated.
    """
    state = load_state(event)
    event_round = state.round_of(number)
    onward = state.rounds[number].seating.plan["moved"] if number < len(state.rounds) else []
    return RoundSerializer(ShownRound(ShownEvent.to(actor, state), event_round, onward)).data


def standings_as_json(state: EventState, actor: Actor) -> dict[str, Any]:
    """Return the standings in this state of an event, with all editions of its final results."""
    return StandingsSerializer(ShownEvent.to(actor, state)).data
