"""What is done with law sets: publishing a revision, so that what was played is always judged by it."""

from laws.domain.lawset import LawSet
from laws.models import LawSetRevision


def pin(law_set: LawSet) -> LawSetRevision:
    """Return the published revision of a law set, publishing it if this is the first time it is needed.

    The same law set always gives the same row, however many ask at once.
    """
    found, _created = LawSetRevision.objects.get_or_create(
        revision=law_set.revision,
        defaults={"slug": law_set.slug, "content": law_set.canonical()},
    )
    return found
