"""The books as they are: what the sources say stands in them, and everything they cite exists."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from laws import library
from laws.domain.lawset import EFFECTS, LawSet
from laws.domain.parameters import PARAMETERS, Value

ROOT = Path(__file__).resolve().parents[2]
FOSTER, CHICAGO, MODERN, BICYCLE = "foster-1897", "chicago-1890", "modern-book", "bicycle"


def settings() -> Iterator[tuple[str, str, str, str | None]]:
    """Yield law set, parameter, status and cited law of every setting."""
    for slug, law_set in library.law_sets().items():
        for name, setting in law_set.settings.items():
            yield slug, name, setting.status, setting.law


def test_there_are_the_four_law_sets_of_cinch() -> None:
    assert set(library.law_sets()) == {FOSTER, CHICAGO, MODERN, BICYCLE}
    assert all(law_set.games == ("cinch", "three-handed-cinch") for law_set in library.law_sets().values())


@pytest.mark.parametrize(
    ("slug", "values"),
    [
        pytest.param(
            FOSTER,
            {
                "game_score": 51,
                "starting_score": 0,
                "cut_ace": "high",
                "first_dealer": "highest",
                "seat_choice": "highest",
                "cut_tie_rule": "recut-tied-only",
                "two_cards_cut": "recut",
                "misdeal_effect": "pass-left",
                "max_bid": 14,
                "must_exceed": True,
                "dealer_privilege": "none",
                "all_pass": "dealer-names-without-bid",
                "dealer_draw": "rob",
                "discard_points_to": "maker",
                "points_out_of_play": "never",
                "follow_rule": "follow-or-trump",
                "first_lead_trump": False,
                "high_card": "ace",
                "high_to": "winner",
                "low_card": "deuce",
                "low_to": "winner",
                "made_rule": "difference",
                "failed_rule": "adversaries-own-plus-bid",
                "tie_rule": "no-score",
                "minimum_to_score": None,
                "score_floor": None,
                "counting_out": "not-needed",
                "revoke_by_adversary": "side-scores-nothing",
                "revoke_by_maker": "side-scores-nothing",
                "revoke_by_makers_partner": "as-maker",
                "revoke_waives_bid": True,
                "revoke_scope": "side",
                "foul_hand": "side-scores-nothing",
                "foul_hand_dealer": "as-others",
                "trick_claim": "allowed",
            },
            id="Foster 1897, Cinch and Cinch Laws",
        ),
        pytest.param(
            CHICAGO,
            {
                "game_score": 42,  # law 2
                "cut_ace": "low",  # laws 3 and 35
                "first_dealer": "lowest",  # laws 3 and 35
                "cut_tie_rule": "recut-unless-two-highest",  # law 34
                "misdeal_effect": "same-dealer",  # law 9
                "next_game_dealer": "loser-option",  # law 14
                "dealer_privilege": "sell-or-raise",  # law 16
                "all_pass": "dealer-forced-bid",  # law 23
                "forced_bid": 1,  # law 23
                "no_bid_rule": "as-forced-bid",  # law 23
                "discard_points_to": "maker",  # law 24
                "follow_rule": "follow-or-trump",  # law 19
                "first_lead_trump": False,  # law 18
                "high_card": "highest-out",  # law 13
                "high_to": "holder",  # law 13
                "low_card": "lowest-out",  # law 13
                "low_to": "winner",  # law 13
                "counting_out": "by-order",  # law 13
                "counting_order": ("high", "low", "jack", "game", "right-pedro", "left-pedro"),  # law 13
                "made_rule": "each-side-own",  # law 21
                "failed_rule": "set-back",  # law 21
                "tie_rule": "each-own",  # law 21
                "revoke_by_adversary": "points-to-maker",  # law 31
                "revoke_by_maker": "set-back",  # law 31
                "foul_hand": "misdeal",  # law 11
                "foul_hand_dealer": "corrected",  # law 11
            },
            id="Chicago 1890, by law number",
        ),
        pytest.param(
            MODERN,
            {
                "game_score": 51,
                "first_dealer": "highest",
                "min_bid": 1,
                "max_bid": 14,
                "all_pass": "dealer-may-name",
                "no_bid_rule": "difference",
                "follow_rule": "strict",
                "made_rule": "difference",
                "failed_rule": "adversaries-own-plus-bid",
            },
            id="modern book, Cinch",
        ),
        pytest.param(
            BICYCLE,
            {
                "max_bid": 14,
                "seat_choice": "highest",
                "failed_rule": "fourteen-plus-gap",
                "discard_points_to": "dead",
            },
            id="Bicycle, part seen; encyclopedia article, note 8",
        ),
    ],
)
def test_a_law_set_has_the_values_of_its_source(slug: str, values: dict[str, Value]) -> None:
    law_set = library.law_set(slug)
    assert {name: law_set[name] for name in values} == values


def test_the_six_points_make_fourteen_in_every_law_set() -> None:
    for law_set in library.law_sets().values():
        assert dict(law_set.points()) == {
            "high": 1, "low": 1, "jack": 1, "game": 1, "right-pedro": 5, "left-pedro": 5,
        }  # fmt: skip


@pytest.mark.parametrize(
    ("variation", "values"),
    [
        pytest.param("four-extra-cards", {"extra_four": "shown"}, id="thirteen cards and no draw"),
        pytest.param(
            "blind-dealer-draw",
            {"dealer_draw": "blind", "points_out_of_play": "possible"},
            id="dealer draws unseen",
        ),
        pytest.param("trump-first-lead", {"first_lead_trump": True}, id="the first lead is a trump"),
        pytest.param("low-to-dealt", {"low_to": "holder"}, id="Low to the hand it was dealt to"),
        pytest.param(
            "old-set-back",
            {
                "made_rule": "each-side-own",
                "failed_rule": "set-back",
                "tie_rule": "each-own",
                "score_floor": None,
            },
            id="set back, the old way",
        ),
        pytest.param(
            "at-least-eight",
            {"made_rule": "each-side-own", "minimum_to_score": 8, "tie_rule": "no-score"},
            id="eight points to score",
        ),
        pytest.param(
            "cribbage-board", {"starting_score": 10, "game_score": 61}, id="from ten up to sixty-one"
        ),
        pytest.param("ace-low", {"cut_ace": "low"}, id="the ace lowest in cutting"),
    ],
)
def test_each_of_fosters_variations_overrides_parameters(variation: str, values: dict[str, Value]) -> None:
    foster = library.law_set(FOSTER)
    varied = foster.derive(variations=[variation])
    assert {name: varied[name] for name in values} == values
    changed = {name for name in PARAMETERS if varied[name] != foster[name]}
    assert changed <= set(foster.variations[variation].settings)


def test_fosters_variations_are_all_there() -> None:
    assert len(library.law_set(FOSTER).variations) == 8


def test_every_setting_and_variation_cites_a_law_that_exists() -> None:
    cited = {law for _slug, _name, _status, law in settings()}
    cited |= {v.law for law_set in library.law_sets().values() for v in law_set.variations.values()}
    assert cited <= set(library.laws())


def test_every_setting_that_is_not_stated_says_why() -> None:
    for slug, law_set in library.law_sets().items():
        for name, setting in law_set.settings.items():
            assert setting.status == "stated" or setting.note, (slug, name)


def test_every_parameter_has_a_value_in_every_law_set() -> None:
    for law_set in library.law_sets().values():
        assert set(law_set.settings) == set(PARAMETERS)


def test_a_silent_book_takes_its_fallbacks_value_and_cites_its_law() -> None:
    bicycle, foster = library.law_set(BICYCLE), library.law_set(FOSTER)
    assert bicycle.fallback == foster.slug
    assert bicycle["misdeal_effect"] == "pass-left"
    assert bicycle.settings["misdeal_effect"].status == "fallback"
    assert bicycle.law("misdeal_effect") == foster.law("misdeal_effect")


def test_what_is_open_in_the_fallback_stays_open() -> None:
    assert library.law_set(BICYCLE).is_open("revoke_by_maker_adds_bid")
    assert not library.law_set(BICYCLE).is_open("misdeal_effect")


def test_every_clause_is_in_an_inventory_and_every_law_but_advice_carries_one() -> None:
    for law in library.laws().values():
        assert law.clauses or law.kind == "advice", law.id
        assert set(law.clauses) <= library.wordings().keys(), law.id


def test_every_law_has_a_citation_and_words_of_moderate_length() -> None:
    for law in library.laws().values():
        assert 20 <= len(law.text) <= 330, law.id
        assert law.cite, law.id


def test_no_two_laws_have_the_same_words() -> None:
    texts = [law.text for law in library.laws().values() if law.status == "stated"]
    assert len(texts) == len(set(texts))


def test_every_effect_named_by_a_law_is_on_the_closed_list() -> None:
    assert {effect for law in library.laws().values() for effect in law.effects} <= set(EFFECTS)


def test_no_law_sets_slug_stands_in_the_code() -> None:
    slugs = re.compile(rf"[\"']({'|'.join(map(re.escape, library.law_sets()))})[\"'/]")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("laws", "scoring")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if slugs.search(line) and "demo" not in path.name
    ]
    assert found == []


def test_the_books_are_read_compiled_and_checked_within_a_second() -> None:
    program = (
        "import time; begun = time.process_time(); from laws import library; from laws.domain import proofs; "
        "library.index(); proofs.find(library.law_books()); library.pairs(); library.clauses(); "
        "print(time.process_time() - begun)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 1.0


def test_an_unknown_law_set_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(library.InvalidInput) as refused:
        library.law_set("foster-1987")
    assert "did you mean foster-1897?" in refused.value.errors["law_set"][0]


def test_an_unknown_law_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(library.InvalidInput) as refused:
        library.law("foster-1897/scoring/diference")
    assert "did you mean foster-1897/scoring/difference?" in refused.value.errors["law"][0]


@pytest.mark.parametrize("slug", [None, 5, ["foster-1897"], "", "FOSTER-1897"])
def test_what_is_no_slug_of_a_law_set_is_refused(slug: object) -> None:
    with pytest.raises(library.InvalidInput):
        library.law_set(slug)


@pytest.mark.parametrize("slug", [FOSTER, CHICAGO, MODERN, BICYCLE])
def test_a_game_without_figures_of_its_own_leaves_the_law_set_as_it_is(slug: str) -> None:
    law_set: LawSet = library.law_set(slug)
    assert law_set.for_game("cinch") is law_set
