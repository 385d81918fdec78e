"""Fixtures for the tests of the records."""

import os

import pytest
from django.db import connection

from tests.running.postgres import package


@pytest.fixture
def postgres_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the tests run on PostgreSQL, put its programs on the path."""
    if connection.vendor == "postgresql":
        programs = package() / "pginstall18" / "bin"
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
