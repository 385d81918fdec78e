"""Helpers that send a request to the API or a form as it is shown, and read refusals."""

from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

from scoring.journal.models import Entry, IdempotencyKey, record_models

DIAMONDS = {
    "dealer": 4,
    "maker": 1,
    "bid": 8,
    "trump": "D",
    "hands": {
        "1": ["AD", "KD", "8S", "8D", "AS", "TD"],
        "2": ["3D", "2D", "2S", "9H", "3C", "5D"],
        "3": ["5H", "6D", "7D", "JS", "QH", "JC"],
        "4": ["4D", "9D", "TS", "QC", "JD", "QD"],
    },
    "tricks": [
        [[1, "AD"], [2, "3D"], [3, "5H"], [4, "4D"]],
        [[1, "KD"], [2, "2D"], [3, "6D"], [4, "9D"]],
        [[1, "8S"], [2, "2S"], [3, "7D"], [4, "TS"]],
        [[3, "JS"], [4, "QC"], [1, "8D"], [2, "9H"]],
        [[1, "AS"], [2, "3C"], [3, "QH"], [4, "JD"]],
        [[4, "QD"], [1, "TD"], [2, "5D"], [3, "JC"]],
    ],
}
"""Foster's first illustrative hand, card by card: E, S, W and N are seats 1 to 4; E is the maker and bid 8.

Each side takes seven points, so the bid fails by one and the opponents score fifteen.
"""


def send(
    client: APIClient, method: str, path: str, body: Any = None, key: UUID | str | None = None, **more: Any
) -> Any:
    """Send a request to the API and return its answer."""
    headers = {"Idempotency-Key": str(key)} if key is not None else {}
    return getattr(client, method)(f"/api/v1/{path}", body, format="json", headers=headers, **more)


def as_shown(form: Any) -> dict[str, Any]:
    """Return what a browser sends for a form that nobody has changed; empty fields are left out."""
    return {field.name: field.value() for field in form if field.value()}


def reasons(answer: Any, status: int = 400) -> dict[str, str]:
    """Return field → reasons of a refused request, as text. Check the status of the answer."""
    assert answer.status_code == status, (answer.status_code, answer.content[:300])
    return {field: " ".join(why) for field, why in answer.json().items() if isinstance(why, list)}


def rows() -> dict[str, int]:
    """Return the number of rows of each kind of record."""
    return {
        model.__name__: model._default_manager.count() for model in (*record_models(), Entry, IdempotencyKey)
    }
