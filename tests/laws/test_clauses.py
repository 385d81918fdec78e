"""The clauses of the sources in our own words: read strictly, found by words, shown with their standing."""

import re
from shutil import copytree

import pytest

from laws import contents, library
from laws.domain.errors import BrokenBook
from tests.pages.reading import get, text_of

pytestmark = pytest.mark.django_db

CLAUSE = "chi-six-cards:\n"


def test_every_clause_has_words_and_a_citation_and_no_two_of_a_source_the_same():
    for clauses in library.inventories(library.BOOKS).values():
        words = [(clause.cite, clause.when, clause.then) for clause in clauses.values()]
        assert all(map(all, words))
        assert len(words) == len(set(words))
    for clause in library.inventories(library.BOOKS)["chicago-1890"].values():
        assert re.match(r"Chicago 1890, (laws? \d+|General|Etiquette|Razzle-dazzle|no law)", clause.cite)


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("chi-pack:\n", "this key is already in line 1."),
        (f"{CLAUSE}  than: x\n", "unknown key “than”; did you mean then?"),
        (f"{CLAUSE}  see: [chi-pak]\n", "did you mean chi-pack?"),
        (f"{CLAUSE}  certainty: no\n", "unknown certainty “no”"),
        ("Chi_six:\n", "lower-case words joined by hyphens"),
        ("chi-new: {when: Now.}\nchi-six-cards:\n", "the key then is missing"),
    ],
)
def test_a_broken_clause_is_refused_with_its_file(tmp_path, new, reason):
    copytree(library.BOOKS / library.CLAUSES, tmp_path / library.CLAUSES)
    file = tmp_path / library.CLAUSES / "chicago-1890.yaml"
    text = file.read_text("utf-8")
    assert text.count(CLAUSE) == 1
    file.write_text(text.replace(CLAUSE, new), "utf-8")
    with pytest.raises(BrokenBook) as broken:
        library.inventories(tmp_path)
    line = text[: text.index(CLAUSE)].count("\n") + 1
    named = [fault for fault in broken.value.faults if reason in fault.reason]
    assert [fault.file for fault in named] == ["clauses/chicago-1890.yaml"]
    assert named[0].line in (line, line + 1)


def test_clauses_are_listed_found_and_shown_with_their_laws_and_a_law_with_its_clauses():
    """Foster 1897, Cinch Laws, Leading Out of Turn: all having followed, there is no penalty."""
    law = get("/laws/foster-1897/lead-out-of-turn/all-followed/")
    assert "1 clause of the source" in text_of(law)
    assert "Foster 1897, Cinch Laws, Leading Out of Turn ruled" in text_of(law)
    assert 'href="/laws/clauses/cinch-lead-oot-all-followed/"' in law.content.decode()
    assert "/laws/clauses/chi-lead-oot-" in get("/laws/?q=Chicago+38").content.decode()
    clause = get("/laws/clauses/chi-lead-oot-call-card/").content.decode()
    assert 'href="/laws/chicago-1890/lead-out-of-turn/' in clause
    assert "In doubt" in clause
    listed = text_of(get("/laws/clauses/?inventory=chicago-1890&status=etiquette"))
    assert re.search(r"\b1?\d clauses\b", listed)
    assert "Chicago 1890, Etiquette" in listed
    assert "Page 2 of" in text_of(get("/laws/clauses/?page=2"))
    for outside in ("clauses/mod-bi-bid", "bicycle/bidding/one-round", "bicycle/bidding"):
        assert "from outside the sources (web copy, bicyclecards.com)" in text_of(get(f"/laws/{outside}/"))
    others = text_of(get("/laws/bicycle/scoring/"))
    assert others.index("Others say") < others.index("pokerwiner.com, Cinch, from outside the sources")
    assert get("/laws/clauses/never-was/").status_code == 404
    for wrong in ("inventory=foster", "status=lost", "q=%00"):
        refused = get(f"/laws/clauses/?{wrong}")
        assert (refused.status_code, 'class="errors"' in refused.content.decode()) == (400, True), wrong


def test_the_clauses_of_a_source_are_read_one_after_the_other_from_end_to_end():
    for clauses in library.inventories(library.BOOKS).values():
        names = list(clauses)
        around = [contents.around(clause, list(clauses.values())) for clause in clauses.values()]
        assert [after.id for _, after in around if after] == names[1:]
        assert [before.id for before, _ in around if before] == names[:-1]
