"""The settings of an event: defaults, errors and their texts, and the rules as shown."""

from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from laws.library import laws
from scoring.events.planning.domain.kinds import KINDS
from scoring.events.planning.domain.settings import (
    EVENT_SETTINGS,
    EventSettings,
    check_number_of_players,
    parse_settings,
    shown_settings,
    without_effect,
)
from scoring.game.games import GAMES
from tests.game.tables import FOSTER
from tests.refusals import refusing


def refused(movement: object = None, **fields: Any) -> dict[str, list[str]]:
    with pytest.raises(InvalidInput) as refusal:
        parse_settings(movement, **fields)
    return refusal.value.errors


def test_without_settings_the_evening_is_fosters():
    # Foster 1897, Progressive Cinch, and Progressive Euchre, Progressing and Drawing for Positions.
    found = parse_settings()
    assert found == EventSettings() == parse_settings({})
    assert (found.kind, found.deals_per_round) == ("winner-progressive", 4)
    assert (found.head_losers, found.head_winners, found.places) == ("last", "keep", "cut-cards")
    assert (found.missing_results, found.reaching_target) == ("wait", "played-out")
    assert found.correction_period_minutes == 30


def test_null_is_a_choice_where_there_may_be_none():
    assert parse_settings({"minutes": None, "strides": None}) == EventSettings()


def test_every_setting_cites_an_existing_law():
    for setting in EVENT_SETTINGS.values():
        assert laws()[f"{FOSTER.slug}/{setting.law}"].text
        assert setting.meaning.endswith(".")
        assert setting.accepted


def test_settings_that_are_sent_come_back_the_same():
    sent = {
        "kind": "rotation",
        "strides": [0, -1, 1, 2],
        "odd": "table-of-three",
        "bell": "clock",
        "minutes": 20,
        "lists": ["North", "South"],
        "mixed_pairs": True,
        "prizes": ["first", "booby"],
        "two_person_final": True,
    }
    found = parse_settings(sent, rounds=10, deals_per_round=1)
    assert found.movement().items() >= sent.items()
    assert parse_settings(found.movement(), rounds=10, deals_per_round=1) == found
    assert (found.rounds, found.deals_per_round) == (10, 1)


@pytest.mark.parametrize(
    ("movement", "field", "text"),
    [
        pytest.param({"kind": "winner-progresive"}, "movement.kind",
                     "unknown value “winner-progresive”; did you mean winner-progressive? "
                     "Accepted: winner-progressive, pairs-up, pairs-round-robin, whist, individual, "
                     "rotation, redraw.", id="an unknown movement"),
        pytest.param({"knd": "redraw"}, "movement.knd", "unknown setting “knd”; did you mean kind?",
                     id="an unknown setting, with the nearest"),
        pytest.param({"kind": 1}, "movement.kind", "unknown value “1”. Accepted:", id="a number for a word"),
        pytest.param({"minutes": "20"}, "movement.minutes",
                     "“20” is not accepted. Accepted: a whole number from 1 to 240, or null for none.",
                     id="text for a number"),
        pytest.param({"minutes": True}, "movement.minutes", "“True” is not accepted.", id="a flag"),
        pytest.param({"last_hand_minutes": 61}, "movement.last_hand_minutes",
                     "“61” is not accepted. Accepted: a whole number from 0 to 60.", id="too many"),
        pytest.param({"mixed_pairs": 1}, "movement.mixed_pairs",
                     "“1” is not accepted. Accepted: true, false.", id="a number for a flag"),
        pytest.param({"strides": [0, 1, 2]}, "movement.strides",
                     "“[0, 1, 2]” is not accepted. Accepted: null, or four whole numbers from -400 to "
                     "400, one for each seat.", id="three strides"),
        pytest.param({"strides": "0123"}, "movement.strides", "“0123” is not accepted.", id="as text"),
        pytest.param({"tie_breaks": ["points", "points"]}, "movement.tie_breaks",
                     "“['points', 'points']” is not accepted. Accepted: a list of these words, each once: "
                     "progressions, points,", id="a criterion twice"),
        pytest.param({"tie_breaks": ["luck"]}, "movement.tie_breaks", "“['luck']” is not accepted.",
                     id="an unknown criterion"),
        pytest.param({"prizes": "first"}, "movement.prizes", "“first” is not accepted.", id="a prize alone"),
        pytest.param({"lists": ["North", "North"]}, "movement.lists",
                     "“['North', 'North']” is not accepted. Accepted: a list of up to 6 different names, "
                     "each at most 40 long.", id="a list twice"),
        pytest.param({"lists": ["N" * 41]}, "movement.lists", "is not accepted.", id="a long name"),
        pytest.param({"lists": 2}, "movement.lists", "“2” is not accepted.", id="a number of lists"),
        pytest.param({"mixed_pairs": True}, "movement.mixed_pairs",
                     "mixed pairs need an event with exactly two lists.", id="mixed pairs of no lists"),
        pytest.param({"bell": "clock"}, "movement.minutes",
                     "the clock can ring the bell only where a round has its minutes.", id="no clock"),
        pytest.param({"minutes": 5, "last_hand_minutes": 6}, "movement.last_hand_minutes",
                     "the last hand would be called before the round begins.", id="too early"),
        pytest.param({"tie_breaks": []}, "movement.tie_breaks", "players have to be ranked by something.",
                     id="nothing to rank by"),
        pytest.param({"strides": [0, 1, 2, 3]}, "movement.strides",
                     "Winners move up: this kind of evening has no such setting. It belongs to: Rotation of "
                     "the seats.", id="strides for winners up"),
        pytest.param({"kind": "whist", "split": "history"}, "movement.split", "Whist: this kind of evening "
                     "has no such setting. It belongs to: Winners move up.", id="split partners in a whist"),
        pytest.param({"kind": "redraw", "ties": "entered"}, "movement.ties",
                     "It belongs to: Winners move up, Winning pairs move up.", id="ties in a redraw"),
        pytest.param({"kind": "pairs-up", "head_winners": "split"}, "movement.head_winners",
                     "It belongs to: Winners move up.", id="pairs that part"),
        pytest.param({"kind": "individual", "head_losers": "stay"}, "movement.head_losers",
                     "Individual rotation: this kind of evening has no such setting.", id="a head table"),
        pytest.param({"kind": "whist", "odd": "table-of-five"}, "movement.odd", "has no such setting.",
                     id="a whist with fives"),
        pytest.param({"odd": "table-of-five", "reaching_target": "stops"}, "movement.reaching_target",
                     "at a table of five each scores alone", id="five that stop"),
        pytest.param({"deals_at_three": 3}, "movement.deals_at_three",
                     "only an evening with tables of three sets their deals.", id="deals of no threes"),
        pytest.param({"points_at_three": "not-counted"}, "movement.points_at_three",
                     "only an evening with tables of three counts their points.", id="points of no threes"),
        pytest.param("redraw", "movement", "give settings with their values.", id="no settings"),
        pytest.param(dict.fromkeys(map(str, range(99))), "movement", "there are only 25 settings.",
                     id="more settings than there are"),
    ],
)  # fmt: skip
def test_settings_that_are_refused(movement, field, text):
    errors = refused(movement)
    assert list(errors) == [field]
    assert text in errors[field][0]


@pytest.mark.parametrize("slug", KINDS)
def test_the_default_of_a_setting_of_another_kind_is_accepted(slug):
    foreign = {
        name: setting.default for name, setting in EVENT_SETTINGS.items() if not KINDS[slug].has_setting(name)
    }
    assert parse_settings({"kind": slug, **foreign}).kind == slug


@pytest.mark.parametrize(
    ("movement", "game", "unused"),
    [
        ({"split": "history", "head_winners": "split"}, "cinch", ()),
        # Where everybody plays alone nobody has a partner to part from.
        ({"split": "history", "head_winners": "split"}, "auction-pitch-4", ("head_winners", "split")),
        ({"last_hand_minutes": 4}, "cinch", ("last_hand_minutes",)),
        ({"last_hand_minutes": 4, "minutes": 20}, "cinch", ()),
        ({"missing_results": "cut"}, "cinch", ()),
        # Where nobody moves up there is nothing to cut for.
        ({"kind": "whist", "missing_results": "cut"}, "cinch", ("missing_results",)),
        ({"kind": "whist", "missing_results": "director"}, "cinch", ()),
    ],
)
def test_a_chosen_value_without_effect_is_named(movement, game, unused):
    assert without_effect(parse_settings(movement), GAMES[game]) == unused


def test_five_share_a_round_of_four_deals_and_no_other():
    errors = refused({"odd": "table-of-five"}, deals_per_round=5)
    assert errors == {"movement.odd": ["tables of five need rounds of exactly 4 deals."]}


@pytest.mark.parametrize("rounds", [0, 51, "8", 8.0, True, -1])
def test_impossible_rounds_are_refused(rounds):
    assert refused(rounds=rounds)["rounds"][0].endswith("Accepted: a whole number from 1 to 50.")


def test_all_errors_are_reported_at_once():
    errors = refused({"kind": "x", "odd": 3, "y": 1}, rounds=0, deals_per_round=13)
    assert set(errors) == {"rounds", "deals_per_round", "movement.kind", "movement.odd", "movement.y"}


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "an evening needs at least 4 players to fill a table, not 0."),
        (3, "an evening needs at least 4 players to fill a table, not 3."),
        (401, "an evening has at most 400 players, not 401."),
    ],
)
def test_too_few_and_too_many_players(count, text):
    with refusing("players", text=text):
        check_number_of_players(count)


def test_four_and_four_hundred_players_are_enough():
    check_number_of_players(4)
    check_number_of_players(400)


def test_the_events_rules_name_every_setting_and_what_was_chosen():
    shown = {line.setting.name: line for line in shown_settings(parse_settings({"odd": "table-of-three"}))}
    assert list(shown) == [name for name in EVENT_SETTINGS if name not in ("strides", "last_hand_minutes")]
    assert (shown["odd"].value, shown["odd"].is_default) == ("table-of-three", False)
    assert (shown["kind"].value, shown["kind"].is_default) == ("winner-progressive", True)


def test_the_rules_name_the_last_hand_where_a_round_has_its_minutes():
    shown = {line.setting.name for line in shown_settings(parse_settings({"minutes": 20}))}
    assert "last_hand_minutes" in shown


@pytest.mark.parametrize("slug", KINDS)
def test_the_rules_of_a_kind_without_a_source_cite_no_law(slug):
    cited = {line.law for line in shown_settings(parse_settings({"kind": slug}))}
    assert (cited == {""}) is (not KINDS[slug].laws)


@pytest.mark.parametrize(
    "game", ["cinch", "seven-up", "seven-up-2", "auction-pitch-4", "pitch", "widow-cinch"]
)
def test_the_rules_cite_the_progressive_parties_for_cinch_alone(game):
    # Foster 1897, Progressive Cinch: four deals of Cinch as it is commonly played.
    cited = {line.law for line in shown_settings(parse_settings({}), GAMES[game])}
    assert (cited != {""}) is (game == "cinch")
