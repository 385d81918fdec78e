"""Translation of the domain's sentences: marked in the code, translated on pages."""

import ast
import struct
from collections.abc import Iterator
from string import Formatter
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from cinchclub.settings import BASE_DIR
from laws.domain.arbiter import rule
from laws.domain.effects import KINDS, Effect
from laws.domain.errors import InvalidInput
from laws.domain.sentences import _, in_a_row, ngettext
from laws.library import law_book
from laws.templatetags.sentences import translated
from scoring.events.planning.domain.settings import parse_settings
from scoring.game.cards import Card, card_in_words
from scoring.game.combined_decisions import Order
from scoring.game.explanation import bid_made, floored
from scoring.game.references import named, player_ref
from scoring.game.seating import TableSeats
from scoring.house_laws.records import read_fields
from scoring.tables.models import HeldEntry
from tests.disputes.disputing import bid_nine, raised
from tests.factories import BID_EIGHT_MADE_FIVE, record
from tests.game.tables import FOSTER
from tests.house_laws.making import with_rule
from tests.translating import untranslated

HELD = "{deal} is held for the director. Not recorded yet: {missing}."
PLAIN = {
    "{side} bid {bid} and took {points}: made.": "{side} zei {bid} en haalde {points}: gehaald.",
    "{side} can score nothing on this deal.": "{side} scoort niets.",
    "{makers-side} scores all it makes, whatever it bid.": "Alles telt voor {makers-side}.",
    "the offending side": "de schuldige partij",
    "the maker's side": "de makers",
    "{deal} is recorded already, with other content.": "{deal} staat al anders op papier.",
    HELD: "{deal} wacht op de leider: {missing} ontbreekt.",
    "Deal {number}": "Deel {number}",
    "{name}, seat {seat}": "{name}, plaats {seat}",
    "{listed}, {next}": "{listed}, {next}",
    "{listed} and {last}": "{listed} en {last}",
    "side {side}": "partij {side}",
    "the {rank} of {suit}": "{suit}{rank}",
    "five": "vijf",
    "clubs": "klaveren",
    "{what} is a whole number from {low} to {high}, not {value}.": "{what} {low} tot {high}, niet {value}.",
    "a seat": "stoel",
    "A name needs at least one visible letter, digit or sign.": "Een naam moet zichtbaar zijn.",
    "{player} has to draw a card.": "{player} moet een kaart trekken.",
    "{side} cannot fall below {floor}.": "{side} zakt niet onder {nowhere}.",
}
COUNTED = {("{count} point", "{count} points"): ("{count} punt", "{count} punten")}
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


@pytest.fixture
def dutch(settings, tmp_path):
    """Add Dutch with a small catalogue to the site's languages."""
    messages = {"": HEAD, **PLAIN, **{"\0".join(told): "\0".join(said) for told, said in COUNTED.items()}}
    place = tmp_path / "nl" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "django.mo").write_bytes(compiled(messages))
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
    settings.LOCALE_PATHS = [tmp_path]


def compiled(messages: dict[str, str]) -> bytes:
    """Return a catalogue in gettext's binary format: two tables of lengths and offsets, then the texts."""
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
        (bid_made(1, 8, 9),
         "Side 1 bid 8 and took 9: made.", "Partij 1 zei 8 en haalde 9: gehaald."),
        (ngettext("{count} point", "{count} points", 1), "1 point", "1 punt"),
        (ngettext("{count} point", "{count} points", 9), "9 points", "9 punten"),
        (in_a_row([_("side {side}", side=side) for side in (1, 2, 3)]),
         "side 1, side 2 and side 3", "partij 1, partij 2 en partij 3"),
        (card_in_words(Card("5", "C")), "the five of clubs", "klaverenvijf"),
        # Names are not translated. A text without a translation, or with a broken one, stays English.
        (in_a_row(["side {side}", "{last}"]), "side {side} and {last}", "side {side} en {last}"),
        (_("Both sides revoked."), "Both sides revoked.", "Both sides revoked."),
        (floored(1, 0),
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

    assert "A &amp; B zei 8 en haalde 9: gehaald." in sheet
    told = "A &amp; B then had 4 and Y &amp; Z 0, of 51."
    assert told in sheet, "what has no translation stays English"


@pytest.mark.django_db
def test_a_refusal_is_told_in_the_callers_language_and_on_a_page_beside_its_field(dutch, club):
    deal = {"dealer": 5, "bid": 8, "maker": 1, "points": [9, 5]}
    asked = {"law_set": "foster-1897", "game": "cinch", "deal": deal}
    for language, words in {
        "en": "a seat is a whole number from 1 to 4, not “5”.",
        "nl": "stoel 1 tot 4, niet “5”.",
    }.items():
        client = Client(headers={"accept-language": language})
        answer = client.post("/api/v1/score/", asked, content_type="application/json")
        assert (answer.status_code, answer.json()) == (400, {"deal.dealer": [words]})

    client.force_login(club.users["director"])
    unseen = {"name": "\N{ZERO WIDTH SPACE}", "role": "player"}
    page = client.post(f"/clubs/{club.club.slug}/members/", unseen)
    assert page.status_code == 400
    assert "Een naam moet zichtbaar zijn." in page.content.decode()


@pytest.mark.django_db
def test_a_page_says_in_the_readers_language_that_another_deal_is_recorded(dutch, club):
    record(club.table, club.actors["scorer"], bid=8, maker=1, points=[9, 5])
    client = Client(headers={"accept-language": "nl"})
    client.force_login(club.users["scorer"])
    entry = {"bid": "8", "maker": "1", "trump": "H", "detail": "total", "points": "10"}

    page = client.post(f"/tables/{club.table.pk}/", {"step": "record", "number": "1", **entry})

    assert page.status_code == 409
    assert "Deel 1 staat al anders op papier." in page.content.decode()
    assert "A &amp; B 9, Y &amp; Z 5" in page.content.decode(), "what is recorded"
    assert "A &amp; B 10, Y &amp; Z 4" in page.content.decode(), "what was sent"


FAULTY: dict[str, Any] = with_rule(
    status="doubtful",
    by=["no-such"],
    silent="It is silent.",
    effects=["shot-at-dawn", {"kind": "new-deal"}, {"kind": "stands", "who": "dealer"}],
    interpretation={"question": "Which?", "because": "So.", "default": "this"},
    exception_to=["a", "a"],
)
"""A rule of a house law set with many faults."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: FOSTER.derive({"game_score": "51", "bidd": 1}, ["high-bid"]), id="parameters"),
        pytest.param(lambda: rule(law_book("foster-1897"), "revoke", {"offender": "me"}), id="a fact"),
        pytest.param(
            lambda: parse_settings({"odd": "x", "rounds_": 2}, rounds=0, deals_per_round=4), id="event"
        ),
        pytest.param(lambda: read_fields("own", FAULTY), id="a house-law file"),
        pytest.param(lambda: read_fields("own", with_rule(when="never")), id="a condition of a house law"),
    ],
)
def test_whatever_is_refused_is_refused_in_words_that_can_be_translated(ask):
    with pytest.raises(InvalidInput) as refused:
        ask()

    told = [reason for reasons in refused.value.errors.values() for reason in reasons]
    assert [words for reason in told for words in untranslated(reason)] == []


def test_a_bare_text_and_prose_among_the_values_are_not_translated():
    assert untranslated("side one") == ["side one"]
    assert untranslated(_("not {what}.", what="side one")) == ["side one"]
    assert untranslated(_("not {what}.", what=_("side {side}", side=1))) == []
    assert untranslated(_("not {value}.", value="“as it was sent”")) == []


def test_names_are_put_into_a_sentence_that_can_still_be_translated(dutch):
    told = named(_("{player} has to draw a card.", player=player_ref(7)), player={7: "Seat A"}.__getitem__)

    assert told == "Seat A has to draw a card."
    with translation.override("nl"):
        assert translated(told) == "Seat A moet een kaart trekken."


TOLD = {"InvalidInput", "Conflict", "NotAllowed", "TooManyAttempts", "add", "take"}
"""The names of calls whose texts reach the user: refusals, and functions that collect reasons for them."""


TO_OPERATORS = ("backups.py", "demo.py", "api_schemas.py")
"""Files with texts for operators, on the command line or in the API's description."""


SPOKEN_BY = ("clubs", "disputes", "events", "game", "house_laws", "journal", "office", "tables", "web")


def bare_words(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the untranslated texts that are passed to a refusal."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in TOLD:
            for given in call.args:
                parts = list(given.values) if isinstance(given, ast.Dict) else [given]
                yield from (part for part in parts if is_prose(part))


def is_prose(part: ast.expr | None) -> bool:
    """Return whether an expression is a text of several words."""
    texts = part.values if isinstance(part, ast.JoinedStr) else [part]
    return any(isinstance(text, ast.Constant) and " " in str(text.value) for text in texts)


def test_bare_words_in_a_refusal_are_noticed():
    code = (
        'raise InvalidInput({"bid": "too high.", "maker": _("nobody bid.")}); problems.add(at, f"not {it}.")'
    )

    assert [ast.unparse(found) for found in bare_words(ast.parse(code))] == ["'too high.'", "f'not {it}.'"]


@pytest.mark.parametrize("place", ["laws", *(f"scoring/{part}" for part in SPOKEN_BY)])
def test_no_refusal_is_made_of_words_that_no_translator_sees(place):
    bare = {
        f"{path.relative_to(BASE_DIR)}:{found.lineno}": ast.unparse(found)
        for path in sorted((BASE_DIR / place).rglob("*.py"))
        if path.parent.name not in ("commands", "migrations") and path.name not in TO_OPERATORS
        for found in bare_words(ast.parse(path.read_text()))
    }
    assert bare == {}


def test_every_sentence_stands_in_the_code_where_a_translators_tools_find_it():
    texts = []
    speaking = ("laws/domain", *(f"scoring/{part}" for part in SPOKEN_BY if part != "clubs"))
    for path in (path for place in speaking for path in sorted((BASE_DIR / place).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                wanted = {"_": 1, "ngettext": 2, "gettext_noop": 1}.get(node.func.id, 0)
                texts += node.args[:wanted]

    assert len(texts) > 300
    computed = [text for text in texts if not isinstance(text, ast.Constant)]
    assert {ast.unparse(text) for text in computed} <= {"singular", "plural", "marked"}, (
        "only one made of another or marked"
    )


@pytest.mark.django_db
def test_a_ruling_names_whom_it_means_in_the_readers_language_and_the_api_in_english(dutch, club):
    bid_nine(club)
    dispute = raised(club)["id"]
    client = Client(headers={"accept-language": "nl"})
    client.force_login(club.users["director"])

    told = client.get(f"/disputes/{dispute}/").content.decode()
    sent = client.get(f"/api/v1/disputes/{dispute}/").json()["ruling"]["effects"]

    # An opponent revoked: the opponents score nothing, and the maker's side scores all it makes.
    assert "De schuldige partij (Y en Z) scoort niets." in told
    assert "Alles telt voor de makers (A en B)." in told
    assert "The offending side (Y and Z) can score nothing on this deal." in [
        effect["named"] for effect in sent
    ]


@pytest.mark.django_db
def test_a_held_entry_is_told_in_the_callers_language_also_when_it_comes_again(dutch, club):
    client, key = club.client("scorer"), str(uuid4())

    def told(language: str) -> str:
        answer = client.post(
            f"/api/v1/tables/{club.table.pk}/deals/",
            {**BID_EIGHT_MADE_FIVE, "number": 3},
            format="json",
            headers={"idempotency-key": key, "accept-language": language},
        )
        assert answer.status_code == 202
        return str(answer.json()["detail"])

    english = "Deal 3 is held for the director. Not recorded yet: Deal 1."
    dutch_words = "Deel 3 wacht op de leider: Deel 1 ontbreekt."
    assert [told("en"), told("nl"), told("en")] == [english, dutch_words, english]
    assert HeldEntry.objects.count() == 1


def test_a_decision_is_said_in_another_language_only_as_long_as_we_still_say_it_so(dutch):
    kept = {"kind": "side-cannot-score", "side": "offenders"}
    said = "The offending side can score nothing on this deal."

    def shown(**stored: str) -> str:
        return translated(Order.read(stored).text_at(TableSeats(4, 2)))

    with translation.override("nl"):
        assert shown(**kept, says=said) == "De schuldige partij scoort niets."
        assert shown(**kept, says="It scores nought.") == "It scores nought."
        assert shown(kind="of-old", says=said) == said


def test_whatever_an_effect_says_can_be_said_in_another_language():
    said = [kind.plain for kind in KINDS.values()]
    said += [
        Effect(slug, ((name, value),)).says
        for slug, kind in KINDS.items()
        if len(kind.parameters) == 1
        for name, words in kind.parameters.items()
        for value in words
    ]
    assert len(said) > 200
    assert [words for sentence in said for words in untranslated(sentence)] == []


def missing_values(tree: ast.AST) -> Iterator[str]:
    """Yield the sentences with a placeholder without a value, or with a value without a placeholder."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        count = {"_": 1, "ngettext": 2}.get(call.func.id, 0)
        templates = [text.value for text in call.args[:count] if isinstance(text, ast.Constant)]
        if not templates or any(given.arg is None for given in call.keywords):
            continue
        given = {value.arg for value in call.keywords}
        needed = {name for text in templates for _said, name, _spec, _as in Formatter().parse(text) if name}
        if needed - ({"count"} if count == 2 else set()) != given:
            yield templates[0]


def test_a_placeholder_without_a_value_is_noticed():
    counted = 'ngettext("{count} of {what}", "{count} of {what}", 2, what=1)'
    code = f'_("{{side}} bid {{bid}}.", side=1)\n_("No values.")\n{counted}'
    assert list(missing_values(ast.parse(code))) == ["{side} bid {bid}."]


@pytest.mark.parametrize("place", ["laws", *(f"scoring/{part}" for part in SPOKEN_BY)])
def test_every_placeholder_of_a_sentence_is_given_its_value(place):
    sources = {path: path.read_text() for path in sorted((BASE_DIR / place).rglob("*.py"))}
    wrong = {
        str(path.relative_to(BASE_DIR)): list(missing_values(ast.parse(text)))
        for path, text in sources.items()
        if "laws.domain.sentences" in text
    }
    assert {path: told for path, told in wrong.items() if told} == {}
