"""Parameters of one law set that cannot be so together, because a ruling and a score would then disagree."""

from collections.abc import Mapping

from laws.domain.parameters import Value
from laws.domain.sentences import _


def conflicts(values: Mapping[str, Value]) -> dict[str, str]:
    """Return, for each parameter at odds with another of the same law set, the sentence that says so."""
    found: dict[str, str] = {}

    def number(name: str) -> int:
        value = values[name]
        return value if isinstance(value, int) else 0

    if number("starting_score") >= number("game_score"):
        found["starting_score"] = _(
            "the game would be over before it begins: the game score is not above it."
        )
    if number("min_bid") > number("max_bid"):
        found["min_bid"] = _("the lowest bid is above the highest.")
    if not number("min_bid") <= number("forced_bid") <= number("max_bid"):
        found["forced_bid"] = _("the forced bid is not between the lowest and the highest bid.")
    if values["dealer_draw"] == "blind" and values["points_out_of_play"] == "never":
        found["points_out_of_play"] = _(
            "a dealer who draws unseen may leave points in the pack; choose possible."
        )
    is_held = values["all_pass"] == "dealer-forced-bid"  # noqa: S105  # a word of the parameter, no secret
    if is_held != (values["no_bid_rule"] == "as-forced-bid"):
        found["no_bid_rule"] = _(
            "as-forced-bid goes with a dealer who is held to a bid, difference with any other."
        )
    points, order = values["points"], values["counting_order"]
    if isinstance(points, Mapping) and isinstance(order, tuple):
        if set(order) != set(points):
            found["counting_order"] = _(
                "the order must name each point once: {points}.", points=", ".join(points)
            )
        if number("max_bid") > sum(points.values()):
            found["max_bid"] = _(
                "a deal has {total} points, and nobody can bid more.", total=sum(points.values())
            )
        if number("minimum_to_score") > sum(points.values()):
            found["minimum_to_score"] = _(
                "a deal has {total} points, and no side can make more.", total=sum(points.values())
            )
    return found
