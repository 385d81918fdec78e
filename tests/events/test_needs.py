"""The list of what needs the organiser, with one action for each entry."""

from uuid import uuid4

import pytest

from scoring.disputes.services import disputes
from scoring.events.results.services import decisions
from scoring.events.show.pages.needs import needs_of
from scoring.tables.access import policy_of
from scoring.tables.services import deals
from tests.events.evenings import SECOND_SIDE, begun, deal_of, signed_in

pytestmark = pytest.mark.django_db


def texts(evening):
    return [need.text for need in needs_of(evening.state)]


def test_a_quiet_evening_needs_nobody(club):
    evening = begun(club)
    assert needs_of(evening.state) == []
    page = signed_in(club).get(f"/events/{evening.pk}/").content.decode()
    assert "needs you" not in page
    assert "Tables 1, 2 still play." in page


def test_disputes_doubts_and_held_entries_each_with_its_action(club):
    evening = begun(club)
    evening.give(1, (9, 5))
    table = evening.table(1)
    revoke = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
    disputes.raise_dispute(policy=policy_of(table), actor=club.actors["scorer"], number=1, **revoke)
    decisions.doubt(**evening.action, round_number=1, table_number=2, note="Ten was bid.")
    ahead = {"payload": deal_of((9, 5)), "key": uuid4(), "number": 9}
    deals.record(policy=policy_of(evening.table(2)), actor=club.actors["scorer"], **ahead)

    assert texts(evening) == [
        "Table 1, deal 1: a dispute is to be decided.",
        "Table 2, round 1: a result is in doubt.",
        "Table 2: deal 9 is held for you.",
    ]
    browser = signed_in(club)
    page = browser.get(f"/events/{evening.pk}/").content.decode()
    assert "3 things need you" in page
    assert "Ten was bid." in page
    for need in needs_of(evening.state):
        assert browser.get(need.address).status_code == 200


def test_a_correction_that_would_change_the_move_until_a_table_begins(club):
    evening = begun(club)
    evening.play_on()
    assert texts(evening) == []
    for deal in range(1, 5):
        evening.correct(1, deal, points=list(SECOND_SIDE), maker=2)
    (need,) = needs_of(evening.state)
    # The winners of table 1 no longer stay there, so all players get other opponents.
    assert need.text.startswith(
        "After a correction 8 players would have other places or partners in round 2."
    )
    evening.give(1, (9, 5))
    assert texts(evening) == []


def test_a_late_table_until_it_is_decided(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.ring()
    assert texts(evening) == ["Table 2 is late with its result."]
    evening.decide(2, "winners", [1])
    assert texts(evening) == []
