"""Winners up, as Foster tells of it, and each way in which clubs do it differently."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.domain.events.plan import plan
from tests.scoring.domain.evenings import choose, evening, seated, seats, situation, to_go

ROOM = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
"""Three tables; at table 1 players 1 and 3 are partners against 2 and 4, and so on."""

RESULTS = to_go((8, 20), (15, 2), (0, 1))
"""1 and 3 win the head table, 6 and 8 the second, 9 and 11 the last."""


@pytest.mark.parametrize(
    ("movement", "expected"),
    [
        pytest.param({}, [(1, 6, 3, 8), (5, 7, 9, 11), (4, 10, 12, 2)],
                     id="Foster: winners up, head losers last, head winners keep their seats, others part"),
        pytest.param({"head_winners": "split"}, [(1, 3, 6, 8), (5, 7, 9, 11), (4, 10, 12, 2)],
                     id="the head winners part as well"),
        pytest.param({"head_losers": "stay"}, [(8, 2, 4, 6), (5, 7, 9, 11), (3, 10, 12, 1)],
                     id="the losers of the head table stay, its winners go round to the last"),
        pytest.param({"head_losers": "down-one"}, [(1, 6, 3, 8), (2, 4, 9, 11), (7, 10, 12, 5)],
                     id="losers go down one everywhere, and two pairs who come new to a table part"),
    ],
)  # fmt: skip
def test_where_everybody_goes(movement: dict[str, Any], expected: list[tuple[int, ...]]) -> None:
    assert seats(plan(situation(12, [ROOM], RESULTS, choose(**movement)))) == expected


def test_the_stars_of_a_round() -> None:
    # Foster, Progressive Euchre, Progressing: gold at the head table, red going up, green for staying last.
    stars = {move.player: move.star for move in plan(situation(12, [ROOM], RESULTS)).moves}
    assert {player for player, star in stars.items() if star == "gold"} == {1, 3}
    assert {player for player, star in stars.items() if star == "red"} == {6, 8, 9, 11}
    assert {player for player, star in stars.items() if star == "green"} == {10, 12}


@settings(max_examples=60, deadline=None)
@given(
    people=st.integers(4, 60),
    rounds=st.integers(1, 6),
    luck=st.integers(0, 10**6),
    odd=st.sampled_from(["sit-out", "table-of-five", "table-of-three"]),
    head_losers=st.sampled_from(["last", "stay", "down-one"]),
    split=st.sampled_from(["seat", "seeded", "history"]),
)
def test_nobody_is_lost_or_seated_twice_and_sitting_out_is_fair(
    people: int, rounds: int, luck: int, odd: str, head_losers: str, split: str
) -> None:
    chosen = choose(odd=odd, head_losers=head_losers, split=split)
    for found in evening(people, rounds, chosen, luck):
        placed = [player for table in found.tables for player in table.players] + list(found.sitting_out)
        assert sorted(placed) == list(range(1, people + 1))
        assert {move.player for move in found.moves} == set(placed)
        assert all(3 <= len(table.players) <= 5 for table in found.tables)
        assert found.metrics.most_sit_outs - found.metrics.fewest_sit_outs <= 1
        assert found.breaches == ()
