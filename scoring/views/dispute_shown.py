"""What the page of a dispute shows to one actor, made from the dispute's answer; nothing is decided here."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws.domain.roles import fill
from laws.domain.vocabulary import Incident
from laws.queries import law_book_at
from scoring.clubs.access import Actor
from scoring.disputes.forms import order_choices
from scoring.disputes.queries.people import effect_at
from scoring.disputes.services import steps as dispute_steps
from scoring.game.parts import asked_at
from scoring.game.rules import rules_of
from scoring.game.seating import Seating
from scoring.game_laws import at_game
from scoring.models import Dispute, Member, Table
from scoring.records import game_of, games_of
from scoring.selectors.dispute_answers import answers_of
from scoring.selectors.dispute_lists import queue, rulings_on
from scoring.selectors.disputes import dispute_at, disputes_at
from scoring.tables.queries import tables
from scoring.views import dispute_foreseen
from scoring.views.shown import names_of

STATE_WORDS = {
    "needs-facts": _("a question is open"),
    "disputed": _("facts are disputed"),
    "needs-choice": _("a choice is open"),
    "proposed": _("to be confirmed"),
    "decided": _("decided"),
    "appealed": _("appealed against"),
    "withdrawn": _("withdrawn on appeal"),
    "dropped": _("dropped"),
}
STEP_WORDS = {
    "raised": _("Raised"),
    "answered": _("Facts were told"),
    "chosen": _("Chosen"),
    "lapsed": _("A right to choose was lost"),
    "confirmed": _("Confirmed"),
    "overruled": _("Ruled otherwise"),
    "appealed": _("Appealed against"),
    "upheld": _("The appeal failed: the decision stands"),
    "changed": _("Changed on appeal"),
    "withdrawn": _("Withdrawn on appeal"),
    "dropped": _("Dropped"),
    "spent": _("Carried out"),
}
PROVENANCE_WORDS = {
    "said": _("said"),
    "record": _("on record"),
    "assumed": _("assumed"),
    "disputed": _("disputed"),
    "found": _("found by the director"),
}


def dispute_shown(table: Table, dispute: int, actor: Actor, typed: QueryDict) -> dict[str, Any]:
    """Return everything that the page of a dispute shows; ``typed`` is what was sent with it, if anything."""
    read = dispute_at(dispute)
    answer = answers_of([read])[0]
    game = next(one for one in games_of(table) if one.number == answer["game_number"])
    table, members = at_game(table, game), tables.players_of([game])[game.game_id]
    steps = set(answer["next_steps"])
    rules = actor.may("rule on a dispute")
    proposed = answer["effects"] or answer["ruling"]["effects"]
    decided_by = _decider(answer)
    may_settle = "upheld" in steps and actor.may("settle an appeal") and decided_by != actor.member_id
    may_rule, splits = rules and "overruled" in steps, _splits(answer)
    seating = game_of(table).seating
    shown: dict[str, Any] = {
        "orders": order_choices(proposed, seating, typed) if may_rule or may_settle else None
    }
    if may_rule or may_settle:
        case = dispute_steps.case_of(read, table)
        if may_settle:
            shown["withdrawing"] = dispute_foreseen.withdrawing(case, actor, members)
        else:
            shown |= dispute_foreseen.proposals(case, actor, members, splits)
    return shown | {
        "dispute": answer,
        "state": STATE_WORDS[answer["state"]],
        "facts": _facts(answer, law_book_at(answer["revision"]).tables[answer["incident"]].incident, seating),
        "splits": splits,
        "seats": list(enumerate(members, start=1)),
        "members": members,
        "offender": _name(members, answer["seats"].get("offender")),
        "steps": _steps(answer, seating),
        "decision": _decision(answer),
        "score": _score_kept(answer, table, members),
        "may_tell": "answered" in steps and not answer["applied"],
        "may_name_points": answer["applied"] and "answered" in steps and actor.may("enter a deal"),
        "may_choose": actor.may("choose in a dispute"),
        "may_rule": may_rule,
        "may_appeal": "appealed" in steps,
        "may_settle": may_settle,
        "waits_for_another": "upheld" in steps and actor.may("settle an appeal") and not may_settle,
        "may_drop": "dropped" in steps and (rules or _raised_by(answer, actor)),
        "points": list(rules_of(game.law_set, game.kind).worth),
        "beside": _beside(table, answer),
        "next_in_queue": _next_in_queue(dispute, table) if rules else None,
        "standing": rulings_on(game, [answer["number"]]).get(answer["number"], ()),
    }


def _facts(answer: Mapping[str, Any], incident: Incident, seating: Seating) -> list[dict[str, Any]]:
    """Return the facts as they are shown, without those to which a table of so many has one answer alone."""
    at_table = {fact["fact"]: asked_at(incident.fact(fact["fact"]), seating) for fact in answer["facts"]}
    return [
        {
            **fact,
            "shown": fact["label"] or " / ".join(fact["labels"]),
            "how": PROVENANCE_WORDS[fact["provenance"]],
            "answers": [(value.slug, fill(value.label)) for value in at_table[fact["fact"]].values],
        }
        for fact in answer["facts"]
        if len(at_table[fact["fact"]].values) > 1
    ]


def _splits(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return both rulings where a disputed fact matters, each with what it supposes in words."""
    told = answer["disputed"]
    if not told or not told["matters"] or answer["state"] != "disputed":
        return []
    labels = {
        (fact["fact"], value): label
        for fact in answer["facts"]
        for value, label in zip(fact.get("values", ()), fact["labels"], strict=False)
    }
    asks = {fact["fact"]: fact["ask"] for fact in answer["facts"]}
    return [
        {
            "means": [(asks[key], labels[key, value]) for key, value in split["facts"].items()],
            "facts": [f"{key}={value}" for key, value in split["facts"].items()],
            "ruling": split["ruling"],
        }
        for split in told["rulings"]
    ]


def _steps(answer: Mapping[str, Any], seating: Seating) -> list[dict[str, Any]]:
    labels = {
        (choice["holder"], option["id"]): f"{choice['who']}: {option['label']}"
        for choice in answer["ruling"]["choices"]
        for option in choice["options"]
    }
    found = []
    for step in answer["steps"]:
        content = step["content"]
        found.append(
            {
                **step,
                "at": datetime.fromisoformat(step["at"]),
                "words": STEP_WORDS[step["kind"]],
                "chosen": labels.get((content.get("holder"), content.get("option")), ""),
                "effects": [effect_at(effect, seating) for effect in content.get("effects", ())],
                "reason": content.get("reason", ""),
            }
        )
    return found


def _decision(answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the last deciding step, which is the one that stands."""
    deciding = ("confirmed", "overruled", "changed", "withdrawn")
    last = next((step for step in reversed(answer["steps"]) if step["kind"] in deciding), None)
    return last and {**last, "words": STEP_WORDS[last["kind"]], "at": datetime.fromisoformat(last["at"])}


def _decider(answer: Mapping[str, Any]) -> int | None:
    last = _decision(answer)
    return last["by"]["id"] if last and last["by"] else None


def _raised_by(answer: Mapping[str, Any], actor: Actor) -> bool:
    by = answer["by"]
    return by["id"] == actor.member_id if by else actor.link_id is not None


def _name(members: Sequence[Member], seat: int | None) -> str:
    return members[seat - 1].name if seat else ""


def _beside(table: Table, answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the other disputes about the same deal, with how a decision goes together with each."""
    others = disputes_at(table).filter(number=answer["number"]).exclude(pk=answer["id"]).order_by("id")
    found = []
    for told in answers_of(list(others)):
        join = answer["joins"].get(str(told["id"])) or told["joins"].get(str(answer["id"]))
        found.append({**told, "state_words": STATE_WORDS[told["state"]], "join": join})
    return found


def _next_in_queue(dispute: int, table: Table) -> Dispute | None:
    return queue(table.club).exclude(pk=dispute).first()


def _score_kept(
    answer: Mapping[str, Any], table: Table, members: Sequence[Member]
) -> list[dict[str, Any]] | None:
    """Return the score before and after the decision as it was kept, by side."""
    score = answer["score"]
    if not score:
        return None
    names = names_of(game_of(table).seating, members)
    return [
        {
            "side": side,
            "names": names[side],
            "scored": (score["before"]["scored"][side - 1], score["after"]["scored"][side - 1]),
            "score": (score["before"]["score"][side - 1], score["after"]["score"][side - 1]),
        }
        for side in names.sides()
    ]
