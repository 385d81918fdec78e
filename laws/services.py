"""What is done with law sets: publishing a revision, so that what was played is always judged by it."""

from django.db import transaction

from laws import library
from laws.domain.house import HouseLaws
from laws.domain.lawset import LawSet
from laws.models import HouseRevision, LawSetRevision, RuleBookRevision


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
    revision, _created = LawSetRevision.objects.get_or_create(
        revision=law_set.revision,
        defaults={"slug": law_set.slug, "content": law_set.canonical()},
    )
    return revision


@transaction.atomic
def publish(house: HouseLaws) -> HouseRevision:
    """Publish a club's own law set as its next revision, with its rules and those over which they stand.

    Whether it may be published was asked before. Two that publish at once are told apart by the number, which
    stands once: the second fails on its constraint.
    """
    pin(library.law_set(house.head.base))
    RuleBookRevision.objects.get_or_create(
        revision=house.law_set.rule_book, defaults={"content": house.words}
    )
    slug = house.law_set.slug
    last = HouseRevision.objects.filter(slug=slug).order_by("-number").values_list("number").first()
    return HouseRevision.objects.create(
        slug=slug, number=last[0] + 1 if last else 1, law_set=pin(house.law_set), written=house.written
    )
