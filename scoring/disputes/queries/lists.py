"""Look up disputes: of a club, a table, an event or a deal, and the disputes that wait for a decision.

Also looks up the irregularities on a deal's record.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from scoring.clubs.models import Club
from scoring.disputes.domain.state import OPENING_OR_CLOSING
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.deals import SeatedDeal
from scoring.disputes.queries.disputes import DisputeCase, cases_of
from scoring.game.combined_decisions import DECISION_STEPS
from scoring.game.found_irregularities import Irregularity, irregularities_in
from scoring.refusals import NotFound
from scoring.tables.access import replaced_at
from scoring.tables.models import Table


def undecided() -> QuerySet[Dispute]:
    """Return the disputes that need a decision: not decided yet, or appealed against.

    Dropped disputes are left out.
    """
    turning = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind__in=OPENING_OR_CLOSING)
    last = Subquery(turning.order_by("-seq").values("kind")[:1])
    return Dispute.objects.annotate(turned=Coalesce(last, Value("appealed"))).filter(turned="appealed")


def disputes_at(table: Table) -> QuerySet[Dispute]:
    """Return all disputes at a table, including decided and dropped disputes, the latest first."""
    return with_relations().filter(table=table)


def disputes_of(
    club: Club,
    *,
    law: str | None = None,
    player: int | None = None,
    table: int | None = None,
    event: int | None = None,
    is_open: bool | None = None,
) -> QuerySet[Dispute]:
    """Return the disputes of a club that meet every given condition, the latest first.

    - ``law``: the id of a law that is in ``laws`` of any step, see `DisputeStep`.
    - ``player``: the id of a member who is the offender according to any step.
    - ``is_open``: True for the disputes that need a decision (`undecided`), False for all others,
      including dropped disputes. None for both.
    """
    equal = {"table__club": club, "table": table, "table__event": event}
    disputes = with_relations().filter(**{name: value for name, value in equal.items() if value is not None})
    steps = DisputeStep.objects.filter(dispute=OuterRef("pk"))
    if law is not None:
        disputes = disputes.filter(Exists(steps.filter(laws__contains=f" {law} ")))
    if player is not None:
        disputes = disputes.filter(Exists(steps.filter(player=player)))
    if is_open is not None:
        still_open = Q(pk__in=undecided().filter(table__club=club).values("pk"))
        disputes = disputes.filter(still_open if is_open else ~still_open)
    return disputes


def dispute_case(dispute_id: int, until: int | None = None) -> DisputeCase:
    """Return a dispute with its deal and people. Raises NotFound.

    With ``until``, only the steps up to this number count, see `cases_of`.
    """
    return _case(with_relations().filter(pk=dispute_id), until)


def case_at(table: Table, dispute_id: int) -> DisputeCase:
    """Return a dispute of the table with its deal and people. Raises NotFound."""
    return _case(with_relations().filter(pk=dispute_id, table=table))


def _case(disputes: QuerySet[Dispute], until: int | None = None) -> DisputeCase:
    if not (cases := cases_of(disputes, until)):
        raise NotFound
    return cases[0]


def published(event_id: int) -> QuerySet[Dispute]:
    """Return the decided disputes of an event, the latest first.

    Disputes whose decision is under appeal are included. Disputes whose decision was withdrawn are not.
    """
    last = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind__in=DECISION_STEPS).order_by("-seq")
    disputes = (
        with_relations().filter(table__event=event_id).annotate(decision=Subquery(last.values("kind")[:1]))
    )
    return disputes.filter(decision__isnull=False).exclude(decision="withdrawn")


def found_on(seated: SeatedDeal) -> tuple[Irregularity, ...]:
    """Return the irregularities that the record of a deal shows; none while the deal is in play."""
    if seated.index is None:
        return ()
    return irregularities_in(seated.deal, seated.rules)


def with_relations() -> QuerySet[Dispute]:
    """Return all disputes, the latest first, with the related rows that pages and the API show."""
    return (
        Dispute.objects.select_related(
            "table__club", "table__event", "table__law_set", "game", "law_set", "by_member"
        )
        .defer("law_set__content", "table__law_set__content")
        .annotate(replaced_at=replaced_at("game"))
        .prefetch_related("steps__by_member", "steps__player")
        .order_by("-at", "-id")
    )


def open_disputes_at(table: Table, next_number: int, after_deal: int = 0) -> list[DisputeCase]:
    """Return the disputes about which somebody still has to do something.

    These are all disputes that need a decision. A decided dispute about the deal in play (``next_number``) is
    included if its decision has effects to carry out, orders a new deal, or depends on points that nobody has
    named. Only disputes about deals after number ``after_deal`` are returned.
    """
    here = Dispute.objects.filter(table=table, number__gt=after_deal)
    open_here = Q(pk__in=undecided().filter(table=table).values("pk"))
    asking = here.filter(open_here | Q(number=next_number)).order_by().values_list("pk", flat=True)
    cases = cases_of(disputes_named(asking))
    return [
        case
        for case in cases
        if case.state.is_open or case.to_carry_out or case.new_deals or case.needs_points
    ]


def queue(club: Club, event_id: int | None = None) -> QuerySet[Dispute]:
    """Return the disputes that still need a decision, the oldest first."""
    return disputes_of(club, event=event_id, is_open=True).order_by("at", "id")


def disputes_named(ids: Iterable[int]) -> list[Dispute]:
    """Return the disputes with these ids, the oldest first. Runs no SQL if there are no ids."""
    named = list(ids)
    return list(with_relations().filter(pk__in=named).order_by("at", "id")) if named else []


def raised_on(table_id: int, number: int) -> set[tuple[str, int | None, int | None]]:
    """For each dispute on a deal, return the incident, offender's seat and trick with which it was raised.

    Dropped disputes are left out.
    """
    steps = DisputeStep.objects.filter(dispute__table=table_id, dispute__number=number, seq=1)
    dropped = DisputeStep.objects.filter(kind="dropped").values("dispute")
    return {
        (content["incident"], content["seats"].get("offender"), content.get("trick"))
        for content in steps.exclude(dispute__in=dropped).values_list("content", flat=True)
    }
