"""``manage.py check`` and broken books."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from laws import checks, library


@pytest.fixture
def broken_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "lawset.yaml").write_text("title: House\nyear: 19\n", "utf-8")
    monkeypatch.setattr(library, "BOOKS", tmp_path)
    library.law_sets.cache_clear()
    yield
    library.law_sets.cache_clear()


def test_sound_books_pass() -> None:
    assert checks.books(None) == []


@pytest.mark.usefixtures("broken_books")
def test_each_fault_of_a_book_is_an_error_with_its_file_and_reason() -> None:
    errors = checks.books(None)
    assert {error.id for error in errors} == {"laws.E001"}
    said = [error.msg for error in errors]
    assert "house/lawset.yaml, line 1, house: the key source is missing." in said
    assert any("house/lawset.yaml, line 2, year: a year of four figures is due here" in each for each in said)
