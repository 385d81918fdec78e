"""Find the incidents that a player's own words may mean, in each language of the site."""

from collections.abc import Collection, Container
from functools import cache

from django.conf import settings
from django.utils import translation

from laws import library
from laws.domain import proposals
from laws.domain.compiled_book import LawBook
from laws.domain.likeness import Likeness
from laws.templatetags.sentences import filled


@cache
def finder() -> proposals.Finder:
    """Return the search over all incidents.

    It has phrases in English, and in those languages of the site that `library.languages` returns.
    """
    spoken = {code for code, _name in settings.LANGUAGES}
    foreign = [_phrases_in(code) for code in library.languages() if code in spoken]
    return proposals.Finder(
        library.incident_index(),
        (library.english(), *foreign),
        library.vocabulary().incidents,
        library.game_names(),
        library.frequent(),
    )


def _phrases_in(code: str) -> Likeness:
    with translation.override(code):
        return library.phrases_in(code, filled)


def incidents_meant(
    words: str, book: LawBook, games: Collection[str] = (), among: Container[str] | None = None
) -> proposals.ProposedIncidents:
    """Return the incidents that the words may mean, see `proposals.propose`.

    Incidents of the games asked about are returned separately from incidents of other games. The games asked
    about are the first of these that is given:

    1. the games that the words name
    2. ``games``
    3. the book's first game

    Incidents on which the book is silent get a lower score. Only incidents in ``among`` are searched; None
    means all.
    """
    silent = {name for name, table in book.tables.items() if not table.rules}
    asked = games or book.law_set.games[:1]
    return proposals.propose(finder(), words, asked, among, silent, _language())


def _language() -> str:
    return (translation.get_language() or proposals.ENGLISH).partition("-")[0]
