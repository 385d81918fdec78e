"""Rulings for incidents described in a player's own words, after a few questions, without a browser.

The expected rulings come from the cited sources.
"""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db

ASK = "/laws/ask/"

LED = "my partner led when it was my turn and one player followed"
REVOKED = "my partner noticed that I revoked before the trick was turned"
TEN_CARDS = "ten cards found after the bidding"
TRUMP = "I discarded a trump by mistake and noticed after the next player was helped"
FOURTH = "the fourth hand played before his partner"
ACE = "the dealer showed his own ace while dealing"

DISPUTES = [
    # Foster 1897, Cinch Laws, Leading Out of Turn: the right-hand adversary may ask for a trump or forbid it.
    ("foster-1897", LED, [], ["The adversary on the partner's right may choose", "must not lead a trump"]),
    # Chicago 1890, law 38: the adversaries may call the card, or a suit at the next lead of the offenders.
    ("chicago-1890", LED, [], ["Either adversary may choose", "Call the card that was led", "Call any suit"]),
    # Foster 1897, Cinch Laws, The Revoke: a question before the trick is turned allows a correction.
    ("foster-1897", REVOKED, ["No"], ["The offender may put the play right", "Cinch Laws, The Revoke"]),
    # Chicago 1890, law 32: the revoke is not established. Law 26: the card played in error is exposed.
    (
        "chicago-1890",
        REVOKED,
        ["Nobody yet", "No"],
        ["The offender must put the play right", "Chicago 1890, law 26"],
    ),
    # Foster 1897, Cinch Laws, Irregularities in the Hands: after a bid the deal stands if three hands are
    # right.
    ("foster-1897", TEN_CARDS, ["Yes"], ["What was done stands", "Irregularities in the Hands"]),
    ("foster-1897", TEN_CARDS, ["No, another hand was wrong too"], ["The cards are dealt anew"]),
    # Chicago 1890, law 8: a wrong number of cards means a fresh deal. Law 9: the same dealer deals.
    (
        "chicago-1890",
        TEN_CARDS,
        [],
        ["The cards are dealt anew by the same dealer.", "Chicago 1890, law 8", "Chicago 1890, law 9"],
    ),
    # Foster 1897, Cinch Laws, Discarding: a card may be taken back until the cards drawn are lifted.
    ("foster-1897", TRUMP, ["No"], ["The discarded trump may be taken back", "Cinch Laws, Discarding"]),
    ("foster-1897", TRUMP, ["Yes"], ["Nobody may move the discarded trump", "Discarding"]),
    # Chicago 1890 has no law on a discarded trump.
    ("chicago-1890", TRUMP, [], ["The book is silent on this", "What Foster's Complete Hoyle would say"]),
    # Foster 1897, Cinch Laws, Playing Out of Turn: the trick may be claimed if the third hand has not played.
    ("foster-1897", FOURTH, ["No"], ["The adversaries may choose: Claim the trick", "Playing Out of Turn"]),
    ("foster-1897", FOURTH, ["Yes"], ["What was done stands", "Playing Out of Turn"]),
    ("chicago-1890", FOURTH, [], ["The book is silent on this"]),
    # Foster 1897, Cinch Laws, Dealing: players who have touched no card may demand a new deal.
    ("foster-1897", ACE, ["Neither"], ["The dealer's adversaries may choose: The dealer must deal again"]),
    ("foster-1897", ACE, ["Both"], ["What was done stands"]),
    # Chicago 1890, law 8: if the card is the dealer's own, the deal stands.
    ("chicago-1890", ACE, [], ["What was done stands", "Chicago 1890, law 8"]),
]


def first_proposal(answer):
    """Return the fields that the form of the best proposal would send unchanged."""
    form = re.findall(r"<form class=\"stock\".*?</form>", answer.content.decode(), re.S)[0]
    sent = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select id="[^"]*" name="([^"]*)">(.*?)</select>', form, re.S):
        sent[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    return sent


def link_of_answer(answer, label):
    found = re.findall(
        r'<a class="answer" href="([^"]*)"[^>]*>\s*<b>(.*?)</b>', answer.content.decode(), re.S
    )
    return next(unescape(address) for address, words in found if unescape(words) == label)


@pytest.mark.parametrize(("law_set", "words", "answers", "said"), DISPUTES)
def test_a_dispute_told_in_words_is_settled_with_a_question_or_two(law_set, words, answers, said):
    client = Client()
    page = client.get(f"{ASK}?{urlencode({'law_set': law_set, 'in-words': words})}")
    page = client.get(f"{ASK}?{urlencode(first_proposal(page))}")
    for label in answers:
        assert "The ruling" not in text_of(page)
        page = client.get(link_of_answer(page, label))

    ruling = text_of(page).split("The answers so far")[0]
    for expected in said:
        assert expected in ruling


def led_to(law_set, incident, **facts):
    """Return the incidents that a page links to: sentence → incident."""
    page = (
        Client()
        .get(f"{ASK}?{urlencode({'law_set': law_set, 'incident': incident, **facts})}")
        .content.decode()
    )
    section = re.findall(r'aria-labelledby="leads-title">(.*?)</section>', page, re.S)
    links = re.findall(r'<li>(.*?) <a href="[^"]*incident=([^"&#]*)', section[0]) if section else []
    return {unescape(says): incident for says, incident in links}


def test_a_page_leads_to_the_other_incidents_that_it_may_be():
    """Foster 1897, Cinch Laws, Misdealing: a dealer whom an opponent interrupts does not lose the deal."""
    led = led_to("foster-1897", "uneven-round")
    assert led["Somebody interrupted the dealer."] == "dealer-interrupted"
    assert led["A hand was left with too many or too few cards."] == "wrong-number-of-cards"


def test_what_the_answers_rule_out_or_the_book_does_not_know_is_not_led_to():
    led = led_to("foster-1897", "uneven-round", noticed="before-bid", hands_right="all")
    assert set(led) == {"Somebody interrupted the dealer."}
    assert led_to("bicycle", "trump-discarded") == {"It was found only after the play.": "points-in-discards"}
    assert led_to("bicycle", "bid-above-fourteen") == {}


@pytest.mark.parametrize("law_set", ["foster-1897", "chicago-1890", "modern-book", "bicycle"])
def test_a_wrong_number_of_cards_stands_first_under_misdeals(law_set):
    page = Client().get(f"{ASK}?{urlencode({'law_set': law_set})}").content.decode()
    misdeals = page.split("<summary>Misdeals and redeals</summary>")[1]
    assert re.search(r"incident=([^&#\"]*)", misdeals)[1] == "wrong-number-of-cards"
    listed = Client().get(f"/laws/{law_set}/misdeal/").content.decode().split('id="ask-title"')
    if law_set not in ("modern-book", "bicycle"):
        assert re.search(r"incident=([^&#\"]*)", listed[1])[1] == "wrong-number-of-cards"


def test_ways_to_other_incidents_are_shown_in_the_language_of_the_reader():
    facts = {"law_set": "bicycle", "incident": "wrong-number-of-cards"}
    page = text_of(Client().get(f"{ASK}?{urlencode(facts)}", headers={"Accept-Language": "de"}))
    assert "Der Spieler wollte keine Karten nachziehen. Jemand will keine Karten nachziehen" in page
    assert "Das Buch hat nichts dazu." in page
