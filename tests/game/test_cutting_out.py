"""Cutting out at a club table: preference, who gives way, who comes in, who waits; and clubs that differ."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from scoring.game.cards import parse_card
from scoring.game.cutting import PREFERENCE, decide, laid_out
from scoring.game.cutting_out import (
    CompanyState,
    NextPlayers,
    cut_from_seed,
    needed_cut,
    next_players,
    with_player,
)
from scoring.game.references import named, player_ref
from tests.game.tables import CHICAGO, FOSTER

SIX = (1, 2, 3, 4, 5, 6)
FIVE = (1, 2, 3, 4, 5)


def cut(**cards: str) -> dict[str, Any]:
    """Return a round of a cut: p1="KS" is player 1's king of spades."""
    return {player_ref(int(name[1:])): parse_card(card) for name, card in cards.items()}


def games(*played: Sequence[int]) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, played))


def decided(company: CompanyState, laws: LawSet, *draws: dict[str, Any]) -> tuple[set[int], ...]:
    """Return the players who play, give way, come in and wait."""
    found = next_players(company, laws, draws)
    assert (found.is_decided, found.cut_again, found.missing) == (True, (), 0)
    return set(found.playing), set(found.giving_way), set(found.coming_in), set(found.waiting)


def texts(found: NextPlayers) -> list[str]:
    return [named(line.text, player=str) for line in found.explanation]


def test_of_five_the_four_highest_play_first():
    # Foster 1897, Cinch Laws, Formation of Table; the ace is high.
    company = CompanyState(FIVE)
    assert next_players(company, FOSTER).cut_again == FIVE
    found = next_players(company, FOSTER, [cut(p1="2S", p2="AS", p3="9H", p4="8H", p5="KD")])
    assert (set(found.playing), found.waiting) == ({2, 3, 4, 5}, (1,))
    assert texts(found) == ["Playing the first game: 2, 3, 4 and 5."]
    assert found.explanation[0].law == "foster-1897/formation/preference"


def test_equal_cards_are_cut_again_only_where_they_decide_who_plays_and_for_nothing_else():
    # Five cut for preference; the two highest are equal, and both play in any case.
    draw = cut(p1="2S", p2="AS", p3="AH", p4="8H", p5="KD")
    assert decided(CompanyState(FIVE), FOSTER, draw)[0] == {2, 3, 4, 5}
    # And here the fourth and the fifth are equal as well.
    draw = cut(p1="2S", p2="AS", p3="AH", p4="2H", p5="KD")
    assert next_players(CompanyState(FIVE), FOSTER, [draw]).cut_again == (1, 4)
    assert decided(CompanyState(FIVE), FOSTER, draw, cut(p1="AD", p4="KC"))[3] == {4}


def test_after_the_first_game_the_lowest_cuts_give_way():
    # Foster 1897, Cinch Laws, Cutting Out: two are waiting, so two go.
    company = CompanyState(SIX, games((1, 2, 3, 4)))
    needed = needed_cut(company, FOSTER)
    assert needed is not None
    assert (needed.players, needed.count, needed.takes_highest) == ((1, 2, 3, 4), 2, False)
    draw = cut(p1="9S", p2="3S", p3="AS", p4="2S")
    assert decided(company, FOSTER, draw) == ({1, 3, 5, 6}, {2, 4}, {5, 6}, {2, 4})
    found = next_players(company, FOSTER, [draw])
    assert texts(found) == ["Giving way to those who wait, by the cut: 2 and 4.", "Coming in: 5 and 6."]
    assert found.explanation[0].law == "foster-1897/formation/cutting-out-first"


def test_after_later_games_those_with_most_games_in_a_row_give_way():
    # The book's own case: 1 and 2 have played both games, 5 and 6 came in for the second, two are waiting.
    company = CompanyState(SIX, games((1, 2, 3, 4), (1, 2, 5, 6)))
    assert needed_cut(company, FOSTER) is None
    assert decided(company, FOSTER) == ({3, 4, 5, 6}, {1, 2}, {3, 4}, {1, 2})
    assert texts(next_players(company, FOSTER))[0] == (
        "Giving way to those who wait, after most games running: 1 and 2."
    )


def test_of_those_who_have_played_equally_long_the_lowest_cut_gives_way():
    # The book's own case: 1, 2 and 3 have played both games and one is waiting. Which cut goes is inferred.
    company = CompanyState(FIVE, games((1, 2, 3, 4), (1, 2, 3, 5)))
    assert next_players(company, FOSTER).cut_again == (1, 2, 3)
    assert decided(company, FOSTER, cut(p1="9S", p2="3S", p3="AS"))[1] == {2}
    other = FOSTER.derive({"cutting_out_tie": "highest"})
    assert decided(company, other, cut(p1="9S", p2="3S", p3="AS"))[1] == {3}


def test_the_longest_run_goes_for_certain_and_only_the_next_longest_cut():
    company = CompanyState(SIX, games((1, 2, 3, 5), (1, 2, 3, 4), (1, 4, 2, 6)))
    # 1 and 2 have played three running, 4 two, 6 one: two wait, so 1 and 2 go without a cut.
    assert decided(company, FOSTER)[1] == {1, 2}
    company = CompanyState(SIX, games((1, 2, 3, 4), (1, 5, 6, 2), (1, 5, 6, 3)))
    # 1 has played three running; 5 and 6 two; one of them goes with 1.
    needed = needed_cut(company, FOSTER)
    assert needed is not None
    assert (needed.players, needed.count) == ((5, 6), 1)
    assert decided(company, FOSTER, cut(p5="9S", p6="3S"))[1] == {1, 6}


def without_player(company: CompanyState, player: int) -> CompanyState:
    """Return the table after a player has left."""
    came = company.arrived_after or (0,) * len(company.present)
    kept = [(other, after) for other, after in zip(company.present, came, strict=True) if other != player]
    return CompanyState(tuple(other for other, _ in kept), company.games, tuple(after for _, after in kept))


def test_whoever_leaves_makes_room_before_anybody_gives_way():
    company = without_player(CompanyState(FIVE, games((1, 2, 3, 4))), 2)
    assert needed_cut(company, FOSTER) is None
    assert decided(company, FOSTER) == ({1, 3, 4, 5}, set(), {5}, set())
    six = without_player(CompanyState(SIX, games((1, 2, 3, 4))), 2)
    needed = needed_cut(six, FOSTER)
    assert needed is not None
    assert (needed.players, needed.count) == ((1, 3, 4), 1)
    assert decided(six, FOSTER, cut(p1="9S", p3="3S", p4="AS")) == ({1, 4, 5, 6}, {3}, {5, 6}, {3})


def test_where_as_many_wait_as_play_all_give_way():
    eight = FOSTER.derive({"table_capacity": 8})
    company = CompanyState(tuple(range(1, 9)), games((1, 2, 3, 4)))
    assert needed_cut(company, eight) is None
    assert decided(company, eight) == ({5, 6, 7, 8}, {1, 2, 3, 4}, {5, 6, 7, 8}, {1, 2, 3, 4})


def test_who_has_waited_longest_comes_in_first():
    company = CompanyState((1, 2, 3, 4), games((1, 2, 3, 4)))
    company = with_player(with_player(company, 5, FOSTER), 6, FOSTER)
    after = CompanyState(company.present, games((1, 2, 3, 4), (1, 2, 5, 3)), company.arrived_after)
    # 6 came after the first game, when 4 went out; both have waited for one game, and 4 came first.
    assert after.waiting() == (4, 6)
    late = with_player(CompanyState((1, 2, 3, 4, 5), games((1, 2, 3, 4), (1, 2, 3, 5))), 6, FOSTER)
    assert late.waiting() == (4, 6)
    # 7 came after the first game and has waited since; 5 and 6 played the second.
    eldest = CompanyState(
        tuple(range(1, 8)), games((1, 2, 3, 4), (1, 2, 5, 6), (1, 2, 3, 4)), (0, 0, 0, 0, 1, 1, 1)
    )
    assert eldest.waiting() == (7, 5, 6)


@pytest.mark.parametrize(
    ("game", "most", "law"),
    [
        # Foster 1897, Cinch Laws, Formation of Table; Auction Pitch, Players, as Pedro is played.
        ("cinch", 6, "formation/table-of-six"),
        ("auction-pitch", 7, "auction-pitch/players"),
        ("dom-pedro", 7, "auction-pitch/players"),
    ],
)
def test_the_table_is_complete(game, most, law):
    laws = FOSTER.for_game(game)
    with pytest.raises(InvalidInput) as refusal:
        with_player(CompanyState(tuple(range(1, most + 1))), most + 1, laws)
    assert refusal.value.errors == {"player": [f"The table is complete with {most} players."]}
    assert refusal.value.law == f"foster-1897/{law}"
    assert len(with_player(CompanyState(tuple(range(1, most))), most, laws).present) == most


def test_nobody_joins_twice():
    with pytest.raises(InvalidInput) as refusal:
        with_player(CompanyState(FIVE), 3, FOSTER)
    assert refusal.value.errors == {"player": ["{player:3} is at this table already."]}


def test_a_silent_law_set_uses_and_cites_the_law_of_its_fallback():
    # Chicago 1890 knows no waiting players; its ace is low in cutting all the same.
    company = CompanyState(SIX, games((1, 2, 3, 4)))
    draw = cut(p1="9S", p2="3S", p3="AS", p4="2S")
    assert decided(company, CHICAGO, draw)[1] == {3, 4}
    laws = {line.law for line in next_players(company, CHICAGO, [draw]).explanation}
    assert laws == {"foster-1897/formation/cutting-out-first"}


def test_a_club_can_choose_other_rules_for_cutting_out():
    by_arrival = FOSTER.derive({"preference_cut": "arrival"})
    assert decided(CompanyState((5, 4, 3, 2, 1)), by_arrival)[0] == {5, 4, 3, 2}
    highest = FOSTER.derive({"cutting_out_first": "highest"})
    company = CompanyState(FIVE, games((1, 2, 3, 4)))
    assert decided(company, highest, cut(p1="9S", p2="3S", p3="AS", p4="2S"))[1] == {3}
    always = FOSTER.derive({"cutting_out_later": "cut"})
    later = CompanyState(FIVE, games((1, 2, 3, 4), (1, 2, 3, 5)))
    assert decided(later, always, cut(p1="9S", p2="4S", p3="AS", p5="2S"))[1] == {5}


def test_cards_are_refused_where_nobody_is_to_cut():
    with pytest.raises(InvalidInput) as refusal:
        next_players(CompanyState((1, 2, 3, 4)), FOSTER, [cut(p1="9S")])
    assert refusal.value.errors == {"draws": ["nobody is to cut now."]}


def test_a_cut_from_the_seed_can_be_checked_by_hand():
    draws, found = cut_from_seed(CompanyState(FIVE), FOSTER, "autumn/out/1")
    assert [draws[0][player_ref(player)] for player in FIVE] == laid_out("autumn/out/1", 1)[:5]
    assert found == next_players(CompanyState(FIVE), FOSTER, draws)
    assert cut_from_seed(CompanyState((1, 2, 3, 4)), FOSTER, "autumn")[0] == []


def test_a_cut_for_preference_says_nothing_of_partners_or_the_deal():
    found = decide(PREFERENCE, [player_ref(1), player_ref(2)], [cut(p1="9S", p2="AS")], FOSTER, highest=1)
    assert (found.order[0], found.partners, found.first_dealer, found.seats) == (player_ref(2), (), None, ())


@settings(max_examples=settings.default.max_examples // 2)
@given(
    people=st.integers(4, 6),
    changes=st.lists(st.sampled_from(["none", "join", "leave"]), min_size=1, max_size=12),
    seed=st.text(max_size=8),
)
def test_any_sequence_of_games_keeps_everybody_and_lets_everybody_play(people, changes, seed):
    company, newest = CompanyState(tuple(range(1, people + 1))), people
    for number, change in enumerate(changes):
        _, found = cut_from_seed(company, FOSTER, f"{seed}/{number}")
        assert found.is_decided
        if len(company.present) < 4:
            assert (found.playing, found.missing) == ((), 4 - len(company.present))
        else:
            assert len(set(found.playing)) == 4
            assert sorted((*found.playing, *found.waiting)) == sorted(company.present)
            assert set(found.giving_way) <= (company.games[-1] if company.games else set())
            for out in found.giving_way:
                stayed = set(found.playing) - set(found.coming_in)
                if len(company.games) > 1:
                    assert all(company.run_of(out) >= company.run_of(player) for player in stayed)
            company = CompanyState(
                company.present, (*company.games, frozenset(found.playing)), company.arrived_after
            )
        if change == "join" and len(company.present) < 6:
            newest += 1
            company = with_player(company, newest, FOSTER)
        elif change == "leave" and company.present:
            company = without_player(company, company.present[number % len(company.present)])
