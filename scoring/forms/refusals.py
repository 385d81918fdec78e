"""A service's refusal, put beside the fields of the form that was sent."""

from django import forms
from django.urls import reverse
from django.utils.html import format_html

from laws.domain.errors import InvalidInput
from laws.queries import law_named
from laws.templatetags.sentences import translated


def reason_with_law(reason: str, law_id: str | None) -> str:
    """Return a reason in the reader's language, with the law it rests on as a link where some book has it."""
    said = translated(reason)
    try:
        law = law_named(law_id or "")
    except InvalidInput:
        return said
    return format_html('{} <a href="{}">{}</a>', said, reverse("laws:law", args=[law.id]), law.cite)


def refuse(form: forms.BaseForm, refusal: InvalidInput) -> None:
    """Put each reason beside its field: "players.2" belongs to players_2; others stand above the form."""
    form.full_clean()
    for path, reasons in refusal.errors.items():
        names = (path.replace(".", "_"), path.split(".")[-1], path.split(".")[0])
        field = next((name for name in names if name in form.fields), None)
        for reason in reasons:
            form.add_error(field, reason_with_law(reason, refusal.law))
