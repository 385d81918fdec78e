"""What is kept of games takes no room that nobody needs, and is what would be computed from nothing."""

import pytest

from scoring.records import current_game
from scoring.tables import games as known_games
from scoring.tables.cache import forget_all
from scoring.tables.games import GameRecord, known_game
from tests.factories import make_club, record

pytestmark = pytest.mark.django_db

DEALERS = (4, 1, 2)


def kept() -> list[int]:
    """Return of how many deals each course is that is kept, but for that of a game just begun."""
    return sorted(len(one.entries) for one in known_games._COURSES.kept.values() if one.entries)


def recorded() -> GameRecord:
    """Record a deal of each dealer at a table, and return its game."""
    club = make_club()
    for dealer in DEALERS:
        assert record(club.table, club.actors["owner"], dealer=dealer, bid=5).status == 201
    return current_game(club.table)[0]


def test_of_a_game_recorded_here_the_course_of_its_last_deal_alone_is_kept() -> None:
    forget_all()
    assert len(recorded().deals) == len(DEALERS)
    assert kept() == [len(DEALERS)]


def test_of_a_game_recorded_elsewhere_too() -> None:
    game = recorded()
    forget_all()
    for many in (1, 3):
        read = known_game(game.laws, game.game_id, game.number, game.first_dealer, game.deals[:many], {})
        assert kept() == [many]
    assert read.course == game.course


def test_a_game_read_as_it_was_before_is_computed_again() -> None:
    game = recorded()
    before = known_game(game.laws, game.game_id, game.number, game.first_dealer, game.deals[:2], {})
    assert before.course.entries == game.course.entries[:2]
