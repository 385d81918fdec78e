"""Every refused form has a summary, and each of its lines links to a field of that form."""

import re

import pytest

from scoring.disputes.services import disputes, rulings
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIRST_SIDE, begun, signed_in

pytestmark = pytest.mark.django_db

LINE = re.compile(r'<li><a href="#([^"]+)" data-field="[^"]+">')
CONTROL = re.compile(r'<(?:input|select|textarea)\b[^>]*\bid="([^"]+)"')


def led_to(answer):
    """Return the ids that the summary links to, each checked to be the id of one field."""
    page = answer.content.decode()
    assert (answer.status_code, page.count("data-error-summary")) == (400, 1)
    targets = LINE.findall(page)
    controls = CONTROL.findall(page)
    assert [controls.count(target) for target in targets] == [1] * len(targets)
    return targets


@pytest.mark.parametrize(
    ("sent", "targets"),
    [
        ({"kind": "total", "total_1": "x", "total_2": "5"}, ["total_1"]),
        ({"kind": "total", "total_1": "16", "total_2": "0", "reason": "x" * 300}, ["total-reason"]),
        ({"kind": "total", "total-winner": "7"}, ["total-winner"]),
        ({"kind": "winners", "reason": "They cut."}, ["winner"]),
        ({"kind": "winners", "winner": "1"}, ["reason-winners"]),
        ({"kind": "cut-instead"}, ["reason-cut-instead"]),
        ({"kind": "doubt", "note": "x" * 300}, ["note"]),
    ],
)
def test_the_forms_of_a_table_in_a_round(club, sent, targets):
    evening, browser = begun(club), signed_in(club)
    if sent["kind"] in ("cut-instead", "winners", "doubt"):
        evening.give(1, FIRST_SIDE)
    assert led_to(browser.post(f"/events/{evening.pk}/rounds/1/tables/1/", sent)) == targets


def test_a_cut_of_a_table_in_a_round(club):
    evening, browser = begun(club), signed_in(club)
    (target,) = led_to(browser.post(f"/events/{evening.pk}/rounds/1/tables/1/", {"kind": "cut"}))
    assert target == f"cut_1_{evening.seats[0][0]}"


def test_the_slips_of_a_round(club):
    evening, browser = begun(club), signed_in(club)
    address = f"/events/{evening.pk}/rounds/1/slips/"
    wrong = {"points_1_1": "x", "points_1_2": "0", "points_2_1": "160", "points_2_2": "0"}
    assert led_to(browser.post(address, wrong)) == ["slips-round"]
    assert led_to(browser.post(address, {"round": "1", **wrong})) == ["points_1_1", "points_2_1"]


def test_the_steps_of_a_dispute(club):
    evening, director = begun(club), signed_in(club)
    evening.give(1, FIRST_SIDE)
    raised = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
    made = disputes.raise_dispute(
        policy=policy_of(evening.table(1)), actor=club.actors["scorer"], number=1, **raised
    )
    address = f"/disputes/{made.dispute}/"
    assert led_to(director.post(f"{address}answer/", {"seat": "9"})) == ["seat"]
    overruled = {"step": "overrule", "order": "new-deal", "new-deal.dealer": "next"}
    assert led_to(director.post(f"{address}decide/", overruled)) == ["reason-overrule"]
    rulings.decide(
        table=evening.table(1), actor=club.actors["director"], dispute_id=made.dispute, confirm=True
    )
    assert led_to(director.post(f"{address}appeal/", {})) == ["reason-appeal"]


def test_a_call_of_the_director(club):
    assert led_to(signed_in(club).post(f"/tables/{club.table.pk}/calls/", {"text": " "})) == ["text"]
