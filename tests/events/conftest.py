"""The club of these tests: its regulars are members already, and a round has two deals."""

import pytest

from tests.factories import ClubOfRoles


@pytest.fixture(scope="module")
def kept_club(kept_club: ClubOfRoles) -> ClubOfRoles:
    """Make P1 to P16 members, so that an evening need not. Two deals show what four do, in half the time."""
    from scoring.clubs.models import Member  # models can be imported once Django is set up

    club = kept_club.club
    regulars = [
        Member(club=club, name=f"P{number}", role="player", joined_at=club.created_at)
        for number in range(1, 17)
    ]
    Member.objects.bulk_create(regulars)
    kept_club.deals_per_round = 2
    return kept_club
