"""The rulings in force on the deals of a game, and the decisions made at a table since a given time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from laws import queries
from laws.domain import roles
from scoring.clubs.models import Member
from scoring.disputes.models import DisputeStep
from scoring.disputes.queries.deals import SeatedDeal
from scoring.disputes.queries.people import People
from scoring.game.combined_decisions import DECISION_STEPS, Order
from scoring.game.score import Score
from scoring.game.seating import TableSeats
from scoring.tables import games
from scoring.tables.access import replaced_at
from scoring.tables.queries import seated_members
from scoring.tables.rulings import RulingRow, orders_from
from scoring.tables.table_policy import TablePolicy


@dataclass(frozen=True, slots=True)
class RulingOnDeal:
    """A decision in force on a deal. ``without`` is the score without the decision, None during the play."""

    step: DisputeStep
    people: People
    without: Score | None

    @property
    def effects(self) -> tuple[Order, ...]:
        return orders_from(self.step.content["effects"])

    @property
    def title(self) -> str:
        dispute = self.step.dispute
        book = queries.law_book_at(dispute.law_set.revision)
        return roles.fill(book.tables[dispute.incident].incident.title)


def rulings_on(
    game: games.GameRecord, members: Sequence[Member], numbers: Iterable[int], policy: TablePolicy
) -> dict[int, list[RulingOnDeal]]:
    """Return deal number → decisions in force. Deals without such a decision are left out.

    Runs no SQL if none of the deals has a decision.
    """
    rulings = {number: game.rulings[number] for number in numbers if number in game.rulings}
    if not rulings:
        return {}
    ids = [row.decided.step for rows in rulings.values() for row in rows]
    steps = DisputeStep.objects.select_related("dispute__law_set", "by_member").filter(pk__in=ids)
    by_id = {step.pk: step for step in steps.defer("dispute__law_set__content")}
    places = {row.number: place for place, row in enumerate(game.deals)}

    def without(row: RulingRow, number: int) -> Score | None:
        if number not in places:
            return None
        others = [other for other in rulings[number] if other is not row]
        return games.ruled_otherwise(game, number, others).entries[places[number]].score

    def people(row: RulingRow, number: int) -> People:
        return People.playing(
            SeatedDeal(game, number, members, policy),
            row.decided.seats,
            row.decided.facts,
            row.decided.trick,
        )

    return {
        number: [
            RulingOnDeal(by_id[row.decided.step], people(row, number), without(row, number)) for row in rows
        ]
        for number, rows in rulings.items()
    }


@dataclass(frozen=True, slots=True)
class RulingNotice:
    """A decision, as it is shown at its table."""

    step: DisputeStep
    members: Sequence[Member]
    seating: TableSeats
    policy: TablePolicy

    @property
    def title(self) -> str:
        return RulingOnDeal(self.step, People.unnamed(self.seating), None).title

    @property
    def changes(self) -> list[tuple[str, int, int]]:
        """Return for each side its players' names, and its score in the deal before and after the decision.

        The result is empty if the score is unchanged or unknown.
        """
        score = self.step.content["score"]
        if not score or score["before"]["scored"] == score["after"]["scored"]:
            return []
        sides = [
            self.policy.as_named([self.members[seat - 1] for seat in self.seating.seats_of(side)])
            for side in self.seating.sides()
        ]
        names = [" & ".join(member.name for member in side) for side in sides]
        return list(zip(names, score["before"]["scored"], score["after"]["scored"], strict=True))


def rulings_since(policy: TablePolicy, since: datetime, after_deal: int = 0) -> list[RulingNotice]:
    """Return the decisions made since a time at the table of a policy, the latest first.

    Changes and withdrawals of a decision count as decisions, too. Only decisions about deals after number
    ``after_deal`` are included. Decisions about deals that a slip with totals has replaced are left out.
    """
    table = policy.table
    about = DisputeStep.objects.filter(dispute__table=table, dispute__number__gt=after_deal)
    steps = (
        about.annotate(replaced_at=replaced_at("dispute__game"))
        .filter(kind__in=DECISION_STEPS, at__gte=since, replaced_at=None)
        .select_related("dispute__law_set", "dispute__game", "by_member")
        .defer("dispute__law_set__content")
        .order_by("-id")
    )
    return [
        RulingNotice(
            step,
            seated_members(step.dispute.game_id),
            games.game_played(step.dispute.game, table).seating,
            policy,
        )
        for step in steps
    ]
