"""House law sets, their drafts and their publications.

The content of a revision is in `laws`, which does not know clubs. Only drafts can be changed. Publishing
deletes the draft and stores its text as a revision.
"""

from hashlib import sha256
from typing import Any

from django.db import models
from django.db.models import F, Q

from laws.models import HouseRevision
from scoring.clubs.models import Club, Member
from scoring.house_laws.records import fields_of
from scoring.journal.models import Recorded, one_actor


class HouseLawSet(Recorded):
    """One of a club's own law sets.

    Its slug identifies the law set and never changes; the title can change.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_law_sets")
    slug = models.SlugField(
        max_length=60, unique=True, help_text="The law set in addresses, and the first part of its laws' ids."
    )

    class Meta:
        ordering = ["slug"]
        constraints = [one_actor("a_house_law_set_has_one_actor")]

    def __str__(self) -> str:
        return self.slug


class HouseDraft(models.Model):
    """The draft of the next revision of a house law set."""

    law_set = models.OneToOneField(HouseLawSet, on_delete=models.PROTECT, related_name="draft")
    written = models.TextField(help_text="The law set as YAML, as in an export.")
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"draft of {self.law_set}"

    @property
    def mark(self) -> str:
        """The first 16 hex digits of the text's SHA-256. A request names a draft by its mark."""
        return sha256(self.written.encode()).hexdigest()[:16]

    @property
    def fields(self) -> dict[str, Any]:
        return fields_of(self.written)


class HousePublication(Recorded):
    """The publication of a draft by a second person, or by its author if nobody else may publish.

    The author is the member who last changed the draft.
    """

    law_set = models.ForeignKey(HouseLawSet, on_delete=models.PROTECT, related_name="publications")
    revision = models.OneToOneField(HouseRevision, on_delete=models.PROTECT, related_name="publication")
    author = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    is_by_author = models.BooleanField(
        default=False, help_text="Whether the author published the draft alone, after a second review."
    )

    class Meta:
        ordering = ["law_set", "id"]
        constraints = [
            one_actor("a_house_publication_has_one_actor"),
            models.CheckConstraint(
                condition=Q(by_member__isnull=False) & (~Q(by_member=F("author")) | Q(is_by_author=True)),
                name="a_second_person_publishes",
            ),
        ]

    def __str__(self) -> str:
        return f"publication of {self.revision}"
