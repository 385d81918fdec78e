"""Combined rulings on two offences of one deal, by the table of pairs."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.compose import PairTable, Together, compose, read_pairs
from laws.domain.document import Reader
from laws.domain.errors import BrokenBook, InvalidInput
from laws.domain.pairs import PAIR_FACTS, Offence, pair_of
from laws.domain.ruling import Ruling
from scoring.game.games import GAMES
from tests.laws.planted import GENERAL, LATE, book
from tests.laws.tables import each_ruling

NEW_DEAL = GENERAL.replace("[stands]", "[{kind: new-deal, dealer: same}]")
ENDING = {"new-deal": "A new deal wipes out the rest."}


def ruling(rules: list[str], topic: str = "thing", **facts: object) -> Ruling:
    """Return a ruling of a tiny book, under the name of a topic."""
    alone = arbiter.rule(book(rules), "thing", facts)
    space = replace(alone.table.space, incident=replace(alone.table.incident, topic=topic))
    return replace(alone, table=replace(alone.table, space=space))


def pairs(relation: str, leads: str = "", incident: str = "") -> PairTable:
    """Return a table of pairs with one entry."""
    return PairTable({("lead", "thing"): {"any": Together(relation, "So.", leads, incident)}}, ENDING)


def kinds(table: PairTable, *rulings: Ruling) -> list[str]:
    """Return the kinds of effect in a combined ruling."""
    return [effect.kind for effect in compose(table, *rulings).effects]


FIRST, SECOND = ruling([GENERAL, LATE], "lead", stage="late"), ruling([GENERAL, LATE], stage="early")


def test_independent_penalties_both_apply():
    assert kinds(pairs("independent"), FIRST, SECOND) == ["award-trick", "stands"]


@pytest.mark.parametrize("rulings", [(FIRST, SECOND), (SECOND, FIRST)], ids=["in order", "turned round"])
def test_an_absorbing_offence_alone_has_a_penalty_and_the_leading_offence_is_settled_first(rulings):
    assert kinds(pairs("absorbed", "thing"), *rulings) == ["stands"]
    assert kinds(pairs("sequenced", "thing"), *rulings) == ["stands", "award-trick"]


def test_two_offences_may_be_an_incident_of_their_own():
    composition = compose(pairs("own-incident", incident="both"), FIRST, SECOND)
    assert (composition.incident, composition.applied, composition.effects) == ("both", (), ())


def test_a_new_deal_cancels_everything_else():
    composition = compose(pairs("independent"), FIRST, ruling([NEW_DEAL]))
    assert [effect.kind for effect in composition.effects] == ["new-deal"]
    assert composition.says == "A new deal wipes out the rest."


def test_rulings_that_cannot_be_combined_are_refused_with_the_reason():
    other = replace(SECOND, table=replace(SECOND.table, law_set=library.law_set("bicycle")))
    for two, reason in (
        ((SECOND, SECOND), "no law says how thing and thing go together"),
        ((FIRST, other), "by one law set"),
        ((FIRST, ruling([GENERAL, LATE])), "this needs facts first: stage"),
    ):
        with pytest.raises(InvalidInput, match=reason):
            compose(pairs("independent"), *two)


def revoke_by(offender: str) -> Ruling:
    """Return the ruling on an established revoke by a player with that role."""
    return arbiter.rule(library.law_book("foster-1897"), "revoke", {**REVOKED[1], "offender": offender})


def test_revokes_of_one_side_both_apply_and_of_both_sides_form_an_incident():
    maker = revoke_by("maker")
    one_side = compose(library.pairs(), maker, revoke_by("makers-partner"))
    assert (one_side.relation, len(one_side.applied)) == ("independent", 2)
    both = compose(library.pairs(), maker, revoke_by("adversary"))
    assert (both.relation, both.incident) == ("own-incident", "revokes-by-both-sides")
    assert both.facts == {"makers_side_by": "maker"}
    with pytest.raises(InvalidInput, match="say who was in error"):
        compose(library.pairs(), maker, replace(maker, facts={}))


INTERRUPTED = ("dealer-interrupted", {"interrupted_by": "adversary", "misdealt": "yes"})
JOGGED = ("dealer-interrupted", {"interrupted_by": "other", "misdealt": "yes"})
UNEVEN, COUNTED = (
    (incident, {"noticed": "before-last-three"}) for incident in ("uneven-round", "cards-counted")
)
MISPLACED = ("card-misplaced", {"next_dealt": "yes", "noticed": "before-bid"})
UNCUT = ("pack-not-cut", {"noticed": "before-last-three", "looked": "none"})
BADLY_CUT = ("pack-cut-wrongly", {"fault": "card-shown", "dealing": "begun"})
FACED, FACED_IN_PLAY = (("faced-card", {"came_to_light": when}) for when in ("dealing", "playing"))
SHORT_PACK = ("imperfect-pack", {"came_to_light": "dealing"})
WRONG_HAND = ("wrong-number-of-cards", {"stage": "before-bid", "cards": "more"})
OUT_OF_TURN = ("dealt-out-of-turn", {"found": "before-last-three"})
SHOWN = ("card-exposed-in-dealing", {"exposed_by": "dealer", "whose": "adversarys"})
NOTHING_LED, SOME, ALL = (
    ("lead-out-of-turn", {"turn_of": "adversary", "followed": followed, "card": "plain", "players": "four"})
    for followed in ("none", "some", "all")
)
TRUMP_LED = ("lead-out-of-turn", {**NOTHING_LED[1], "card": "trump", "telling": "yes"})
REVOKED = (
    "revoke",
    {
        "act": "neither-followed-nor-trumped",
        "trick": "turned",
        "answer": "not-asked",
        "claimed": "yes",
        "offender": "adversary",
    },
)
TRUMPED = ("revoke", {"act": "trumped", "offender": "maker"})
TOO_SOON = ("play-out-of-turn", {"hand": "fourth", "before": "second", "third_played": "no"})
DROPPED, NAMED = (
    ("card-exposed", {"how": how, "trump_named": "yes", "card": "plain"}) for how in ("faced", "named")
)
SHOWN_TRUMP = ("card-exposed", {**DROPPED[1], "card": "trump", "telling": "yes"})
TIE = ("cut-tie", {"tied": "two-highest"})
SAME, NEXT = ["new-deal same"], ["new-deal next"]
LAWFUL = ["new-deal lawful", "reshuffle lawful-dealer"]
EXPOSED = "card-exposed card-led either-adversary"
LEAD_GOES_BACK = [EXPOSED, "take-back cards-followed", "not-callable cards-followed"]
REVOKE_COSTS = ["side-cannot-score offenders", "may-play-on offenders", "bid-waived"]
FIRST_OF_TWO, SECOND_OF_TWO = {"came_first": "first"}, {"came_first": "second"}
ASKED_FIRST, ASKED_ONE = ["came_first?"], ["one_act?"]
MISDEALING = "Foster 1897, Cinch Laws, Misdealing; Dealing"
LEADING = "Foster 1897, Cinch Laws, Leading Out of Turn"
FOSTER, CHICAGO = "foster-1897", "chicago-1890"
CASES = {
    # A misdeal loses the deal, and a dealer whom an adversary interrupts keeps it, unless it is lost already.
    f"{MISDEALING}: interrupted, then a misdeal": (FOSTER, INTERRUPTED, UNEVEN, FIRST_OF_TWO, SAME),
    f"{MISDEALING}: a misdeal, then interrupted": (FOSTER, INTERRUPTED, UNEVEN, SECOND_OF_TWO, NEXT),
    **{
        f"{MISDEALING}: {one[0]} {which} and {other[0]}": (FOSTER, one, other, {}, ASKED_FIRST)
        for which, one in (
            ("by an adversary", INTERRUPTED),
            ("found in the dealing", FACED),
            ("found in the dealing", SHORT_PACK),
        )
        for other in (UNEVEN, COUNTED, MISPLACED, UNCUT, BADLY_CUT, WRONG_HAND, JOGGED)
    },
    # There must be a new deal by the same dealer where a card is faced or the pack is imperfect.
    f"{MISDEALING}: a faced card, then a misdeal": (FOSTER, FACED, COUNTED, FIRST_OF_TWO, SAME),
    f"{MISDEALING}: a misdeal, then a short pack": (FOSTER, SHORT_PACK, COUNTED, SECOND_OF_TWO, NEXT),
    f"{MISDEALING}: a misdeal before a bid, a faced card after it": (
        FOSTER, FACED_IN_PLAY, MISPLACED, {}, NEXT),
    f"{MISDEALING}: two that leave the deal": (
        FOSTER, FACED, SHORT_PACK, {}, [*SAME, "earlier-scores-stand"]),
    f"{MISDEALING}: two that lose it": (FOSTER, UNEVEN, BADLY_CUT, {}, NEXT),
    "Chicago 1890, law 12; law 10: out of turn, then a faced card": (
        CHICAGO, OUT_OF_TURN, FACED, FIRST_OF_TWO, LAWFUL),
    "Chicago 1890, law 12; law 10: a faced card, then out of turn": (
        CHICAGO, OUT_OF_TURN, FACED, SECOND_OF_TWO, SAME),
    **{
        f"Chicago 1890, law 12; law 8; law 9: out of turn and {other[0]}": (
            CHICAGO, OUT_OF_TURN, other, {}, ASKED_FIRST)
        for other in (SHORT_PACK, SHOWN, INTERRUPTED, BADLY_CUT, WRONG_HAND)
    },
    "Chicago 1890, law 12; law 10: out of turn, a faced card after a bid": (
        CHICAGO, OUT_OF_TURN, FACED_IN_PLAY, {}, LAWFUL),
    "Foster 1897, Cinch Laws, Formation of Table: a new deal leaves a cut as it was": (
        FOSTER, TIE, FACED, {}, ["pairs", "fresh-cut tied-players", "only-the-tie", *SAME]),
    # If all have played to the false lead it stands; else the cards played to it go back.
    f"{LEADING}: was the revoke on it": (FOSTER, SOME, REVOKED, {}, [*LEAD_GOES_BACK, *ASKED_ONE]),
    f"{LEADING}: a revoke on it": (FOSTER, SOME, REVOKED, {"one_act": "yes"}, LEAD_GOES_BACK),
    f"{LEADING}: a revoke in another trick": (
        FOSTER, SOME, REVOKED, {"one_act": "no"}, [*LEAD_GOES_BACK, *REVOKE_COSTS]),
    f"{LEADING}: all followed, one revoked": (FOSTER, ALL, REVOKED, {}, ["stands", *REVOKE_COSTS]),
    f"{LEADING}: nobody followed, so it was another trick": (
        FOSTER, NOTHING_LED, REVOKED, {}, [EXPOSED, *REVOKE_COSTS]),
    f"{LEADING}: too soon on it": (FOSTER, SOME, TOO_SOON, {"one_act": "yes"}, LEAD_GOES_BACK),
    f"{LEADING}: the card led is no other card": (FOSTER, ALL, DROPPED, {"one_act": "yes"}, ["stands"]),
    # What an exposed trump gives is left where it was exposed by leading it.
    f"{LEADING}; Exposed Cards: a trump is exposed by leading it": (
        FOSTER, TRUMP_LED, SHOWN_TRUMP, {"one_act": "yes"},
        [EXPOSED, "may-bar-card adversaries card-led"]),
    f"{LEADING}; Exposed Cards: another card was dropped": (
        FOSTER, ALL, DROPPED, {"one_act": "no"}, ["stands", "card-exposed exposed-card either-adversary"]),
    f"{LEADING}; Exposed Cards: a card that was named was not led": (
        FOSTER, ALL, NAMED, {}, ["stands", "card-exposed exposed-card either-adversary"]),
    "Foster 1897, Cinch Laws, The Revoke: to trump is no revoke, so only one side revoked": (
        FOSTER, TRUMPED, REVOKED, {}, [*REVOKE_COSTS, "stands", "no-penalty"]),
}  # fmt: skip


def turned(told: Mapping[str, str]) -> dict[str, str]:
    """Return the facts of a pair after the two offences have changed places."""
    return {key: {"first": "second", "second": "first"}.get(value, value) for key, value in told.items()}


@pytest.mark.parametrize("is_turned", [False, True], ids=["in order", "turned round"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_two_offences_combine_as_the_law_says_in_either_order(case, is_turned):
    law_set, first, second, told, expected = case
    rulings = [arbiter.rule(library.law_book(law_set), *each) for each in (first, second)]
    if is_turned:
        rulings.reverse()
    found = compose(library.pairs(), *rulings, turned(told) if is_turned else told)
    effects = [" ".join(effect.canonical().values()) for effect in found.effects]
    assert effects + [f"{fact.key}?" for fact in found.questions] == expected
    assert found.status == ("needs-facts" if found.questions else "ruled")


def come_to(first: Offence, second: Offence, told: Mapping[str, str]) -> tuple[object, list[str]]:
    """Return how two offences combine if they are reported in this order, and the facts that are asked."""
    both = (first, second)
    joined = library.pairs().join(both, told)
    orders = [both[place].order for place in joined.order]
    return (joined.relation, joined.says, orders), [fact.key for fact in joined.questions]


@pytest.mark.parametrize("law_set", library.law_sets())
def test_no_combination_depends_on_which_offence_is_reported_first(law_set):
    """Every pair of outcomes of every pair of incidents is combined in both orders."""
    by_game: dict[str, list[Offence]] = {}
    for offence in map(Offence.of, each_ruling(library.law_book(law_set))):
        by_game.setdefault(offence.incident.game, []).append(offence)
    for offences in by_game.values():
        for first, second in combinations_with_replacement(offences, 2):
            told = come_to(first, second, {})
            assert told == come_to(second, first, {}), (first.order, second.order)
            for fact in told[1]:
                answers = [{fact: value} for value in PAIR_FACTS[fact]]
                ways = [come_to(first, second, answer) for answer in answers]
                assert ways == [come_to(second, first, turned(answer)) for answer in answers]
                assert ways[0] != ways[1], "nothing is asked that does not matter"


def test_effects_name_their_offence_and_a_choice_may_end_the_deal():
    book = library.law_book(FOSTER)
    dropped, other = (
        arbiter.rule(book, DROPPED[0], {**DROPPED[1], "offender": who}) for who in ("maker", "adversary")
    )
    found = compose(library.pairs(), dropped, other)
    assert [effect.kind for effect in found.effects] == ["card-exposed"]
    told = {(each.offence, each.incident, each.offender) for each in found.consequences}
    assert told == {("first", "card-exposed", "maker"), ("second", "card-exposed", "adversary")}
    early = arbiter.rule(book, DROPPED[0], {"how": "faced", "trump_named": "no"})
    # Foster 1897, Cinch Laws, Bidding: of a card shown before the trump is named, a new deal may be had.
    (ending,) = compose(library.pairs(), dropped, early).unless
    assert (ending.ruling, ending.option.id) == (early, "call-new-deal")


LEADS = "between: [lead-out-of-turn], and: [lead-out-of-turn], says: So."
REVOKES = "between: [revoke], and: [revoke], relation: own-incident, says: A."
INDEPENDENT = f"{{{LEADS}, relation: independent}}"


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ("one: {between: [lead], relation: independent, says: So.}", "unknown topic “lead”"),
        (f"one: {{{LEADS}, relation: joined}}", "unknown relation “joined”"),
        (f"one: {{{LEADS}, relation: absorbed}}", "name the topic that leads"),
        (f"one: {{{LEADS}, relation: own-incident}}", "own-incident names the incident"),
        (f"one: {{{REVOKES}, incident: revokes-by-both-sides, told: {{made_by: offender}}}}", "“made_by”"),
        (f"one: {INDEPENDENT}\n  two: {INDEPENDENT}", "stand in the table already"),
        (f"one: {{{LEADS}, relation: independent, one_act: So?}}", "only one that absorbs"),
        ("one: {between: [revoke/revok], relation: independent, says: So.}", "did you mean revoke/revoke?"),
    ],
)
def test_a_table_of_pairs_that_cannot_be_parsed_is_refused(entries, reason):
    root = library.parse(f"ending: {{}}\npairs:\n  {entries}\n", "pairs.yaml")
    with pytest.raises(BrokenBook, match=reason):
        read_pairs(Reader("pairs.yaml"), root, library.vocabulary())


def test_all_incidents_of_one_table_can_be_combined():
    """A variant of Cinch has the laws of Cinch and its own, any game those for every game too."""
    topics = library.vocabulary().topics.values()
    for kind in GAMES.values():
        names = [topic.name for topic in topics if topic.game in (*kind.ruled_as, "general")]
        for one, other in combinations_with_replacement(names, 2):
            assert pair_of(one, other) in library.pairs().pairs, (kind.slug, one, other)
