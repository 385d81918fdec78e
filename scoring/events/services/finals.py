"""Results that a second person has to confirm before they are final."""

from scoring.clubs.access import Actor
from scoring.events import queries as selected
from scoring.events.models import Event, Final, FinalProposal
from scoring.journal import services as journal


def propose(event: Event, actor: Actor, standing: Final | None) -> FinalProposal | None:
    """Return the proposal that waits for somebody else, written down where there was none; None to confirm.

    A proposal counts as long as nothing was written about the event since. The event is locked.
    """
    known = selected.proposal(event)
    if known is not None:
        return None if known.by_member_id != actor.member else known
    edition, as_of = standing.edition + 1 if standing else 1, selected.version(event.pk)
    proposed = FinalProposal(event=event, edition=edition, as_of=as_of)
    data = {"event": event.pk, "edition": edition, "as_of": as_of}
    return journal.add_fact(proposed, actor=actor, verb="event.final-proposed", event_id=event.pk, data=data)
