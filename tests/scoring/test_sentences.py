"""The domain's sentences in another language: what a translator finds, and what a page makes of it."""

import ast
import struct
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from scoring import domain
from scoring.domain.cards import Card, card_in_words
from scoring.domain.sentences import _, in_a_row, ngettext
from scoring.templatetags.sentences import translated
from tests.factories import record

PLAIN = {
    "Side {side} bid {bid} and took {points}: made.": "Partij {side} zei {bid} en haalde {points}: gehaald.",
    "{listed}, {next}": "{listed}, {next}",
    "{listed} and {last}": "{listed} en {last}",
    "side {side}": "partij {side}",
    "the {rank} of {suit}": "{suit}{rank}",
    "five": "vijf",
    "clubs": "klaveren",
    "Side {side} cannot fall below {floor}.": "Partij {side} zakt niet onder {nowhere}.",
}
COUNTED = {("{count} point", "{count} points"): ("{count} punt", "{count} punten")}
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


@pytest.fixture
def dutch(settings, tmp_path):
    """Let the site speak Dutch, as far as a small catalogue goes."""
    messages = {"": HEAD, **PLAIN, **{"\0".join(told): "\0".join(said) for told, said in COUNTED.items()}}
    place = tmp_path / "nl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "django.mo").write_bytes(compiled(messages))
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
    settings.LOCALE_PATHS = [tmp_path]


def compiled(messages: dict[str, str]) -> bytes:
    """Return a catalogue in gettext's own format: two tables of lengths and places, then the texts."""
    sorted_ones = sorted((told.encode(), said.encode()) for told, said in messages.items())
    texts = [told for told, said in sorted_ones] + [said for told, said in sorted_ones]
    count, place, tables, rest = len(sorted_ones), 28 + 16 * len(sorted_ones), b"", b""
    for text in texts:
        tables += struct.pack("<2I", len(text), place + len(rest))
        rest += text + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, place) + tables + rest


@pytest.mark.parametrize(
    ("sentence", "english", "in_dutch"),
    [
        (_("Side {side} bid {bid} and took {points}: made.", side=1, bid=8, points=9),
         "Side 1 bid 8 and took 9: made.", "Partij 1 zei 8 en haalde 9: gehaald."),
        (ngettext("{count} point", "{count} points", 1), "1 point", "1 punt"),
        (ngettext("{count} point", "{count} points", 9), "9 points", "9 punten"),
        (in_a_row([_("side {side}", side=side) for side in (1, 2, 3)]),
         "side 1, side 2 and side 3", "partij 1, partij 2 en partij 3"),
        (card_in_words(Card("5", "C")), "the five of clubs", "klaverenvijf"),
        # Names stay as they are, whatever is in them; so does what has no translation, or a wrong one.
        (in_a_row(["side {side}", "{last}"]), "side {side} and {last}", "side {side} en {last}"),
        (_("Both sides revoked."), "Both sides revoked.", "Both sides revoked."),
        (_("Side {side} cannot fall below {floor}.", side=1, floor=0),
         "Side 1 cannot fall below 0.", "Side 1 cannot fall below 0."),
        ("anything else", "anything else", "anything else"),
    ],
)  # fmt: skip
def test_a_sentence_is_english_and_can_be_said_in_another_language(dutch, sentence, english, in_dutch):
    assert sentence == english
    with translation.override("nl"):
        assert translated(sentence) == in_dutch
    with translation.override("en"):
        assert translated(sentence) == english


@pytest.mark.django_db
def test_a_page_explains_a_score_in_the_readers_language_and_the_api_in_english(dutch, club):
    answer = record(club.table, club.actors["scorer"], bid=8, maker=1, points=[9, 5])
    assert "Side 1 bid 8 and took 9: made." in [line["text"] for line in answer.body["score"]["explanation"]]
    client = Client(headers={"accept-language": "nl"})
    client.force_login(club.users["scorer"])

    sheet = client.get(f"/tables/{club.table.pk}/sheet/").content.decode()

    assert "Partij 1 zei 8 en haalde 9: gehaald." in sheet
    assert "Side 1 now has 4 and side 2 0, of 51." not in sheet, "its list is translated"
    assert "Side 1 now has 4 en side 2 0, of 51." in sheet, "and what has no translation stays English"


def test_every_sentence_stands_in_the_code_where_a_translators_tools_find_it():
    texts = []
    for path in sorted(Path(domain.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                wanted = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
                texts += node.args[:wanted]

    assert len(texts) > 50
    assert [ast.unparse(text) for text in texts if not isinstance(text, ast.Constant)] == []
