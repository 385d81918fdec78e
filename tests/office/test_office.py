"""The admin: clubs and people are changed by the services with a journal entry; records are read-only."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.clubs.models import Club, Member
from scoring.journal.models import Entry, record_models
from scoring.office import demo
from scoring.office.verification import breaches
from tests.factories import bare_laws, house_laws

pytestmark = pytest.mark.django_db

NOBODY_ELSE = {"members-TOTAL_FORMS": 0, "members-INITIAL_FORMS": 0}
"""The fields that Django's page of a club sends for its members, none of whom is changed."""

READ = [model for model in admin.site._registry if model._meta.app_label in ("laws", "scoring")]


@pytest.fixture
def office():
    client = Client()
    client.force_login(User.objects.create_superuser("office"))
    return client


def member_page(member):
    return reverse("admin:scoring_member_change", args=[member.pk])


def last_entry(club):
    """Return the club's last journal entry with the name of its actor."""
    entry = Entry.objects.filter(chain=f"club:{club.pk}").order_by("-seq").first()
    return entry.verb, entry.data, entry.by_member.name


def test_a_changed_club_is_in_its_journal_by_the_office(office, club):
    page = reverse("admin:scoring_club_change", args=[club.club.pk])
    shown = office.get(page).content.decode()
    assert "Cinch Club: the club office" in shown
    assert "Chicago" in shown, "the law sets are offered by their titles"

    sent = {"name": "Club of the hill", "law_set": "chicago-1890"} | NOBODY_ELSE
    assert office.post(page, sent).status_code == 302

    club.club.refresh_from_db()
    assert (club.club.name, club.club.law_set) == ("Club of the hill", "chicago-1890")
    assert last_entry(club.club) == (
        "club.changed", {"changed": ["law_set", "name"], "law_set": "chicago-1890"}, "office",
    )  # fmt: skip
    office.post(page, {"name": "Club", "law_set": "foster-1897"} | NOBODY_ELSE)
    assert Member.objects.get(club=club.club, name="office").left_at, "it is no member by that"
    assert office.get("/clubs/harbour/").status_code == 404
    assert list(breaches()) == []


def test_the_office_offers_the_clubs_own_published_law_sets_and_no_others(office, club, other_club):
    house_laws(club)
    bare_laws(club, "unpublished-laws")
    house_laws(other_club, "inland-laws")
    page = reverse("admin:scoring_club_change", args=[club.club.pk])
    offered = re.findall(r'<option value="([^"]+)"', office.get(page).content.decode())
    assert "harbour-laws" in offered
    assert not {"unpublished-laws", "inland-laws"} & set(offered)

    assert office.post(page, {"name": "Club", "law_set": "harbour-laws"} | NOBODY_ELSE).status_code == 302
    club.club.refresh_from_db()
    assert club.club.law_set == "harbour-laws"
    assert office.get(page).status_code == 200
    new = office.get(reverse("admin:scoring_club_add")).content.decode()
    assert "harbour-laws" not in new


def test_an_account_with_a_membership_acts_as_that_member(club):
    owner = club.users["owner"]
    owner.is_staff = owner.is_superuser = True
    owner.save()
    client = Client()
    client.force_login(owner)

    page = reverse("admin:scoring_club_change", args=[club.club.pk])
    client.post(page, {"name": "Fiume", "law_set": "bicycle"} | NOBODY_ELSE)

    entry = Entry.objects.get(verb="club.changed")
    assert entry.by_member_id == club.actors["owner"].member_id


def test_a_club_founded_in_the_office_has_an_owner_and_a_journal(office):
    sent = {"name": "Fiume", "slug": "fiume", "law_set": "bicycle"} | NOBODY_ELSE
    assert office.post(reverse("admin:scoring_club_add"), sent).status_code == 302

    founded = Club.objects.get(slug="fiume")
    assert (founded.law_set, founded.members.get().role) == ("bicycle", "owner")
    assert last_entry(founded)[0] == "club.created"


def test_members_are_added_renamed_given_roles_and_removed(office, club):
    sent = {"club": club.club.pk, "name": " Fiume ", "role": "scorer"}
    assert office.post(reverse("admin:scoring_member_add"), sent).status_code == 302
    member = Member.objects.get(name="Fiume")
    assert last_entry(club.club) == ("member.added", {"member": member.pk, "role": "scorer"}, "office")

    office.post(member_page(member), {"name": "Trieste", "role": "director"})
    member.refresh_from_db()
    assert (member.name, member.role) == ("Trieste", "director")
    verbs = Entry.objects.filter(chain=f"club:{club.club.pk}").order_by("-seq").values_list("verb", flat=True)
    assert list(verbs[:2]) == ["member.role", "member.renamed"]

    chosen = {"action": "let_go", "_selected_action": [member.pk]}
    office.post(reverse("admin:scoring_member_changelist"), chosen)
    member.refresh_from_db()
    assert member.left_at is not None
    assert last_entry(club.club) == ("member.left", {"member": member.pk}, "office")
    assert office.post(member_page(member), {"name": "A name to forget", "role": "owner"}).status_code == 302
    member.refresh_from_db()
    assert (member.name, member.role) == ("A name to forget", "director"), "but no role any more"
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"name": "the director", "role": "owner"}, "is a member already"),
        ({"name": "the owner", "role": "player"}, "A club needs an owner"),
        ({"name": "a\u0007b", "role": "owner"}, "control"),
    ],
)
def test_the_rules_of_the_club_hold_in_the_office_too(office, club, sent, why):
    owner = Member.objects.get(pk=club.actors["owner"].member_id)
    before = (owner.name, owner.role, Entry.objects.count(), Member.objects.count())

    page = office.post(member_page(owner), sent, follow=True).content.decode()

    assert why in page
    owner.refresh_from_db()
    assert (owner.name, owner.role, Entry.objects.count(), Member.objects.count()) == before
    chosen = {"action": "let_go", "_selected_action": [owner.pk]}
    page = office.post(reverse("admin:scoring_member_changelist"), chosen, follow=True).content.decode()
    assert "A club needs an owner" in page, "the last one cannot be let go"
    owner.refresh_from_db()
    assert owner.left_at is None


def test_every_record_has_a_page_or_is_on_the_page_of_another():
    assert {model.__name__ for model in record_models() if model not in READ} == {"Seat", "DealRevision"}


def test_every_page_of_the_office_opens_and_nothing_recorded_is_written_there(office):
    demo.load()
    for model in READ:
        name, is_read = f"admin:{model._meta.label_lower.replace('.', '_')}", model not in (Club, Member)
        assert office.get(reverse(f"{name}_changelist")).status_code == 200, name
        if is_read:
            assert office.post(reverse(f"{name}_add"), {}).status_code == 403, name
        else:
            assert office.get(reverse(f"{name}_add")).status_code == 200, name
        for row in model.objects.all()[:1]:
            change, delete = (reverse(f"{name}_{action}", args=[row.pk]) for action in ("change", "delete"))
            assert office.get(change).status_code == 200, name
            assert office.post(delete, {"post": "yes"}).status_code == 403, name
            assert not is_read or office.post(change, {"post": "yes"}).status_code == 403, name
    kept = {"Club", "Member", "Table", "Game", "Deal", "Cut", "Entry", "Event", "Seating"}
    kept |= {"LawSetRevision", "RuleBookRevision"}
    assert kept <= {model.__name__ for model in READ if model.objects.exists()}
