"""Disputes: raise one. What is answered and chosen is in `answers`, deciding in `rulings`.

Every step locks the table (and before it its event), so that two who press at once come one after the other.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from laws import models
from laws.domain import arbiter, errors, lawbook
from laws.domain.compile import can_arise
from laws.domain.sentences import _
from laws.domain.vocabulary import DRAW
from scoring.clubs.access import Actor
from scoring.disputes.domain import parsing, state
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries import deals, disputes
from scoring.disputes.services import answers, steps
from scoring.refusals import Conflict
from scoring.tables.access import Host
from scoring.tables.models import Table

EVERY_GAME = "general"
"""The game of incidents that can happen in any."""


def raise_dispute(
    *,
    host: Host,
    actor: Actor,
    number: int,
    incident: object,
    choice: object = None,
    assume: bool = False,
    key: UUID | None = None,
    **sent: object,
) -> steps.StepTaken:
    """Raise a dispute about a deal, recorded or in play; what is returned has its id and its last step.

    ``sent`` are the fields of `reading.Statement`, as far as they are known; ``choice`` is what was chosen.
    With ``assume`` the usual answers stand in for facts not given. Raises InvalidInput by field; NotFound
    for a deal that there is not; Conflict ``deal-annulled``, ``no-deal-in-play``.
    """
    actor.must("raise a dispute")
    statement = parsing.Statement(**sent)

    def begin(locked: Table) -> disputes.DisputeCase:
        seated = deals.seated_deal(host, number)
        case = _raised(locked, actor, seated, _raised_content(seated, incident, statement, assume=assume))
        if choice is None:
            return case
        return steps.after(case, actor, "chosen", answers.choice_content(case, actor, choice))

    request = ["raise", host.table.pk, number, incident, sent, choice, assume]
    return steps.idempotent(host.table, actor, request, key, begin, outcome="recorded")


def _raised_content(
    seated: deals.SeatedDeal, incident: object, statement: parsing.Statement, *, assume: bool
) -> dict[str, Any]:
    """Return what the first step of a dispute keeps. Raises what `raise_dispute` does."""
    game, index = seated.game, seated.index
    if index is not None and game.state.entries[index].score.new_deal:
        void = _("Deal {number} is void: nothing can be raised against it.", number=seated.number)
        raise Conflict(void, code="deal-annulled")
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
        facts = with_the_usual(book, table.incident.id, facts)
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
    """Return the incidents that can be raised about a deal: those of its game, and of every game.

    What cannot happen as the table plays is not among them: nobody draws where there is a widow.
    """
    games = {*seated.game.kind.ruled_as, EVERY_GAME}
    incidents = [table.incident for table in seated.book.tables.values()]
    if seated.game.kind.widow:
        incidents = [each for each in incidents if each.needs != DRAW]
    return [each.id for each in incidents if each.game in games and can_arise(each, seated.game.law_set)]


def with_the_usual(
    book: lawbook.LawBook, incident: str, facts: Mapping[str, state.KnownFact]
) -> dict[str, state.KnownFact]:
    """Return facts with the usual answers to those not given, marked as assumed."""
    assumed = arbiter.rule(book, incident, state.undisputed(facts), assume=True).assumed
    return {
        **facts,
        **{key: state.KnownFact(assumed[key], "assumed") for key in assumed if key not in facts},
    }


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
