"""One question serves every book: it asks what happened, and each book says for itself what follows."""

import re

import pytest

from laws import library
from laws.domain import arbiter

CONCLUSIONS = re.compile(
    r"\b(established|right to|laws? allows?|a revoke|in time|callable|foul|the revoke gives"
    r"|lawful(ly)?|misdeal|misdealt|it was time|had lost|duly|may not)\b"
)
"""Words that judge: a question of fact must not ask what only a law decides, such as "too late"."""
FACTS = [
    pytest.param(fact, id=f"{name} {fact.key}")
    for name, topic in library.vocabulary().topics.items()
    for fact in topic.facts.values()
]
MOMENTS = {
    ("lying", "none"): {"foster-1897": False, "chicago-1890": False},
    ("lying", "adversary-led"): {"foster-1897": False, "chicago-1890": True},
    ("lying", "offenders-side-played"): {"foster-1897": True, "chicago-1890": True},
    ("turned", "none"): {"foster-1897": True, "chicago-1890": True},
    ("turned", "adversary-led"): {"foster-1897": True, "chicago-1890": True},
    ("turned", "offenders-side-played"): {"foster-1897": True, "chicago-1890": True},
}
"""When a revoke is established. Foster 1897, Cinch Laws, The Revoke; Chicago 1890, law 32."""


@pytest.mark.parametrize("fact", FACTS)
def test_a_question_asks_what_happened_and_not_what_a_law_makes_of_it(fact):
    said = (fact.ask, *(text for value in fact.values for text in (value.label, value.means)))
    assert [text for text in said if CONCLUSIONS.search(text)] == []


def kinds(slug: str, incident: str, facts: dict[str, str]) -> set[str]:
    """Return the kinds of effects that a book gives for an incident."""
    ruling = arbiter.rule(library.law_book(slug), incident, facts)
    assert ruling.status == "ruled", ruling.questions
    return {effect.kind for effect in ruling.effects}


@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
@pytest.mark.parametrize(("trick", "next_trick"), MOMENTS)
def test_each_book_says_for_itself_when_a_revoke_is_established(slug, trick, next_trick):
    happened = {"trick": trick, "next_trick": next_trick}
    revoked = {"act": "neither-followed-nor-trumped", "answer": "not-asked", "played_after": "no",
               "claimed": "yes", "offender": "adversary", **happened}  # fmt: skip
    put_right = bool({"put-right", "may-put-right"} & kinds(slug, "revoke", revoked))
    asked = kinds(slug, "revoke-established", {**happened, "answer": "not-asked"})
    assert (not put_right, "established" in asked) == (MOMENTS[trick, next_trick][slug],) * 2


@pytest.mark.parametrize(("trick", "next_trick"), MOMENTS)
def test_a_penalty_refused_is_a_revoke_by_foster_at_the_same_moment(trick, next_trick):
    happened = {"performable": "yes", "trick": trick, "next_trick": next_trick}
    refused = kinds("foster-1897", "penalty-refused", {**happened, "claimed": "yes", "offender": "maker"})
    assert ("pay-penalty" not in refused) == MOMENTS[trick, next_trick]["foster-1897"]
