"""What confirming a dispute would do, worked out without writing anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from laws.domain.errors import InvalidInput
from scoring.dispute_records import RulingRow, decided, orders_from
from scoring.domain.game import Course
from scoring.models import Table
from scoring.records import ruled_otherwise
from scoring.services import dispute_steps
from scoring.services.rulings import LATEST, by_law, content_of, joins_of, must_be_placed


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The game before and after, None while the deal is in play; how it goes together with other rulings.

    ``needed`` are the fields without which it cannot be confirmed, each with the reason.
    """

    index: int | None = None
    before: Course | None = None
    after: Course | None = None
    joins: Sequence[Mapping[str, object]] = ()
    needed: Mapping[str, Sequence[str]] = field(default_factory=dict)


def confirming(table: Table, dispute_id: int) -> Foreseen | None:
    """Return what confirming a dispute as it stands would do; None where the law has not spoken yet."""
    case = dispute_steps.find(table, dispute_id)
    if "confirmed" not in case.course.next_steps:
        return None
    effects = by_law(case)
    content = content_of(case, effects, "")
    try:
        must_be_placed(case, orders_from(effects))
        content["joins"] = joins_of(case, orders_from(effects))
        if case.index is None:
            return Foreseen(joins=list(content["joins"].values()))
        number = case.dispute.number
        others = [row for row in case.game.rulings.get(number, ()) if row.decided.dispute != case.dispute.pk]
        now = RulingRow(case.steps[-1].at, decided(case.dispute, LATEST, content))
        after = ruled_otherwise(case.game, table, number, [*others, now])
    except InvalidInput as refusal:
        named = {name.removeprefix("deal.ruling."): reasons for name, reasons in refusal.errors.items()}
        return Foreseen(needed=named)
    return Foreseen(case.index, case.game.course, after, list(content["joins"].values()))
