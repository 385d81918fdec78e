"""Lists of pairs: each line has a pair, and errors name every player without a partner."""

import pytest

from laws.domain.errors import InvalidInput
from scoring.clubs.domain.list_files import ReadFile, read_text
from scoring.clubs.domain.name_lists import in_columns, must_be_sound, read_list, with_headings
from scoring.events.people.domain.list_columns import read_listed
from scoring.events.people.domain.pairs import check_pairs, notes_on_pairs, reader_of_pairs
from scoring.events.planning.domain.kinds import KINDS
from scoring.events.play.domain.values import Participant
from scoring.game.games import GAMES
from tests.events.domain.evenings import choose

KNOWN = {"Ortega y Gasset", "Salt & Pepper"}
SEATING = GAMES["cinch"].seating


def read(text, others=(), paired=None, known=KNOWN, kind="pairs-up"):
    listed = read_list(ReadFile(read_text(text)), reader_of_pairs(KINDS[kind], known.__contains__))
    return read_listed(listed.lines, (), SEATING, others, paired or {}, kind=KINDS[kind])


def pairs_of(text, **more):
    lines, wishes = read(text, **more)
    must_be_sound(lines, "players")
    pairs = []
    for line in lines:
        partner = wishes.get(line.name, {}).get("partner")
        if (partner, line.name) not in pairs:
            pairs.append((line.name, partner))
    return pairs


@pytest.mark.parametrize(
    "line",
    [
        "Aachen & Bergen", "Aachen/Bergen", "Aachen / Bergen", "Aachen and Bergen", "Aachen und Bergen",
        "Aachen y Bergen", "Aachen UND Bergen", "1. Aachen & Bergen", "Aachen&Bergen", "Aachen;Bergen",
        "Aachen\tBergen", "Aachen + Bergen", "Aachen - Bergen", "Aachen \u2013 Bergen",
    ],
)  # fmt: skip
def test_a_pair_is_one_line(line):
    assert pairs_of(line) == [("Aachen", "Bergen")]


@pytest.mark.parametrize("name", ["Marie - Nils", "Ann 4. Bell", "Jean-Luc"])
def test_a_mark_inside_a_name_is_no_mark_before_it(name):
    listed = read_list(ReadFile(read_text(name)))
    assert ([line.name for line in listed.lines], listed.notes) == ([name], ())


@pytest.mark.parametrize(
    "text",
    [
        "Aachen & Bergen\nCadiz & Dover",
        "Aachen & Bergen\nCadiz - Dover",
        "Aachen; Bergen\nCadiz\tDover",
        "Name;Partner\nAachen;Bergen\nCadiz;Dover",
        "Name;Partner\nAachen;Bergen\nBergen;Aachen\nCadiz;Dover\nDover;Cadiz",
        "Aachen;Bergen\nCadiz;Dover",
        "Player 1;Player 2\nAachen;Bergen\nCadiz;Dover",
        "Spieler 1;Spielerin 2\nAachen;Bergen\nCadiz;Dover",
        "Spieler;Partnerin\nAachen;Bergen\nCadiz;Dover",
        "Jugador;Pareja\nAachen;Bergen\nCadiz;Dover",
    ],
)
def test_pairs_in_one_column_or_two(text):
    assert pairs_of(text) == [("Aachen", "Bergen"), ("Cadiz", "Dover")]


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("Ortega y Gasset & Aachen", ("Ortega y Gasset", "Aachen")),
        ("Salt & Pepper", ("Salt & Pepper", None)),
        ("Anderson & Sandy", ("Anderson", "Sandy")),
        ("Yves y Ysop", ("Yves", "Ysop")),
        ("Olga e Hilde", ("Olga", "Hilde")),
    ],
)
def test_a_known_name_is_one_player_and_no_letter_inside_a_name_parts_it(line, pair):
    assert pairs_of(line) == [pair]


COMMAS = "Aachen & Bergen\nLovelace, Ada\n1. Cadiz, Dover"


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        (("name", "partner"), ["Aachen", "Bergen", "Lovelace", "Ada", "Cadiz", "Dover"]),
        (("last", "first"), ["Aachen", "Bergen", "Ada Lovelace", "Dover Cadiz"]),
    ],
)
def test_whether_a_comma_parts_a_pair_is_asked(answer, names):
    reader, sent = reader_of_pairs(KINDS["pairs-up"], KNOWN.__contains__), ReadFile(read_text(COMMAS))
    asked = read_list(sent, reader)
    assert asked.question == "“Lovelace, Ada”: a pair, or one player? Say what the two columns hold."
    shown = [(column.guess, column.example) for column in asked.columns]
    assert shown == [("name", "Lovelace"), ("partner", "Ada")]
    chosen = with_headings(in_columns(sent, reader), dict(enumerate(answer)), str, is_first_heading=False)
    answered = read_list(chosen, reader)
    assert (answered.question, [line.name for line in answered.lines]) == ("", names)


@pytest.mark.parametrize("empty", [1, 2, 5])
def test_a_comma_parts_a_name_in_any_column(empty):
    reader = reader_of_pairs(KINDS["pairs-up"], KNOWN.__contains__)
    rows = tuple((*[""] * empty, name) for name in ("Lovelace, Ada", "Cid"))
    asked = read_list(ReadFile(rows), reader)
    assert [(column.guess, column.example) for column in asked.columns] == [
        ("name", "Lovelace"),
        ("partner", "Ada"),
    ]
    assert [(line.name, str(line.fault or "")) for line in asked.lines if line.name == "Cid"] == [("Cid", "")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Lovelace, Ada\nByron, Bea", "redraw"),
        ("Lovelace, Ada & Byron, Bea", "pairs-up"),
        ("Salt & Pepper\nAachen, b@example.org", "pairs-up"),
        ("Known, Bea", "pairs-up"),
    ],
)
def test_a_comma_that_can_part_no_pair_is_not_asked_about(text, kind):
    reader = reader_of_pairs(KINDS[kind], {*KNOWN, "Known, Bea"}.__contains__)
    assert not read_list(ReadFile(read_text(text)), reader).question


def test_what_all_lines_have_wrong_is_said_once():
    listed = read_list(
        ReadFile(read_text("Aachen & Bergen\nCadiz & Dover\nEssen")),
        reader_of_pairs(KINDS["redraw"], KNOWN.__contains__),
    )
    lines, _wishes = read_listed(listed.lines, (), GAMES["auction-pitch"].seating, kind=KINDS["redraw"])
    with pytest.raises(InvalidInput) as refused:
        must_be_sound(lines, "players")
    reason = "Lines 1 and 2: Nobody has a partner in this event's game."
    assert refused.value.errors == {"players": [reason]}


def test_wishes_of_a_line_are_those_of_both():
    lines, wishes = read("Name;Table\nAachen & Bergen;2")
    assert [line.name for line in lines] == ["Aachen", "Bergen"]
    assert wishes == {
        "Aachen": {"partner": "Bergen", "fixed_table": 2}, "Bergen": {"partner": "Aachen", "fixed_table": 2},
    }  # fmt: skip


def test_a_list_without_any_pair_names_no_partners():
    assert pairs_of("Aachen\nBergen\nCadiz\nDover") == [
        ("Aachen", None), ("Bergen", None), ("Cadiz", None), ("Dover", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "paired", "faults"),
    [
        pytest.param("Aachen & Bergen\nCadiz\nDover & Essen", {},
                     ["Line 2: Cadiz has no partner. Write both names: “Cadiz & …”."], id="an odd name"),
        pytest.param("Cadiz", {"Aachen": "Bergen", "Bergen": "Aachen"},
                     ["Line 1: Cadiz has no partner. Write both names: “Cadiz & …”."],
                     id="an odd name in an event of named pairs"),
        pytest.param("Aachen & Bergen\nCadiz &", {}, ["Line 2: “Cadiz &” names only one player of a pair."],
                     id="half a pair"),
        pytest.param("Aachen & Bergen & Cadiz", {},
                     ["Line 1: A pair has two players, and this line names 3."],
                     id="three in a pair"),
        pytest.param("Aachen & Cadiz\nDover & Essen", {"Aachen": "Bergen", "Bergen": "Aachen"},
                     ["Line 1: Aachen plays with Bergen in this event already."],
                     id="half of it is entered already with somebody else"),
        pytest.param("Aachen & Bergen\nCadiz & Aachen", {},
                     ["Line 2: Cadiz cannot be entered without Aachen.",
                      "Line 2: “Aachen” stands in line 1 already. If these are two people, add something to "
                      "one name."], id="half of it is in another line"),
        pytest.param("Aachen & Aachen", {},
                     ["Line 1: Aachen cannot be their own partner."], id="a pair of one"),
        pytest.param("Name;Partner\nAachen & Bergen;Cadiz", {},
                     ["Line 2: “Aachen & Bergen” is a pair already and takes no partner."],
                     id="a pair with a partner"),
        pytest.param("Aachen & =1+1", {},
                     ["Line 1: “=1+1” looks like a formula."], id="half of it has a fault"),
        pytest.param("Aachen & \u2800\nCadiz & Dover", {},
                     ["Line 1: Aachen cannot be entered without \u2800.",
                      "Line 1: A name cannot contain characters that nobody can see."],
                     id="half of it cannot be seen"),
    ],
)  # fmt: skip
def test_a_half_entered_pair_is_named_with_its_line(text, paired, faults):
    lines, _wishes = read(text, paired.keys(), paired)
    with pytest.raises(InvalidInput) as refused:
        must_be_sound(lines, "players")
    assert refused.value.errors == {"players": faults}


def test_of_a_pair_with_a_fault_neither_is_entered():
    lines, wishes = read("Aachen & =1+1\nCadiz & Dover")
    assert [line.name for line in lines if not line.fault] == ["Cadiz", "Dover"]
    assert wishes.keys() == {"Cadiz", "Dover"}


def test_a_line_completes_a_player_who_is_here_without_a_partner():
    lines, wishes = read("Aachen & Bergen", ["Aachen"], {})
    assert not any(line.fault for line in lines)
    assert wishes == {"Aachen": {"partner": "Bergen"}, "Bergen": {"partner": "Aachen"}}


def test_in_an_evening_of_persons_a_name_is_read_as_it_is():
    listed = read_list(ReadFile(read_text("Aachen & Bergen\nCadiz und Dover")))
    assert [line.name for line in listed.lines] == ["Aachen & Bergen", "Cadiz und Dover"]


def of(*partners):
    return [Participant(player, partner=partner) for player, partner in enumerate(partners, 1)]


@pytest.mark.parametrize("kind", ["pairs-up", "pairs-round-robin"])
@pytest.mark.parametrize(
    ("people", "refusal"),
    [
        pytest.param(of(2, 1, 4, 3), None, id="whole pairs"),
        pytest.param(of(None, None, None, None), None, id="nobody has named a partner: all are drawn"),
        pytest.param(of(None, None, None, None, None), "pairs need an even number of players, not 5.",
                     id="an odd number to draw from"),
        pytest.param(of(2, 1, 4, 3, None),
                     "{player:5} has no partner here. Name a partner, or take the player out.",
                     id="an odd player"),
        pytest.param(of(2, 1, 9, None),
                     "{player:3} and {player:4} have no partners here. Name their partners, or take them "
                     "out.",
                     id="a partner who is not here, and none"),
    ],
)  # fmt: skip
def test_an_evening_of_pairs_begins_with_whole_pairs(kind, people, refusal):
    if refusal is None:
        check_pairs(choose(kind=kind), people)
        return
    with pytest.raises(InvalidInput) as refused:
        check_pairs(choose(kind=kind), people)
    assert refused.value.errors == {"players": [refusal]}


def test_in_an_evening_of_persons_nobody_needs_a_partner():
    check_pairs(choose(), of(2, 1, None))


@pytest.mark.parametrize("kind", ["redraw", "rotation", "winner-progressive"])
def test_in_any_evening_with_wishes_for_partners_a_sign_makes_two_fixed_partners(kind):
    text = "Aachen & Bergen\nCadiz/Dover\nOrtega y Gasset\nGasset y Ortega\nSalt & Pepper\nEssen"
    lines, wishes = read(text, kind=kind)
    assert [line.name for line in lines] == [
        "Aachen", "Bergen", "Cadiz", "Dover", "Ortega y Gasset", "Gasset y Ortega", "Salt & Pepper", "Essen",
    ]  # fmt: skip
    assert {name: wished["partner"] for name, wished in wishes.items()} == {
        "Aachen": "Bergen", "Bergen": "Aachen", "Cadiz": "Dover", "Dover": "Cadiz",
    }  # fmt: skip
    assert notes_on_pairs(lines) == ["2 lines name two players each: the two always play together."]


@pytest.mark.parametrize("kind", ["whist", "individual"])
def test_where_a_plan_changes_partners_two_names_in_a_line_are_asked_about(kind):
    lines, _wishes = read("Aachen & Bergen\nSalt & Pepper\nEssen", kind=kind)
    fault = "These are two players, and partners change in this kind of evening. Give each player a line."
    assert [line.fault for line in lines] == [fault, "", ""]


def test_a_fixed_partner_of_another_is_named_in_any_evening_with_wishes():
    paired = {"Aachen": "Bergen", "Bergen": "Aachen"}
    lines, wishes = read("Aachen & Cadiz", paired.keys(), paired, kind="redraw")
    assert lines[0].fault == "Aachen plays with Bergen in this event already."
    assert wishes == {}
