"""Names and reasons that people type: stored text, removed characters, refusals."""

from scoring.game.names import LONGEST_NAME, LONGEST_REASON, STEERING, clean_name, clean_reason
from tests.game.tables import cases
from tests.refusals import refusing

JOINED = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
"""A Persian word whose two parts a joiner keeps from running together."""


@cases(
    "typed, kept",
    {
        "spaces around and doubled": ("  Seat   A ", "Seat A"),
        "a letter and its mark become one": ("Zu\u0308rich", "Z\u00fcrich"),
        "what turns the writing round is taken out": (f"A{''.join(STEERING)}B", "AB"),
        "a joiner that the script needs stays": (JOINED, JOINED),
        "a suit is a sign that can be seen": ("\u2663 club", "\u2663 club"),
    },
)
def test_a_name_keeps_every_character_that_can_be_shown(typed, kept):
    assert clean_name(typed) == kept
    assert clean_reason(typed) == kept


@cases(
    "clean, typed, why",
    {
        "a number": (clean_name, 7, "text"),
        "nothing": (clean_name, "", "letter"),
        "only a direction": (clean_name, "\u202e", "letter"),
        "a joiner between Latin letters": (clean_name, "An\u200dn", "nobody can see"),
        "a letter that shows nothing": (clean_name, "Ann\u3164", "nobody can see"),
        "a soft hyphen": (clean_name, "An\u00adn", "nobody can see"),
        "a private sign": (clean_name, "Ann \ue000", "nobody can see"),
        "a NUL": (clean_name, "A\x00B", "control"),
        "two lines": (clean_name, "A\nB", "control"),
        "half a character": (clean_name, "A\ud800", "control"),
        "a name one too long": (clean_name, "x" * (LONGEST_NAME + 1), "at most 80"),
        "no reason": (clean_reason, None, "needs its reason"),
        "a blank reason": (clean_reason, " \n", "needs its reason"),
        "a reason that is only a direction": (clean_reason, "\u202e", "needs its reason"),
        "a reason that nobody can see": (clean_reason, "\u200b", "needs its reason"),
        "a bell": (clean_reason, "nine\x07", "plain text"),
        "a reason one too long": (clean_reason, "x" * (LONGEST_REASON + 1), "at most 200"),
    },
)
def test_a_malformed_name_or_reason_is_refused_under_its_field(clean, typed, why):
    with refusing("players.2", text=why):
        clean(typed, "players.2")


def test_a_reason_of_two_lines_becomes_one():
    assert clean_reason("nine was bid,\r\n not eight") == "nine was bid, not eight"


def test_the_longest_names_and_reasons_are_accepted():
    assert len(clean_name("x" * LONGEST_NAME)) == LONGEST_NAME
    assert len(clean_reason("x" * LONGEST_REASON)) == LONGEST_REASON
