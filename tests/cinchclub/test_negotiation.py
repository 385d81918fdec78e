"""The kind of an answer: JSON if the request accepts JSON or anything, otherwise 406."""

import pytest


@pytest.mark.parametrize(("taken", "status"), [
    (None, 200),
    ("application/*", 200),
    ("text/html,application/xhtml+xml,*/*;q=0.8", 200),
    ("text/html", 406),
])  # fmt: skip
@pytest.mark.django_db
def test_what_is_taken_decides(client, taken, status):
    """RFC 9110, 12.5.1: a kind that is not accepted is not sent."""
    answer = client.get("/api/v1/law-sets/", headers={} if taken is None else {"Accept": taken})
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
