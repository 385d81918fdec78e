"""The dealer after a void deal. The law set decides whether the dealer of a misdeal deals again."""

from scoring.game import penalties
from scoring.game.rules import Rules


def after_misdeal(dealer: int, rules: Rules) -> int:
    """Return the seat that deals after a misdeal. The law set decides; for a ruling see `after_order`."""
    return dealer if rules.misdeal_effect == "same-dealer" else rules.seating.left_of(dealer)


def after_order(order: penalties.Effect, dealer: int, rules: Rules) -> int:
    """Return the seat that deals after a ruling. ``order`` is an effect of `penalties.NEW_DEALS`."""
    if isinstance(order, penalties.LawfulDeal):
        return order.seat
    return dealer if order == penalties.NewDeal("same") else rules.seating.left_of(dealer)
