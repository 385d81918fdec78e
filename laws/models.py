"""Published revisions of law sets and their rules.

A deal is ruled by the revision under which it was played, even if the books change later. Triggers in the
database prevent changes to these rows.
"""

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class OrderedJSONField(models.JSONField):
    """A JSON field stored as text, because PostgreSQL's JSON does not keep the order of keys.

    The order of laws and facts matters. Queries cannot look into the content.
    """

    def get_internal_type(self) -> str:
        return "TextField"

    def get_db_prep_value(
        self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=False)

    def from_db_value(self, value: str | None, *_about: object) -> Any:
        return None if value is None else json.loads(value)


class RuleBookRevision(models.Model):
    """The published rules and vocabulary of a law set. ``revision`` is the hash of ``content``.

    For a club's law set, ``content`` has the club's text, the slug of the base book, and the hash of the base
    book's rules.
    """

    revision = models.CharField(_("revision"), max_length=64, unique=True)
    content = OrderedJSONField(_("content"), help_text=_("The text of the rules and of the vocabulary."))
    published_at = models.DateTimeField(_("published"), auto_now_add=True)

    class Meta:
        ordering = ("-published_at", "-pk")
        verbose_name = _("rule book revision")
        verbose_name_plural = _("rule book revisions")

    def __str__(self) -> str:
        return f"rules {self.revision[:8]}"


class LawSetRevision(models.Model):
    """A published law set. ``revision`` is the hash of ``content``, its canonical form."""

    slug = models.CharField(_("law set"), max_length=80, help_text=_("For example: the slug of a book."))
    revision = models.CharField(_("revision"), max_length=64, unique=True)
    content = OrderedJSONField(_("content"), help_text=_("The law set in its canonical form."))
    published_at = models.DateTimeField(_("published"), auto_now_add=True)

    class Meta:
        ordering = ("slug", "-published_at", "-pk")
        verbose_name = _("law set revision")
        verbose_name_plural = _("law set revisions")

    def __str__(self) -> str:
        return f"{self.slug} ({self.revision[:8]})"


class HouseRevision(models.Model):
    """A revision of a club's own law set: its text in YAML, and the resulting law set.

    The app ``laws`` does not know clubs; ``scoring`` links a club to the slug.
    """

    slug = models.CharField(_("law set"), max_length=80)
    number = models.PositiveIntegerField(_("number"), help_text=_("The number of the revision, from 1."))
    law_set = models.ForeignKey(LawSetRevision, on_delete=models.PROTECT, related_name="house_revisions")
    written = models.TextField(_("as written"), help_text=_("The law set as YAML, as in an export."))
    published_at = models.DateTimeField(_("published"), auto_now_add=True)

    class Meta:
        ordering = ("slug", "-number")
        verbose_name = _("house law set revision")
        verbose_name_plural = _("house law set revisions")
        constraints = [
            models.UniqueConstraint(fields=["slug", "number"], name="house_revisions_are_numbered"),
            models.CheckConstraint(condition=Q(number__gte=1), name="house_revisions_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.slug}, revision {self.number}"
