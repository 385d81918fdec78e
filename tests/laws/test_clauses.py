"""The clauses of the sources in our own words: read strictly, found by words, shown with their standing."""

import json
import re
from html import unescape
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from laws import contents, library
from laws.domain.errors import BrokenBook

pytestmark = pytest.mark.django_db

CLAUSE = "chi-six-cards:\n"


def said(address: str) -> str:
    """Return the words of a page."""
    answer = Client().get(address)
    assert answer.status_code == 200
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def asked(address: str, code: int = 200, **query: str) -> Any:
    """Return the JSON of an answer."""
    answer = Client().get(f"/api/v1/clauses/{address}", query)
    assert answer.status_code == code, answer.content[:300]
    return json.loads(answer.content)


def test_every_citation_of_the_older_booklet_names_a_law_or_a_part_of_it() -> None:
    for clause in library.inventories(library.BOOKS)["chicago-1890"].values():
        assert re.match(r"Chicago 1890, (laws? \d+|General|Etiquette|Razzle-dazzle|no law)", clause.cite)


def test_every_clause_has_words_and_a_citation_and_no_two_of_a_source_the_same() -> None:
    for clauses in library.inventories(library.BOOKS).values():
        words = [(clause.cite, clause.when, clause.then) for clause in clauses.values()]
        assert all(map(all, words))
        assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param(CLAUSE, "chi-pack:\n", "this key stands already in line 1.", id="an id written twice"),
        (CLAUSE, f"{CLAUSE}  than: x\n", "unknown key “than”; did you mean then?"),
        pytest.param(CLAUSE, f"{CLAUSE}  see: [chi-pak]\n", "did you mean chi-pack?", id="an unknown clause"),
        (CLAUSE, f"{CLAUSE}  certainty: no\n", "unknown certainty “no”"),
        pytest.param(CLAUSE, "Chi_six:\n", "lower-case words joined by hyphens", id="no id"),
        (CLAUSE, "chi-new: {when: Now.}\nchi-six-cards:\n", "the key then is missing"),
    ],
)
def test_a_broken_clause_is_refused_with_its_file(tmp_path: Path, old: str, new: str, reason: str) -> None:
    copytree(library.BOOKS / library.CLAUSES, tmp_path / library.CLAUSES)
    file = tmp_path / library.CLAUSES / "chicago-1890.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BrokenBook) as broken:
        library.inventories(tmp_path)
    line = text[: text.index(old)].count("\n") + 1
    named = [fault for fault in broken.value.faults if reason in fault.reason]
    assert [fault.file for fault in named] == ["clauses/chicago-1890.yaml"]
    assert named[0].line in (line, line + 1)


def test_a_law_shows_the_words_of_its_clauses_with_citation_and_standing() -> None:
    """Foster 1897, Cinch Laws, Leading Out of Turn: all having followed, there is no penalty."""
    page = said("/laws/foster-1897/lead-out-of-turn/all-followed/")
    assert "1 clause of the source" in page
    assert (
        "Foster 1897, Cinch, Irregularities in Playing; Foster 1897, Cinch Laws, Leading Out of Turn ruled"
        in page
    )
    markup = Client().get("/laws/foster-1897/lead-out-of-turn/all-followed/").content.decode()
    assert 'id="clause-cinch-lead-oot-all-followed"' in markup
    assert 'href="/laws/clauses/cinch-lead-oot-all-followed/"' in markup


def test_a_clause_is_found_by_its_citation_and_leads_to_its_laws() -> None:
    assert "/laws/clauses/chi-lead-oot-" in Client().get("/laws/?q=Chicago+38").content.decode()
    page = Client().get("/laws/clauses/chi-lead-oot-call-card/").content.decode()
    assert 'href="/laws/chicago-1890/lead-out-of-turn/' in page
    assert "In doubt" in page


def test_clauses_are_listed_by_source_and_by_what_became_of_them() -> None:
    page = said("/laws/clauses/?inventory=chicago-1890&status=etiquette")
    assert re.search(r"\b1?\d clauses\b", page)
    assert "Chicago 1890, Etiquette" in page
    assert "Page 2 of" in said("/laws/clauses/?page=2")


@pytest.mark.parametrize("query", ["inventory=foster", "status=lost", f"q={'x' * 101}", "q=%00"])
def test_a_search_for_no_source_or_standing_is_refused_beside_its_field(query: str) -> None:
    answer = Client().get(f"/laws/clauses/?{query}")
    assert answer.status_code == 400
    assert 'class="errors"' in answer.content.decode()


def test_the_clauses_of_a_source_are_read_one_after_the_other_from_end_to_end() -> None:
    for clauses in library.inventories(library.BOOKS).values():
        names = list(clauses)
        around = [contents.around(clause, list(clauses.values())) for clause in clauses.values()]
        assert [after.id for _, after in around if after] == names[1:]
        assert [before.id for before, _ in around if before] == names[:-1]


def test_a_clause_that_is_not_there_is_not_found() -> None:
    assert Client().get("/laws/clauses/never-was/").status_code == 404
    assert "did you mean chi-pack?" in asked("chi-pak/", 404)["detail"]


def test_a_program_gets_a_clause_with_its_words_and_what_became_of_it() -> None:
    """Foster 1897, Cinch Laws, The Revoke: the side that revoked scores nothing on the deal."""
    clause = asked("cinch-revoke-penalty/")
    assert clause["inventory"] == "foster-1897"
    assert clause["status"] == "ruled"
    assert "foster-1897/revoke/penalty" in clause["laws"]
    assert clause["then"]


def test_a_program_finds_clauses_by_words_source_law_set_and_standing() -> None:
    found = asked("", q="Chicago 38", page_size="200")["results"]
    assert {"chi-lead-oot-call-card"} <= {clause["id"] for clause in found}
    assert asked("", inventory="modern")["count"] == 139
    assert asked("", status="unclassified")["count"] == 0
    assert all(
        any(law.startswith("bicycle/") for law in clause["laws"])
        for clause in asked("", law_set="bicycle")["results"]
    )


def terminal(*command: str) -> str:
    """Return what a command prints."""
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_clauses_are_found_from_a_terminal_as_by_a_program() -> None:
    said = terminal("laws", "Chicago", "38", "--clauses")
    assert "chi-lead-oot-call-card (ruled)" in said
    sent = json.loads(terminal("laws", "Chicago", "38", "--clauses", "--json"))
    assert sent == asked("", q="Chicago 38", page_size="200")["results"]
    with pytest.raises(CommandError, match="clauses are not found by effect"):
        terminal("laws", "--clauses", "--effect", "new-deal")
    with pytest.raises(CommandError, match="did you mean foster-1897"):
        terminal("laws", "--clauses", "--law-set", "foster-1987")


def test_the_report_counts_the_clauses_of_every_topic_and_law_set() -> None:
    """Chicago 1890, laws 26 and 38 on false leads, both encoded as rules."""
    lines = [line.split() for line in terminal("laws_report").splitlines()]
    counted = [line for line in lines if line[:2] == ["lead-out-of-turn", "chicago-1890"]][-1]
    assert int(counted[2]) >= 3
    assert set(counted[3:-2]) == {"0"}
    assert ["clauses", "on", "law", "set", "ruled"] in [line[:5] for line in lines]
