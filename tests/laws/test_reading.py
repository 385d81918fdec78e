"""Reading a book strictly: each known way in which such files go wrong is refused where it stands."""

import pytest

from laws.domain.book import read_books
from laws.domain.document import Node
from laws.domain.errors import BrokenBook
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS, to_json
from laws.library import parse

CLAUSES = frozenset({"c-one", "c-two"})
LAWS = """
game: cinch
laws:
  first: {cite: Source, text: Something is laid down here., clauses: [c-one]}
"""


def entry(name: str) -> str:
    """Return a parameter's entry with its default."""
    value = to_json(PARAMETERS[name].default)
    if isinstance(value, dict):
        written = "{" + ", ".join(f"{point}: {worth}" for point, worth in value.items()) + "}"
    elif isinstance(value, list):
        written = f"[{', '.join(value)}]"
    else:
        written = {True: "true", False: "false", None: "null"}.get(value, str(value))
        written = str(value) if isinstance(value, int) and not isinstance(value, bool) else written
    return f"  {name}: {{value: {written}, law: house/play/first, status: stated}}"


def head(replacing: dict[str, str] | None = None, more: str = "") -> str:
    """Return a whole lawset.yaml, with some parameters' entries written otherwise."""
    lines = [
        f"  {name}: {(replacing or {})[name]}" if name in (replacing or {}) else entry(name)
        for name in PARAMETERS
    ]
    return "\n".join(
        ["title: House laws", "year: 1900", "source: A sheet", "games: [cinch]", "parameters:", *lines, more]
    )


def book(lawset: str, laws: str = LAWS) -> dict[str, dict[str, Node]]:
    """Return one parsed book of two files."""
    return {
        "house": {
            "lawset.yaml": parse(lawset, "house/lawset.yaml"),
            "play.yaml": parse(laws, "house/play.yaml"),
        }
    }


def read(lawset: str, laws: str = LAWS) -> LawSet:
    """Return the law set of such a book."""
    return read_books(book(lawset, laws), CLAUSES)["house"]


def faults(lawset: str, laws: str = LAWS) -> list[str]:
    """Return the faults found in such a book, in sentences."""
    with pytest.raises(BrokenBook) as broken:
        read(lawset, laws)
    return [str(fault) for fault in broken.value.faults]


def test_a_sound_book_is_read() -> None:
    assert read(head())["game_score"] == 51


@pytest.mark.parametrize(
    ("name", "written"),
    [
        pytest.param("must_exceed", "no", id="no is a word, not false"),
        pytest.param("must_exceed", "on", id="on is a word, not true"),
        pytest.param("must_exceed", "yes", id="yes is a word, not true"),
        pytest.param("must_exceed", "1", id="one is not true"),
        pytest.param("game_score", "010", id="a leading nought is not octal"),
        pytest.param("game_score", "1:30", id="a colon is not sixty"),
        pytest.param("game_score", "51.0", id="a fraction is no whole number"),
        pytest.param("game_score", "5_1", id="an underscore is no figure"),
        pytest.param("game_score", "true", id="true is no number"),
        pytest.param("game_score", "null", id="a number may not be missing"),
        pytest.param("game_score", "0", id="a game of nothing"),
        pytest.param("game_score", "[51]", id="a list is no number"),
        pytest.param("score_floor", "~", id="a tilde is not null"),
        pytest.param("made_rule", "no", id="no is no rule"),
        pytest.param("made_rule", "difference-rule", id="nearly a rule"),
        pytest.param("points", "{high: one}", id="a worth in letters"),
        pytest.param("counting_order", "[high, high]", id="a point twice"),
        pytest.param("counting_order", "[high, {low: 1}]", id="a mapping in the order"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_where_it_stands(name: str, written: str) -> None:
    found = faults(head({name: f"{{value: {written}, law: house/play/first, status: stated}}"}))
    assert found
    assert all(
        fault.startswith("house/lawset.yaml, line ") and f"parameters.{name}" in fault for fault in found
    )


def test_a_fault_names_the_line() -> None:
    line = 6 + list(PARAMETERS).index("made_rule")
    assert faults(head({"made_rule": "{value: no, law: house/play/first, status: stated}"})) == [
        f"house/lawset.yaml, line {line}, parameters.made_rule: unknown value “no”. "
        "Accepted: difference, each-side-own."
    ]


CITED = "law: house/play/first, status: stated"
SILENT = "{status: silent, note: Not mentioned.}"
WHIST = f"  games:\n    whist:\n      game_score: {{value: 63, {CITED}}}"


@pytest.mark.parametrize(
    ("lawset", "said"),
    [
        (head(more=entry("game_score")), "parameters.game_score: this key stands already in line 6."),
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
        (head(more=WHIST), "parameters.games.whist: unknown game “whist”"),
        (
            "\n".join(line for line in head().splitlines() if "tie_rule" not in line),
            "parameters.tie_rule: give a value, or say that the book is silent, and why.",
        ),
    ],
)
def test_a_head_written_wrongly_is_refused_with_the_reason(lawset: str, said: str) -> None:
    assert any(said in fault for fault in faults(lawset))


@pytest.mark.parametrize(
    ("laws", "said"),
    [
        pytest.param(
            LAWS + "  first: {cite: Source, text: Something else is laid down., clauses: [c-two]}",
            "laws.first: this key stands already in line 4.",
            id="a law twice",
        ),
        pytest.param(
            LAWS.replace("clauses: [c-one]", "clauses: [c-ones]"),
            "house/play/first: unknown clause “c-ones”; did you mean c-one? It is in no inventory.",
            id="a clause of no inventory",
        ),
        pytest.param(
            LAWS.replace("}", ", effects: [new-dael]}"),
            "house/play/first: unknown effect “new-dael”; did you mean new-deal?",
            id="an effect that is none",
        ),
        (LAWS.replace("cite: Source, ", ""), "house/play/first: the key cite is missing."),
        (LAWS.replace("game: cinch", "game: whist"), "game: unknown game “whist”"),
        (LAWS.replace("first", "First Law"), "lower-case words joined by hyphens"),
        (LAWS.replace("}", ", status: open}"), "a note must say why this is open."),
        (
            LAWS + "\nvariations:\n  long: {title: L, law: house/play/first, parameters: {gaem_score: 61}}",
            "did you mean game_score?",
        ),
        ("game: cinch\nlaws: [first]", "laws: keys with values are due here, not a list."),
    ],
)
def test_a_law_written_wrongly_is_refused_with_its_id(laws: str, said: str) -> None:
    assert any(said in fault for fault in faults(head(), laws))


@pytest.mark.parametrize("text", ["", "# nothing\n", "a: [", "a: b: c", "\t- a", "a: \x00"])
def test_what_is_no_yaml_is_refused_with_its_file(text: str) -> None:
    with pytest.raises(BrokenBook) as broken:
        parse(text, "house/play.yaml")
    assert str(broken.value).startswith("house/play.yaml, line ")


def test_every_fault_of_a_book_is_named_at_once() -> None:
    text = head(
        {"game_score": "{value: no, law: house/play/first, status: stated}", "made_rule": "{status: odd}"}
    )
    assert len(faults(text, LAWS.replace("cite: Source, ", ""))) >= 4


def test_a_book_may_give_a_game_figures_of_its_own() -> None:
    more = "  games:\n    cinch:\n      game_score: {value: 63, law: house/play/first, status: stated}"
    law_set = read(head(more=more))
    assert law_set["game_score"] == 51
    assert law_set.for_game("cinch")["game_score"] == 63
    assert law_set.for_game("cinch")["max_bid"] == 14


def test_a_variation_marks_what_is_open_in_it() -> None:
    laws = (
        LAWS
        + """
variations:
  long-game:
    title: The long game
    law: house/play/first
    parameters:
      game_score: 61
      tie_rule: {value: each-own, status: open, note: Nothing is said.}
"""
    )
    derived = read(head(), laws).derive(variations=["long-game"])
    assert derived.settings["game_score"].status == "variation"
    assert derived.is_open("tie_rule")
    assert derived["game_score"] == 61
