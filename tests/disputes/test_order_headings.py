"""What a director can order: each effect carried out at the table stands under one heading."""

from collections import Counter

from laws.domain.effects import KINDS
from scoring.disputes.forms import HEADINGS, order_choices
from scoring.game.games import GAMES


def test_each_effect_carried_out_at_the_table_stands_under_one_heading():
    listed = Counter(kind for _title, kinds in HEADINGS for kind in kinds)
    assert listed == Counter(slug for slug, kind in KINDS.items() if kind.carried_out == "table")


def test_the_heading_of_what_is_proposed_is_open():
    proposed = [{"kind": "must-lead", "who": "offender", "what": "trump"}]
    game = GAMES["cinch"]
    groups = order_choices(proposed, game, game.seating)["table"]
    opened = [orders for _title, orders, is_open in groups if is_open]
    assert [[order["kind"] for order in orders if order["is_ticked"]] for orders in opened] == [["must-lead"]]
