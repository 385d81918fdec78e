"""The club of these tests: its regulars and its law set are stored already, and a round has two deals."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import ClubOfRoles


@pytest.fixture(scope="module")
def kept_club(kept_club: ClubOfRoles) -> ClubOfRoles:
    """Store what each evening would store anew. Two deals show what four do, in half the time."""
    from scoring.clubs.models import Member  # models can be imported once Django is set up
    from scoring.events.planning.domain.settings import parse_settings
    from scoring.events.planning.services import law_sets
    from scoring.game.games import GAMES

    club, names = kept_club.club, [f"P{number}" for number in range(1, 17)]
    Member.objects.bulk_create(
        Member(club=club, name=name, role="player", joined_at=club.created_at) for name in names
    )
    law_sets.pinned(parse_settings(), GAMES["cinch"], club.law_set, None, None, None)
    kept_club.deals_per_round = 2
    return kept_club


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that sets the server's clock so many minutes or seconds ahead of the real time."""
    real = timezone.now

    def put(**ahead: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(**ahead))

    return put
