"""Check the clubs' own law sets against themselves: each revision published, and saying what was written."""

from collections.abc import Iterator

from laws.domain.lawset import digest
from laws.models import HouseRevision, RuleBookRevision
from scoring.journal.breach import Breach
from scoring.models import HousePublication


def house_breaches() -> Iterator[Breach]:
    """Yield revisions that nobody published, that have a gap, or that say something else than was written."""
    published: dict[int, str] = dict(HousePublication.objects.values_list("revision_id", "law_set__slug"))
    last: dict[str, int] = {}
    for row in HouseRevision.objects.select_related("law_set").order_by("slug", "number"):
        where = f"house laws {row.slug} {row.number}"
        if row.number != last.get(row.slug, 0) + 1:
            yield Breach("I-1", where, "the revision before it is missing")
        last[row.slug] = row.number
        if published.get(row.pk) != row.slug:
            yield Breach("I-4", where, "nobody published it")
        rules = RuleBookRevision.objects.filter(revision=row.law_set.content.get("rule_book", "")).first()
        words = rules.content if rules else {}
        if rules is None or digest(words) != rules.revision or words.get("house") != row.written:
            yield Breach("I-4", where, "its rules are not those that were written")
