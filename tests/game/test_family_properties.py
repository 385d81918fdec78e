"""Properties that hold for every deal of every game, under each law set that includes the game."""

import random
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES, GameKind
from scoring.game.games.family import AWARDED_TO
from scoring.game.notation import format_deal, parse_deal
from scoring.game.rules import Rules, rules_of
from scoring.game.seating import PerSide, TableSeats
from scoring.game.state import game_state
from tests.game.possible_points import Way, reachable
from tests.game.tables import BICYCLE, CHICAGO, FOSTER, MODERN, score_of, tricks
from tests.refusals import refusing

HELD = [
    pytest.param(laws, game, id=f"{laws.slug} {game.key}")
    for game in GAMES.values()
    for laws in (FOSTER, CHICAGO, MODERN, BICYCLE)
    if game.slug in laws.games
]
every_game = pytest.mark.parametrize(("laws", "game"), HELD)
SIX = tricks("2: AS 3S, 2: TH KH, 1: QD JH, 1: 4C 5C, 2: AD 2D, 2: 7H 8H")
chances = st.integers(0, 2**32).map(random.Random)
LONGEST_GAME = 500


def made_up(chance: random.Random, rules: Rules, laws: LawSet, before: tuple[int, ...]) -> dict[str, Any]:
    """Return a random deal of a game with the taker of each point. Most bids are made, so that games end.

    No bid wins the game for the player to whom it is paid.
    """
    game, seats = rules.game, list(rules.seating.seats())
    sides = of_deal(rules, {"dealer": 1})
    dealer = chance.choice(seats)
    won = won_by_chance(chance, rules, laws, dealer, before, sides)
    written: dict[str, Any] = {"dealer": dealer, "trump": chance.choice("SHDC"), "won": won}
    if game.has_bidding:
        eldest = rules.seating.eldest_hand(dealer)
        maker = chance.choice(seats)
        if rules.calls_partner:
            called = chance.choice([None, *(seat for seat in seats if seat != maker)])
            written |= {"alone": True} if called is None else {"called": called}
        sides = of_deal(rules, written | {"maker": maker})
        own = sum(rules.worth[name] for name, to in written["won"].items() if to == sides.side_of(maker))
        highest = rules.max_bid
        if rules.selling == "not-to-win" and maker != eldest:
            highest = min(highest, rules.game_score - before[rules.seating.side_of(eldest) - 1] - 1)
        lowest = int(rules.calls_partner)
        bid = chance.randint(lowest, max(lowest, min(own + chance.choice((0, 0, 0, 2)), highest)))
        named = eldest if rules.eldest_pitches else dealer
        written |= {"maker": maker if bid else named, "bid": bid}
    return written


def won_by_chance(
    chance: random.Random,
    rules: Rules,
    laws: LawSet,
    dealer: int,
    before: tuple[int, ...],
    sides: TableSeats,
) -> dict[str, Any]:
    """Return a random, possible taker of each point. No gift wins the game for the side that gets it."""
    made, thrown = some_way(chance, laws, rules.game)
    won = dict.fromkeys(rules.worth) | {name: chance.choice(sides.sides()) for name in sorted(made)}
    won |= dict.fromkeys(thrown, "discards")
    for name in filter(AWARDED_TO.__contains__, made):
        won[name] = rules.seating.side_of(rules.seating.in_turn(dealer)[AWARDED_TO[name]])
        if AWARDED_TO[name] and before[won[name] - 1] + 1 >= rules.game_score:
            return won_by_chance(chance, rules, laws, dealer, before, sides)
    return won


def some_way(chance: random.Random, laws: LawSet, game: GameKind) -> Way:
    """Return a random outcome of a deal. An equal random generator gives the same outcome."""
    return chance.choice(sorted(reachable(laws, game), key=lambda way: tuple(map(sorted, way))))


def of_deal(rules: Rules, written: dict[str, Any]) -> TableSeats:
    """Return the sides of a deal. They can depend on the partner whom the maker called."""
    return rules.for_deal(
        DealRecord(written["dealer"], written.get("maker"), called=written.get("called"))
    ).seating


def some_deal(
    chance: random.Random, laws: LawSet, game: GameKind
) -> tuple[Rules, tuple[int, ...], dict[str, Any]]:
    """Return rules, a score at which every side needs only a few points, and a random deal that follows."""
    rules = rules_of(laws, game)
    most = min(rules.total, rules.game_score)
    before = tuple(rules.game_score - chance.randint(1, most) for _ in rules.seating.sides())
    return rules, before, made_up(chance, rules, laws, before)


@every_game
@settings(max_examples=20)
@given(chance=chances)
def test_each_point_counts_for_one_side_or_for_nobody(laws, game, chance):
    rules, before, written = some_deal(chance, laws, game)
    found = score_of(written, laws, before, game)
    assert sum(found.points.values) + found.dead == rules.total
    assert min(found.points.values) >= 0
    if rules.made_rule == "each-side-own":
        sides = of_deal(rules, written)
        bid, maker = found.bid, sides.side_of(written.get("maker", written["dealer"]))
        eldest = rules.seating.side_of(rules.seating.eldest_hand(written["dealer"]))
        expected = list(found.points.values)
        if expected[maker - 1] < bid:
            expected[maker - 1] = -bid
        if rules.selling != "none" and written.get("maker") != rules.seating.eldest_hand(written["dealer"]):
            expected[eldest - 1] += bid
        if rules.calls_partner:
            expected = [expected[sides.side_of(seat) - 1] for seat in sides.seats()]
        assert found.scored.values == tuple(expected), "each scores its own once, the seller the bid besides"


BEYOND_THE_SOURCE = {"selling", "called_partner", "extra_four", "minimum_to_score"}
"""Parameters that the score would follow in any game; the sources speak of them in some games only."""


@every_game
@settings(max_examples=20)
@given(chance=chances)
def test_what_a_game_does_not_read_changes_no_score(laws, game, chance):
    _rules, before, written = some_deal(chance, laws, game)
    foreign = [
        (parameter.name, parameter.read(word))
        for parameter in PARAMETERS.values()
        if parameter.name not in BEYOND_THE_SOURCE and not game.reads(parameter.name)
        for word in parameter.words
    ]
    name, value = chance.choice(foreign)
    changed_laws = laws
    with suppress(InvalidInput):  # the value does not go with the others of the law set
        changed_laws = laws.chosen_for(game.slug, {name: value})
    found, changed = (score_of(written, each, before, game) for each in (laws, changed_laws))
    assert (changed.scored, changed.after, changed.winner) == (found.scored, found.after, found.winner), name


@every_game
@settings(max_examples=20)
@given(chance=chances)
def test_who_counts_out_first_wins_and_nobody_else(laws, game, chance):
    rules, before, written = some_deal(chance, laws, game)
    found = score_of(written, laws, before, game)
    reached = {side for side, standing in found.after.items() if standing >= rules.game_score}
    if rules.highest_bid_wins and found.bid == rules.max_bid and found.bid_made:
        return
    if not reached:
        assert found.winner is None
        return
    if rules.calls_partner:
        winners = found.winner if isinstance(found.winner, tuple) else (found.winner,)
        assert set(winners) == reached, "they divide the stake"
        return
    assert found.winner in reached
    if rules.counting_out == "maker-first" and found.bid_made:
        maker = rules.seating.side_of(written["maker"])
        assert maker not in reached or found.winner == maker
    elif rules.made_rule == "each-side-own" and len(reached) > 1:
        assert found.winner == first_in_order(rules, before, written, reached)


def first_in_order(rules: Rules, before: tuple[int, ...], written: dict[str, Any], reached: set[int]) -> int:
    """Return the side that is out first if points are counted one by one.

    The eldest hand gets the price of a sale before.
    """
    standing, discards = list(before), rules.seating.side_of(written.get("maker", written["dealer"]))
    eldest = rules.seating.eldest_hand(written["dealer"])
    if rules.selling != "none" and written.get("maker") != eldest:
        standing[rules.seating.side_of(eldest) - 1] += written["bid"]
    for name in rules.counting_order:
        to = written["won"][name]
        is_dead = to == "discards" and rules.discard_points_to != "maker"
        side = 0 if is_dead else discards if to == "discards" else to or 0
        if side in reached:
            standing[side - 1] += rules.worth[name]
            if standing[side - 1] >= rules.game_score:
                return side
    raise AssertionError("somebody is out")


@every_game
@settings(max_examples=20)
@given(chance=chances)
def test_a_record_of_each_point_scores_as_its_totals_and_is_written_as_it_was_read(laws, game, chance):
    rules = rules_of(laws, game)
    written = made_up(chance, rules, laws, (0,) * rules.seating.side_count)
    read = parse_deal(written, game, laws)
    assert parse_deal(format_deal(read), game, laws) == read
    named = score_of(written, laws, game=game)
    totals = {name: value for name, value in written.items() if name != "won"} | {
        "points": list(named.points.values)
    }
    bare = score_of(totals, laws, game=game)
    assert (bare.scored, bare.points, bare.dead, bare.winner) == (
        named.scored, named.points, named.dead, named.winner,
    )  # fmt: skip
    assert parse_deal(format_deal(parse_deal(totals, game, laws)), game, laws).points == named.points


@every_game
@settings(max_examples=5)
@given(chance=chances)
def test_a_whole_game_ends_with_one_winner_and_its_scores_add_up(laws, game, chance):
    rules = rules_of(laws, game)
    running, deals, winner = PerSide.filled(rules.seating.side_count, rules.starting_score), [], None
    while winner is None:
        assert len(deals) < LONGEST_GAME
        deals.append(made_up(chance, rules, laws, running.values))
        found = score_of(deals[-1], laws, running.values, game)
        assert found.after.values == tuple(map(sum, zip(running.values, found.scored.values, strict=True)))
        running, winner = found.after, found.winner
    played = game_state([parse_deal(each, game, laws) for each in deals], laws, game, 1)
    assert (played.score, played.winner, played.won_at) == (running, winner, len(deals))
    for each in winner if isinstance(winner, tuple) and rules.calls_partner else (winner,):
        assert each in rules.seating.sides()
        assert running[each] >= rules.game_score or rules.highest_bid_wins


ALL_OF_SIDE_1 = dict.fromkeys(("high", "low", "jack", "game", "right-pedro", "left-pedro"), 1)
UNNAMED = "say who won {}, too: on such a deal somebody has."
SOMEBODY = "somebody has made this point on such a deal."


@every_game
@settings(max_examples=60)
@given(chance=chances)
def test_only_outcomes_that_the_cards_can_give_are_accepted(laws, game, chance):
    rules = rules_of(laws, game)
    made, thrown = map(set, some_way(chance, laws, game))
    for name in chance.sample(sorted(rules.worth), chance.choice((0, 0, 1, 2))):
        is_made, is_thrown = chance.choice(
            ((1, 0), (0, 1), (0, 0)) if rules.has_discards else ((1, 0), (0, 0))
        )
        (made.add if is_made else made.discard)(name)
        (thrown.add if is_thrown else thrown.discard)(name)
    sides = of_deal(rules, {"dealer": 1})
    won = dict.fromkeys(rules.worth) | {name: chance.choice(sides.sides()) for name in sorted(made)}
    won |= dict.fromkeys(thrown, "discards")
    for name in filter(AWARDED_TO.__contains__, made):
        won[name] = rules.seating.side_of(rules.seating.in_turn(1)[AWARDED_TO[name]])
    written = {"dealer": 1, "trump": "S", "won": won, **bid_of(rules)}
    if (frozenset(made), frozenset(thrown)) in reachable(laws, game):
        parse_deal(written, game, laws)
        return
    with pytest.raises(InvalidInput) as refusal:
        parse_deal(written, game, laws)
    assert all(field.startswith("deal.won") for field in refusal.value.errors)


def bid_of(rules: Rules) -> dict[str, Any]:
    """Return the fields of a bid by seat 2 without a called partner; none in a game without bids."""
    alone = {"alone": True} if rules.calls_partner else {}
    return {"maker": 2, "bid": 1, **alone} if rules.game.has_bidding else {}


THREE_SIDES = 3
FEW_SIDES = [
    param for param in HELD
    if of_deal(rules_of(*param.values), {"dealer": 1}).side_count <= THREE_SIDES
    and rules_of(*param.values).total <= 14
]  # fmt: skip
"""The games of so few sides and points that every figure can be tried."""


@pytest.mark.parametrize(("laws", "game"), FEW_SIDES)
def test_only_totals_that_the_cards_can_give_are_accepted(laws, game):
    rules = rules_of(laws, game)
    sides = of_deal(rules, {"dealer": 1, "maker": 2})
    can_be = figures_of(laws, rules, sides)
    for totals in product(range(rules.total + 1), repeat=sides.side_count):
        if sum(totals) > rules.total:
            continue
        written = {"dealer": 1, "trump": "S", "points": list(totals), **bid_of(rules)}
        if totals in can_be:
            parse_deal(written, game, laws)
            continue
        with refusing("deal.points"):
            parse_deal(written, game, laws)


def figures_of(laws: LawSet, rules: Rules, sides: TableSeats) -> set[tuple[int, ...]]:
    """Return all totals that the sides can have on a deal.

    A side gets each point that is made. The maker gets points among the discards, if the laws say so.
    """
    found: set[tuple[int, ...]] = set()
    for made, thrown in reachable(laws, rules.game):
        start = [0] * sides.side_count
        if rules.discard_points_to == "maker" and thrown:
            start[sides.side_of(2) - 1] = sum(rules.worth[name] for name in thrown)
        ways = {tuple(start)}
        for name in made:
            owners = sides.sides()
            if name in AWARDED_TO:
                owners = [sides.side_of(sides.in_turn(1)[AWARDED_TO[name]])]
            ways = {
                tuple(count + rules.worth[name] * (side == owner) for side, count in enumerate(way, 1))
                for way in ways
                for owner in owners
            }
        found |= ways
    return found


@pytest.mark.parametrize(
    ("game", "points"),
    [
        # Foster 1897, Seven-up, Objects of the Game: five of the six ways are the most for one side.
        pytest.param("seven-up", [7, 0], id="all seven points of a turned Jack and a gift"),
        pytest.param("seven-up", [0, 6], id="six points for those who did not deal"),
        pytest.param("seven-up", [6, 0], id="six points for the dealer's side"),
        pytest.param("three-handed-seven-up", [4, 4, 0], id="one gift of two"),
        pytest.param("auction-pitch-4", [0, 0, 1, 0], id="nobody has High and Low"),
        pytest.param("california-jack", [1, 1], id="a card of the pack is missing"),
        pytest.param("widow-cinch", [0, 0, 0], id="six points in a widow of four cards"),
    ],
)
def test_totals_that_no_cards_can_give_are_refused(game, points):
    kind = GAMES[game]
    bid = {"maker": 2, "bid": 1} if kind.has_bidding else {}
    with refusing("deal.points"):
        parse_deal({"dealer": 1, "trump": "S", "points": points, **bid}, kind, FOSTER)


@pytest.mark.parametrize(
    ("laws", "game", "won", "field", "why"),
    [
        (FOSTER, "auction-pitch-4", {"jack": 3, "low": None}, ".low", SOMEBODY),
        (FOSTER, "auction-pitch-4", {"high": None, "low": 2}, ".high", SOMEBODY),
        (FOSTER, "seven-up", {"gift": 2, "turned-jack": 1, "second-turned-jack": 1}, ".gift",
         "second jack turned and gift cannot be made on the same deal."),
        # Chicago 1890, law 13: High and Low are the highest and the lowest trump out.
        (CHICAGO, "cinch", ALL_OF_SIDE_1 | {"high": "discards"}, ".high", SOMEBODY),
        (CHICAGO, "three-handed-cinch", {"jack": 3, "high": 1, "low": None}, ".low", SOMEBODY),
        (CHICAGO, "three-handed-cinch", {"jack": 3}, "", UNNAMED.format("high and low")),
        # A point that is left out counts as nobody's, so that it is the one to be told.
        (FOSTER, "auction-pitch-4", {"jack": 3}, "", UNNAMED.format("high and low")),
        (FOSTER, "auction-pitch-4", {"jack": 3, "high": 3}, "", UNNAMED.format("low")),
        (FOSTER, "seven-up", {"low": 2, "game": 1}, "", UNNAMED.format("high")),
        # Foster 1897, Widow Cinch: forty-eight cards are dealt and four are the widow.
        (FOSTER, "widow-cinch", {"high": 1}, "",
         "no more than 4 cards are left in the pack, so that no more points can be nobody's."),
        (FOSTER, "three-handed-seven-up", {"gift": 2}, "", UNNAMED.format("second gift")),
        (MODERN, "all-fours-turn-up", {"turned-six": 1, "turned-jack": 1, "turned-ace": 1}, ".turned-six",
         "turned jack and turned six cannot be made on the same deal."),
    ],
)  # fmt: skip
def test_an_impossible_outcome_is_refused_at_its_point_with_the_reason(laws, game, won, field, why):
    kind = GAMES[game]
    bid = {"maker": 2, "bid": 1} if kind.has_bidding else {}
    with pytest.raises(InvalidInput) as refusal:
        parse_deal({"dealer": 1, "trump": "S", "won": won, **bid}, kind, laws)
    assert refusal.value.errors == {f"deal.won{field}": [why]}


@pytest.mark.parametrize("won", [{"gift": 2}, {}])
def test_a_card_record_with_a_turned_jack_needs_no_entry_for_its_point(won):
    # Foster 1897, Seven-up, Dealing: the Jack turned up is the dealer's point; no word of it has to be sent.
    written = {"dealer": 1, "turned": ["JS"], "tricks": SIX, **({"won": won} if won else {})}
    found = score_of(written, FOSTER, game=GAMES["seven-up-2"])
    assert (found.won["turned-jack"], found.won.get("gift")) == (1, won.get("gift"))
