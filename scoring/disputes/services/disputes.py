"""The service that raises a dispute; `answers` and `rulings` have the services for later steps.

Every step locks the event, if there is one, and then the table, so simultaneous requests run one by one.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from laws import models
from laws.domain import arbiter, errors
from laws.domain.compile import can_arise
from laws.domain.sentences import _
from laws.domain.vocabulary import DRAW
from scoring.clubs.permissions import Actor
from scoring.disputes.domain import parsing, state
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries import deals, disputes
from scoring.disputes.services import answers, steps
from scoring.refusals import Conflict
from scoring.tables.models import Table
from scoring.tables.table_policy import TablePolicy

EVERY_GAME = "general"
"""The value of an incident's ``game`` for incidents that can happen in every game."""


def raise_dispute(
    *,
    policy: TablePolicy,
    actor: Actor,
    number: int,
    incident: object,
    choice: object = None,
    assume: bool = False,
    key: UUID | None = None,
    **sent: object,
) -> steps.StepTaken:
    """Raise a dispute about a deal, recorded or in play.

    ``sent`` has fields of `parsing.Statement`. ``choice`` is a choice that a player has already made. With
    ``assume``, missing facts get their usual answers, see `with_the_usual`.

    Raises InvalidInput by field, NotFound for an unknown deal, Conflict ``deal-annulled``, ``key-reused`` or
    ``no-deal-in-play``, and the errors of `answers.choose`.
    """
    actor.must("raise a dispute")
    statement = parsing.Statement(**sent)

    def begin(locked: Table) -> disputes.DisputeCase:
        seated = deals.seated_deal(policy, number)
        content = _raised_content(seated, incident, statement, assume=assume)
        case = _raised(locked, actor, seated, content)
        if choice is None:
            return case
        return steps.after(case, actor, "chosen", answers.choice_content(case, actor, choice))

    request = ["raise", policy.table.pk, number, incident, sent, choice, assume]
    return steps.idempotent(policy.table, actor, request, key, begin, outcome="recorded")


def must_not_be_void(seated: deals.SeatedDeal) -> None:
    """Raise Conflict ``deal-annulled`` for a void deal, about which no dispute can be raised."""
    if seated.is_void:
        name = seated.policy.name_of_deal(seated.number)
        void = _("{deal} is void: nothing can be raised against it.", deal=name)
        raise Conflict(void, code="deal-annulled")


def _raised_content(
    seated: deals.SeatedDeal,
    incident: object,
    statement: parsing.Statement,
    *,
    assume: bool,
) -> dict[str, Any]:
    game, index = seated.game, seated.index
    must_not_be_void(seated)
    book = seated.book
    table = arbiter.table_of(book, incident)
    ours = incidents_at(seated)
    if table.incident.id not in ours:
        raise errors.InvalidInput({"incident": errors.not_among(incident, ours, _("incident of this game"))})
    about = parsing.read_about(statement, seated.rules, seated.seating)
    known = seated.known(table.incident, about.seats.get("offender"), about.trick)
    facts = parsing.read_facts(table, statement.facts, known, seated.seating)
    answers.must_agree(seated, about.seats, facts)
    if assume:
        facts = with_the_usual(seated, table.incident.id, facts)
    return {
        "incident": table.incident.id,
        "game": game.kind.slug,
        "is_in_play": index is None,
        "seats": about.seats,
        "points": about.points,
        "trick": about.trick,
        "facts": {key: fact.canonical() for key, fact in facts.items()},
    }


def incidents_at(seated: deals.SeatedDeal) -> list[str]:
    """Return the ids of the incidents that can be raised about a deal.

    An incident must belong to the deal's game or to every game. Incidents that cannot happen at the table are
    left out, such as errors in the draw in a game with a widow.
    """
    games = {*seated.game.kind.ruled_as, EVERY_GAME}
    incidents = [table.incident for table in seated.book.tables.values()]
    if seated.game.kind.widow:
        incidents = [incident for incident in incidents if incident.needs != DRAW]
    law_set = seated.game.law_set
    return [incident.id for incident in incidents if incident.game in games and can_arise(incident, law_set)]


def with_the_usual(
    seated: deals.SeatedDeal, incident: str, facts: Mapping[str, state.KnownFact]
) -> dict[str, state.KnownFact]:
    """Return the facts. Add the usual answer to each missing fact that can change the ruling.

    The usual answers are marked as assumed. A missing fact without a usual answer stays missing.
    """
    stated, is_recorded = state.undisputed(facts), not seated.is_in_play
    ruling = arbiter.rule(seated.book, incident, stated, assume=True, is_recorded=is_recorded)
    assumed = {key: state.KnownFact(answer, "assumed") for key, answer in ruling.assumed.items()}
    return {**facts, **{key: fact for key, fact in assumed.items() if key not in facts}}


def _raised(
    table: Table, actor: Actor, seated: deals.SeatedDeal, content: Mapping[str, Any]
) -> disputes.DisputeCase:
    now = timezone.now()
    dispute = Dispute.objects.create(
        table=table,
        game_id=seated.game.game_id,
        number=seated.number,
        incident=content["incident"],
        law_set=models.LawSetRevision.objects.defer("content").get(pk=seated.game.laws.law_set_id),
        at=now,
        **actor.recorded(),
    )
    first = DisputeStep(
        dispute=dispute, seq=1, kind="raised", content=dict(content), at=now, **actor.recorded()
    )
    return disputes.DisputeCase(dispute, seated, [first])
