"""What is done with law sets: publishing a revision, so that what was played is always judged by it."""

from django.db import transaction

from laws import library
from laws.domain.lawset import LawSet
from laws.models import LawSetRevision, RuleBookRevision


@transaction.atomic
def pin(law_set: LawSet) -> LawSetRevision:
    """Return the published revision of a law set, publishing it if this is the first time it is needed.

    Its rules are published with it, where they are still those of our books. The same law set always gives
    the same row, however many ask at once.
    """
    ours = library.law_sets().get(law_set.slug)
    if ours is not None and ours.rule_book == law_set.rule_book:
        RuleBookRevision.objects.get_or_create(
            revision=law_set.rule_book, defaults={"content": library.rule_text_of(law_set.slug)}
        )
    found, _created = LawSetRevision.objects.get_or_create(
        revision=law_set.revision,
        defaults={"slug": law_set.slug, "content": law_set.canonical()},
    )
    return found
