"""A director's decisions on entries and disputes are shown on the table's page and score sheet."""

from uuid import uuid4

import pytest

from scoring.tables.models import HeldEntry
from scoring.tables.services import corrections, deals, held
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import bid_nine, decided, raised
from tests.factories import BID_EIGHT_MADE_FIVE, record

pytestmark = pytest.mark.django_db


def shown(club, page=""):
    return club.link_client().get(f"/tables/{club.table.pk}/{page}").content.decode()


def test_a_held_deal_is_marked_until_it_is_decided_and_then_says_why_it_does_not_count(club):
    scorer, director = club.actors["scorer"], club.actors["director"]
    deals.record(
        policy=policy_of(club.table), actor=scorer, payload=BID_EIGHT_MADE_FIVE, key=uuid4(), number=4
    )
    for page in ("", "sheet/"):
        assert "an earlier deal is missing" in shown(club, page)
        assert "It waits for the director and does not count yet." in shown(club, page)
    held_id = HeldEntry.objects.get().pk
    held.set_aside(table=club.table, actor=director, held_id=held_id, reason="Entered twice.")
    for page in ("", "sheet/"):
        assert "Set aside, so it does not count:" in shown(club, page)
        assert "<q><bdi>Entered twice.</bdi></q>" in shown(club, page)


def test_a_held_correction_is_marked_at_its_deal_and_once_applied_says_so(club):
    scorer, director = club.actors["scorer"], club.actors["director"]
    record(club.table, scorer)
    corrections.correct(
        policy=policy_of(club.table),
        actor=scorer,
        number=1,
        changes={"points": [8, 6]},
        reason="Counted again.",
        ask_director=True,
    )
    assert "a correction waits" in shown(club, "sheet/")
    assert "Correction of deal 1" in shown(club)
    held.release(policy=policy_of(club.table), actor=director, held_id=HeldEntry.objects.get().pk)
    assert "a correction waits" not in shown(club, "sheet/")
    assert "Recorded as deal 1." in shown(club)


def test_the_tables_page_shows_a_ruling_that_changes_the_score_with_its_reason(club):
    # Foster 1897: A bids nine, and A-B make eight, so Y-Z score six and nine. Y's revoke cancels that.
    bid_nine(club)
    assert "Ruled just now" not in shown(club)
    dispute = raised(club)["id"]
    decided(club, dispute, overrule=True, effects=[{"kind": "no-penalty"}], reason="Both sides agree.")
    assert "The score did not change." in shown(club)
    assert "<q><bdi>Both sides agree.</bdi></q>" in shown(club)

    decided(club, raised(club)["id"])
    page = shown(club)
    assert "The score of the deal changed:" in page
    assert f'href="/disputes/{dispute}/"' in page
    for side in ("<bdi>A &amp; B</bdi>", "<bdi>Y &amp; Z</bdi>"):
        assert side in page.partition("The score of the deal changed:")[2].partition("</p>")[0]
    assert "ruled on" in shown(club, "sheet/")


def test_the_reason_for_holding_a_correction_is_shown_once(club):
    scorer, same = club.actors["scorer"], "Two phones entered this deal differently."
    record(club.table, scorer)
    corrections.correct(
        policy=policy_of(club.table),
        actor=scorer,
        number=1,
        changes={"points": [8, 6]},
        reason=same,
        ask_director=True,
    )
    assert shown(club).lower().count("two phones entered this deal differently") == 1
