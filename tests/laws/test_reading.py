"""Strict parsing of books: each known kind of fault is refused at its line."""

import json
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from laws.domain.book_notation import read_books
from laws.domain.errors import BrokenBook
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS, to_json
from laws.library import parse

CLAUSES = frozenset({"c-one", "c-two"})
LAWS = """
game: cinch
laws:
  first: {title: The first, cite: Source, text: Something is laid down here., clauses: [c-one]}
"""


def entry(name: str) -> str:
    """Return the YAML of a parameter with its default value."""
    default = json.dumps(to_json(PARAMETERS[name].default))
    return f"{{value: {default}, law: house/play/first, status: stated}}"


def head(replacing: Mapping[str, str] = MappingProxyType({}), more: str = "") -> str:
    """Return the text of a lawset.yaml file. ``replacing`` replaces the entries of some parameters."""
    entries = {name: entry(name) for name in PARAMETERS} | dict(replacing)
    lines = [f"  {name}: {written}" for name, written in entries.items()]
    return "\n".join(
        ["title: House laws", "year: 1900", "source: A sheet", "games: [cinch]", "parameters:", *lines, more]
    )


def read(lawset: str, laws: str = LAWS) -> LawSet:
    """Return the law set of a book of two files."""
    files = {"lawset.yaml": lawset, "play.yaml": laws}
    parsed = {name: parse(text, f"house/{name}") for name, text in files.items()}
    return read_books({"house": parsed}, CLAUSES).law_sets["house"]


def faults(lawset: str, laws: str = LAWS) -> list[str]:
    """Return the faults of a book with these two files, as sentences."""
    with pytest.raises(BrokenBook) as broken:
        read(lawset, laws)
    return [str(fault) for fault in broken.value.faults]


WRONG = {
    "must_exceed": ("no", "on", "yes", "1"),
    "game_score": ("010", "1:30", "51.0", "5_1", "true", "null", "0", "[51]"),
    "score_floor": ("~",),
    "made_rule": ("no", "difference-rule"),
    "points": ("{high: one}",),
    "counting_order": ("[high, high]", "[high, {low: 1}]"),
}
"""Scalars that YAML would convert: no to false, 010 to eight, 1:30 to ninety."""


@pytest.mark.parametrize(
    ("name", "written"), [(name, each) for name, words in WRONG.items() for each in words]
)
def test_a_value_of_the_wrong_kind_is_refused_at_its_place(name, written):
    reasons = faults(head({name: f"{{value: {written}, law: house/play/first, status: stated}}"}))
    assert reasons
    assert all(
        fault.startswith("house/lawset.yaml, line ") and f"parameters.{name}" in fault for fault in reasons
    )


CITED = "law: house/play/first, status: stated"
SILENT = "{status: silent, note: Not mentioned.}"
WHIST = f"  games:\n    whist:\n      game_score: {{value: 63, {CITED}}}"


@pytest.mark.parametrize(
    ("lawset", "reason"),
    [
        (
            head(more=f"  game_score: {entry('game_score')}"),
            "parameters.game_score: this key is already in line 6.",
        ),
        (head(more=f"  made_rul: {{value: difference, {CITED}}}"), "did you mean made_rule?"),
        (head({"game_score": f"{{valeu: 51, {CITED}}}"}), "unknown key “valeu”; did you mean value?"),
        (head({"game_score": "{value: 51, law: house/play/first, status: open}"}), "why this is open."),
        (head({"game_score": "{value: 51, law: house/play/first, status: inferred}"}), "this is inferred."),
        (head({"tie_rule": SILENT}), "parameters.tie_rule: nothing is there to fall back on."),
        ("fallback: hous\n" + head({"tie_rule": SILENT}), "unknown law set to fall back on “hous”"),
        (
            head({"game_score": "{value: 51, law: house/play/frist, status: stated}"}),
            "parameters.game_score: unknown law “house/play/frist”; did you mean house/play/first?",
        ),
        (head({"starting_score": f"{{value: 51, {CITED}}}"}), "the game would be over before it begins"),
        (
            head().replace("year: 1900", "year: 19"),
            "year: give a year of four figures, or null if there is none",
        ),
        (head().replace("source: A sheet", ""), "house: the key source is missing."),
        (head(more=WHIST), "parameters.games.whist: unknown game “whist”"),
        (
            "\n".join(line for line in head().splitlines() if "tie_rule" not in line),
            "parameters.tie_rule: give a value, or say that the book is silent, and why.",
        ),
    ],
)
def test_a_head_written_wrongly_is_refused_with_the_reason(lawset, reason):
    assert any(reason in fault for fault in faults(lawset))


@pytest.mark.parametrize(
    ("laws", "reason"),
    [
        (
            LAWS + "  first: {cite: Source, text: Something else is laid down., clauses: [c-two]}",
            "laws.first: this key is already in line 4.",
        ),
        (
            LAWS.replace("clauses: [c-one]", "clauses: [c-ones]"),
            "house/play/first: unknown clause “c-ones”; did you mean c-one? It is in no inventory.",
        ),
        (
            LAWS.replace("}", ", effects: [new-dael]}"),
            "house/play/first: unknown effect “new-dael”; did you mean new-deal?",
        ),
        (LAWS.replace("cite: Source, ", ""), "house/play/first: the key cite is missing."),
        (LAWS.replace("title: The first, ", ""), "house/play/first: the key title is missing."),
        (LAWS + LAWS.splitlines()[-1].replace("first:", "second:"), "has the title “The first” too."),
        (LAWS.replace("[c-one]", "{c-ones: {}}"), "did you mean c-one? It is in no inventory."),
        (LAWS.replace("[c-one]", "{c-one: {}, c-one: {}}"), "c-one: this key is already in line 4."),
        (LAWS.replace("[c-one]", "{c-one: {then: x}}"), "first.c-one.then: unknown key “then”"),
        (LAWS.replace("[c-one]", "{c-one: {see: [c-to]}}"), "first.c-one: unknown clause “c-to”"),
        (LAWS.replace("[c-one]", "{c-one: {certainty: no}}"), "unknown certainty “no”"),
        (LAWS.replace("[c-one]", "c-one"), "give keys with values, not a word or sentence."),
        (LAWS.replace("game: cinch", "game: whist"), "game: unknown game “whist”"),
        (LAWS.replace("first", "First Law"), "lower-case words joined by hyphens"),
        (LAWS.replace("}", ", status: open}"), "a note must say why this is open."),
        (
            LAWS + "\nvariations:\n  long: {title: L, law: house/play/first, parameters: {gaem_score: 61}}",
            "did you mean game_score?",
        ),
        ("game: cinch\nlaws: [first]", "laws: give keys with values, not a list."),
    ],
)
def test_a_law_written_wrongly_is_refused_with_its_id(laws, reason):
    assert any(reason in fault for fault in faults(head(), laws))


@pytest.mark.parametrize("text", ["", "# nothing\n", "a: [", "a: b: c", "\t- a", "a: \x00"])
def test_a_file_that_is_not_yaml_is_refused_by_name(text):
    with pytest.raises(BrokenBook) as broken:
        parse(text, "house/play.yaml")
    assert str(broken.value).startswith("house/play.yaml, line ")


def test_every_fault_of_a_book_is_named_at_once():
    text = head(
        {"game_score": "{value: no, law: house/play/first, status: stated}", "made_rule": "{status: odd}"}
    )
    assert len(faults(text, LAWS.replace("cite: Source, ", ""))) >= 4
