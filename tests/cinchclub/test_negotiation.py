"""Which kind of answer a request gets: JSON where it or anything is taken, 406 where only another is."""

import pytest


@pytest.mark.parametrize(("taken", "status"), [
    (None, 200),
    ("application/*", 200),
    ("text/html,application/xhtml+xml,*/*;q=0.8", 200),
    ("text/html", 406),
])  # fmt: skip
@pytest.mark.django_db
def test_what_is_taken_decides(client, taken, status):
    """RFC 9110, 12.5.1: what is not taken is not sent."""
    answer = client.get("/api/v1/law-sets/", headers={} if taken is None else {"Accept": taken})
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
