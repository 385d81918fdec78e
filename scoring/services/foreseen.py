"""What a decision on a dispute would do, worked out without writing anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import Case
from scoring.domain.disputes.differences import Difference, difference
from scoring.domain.disputes.steps import StepKind
from scoring.models import Table
from scoring.services import dispute_told
from scoring.services.ruling_content import confirmed, must_be_another, ordered, worked

WAYS = "{confirm: true}, {overrule: true, effects}, {change: true, effects} or {withdraw: true}"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A decision that nobody has taken: what it orders, how it goes together with others, what it changes.

    ``difference`` is None while the deal is in play; ``later`` are the numbers of those deals after it that
    would score or count otherwise.
    """

    kind: StepKind
    effects: Sequence[Mapping[str, Any]]
    joins: Mapping[str, Mapping[str, Any]]
    score: Mapping[str, Any] | None
    difference: Difference | None
    later: tuple[int, ...]

    def canonical(self) -> dict[str, Any]:
        """Return it as it is sent."""
        changes = None
        if self.difference is not None:
            changes = {
                "is_void": self.difference.is_void,
                "game": self.difference.game,
                "next_dealer": self.difference.changes_dealer,
                "later_deals": list(self.later),
            }
        return {
            "kind": self.kind,
            "effects": [dict(effect) for effect in self.effects],
            "joins": dict(self.joins),
            "score": self.score,
            "changes": changes,
        }


def preview(
    *,
    table: Table,
    actor: Actor,
    dispute_id: int,
    confirm: bool = False,
    overrule: bool = False,
    change: bool = False,
    withdraw: bool = False,
    effects: object = None,
    choice: object = None,
    told: Mapping[str, object] | None = None,
) -> Foreseen:
    """Return what `rulings.decide`, or `rulings.settle` with ``change`` or ``withdraw``, would do.

    Raises what they raise, but asks for no reason; nothing is written.
    """
    if [confirm, overrule, change, withdraw].count(True) != 1:
        raise InvalidInput({"confirm": _("One of {ways} is due.", ways=WAYS)})
    if effects is not None and not (overrule or change):
        raise InvalidInput({"effects": _("Only to overrule or to change a decision are effects ordered.")})
    actor.must("rule on a dispute" if confirm or overrule else "settle an appeal")
    case = dispute_steps.find(table, dispute_id)
    if change or withdraw:
        return settling(case, actor, effects if change else None, withdraw=withdraw)
    return deciding(case, actor, overrule=overrule, effects=effects, choice=choice, told=told)


def deciding(
    case: Case,
    actor: Actor,
    *,
    overrule: bool = False,
    effects: object = None,
    choice: object = None,
    told: Mapping[str, object] | None = None,
) -> Foreseen:
    """Return what confirming a dispute would do, or overruling it with effects; see `rulings.decide`."""
    dispute_steps.must_be_open(case)
    if told:
        content = dispute_told.told_content(case, found=True, **told)
        case = dispute_steps.supposed(case, actor, "answered", content)
    if choice is not None:
        case = dispute_steps.supposed(case, actor, "chosen", dispute_told.choice_content(case, choice))
    if overrule:
        return _foreseen(case, "overruled", ordered(case, effects))
    return _foreseen(case, "confirmed", confirmed(case))


def settling(case: Case, actor: Actor, effects: object, *, withdraw: bool) -> Foreseen:
    """Return what settling an appeal would do: changing the decision to effects, or withdrawing it."""
    kind: StepKind = "withdrawn" if withdraw else "changed"
    dispute_steps.must_be(case, kind)
    must_be_another(case, actor)
    return _foreseen(case, kind, [] if withdraw else ordered(case, effects))


def _foreseen(case: Case, kind: StepKind, effects: Sequence[Mapping[str, Any]]) -> Foreseen:
    made = worked(case, kind, effects, "")
    joins, score = made.content["joins"], made.content["score"]
    if made.after is None or case.index is None:
        return Foreseen(kind, effects, joins, score, None, ())
    found = difference(case.game.course, made.after, case.index)
    later = tuple(case.game.deals[place].number for place in found.later)
    return Foreseen(kind, effects, joins, score, found, later)
