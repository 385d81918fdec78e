"""The views of the steps of a dispute; each passes the posted form to its service."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from laws.domain import errors
from scoring.clubs.permissions import Actor
from scoring.disputes import forms, guards
from scoring.disputes.models import Dispute
from scoring.disputes.order_form import orders
from scoring.disputes.pages import disputes
from scoring.disputes.services import answers, rulings
from scoring.disputes.services.steps import Step
from scoring.refusals import Conflict
from scoring.tables.table_policy import policy_of
from scoring.web import keys, pages


def _step(
    done: object, take: Step, read: Callable[[QueryDict], Mapping[str, Any]], *, decides: bool = False
) -> Any:
    @guards.dispute_page("", take.action)
    def view(request: HttpRequest, dispute: Dispute, actor: Actor) -> HttpResponse:
        key = keys.key_of(request.POST)
        try:
            take(table=dispute.table, actor=actor, dispute_id=dispute.pk, key=key, **read(request.POST))
        except (errors.InvalidInput, Conflict) as refusal:
            return disputes.show(request, dispute, actor, refusal)
        results = policy_of(dispute.table).after_correction if decides else ""
        messages.success(request, f"{done} {results}".strip())
        return redirect("dispute", dispute.pk)

    return view


def _telling(posted: QueryDict) -> dict[str, Any]:
    return {
        "facts": forms.facts_stated(posted),
        "beside": forms.beside_stated(posted),
        **forms.stated(posted),
    }


def _choice(posted: QueryDict) -> dict[str, Any]:
    return {"choice": forms.choice_stated(posted)}


def _holder(posted: QueryDict) -> dict[str, Any]:
    return {"holder": posted.get("holder", "")}


def _effect(posted: QueryDict) -> dict[str, Any]:
    return {"effect": pages.whole(posted.get("effect", ""))}


def _reason(posted: QueryDict) -> dict[str, Any]:
    return {"reason": posted.get("reason", "")}


def _decision(posted: QueryDict) -> dict[str, Any]:
    if posted.get("step") == "overrule":
        beside = {"beside": forms.beside_stated(posted)}
        return {"overrule": True, "effects": orders(posted), **_reason(posted), **beside}
    facts = dict(pair.split("=", 1) for pair in posted.getlist("found") if "=" in pair)
    choice = _choice(posted) if posted.get("option") else {}
    return {"confirm": True, "facts": facts or None, **choice}


def _settlement(posted: QueryDict) -> dict[str, Any]:
    step = posted.get("step")
    ways = {"uphold": step == "uphold", "change": step == "change", "withdraw": step == "withdraw"}
    beside = {"beside": forms.beside_stated(posted)}
    return {
        **ways,
        "effects": orders(posted) if step == "change" else None,
        **_reason(posted),
        **beside,
    }


answer = _step(_("The facts are recorded."), answers.answer, _telling)
choose = _step(_("The choice is recorded."), answers.choose, _choice)
lapse = _step(_("The right to choose is lost."), answers.lapse, _holder)
spend = _step(_("Recorded as carried out."), answers.spend, _effect)
drop = _step(_("The dispute was dropped."), answers.drop, _reason)
decide = _step(_("The decision is recorded."), rulings.decide, _decision, decides=True)
appeal = _step(_("The appeal is waiting for a different director."), rulings.appeal, _reason)
settle = _step(_("The appeal is settled."), rulings.settle, _settlement, decides=True)
