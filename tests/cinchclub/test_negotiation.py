"""Which kind of answer a request gets: JSON where it or anything is taken, 406 where only another is."""

import pytest

LAW_SETS = "/api/v1/law-sets/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("taken", "status"),
    [
        (None, 200),
        ("*/*", 200),
        ("application/json", 200),
        ("application/*", 200),
        ("text/html, application/json;q=0.9", 200),
        ("text/html,application/xhtml+xml,*/*;q=0.8", 200),
        ("text/html", 406),
        ("image/*", 406),
    ],
)
def test_what_is_taken_decides(client, taken, status):
    """RFC 9110, 12.5.1: what is not taken is not sent."""
    answer = client.get(LAW_SETS, headers={} if taken is None else {"Accept": taken})
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"


def test_a_kind_that_is_asked_for_by_name_has_to_be_there(client):
    """The framework's own parameter goes on being read."""
    answer = client.get(f"{LAW_SETS}?format=xml", headers={"Accept": "application/json"})
    assert answer.status_code == 404
