"""Two offences in one deal on the question page: how their rulings combine, in one address."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from laws import library
from laws.domain.roles import fill
from tests.pages.reading import links_of, text_of

ASK = "/laws/ask/"
LED = {"incident": "lead-out-of-turn", "turn_of": "offenders-partner", "followed": "some", "card": "plain"}
REVOKED = {"incident": "revoke", "trick": "turned", "claimed": "yes", "offender": "maker"}


def both(first, second, law_set="foster-1897"):
    asked = {"law_set": law_set, **second, "same-deal": urlencode(first)}
    return Client().get(f"{ASK}?{urlencode(asked)}")


def test_after_a_ruling_something_else_of_the_same_deal_can_be_asked():
    ruled = Client().get(f"{ASK}?{urlencode({'law_set': 'foster-1897', **LED})}")
    other = next(link for link in links_of(ruled) if "same-deal" in link)
    offered = Client().get(other)

    assert "Somebody led out of turn" in text_of(offered)
    assert any("incident=revoke&" in link and "same-deal" in link for link in links_of(offered))
    typed = Client().get(f"{other}&in-words=he+revoked")
    assert 'name="same-deal" value="incident=lead-out-of-turn' in typed.content.decode()


def test_the_questions_of_the_second_keep_the_first():
    asked = both(LED, {"incident": "revoke"})

    assert "In the same deal" in text_of(asked)
    assert all("same-deal" in link for link in links_of(asked) if "trick=" in link)


def test_two_revokes_ask_who_was_in_error_and_by_both_sides_they_are_an_incident_of_their_own():
    nobody = {key: value for key, value in REVOKED.items() if key != "offender"}

    asked = both(REVOKED, {**nobody, "claimed": "no"})
    assert "Who was in error?" in text_of(asked)
    other = both(REVOKED, {**REVOKED, "offender": "adversary"})
    assert "Revokes by both sides on one deal are a question of their own." in text_of(other)
    link = next(link for link in links_of(other) if "incident=revokes-by-both-sides" in link)
    assert "makers_side_by=maker" in link, "what is known of either is kept"
    assert "The ruling" in text_of(Client().get(link.partition("#")[0]))


def test_a_law_set_in_which_the_two_are_one_incident_hides_no_other_law_set():
    """Revokes by both sides are one incident where each costs something, as in Foster and in Chicago."""
    adversary = {"incident": "bid-after-revoke", "offender": "adversary", "bid_reached": "by-its-own"}
    page = both(adversary, {**adversary, "offender": "maker"}, law_set="bicycle")

    assert [other.title for other in page.context["elsewhere"]] == [
        law_set.title for law_set in library.law_sets().values() if law_set.slug != "bicycle"
    ]
    assert sum("incident=revokes-by-both-sides" in link for link in links_of(page)) == 2


def test_what_has_to_be_known_of_the_two_is_asked_and_can_be_changed():
    asked = both(LED, REVOKED)
    assert "Was the revoke made with one of the cards that go back?" in text_of(asked)
    on_it = next(link for link in links_of(asked) if "one-act=yes" in link)

    ruled = Client().get(on_it.partition("#")[0])

    assert "nobody has revoked with a card that goes back" in text_of(ruled)
    assert "has no consequence of its own" in text_of(ruled)
    assert any("one-act" not in link and "same-deal" in link for link in links_of(ruled))


def test_a_refused_answer_about_the_two_is_not_in_the_link_that_goes_on():
    refused = both(LED, {**REVOKED, "one-act": "perhaps"})
    assert (refused.status_code, "Accepted: yes, no" in text_of(refused)) == (400, True)

    assert not [link for link in links_of(refused) if "perhaps" in link]
    go_on = Client().get(refused.context["question"].address.partition("#")[0])
    assert (go_on.status_code, asked_in(go_on)) == (
        200,
        "Was the revoke made with one of the cards that go back?",
    )


QUESTION = re.compile(r'<h[23] class="question"[^>]*>([^<]*)<|<p class="question">([^<]*)<')


def asked_in(answer):
    """Return the question on a page."""
    found = QUESTION.search(answer.content.decode())
    return unescape(found[1] or found[2])


@pytest.mark.parametrize("told", [("lead-out-of-turn", "revoke"), ("revoke", "lead-out-of-turn")])
def test_the_questions_come_in_the_order_in_which_the_two_were_told(told):
    """The questions of the first offence come before those of the second."""
    incidents = library.vocabulary().incidents
    asks = [{fill(fact.ask) for fact in incidents[incident].facts} for incident in told]
    page, put = both({"incident": told[0]}, {"incident": told[1]}), []
    while set(links_of(page)) and QUESTION.search(page.content.decode()):
        put.append(next((place for place in (0, 1) if asked_in(page) in asks[place]), 2))
        link = next(
            link for link in links_of(page) if f"incident={told[1]}&" in link and "ask-again" not in link
        )
        page = Client().get(link.partition("#")[0])
        if put[-1] == 2 or len(put) > 12:
            break
    assert put == sorted(put)
    assert {0, 1} <= set(put)


def test_a_fact_of_the_deal_is_asked_once():
    """The number of players is known from the first offence; the second offence depends on it too."""
    first = {**LED, "turn_of": "adversary", "players": "fewer"}
    ruled = Client().get(f"{ASK}?{urlencode({'law_set': 'chicago-1890', **first})}")
    offered = Client().get(next(link for link in links_of(ruled) if "same-deal" in link))
    link = next(link for link in links_of(offered) if "incident=points-in-discards&" in link)
    assert "&players=fewer" in link
    pack = {"incident": "points-in-discards", "found_in": "pack", "players": "four"}
    assert "both are about one deal" in text_of(both(first, pack, "chicago-1890"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("incident=never-heard-of", "no incident called “never-heard-of”"),
        ("incident=revoke&trick=perhaps", "“perhaps” is not one of the answers"),
        ("turn_of=adversary", "one incident with its facts"),
        ("incident=revoke&trick=turned&trick=lying", "more than once"),
        ("&".join(f"f{n}=1" for n in range(1200)), "one incident with its facts"),
    ],
)
def test_what_else_happened_is_read_as_strictly(text, said):
    answer = Client().get(f"{ASK}?{urlencode({'law_set': 'foster-1897', **LED, 'same-deal': text})}")

    assert answer.status_code == 400
    assert said in text_of(answer)
