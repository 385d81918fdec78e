"""Published law sets: the same set is one row, kept for good, and read back as it was."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client

from laws import library, selectors, services
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.models import LawSetRevision

pytestmark = pytest.mark.django_db


@pytest.fixture
def derived() -> LawSet:
    return library.law_set("foster-1897").derive({"game_score": 31}, ["low-to-dealt"])


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    selectors.law_set_at.cache_clear()


def test_the_same_law_set_is_published_once(derived: LawSet) -> None:
    first, second = services.pin(derived), services.pin(derived)
    assert first == second
    assert LawSetRevision.objects.count() == 1
    assert (first.slug, first.revision) == (derived.slug, derived.revision)


@pytest.mark.django_db(transaction=True)
def test_asked_for_by_many_at_once_it_is_still_published_once(derived: LawSet) -> None:
    def pin(_number: int) -> int:
        try:
            return services.pin(derived).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=4) as threads:
        rows = set(threads.map(pin, range(8)))
    assert len(rows) == LawSetRevision.objects.count() == 1


def test_a_published_law_set_is_read_back_as_it_was(derived: LawSet) -> None:
    services.pin(derived)
    again = selectors.law_set_at(derived.revision)
    assert again == derived
    assert again["game_score"] == 31
    assert again.settings["low_to"] == derived.settings["low_to"]


def test_a_book_that_still_stands_needs_no_row() -> None:
    foster = library.law_set("foster-1897")
    assert selectors.law_set_at(foster.revision) is foster


def test_a_revision_is_read_once_for_each_process(derived: LawSet, django_assert_num_queries) -> None:
    services.pin(derived)
    with django_assert_num_queries(1):
        assert selectors.law_set_at(derived.revision) is selectors.law_set_at(derived.revision)


def test_a_revision_never_published_is_refused() -> None:
    with pytest.raises(InvalidInput) as refusal:
        selectors.law_set_at("0" * 64)
    assert "no law set was published" in refusal.value.errors["revision"][0]


def test_content_that_does_not_fit_its_hash_is_refused(derived: LawSet) -> None:
    altered = derived.canonical() | {"title": "Something else"}
    LawSetRevision.objects.create(slug=derived.slug, revision=derived.revision, content=altered)
    with pytest.raises(selectors.RevisionDamaged):
        selectors.law_set_at(derived.revision)


def test_the_database_refuses_to_change_a_revision(derived: LawSet) -> None:
    row = services.pin(derived)
    with pytest.raises(DatabaseError, match="laws_lawsetrevision is append-only"), transaction.atomic():
        LawSetRevision.objects.update(slug="changed")
    row.refresh_from_db()
    assert row.slug == derived.slug


def test_the_database_refuses_to_remove_a_revision(derived: LawSet) -> None:
    row = services.pin(derived)
    with pytest.raises(DatabaseError, match="laws_lawsetrevision is append-only"), transaction.atomic():
        row.delete()
    assert LawSetRevision.objects.count() == 1


def test_the_office_can_read_a_revision_and_not_change_it(client: Client, derived: LawSet) -> None:
    row = services.pin(derived)
    client.force_login(User.objects.create_superuser("office"))
    address = f"/admin/laws/lawsetrevision/{row.pk}/change/"
    assert derived.revision in client.get(address).content.decode()
    assert client.post(address, {"slug": "changed"}).status_code == 403
    assert client.post(address.replace("change", "delete"), {"post": "yes"}).status_code == 403
    assert client.get("/admin/laws/lawsetrevision/add/").status_code == 403
