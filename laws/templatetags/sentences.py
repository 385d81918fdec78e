"""Sentences in the language of whoever asked; in English they come as they are."""

from django import template
from django.utils.translation import gettext, ngettext

from laws.domain.errors import InvalidInput
from laws.domain.roles import fill
from laws.domain.sentences import Sentence

register = template.Library()


@register.filter
def translated(text: str) -> str:
    """Return a sentence in the language that is spoken now; any other text as it is."""
    return text.translation(gettext, ngettext) if isinstance(text, Sentence) else text


@register.filter
def filled(text: str) -> str:
    """Return a sentence with its roles in words, in the language that is spoken now."""
    return translated(fill(text))


def translated_errors(refusal: InvalidInput) -> dict[str, list[str]]:
    """Return the reasons of a refusal by field, in the language that is spoken now."""
    return {field: [translated(reason) for reason in reasons] for field, reasons in refusal.errors.items()}


def translated_reasons(refusal: InvalidInput) -> list[str]:
    """Return all reasons of a refusal, in the language that is spoken now."""
    return [translated(reason) for reason in refusal.reasons]
