"""The documentation says what is: the README's request runs, files named in it exist, cited laws exist."""

import json
import re
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from laws import library

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SETS = "|".join(library.law_sets())
RULES = {
    rule
    for book in library.law_books().values()
    for topic in book.rules.topics.values()
    for rule in topic.rules
}
LAW_ID = re.compile(rf"\b((?:{SETS})/[a-z-]+/[a-z0-9-]+)\b")


def test_the_request_of_the_readme_gets_the_answer_it_shows():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    request = json.loads(re.search(r"-d '(.*?)'", readme, re.DOTALL).group(1))
    shown = json.loads(re.search(r"```json\n(.*?)\n```", readme, re.DOTALL).group(1))

    answer = APIClient().post("/api/v1/score/", request, format="json")

    assert answer.status_code == 200
    assert {name: answer.json()[name] for name in shown} == shown


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_every_file_a_page_links_to_is_there(document):
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_readme_fits_one_screen():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 50


def cited() -> list[tuple[str, str]]:
    sources = [path for app in ("laws", "scoring", "cinchclub") for path in (ROOT / app).rglob("*.py")]
    return sorted(
        {
            (str(path.relative_to(ROOT)), law)
            for path in [*sources, *PAGES]
            for law in LAW_ID.findall(path.read_text(encoding="utf-8"))
        }
    )


@pytest.mark.parametrize(("where", "law"), cited())
def test_every_law_or_rule_cited_by_id_is_in_the_books(where, law):
    assert law in library.laws() or law in RULES, f"{where} cites {law}"


def test_the_changelog_names_every_law_set():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [slug for slug in library.law_sets() if f"`{slug}`" not in changelog] == []
