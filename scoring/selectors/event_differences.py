"""What would be different in a round if it were seated now: results were corrected after the players moved.

Seats that were taken stay; this is what an organiser looks at before he takes a move back, or lets it be.
"""

from scoring.domain.events.comparison import Difference, compare
from scoring.domain.events.plan import plan
from scoring.domain.events.values import Metrics, Move, Plan
from scoring.domain.sentences import _
from scoring.event_records import EventRecord, RoundRecord


def differences(record: EventRecord, one: RoundRecord) -> tuple[Difference, ...]:
    """Return everybody who would be elsewhere if the round were seated as the results stand now.

    Nobody for round 1, and where nothing that the seats rest on has changed. Raises InvalidInput where
    the round could not be seated now, as when a result was taken away.
    """
    if one.number == 1:
        return ()
    situation = record.situation(one.number, one.seating.generation)
    return () if situation.digest() == one.seating.digest else compare(_made(one), plan(situation))


def _made(one: RoundRecord) -> Plan:
    """Return the round as it was seated, as a plan; of its reasons only what is compared."""
    told = one.seating.told
    moves = tuple(
        Move(move["player"], None, None, move["star"], _("Seated."), move["law"]) for move in told["moved"]
    )
    return Plan(
        round=one.seated(),
        generation=one.seating.generation,
        moves=moves,
        ties_cut=(),
        metrics=Metrics(0, 0, (), 0, 0),
        breaches=(),
        digest=one.seating.digest,
    )
