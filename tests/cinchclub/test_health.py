"""``/healthz`` reports what works, what does not, and what is refused."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from cinchclub import celery, health
from cinchclub.launcher import prepare
from scoring.office import schema
from scoring.workers import heartbeat

NOWHERE = "redis+socket:///nowhere/valkey.sock"


@pytest.fixture
def broker(valkey_url: str) -> Iterator[None]:
    """Use a real broker."""
    with override_settings(CELERY_BROKER_URL=valkey_url, REDIS_PREFIX="health:"):
        yield
        with heartbeat.broker() as server:
            server.delete("health:heartbeat")


@pytest.mark.django_db
@pytest.mark.usefixtures("broker")
def test_everything_is_available_once_a_worker_has_a_heartbeat(client):
    before = client.get("/healthz")
    assert (before.status_code, before.json()["status"], before.json()["worker"]) == (200, "degraded", False)
    celery.heartbeat()
    after = client.get("/healthz")
    wanted = {"status": "ok", "database": True, "broker": True, "worker": True, "read_only": False}
    assert (after.status_code, after.json()) == (200, wanted)


@pytest.mark.django_db
@override_settings(CELERY_BROKER_URL=NOWHERE)
def test_without_a_broker_the_club_is_open_and_without_a_database_it_is_down(client):
    def fail(*given: object) -> None:
        raise DatabaseError("gone")

    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["broker"]) == (200, "degraded", False)
    with connection.execute_wrapper(fail):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "down")


@pytest.mark.django_db
@pytest.mark.database
@override_settings(CELERY_BROKER_URL=NOWHERE)
def test_with_a_database_of_another_version_or_without_a_table_the_club_is_down(client):
    assert client.get("/healthz").json()["database"] is True
    recorder = MigrationRecorder(connection)
    marks = list(recorder.migration_qs.filter(app=schema.MARK).values_list("name", flat=True))
    assert len(marks) == 2
    for name in marks:
        recorder.record_unapplied(schema.MARK, name)
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["status"], answer.json()["database"]) == (
            503,
            "down",
            False,
        )
        assert "not made by this version" in answer.json()["detail"]
        recorder.record_applied(schema.MARK, name)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scoring_heldentry RENAME COLUMN reason TO another")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "down")


@pytest.mark.django_db
def test_a_foreign_host_name_is_refused(client):
    answer = client.get("/api/v1/no/such/address", headers={"host": "evil.example"})
    assert answer.status_code == 400


MB = 1024 * 1024


@pytest.mark.parametrize(
    ("total", "free", "full"),
    [
        (60_000 * MB, 4_800 * MB, False),  # a large disk with 8 % free has room for a season
        (60_000 * MB, 501 * MB, False),
        (60_000 * MB, 499 * MB, True),
        (1_000 * MB, 101 * MB, False),
        (1_000 * MB, 99 * MB, True),
    ],
)
def test_the_smaller_of_a_tenth_and_500_mb_must_be_free_and_the_start_says_where_it_is_not(
    total, free, full, monkeypatch, capsys
):
    disk = SimpleNamespace(total=total, free=free)
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: disk)
    assert health.read_only() is full
    prepare.warn_of_full_disk()
    assert ("nearly full" in capsys.readouterr().out) is full
