"""The contents of our books: they state what the sources say, and everything that they cite exists."""

import re
from pathlib import Path

import pytest

from laws import library
from laws.domain.lawset import EFFECTS, KINDS_OF_LAW
from laws.domain.parameters import PARAMETERS, Value

ROOT = Path(__file__).resolve().parents[2]
FOSTER, CHICAGO, MODERN, BICYCLE = "foster-1897", "chicago-1890", "modern-book", "bicycle"


def test_there_are_the_four_law_sets_of_cinch():
    assert set(library.law_sets()) == {FOSTER, CHICAGO, MODERN, BICYCLE}
    points = {"high": 1, "low": 1, "jack": 1, "game": 1, "right-pedro": 5, "left-pedro": 5}
    for law_set in library.law_sets().values():
        assert law_set.games[:2] == ("cinch", "three-handed-cinch")
        assert law_set.for_game("cinch") is law_set
        assert dict(law_set.points()) == points


@pytest.mark.parametrize(
    ("slug", "values"),
    [
        # Foster 1897, Cinch and Cinch Laws
        (FOSTER, {"game_score": 51, "starting_score": 0, "counting_out": "not-needed", "score_floor": None}),
        (FOSTER, {"cut_ace": "high", "first_dealer": "highest", "seat_choice": "highest"}),
        (FOSTER, {"cut_tie_rule": "recut-tied-only", "two_cards_cut": "recut"}),
        (FOSTER, {"max_bid": 14, "must_exceed": True, "dealer_privilege": "none", "dealer_draw": "rob"}),
        (FOSTER, {"misdeal_effect": "pass-left", "all_pass": "dealer-names-without-bid"}),
        (FOSTER, {"points_out_of_play": "never", "discard_points_to": "maker"}),
        (FOSTER, {"follow_rule": "follow-or-trump", "first_lead_trump": False}),
        (FOSTER, {"high_card": "ace", "high_to": "winner", "low_card": "deuce", "low_to": "winner"}),
        (FOSTER, {"made_rule": "difference", "failed_rule": "adversaries-own-plus-bid"}),
        (FOSTER, {"tie_rule": "no-score", "minimum_to_score": None, "trick_claim": "allowed"}),
        (FOSTER, {"revoke_by_adversary": "side-scores-nothing", "revoke_by_maker": "side-scores-nothing"}),
        (FOSTER, {"revoke_by_makers_partner": "as-maker", "revoke_waives_bid": True, "revoke_scope": "side"}),
        (FOSTER, {"foul_hand": "side-scores-nothing", "foul_hand_dealer": "as-others"}),
        # Chicago 1890, by law number
        (CHICAGO, {"game_score": 42}),  # law 2
        (CHICAGO, {"cut_ace": "low", "first_dealer": "lowest"}),  # laws 3 and 35
        (CHICAGO, {"misdeal_effect": "same-dealer"}),  # law 9
        (CHICAGO, {"foul_hand": "misdeal", "foul_hand_dealer": "corrected"}),  # law 11
        (CHICAGO, {"high_card": "highest-out", "high_to": "holder"}),  # law 13
        (CHICAGO, {"low_card": "lowest-out", "low_to": "winner", "counting_out": "by-order"}),  # law 13
        (CHICAGO, {"counting_order": ("high", "low", "jack", "game", "right-pedro", "left-pedro")}),  # law 13
        (CHICAGO, {"next_game_dealer": "loser-option"}),  # law 14
        (CHICAGO, {"dealer_privilege": "sell-or-raise"}),  # law 16
        (CHICAGO, {"first_lead_trump": False, "follow_rule": "follow-or-trump"}),  # laws 18 and 19
        (CHICAGO, {"made_rule": "each-side-own", "failed_rule": "set-back"}),  # law 21
        (CHICAGO, {"tie_rule": "each-own"}),  # law 21
        (CHICAGO, {"all_pass": "dealer-forced-bid", "no_bid_rule": "as-forced-bid"}),  # law 23
        (CHICAGO, {"forced_bid": 1}),  # law 23
        (CHICAGO, {"discard_points_to": "maker"}),  # law 24
        (CHICAGO, {"revoke_by_adversary": "points-to-maker", "revoke_by_maker": "set-back"}),  # law 31
        (CHICAGO, {"revoke_scope": "player", "revoke_by_makers_partner": "points-to-maker"}),  # law 31
        (CHICAGO, {"cut_tie_rule": "recut-unless-two-highest"}),  # law 34
        # The modern book, Cinch
        (MODERN, {"game_score": 51, "first_dealer": "highest", "min_bid": 1, "max_bid": 14}),
        (MODERN, {"all_pass": "dealer-may-name", "no_bid_rule": "difference", "follow_rule": "strict"}),
        (MODERN, {"made_rule": "difference", "failed_rule": "adversaries-own-plus-bid"}),
        (MODERN, {"high_card": "highest-out", "low_card": "lowest-out"}),  # Scoring games
        (MODERN, {"high_to": "winner", "low_to": "winner"}),  # Playing the hand
        # Bicycle, part seen; encyclopedia article, note 8
        (BICYCLE, {"max_bid": 14, "seat_choice": "highest", "failed_rule": "fourteen-plus-gap"}),
        (BICYCLE, {"discard_points_to": "dead"}),
    ],
)
def test_a_law_set_has_the_values_of_its_source(slug, values):
    law_set = library.law_set(slug)
    assert {name: law_set[name] for name in values} == values


@pytest.mark.parametrize(
    ("slug", "status", "names"),
    [
        # Law 13 gives the order and not its use; law 31 speaks of a player, partner or not.
        (CHICAGO, "inferred", ["counting_out"]),
        (CHICAGO, "open", ["revoke_scope", "revoke_by_makers_partner"]),
        # The passage on Cinch repeats neither the right to trump nor what High and Low are.
        (MODERN, "open", ["follow_rule", "high_to", "low_to"]),
        (MODERN, "inferred", ["high_card", "low_card"]),
    ],
)
def test_what_a_source_does_not_say_is_not_called_stated(slug, status, names):
    settings = library.law_set(slug).settings
    assert {name: settings[name].status for name in names} == dict.fromkeys(names, status)


VARIATIONS: dict[str, dict[str, Value]] = {
    "four-extra-cards": {"extra_four": "shown"},
    "whole-pack": {"whole_pack": True},
    "blind-dealer-draw": {"dealer_draw": "blind", "points_out_of_play": "possible"},
    "trump-first-lead": {"first_lead_trump": True},
    "low-to-dealt": {"low_to": "holder"},
    "old-set-back": {"made_rule": "each-side-own", "failed_rule": "set-back", "tie_rule": "each-own"},
    "at-least-eight": {"made_rule": "each-side-own", "minimum_to_score": 8, "tie_rule": "no-score"},
    "cribbage-board": {"starting_score": 10, "game_score": 61, "score_marked": "cribbage-board"},
    "ace-low": {"cut_ace": "low"},
}


@pytest.mark.parametrize("variation", VARIATIONS)
def test_each_of_fosters_variations_overrides_parameters(variation):
    foster, values = library.law_set(FOSTER), VARIATIONS[variation]
    varied = foster.derive(variations=[variation])
    assert {name: varied[name] for name in values} == values
    assert varied.is_open("counting_out") == (values.get("made_rule") == "each-side-own"), "no order is given"
    changed = {name for name in PARAMETERS if varied[name] != foster[name]}
    assert changed <= set(foster.variations[variation].settings)
    assert set(foster.variations) == set(VARIATIONS)


def test_every_parameter_has_a_value_with_its_law_and_the_reason_where_it_is_not_stated():
    for slug, law_set in library.law_sets().items():
        assert set(law_set.settings) == set(PARAMETERS)
        assert {variation.law for variation in law_set.variations.values()} <= set(library.laws())
        for name, setting in law_set.settings.items():
            assert setting.law in library.laws(), (slug, name)
            assert setting.status == "stated" or setting.note, (slug, name)


def test_a_silent_book_takes_its_fallbacks_value_and_cites_its_law():
    bicycle, foster = library.law_set(BICYCLE), library.law_set(FOSTER)
    assert bicycle.law("misdeal_effect") == foster.law("misdeal_effect")
    assert not bicycle.is_open("misdeal_effect")
    assert bicycle.is_open("revoke_by_maker_adds_bid"), "what is open in the fallback stays open"
    three, lent = (each.for_game("three-handed-cinch") for each in (bicycle, foster))
    assert (three["made_rule"], three.law("made_rule")) == (lent["made_rule"], lent.law("made_rule"))
    assert three.is_open("made_rule")
    assert bicycle["made_rule"] != three["made_rule"], "in a game of its own it takes that game's figure"


def test_every_law_has_a_title_a_citation_words_of_moderate_length_and_clauses():
    for law in library.laws().values():
        assert law.cite, law.id
        assert 20 <= len(law.text) <= 330, law.id
        assert re.fullmatch(r"[A-Z]\S*( \S+){1,6}(?<!\.)", law.title), law.id
        assert law.clauses, law.id
        assert set(law.clauses) <= library.wordings().keys(), law.id
        assert law.kind in ("", *KINDS_OF_LAW)
        assert set(law.effects) <= set(EFFECTS)
    texts = [law.text for law in library.laws().values() if law.status == "stated"]
    assert len(texts) == len(set(texts)), "no two say it in the same words"


def test_no_code_contains_the_slug_of_a_law_set():
    slugs = re.compile(rf"[\"']({'|'.join(map(re.escape, library.law_sets()))})[\"'/]")
    faults = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("laws", "scoring")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if slugs.search(line) and "demo" not in path.name
    ]
    assert faults == []
