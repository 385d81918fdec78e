"""Renaming and merging members: records do not change, but show the new name."""

import pytest

from scoring.clubs.domain.near_names import NearNames
from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.events.planning.services import event_changes
from scoring.events.results.services import finals
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.tables.models import Seat
from scoring.tables.queries import table_state
from scoring.tables.services import tables
from tests.events.evenings import begun, planned, signed_in
from tests.factories import make_table, record
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

MEMBERS = "clubs/harbour/members/"


def member(name):
    return Member.objects.get(name=name, left_at__isnull=True)


def merged(club, name, into, who="director"):
    return send(club.client(who), "post", f"{MEMBERS}{member(name).pk}/merge/", {"into": into})


def test_a_director_corrects_a_name_and_no_role(club):
    path = f"{MEMBERS}{member('A').pk}/"
    changed = send(club.client("director"), "patch", path, {"name": "Arles"})
    assert (changed.status_code, changed.json()["name"]) == (200, "Arles")
    assert table_state(club.table).seats[0].name == "Arles"
    assert "a member already" in reasons(send(club.client("director"), "patch", path, {"name": "Y"}))["name"]
    assert send(club.client("director"), "patch", path, {"role": "owner"}).status_code == 403
    assert send(club.client("director"), "patch", path, {}).status_code == 400
    assert Entry.objects.filter(verb="member.renamed").count() == 1


def test_two_members_who_are_one_person_are_merged_and_the_records_of_both_follow(club):
    other = make_table(club.club, club.actors["owner"], players=["Aa", "F", "G", "H"])
    record(other, club.actors["scorer"])
    before = list(Seat.objects.order_by("pk").values_list("pk", "member"))

    done = merged(club, "Aa", "A")
    assert (done.status_code, done.json()["id"]) == (200, member("A").pk)

    assert list(Seat.objects.order_by("pk").values_list("pk", "member")) == before, "records never change"
    assert table_state(other).seats[0].name == "A"
    entry = Entry.objects.get(verb="member.merged")
    gone = Member.objects.get(merged_into=member("A"))
    assert entry.data == {"member": member("A").pk, "merged": gone.pk}
    send(club.client("director"), "patch", f"{MEMBERS}{member('A').pk}/", {"name": "Arles"})
    assert table_state(other).seats[0].name == "Arles", "a name given later is that of both"
    assert list(breaches()) == []


def test_the_remaining_member_gets_the_account_and_two_accounts_are_not_merged(club):
    scorer, owner = (Member.objects.get(pk=club.actors[role].member_id) for role in ("scorer", "director"))
    assert merged(club, scorer.name, "A").status_code == 200
    assert member("A").user_id == scorer.user_id
    refused = merged(club, "A", owner.name, "owner")
    assert (refused.status_code, refused.json()["code"]) == (409, "two-accounts")


def test_members_who_played_together_or_are_playing_are_not_merged(club):
    together = merged(club, "A", "Y")
    assert (together.status_code, together.json()["code"]) == (409, "played-together")
    evening = planned(club)
    clubs.add_member(club=club.club, actor=club.actors["owner"], name="P1 again")
    now = merged(club, "P1", "P1 again")
    assert (now.status_code, now.json()["code"]) == (409, "plays-now")
    assert merged(club, "P1 again", "P1").status_code == 200
    assert evening.state.too_few is None
    assert merged(club, "A", "A").status_code == 400
    assert merged(club, "A", "Nobody").status_code == 400


def test_who_plays_on_in_a_reopened_evening_is_not_merged(club):
    evening = begun(club, 4, of_rounds=1, deals_per_round=1)
    evening.play()
    evening.ring()
    finals.make_final(event=evening.event, actor=evening.director)
    event_changes.reopen(**evening.action, reason="There is time for it.", rounds=2)
    clubs.add_member(club=club.club, actor=club.actors["owner"], name="Perth")
    now = merged(club, "P1", "Perth")
    assert (now.status_code, now.json()["code"]) == (409, "plays-now")


def test_standings_of_an_evening_show_the_name_of_the_remaining_member(club):
    evening = begun(club, 4, of_rounds=1, deals_per_round=1)
    evening.play()
    evening.ring()
    finals.make_final(event=evening.event, actor=evening.director)
    clubs.add_member(club=club.club, actor=club.actors["owner"], name="Perth")
    assert merged(club, "P1", "Perth").status_code == 200
    page = signed_in(club, "director").get(f"/events/{evening.pk}/standings/").content.decode()
    assert ("Perth" in page, ">P1<" in page) == (True, False)


def test_the_pages_rename_and_merge_and_ask_about_near_names(club):
    browser, at = signed_in(club, "director"), f"/clubs/{club.club.slug}/members/"
    browser.post(at, {"name": "Ada Lovelace", "role": "player"})
    asked = browser.post(at, {"name": "Ada Lovelase", "role": "player"}, follow=True).content.decode()
    assert "Is this the same person as Ada Lovelace?" in asked
    assert "The same person?" in asked
    wrong, right = member("Ada Lovelase"), member("Ada Lovelace")
    page = browser.get(f"{at}{wrong.pk}/")
    assert page.context["merging"].fields["into"].choices[1] == (right.pk, "Ada Lovelace"), "near names first"
    assert browser.post(f"{at}{wrong.pk}/name/", {"name": "A"}).status_code == 400
    done = browser.post(f"{at}{wrong.pk}/merge/", {"into": right.pk}, follow=True).content.decode()
    assert "The two are one member now: Ada Lovelace." in done
    renamed = browser.post(f"{at}{right.pk}/name/", {"name": "Ada Byron"}, follow=True).content.decode()
    assert "The name was changed." in renamed


@pytest.mark.parametrize(
    ("name", "other", "is_near"),
    [
        ("Jos\u00e9 Garc\u00eda", "Jose Garcia", True),
        ("M\u00fcller", "Mueller", True),
        ("Gro\u00df", "Gross", True),
        ("Lovelace, Ada", "Ada Lovelace", True),
        ("Ada Lovelace", "Ada Lovelase", True),
        ("Ada Lovelace", "Ada Lovlace", True),
        ("Seat A", "Seat B", False),
        ("Player 12345", "Player 12346", False),
        ("Ada", "Ida", False),
        ("Ada Lovelace", "Bea Lovelace", False),
    ],
)
def test_similar_names_are_found(name, other, is_near):
    assert NearNames([other]).near(name) == ([other] if is_near else [])


def test_somebody_removed_during_an_evening_is_withdrawn_and_nobody_comes_under_the_same_name(club):
    evening, browser = begun(club, 9, of_rounds=3), signed_in(club, "director")
    gone = evening.players[0]
    name = Member.objects.get(pk=gone).name
    page = browser.post(f"/clubs/{club.club.slug}/members/{gone}/remove/", follow=True).content.decode()
    assert "They were withdrawn from:" in page
    for where in ("players/", "check-in/"):
        shown = browser.get(f"/events/{evening.pk}/{where}").content.decode()
        assert "Bring back" not in shown
    evening.play_on()
    assert gone not in evening.placed
    refused = browser.post(f"/events/{evening.pk}/players/", {"player": name})
    assert refused.status_code == 400
    assert "was removed from the club" in refused.content.decode()
    assert not Member.objects.filter(name=name, left_at__isnull=True).exists()
    assert evening.enter(f"{name} the second")


def test_a_list_adds_nobody_with_the_name_of_a_removed_player(club):
    evening, browser = planned(club), signed_in(club, "director")
    gone = evening.players[0]
    name = Member.objects.get(pk=gone).name
    assert send(club.client("director"), "delete", f"{MEMBERS}{gone}/").status_code == 204
    assert gone not in [player.member_id for player in evening.state.here]
    looked = browser.post(f"/events/{evening.pk}/players/list/", {"text": f"{name}\nPerth", "step": "look"})
    assert [line.number for line in looked.context["preview"].faults] == [1]


def test_the_next_game_seats_nobody_who_has_left_and_the_remaining_of_two_merged_members(club):
    owner = club.actors["owner"]
    table = make_table(club.club, owner, players=["Aa", "F", "G", "H"])
    assert merged(club, "Aa", "A").status_code == 200
    tables.start_game(table=table, actor=owner)
    assert table_state(table).seats[0].pk == member("A").pk
    clubs.remove_member(member=member("F"), actor=owner)
    refused = send(club.client("director"), "post", f"tables/{table.pk}/games/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "player-left")
