"""The form that searches a club's disputes."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws import queries
from laws.domain.errors import InvalidInput
from laws.table_of_contents import topic_title
from laws.templatetags.sentences import translated
from scoring.clubs.models import Club, Member
from scoring.disputes.models import Dispute, DisputeStep
from scoring.tables.models import Table
from scoring.web.search import ListSearchForm


def _title(law_id: str) -> str:
    try:
        law = queries.law_named(law_id)
    except InvalidInput:  # the law set was deleted
        return law_id
    return f"{law.title} ({law.cite})"


def _by_topic(named: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    topics: dict[str, list[tuple[str, str]]] = {}
    for law, title in sorted(named.items(), key=lambda law: law[1]):
        topics.setdefault(translated(topic_title(law.split("/")[1])), []).append((law, title))
    return sorted(topics.items())


class DisputeSearchForm(ListSearchForm):
    law = forms.ChoiceField(required=False, label=_("Law"))
    player = forms.TypedChoiceField(required=False, label=_("Player"), coerce=int, empty_value=None)
    table = forms.TypedChoiceField(required=False, label=_("Table"), coerce=int, empty_value=None)
    event = forms.TypedChoiceField(required=False, label=_("Event"), coerce=int, empty_value=None)
    state = forms.ChoiceField(
        required=False,
        label=_("State"),
        choices=[("", _("any")), ("open", _("to be decided")), ("closed", _("decided or dropped"))],
    )

    def __init__(self, data: QueryDict, *, club: Club) -> None:
        disputes = Dispute.objects.filter(table__club=club)
        steps = DisputeStep.objects.filter(dispute__table__club=club)
        cited = {
            law for laws in steps.exclude(laws="").values_list("laws", flat=True) for law in laws.split()
        }
        named = {law: _title(law) for law in cited}
        in_error = Member.objects.filter(pk__in=steps.exclude(player=None).values("player"))
        at = Table.objects.filter(pk__in=disputes.values("table"))
        of = club.events.filter(pk__in=disputes.exclude(table__event=None).values("table__event"))
        offered: dict[str, Iterable[tuple[Any, Any]]] = {
            "law": _by_topic(named),
            "player": in_error.values_list("pk", "name"),
            "table": at.order_by("-opened_at").values_list("pk", "name"),
            "event": [(event.pk, event.name) for event in of.order_by("-pk").prefetch_related("changes")],
        }
        super().__init__(data, offered)

    def conditions(self) -> dict[str, Any]:
        """Return the filled fields as arguments of `disputes_of`. Empty if any field is invalid."""
        conditions = super().conditions()
        state = conditions.pop("state", None)
        return conditions | ({"is_open": state == "open"} if state else {})
