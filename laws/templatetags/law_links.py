"""A law cited on a page: a link to it."""

from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws import library
from laws import queries as selectors
from laws.domain.errors import InvalidInput

register = template.Library()


@register.simple_tag
def law_link(law_id: str | None) -> SafeString:
    """Return a law's name as a link with its citation; its id as plain text where no law set holds it."""
    if not law_id:
        return SafeString("")
    return _of_a_book(law_id) if law_id in library.laws() else _link(law_id)


@lru_cache(maxsize=1024)
def _of_a_book(law_id: str) -> SafeString:
    return _link(law_id)


def _link(law_id: str) -> SafeString:
    try:
        law = selectors.law_named(law_id)
    except InvalidInput:
        return format_html('<span class="law-link">{}</span>', law_id)
    address = reverse("laws:law", args=[law_id])
    return format_html('<a class="law-link" href="{}" title="{}">{}</a>', address, law.cite, law.title)
