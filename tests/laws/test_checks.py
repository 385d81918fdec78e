"""``manage.py check`` reports each fault of a broken book with its own message."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from cinchclub.checks import refuse_unsafe
from laws import checks, library

CACHED = [
    library.law_sets, library.laws, library.topics, library.games, library.index, library.law_books,
    library.clauses, library.common_law_set, library.parse_books, library.wordings,
    library.inventory_files, library.books, library.inventories,
]  # fmt: skip


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a temporary copy of our books that the library loads for the length of the test."""
    copy = tmp_path / "books"
    shutil.copytree(library.BOOKS, copy)
    with monkeypatch.context() as patched:
        patched.setattr(library, "BOOKS", copy)
        for each in CACHED:
            each.cache_clear()
        yield copy
    for each in CACHED:
        each.cache_clear()


def test_sound_books_pass():
    assert checks.books(None) == []


LEAD = "foster-1897/lead-out-of-turn.yaml"


@pytest.mark.parametrize(
    ("words", "instead", "check", "reason"),
    [
        ("[cinch-lead-oot-all-followed]", "[cinch-lead-oot-all-folowed]", "laws.E001", "did you mean"),
        ("exception_to: [adversarys-turn, ", "exception_to: [", "laws.E002", "conflict"),
    ],
)
def test_a_defect_planted_in_our_books_is_refused_with_file_line_and_reason(
    books, words, instead, check, reason
):
    text = (books / LEAD).read_text("utf-8")
    assert words in text, "the words to change are not there"
    (books / LEAD).write_text(text.replace(words, instead, 1), "utf-8")
    messages = [error.msg for error in checks.books(None) if error.id == check]
    assert any(reason in each and each.startswith(f"{LEAD}, line ") for each in messages), messages
    with pytest.raises(ImproperlyConfigured, match=check):
        refuse_unsafe()
