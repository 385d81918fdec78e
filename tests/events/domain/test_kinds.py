"""The kinds of evening: what each kind counts, how many rounds are complete, and what is refused."""

import re

import pytest

from laws.domain.errors import InvalidInput
from laws.library import laws
from scoring.events.planning.domain.event_games import sizes_of
from scoring.events.planning.domain.kinds import KINDS, OF_SOME_KINDS
from scoring.events.planning.domain.settings import (
    EVENT_SETTINGS,
    EventSettings,
    changed_settings,
    parse_settings,
    shown_settings,
)
from scoring.events.play.domain.designs import individual_design
from scoring.events.play.domain.movement_plan import forecast
from scoring.game.games import GAMES
from tests.game.tables import FOSTER

MOVING_UP = ("winner-progressive", "pairs-up")
NOBODY_UP = tuple(slug for slug in KINDS if slug not in MOVING_UP)


def refused(movement, **fields):
    with pytest.raises(InvalidInput) as refusal:
        parse_settings(movement, **fields)
    return refusal.value.errors


def test_each_kind_has_its_texts_and_cites_existing_laws():
    assert len({str(kind.name) for kind in KINDS.values()}) == len(KINDS)
    for kind in KINDS.values():
        assert kind.text.endswith(".")
        assert all(laws()[f"{FOSTER.slug}/{law}"].text for law in kind.laws)
        assert kind.own_settings <= EVENT_SETTINGS.keys()


def test_only_where_winners_move_up_are_players_ranked_by_progressions():
    # Foster, Progressive Euchre: a star for every move. In the other kinds nobody moves up.
    for slug in MOVING_UP:
        assert parse_settings({"kind": slug}).tie_breaks[0] == "progressions"
    for slug in NOBODY_UP:
        found = parse_settings({"kind": slug})
        assert found.tie_breaks == ("points", "games", "best-round")
        assert found.prizes == ("first", "second", "third", "most-cinches", "booby")


@pytest.mark.parametrize("slug", NOBODY_UP)
def test_stars_rank_and_reward_nobody_where_nobody_moves_up(slug):
    errors = refused({"kind": slug, "prizes": ["first", "most-gold"], "tie_breaks": ["red", "points"]})
    assert set(errors) == {"movement.prizes", "movement.tie_breaks"}
    assert "nobody moves up" in errors["movement.prizes"][0]
    assert "most-gold" in errors["movement.prizes"][0]
    assert "first" not in errors["movement.prizes"][0]
    assert "red" in errors["movement.tie_breaks"][0]


@pytest.mark.parametrize(
    ("slug", "players", "rounds"),
    [
        # A whist of n players has n less one rounds, or n with somebody sitting out.
        ("whist", 16, 15),
        ("whist", 17, 17),
        ("whist", 5, 5),
        # p pairs need p less one rounds, or p if a pair sits out in turn.
        ("pairs-round-robin", 16, 7),
        ("pairs-round-robin", 18, 9),
        ("pairs-round-robin", 17, 8),
        ("individual", 5, 5),
        ("individual", 13, 13),
        # A plan that is longer than an evening is proposed in part, in each kind.
        ("individual", 20, 8),
        ("whist", 20, 8),
        ("pairs-round-robin", 40, 8),
        ("pairs-round-robin", 34, 17),
        ("rotation", 100, 8),
        ("winner-progressive", 27, 8),
        ("rotation", 16, 4),
        # Three tables: after three rounds partners meet again.
        ("rotation", 13, 3),
        ("rotation", 8, 4),
        ("redraw", 16, 8),
        ("whist", None, 8),
    ],
)
def test_the_kind_and_the_number_of_players_propose_the_rounds(slug, players, rounds):
    assert KINDS[slug].rounds_for(players) == rounds
    assert parse_settings({"kind": slug}, players=players).rounds == rounds
    assert parse_settings({"kind": slug}, players=players, rounds=3).rounds == 3


@pytest.mark.parametrize("players", range(4, 43))
def test_an_individual_rotation_is_whole_when_its_plan_begins_again(players):
    assert KINDS["individual"].whole_rounds(players) == individual_design(players).rounds


@pytest.mark.parametrize(
    ("slug", "players", "rounds", "text"),
    [
        ("whist", 16, 8, "8 of 15 rounds: not everybody will have played with everybody."),
        ("pairs-round-robin", 16, 5, "5 of 7 rounds: not all pairs will have met."),
        ("pairs-round-robin", 16, 14, "14 rounds: after round 7 the plan begins again."),
        ("whist", 16, 15, None),
        ("rotation", 16, 4, None),
        ("rotation", 16, 8, "8 rounds: after round 4 partners meet again."),
        ("winner-progressive", 16, 8, None),
    ],
)
def test_what_is_lost_with_fewer_rounds(slug, players, rounds, text):
    assert KINDS[slug].about_rounds(players, rounds) == text


def test_a_whist_has_no_more_rounds_than_its_plan():
    with pytest.raises(InvalidInput) as refusal:
        KINDS["whist"].check_rounds(5, 8)
    assert refusal.value.errors == {"rounds": ["Whist for 5 players has 5 rounds, not 8."]}
    KINDS["whist"].check_rounds(5, 5)
    KINDS["pairs-round-robin"].check_rounds(16, 14)


@pytest.mark.parametrize("slug", KINDS)
def test_the_rules_show_only_settings_of_the_kind(slug):
    shown = {line.setting.name for line in shown_settings(parse_settings({"kind": slug}))}
    foreign = OF_SOME_KINDS - KINDS[slug].own_settings
    assert shown == EVENT_SETTINGS.keys() - foreign - {
        "last_hand_minutes",
        "deals_at_three",
        "points_at_three",
    }
    lines = shown_settings(parse_settings({"kind": slug}))
    assert all(line.is_default for line in lines)
    cited = next(line.law for line in lines if line.setting.name == "kind")
    assert bool(cited) == KINDS[slug].moves_winners_up, "only Foster's kinds are in the source"


@pytest.mark.parametrize(("slug", "players", "rounds"), [("whist", 13, 13), ("pairs-round-robin", 8, 3)])
def test_what_the_page_offers_is_no_choice_of_the_event(slug, players, rounds):
    offered = parse_settings({"kind": slug, "move_after_seconds": 10}, players=players)
    assert offered.rounds == rounds
    assert [
        rule.setting.name for rule in shown_settings(offered, players=players) if not rule.is_default
    ] == []
    chosen = parse_settings({"kind": slug, "move_after_seconds": 20}, rounds=2)
    own = [rule.setting.name for rule in shown_settings(chosen, players=players) if not rule.is_default]
    assert own == ["rounds", "move_after_seconds"]


def test_the_rules_of_a_game_that_everybody_plays_alone_have_its_deals_and_no_pairs():
    rules = shown_settings(parse_settings({}, deals_per_round=5), GAMES["auction-pitch"])
    shown = {rule.setting.name: rule for rule in rules}
    assert shown["deals_per_round"].is_default, "each of the five deals once"
    assert shown["deals_per_round"].law == "", "Foster's four deals are those of four players"
    assert "mixed_pairs" not in shown


@pytest.mark.parametrize(
    ("game", "odd", "says", "foreign"),
    [
        ("two-handed-cinch", "sit-out", "The better player at a table goes up", "two best"),
        ("three-handed-cinch", "sit-out", "At a head table of three only the best stays", "of two"),
        ("auction-pitch-4", "sit-out", "The two best players at a table go up", "of t(wo|hree)"),
        ("auction-pitch", "uneven-tables", "The two best players at a table go up", "of t(wo|hree)"),
        ("blind-all-fours-3", "uneven-tables", "one at a table of two. At a head table of three",
         "^The better"),
        ("cinch", "table-of-three", "At table 1 partners stay together", "alone"),
    ],
)  # fmt: skip
def test_the_text_of_winners_moving_up_names_only_tables_that_the_game_can_have(game, odd, says, foreign):
    text = str(KINDS["winner-progressive"].text_in(GAMES[game], sizes_of(GAMES[game], odd)))
    assert says in text
    assert not re.search(foreign, text)


def test_another_kind_brings_its_own_ranking_and_leaves_foreign_settings():
    rotation = parse_settings({"kind": "rotation", "strides": [0, -1, 1, 2]})
    up = changed_settings(rotation, {"kind": "winner-progressive"})
    assert (up.kind, up.strides) == ("winner-progressive", None)
    assert up.tie_breaks == EventSettings().tie_breaks
    whist = changed_settings(up, {"kind": "whist"})
    assert whist.tie_breaks == ("points", "games", "best-round")
    own = parse_settings({"tie_breaks": ["games", "points"], "prizes": ["first"]})
    kept = changed_settings(own, {"kind": "whist"})
    assert (kept.tie_breaks, kept.prizes) == (("games", "points"), ("first",))


def test_an_evening_planned_before_keeps_its_ranking_when_its_minutes_change():
    before = EventSettings(kind="whist")
    assert before.tie_breaks[0] == "progressions"
    assert changed_settings(before, {"minutes": 20}).minutes == 20


# Foster's four seats are four rings around the tables, so a player has as many different partners as tables.
@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (20, 5), (32, 8), (40, 10)])
def test_a_rotation_is_proposed_until_partners_repeat(players, rounds):
    settings = parse_settings({"kind": "rotation"}, players=players)
    assert settings.rounds == rounds
    assert forecast(settings, players, FOSTER, GAMES["cinch"]).repeated_partners == 0


def test_a_rotation_of_a_small_room_has_enough_rounds_and_says_what_repeats():
    settings = parse_settings({"kind": "rotation"}, players=8)
    assert settings.rounds == 4
    assert settings.evening.about_rounds(8, 4) == "4 rounds: after round 2 partners meet again."


@pytest.mark.parametrize(("odd", "is_shown"), [("sit-out", False), ("table-of-three", True)])
def test_settings_of_tables_of_three_are_rules_only_of_evenings_with_such_tables(odd, is_shown):
    rules = {rule.setting.name for rule in shown_settings(parse_settings({"kind": "redraw", "odd": odd}))}
    assert ({"deals_at_three", "points_at_three"} <= rules) is is_shown
    assert is_shown or rules.isdisjoint({"deals_at_three", "points_at_three"})
