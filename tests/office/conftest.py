"""Fixtures for the tests of the records."""

import os

import pytest
from django.db import connection

from tests.running.postgres import package


@pytest.fixture
def postgres_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put PostgreSQL's own programs on the path where the tests run on it; SQLite needs none."""
    if connection.vendor == "postgresql":
        programs = package() / "pginstall18" / "bin"
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
