"""What would be different in a round if it were seated now: results were corrected after the players moved.

Seats that were taken stay; this is what an organiser looks at before he takes a move back, or lets it be.
"""

from scoring.domain.events.comparison import Difference, compare
from scoring.event_attendance import AMENDED, SWAP
from scoring.event_records import EventRecord
from scoring.event_telling import plan_told
from scoring.events.domain.plan import plan
from scoring.round_records import RoundRecord


def differences(record: EventRecord, one: RoundRecord) -> tuple[Difference, ...]:
    """Return everybody who would be elsewhere if the round were seated as the results stand now.

    Nobody for round 1, for a round whose seats were changed by hand, and where nothing that the seats rest on
    has changed. Raises InvalidInput where the round could not be seated now, as when a result was taken away.
    """
    if one.number == 1 or one.seating.cause in (SWAP, AMENDED):
        return ()
    situation = record.situation(one.number, one.seating.generation)
    if situation.digest() == one.seating.digest:
        return ()
    made = plan_told(one.seated(), one.seating.told, one.seating.generation, one.seating.digest)
    return compare(made, plan(situation))
