"""What is tapped and typed about a dispute, as the services take it; they check it and refuse by field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws import queries
from laws.domain import effects, roles
from laws.domain.errors import InvalidInput
from scoring.clubs.models import Club, Member
from scoring.disputes.models import Dispute, DisputeStep
from scoring.events.models import Event
from scoring.game.games import GameKind
from scoring.game.parts import is_at
from scoring.game.penalties import kinds_in
from scoring.game.seating import TableSeats
from scoring.tables.models import Table
from scoring.web.pages import whole
from scoring.web.search import ListSearchForm

ORDER = "order"
"""The field of the effects that a director orders; a parameter's field is the kind and its name."""
ORDERING = ("overrule", "change")
"""The steps in which effects are ordered."""


def _title(law_id: str) -> str:
    try:
        law = queries.law_named(law_id)
    except InvalidInput:  # of a law set that is no more
        return law_id
    return f"{law.title} ({law.cite})"


class DisputeSearchForm(ListSearchForm):
    """What to look for in a club's log: a law, a player, a table, an event, a state."""

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
        of = Event.objects.filter(pk__in=disputes.exclude(table__event=None).values("table__event"))
        offered: dict[str, Iterable[tuple[Any, str]]] = {
            "law": sorted(named.items(), key=lambda law: law[1]),
            "player": in_error.values_list("pk", "name"),
            "table": at.order_by("-opened_at").values_list("pk", "name"),
            "event": of.order_by("-pk").values_list("pk", "name"),
        }
        super().__init__(data, offered)

    def conditions(self) -> dict[str, Any]:
        """Return what is looked for as the selector takes it; nothing where a field cannot be taken."""
        conditions = super().conditions()
        state = conditions.pop("state", None)
        return conditions | ({"is_open": state == "open"} if state else {})


def stated(posted: QueryDict) -> dict[str, Any]:
    """Return seats, points and trick as they were told; None for each of which nothing was said."""
    lawful = posted.get("lawful-dealer")
    has_points = bool(posted.get("points-told"))
    return {
        "seat": _number(posted.get("seat")),
        "seats": {"lawful-dealer": _number(lawful)} if lawful else None,
        "points": posted.getlist("point") if has_points else None,
        "trick": _number(posted.get("trick")),
    }


def beside_stated(posted: QueryDict) -> dict[str, object] | None:
    """Return what was answered of a dispute and others, by the id of each; None where nothing was.

    A field is called ``beside``, the id of the other one and the fact, joined by dots.
    """
    beside: dict[str, object] = {}
    for name, value in posted.items():
        field, *path = name.split(".")
        if field == "beside" and len(path) == 2:
            beside.setdefault(path[0], {})[path[1]] = value  # type: ignore[index]  # only dictionaries here
    return beside or None


def facts_stated(posted: QueryDict) -> dict[str, object] | None:
    """Return the fact that was answered, or about which people differ; None where none was."""
    key = posted.get("fact")
    if not key:
        return None
    if posted.get("differ"):
        return {key: {"disputed": posted.getlist("value")}}
    return {key: posted.get("value", "")}


def choice_stated(posted: QueryDict) -> dict[str, Any]:
    """Return a choice as it was told: whose it was, what was chosen, and by whom where that was said."""
    choice = {"holder": posted.get("holder", ""), "option": posted.get("option", "")}
    seat = _number(posted.get("seat"))
    return choice if seat is None else {**choice, "seat": seat}


def orders(posted: QueryDict) -> list[dict[str, object]]:
    """Return the effects that were ticked, each with the words chosen for its parameters."""
    ordered: list[dict[str, object]] = []
    for kind in posted.getlist(ORDER):
        words = effects.KINDS[kind].parameters if kind in effects.KINDS else ()
        ordered.append({"kind": kind, **{name: posted.get(f"{kind}.{name}", "") for name in words}})
    return ordered


def order_choices(
    proposed: Sequence[Mapping[str, Any]],
    game: GameKind,
    seating: TableSeats,
    typed: QueryDict | None = None,
) -> dict[str, list[dict[str, Any]]]:
    """Return the closed list of effects to tick in a game, by who carries them out.

    Their words name no part that nobody at such a table can play.
    What is proposed is ticked already, with its words; or else what was ticked, where something was sent.
    """
    ticked: dict[str, Mapping[str, Any]] = {str(effect["kind"]): effect for effect in reversed(proposed)}
    words = ticked
    if typed is not None and typed.get("step") in ORDERING:
        words = {
            slug: {name: typed.get(f"{slug}.{name}") for name in kind.parameters}
            for slug, kind in effects.KINDS.items()
        }
        ticked = {kind: words[kind] for kind in typed.getlist(ORDER) if kind in words}
    offered: dict[str, list[dict[str, Any]]] = {"score": [], "table": [], "words": []}
    for slug, kind in kinds_in(game).items():
        chosen = words.get(slug, {})
        offered[kind.carried_out].append(
            {
                "kind": slug,
                "plain": kind.plain,
                "is_ticked": slug in ticked,
                "words": [
                    {
                        "name": f"{slug}.{name}",
                        "label": roles.capital(name),
                        "choices": [
                            (value, says, chosen.get(name) == value)
                            for value, says in accepted.items()
                            if value not in roles.ROLES or is_at(value, seating)
                        ],
                    }
                    for name, accepted in kind.parameters.items()
                ],
            }
        )
    return offered


def _number(text: object) -> object:
    """Return a whole number, None for nothing, anything else as it was sent, for the service to refuse."""
    return whole(str(text)) if text else None
