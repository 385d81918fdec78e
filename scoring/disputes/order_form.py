"""The form fields in which a director ticks the effects to order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws.domain import effects, roles
from scoring.game.games import GameKind
from scoring.game.penalty_effects import kinds_in, values_in
from scoring.game.seating import TableSeats

ORDER = "order"
"""The form field with the kinds of effect that a director orders. The fields for an effect's parameters are
named "KIND.PARAMETER"."""

ORDERING = ("overrule", "change")
"""The steps of a dispute in which a director orders effects."""

OF_THE_BIDDING = [
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
]
OF_A_MAKER = frozenset({"maker", "makers-partner", "makers-side", "makers-adversaries"})
"""The roles that nobody has in a game without bids."""

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
        OF_THE_BIDDING,
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
"""The kinds of effect that the table carries out, by the heading under which they are listed."""


def orders(posted: QueryDict) -> list[dict[str, object]]:
    """Return the ticked effects with the values of their parameters."""
    ordered: list[dict[str, object]] = []
    for kind in posted.getlist(ORDER):
        words = effects.KINDS[kind].parameters if kind in effects.KINDS else ()
        ordered.append({"kind": kind, **{name: posted.get(f"{kind}.{name}", "") for name in words}})
    return ordered


@dataclass(frozen=True, slots=True)
class OrderParameter:
    """A select field for a parameter of an effect.

    ``choices`` has a row for each value: the value, its label, and whether it is chosen.
    """

    name: str
    label: str
    choices: list[tuple[str, str, bool]]


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """An effect that a director can tick."""

    kind: str
    plain: str
    is_ticked: bool
    words: list[OrderParameter]


@dataclass(frozen=True, slots=True)
class OfferedOrders:
    """The effects that a director can tick in a game, grouped by who carries them out.

    ``score`` has the effects for the scoring, ``table`` those for the players, and ``words`` those that are
    only a statement. ``table`` has a row for each heading: the heading, its effects, and whether one is
    ticked.
    """

    score: list[OrderChoice]
    table: list[tuple[Any, list[OrderChoice], bool]]
    words: list[OrderChoice]


def order_choices(
    proposed: Sequence[Mapping[str, Any]],
    game: GameKind,
    seating: TableSeats,
    typed: QueryDict | None = None,
) -> OfferedOrders:
    """Return the effects that a director can tick in a game.

    - ``proposed``: the effects that are ticked at first.
    - ``typed``: a sent form. If it orders effects, its effects are ticked instead.

    Roles that nobody in the game or at the table can have are not offered. In a game without bids, two things
    are offered only if they are already chosen: effects on the bidding, and the roles OF_A_MAKER.
    """
    ticked: dict[str, Mapping[str, Any]] = {str(effect["kind"]): effect for effect in reversed(proposed)}
    words = ticked
    if typed is not None and typed.get("step") in ORDERING:
        words = {
            slug: {name: typed.get(f"{slug}.{name}") for name in kind.parameters}
            for slug, kind in effects.KINDS.items()
        }
        ticked = {kind: words[kind] for kind in typed.getlist(ORDER) if kind in words}
    offered: dict[str, list[OrderChoice]] = {"score": [], "table": [], "words": []}
    for slug, kind in kinds_in(game).items():
        chosen = words.get(slug, {})
        offered[kind.carried_out].append(
            OrderChoice(
                kind=slug,
                plain=kind.plain,
                is_ticked=slug in ticked,
                words=[
                    OrderParameter(
                        name=f"{slug}.{name}",
                        label=roles.capital(name),
                        choices=[
                            (value, says, chosen.get(name) == value)
                            for value, says in values_in(accepted, game, seating).items()
                            if game.has_bidding or value not in OF_A_MAKER or chosen.get(name) == value
                        ],
                    )
                    for name, accepted in kind.parameters.items()
                ],
            )
        )
    of_bids = () if game.has_bidding else (*OF_THE_BIDDING, "plays-with-the-maker")
    at_table = {
        order.kind: order for order in offered["table"] if order.is_ticked or order.kind not in of_bids
    }
    under_headings = [
        (title, found, any(order.is_ticked for order in found))
        for title, kinds in HEADINGS
        if (found := [at_table[kind] for kind in kinds if kind in at_table])
    ]
    return OfferedOrders(offered["score"], under_headings, offered["words"])
