"""``manage.py score``: the same request, answer and refusals as over HTTP, from a file or a pipe."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.game.tables import cases, deal

REQUEST = {"law_set": "foster-1897", "game": "cinch", "before": [12, 30], "deal": deal([5, 9], bid=8)}


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("score", *arguments, stdout=out)
    return out.getvalue()


def test_a_file_is_scored(tmp_path):
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(REQUEST))
    answer = json.loads(run(str(file)))
    assert (answer["scored"], answer["after"], answer["winner"]) == ([0, 17], [12, 47], None)
    assert run(str(file), "--text").splitlines()[1].startswith("Side 1 bid 8 and took 5: three short. (")


def test_an_open_reading_on_which_a_score_rests_is_said_and_what_it_needs_is_asked_for(tmp_path):
    # Chicago 1890, law 31: what Y took alone goes to the maker, so it has to be known.
    file, revoke = tmp_path / "deal.json", {"offence": "revoke", "seat": 2}
    asked = {"law_set": "chicago-1890", "game": "cinch"}
    file.write_text(
        json.dumps(asked | {"deal": deal([8, 6], bid=8, penalties=[revoke | {"points": ["jack"]}])})
    )
    lines = run(str(file), "--text").splitlines()
    told = lines.index(
        "The revoke costs the points in tricks won by seat 2 alone. (chicago-1890/revoke/by-an-adversary)"
    )
    assert lines[told + 1].startswith(
        "  This rests on an open reading. What a revoke touches: Only the tricks of the player who revoked."
    )
    readings = [line["reading"] for line in json.loads(run(str(file)))["explanation"]]
    assert lines[told + 1].strip() in readings
    file.write_text(json.dumps(asked | {"deal": deal([8, 6], bid=8, penalties=[revoke])}))
    with pytest.raises(
        CommandError, match=r"deal\.penalties\.0\.points: name the points in the tricks"
    ) as refusal:
        run(str(file))
    assert "Law: chicago-1890/revoke/by-an-adversary" in str(refusal.value)


def test_a_value_chosen_for_the_table_is_said_where_the_law_cited_has_another(tmp_path):
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(REQUEST | {"parameters": {"game_score": 31}}))
    lines = run(str(file), "--text").splitlines()
    told = [place for place, line in enumerate(lines) if "of 31." in line]
    assert [lines[place + 1] for place in told] == [
        "  Applies at this table in place of the law set's own. Points in a game: 31 points."
    ]
    assert "Applies at this table" not in " ".join(lines[: told[0]])
    file.write_text(json.dumps(REQUEST | {"parameters": {"target_reached": "played-out"}}))
    running = run(str(file), "--text").splitlines()[-2]
    assert running.endswith("."), "no book has a law to cite"


def test_a_deal_on_standard_input_is_scored(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(REQUEST).encode())))
    assert json.loads(run("-"))["scored"] == [0, 17]


@cases(
    "content, words",
    {
        "broken": ("{", "is not JSON: Expecting property name"),
        "a field twice": ('{"game": "cinch", "game": "cinch"}', "the key 'game' is given twice"),
        "NaN": ('{"before": [NaN, 0]}', "NaN is not a JSON number"),
        "nested too deep": ("[" * 100_000, "is nested deeper than 20 levels"),
        "law": (json.dumps(REQUEST | {"deal": deal([9, 9])}), "deal.points: the points add up to 18"),
        "its id": (json.dumps(REQUEST | {"deal": deal([9, 9])}), "Law: foster-1897/scoring/"),
        "an unknown field": (json.dumps(REQUEST | {"colour": 1}), "colour: unknown field “colour”"),
    },
)
def test_what_cannot_be_scored_is_refused_with_status_one(tmp_path, content, words):
    file = tmp_path / "deal.json"
    file.write_text(content)
    with pytest.raises(CommandError) as refusal:
        run(str(file))
    assert words in str(refusal.value)
    assert refusal.value.returncode == 1


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"nowhere\.json: No such file or directory\."):
        run(str(tmp_path / "nowhere.json"))
