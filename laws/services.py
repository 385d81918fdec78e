"""Publish law sets, so that later changes do not affect deals that were played under a revision."""

from functools import partial

from django.db import transaction

from laws import library
from laws.domain.house import HouseLaws
from laws.domain.lawset import LawSet
from laws.models import HouseRevision, LawSetRevision, RuleBookRevision


@transaction.atomic
def pin(law_set: LawSet) -> LawSetRevision:
    """Return the published revision of a law set; publish it on first use.

    If the law set uses the present rules of one of our books, the rules are published too. Concurrent calls
    for one law set return the same row. The content of an existing row is not loaded.
    """
    ours = library.law_sets().get(law_set.slug)
    if ours is not None and ours.rule_book == law_set.rule_book:
        RuleBookRevision.objects.defer("content").get_or_create(
            revision=law_set.rule_book, defaults={"content": partial(library.rule_text_of, law_set.slug)}
        )
    revision, _created = LawSetRevision.objects.defer("content").get_or_create(
        revision=law_set.revision,
        defaults={"slug": law_set.slug, "content": law_set.canonical},
    )
    return revision


@transaction.atomic
def publish(house: HouseLaws) -> HouseRevision:
    """Publish a club's own law set with its rules, as its next revision. Its base is published too.

    The caller must check that the law set may be published. If two requests publish the same law set at the
    same time, one of them raises IntegrityError, because both would use the same number.
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
