"""Events of every game: the sizes of tables, the sides, the winners and the moves."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, strategies as st

from laws.domain.errors import InvalidInput
from scoring.events.planning.domain.event_games import check_game, game_at, room_shape, sizes_of
from scoring.events.play.domain.late import amend
from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.values import Participant, SeatedTable
from scoring.events.results.domain.outcome import sides_winning
from scoring.game.games import GAMES
from tests.events.domain.evenings import check_fair, check_whole, choose, evening, situation
from tests.game.tables import CHICAGO, FOSTER, MODERN

SIX, UNEVEN, REDRAW = GAMES["auction-pitch-6"], "uneven-tables", "redraw"


@pytest.mark.parametrize(
    ("game", "odd", "people", "sizes", "out"),
    [
        pytest.param("seven-up", "sit-out", 10, (4, 4), 2, id="four in two sides sit out as ever"),
        pytest.param("seven-up", "table-of-three", 7, (4, 3), 0, id="or three play their own game"),
        pytest.param("auction-pitch-6", "sit-out", 17, (6, 6), 5, id="six alone, five over"),
        pytest.param("auction-pitch-6", UNEVEN, 17, (6, 6, 5), 0, id="six and five"),
        pytest.param("auction-pitch-6", UNEVEN, 13, (6, 7), 0, id="six and seven, the six first"),
        pytest.param("auction-pitch-6", UNEVEN, 8, (4, 4), 0, id="eight make two fours"),
        pytest.param("auction-pitch-6", UNEVEN, 3, (), 3, id="three are too few"),
        pytest.param("blind-all-fours-2", UNEVEN, 5, (2, 3), 0, id="two and three"),
        pytest.param("three-handed-cinch", "sit-out", 7, (3, 3), 1, id="three alone"),
        pytest.param("widow-cinch", "sit-out", 14, (6, 6), 2, id="six in three pairs"),
    ],
)
def test_the_tables_of_a_game(game, odd, people, sizes, out):
    shape = room_shape(people, GAMES[game], odd)
    assert (shape.sizes, shape.sitting_out) == (sizes, out)


@pytest.mark.parametrize(
    ("game", "players", "played"),
    [
        ("cinch", 3, "three-handed-cinch"),
        ("seven-up", 3, "three-handed-seven-up"),
        ("all-fives", 3, "three-handed-all-fives"),
        ("pitch", 3, None),
        ("pitch", 5, "pitch"),
        ("auction-pitch-6", 5, "auction-pitch"),
        ("auction-pitch-6", 3, None),
        ("widow-cinch", 5, None),
    ],
)
def test_the_game_for_a_number_of_players(game, players, played):
    found = game_at(GAMES[game], players)
    assert (found and found.key) == played


@pytest.mark.parametrize(
    ("game", "movement", "field", "text"),
    [
        ("auction-pitch-6", {"kind": "rotation"}, "kind", "only games of four in two sides have such a plan"),
        ("widow-cinch", {}, "kind", "choose redraw"),
        ("auction-pitch-6", {"odd": "table-of-five"}, "odd", "only games of four in two sides"),
        ("pitch", {"odd": "table-of-three"}, "odd", "Three cannot play Pitch"),
        ("seven-up", {"odd": UNEVEN}, "odd", "is played by one number only"),
        ("smudge", {"mixed_pairs": True, "lists": ["A", "B"]}, "mixed_pairs", "have mixed pairs"),
    ],
)
def test_settings_that_a_game_cannot_have(game, movement, field, text):
    with pytest.raises(InvalidInput) as refusal:
        check_game(GAMES[game], choose(**movement))
    assert list(refusal.value.errors) == [f"movement.{field}"]
    assert text in refusal.value.errors[f"movement.{field}"][0]


def test_the_sides_of_a_table_and_how_many_of_them_win():
    pairs_of_six = SeatedTable(2, (1, 2, 3, 4, 5, 6), 3)
    assert pairs_of_six.partners() == ((1, 4), (2, 5), (3, 6))
    assert len(pairs_of_six.opponents()) == 12
    four_alone = SeatedTable(1, (1, 2, 3, 4), 4)
    assert (four_alone.partners(), len(four_alone.opponents())) == ((), 6)
    winners = [
        sides_winning(table, 2, choose())
        for table in (pairs_of_six, four_alone, SeatedTable(1, (1, 2)), SeatedTable(1, (1, 2, 3)))
    ]
    assert winners == [1, 2, 1, 1], "a pair; the two best; the better of two; one at a head table of three"


EVENINGS = [
    (game.key, kind, odd)
    for game in GAMES.values()
    for kind in ("winner-progressive", "redraw")
    for odd in ("sit-out", UNEVEN)
    if not (game.seating.has_partners and game.players == 6 and kind != REDRAW)
    and not (odd == UNEVEN and len(sizes_of(game, odd)) == 1)
]


def can_all_sit(people: int, sizes: tuple[int, ...]) -> bool:
    shares = (divmod(people, tables) for tables in range(1, people + 1))
    return any(each in sizes and (not more or each + 1 in sizes) for each, more in shares)


@given(
    chosen=st.sampled_from(EVENINGS),
    more=st.integers(0, 30),
    luck=st.integers(0, 10**6),
    head_losers=st.sampled_from(["last", "stay", "down-one"]),
)
def test_in_any_game_everybody_plays_or_sits_out_once_and_fairly(chosen, more, luck, head_losers):
    key, kind, odd = chosen
    game, people = GAMES[key], GAMES[key].players + more
    where_winners_move_up = {} if kind == REDRAW else {"head_losers": head_losers}
    movement = choose(kind=kind, odd=odd, **where_winners_move_up)
    check_game(game, movement)
    laws = next(laws for laws in (FOSTER, MODERN, CHICAGO) if game.slug in laws.games)
    plans = evening(people, 4, movement, luck, game=game, law_set=laws)
    for found in plans:
        check_whole(found, range(1, people + 1), sizes_of(game, odd))
        check_fair(found)
        lengths = [len(table.players) for table in found.tables]
        assert max(lengths) - min(lengths) <= 1
        # Seven cannot play Auction Cinch at tables of five and six, so a player has to sit out.
        assert odd == "sit-out" or not found.sitting_out or not can_all_sit(people, sizes_of(game, odd))
    for before, found in pairwise(plans):
        if kind == REDRAW or odd == UNEVEN or before.sitting_out:
            continue
        old, new, tables = before.round.places(), found.round.places(), len(found.tables)
        for move in found.moves:
            if move.star in ("red", "gold") and head_losers != "stay":
                assert new[move.player][0] == max(1, old[move.player][0] - 1)
            if move.star == "green":
                assert new[move.player][0] == tables


@given(tables=st.integers(6, 10), luck=st.integers(0, 1000))
def test_six_drawn_anew_meet_others_each_round_as_far_as_there_are_others(tables, luck):
    """Thirty-six can play three rounds of six without meeting again; the search comes near it."""
    found = evening(6 * tables, 3, choose(kind=REDRAW), game=SIX, seed=f"seed {luck}")
    met = Counter(
        pair for made in found for table in made.tables for pair in combinations(sorted(table.players), 2)
    )
    assert max(met.values()) <= 2
    assert found[-1].metrics.repeated_opponents <= tables
    assert found[-1].metrics.repeated_partners == 0


@given(
    gone=st.sets(st.integers(1, 17), max_size=9),
    came=st.integers(0, 8),
    odd=st.sampled_from([UNEVEN, "sit-out"]),
)
def test_late_entries_and_withdrawals_leave_tables_of_sizes_that_can_play(gone, came, odd):
    movement = choose(odd=odd)
    published = plan(situation(17, settings=movement, game=SIX))
    people = tuple(
        Participant(player, until_round=0 if player in gone else None) for player in range(1, 18 + came)
    )
    now = amend(published, situation(people, settings=movement, game=SIX))
    check_whole(now, {entrant.player for entrant in people if entrant.is_present(1)}, sizes_of(SIX, odd))
    before = published.round.places()
    kept = [player for player in before if player not in gone and len(gone) == 0]
    assert all(now.round.places()[player] == before[player] for player in kept)
