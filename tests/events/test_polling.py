"""Repeated requests of phones and programs are answered with 304 if nothing has changed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from scoring.clubs.authentication import SESSION_EVENINGS
from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.disputes.services import disputes
from scoring.events.people.services import entrant_links
from scoring.events.show.pages import hall
from scoring.tables.models import HeldEntry
from scoring.tables.services import club_cards, held
from scoring.tables.table_policy import policy_of
from tests.events.evenings import FIRST_SIDE, begun, planned, signed_in
from tests.factories import make_club

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/api/v1/events/{event}/",
    "/api/v1/events/{event}/rounds/1/",
    "/api/v1/events/{event}/standings/",
    "/events/{event}/live/?view=standings",
    "/events/{event}/live/?view=projector",
]


@pytest.fixture
def evening(club):
    return begun(club, 9)


@pytest.fixture
def addresses(evening):
    return [address.format(event=evening.pk) for address in ADDRESSES]


def asked(client, address, tag=""):
    """Return the answer to a client that already has the answer with this tag."""
    return client.get(address, headers={"If-None-Match": tag} if tag else {})


def phone_of(evening, player):
    """Return a client that holds only the link to a player's own evening, and the address that it polls."""
    entrant_links.issue_missing(**evening.action)
    client = APIClient()
    session = client.session
    session[SESSION_EVENINGS] = [entrant_links.live_links(evening.event)[player].pk]
    session.save()
    return client, f"/events/{evening.pk}/live/?view=me"


def rename(club, player):
    """Give a member another name. No event's journal has an entry about this."""
    member = Member.objects.get(pk=player)
    clubs.rename_member(member=member, actor=club.actors["owner"], name="Quite Another")


def test_a_caller_who_knows_the_answer_gets_a_304(club, addresses):
    client, stranger = club.client("director"), make_club("inland").client("director")
    for address in addresses:
        first = asked(client, address)
        assert (first.status_code, bool(first.content)) == (200, True)

        again = asked(client, address, first["ETag"])

        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert asked(client, address, f'"another", {first["ETag"]}').status_code == 304
        assert asked(client, address, '"another"').status_code == 200
        assert asked(client, address).status_code == 200
        assert asked(stranger, address, first["ETag"]).status_code == 404, "whatever the stranger knows"


def test_a_deal_a_bell_and_another_name_are_new(club, evening, addresses):
    client = club.client("director")

    def news(tags):
        """Return address → answer to a client that has the answers with these tags."""
        answers = {address: asked(client, address, tags.get(address, "")) for address in addresses}
        assert {answer.status_code for answer in answers.values()} == {200}
        return answers

    def tags_of(answers):
        return {address: answer["ETag"] for address, answer in answers.items()}

    before = tags_of(news({}))
    evening.give(1, FIRST_SIDE)
    after_the_deal = tags_of(news(before))
    evening.ring()
    after_the_bell = tags_of(news(after_the_deal))
    news(before)  # what is older is no answer either
    rename(club, evening.players[0])
    assert all(b"Quite Another" in answer.content for answer in news(after_the_bell).values())


def test_the_first_card_of_a_club_brings_the_word_at_once(club, evening):
    client, at = signed_in(club), f"/events/{evening.pk}/"
    before = {page: asked(client, page)["ETag"] for page in (at, f"{at}live/?view=projector")}
    club_cards.issue_missing(club=club.club, actor=club.actors["owner"], tables=2)
    for page, tag in before.items():
        answer = asked(client, page, tag)
        assert (answer.status_code, evening.event.word in answer.content.decode()) == (200, True), page


def test_one_answer_is_not_taken_for_another(club, evening):
    evening.play_on()
    other = begun(club, 8, players=[f"Q{number}" for number in range(1, 9)])
    client, in_api = club.client("director"), ADDRESSES[:3]
    addresses = [*(address.format(event=evening.pk) for address in in_api)]
    addresses.append(f"/api/v1/events/{evening.pk}/rounds/2/")
    tags = [asked(client, address)["ETag"] for address in addresses]
    assert len(set(tags)) == 4
    for address in in_api:
        assert asked(client, address.format(event=other.pk), ", ".join(tags)).status_code == 200


def test_the_part_of_one_player_is_not_taken_for_that_of_another(evening):
    (one, address), (other, _) = (phone_of(evening, player) for player in evening.players[:2])
    tag = asked(one, address)["ETag"]
    assert asked(one, address, tag).status_code == 304
    assert asked(other, address, tag).status_code == 200


def pause(client, address):
    """Return the seconds until the next request. A 304 response must give the same number."""
    first = asked(client, address)
    again = asked(client, address, first["ETag"])
    assert again.status_code == 304
    assert again["Poll-After"] == first["Poll-After"]
    return int(first["Poll-After"])


def test_everybody_polls_more_often_from_the_first_finished_table_until_the_next_seats(
    club, evening, addresses
):
    client = club.client("director")

    def pauses():
        return {pause(client, address) for address in addresses}

    assert pauses() == {5}
    evening.play(without=[2])
    assert pauses() == {2}
    evening.play(without=[1])
    evening.move()
    assert pauses() == {5}
    evening.ring(2)
    assert pauses() == {2}, "no table has finished, but the bell has rung"


def test_a_phone_gets_news_of_its_table_and_round_but_not_of_every_deal_in_the_hall(club):
    evening = begun(club, 9, deals_per_round=4)
    phone, address = phone_of(evening, evening.players[0])
    evening.give(2, FIRST_SIDE)
    tag = asked(phone, address)["ETag"]
    evening.give(2, FIRST_SIDE)
    assert asked(phone, address, tag).status_code == 304, "a deal at another table"
    with CaptureQueriesContext(connection) as known:
        assert asked(phone, address, tag).status_code == 304
    assert len(known) <= 6, [query["sql"][:90] for query in known]

    evening.give(1, FIRST_SIDE)
    at_my_table = asked(phone, address, tag)
    assert at_my_table.status_code == 200
    evening.step("start")
    with_the_clock = asked(phone, address, at_my_table["ETag"])
    assert with_the_clock.status_code == 200
    evening.play(without=[1], deals_each=2)
    waiting = asked(phone, address, with_the_clock["ETag"])
    assert (waiting.status_code, waiting["Poll-After"]) == (304, "2"), "the first table has finished"
    rename(club, evening.players[1])
    assert asked(phone, address, waiting["ETag"]).status_code == 200


def test_a_correction_at_a_players_earlier_table_is_news_but_its_next_deals_are_not(club):
    evening = begun(club, 8, deals_per_round=4)
    first = evening.current.seated().places()
    evening.play_on()
    second = evening.current.seated().places()
    mine = next(player for player in evening.players if first[player][0] != second[player][0])
    before = first[mine][0]
    phone, address = phone_of(evening, mine)
    evening.give(before, FIRST_SIDE)
    tag = asked(phone, address)["ETag"]
    evening.give(before, FIRST_SIDE)
    assert asked(phone, address, tag).status_code == 304

    evening.correct(before, 1, points=[8, 6])

    assert asked(phone, address, tag).status_code == 200


FRAGMENT = {"HX-Request": "true"}


def test_a_tables_page_gets_news_of_what_another_phone_records_and_nothing_else(club, evening):
    client, address = club.client("scorer"), f"/tables/{evening.table(1).pk}/"
    first = client.get(address, headers=FRAGMENT)
    known = FRAGMENT | {"If-None-Match": first["ETag"]}
    evening.give(2, FIRST_SIDE)
    assert client.get(address, headers=known).status_code == 304

    evening.give(1, FIRST_SIDE)

    answer = client.get(address, headers=known)
    assert (answer.status_code, answer["Poll-After"]) == (200, "5")
    assert b"Deal 2" in answer.content
    assert answer["ETag"].removeprefix("W/").strip('"').encode() in answer.content


def dispute_at_table_2(evening):
    revoke = {"incident": "revoke", "seat": 2, "facts": {"trick": "turned"}, "assume": True}
    disputes.raise_dispute(policy=policy_of(evening.table(2)), actor=evening.director, number=1, **revoke)


def hold_an_entry_at_table_2(evening):
    ahead = {"number": 9, "dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [9, 5]}
    assert evening.send_deal(2, ahead).status_code == 202


def correct_table_2(evening):
    evening.correct(2, 2, points=[10, 4])


ELSEWHERE = {
    "a dispute": (dispute_at_table_2, False),
    "a held entry": (hold_an_entry_at_table_2, False),
    "a correction": (correct_table_2, True),
}
"""What happens at table 2 when every table is in, and whether the countdown then begins again."""


@pytest.mark.parametrize(("happens", "counts"), ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_phones_at_table_1_get_news_of_what_another_table_does_to_the_countdown(club, happens, counts):
    evening = begun(club, movement={"move_after_seconds": 60})
    phone, my_evening = phone_of(evening, evening.players[0])
    scorer, my_table = club.client("scorer"), f"/tables/{evening.table(1).pk}/"
    pages = [(phone, my_evening), (scorer, my_table)]
    evening.play()
    known = [client.get(address, headers=FRAGMENT)["ETag"] for client, address in pages]

    happens(evening)

    for (client, address), tag in zip(pages, known, strict=True):
        answer = client.get(address, headers=FRAGMENT | {"If-None-Match": tag})
        assert answer.status_code == 200, address
        page = answer.content.decode()
        assert ("The players move in" in page) == counts
        assert ("The director moves the players." in page) != counts


def test_phones_at_table_1_get_news_of_a_decision_about_an_entry_of_table_2(club):
    evening = begun(club, movement={"move_after_seconds": 60})
    phone, address = phone_of(evening, evening.players[0])
    evening.play()
    hold_an_entry_at_table_2(evening)
    waits = asked(phone, address)["ETag"]
    assert asked(phone, address, waits).status_code == 304

    entry = {"held_id": HeldEntry.objects.get().pk, "reason": "It is of no deal."}
    held.set_aside(table=evening.table(2), actor=evening.director, **entry)

    assert "The players move in" in asked(phone, address, waits).content.decode()


def test_the_directors_page_gets_news_of_a_deal_at_any_table(club):
    client, address = club.client("director"), f"/clubs/{club.club.slug}/director/"
    first = client.get(address, headers=FRAGMENT)
    known = FRAGMENT | {"If-None-Match": first["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    begun(club, 8).give(1, FIRST_SIDE)

    answer = client.get(address, headers=known)

    assert (answer.status_code, answer["Poll-After"]) == (200, "5")
    assert b"0 min</time>" in answer.content


def test_a_script_that_asks_for_the_desk_before_the_start_gets_the_page_of_the_planned_event(club):
    waits = planned(club)
    shown = club.client("director").get(f"/events/{waits.pk}/", headers=FRAGMENT)
    refused = club.client("director").post(f"/events/{waits.pk}/bell/", headers=FRAGMENT)
    assert (shown.status_code, refused.status_code) == (200, 409)
    assert b"Before the start" in shown.content
    assert b"The event has not been started." in refused.content


def test_a_hall_that_reads_the_standings_has_them_rendered_once(club, evening, monkeypatch):
    rendered = []
    shown = hall.shown_standings
    monkeypatch.setattr(hall, "shown_standings", lambda *given: rendered.append(given) or shown(*given))
    readers = [club.client("director"), club.client("player")]

    def pages():
        return [reader.get(f"/events/{evening.pk}/standings/").content.decode() for reader in readers]

    evening.give(1, FIRST_SIDE)
    first = pages()
    assert len(rendered) == 1
    evening.give(2, FIRST_SIDE)
    second = pages()
    assert len(rendered) == 2
    rename(club, evening.players[0])
    assert all("Quite Another" in page for page in pages())
    assert all("Quite Another" not in page for page in first + second)
