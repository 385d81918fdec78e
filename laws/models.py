"""A law set and its rules as they were published: what a table plays under, kept for good.

The books may change; what has been played is judged by the revision it was played under. Rows are never
edited or removed: the database itself refuses it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RuleBookRevision(models.Model):
    """The rules of a law set and their vocabulary at one moment; ``revision`` is the hash of ``content``."""

    revision = models.CharField(_("revision"), max_length=64, unique=True)
    content = models.JSONField(_("content"), help_text=_("The words of the rules and of the vocabulary."))
    published_at = models.DateTimeField(_("published"), auto_now_add=True)

    class Meta:
        ordering = ("-published_at", "-pk")
        verbose_name = _("rule book revision")
        verbose_name_plural = _("rule book revisions")

    def __str__(self) -> str:
        """Return the first figures of the hash."""
        return f"rules {self.revision[:8]}"


class LawSetRevision(models.Model):
    """One law set, whole, at one moment. ``revision`` is the hash of ``content``, its canonical form."""

    slug = models.CharField(_("law set"), max_length=80, help_text=_("For example: the slug of a book."))
    revision = models.CharField(_("revision"), max_length=64, unique=True)
    content = models.JSONField(_("content"), help_text=_("The law set in its canonical form."))
    published_at = models.DateTimeField(_("published"), auto_now_add=True)

    class Meta:
        ordering = ("slug", "-published_at", "-pk")
        verbose_name = _("law set revision")
        verbose_name_plural = _("law set revisions")

    def __str__(self) -> str:
        """Return the law set's slug and the first figures of its hash."""
        return f"{self.slug} ({self.revision[:8]})"
