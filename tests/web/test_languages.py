"""The site in German and Spanish: complete translations, chosen by the browser or on the page."""

import ast
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import polib
import pytest
import yaml
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import formats, translation
from django.utils.translation.template import templatize

from cinchclub.settings import BASE_DIR
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import PLACEHOLDER, ROLES, fill, with_people, without_partners
from laws.domain.sentences import _, to_json
from laws.library import LOADER, law_set, law_sets, vocabulary
from laws.management.commands import makemessages
from laws.templatetags.sentences import filled, translated
from scoring.events.planning.domain.settings import EVENT_SETTINGS
from scoring.events.planning.forms.settings import choices_of
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.references import named, player_ref, restored
from scoring.game.score import score
from scoring.tables.forms import law_choices
from scoring.templatetags.cards import face

OTHERS = [code for code, _name in settings.LANGUAGES if code != "en"]
MARKS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1}
MARKS |= {"ngettext": 2, "ngettext_lazy": 2, "ngettext_noop": 2, "pgettext": 2, "pgettext_lazy": 2}
TEXT = re.compile(r"""u?'(?:\\.|[^'\\])*'|u?"(?:\\.|[^"\\])*\"""")
CALL = re.compile(rf"\b(n?p?gettext)\(((?:(?:{TEXT.pattern})\s*,?\s*)+)")
VALUES = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%[sd]|</?[a-z][^>]*>")


def catalog(language: str) -> polib.POFile:
    return polib.pofile(str(BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"))


def in_python() -> Iterator[str]:
    """Yield the texts marked for translation in Python code."""
    for place in ("cinchclub", "laws", "scoring"):
        for path in (BASE_DIR / place).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    marked = node.args[: MARKS.get(node.func.id, 0)]
                    if node.func.id.startswith("pgettext"):
                        marked = marked[1:]
                    yield from (
                        text.value
                        for text in marked
                        if isinstance(text, ast.Constant) and isinstance(text.value, str)
                    )


def in_f_strings() -> Iterator[str]:
    """Yield the calls that mark a text inside an f-string, where makemessages does not find it."""
    for place in ("cinchclub", "laws", "scoring"):
        for path in (BASE_DIR / place).rglob("*.py"):
            for outer in ast.walk(ast.parse(path.read_text())):
                if isinstance(outer, ast.JoinedStr):
                    calls = (node for node in ast.walk(outer) if isinstance(node, ast.Call))
                    yield from (
                        f"{path.name}: {ast.unparse(call)}"
                        for call in calls
                        if ast.unparse(call.func) in MARKS
                    )


def in_templates() -> Iterator[str]:
    """Yield the texts marked for translation in templates."""
    for path in (BASE_DIR / "templates").rglob("*.html"):
        for call, given in CALL.findall(templatize(path.read_text())):
            texts = [ast.literal_eval(text) for text in TEXT.findall(given)]
            yield from texts[1:] if call == "pgettext" else texts


def in_the_law() -> Iterator[str]:
    """Yield the texts shown from the law's vocabulary, and the choices of its books."""
    for place in ("vocabulary", "books"):
        for path in (BASE_DIR / "laws" / place).rglob("*.yaml"):
            yield from makemessages.texts_shown(str(path), yaml.load(path.read_text(), LOADER))


@pytest.fixture(scope="module")
def marked() -> set[str]:
    return {*in_python(), *in_templates(), *in_the_law()} - {""}


def test_makemessages_finds_every_text_in_python():
    assert list(in_f_strings()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_has_its_translation(language, marked):
    entries = catalog(language)
    known = {text for entry in entries.translated_entries() for text in (entry.msgid, entry.msgid_plural)}

    assert len(marked) > 4000
    assert sorted(marked - known) == [], "run manage.py makemessages, and translate"
    assert entries.fuzzy_entries() == []
    assert entries.obsolete_entries() == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_every_value_and_every_tag_of_its_text(language):
    wrong = []
    for entry in catalog(language):
        both = {*VALUES.findall(entry.msgid), *VALUES.findall(entry.msgid_plural)}
        for place, text in (entry.msgstr_plural or {-1: entry.msgstr}).items():
            values = set(VALUES.findall(text))
            # The singular form may omit the number that the English text has.
            if values != both and not (place == 0 and values < both):
                wrong.append((entry.msgid, text))
    assert wrong == []


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_every_choice_of_an_events_settings_has_words_and_none_is_a_parameters_name(language):
    with translation.override(language):
        for setting in EVENT_SETTINGS.values():
            if setting.choices:
                texts = choices_of(setting)
                assert list(texts) == list(setting.choices)
                assert len(set(texts.values())) == len(texts)
                assert not [text for value, text in texts.items() if "-" in value and text == value]


def test_why_somebody_moved_is_kept_so_that_it_can_be_told_in_any_language():
    why = _("{player} has to draw a card.", player=player_ref(7))

    kept = json.loads(json.dumps(to_json(why)))

    assert restored(kept) == why
    assert named(restored(kept), player={7: "Ann"}.__getitem__) == "Ann has to draw a card."
    with translation.override("de"):
        assert translated(restored(kept)) == translated(why) != why


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "language", "heading"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de", "Regelbuch"),
        ("es-MX,es;q=0.9", "es", "libro de reglas"),
        ("fr,en;q=0.5", "en", "law book"),
        ("", "en", "law book"),
    ],
)
def test_a_browser_is_answered_in_its_language(accepted, language, heading):
    answer = Client(headers={"accept-language": accepted}).get("/laws/")

    page = answer.content.decode()
    assert f'<html lang="{language}">' in page
    assert answer.headers["Content-Language"] == language
    assert heading in page


@pytest.mark.django_db
def test_the_footer_switches_the_language_and_stays_on_the_page():
    browser = Client(headers={"accept-language": "de"}, enforce_csrf_checks=True)
    page = browser.get("/laws/?q=revoke").content.decode()
    assert '<button name="language" value="de" lang="de" aria-current="true">Deutsch</button>' in page

    came_from = "http://testserver/laws/?q=revoke"
    answer = browser.post("/language/", {"language": "es"}, headers={"referer": came_from})

    assert (answer.status_code, answer.headers["Location"]) == (302, came_from)
    assert '<html lang="es">' in browser.get("/laws/").content.decode(), "kept, whatever the browser asks"
    elsewhere = browser.post("/language/", {"language": "es"}, headers={"referer": "https://example.org/"})
    assert elsewhere.headers["Location"] == "/", "never to another site"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "typed"), [("en", "sell"), ("de", "verkauf"), ("es", "vend")])
def test_a_parameter_is_found_by_the_words_that_the_page_shows(language, typed):
    reader = Client(headers={"accept-language": language})

    page = reader.get(f"/laws/foster-1897/?q={typed}", headers={"hx-request": "true"}).content.decode()

    assert page.count('class="parameter"') in range(1, 10)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "address", "text", "english"),
    [
        ("de", "/laws/foster-1897/", "Das ganze Kartenspiel wird", "In place of the draw"),
        ("es", "/laws/foster-1897/", "se reparte toda la baraja", "In place of the draw"),
        ("de", "/games/", "Cinch zu dritt", "bidding to the board"),
        ("es", "/games/", "Cinch para tres", "with the joker"),
    ],
)
def test_texts_of_books_and_games_are_told_in_the_language(language, address, text, english):
    page = Client(headers={"accept-language": language}).get(address).content.decode()
    assert text in page
    assert english not in page


@pytest.mark.parametrize(("language", "none"), [("en", "none"), ("de", "keine"), ("es", "ninguno")])
def test_a_limit_that_is_left_out_is_typed_in_the_language(language, none):
    with translation.override(language):
        field = law_choices.parameter_field(PARAMETERS["score_floor"], law_set("foster-1897"))
        assert none in field.help_text
        assert "null" not in field.help_text
        assert law_choices.typed_value("score_floor", none) is None


@pytest.mark.parametrize(
    ("language", "of_partners"),
    [("en", r"\b(side|sides|partners?)\b"), ("de", r"Partei|Partner"), ("es", r"\bbandos?\b|compañer")],
    ids=["en", "de", "es"],
)
@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.plays_alone], ids=lambda game: game.key
)
def test_where_everybody_plays_alone_no_choice_speaks_of_a_side_or_a_partner(game, language, of_partners):
    with translation.override(language):
        for laws in (laws for laws in law_sets().values() if game.slug in laws.games):
            form = law_choices.LawChoicesForm()
            form.add_choices(laws.for_game(game.slug), game)
            explained = [filled(entry.law.text) for _tick, entry in form.variation_ticks if entry]
            texts = explained + [
                str(text)
                for field in form.fields.values()
                for text in (field.label, field.help_text, *dict(getattr(field, "choices", ())).values())
            ]
            assert [text for text in texts if re.search(of_partners, text)] == []


@pytest.mark.parametrize(
    ("language", "of_partners"),
    [("en", r"\bsides?\b"), ("de", r"Partei"), ("es", r"\bbandos?\b")],
    ids=["en", "de", "es"],
)
def test_where_everybody_plays_alone_the_reading_of_a_parameter_speaks_of_players(language, of_partners):
    game, offence = GAMES["three-handed-cinch"], [{"offence": "revoke", "seat": 2}]
    written = {"dealer": 1, "maker": 1, "bid": 1, "points": [7, 6, 1], "penalties": offence}
    with translation.override(language):
        for value in PARAMETERS["revoke_by_adversary"].words:
            laws = law_set("chicago-1890").derive({"revoke_by_adversary": value}).for_game(game.slug)
            scored = score(parse_deal(written, game, laws), laws, game)
            chosen = [translated(line.reading) for line in scored.explanation if line.reading]
            assert [text for text in chosen if re.search(of_partners, text)] == []


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "3 May 2026", "3 May 2026, 19:30"),
        ("de", "3. Mai 2026", "3. Mai 2026 19:30"),
        ("es", "3 de mayo de 2026", "3 de mayo de 2026 a las 19:30"),
    ],
)
def test_dates_are_written_as_the_language_writes_them(language, day, moment):
    at = datetime(2026, 5, 3, 19, 30, tzinfo=UTC)
    with translation.override(language):
        assert formats.date_format(at, "DATE_FORMAT") == day
        assert formats.date_format(at, "DATETIME_FORMAT") == moment


@pytest.mark.parametrize(
    ("language", "card", "corner", "aloud"),
    [
        ("en", "JH", "J", "jack of hearts"),
        ("de", "JH", "B", "Herz-Bube"),
        ("de", "QS", "D", "Pik-Dame"),
        ("de", "TC", "10", "Kreuz-Zehn"),
        ("es", "JH", "J", "jota de corazones"),
        ("es", "AD", "A", "as de diamantes"),
    ],
)
def test_a_card_has_the_letter_and_the_name_of_the_language(language, card, corner, aloud):
    with translation.override(language):
        drawn = str(face(card))
    assert f'aria-hidden="true">{corner}<svg' in drawn
    assert f">{aloud}</span>" in drawn


HELD_NO_TRUMP = "{offender} held no trump better than the nine."
"""A sentence of the law's vocabulary that contains a role."""


def test_a_sentence_of_the_vocabulary_is_told_in_the_language_with_its_roles_and_who_plays_them():
    told = fill(HELD_NO_TRUMP)
    assert told == "The offender held no trump better than the nine."
    assert with_people(told, {"offender": "Ann"}) == "The offender (Ann) held no trump better than the nine."
    with translation.override("de"):
        assert translated(told).startswith("Der Schuldige hatte keinen Trumpf")
        assert translated(with_people(told, {"offender": "Ann"})).startswith("Der Schuldige (Ann) hatte")
        either = without_partners(fill("{offender-or-partner}"))
        assert translated(either) == translated(fill("{offender}")) == "Der Schuldige"


def test_every_language_names_who_has_a_role_and_english_names_an_owner_alone():
    want, whose = fill("What does {dealer} want?"), fill("{dealers-partner}'s")
    people = {"dealer": "Ann", "dealers-partner": "Cal"}
    assert with_people(want, people) == "What does the dealer (Ann) want?"
    assert (whose, with_people(whose, people)) == ("The dealer's partner's", "Cal's")
    with translation.override("de"):
        assert translated(with_people(want, people)) == "Was will der Geber (Ann)?"
        assert translated(with_people(whose, people)) == "Der Partner des Gebers (Cal)"
    with translation.override("es"):
        assert translated(with_people(want, people)) == "¿Qué quiere el repartidor (Ann)?"


def test_a_text_that_is_no_sentence_keeps_its_words():
    assert with_people("The maker scores.", {"maker": "Ann"}) == "The maker scores."
    assert without_partners("The offender or his partner led.") == "The offender or his partner led."


def test_questions_and_answers_write_their_roles_in_braces():
    words = sorted((re.escape(role.words) for role in ROLES.values()), key=len, reverse=True)
    english = re.compile(r"\b(" + "|".join(words) + r")\b", re.I)
    facts = [fact for incident in vocabulary().incidents.values() for fact in incident.every_fact.values()]
    texts = {fact.ask for fact in facts}
    texts |= {text for fact in facts for value in fact.values for text in (value.label, value.means)}

    def roles_of(text: str) -> list[str]:
        return sorted(ROLES[role].words for role in PLACEHOLDER.findall(text))

    without = {
        text for text in texts if sorted(map(str.lower, english.findall(fill(text)))) != roles_of(text)
    }
    # Nobody at the table is the bystander, and these adversaries need not be the offender's.
    assert without == {
        "Have the players agreed to let the bystander decide?",
        "The players have agreed that the bystander decides.",
        "The adversaries of {maker}",
    }


def test_a_law_of_a_clubs_own_stays_as_the_club_wrote_it():
    own = fill("{offender} buys the next round.")
    with translation.override("es"):
        assert translated(own) == "The offender buys the next round."
        assert filled("A law without a role.") == "A law without a role."
        assert filled("") == "", "and not the head of the catalogue"


def test_text_that_somebody_typed_is_nobodys_to_translate():
    shown = Template("{% load sentences %}{{ name|translated }}")
    with translation.override("de"):
        assert shown.render(Context({"name": "Games"})) == "Games"
