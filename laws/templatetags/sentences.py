"""Filters and functions that translate sentences to the active language."""

from django import template
from django.utils.translation import gettext, ngettext

from laws.domain.errors import InvalidInput
from laws.domain.roles import fill
from laws.domain.sentences import Sentence

register = template.Library()


@register.filter
def translated(text: str) -> str:
    """Translate a `Sentence` to the active language. Plain text is returned unchanged."""
    return text.translation(gettext, ngettext) if isinstance(text, Sentence) else text


@register.filter
def filled(text: str) -> str:
    """Fill in the roles of a sentence, and translate it to the active language."""
    return translated(fill(text))


def translated_errors(refusal: InvalidInput) -> dict[str, list[str]]:
    """Return the reasons of a refusal by field, in the active language."""
    return {field: [translated(reason) for reason in reasons] for field, reasons in refusal.errors.items()}


def translated_reasons(refusal: InvalidInput) -> list[str]:
    """Return all reasons of a refusal, in the active language."""
    return [translated(reason) for reason in refusal.reasons]
