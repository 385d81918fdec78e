"""Results that a second person has to confirm before they are final."""

from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.journal import services as journal
from scoring.models import Event, Final, FinalProposal
from scoring.selectors import events as selected


def propose(event: Event, actor: Actor, standing: Final | None) -> FinalProposal | None:
    """Return the proposal that waits for somebody else, written down where there was none; None to confirm.

    A proposal counts as long as nothing was written about the event since. The event is locked.
    """
    known = selected.proposal(event)
    if known is not None:
        return None if known.by_member_id != actor.member else known
    proposed = FinalProposal.objects.create(
        event=event,
        edition=standing.edition + 1 if standing else 1,
        as_of=selected.version(event.pk),
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="event.final-proposed",
        data={"event": event.pk, "edition": proposed.edition, "as_of": proposed.as_of},
        event_id=event.pk,
        facts=[proposed],
    )
    return proposed
