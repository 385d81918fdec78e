"""Pages name players instead of seats: in entries, in refusals, and in the choice of the next dealer."""

import re

import pytest

from scoring.events.play.services import slip_totals
from scoring.tables.queries import table_state
from tests.disputes.disputing import bid_nine, decided, raised
from tests.events.evenings import FIVE, begun, signed_in
from tests.factories import make_table, record

pytestmark = pytest.mark.django_db

BY_NUMBER = re.compile(r"\b(sides?|seats?) \d", re.IGNORECASE)
WON = {"high": 1, "low": 2, "jack": 2, "game": 1, "right-pedro": 1, "left-pedro": 2}


def text(answer, status=200):
    """Return the text of a page without tags and random tokens."""
    assert answer.status_code == status
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_deal_as_it_was_entered_tells_who_took_each_point_and_how_many(club):
    number = record(club.table, club.actors["scorer"], maker=1, points=None, won=WON).number
    other = record(club.table, club.actors["scorer"], dealer=None, maker=1, points=[8, 6]).number
    said = [text(club.client("director").get(f"/tables/{club.table.pk}/deals/{n}/")) for n in (number, other)]

    entered = [page.partition("As it was entered")[2].partition("Report")[0] for page in said]
    assert "High A &amp; B Low Y &amp; Z" in entered[0]
    assert "Points A &amp; B 8, Y &amp; Z 6" in entered[1]
    assert [page for page in entered if BY_NUMBER.search(page)] == []


def test_what_a_director_cannot_order_tells_whom_it_is_about(club):
    # Foster 1897, Cinch, Dealing: it is not known who faced the card, so no side's score can be reduced.
    bid_nine(club)
    dispute = raised(club, incident="faced-card", facts={"came_to_light": "dealing"}, seat=None)["id"]
    ordered = {"step": "overrule", "order": "side-cannot-score", "side-cannot-score.side": "offenders"}

    for address in ("preview", "decide"):
        page = text(signed_in(club).post(f"/disputes/{dispute}/{address}/", {**ordered, "reason": "so"}), 400)
        told = page.partition("Please fix this:")[2][:120]
        assert "Say who was in error: the ruling depends on it." in told, address
        assert BY_NUMBER.search(told) is None


def test_who_deals_the_next_game_is_told_and_chosen_by_name(club):
    # Chicago 1890, Laws, 14: the losers have the option. Foster passes the deal on to the left of the dealer.
    table = make_table(club.club, club.actors["owner"], law_set="chicago-1890", dealer=1)
    for points in ([14, 0], [14, 0], [14, 0]):
        record(table, club.actors["scorer"], dealer=None, maker=1, bid=6, points=points)
    page = club.client("scorer").get(f"/tables/{table.pk}/games/new/")

    assert "the first deal: Z, unless they choose otherwise." in text(page)
    assert re.findall(r'<option value="(\d)"[^>]*>(\w)<', page.content.decode()) == [("2", "Y"), ("4", "Z")]

    while not table_state(club.table).game.state.over:
        record(club.table, club.actors["scorer"], dealer=None, maker=2, points=[9, 5])
    dealer = "AYBZ"[table_state(club.table).next_dealer - 1]
    assert f"The deal passes on to the left: {dealer}." in text(
        club.client("scorer").get(f"/tables/{club.table.pk}/games/new/")
    )


def test_a_refused_decision_of_an_evening_is_told_in_the_organisers_words(club):
    evening = begun(club, 9, movement=FIVE)
    client, address = signed_in(club), f"/events/{evening.pk}/rounds/1/tables/2/"
    twice = {"kind": "winners", "winner": "2", "second": "2", "reason": "both say so"}

    assert "Say which 2 players have won." in text(client.post(address, twice), 400)
    assert "Enter the cards that were cut." in text(client.post(address, {"kind": "cut"}), 400)
    head = f"/events/{evening.pk}/rounds/1/tables/1/"
    nobody = {"kind": "winners", "winner": "", "reason": "both say so"}
    assert "Say who has won." in text(client.post(head, nobody), 400)


def test_a_ruling_on_a_score_sheet_names_whom_it_means_and_what_each_made_with_and_without_it(club):
    # Foster 1897, Cinch Laws, The Revoke: A bid nine, A and B made eight, but Y revoked: they score it.
    bid_nine(club)
    decided(club, raised(club)["id"])

    for address in ("sheet/", "deals/1/"):
        page = text(club.client("player").get(f"/tables/{club.table.pk}/{address}"))
        assert "The offending side (Y and Z) can score nothing on this deal." in page
        assert "Without it: A &amp; B 0, Y &amp; Z +15 · with it: A &amp; B +8, Y &amp; Z 0" in page


def test_whoever_types_cards_is_told_which_seat_is_whose(club):
    page = text(club.client("scorer").get(f"/tables/{club.table.pk}/"))
    assert "The seats: 1 A · 2 Y · 3 B · 4 Z" in page


def test_a_table_whose_round_is_complete_has_no_next_deal_on_the_clubs_page(club):
    evening = begun(club)
    address = f"/clubs/{club.club.slug}/"
    assert "Deal 1 of 4" in text(signed_in(club).get(address))
    evening.play(without=[2])
    said = text(signed_in(club).get(address))
    assert "All deals of this round are recorded at this table." in said
    assert "Deal 5 of 4" not in said


def test_a_table_whose_slip_is_in_has_no_next_deal_on_the_clubs_page(club):
    evening = begun(club)
    slip_totals.enter(**evening.action, round_number=1, table_number=1, points=[16, 0])
    evening.play(without=[1])
    said = text(signed_in(club).get(f"/clubs/{club.club.slug}/"))
    assert "The round is in from its slip: 16 \u00b7 0." in said
    assert "Deal 1 of 4" not in said
