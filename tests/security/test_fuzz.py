"""Requests generated from the API's own description, sent as every role: no 5xx and no undescribed answer.

A few hundred requests to half of the endpoints, the next day to the other half.
`python -m tests.security.fuzz` sends any number to a real server.
"""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

from scoring.clubs import models
from tests.running.day import EVERY, some_of
from tests.security.fuzzing import CHECKS, ROLES, real_ids
from tests.security.world import Club, tokens

pytestmark = [pytest.mark.django_db, pytest.mark.fuzz]

EXAMPLES = int(os.environ.get("CINCH_FUZZ_EXAMPLES", "1"))
"""The number of examples for each endpoint and each way of generating requests."""
LEAST = EXAMPLES * (100 if EVERY else 50)
"""The least number of requests of each role."""
ASKING = ROLES if EXAMPLES > 1 else ("scorer", "stranger")


@pytest.fixture(autouse=True)
def kept_connection() -> Iterator[None]:
    """Keep the test's database connection open after a request; a server closes its own."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def described(db: None) -> Any:
    """Return the API's description of itself."""
    return description()


@cache
def description() -> Any:
    """Request the description once, because generating and parsing it takes seconds."""
    return schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())


def breaches(
    described: Any, harbour: Club, inland: Club, asked: Counter[tuple[str, int]], only: str = ""
) -> Iterator[str]:
    """Send generated requests to the endpoints of the day, or to ``only`` one. Yield what is wrong."""
    headers = {role: {"Authorization": f"Token {token}"} for role, token in tokens(harbour, inland).items()}
    headers["anonymous"] = {}
    checks = [schemathesis.checks.CHECKS.get_one(name) for name in CHECKS]
    role = ""
    operations = [found.ok() for found in described.get_all_operations()]
    named = [operation for operation in operations if operation.label == only]
    for operation in named if only else some_of(operations, 2):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @seed(1)
            @settings(
                max_examples=EXAMPLES,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def send(case: Any) -> None:
                nonlocal role
                case.path_parameters = real_ids(case.path_parameters or {}, harbour.ids)
                for role in ASKING:
                    with transaction.atomic():
                        answer = case.call(headers=headers[role])
                        asked[role, answer.status_code] += 1
                        case.validate_response(answer, checks=checks, headers=headers[role])
                        transaction.set_rollback(True)

            try:
                send()
            except Unsatisfiable:
                continue  # no request to this endpoint can be generated in this way
            except BaseExceptionGroup as group:
                yield f"{operation.label} as {role}: {'; '.join(map(str, group.exceptions))[:900]}"
            except Exception as found:
                yield f"{operation.label} as {role}: {str(found)[:900]}"


def test_no_made_up_request_finds_a_fault_or_a_surprise(described, harbour, inland):
    asked: Counter[tuple[str, int]] = Counter()
    assert list(breaches(described, harbour, inland, asked)) == []
    for role in ASKING:
        answers = {status: many for (who, status), many in asked.items() if who == role}
        assert sum(answers.values()) > LEAST, role
        assert max(answers) < 500, role


def test_control_an_endpoint_that_divides_by_nothing_is_found(described, harbour, inland, monkeypatch):
    def broken(self: Any, request: Any, slug: str) -> Any:
        return models.Club.objects.get(pk=1 // 0)

    monkeypatch.setattr("scoring.clubs.api.ClubView.get", broken)

    found = list(breaches(described, harbour, inland, Counter(), only="GET /api/v1/clubs/{slug}/"))

    assert found
