"""A law set as it was published: what a table plays under, kept for good.

The books may change; what has been played is judged by the revision it was played under. Rows are never
edited or removed: the database itself refuses it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


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
