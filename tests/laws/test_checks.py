"""``manage.py check`` and broken books: each fault has its message, and nothing is served from them."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from cinchclub.checks import refuse_unsafe
from laws import checks, library
from laws.domain.errors import BrokenBook

CACHED = [
    library.law_sets, library.laws, library.topics, library.games, library.index, library.law_books,
    library.clauses, library.doubts, library.common_law_set,
]  # fmt: skip
Spoil = Callable[[str, str, str], None]


@pytest.fixture
def spoil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoil]:
    """Yield how to change some words of a file of our books, which are a copy for the time being."""
    copy = tmp_path / "books"
    shutil.copytree(library.BOOKS, copy)

    def change(file: str, words: str, instead: str) -> None:
        text = (copy / file).read_text("utf-8")
        assert words in text, "the words to change are not there"
        (copy / file).write_text(text.replace(words, instead, 1), "utf-8")
        monkeypatch.setattr(library, "BOOKS", copy)
        for each in CACHED:
            each.cache_clear()

    yield change
    monkeypatch.undo()
    for each in CACHED:
        each.cache_clear()
    library.parse_books.cache_clear()


def test_sound_books_pass() -> None:
    assert checks.books(None) == []


LEAD = "foster-1897/lead-out-of-turn.yaml"
ASKED = {"law_set": "foster-1897", "incident": "lead-out-of-turn"}
FACTS = {"facts": {"turn_of": "adversary", "followed": "all"}}


@pytest.mark.parametrize(
    ("words", "instead", "check", "said"),
    [
        ("[cinch-lead-oot-all-followed]", "[cinch-lead-oot-all-folowed]", "laws.E001", "did you mean"),
        ("exception_to: [adversarys-turn, ", "exception_to: [", "laws.E002", "conflict"),
    ],
)
def test_a_defect_planted_in_our_books_is_refused_with_file_line_and_reason(
    spoil: Spoil, words: str, instead: str, check: str, said: str
) -> None:
    spoil(LEAD, words, instead)
    told = [error.msg for error in checks.books(None) if error.id == check]
    assert any(said in each and each.startswith(f"{LEAD}, line ") for each in told), told
    with pytest.raises(ImproperlyConfigured, match=check):
        refuse_unsafe()


def test_nothing_is_served_from_a_book_that_cannot_be_read(spoil: Spoil) -> None:
    """Not even by the other law sets, and as before once the book is whole again."""
    client = Client(raise_request_exception=False)

    def answers() -> list[int]:
        return [
            client.post(
                "/api/v1/rulings/", {**ASKED, "law_set": slug, **FACTS}, "application/json"
            ).status_code
            for slug in ("foster-1897", "chicago-1890")
        ]

    spoil(LEAD, "when: {followed: all}", "when: {followed: no}")
    assert answers() == [500, 500]
    with pytest.raises(BrokenBook):
        library.law_book("chicago-1890")
    assert answers() == [500, 500]
    library.parse_books.cache_clear()
    spoil(LEAD, "when: {followed: no}", "when: {followed: all}")
    assert answers() == [200, 200]
