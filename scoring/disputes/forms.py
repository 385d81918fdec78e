"""Forms about disputes, converted to the arguments of the services; the services validate them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws import queries
from laws.domain import effects, roles
from laws.domain.errors import InvalidInput
from laws.table_of_contents import topic_title
from laws.templatetags.sentences import translated
from scoring.clubs.models import Club, Member
from scoring.disputes.models import Dispute, DisputeStep
from scoring.game.games import GameKind
from scoring.game.offences import kinds_in, values_in
from scoring.game.seating import TableSeats
from scoring.tables.models import Table
from scoring.web.pages import whole
from scoring.web.search import ListSearchForm

ORDER = "order"
"""The field of ordered effects; the field of an effect's parameter is named "KIND.PARAMETER"."""
ORDERING = ("overrule", "change")
"""The steps that order effects."""


HEADINGS: tuple[tuple[Any, list[str]], ...] = (
    (
        _("The cards"),
        [
            "take-back",
            "may-take-back",
            "stays",
            "card-exposed",
            "must-play",
            "may-bar-card",
            "may-not-play",
            "cards-placed",
            "may-see",
            "may-not-see",
            "shown-face-up",
        ],
    ),
    (
        _("Leads and tricks"),
        [
            "must-lead",
            "must-trump",
            "must-not-trump",
            "must-win",
            "must-lose",
            "may-play-before",
            "leads-next",
            "put-right",
            "may-put-right",
            "pay-penalty",
            "may-play-on",
            "plays-with-the-maker",
        ],
    ),
    (
        _("The deal and the seats"),
        [
            "next-deal-by",
            "deal-stopped",
            "fresh-cut",
            "reshuffle",
            "corrected",
            "gives-way",
            "plays-first",
            "pairs",
        ],
    ),
    (
        _("The bidding"),
        [
            "loses-bid",
            "bid-void",
            "may-bid-before",
            "may-overbid",
            "first-bid-stands",
            "counts-as-highest",
            "bid-higher-or-pass",
            "has-the-trump",
            "bids-alone",
            "names-trump",
            "forced-bid",
        ],
    ),
    (
        _("Hands of a wrong number"),
        ["correct-hand", "discard-surplus", "draw-superfluous", "surplus-on-pack"],
    ),
    (
        _("The stakes and other questions"),
        ["pays-the-pool", "stakes-penalty", "stake-divided", "decides-question"],
    ),
)
"""The effects that the table carries out, under the headings of their list."""


def _title(law_id: str) -> str:
    try:
        law = queries.law_named(law_id)
    except InvalidInput:  # the law set was deleted
        return law_id
    return f"{law.title} ({law.cite})"


def _by_topic(named: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return laws as choices grouped by topic, sorted by titles."""
    topics: dict[str, list[tuple[str, str]]] = {}
    for law, title in sorted(named.items(), key=lambda law: law[1]):
        topics.setdefault(translated(topic_title(law.split("/")[1])), []).append((law, title))
    return sorted(topics.items())


class DisputeSearchForm(ListSearchForm):
    """The search form of a club's disputes."""

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
            "event": of.order_by("-pk").values_list("pk", "name"),
        }
        super().__init__(data, offered)

    def conditions(self) -> dict[str, Any]:
        """Return the search as arguments of `disputes_of`, without invalid fields."""
        conditions = super().conditions()
        state = conditions.pop("state", None)
        return conditions | ({"is_open": state == "open"} if state else {})


def stated(posted: QueryDict) -> dict[str, Any]:
    """Return the seats, points and trick of a statement; None for each that was not given."""
    lawful = posted.get("lawful-dealer")
    has_points = bool(posted.get("points-told"))
    return {
        "seat": _number(posted.get("seat")),
        "seats": {"lawful-dealer": _number(lawful)} if lawful else None,
        "points": posted.getlist("point") if has_points else None,
        "trick": _number(posted.get("trick")),
    }


def beside_stated(posted: QueryDict) -> dict[str, object] | None:
    """Return the answers about this and other disputes, by the other's id; None if there are none.

    A field is named "beside.ID.FACT".
    """
    beside: dict[str, object] = {}
    for name, value in posted.items():
        field, *path = name.split(".")
        if field == "beside" and len(path) == 2:
            beside.setdefault(path[0], {})[path[1]] = value  # type: ignore[index]  # only dictionaries here
    return beside or None


def facts_stated(posted: QueryDict) -> dict[str, object] | None:
    """Return the fact that was answered or marked as disputed; None if there is none."""
    key = posted.get("fact")
    if not key:
        return None
    if posted.get("differ"):
        return {key: {"disputed": posted.getlist("value")}}
    return {key: posted.get("value", "")}


def choice_stated(posted: QueryDict) -> dict[str, Any]:
    """Return a choice: its holder, the option, and the seat that chose, if given."""
    choice = {"holder": posted.get("holder", ""), "option": posted.get("option", "")}
    seat = _number(posted.get("seat"))
    return choice if seat is None else {**choice, "seat": seat}


def orders(posted: QueryDict) -> list[dict[str, object]]:
    """Return the ticked effects with the values of their parameters."""
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
) -> dict[str, list[Any]]:
    """Return the effects that a director can tick in a game, by who carries them out.

    The table's effects are grouped by HEADINGS, and a heading tells whether an effect under it is ticked.
    Roles that nobody in the game or at the table can have are not offered. What was ticked in a sent form
    stays ticked; otherwise the proposed effects are.
    """
    ticked: dict[str, Mapping[str, Any]] = {str(effect["kind"]): effect for effect in reversed(proposed)}
    words = ticked
    if typed is not None and typed.get("step") in ORDERING:
        words = {
            slug: {name: typed.get(f"{slug}.{name}") for name in kind.parameters}
            for slug, kind in effects.KINDS.items()
        }
        ticked = {kind: words[kind] for kind in typed.getlist(ORDER) if kind in words}
    offered: dict[str, list[Any]] = {"score": [], "table": [], "words": []}
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
                            for value, says in values_in(accepted, game, seating).items()
                        ],
                    }
                    for name, accepted in kind.parameters.items()
                ],
            }
        )
    at_table = {order["kind"]: order for order in offered["table"]}
    offered["table"] = [
        (title, found, any(order["is_ticked"] for order in found))
        for title, kinds in HEADINGS
        if (found := [at_table[kind] for kind in kinds if kind in at_table])
    ]
    return offered


def _number(text: object) -> object:
    """Return a whole number, None for an empty text, or other text unchanged, for the service to refuse."""
    return whole(str(text)) if text else None
