"""The domain's sentences in the language of the page; in English they come as they are."""

from django import template
from django.utils.translation import gettext, ngettext

from scoring.domain.sentences import Sentence

register = template.Library()


@register.filter
def translated(text: str) -> str:
    """Return a sentence of the domain in the language of the page; any other text as it is."""
    return text.said(gettext, ngettext) if isinstance(text, Sentence) else text
