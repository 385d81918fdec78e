"""Template tags and filters that show laws as links, and parameters with their values."""

from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from laws import queries, table_of_contents
from laws.domain import parameters
from laws.domain.errors import InvalidInput
from laws.domain.lawset import CHOICE
from laws.domain.roles import without_partners
from laws.templatetags.sentences import translated

register = template.Library()


@register.simple_tag
def law_link(law_id: str | None, laws_name: str = "") -> SafeString:
    """Return a link to a law: the law's title, translated if possible, with the citation as a tooltip.

    Other results:

    - Without ``law_id``: an empty text.
    - Unknown law: its id, without a link.
    - Law that records a club's choice: a link with title and citation, untranslated.
    - Law from outside the sources: the link and a remark.

    ``laws_name`` is the name of the law set under which the page cites the law. Only the laws of a club's own
    law set need it.
    """
    if not law_id:
        return SafeString("")
    name = queries.name_under(law_id, laws_name)
    try:
        law = queries.law_named(name)
    except InvalidInput:
        return format_html('<span class="law-link">{}</span>', law_id)
    text = f"{law.title} ({law.cite})" if law.kind == CHOICE else gettext(law.title)
    link = format_html('<a class="law-link" href="{}" title="{}">{}</a>', _address(name), law.cite, text)
    return format_html("{} ({})", link, gettext("from outside the sources")) if law.origin else link


@lru_cache(maxsize=1024)
def _address(name: str) -> str:
    """Return the URL of a law's page. Cached, because the deals of a score sheet cite the same laws."""
    return reverse("laws:law", args=[name])


register.filter("in_books", table_of_contents.in_books)
register.filter("law_set_name", queries.name_of)
register.filter("under", queries.name_under)


@register.filter
def parameter_name(name: str) -> str:
    return translated(parameters.heading(name))


@register.filter
def parameter_value(value: object, name: str) -> str:
    """Return the value of a parameter in words.

    >>> parameter_value("low", "cut_ace"), parameter_value(None, "score_floor")
    ('It is the lowest card.', 'none')
    """
    return translated(parameters.in_words(name, value))


@register.simple_tag
def parameter_in(name: str, value: object, plays_alone: bool) -> tuple[str, str]:
    """Return the name and the value of a parameter in words that suit a game.

    If everybody ``plays_alone`` in the game, the words mention players instead of sides.
    """
    words = parameters.heading(name), parameters.in_words(name, value)
    heading, says = map(without_partners, words) if plays_alone else words
    return translated(heading), translated(says)
