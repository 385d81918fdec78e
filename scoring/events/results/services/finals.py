"""Make results final. In some events a second person must confirm them."""

from django.db import transaction

from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events import queries
from scoring.events.access import locked
from scoring.events.models import Event, Final, FinalProposal
from scoring.events.play.services import seating
from scoring.events.state import REOPENING, EventState
from scoring.game.names import clean_reason
from scoring.journal.models import Entry
from scoring.journal.services import add_record
from scoring.refusals import Conflict


@transaction.atomic
def make_final(
    *,
    event: Event,
    actor: Actor,
    reason: object = "",
    edition: int | None = None,
    version: int | None = None,
) -> Final | FinalProposal:
    """Make the current results final. If nothing has changed, the latest edition is returned.

    The first edition has no reason; every later edition needs a reason. If the latest edition was reopened
    and ``reason`` is empty, the new edition gets the reason of the reopening.

    If the event needs a second person, the first person only proposes the results, and a repeated request of
    this person returns the proposal. A proposal has no reason; the second person's reason is recorded.

    - ``edition``: the number that the actor expects the new edition to have. None: any number.
    - ``version``: the version of the event that the actor saw. None: any version.

    Raises InvalidInput under ``reason``. Raises Conflict:

    - ``event-not-over``: the evening is not over.
    - ``edition-changed``: edition ``edition`` exists already, or the results were reopened after ``version``.
    - ``event-cancelled``: the event was deleted.
    """
    state = locked(event, actor)
    if not state.is_over:
        raise Conflict(_("The evening is not over yet."), code="event-not-over")
    latest = latest_edition(event)
    if latest is not None and not queries.changed_since(event, latest):
        return latest
    must_be_as_seen(event, latest, edition, version)
    if latest is not None and state.reopening is not None and state.reopening.reopens_id == latest.pk:
        reason = reason or state.reopening.reason
    _log_last_cuts(state, actor)
    data = {"edition": latest.edition + 1 if latest else 1, "as_of": state.version}
    final: Final | FinalProposal = Final(event=event, reason=clean_reason(reason) if latest else "", **data)
    verb = "event.final"
    if state.settings.two_person_final:
        proposal = queries.proposal(event)
        if proposal is not None and proposal.by_member_id == actor.member:
            return proposal
        if proposal is None:
            final, verb = FinalProposal(event=event, **data), "event.final-proposed"
    data = {"event": event.pk, **data}
    return add_record(final, actor=actor, verb=verb, event_id=event.pk, data=data)


def latest_edition(event: Event) -> Final | None:
    """Return the latest edition of the final results, even if it was reopened."""
    return Final.objects.filter(event=event).order_by("edition").last()


def must_be_as_seen(event: Event, latest: Final | None, edition: int | None, version: int | None) -> None:
    """Raise Conflict ``edition-changed`` if the results are no longer as the actor saw them.

    The results have changed if edition ``edition`` exists already, or if they were reopened after
    ``version``. A value of None is not checked.
    """
    if latest is not None and edition is not None and edition <= latest.edition:
        sentence = _(
            "By now there is edition {number}. Look again before you make another.", number=latest.edition
        )
        raise Conflict(sentence, code="edition-changed")
    if version is not None and _was_reopened_since(event, version):
        sentence = _("The results were reopened meanwhile. Look again before you make them final.")
        raise Conflict(sentence, code="edition-changed")


def _was_reopened_since(event: Event, version: int) -> bool:
    changes = Entry.objects.filter(event=event, verb="event.changed", id__gt=version)
    return any(data["kind"] in REOPENING for data in changes.values_list("data", flat=True))


def _log_last_cuts(state: EventState, actor: Actor) -> None:
    """Write the missing journal entries about drawn cuts in the last round.

    In other rounds the move writes these entries, but no move follows the last round.
    """
    last = state.rounds[-1]
    logged = Entry.objects.filter(event=state.event, verb="round.cut-drawn").values_list("data", flat=True)
    known = {entry["table"] for entry in logged if entry["round"] == last.number}
    outcomes = [last.decided_outcome(table) for table in last.tables if table.number not in known]
    ties_cut = [outcome.cut for outcome in outcomes if outcome and outcome.cut]
    seating.log_drawn_cuts(state, last, ties_cut, actor)
