"""Proposals of incidents and facts from typed text."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, strategies as st

from laws import finding, library
from laws.domain.likeness import Likeness, language_of
from laws.domain.proposals import LONGEST_TEXT, Finder, propose
from laws.domain.search import DULL, INCIDENT_WEIGHTS, Index, incident_entry, words_of
from tests.laws import planted
from tests.running.day import some_of

HERE = Path(__file__).parent
SENTENCES = yaml.safe_load((HERE / "sentences.yaml").read_text("utf-8"))

SPOKEN = {
    "title: Something happened": "phrases: [it happened, happened]",
    "means: It was early.": "phrases: [early, before the trick ... over]",
    "means: It was late.": "phrases: [late, too late]",
}
TOPIC = planted.TOPIC
for words, phrases in SPOKEN.items():
    TOPIC = TOPIC.replace(words, f"{words}, {phrases}")


def proposed(text: str) -> dict[str, tuple[str, str]]:
    """Return the facts that a text proposes in a tiny vocabulary, each with the words that suggest it."""
    topics = planted.vocabulary(TOPIC).topics.values()
    entries = [
        incident_entry(each, topic.title, (), ()) for topic in topics for each in topic.incidents.values()
    ]
    incidents = {entry.item.id: entry.item for entry in entries}
    told = [(name, phrase) for name, each in incidents.items() for phrase in each.phrases]
    english = Likeness(language_of("en", words_of, DULL, {}, table=["happened"]), told)
    meant = propose(Finder(Index(entries, INCIDENT_WEIGHTS, {}), (english,), incidents), text, ["cinch"])
    return {chip.fact: (chip.value, chip.words) for chip in meant.own[0].chips} if meant.own else {}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("It HAPPENED too  late!", {"stage": ("late", "too  late")}),
        (
            "it happened before the trick was quite over",
            {"stage": ("early", "before the trick was quite over")},
        ),
        ("it happened late too", {"stage": ("late", "late")}),
        ("it happened early, or was it late", {}),
        ("nobody came", {}),
    ],
    ids=["in the words typed", "with a gap", "words in order", "two answers to one question", "no incident"],
)
def test_a_text_proposes_the_facts_of_its_phrases(text, facts):
    assert proposed(text) == facts


@given(st.text(max_size=LONGEST_TEXT))
def test_any_text_is_accepted_and_always_has_the_same_proposals(text):
    book = library.law_book("foster-1897")
    first = finding.incidents_meant(text, book)
    assert finding.incidents_meant(text, book) == first
    for proposal in (*first.own, *first.others):
        assert all(chip.words in text for chip in proposal.chips)


@pytest.mark.parametrize("incident", list(some_of(library.vocabulary().incidents, 3)))
def test_every_phrase_of_an_incident_proposes_it(incident):
    named = library.vocabulary().incidents[incident]
    book = library.law_book("foster-1897")
    for phrase in named.phrases:
        meant = finding.incidents_meant(phrase.replace(" ... ", " so "), book, [named.game])
        assert named in [proposal.incident for proposal in (*meant.own, *meant.others)], phrase


def results(text: str, law_set: str = "foster-1897") -> list[str]:
    """Return the incidents that a text may mean, the likeliest first.

    Only incidents of the game of the law set are returned.
    """
    return [proposal.incident.id for proposal in finding.incidents_meant(text, library.law_book(law_set)).own]


@pytest.mark.parametrize("who", ["my partner", "West", "the bidder", "an opponent", "the dealer", "she"])
@pytest.mark.parametrize("law_set", ["foster-1897", "chicago-1890"])
def test_a_revoke_is_found_whoever_revoked(who, law_set):
    assert results(f"{who} revoked", law_set)[0] == "revoke"


@pytest.mark.parametrize("bid", ["four", "seven", "9", "13"])
def test_the_number_bid_does_not_matter_but_whose_turn_it_was(bid):
    # The first one is for who had spoken: the words do not tell whether it was the eldest hand's turn.
    assert {*results(f"he bid {bid} out of turn")[:2]} == {"bid-out-of-turn", "bid-before-eldest"}


def test_a_bid_that_nobody_can_make_is_a_bid():
    # Foster 1897, Cinch, Bidding: fourteen is the highest.
    assert results("he bid seventeen")[0] == results("a bid of 15")[0] == "bid-above-fourteen"


def test_a_number_of_cards_is_no_bid():
    assert results("he has eleven cards")[0] == "wrong-number-of-cards"


def test_incidents_of_other_games_are_separate_and_a_named_game_comes_first():
    meant = finding.incidents_meant("misdeal", library.law_book("foster-1897"))
    assert {each.incident.game for each in meant.own} == {"cinch"}
    assert {each.incident.game for each in meant.others} >= {"pedro-sancho"}
    assert all(each.of_other_game for each in meant.others)
    named = finding.incidents_meant("seven-up, my partner revoked", library.law_book("foster-1897"))
    assert named.own[0].incident.id == "seven-up-revoke"
    assert "revoke" in [each.incident.id for each in named.others]


def test_the_game_that_is_played_is_the_one_asked_about():
    meant = finding.incidents_meant("my partner revoked", library.law_book("foster-1897"), ["seven-up"])
    assert meant.own[0].incident.id == "seven-up-revoke"


@pytest.mark.parametrize("text", ["", *SENTENCES["off_topic"]])
def test_a_text_that_no_law_decides_has_no_proposal(text):
    assert finding.incidents_meant(text, library.law_book("foster-1897")).own == ()


def test_phrases_in_another_language_name_incidents_of_the_vocabulary():
    for code in library.languages():
        assert library.phrases_in(code, str).of("zzzz") == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [("Farbe nicht bedient", "de"), ("nadie ha pujado", "es"), ("nobody bid", "en"), ("", "en")],
)
def test_the_language_is_the_one_that_knows_the_words(text, language):
    assert finding.finder().spoken(text).language.code == language


LATER = yaml.safe_load((HERE / "later_sentences.yaml").read_text("utf-8"))
TALK = yaml.safe_load((HERE / "table_sentences.yaml").read_text("utf-8"))


def placed(sentences: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the share of sentences whose right incident is first, and the share with it in the first three.

    If no incident is right, the result must be empty.
    """
    first = three = 0
    for each in sentences:
        found, right = results(each["says"], each.get("law_set", "foster-1897")), {*each["incident"]}
        first += bool({*found[:1]} & right) if right else not found
        three += bool({*found[:3]} & right) if right else not found
    return first / len(sentences), three / len(sentences)


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param(SENTENCES["tuning"], id="tuned on"),
        pytest.param(SENTENCES["held_out"], id="held out"),
        pytest.param([each for group in LATER.values() for each in group], id="later"),
        pytest.param([each for group in TALK.values() for each in group], id="table talk"),
    ],
)
def test_sentences_of_players_lead_to_the_right_incident(sentences):
    """The sentences were written before the search; of those held out a wrong one more is one in fifty."""
    first, three = placed(sentences)
    assert (first >= 0.75, three >= 0.9) == (True, True), (first, three)
