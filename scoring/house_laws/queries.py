"""Queries of house law sets, their revisions and their drafts."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from laws.domain.house import HEAD, HouseLaws
from laws.domain.house_checks import Examination
from laws.domain.lawset import digest
from laws.domain.sentences import _
from laws.models import HouseRevision, RuleBookRevision
from scoring.clubs.models import Club
from scoring.disputes.verification import ChangedDecision, changed_under
from scoring.house_laws.models import HouseDraft, HouseLawSet, HousePublication
from scoring.house_laws.records import examination, fields_of, read_text
from scoring.journal.breach import Breach
from scoring.refusals import Conflict, NotFound

_PUBLISHED = (
    HousePublication.objects.select_related("revision__law_set", "author", "by_member")
    .defer("revision__law_set__content")
    .order_by("-revision__number")
)


def of_club(club: Club) -> QuerySet[HouseLawSet]:
    """Return the club's own law sets, sorted by slug. Each has its publications, latest first."""
    law_sets = HouseLawSet.objects.filter(club=club).select_related("club", "draft__changed_by", "by_member")
    return law_sets.prefetch_related(Prefetch("publications", _PUBLISHED))


def one_of(club: Club, slug: str) -> HouseLawSet:
    """Return the club's own law set with this slug. Raises NotFound."""
    if (law_set := of_club(club).filter(slug=slug).first()) is None:
        raise NotFound
    return law_set


def publications(law_set: HouseLawSet) -> QuerySet[HousePublication]:
    """Return the publications of a law set, latest first."""
    return _PUBLISHED.filter(law_set=law_set)


def draft_of(law_set: HouseLawSet) -> HouseDraft | None:
    return HouseDraft.objects.filter(law_set=law_set).select_related("changed_by").first()


def mark_of(law_set: HouseLawSet) -> str:
    """Return the mark of the current draft, or an empty string without a draft.

    The mark is a hash of the draft's text. It shows whether somebody has changed the draft.
    """
    draft = draft_of(law_set)
    return draft.mark if draft else ""


def draft_due(law_set: HouseLawSet) -> HouseDraft:
    """Return the draft of a law set. Raises Conflict ``no-draft`` without a draft."""
    draft = draft_of(law_set)
    if draft is None:
        raise Conflict(_("There is no draft."), code="no-draft")
    return draft


def text_of(law_set: HouseLawSet, number: int | None = None) -> str:
    """Return the YAML text of a revision.

    Without a number, return the text of the draft, or of the latest revision if there is no draft.
    Raises NotFound if there is no such revision.
    """
    if number is None and (draft := draft_of(law_set)) is not None:
        return draft.written
    rows = publications(law_set)
    publication = rows.filter(revision__number=number).first() if number is not None else rows.first()
    if publication is None:
        raise NotFound
    return publication.revision.written


def title_of(law_set: HouseLawSet) -> str:
    """Return the title in a law set's current text, or the slug if the text has no title."""
    head = fields_of(text_of(law_set)).get(HEAD)
    return str(head.get("title") or law_set.slug) if isinstance(head, dict) else law_set.slug


@dataclass(frozen=True, slots=True)
class DraftReview:
    """A draft, its examination, and the confirmed decisions of disputes that the draft would change."""

    mark: str
    house: HouseLaws
    findings: Examination
    past: list[ChangedDecision]

    @property
    def past_rulings(self) -> list[dict[str, object]]:
        steps = [(decision.step, decision.difference) for decision in self.past]
        return [
            {"dispute": step.dispute_id, "incident": step.dispute.incident, "says": says}
            for step, says in steps
        ]


def review(law_set: HouseLawSet, draft: HouseDraft) -> DraftReview:
    """Examine a draft: whether it can be published, what it changes, and which decisions it would change."""
    house = read_text(law_set.slug, draft.written)
    findings = examination(house)
    return DraftReview(draft.mark, house, findings, changed_under(law_set.club, house.law_set, findings.book))


def house_breaches() -> Iterator[Breach]:
    """Yield each broken invariant of the published house revisions.

    These are gaps in the revision numbers, revisions without a publication, and rules that differ from the
    published text.
    """
    published: dict[int, str] = dict(HousePublication.objects.values_list("revision_id", "law_set__slug"))
    last: dict[str, int] = {}
    for row in HouseRevision.objects.select_related("law_set").order_by("slug", "number"):
        where = f"house laws {row.slug} {row.number}"
        if row.number != last.get(row.slug, 0) + 1:
            yield Breach("I-1", where, "the revision before it is missing")
        last[row.slug] = row.number
        if published.get(row.pk) != row.slug:
            yield Breach("I-4", where, "the record of its publication is missing")
        rules = RuleBookRevision.objects.filter(revision=row.law_set.content.get("rule_book", "")).first()
        words = rules.content if rules else {}
        if rules is None or digest(words) != rules.revision or words.get("house") != row.written:
            yield Breach("I-4", where, "its published rules do not belong to its YAML text")
