"""Law sets as values: derivation with errors for every wrong choice, the hash, and the JSON form."""

import json
import re

import pytest
from hypothesis import given, strategies as st

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS, Parameter, Value, conflicts, in_words, to_json
from tests.refusals import refusing

SLUGS = ("foster-1897", "chicago-1890", "modern-book", "bicycle")


@pytest.fixture
def foster() -> LawSet:
    return library.law_set("foster-1897")


def refused(law_set: LawSet, parameters: object = None, variations: object = ()) -> dict[str, list[str]]:
    """Return the errors of a refused derivation, by field."""
    with pytest.raises(InvalidInput) as refusal:
        law_set.derive({} if parameters is None else parameters, variations)
    return refusal.value.errors


def test_a_parameter_can_have_another_value(foster):
    derived = foster.derive({"game_score": 42})
    assert derived["game_score"] == 42
    assert derived.settings["game_score"].status == "override"
    assert derived.law("game_score") == foster.law("game_score")
    assert (derived.slug, derived.base, derived.base_revision) == (foster.slug, foster.slug, foster.revision)
    assert derived.revision != foster.revision
    assert foster["game_score"] == 51


@pytest.mark.parametrize("score", [51, 71])
def test_a_parameter_prevails_over_a_variation(foster, score):
    derived = foster.derive({"game_score": score}, ["cribbage-board"])
    assert (derived["starting_score"], derived["game_score"]) == (10, score)
    assert derived.settings["starting_score"].status == "variation"
    assert derived.law("starting_score") == "foster-1897/variations/cribbage-board"


@pytest.mark.parametrize(
    ("name", "values", "reason"),
    [
        ("made_rul", ["difference"], "did you mean made_rule?"),
        ("made_rule", ["differense"], "did you mean difference?"),
        ("made_rule", [None], "Accepted: difference, each-side-own."),
        ("target_reached", ["as-counted"], "Accepted: end-of-deal, played-out."),
        ("game_score", ["51", 51.0, True, 0, 10**30, float("nan"), None], "a whole number from 1 to 1000"),
        ("must_exceed", [1, "true"], "true, false"),
        ("score_floor", [1], "from -1000 to 0"),
        ("points", [{"high": 1}], "give each point its worth: high, low"),
        ("points", [{"high": True}, []], "for each point its worth"),
        ("counting_order", [["high", "low"]], "name each point once"),
        ("counting_order", [["high", ["low"]], "high"], "a list of point names"),
        ("max_bid", [15], "a deal has 14 points"),
        ("minimum_to_score", [15], "nobody can make more"),
        ("min_bid", [15], "the lowest bid is above the highest"),
        ("starting_score", [51], "over before it begins"),
    ],
)
def test_an_impossible_parameter_is_refused_by_name(foster, name, values, reason):
    for value in values:
        assert reason in refused(foster, {name: value})[f"parameters.{name}"][0], value


def test_every_wrong_choice_is_named_at_once(foster):
    errors = refused(foster, {"made_rule": "x", "game": 1, "cut_ace": 4}, ["old-setback"])
    assert set(errors) == {"parameters.made_rule", "parameters.game", "parameters.cut_ace", "variations"}
    assert "did you mean old-set-back?" in errors["variations"][0]


def test_variations_at_odds_are_refused(foster):
    errors = refused(foster, variations=["old-set-back", "at-least-eight"])
    assert "old-set-back and at-least-eight give tie_rule two different values." in errors["variations"]


@pytest.mark.parametrize(
    ("parameters", "variations", "field"),
    [
        pytest.param([], (), "parameters", id="a list of parameters"),
        pytest.param({}, "old-set-back", "variations", id="a bare word"),
        pytest.param({}, 5, "variations", id="a number"),
        pytest.param({}, [["old-set-back"]], "variations", id="a list in the list"),
        pytest.param({}, [None], "variations", id="nothing in the list"),
        pytest.param({f"p{n}": 1 for n in range(10_000)}, (), "parameters", id="ten thousand parameters"),
        pytest.param({}, ["x"] * 10_000, "variations", id="ten thousand variations"),
        pytest.param({"\0" * 5000: 1}, (), "parameters." + "\0" * 40, id="a name of control characters"),
    ],
)
def test_a_malformed_choice_is_refused(foster, parameters, variations, field):
    assert field in refused(foster, parameters, variations)


def test_a_game_that_the_law_set_does_not_have_is_refused(foster):
    with refusing("game", text="Accepted: cinch, three-handed-cinch, "):
        foster.for_game("whist")


def test_choices_for_one_game_prevail_over_its_own_values(foster):
    three = foster.chosen_for("three-handed-cinch", {"failed_rule": "adversaries-own-plus-bid"})
    assert three.for_game("three-handed-cinch")["failed_rule"] == "adversaries-own-plus-bid"
    assert three.for_game("three-handed-cinch")["made_rule"] == "each-side-own"
    assert (three.base, three.base_revision) == (foster.slug, foster.revision)
    assert foster.chosen_for("three-handed-cinch") is foster
    assert foster.chosen_for("three-handed-cinch", {"failed_rule": "set-back"}) is foster
    assert foster.chosen_for("cinch", {"game_score": 42}) == foster.derive({"game_score": 42})


def test_an_open_value_of_one_game_is_replaced_by_a_choice(foster):
    house = foster.derive({"game_score": 61, "trick_claim": "none", "failed_rule": "fourteen-plus-gap"})
    three = house.for_game("three-handed-cinch")
    assert (three["game_score"], three["failed_rule"]) == (61, "fourteen-plus-gap")
    assert three["made_rule"] == "each-side-own"
    played_out = library.law_set("bicycle").derive({"points_out_of_play": "never"})
    assert played_out["points_out_of_play"] == "never"
    assert played_out.for_game("three-handed-cinch")["points_out_of_play"] == "possible"


def written_and_read(law_set: LawSet) -> LawSet:
    """Return a law set after a round trip through its JSON form."""
    again = LawSet.from_canonical(json.loads(json.dumps(law_set.canonical())))
    assert (again, again.canonical()) == (law_set, law_set.canonical())
    assert (again.values, dict(again.laws)) == (law_set.values, dict(law_set.laws))
    return again


def test_the_revision_is_a_sha256_of_every_word_and_not_of_the_order_of_keys(foster):
    shuffled = dict(reversed(list(foster.canonical().items())))
    assert re.fullmatch("[0-9a-f]{64}", foster.revision)
    assert LawSet.from_canonical(shuffled).revision == foster.revision
    data = json.loads(json.dumps(foster.canonical()))
    data["laws"]["foster-1897/scoring/tie"]["text"] += " So it is."
    assert LawSet.from_canonical(data).revision != foster.revision


def test_a_revision_older_than_a_parameter_has_the_default(foster):
    data = json.loads(json.dumps(foster.canonical()))
    del data["settings"]["trick_claim"]
    older = LawSet.from_canonical(data)
    assert older["trick_claim"] == PARAMETERS["trick_claim"].default
    assert older.is_open("trick_claim")
    assert older.law("trick_claim") == ""  # no other law is put in the place of one that it has not
    with pytest.raises(KeyError):
        older.law("trick_claims")


def test_a_revision_keeps_a_value_that_is_no_longer_accepted(foster):
    data = json.loads(json.dumps(foster.canonical()))
    data["settings"]["target_reached"]["value"] = "as-counted"
    older = LawSet.from_canonical(data)
    assert written_and_read(older)["target_reached"] == "as-counted"
    assert older.derive({"game_score": 42})["target_reached"] == "as-counted"
    assert in_words("target_reached", "as-counted") == "As counted."


def values_of(parameter: Parameter) -> st.SearchStrategy[Value]:
    """Return values that a parameter accepts."""
    if parameter.words:
        return st.sampled_from([parameter.read(word) for word in parameter.words])
    if parameter.kind == "order":
        return st.permutations(list(parameter.default)).map(tuple)
    if parameter.kind == "points":
        worth = st.integers(parameter.low, parameter.high)
        return st.fixed_dictionaries(dict.fromkeys(parameter.default, worth))
    numbers = st.integers(parameter.low, parameter.high)
    return st.none() | numbers if parameter.kind == "limit" else numbers


CHOICES = st.fixed_dictionaries({}, optional={name: values_of(p) for name, p in PARAMETERS.items()})


@given(slug=st.sampled_from(SLUGS), choices=CHOICES)
def test_every_derived_law_set_is_consistent_and_parses_back(slug, choices):
    base = library.law_set(slug)
    at_odds = conflicts(base.values | choices)
    if at_odds:
        assert set(refused(base, choices)) == {f"parameters.{name}" for name in at_odds}
        return
    derived = base.derive(choices)
    assert {name: to_json(derived[name]) for name in choices} == {n: to_json(v) for n, v in choices.items()}
    assert written_and_read(derived) == derived


def parsed(parameter: Parameter, value: object) -> tuple[object, str]:
    """Return the accepted value and no reason, or None and the reason for the refusal."""
    try:
        return parameter.parse(value), ""
    except ValueError as refusal:
        return None, str(refusal)


@given(value=st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()))
def test_any_value_is_accepted_unchanged_or_refused_with_a_reason(value):
    for parameter in PARAMETERS.values():
        taken, refusal = parsed(parameter, value)
        if refusal:
            assert "Accepted: " in refusal
        else:
            assert to_json(taken) == value
            assert parameter.parse(to_json(taken)) == taken


def test_only_games_that_score_the_difference_cite_its_law(foster):
    differing = [foster.for_game(game) for game in foster.games]
    cited = {
        (law_set["made_rule"] == "difference", "scoring/difference" in law_set.law("target_reached"))
        for law_set in differing
    }
    assert cited == {(True, True), (False, False)}
