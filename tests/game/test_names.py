"""Names and reasons as people type them: what is kept, what is taken out, what is refused."""

import pytest

from laws.domain.errors import InvalidInput
from scoring.game.names import LONGEST_NAME, LONGEST_REASON, clean_name, clean_reason

JOINED = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
"""A Persian word whose two parts a joiner keeps from running together."""


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("  Seat   A ", "Seat A", id="spaces around and doubled"),
        pytest.param("Zu\u0308rich", "Z\u00fcrich", id="a letter and its mark become one"),
        pytest.param("A\u202eB", "AB", id="what turns the writing round is taken out"),
        pytest.param(JOINED, JOINED, id="a joiner that the script needs stays"),
        pytest.param("\u2663 club", "\u2663 club", id="a suit is a sign that can be seen"),
    ],
)  # fmt: skip
def test_a_line_is_kept_as_far_as_it_can_be_shown(typed, kept):
    assert clean_name(typed) == kept
    assert clean_reason(typed) == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param(7, "text", id="a number"),
        pytest.param("", "letter", id="nothing"),
        pytest.param("\u202e", "letter", id="only a direction"),
        pytest.param("A\x00B", "control", id="a NUL"),
        pytest.param("A\nB", "control", id="two lines"),
        pytest.param("A\ud800", "control", id="half a character"),
        pytest.param("x" * (LONGEST_NAME + 1), "at most 80", id="one too many"),
    ],
)
def test_what_is_no_name_is_refused_under_its_field(typed, why):
    with pytest.raises(InvalidInput) as refusal:
        clean_name(typed, "players.2")

    assert why in refusal.value.errors["players.2"][0]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param(None, "needs its reason", id="none"),
        pytest.param(" \n", "needs its reason", id="blank"),
        pytest.param("nine\x07", "plain text", id="a bell"),
        pytest.param("x" * (LONGEST_REASON + 1), "at most 200", id="one too many"),
    ],
)
def test_what_is_no_reason_is_refused(typed, why):
    with pytest.raises(InvalidInput) as refusal:
        clean_reason(typed)

    assert why in refusal.value.errors["reason"][0]


def test_a_reason_of_two_lines_becomes_one():
    assert clean_reason("nine was bid,\r\n not eight") == "nine was bid, not eight"


def test_the_longest_fit():
    assert len(clean_name("x" * LONGEST_NAME)) == LONGEST_NAME
    assert len(clean_reason("x" * LONGEST_REASON)) == LONGEST_REASON
