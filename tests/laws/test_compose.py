"""Two offences in one deal, put together by the table of pairs."""

from dataclasses import replace

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.compose import PairTable, Together, compose, read_pairs
from laws.domain.document import Reader
from laws.domain.errors import BrokenBook, InvalidInput
from laws.domain.ruling import Ruling
from tests.laws.planted import GENERAL, LATE, book

NEW_DEAL = GENERAL.replace("[stands]", "[{kind: new-deal, dealer: same}]")
ENDING = {"new-deal": "A new deal wipes out the rest."}


def ruling(rules: list[str], topic: str = "thing", **facts: object) -> Ruling:
    """Return a ruling of a tiny book, under the name of a topic."""
    alone = arbiter.rule(book(rules), "thing", facts)
    space = replace(alone.table.space, incident=replace(alone.table.incident, topic=topic))
    return replace(alone, table=replace(alone.table, space=space))


def pairs(relation: str, leads: str = "", incident: str = "") -> PairTable:
    """Return a table with one pair."""
    return PairTable({("lead", "thing"): {"any": Together(relation, "So.", leads, incident)}}, ENDING)


def kinds(table: PairTable, *rulings: Ruling) -> list[str]:
    """Return the kinds of the effects of two rulings put together."""
    return [effect.kind for effect in compose(table, *rulings).effects]


FIRST, SECOND = ruling([GENERAL, LATE], "lead", stage="late"), ruling([GENERAL, LATE], stage="early")


def test_independent_penalties_stand_side_by_side():
    assert kinds(pairs("independent"), FIRST, SECOND) == ["award-trick", "stands"]


@pytest.mark.parametrize("rulings", [(FIRST, SECOND), (SECOND, FIRST)], ids=["in order", "turned round"])
def test_an_act_that_swallows_another_is_punished_alone_and_what_comes_first_is_settled_first(rulings):
    assert kinds(pairs("absorbed", "thing"), *rulings) == ["stands"]
    assert kinds(pairs("sequenced", "thing"), *rulings) == ["stands", "award-trick"]


def test_two_offences_may_be_an_incident_of_their_own():
    composition = compose(pairs("own-incident", incident="both"), FIRST, SECOND)
    assert (composition.incident, composition.standing, composition.effects) == ("both", (), ())


def test_a_new_deal_wipes_out_everything_else():
    composition = compose(pairs("independent"), FIRST, ruling([NEW_DEAL]))
    assert [effect.kind for effect in composition.effects] == ["new-deal"]
    assert composition.says == "A new deal wipes out the rest."


def test_rulings_that_cannot_be_put_together_are_refused_with_the_reason():
    other = replace(SECOND, table=replace(SECOND.table, law_set=library.law_set("bicycle")))
    for rulings, reason in (
        ((SECOND, SECOND), "no law says how thing and thing go together"),
        ((FIRST, other), "by one law set"),
        ((FIRST, ruling([GENERAL, LATE])), "this needs facts first: stage"),
    ):
        with pytest.raises(InvalidInput, match=reason):
            compose(pairs("independent"), *rulings)


def revoke_by(offender: str) -> Ruling:
    """Return a ruling on some revoke by a player of that part."""
    table = library.law_book("foster-1897").tables["revoke"]
    whole = next(
        known
        for situation, cell in enumerate(table.cell_of)
        if cell >= 0 and (known := table.space.facts_of(situation))["offender"] == offender
    )
    return arbiter.rule(library.law_book("foster-1897"), "revoke", whole)


def test_revokes_stand_side_by_side_or_are_an_incident_of_their_own_by_the_sides():
    maker = revoke_by("maker")
    one_side = compose(library.pairs(), maker, revoke_by("makers-partner"))
    assert (one_side.relation, len(one_side.standing)) == ("independent", 2)
    both = compose(library.pairs(), maker, revoke_by("adversary"))
    assert (both.relation, both.incident) == ("own-incident", "revokes-by-both-sides")
    assert both.facts == {"makers_side_by": "maker"}
    with pytest.raises(InvalidInput, match="say who was in error"):
        compose(library.pairs(), maker, replace(maker, facts={}))


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
    ],
)
def test_a_table_that_cannot_be_read_is_refused(entries, reason):
    root = library.parse(f"ending: {{}}\npairs:\n  {entries}\n", "pairs.yaml")
    with pytest.raises(BrokenBook, match=reason):
        read_pairs(Reader("pairs.yaml"), root, library.vocabulary())
