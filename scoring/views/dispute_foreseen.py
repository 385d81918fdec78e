"""What the page of a dispute shows of the ways to decide it: the score with each, beforehand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_reasons
from scoring.clubs.access import Actor
from scoring.disputes.forms import ORDERING, orders
from scoring.disputes.queries.people import effect_at
from scoring.disputes.services.steps import Case
from scoring.models import Member
from scoring.records import game_of
from scoring.services import foreseen
from scoring.services.foreseen import Foreseen
from scoring.views.shown import names_of

Ahead = dict[str, Any]


def proposals(
    case: Case, actor: Actor, members: Sequence[Member], splits: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what confirming would do: as it stands, by each choice still open, as facts are found to be.

    ``splits`` are the ways in which disputed facts can be, as the page shows them.
    """
    found: dict[str, Any] = {"foreseen": None, "by_option": {}, "by_split": []}
    if "confirmed" in case.course.next_steps:
        found["foreseen"] = _ahead(lambda: foreseen.deciding(case, actor), case, members)
    if len(case.course.open_choices) == 1:
        (right,) = case.course.open_choices
        for option in right.options:
            choice = {"holder": right.holder, "option": option.id}
            found["by_option"][option.id] = _ahead(_chosen(case, actor, choice), case, members)
    for split in splits:
        told = {"facts": dict(pair.split("=", 1) for pair in split["facts"])}
        is_ruled = split["ruling"]["status"] == "ruled" and not split["ruling"]["choices"]
        found["by_split"].append(
            {**split, "foreseen": _ahead(_told(case, actor, told), case, members) if is_ruled else None}
        )
    return found


def withdrawing(case: Case, actor: Actor, members: Sequence[Member]) -> Ahead:
    """Return what withdrawing the decision on appeal would do."""
    return _ahead(lambda: foreseen.settling(case, actor, None, withdraw=True), case, members)


def ordering(case: Case, actor: Actor, members: Sequence[Member], posted: QueryDict) -> Ahead | None:
    """Return what the effects that were ticked would do, None where none were looked at.

    Raises InvalidInput for what cannot be ordered, Conflict where nothing can be ordered now.
    """
    step = posted.get("step")
    if step not in ORDERING:
        return None
    wanted = orders(posted)
    if step == "change":
        return _shown(foreseen.settling(case, actor, wanted, withdraw=False), case, members)
    return _shown(foreseen.deciding(case, actor, overrule=True, effects=wanted), case, members)


def _chosen(case: Case, actor: Actor, choice: Mapping[str, str]) -> Callable[[], Foreseen]:
    return lambda: foreseen.deciding(case, actor, choice=choice)


def _told(case: Case, actor: Actor, told: Mapping[str, object]) -> Callable[[], Foreseen]:
    return lambda: foreseen.deciding(case, actor, told=told)


def _ahead(look: Callable[[], Foreseen], case: Case, members: Sequence[Member]) -> Ahead:
    """Return what a decision would do, or what has to be known before it can be taken."""
    try:
        return _shown(look(), case, members)
    except InvalidInput as refusal:
        return {"needed": translated_reasons(refusal)}


def _shown(found: Foreseen, case: Case, members: Sequence[Member]) -> Ahead:
    """Return the score before and after by side, and what else then changes, with names."""
    shown: Ahead = {
        "effects": [effect_at(effect, case.game.kind.seating) for effect in found.effects],
        "joins": [join["says"] for join in found.joins.values() if join["says"]],
        "difference": found.difference,
        "later": found.later,
    }
    if found.difference is None:
        return shown
    (was, would_be), (score, score_then) = found.difference.scored, found.difference.score
    names = names_of(game_of(case.table).seating, members)
    shown["sides"] = [
        {
            "side": side,
            "names": names[side],
            "scored": (was[side], would_be[side]),
            "score": (score[side], score_then[side]),
        }
        for side in names.sides()
    ]
    shown["next_dealer"] = [members[seat - 1].name for seat in found.difference.next_dealer]
    return shown
