"""The effects that a director can order: each effect for the table is under one heading."""

from collections import Counter

import pytest

from laws.domain.effects import KINDS
from laws.domain.errors import InvalidInput
from scoring.disputes.domain import parsing
from scoring.disputes.order_form import HEADINGS, order_choices
from scoring.game.games import GAMES
from scoring.game.rules import rules_of
from tests.game.tables import FOSTER


def test_each_effect_carried_out_at_the_table_is_under_one_heading():
    listed = Counter(kind for _title, kinds in HEADINGS for kind in kinds)
    assert listed == Counter(slug for slug, kind in KINDS.items() if kind.carried_out == "table")


def test_the_heading_of_a_proposed_effect_is_open():
    proposed = [{"kind": "must-lead", "who": "offender", "what": "trump"}]
    game = GAMES["cinch"]
    groups = order_choices(proposed, game, game.seating).table
    opened = [orders for _title, orders, is_open in groups if is_open]
    assert [[order.kind for order in orders if order.is_ticked] for orders in opened] == [["must-lead"]]


def test_a_game_without_bids_has_no_highest_bidder_to_order():
    game = GAMES["seven-up"]
    groups = order_choices([], game, game.seating)
    orders = [*groups.score, *(order for _title, orders, _is_open in groups.table for order in orders)]
    offered = {value for order in orders for word in order.words for value, _text, _is_chosen in word.choices}
    assert "dealer" in offered
    assert offered.isdisjoint({"highest-bidder", "maker", "makers-side", "makers-adversaries"})
    kinds = {order.kind for order in orders}
    assert kinds.isdisjoint({"loses-bid", "may-overbid", "forced-bid", "names-trump", "plays-with-the-maker"})
    proposed = order_choices([{"kind": "names-trump", "who": "dealer"}], game, game.seating)
    assert "names-trump" in {order.kind for _title, found, _is_open in proposed.table for order in found}
    with pytest.raises(InvalidInput) as refusal:
        parsing.read_orders(
            [{"kind": "has-the-trump", "who": "highest-bidder"}], rules_of(FOSTER, game), game.seating
        )
    reason = str(refusal.value.errors["effects.0.who"])
    assert "dealer" in reason
    assert reason.count("highest-bidder") == 1
