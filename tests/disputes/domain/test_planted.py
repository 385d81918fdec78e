"""A regular deal has no irregularity. If one irregularity is put into a deal, exactly that one is found."""

import pytest
from hypothesis import assume, given, strategies as st

from laws import library
from scoring.disputes.domain.known import known_facts
from scoring.game.found_irregularities import irregularities_in
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from tests.game.planting import PLANTS, whole_deals
from tests.game.tables import CINCH, FOSTER

RULES = rules_of(FOSTER, CINCH)


@given(deal=whole_deals())
def test_a_regular_deal_has_nothing_irregular(deal):
    assert irregularities_in(parse_deal(deal.written, CINCH, FOSTER), RULES) == ()


@pytest.mark.parametrize("plant", PLANTS)
@given(data=st.data())
def test_exactly_the_planted_irregularities_are_found(plant, data):
    deal = data.draw(whole_deals(plant))
    assume(deal.planted is not None)
    told = irregularities_in(parse_deal(deal.written, CINCH, FOSTER), RULES)
    assert [(each.incident, each.seat, each.trick) for each in told] == [deal.planted]
    assert {key: told[0].values.get(key) for key in deal.facts} == deal.facts
    incident = library.vocabulary().incidents[told[0].incident]
    for key, known in told[0].facts.items():
        assert incident.fact(key).from_record is not None, "the law asks it of the record"
        assert known.value in incident.fact(key).slugs
    value = parse_deal(deal.written, CINCH, FOSTER)
    answers = known_facts(incident, told[0].seat, value, RULES, told[0].trick)
    assert answers.keys() >= told[0].facts.keys()
