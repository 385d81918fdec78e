"""Rulings and scores agree on every parameter that selects an outcome of a rule, whatever value a club chose.

`test_agreement` has revokes and foul hands, `test_agreement_family` has cutting. This module has all other
parameters, and checks that no parameter is left out.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from laws import library, yaml_files
from laws.domain import arbiter
from laws.domain.compile import LawTable
from laws.domain.compiled_book import compile_book
from laws.domain.effects import KINDS
from laws.domain.house import read_house
from laws.domain.house_checks import examine
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS, Value
from laws.domain.rule import Outcome
from laws.domain.ruling import Ruling
from scoring.game.cards import parse_card
from scoring.game.found_irregularities import irregularities_in
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.play import revokes
from scoring.game.rules import rules_of
from scoring.game.score import Score, score
from tests.laws import test_agreement, test_agreement_family
from tests.laws.test_agreement import Question, law_book, ordered
from tests.refusals import refusing

CINCH = GAMES["cinch"]
SLUGS = ("foster-1897", "chicago-1890", "modern-book", "bicycle")
BOOKS = pytest.mark.parametrize("slug", SLUGS)
BY_WORDS: dict[str, tuple[str, ...]] = {
    "all_pass": ("nobody-bid",),
    "dealer_privilege": ("dealer-declines", "bid-too-low"),
    "dealer_draw": ("trumps-left-over", "points-in-discards", "dealer-robs-wrongly"),
    "discard_points_to": ("points-in-discards", "trump-discarded"),
    "points_out_of_play": ("points-in-discards",),
    "extra_four": ("trump-discarded", "wrong-number-of-cards"),
    "follow_rule": ("revoke",),
    "first_lead_trump": ("first-lead-not-trump",),
    "trick_claim": ("play-out-of-turn",),
}
HELD = {
    *test_agreement.REVOKES, *test_agreement.BOTH, *test_agreement.BIDS, *test_agreement.FOUL_HANDS,
    *test_agreement_family.CHOICES, "two_cards_cut", *BY_WORDS,
}  # fmt: skip
"""The parameters whose every value is tried by a test in this module or the other agreement tests."""

EACH = {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 2}
"""Who won each point but the left pedro."""

# The first lead is a diamond, hearts being trumps; nobody else does anything but follow.
PLAIN_FIRST_LEAD: dict[str, Any] = {
    "dealer": 4, "maker": 1, "bid": 1, "trump": "H", "discards": {"3": ["JH", "TH", "5H", "5D"]},
    "tricks": [
        [[1, "2D"], [2, "AD"], [3, "3D"], [4, "4D"]],
        [[2, "KS"], [3, "9S"], [4, "TS"], [1, "8S"]],
        [[2, "QS"], [3, "6S"], [4, "7S"], [1, "JS"]],
        [[1, "AH"], [2, "KC"], [3, "3H"], [4, "4H"]],
        [[1, "5C"], [2, "QC"], [3, "4C"], [4, "3C"]],
        [[2, "2H"], [3, "6C"], [4, "7C"], [1, "8C"]],
    ],
}  # fmt: skip


FOUND = {"found_in": "discards"}
DISCARDED = [
    {"lifted": "yes", "helped": "yes", "holds": "six-or-fewer"},
    {"lifted": "no", "helped": "no", "holds": "more"},
]
"""A trump that stays discarded: its player has looked at new cards, or had no room for it."""
CLAIMED = {"hand": "fourth", "before": "second", "third_played": "no"}


def in_the_pack(players: str) -> list[Question]:
    """Return the questions about points that are left in the pack."""
    return [
        ("points-in-discards", {"found_in": "pack", "players": players}),
        ("trumps-left-over", {"trumps": "more-than-six", "players": players}),
    ]


QUESTIONS: list[Question] = [
    ("points-in-discards", FOUND),
    *(("trump-discarded", facts) for facts in DISCARDED),
    *in_the_pack("four"),
    *in_the_pack("fewer"),
    ("play-out-of-turn", CLAIMED),
]
"""The questions about who counts a point whose rulings these tests compare with the score."""


def house(slug: str, **parameters: Value) -> LawSet:
    """Return a book's law set with the parameters that a club chose."""
    return library.law_set(slug).derive(parameters)


def ruled(law_set: LawSet, incident: str, **facts: str) -> Ruling:
    """Return the ruling of a law set. Facts that are not given have their usual answers."""
    return arbiter.rule(law_book(law_set, incident), incident, facts, assume=True)


def kinds(ruling: Ruling) -> set[str]:
    """Return the kinds of effect of a ruling."""
    return {effect.kind for effect in ruling.effects}


def scored(law_set: LawSet, **deal: Any) -> Score:
    """Return the score of a deal under a law set."""
    return score(parse_deal({"dealer": 4, **deal}, CINCH, law_set), law_set, CINCH)


def decides(slug: str, parameter: str) -> set[str]:
    """Return the incidents for which a parameter selects the outcome of a rule."""
    rules = library.law_book(slug).rules.every_rule
    return {incident for rule in rules if parameter in rule.by for incident in rule.incidents}


def deciding(incident: str, parameter: str) -> pytest.MarkDecorator:
    """Run a test for each law set in which the parameter selects the outcome of a rule on the incident."""
    return pytest.mark.parametrize("slug", [slug for slug in SLUGS if incident in decides(slug, parameter)])


def test_every_parameter_of_a_rule_is_compared_with_the_score():
    rules = [rule for slug in SLUGS for rule in library.law_book(slug).rules.every_rule]
    assert {parameter for rule in rules for parameter in rule.by} <= HELD
    for parameter, incidents in BY_WORDS.items():
        assert {each for slug in SLUGS for each in decides(slug, parameter)} == set(incidents), parameter


@BOOKS
def test_who_deals_after_a_misdeal_is_ruled_as_it_is_scored(slug):
    """Every new deal that turns on whether a misdeal passes the deal, in every situation."""
    for passes in PARAMETERS["misdeal_effect"].choices:
        law_set = house(slug, misdeal_effect=passes)
        misdealt = scored(law_set, misdeal="misdeal").next_dealer
        ours = library.law_book(slug)
        book = compile_book(law_set, ours.rules, ours.vocabulary)
        for incident in decides(slug, "misdeal_effect"):
            for outcome in by_misdeal(book.tables[incident]):
                dealers = [effect.parameters for effect in effects_of(outcome) if effect.kind == "new-deal"]
                for parameters in dealers:
                    order = {"kind": "new-deal", "dealer": dict(parameters)["dealer"]}
                    played = {"maker": 1, "bid": 8, "trump": "H", "points": [9, 5], "penalties": [order]}
                    assert scored(law_set, **played).next_dealer == misdealt, (incident, passes)


def by_misdeal(table: LawTable) -> list[Outcome]:
    """Return the outcomes with a new deal that the parameter ``misdeal_effect`` selects."""
    outcomes = zip(table.rules, table.rule_outcomes, strict=True)
    return [
        outcome
        for rule, outcome in outcomes
        if "misdeal_effect" in rule.by and any(each.kind == "new-deal" for each in effects_of(outcome))
    ]


def effects_of(outcome: Outcome) -> list[Any]:
    """Return the effects of an outcome, with the effects of all options."""
    options = [option for choice in outcome.choices for option in choice.options]
    return [*outcome.effects, *(effect for option in options for effect in option.effects)]


def test_a_new_deal_is_compared_under_both_books_that_know_misdeals():
    """A control: the comparison of who deals meets rules of Foster and of Chicago alike."""
    for slug in ("foster-1897", "chicago-1890"):
        tables = library.law_book(slug).tables
        assert sum(len(by_misdeal(tables[each])) for each in decides(slug, "misdeal_effect")) >= 3


@BOOKS
def test_a_deal_on_which_nobody_bids_is_scored_as_the_ruling_names_the_trump(slug):
    """Held to a bid the dealer fails with no point; without one, each scores the difference in his favour."""
    for passed, no_bid in product(PARAMETERS["all_pass"].choices, PARAMETERS["no_bid_rule"].choices):
        values: dict[str, Value] = {"all_pass": passed, "no_bid_rule": no_bid, "forced_bid": 3, "min_bid": 1}
        if (passed == "dealer-forced-bid") != (no_bid == "as-forced-bid"):
            with refusing("parameters.no_bid_rule"):
                house(slug, **values)
            continue
        law_set = house(slug, **values)
        ruling = ruled(law_set, "nobody-bid")
        result = scored(law_set, bid=0, trump="H", points=[12, 2])
        if "forced-bid" in kinds(ruling):
            assert result.bid_made is False, "the dealer's side took two points of the three bid"
        elif "names-trump" in kinds(ruling):
            assert result.bid_made is None, "there is no bid to be made"


def check_discards(law_set: LawSet, ruling: Ruling) -> None:
    """Compare the ruling on a point among the discards with the score."""
    played = {"maker": 1, "bid": 3, "trump": "H"}
    result = scored(law_set, **played, won={**EACH, "left-pedro": "discards"})
    if "points-to-maker" in kinds(ruling):
        assert result.points.values == (8, 6), "high, jack, game and five more; low and the right pedro"
        assert result.scored == scored(law_set, **played, won={**EACH, "left-pedro": 1}).scored
    else:
        assert "points-dead" in kinds(ruling)
        assert result.points.values == (3, 6)
        assert result.scored == scored(law_set, **played, won={**EACH, "left-pedro": None}).scored


@BOOKS
def test_points_among_the_discards_are_counted_as_they_are_ruled(slug):
    for counts in PARAMETERS["discard_points_to"].choices:
        law_set = house(slug, discard_points_to=counts, points_out_of_play="possible")
        check_discards(law_set, ruled(law_set, "points-in-discards", **FOUND))


@deciding("trump-discarded", "discard_points_to")
@pytest.mark.parametrize("facts", DISCARDED, ids=["looked at new cards", "forced out"])
def test_a_trump_that_stays_discarded_is_counted_as_it_is_ruled(slug, facts):
    for counts in PARAMETERS["discard_points_to"].choices:
        law_set = house(slug, discard_points_to=counts, points_out_of_play="possible")
        ruling = ruled(law_set, "trump-discarded", **facts)
        if facts["lifted"] == "yes" or "may-take-back" not in kinds(ruling):
            check_discards(law_set, ruling)


@deciding("trumps-left-over", "dealer_draw")
def test_points_left_in_the_pack_are_dead_where_the_dealer_draws_unseen(slug):
    """Foster 1897, Variations: what a dealer leaves who does not search the pack belongs to nobody."""
    with refusing("parameters.points_out_of_play"):
        house(slug, dealer_draw="blind", points_out_of_play="never")
    law_set = house(slug, dealer_draw="blind", points_out_of_play="possible")
    facts = {"trumps": "more-than-six", "players": "four"}
    ruling = ruled(law_set, "trumps-left-over", **facts)
    assert "points-dead" in kinds(ruling)
    result = scored(law_set, maker=1, bid=3, trump="H", won={**EACH, "left-pedro": None})
    assert result.points.values == (3, 6)
    robbed = ruled(house(slug, dealer_draw="rob"), "trumps-left-over", **facts)
    assert "points-dead" not in kinds(robbed)


def pack_houses(slug: str, game: str) -> list[LawSet]:
    """Return a law set of a game with each combination of the parameters of the pack and the discards."""
    names = ("dealer_draw", "points_out_of_play", "discard_points_to")
    houses = []
    for values in product(*(PARAMETERS[name].choices for name in names)):
        if values[:2] != ("blind", "never"):
            settings = dict(zip(names, values, strict=True))
            houses.append(library.law_set(slug).for_game(game).derive(settings))
    return houses


@BOOKS
@pytest.mark.parametrize(("game", "players"), [("cinch", "four"), ("three-handed-cinch", "fewer")])
def test_points_left_in_the_pack_are_counted_as_they_are_ruled(slug, game, players):
    """Chicago 1890, laws 36 and 24: with four the dealer's left-over cards are the maker's."""
    won = {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 2}
    deal = {"dealer": GAMES[game].players, "maker": 1, "bid": 3, "trump": "H"}

    def counted(law_set: LawSet, place: object) -> tuple[int, ...]:
        value = parse_deal({**deal, "won": {**won, "left-pedro": place}}, GAMES[game], law_set)
        return tuple(score(value, law_set, GAMES[game]).points.values)

    laws = library.law_set(slug).for_game(game)
    for law_set in (laws, *(pack_houses(slug, game) if players == "four" else ())):
        for incident, facts in in_the_pack(players):
            left = kinds(ruled(law_set, incident, **facts))
            if "points-dead" in left:
                is_laid_out = law_set["points_out_of_play"] == "never"
                assert counted(law_set, "discards" if is_laid_out else None)[0] == 3, law_set.settings
            if "points-to-maker" in left:
                assert counted(law_set, "discards")[0] == 8, law_set.settings


WHO_COUNTS = {
    "award-points", "bid-to-adversaries", "points-dead", "points-to-maker", "score-down", "score-up",
    "side-cannot-score",
}  # fmt: skip
"""The kinds of order by which another player counts points than the player who won them."""


def rules_asked(slug: str) -> Iterator[str]:
    """Yield the id of each rule that decides a question which a test compares with the score."""
    family = [
        (case.incident, case.facts)
        for case in test_agreement_family.CASES.values()
        if case.law_set == slug and not case.readings
    ]
    for incident, facts in [*test_agreement.QUESTIONS, *QUESTIONS, *family]:
        if library.law_book(slug).tables[incident].rules:
            yield from arbiter.rule(library.law_book(slug), incident, facts, assume=True).rules


def tells_who_counts(outcome: Outcome) -> bool:
    """Return whether an outcome gives points to another player than the player who won them.

    An outcome with a new deal gives points to nobody.
    """
    effects = effects_of(outcome)
    return bool(WHO_COUNTS & {KINDS[effect.kind].scored_as for effect in effects}) and not any(
        effect.kind == "new-deal" for effect in outcome.effects
    )


@BOOKS
def test_every_rule_on_who_counts_a_point_is_compared_with_the_score(slug):
    telling = {
        rule.id
        for table in library.law_book(slug).tables.values()
        for rule, outcome in zip(table.rules, table.rule_outcomes, strict=True)
        if tells_who_counts(outcome)
    }
    assert telling - {*rules_asked(slug)} == set()


@deciding("play-out-of-turn", "trick_claim")
def test_a_trick_is_claimed_in_the_score_where_the_ruling_lets_it_be_claimed(slug):
    for claim in PARAMETERS["trick_claim"].choices:
        law_set = house(slug, trick_claim=claim)
        ruling = ruled(law_set, "play-out-of-turn", **CLAIMED)
        options = [option for choice in ruling.choices for option in choice.options]
        awards = [each for option in options for each in option.effects if each.kind == "award-trick"]
        assert [dict(each.parameters)["side"] for each in awards] == ["adversaries"] * (claim == "allowed")
        named = {"offence": "trick-claimed", "side": 1, "points": ["left-pedro"]}
        award = {"kind": "award-points", "side": 1, "points": ["left-pedro"]}
        won = {**EACH, "left-pedro": 2}
        results = [
            scored(law_set, maker=1, bid=3, trump="H", won=won, penalties=penalties)
            for penalties in ([named], [award] if awards else [])
        ]
        assert results[0].scored == results[1].scored
        assert results[0].points.values == ((8, 6) if awards else (3, 11))


@deciding("revoke", "follow_rule")
def test_trumping_a_plain_suit_is_a_revoke_where_the_ruling_does_not_let_it_stand(slug):
    trumps = CINCH.trumps("H")
    led, trump, held = map(parse_card, ("KS", "2H", "3S"))
    for rule in PARAMETERS["follow_rule"].choices:
        facts = {"act": "trumped", "trick": "turned", "claimed": "yes", "offender": "maker"}
        ruling = ruled(house(slug, follow_rule=rule), "revoke", **facts)
        stands = "no-penalty" in kinds(ruling)
        assert stands == (rule == "follow-or-trump")
        assert revokes(trump, led, [held], trumps, rule) != stands


@deciding("first-lead-not-trump", "first_lead_trump")
def test_a_plain_first_lead_is_found_where_the_ruling_does_not_let_it_stand(slug):
    for must in (True, False):
        law_set = house(slug, first_lead_trump=must)
        ruling = ruled(law_set, "first-lead-not-trump")
        deal = parse_deal(PLAIN_FIRST_LEAD, CINCH, law_set)
        incidents = [each.incident for each in irregularities_in(deal, rules_of(law_set, CINCH))]
        assert ("first-lead-not-trump" in incidents) == must
        assert ("no-penalty" in kinds(ruling)) != must


@BOOKS
def test_what_the_dealer_may_do_with_a_bid_changes_no_score(slug):
    """The record says who made the trump and what was bid; how it came to that costs nothing."""
    results = [
        scored(house(slug, dealer_privilege=privilege), maker=4, bid=8, trump="H", points=[4, 10])
        for privilege in PARAMETERS["dealer_privilege"].choices
    ]
    assert len({result.scored.values for result in results}) == 1
    for privilege in PARAMETERS["dealer_privilege"].choices:
        for incident in decides(slug, "dealer_privilege"):
            book = law_book(house(slug, dealer_privilege=privilege), incident)
            for outcome in book.tables[incident].outcomes:
                assert not [order for effect in effects_of(outcome) for order in ordered(effect, 4)]


OF_THE_DRAW = (
    "wrong-number-asked",
    "cards-declined",
    "pack-too-small",
    "trumps-left-over",
    "dealer-robs-wrongly",
)


@BOOKS
def test_with_four_extra_cards_nothing_is_asked_of_a_draw(slug):
    """Foster 1897, Variations: in place of the draw; the whole pack is dealt, and nothing is left to rob."""
    for extra in PARAMETERS["extra_four"].choices:
        law_set = house(slug, extra_four=extra)
        rules, books = rules_of(law_set, CINCH), dict(library.law_books())
        for incident in OF_THE_DRAW:
            books[slug] = law_book(law_set, incident)
            ruling = arbiter.answer(books, arbiter.RulingRequest(slug, incident, {}))
            if not rules.has_draw:
                assert (ruling.status, ruling.fallback) == ("silent", None), (extra, incident)
                assert ruling.possible[0].silent.startswith("Nobody draws at this table")
        thrown = ruled(law_set, "trump-discarded", holds="six-or-fewer")
        if slug == "foster-1897":
            assert (thrown.status, rules.dealt) == (("needs-facts", 9) if rules.has_draw else ("silent", 13))
            surplus = ruled(
                law_set, "wrong-number-of-cards", stage="before-play", cards="more", came_about="asked"
            )
            assert ("draw-superfluous" in kinds(surplus)) == rules.has_draw


def test_impossible_situations_change_nothing_in_an_examined_house_law_set():
    """A house with four extra cards is sound, although no rule on the draw applies in it."""
    text = "lawset: {title: Laws of the hill, base: foster-1897, variations: [four-extra-cards]}"
    root = yaml_files.read(text, "hill.yaml")
    laws = read_house("hill", root, text, "hill.yaml", library.law_books())
    examination = examine(laws, library.law_book("foster-1897"))
    assert (examination.faults, examination.gives_way) == ((), ())
    assert set(OF_THE_DRAW) & {each.incident.id for each in examination.changes}
