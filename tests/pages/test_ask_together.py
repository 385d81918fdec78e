"""Two offences in one deal on the page that answers: how they go together, in one address."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.pages.reading import links_of, text_of

ASK = "/laws/ask/"
LED = {"incident": "lead-out-of-turn", "turn_of": "offenders-partner", "followed": "some"}
REVOKED = {"incident": "revoke", "established": "yes", "claimed": "yes", "offender": "maker"}


def both(first, second, law_set="foster-1897"):
    asked = {"law_set": law_set, **second, "same-deal": urlencode(first)}
    return Client().get(f"{ASK}?{urlencode(asked)}")


def test_after_a_ruling_something_else_of_the_same_deal_can_be_asked():
    ruled = Client().get(f"{ASK}?{urlencode({'law_set': 'foster-1897', **LED})}")
    other = next(link for link in links_of(ruled) if "same-deal" in link)
    offered = Client().get(other)

    assert "Somebody led when it was not his turn" in text_of(offered)
    assert any("incident=revoke&" in link and "same-deal" in link for link in links_of(offered))
    typed = Client().get(f"{other}&in-words=he+revoked")
    assert 'name="same-deal" value="incident=lead-out-of-turn' in typed.content.decode()


def test_the_questions_of_the_second_keep_the_first():
    asked = both(LED, {"incident": "revoke"})

    assert "In the same deal" in text_of(asked)
    assert all("same-deal" in link for link in links_of(asked) if "established=" in link)


def test_two_revokes_ask_who_was_in_error_and_by_both_sides_they_are_an_incident_of_their_own():
    mine = REVOKED
    nobody = {key: value for key, value in REVOKED.items() if key != "offender"}

    asked = both(mine, {**nobody, "claimed": "no"})
    assert "Who was in error?" in text_of(asked)
    other = both(mine, {**REVOKED, "offender": "adversary"})
    assert "Revokes by both sides on one deal are a question of their own." in text_of(other)
    assert any("incident=revokes-by-both-sides" in link for link in links_of(other))


@pytest.mark.parametrize("offender", ["maker", "makers-partner"])
@pytest.mark.parametrize("turned", [False, True])
def test_an_offence_of_both_sides_keeps_what_is_known_of_either(offender, turned):
    own, others = {**REVOKED, "offender": offender}, {**REVOKED, "offender": "adversary"}
    answer = both(*((others, own) if turned else (own, others)))

    link = next(link for link in links_of(answer) if "incident=revokes-by-both-sides" in link)
    assert f"makers_side_by={offender}" in link
    assert "The ruling" in text_of(Client().get(link.partition("#")[0]))


def test_what_is_not_settled_yet_is_asked_first_and_its_answer_keeps_the_other():
    answer = both({"incident": "lead-out-of-turn"}, REVOKED)

    assert "Answer this first." in text_of(answer)
    assert any("incident=lead-out-of-turn" in link and "followed=" in link for link in links_of(answer))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("incident=never-heard-of", "no incident called “never-heard-of”"),
        ("incident=revoke&established=perhaps", "“perhaps” is not one of the answers"),
        ("turn_of=adversary", "one incident with its facts"),
        ("incident=revoke&established=yes&established=no", "more than once"),
        ("&".join(f"f{n}=1" for n in range(1200)), "one incident with its facts"),
    ],
)
def test_what_else_happened_is_read_as_strictly(text, said):
    answer = Client().get(f"{ASK}?{urlencode({'law_set': 'foster-1897', **LED, 'same-deal': text})}")

    assert answer.status_code == 400
    assert said in text_of(answer)
