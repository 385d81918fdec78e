"""The clubs' own law sets as they are looked at: which there are, their revisions, what is being written."""

from typing import Any

from django.db.models import QuerySet

from laws.domain.house import HEAD
from laws.domain.house_notation import format_examination
from laws.domain.sentences import _
from scoring.disputes.queries.ruling_replay import otherwise_under
from scoring.house_laws.records import examination, fields_of, read_text
from scoring.models import Club, HouseDraft, HouseLawSet, HousePublication
from scoring.refusals import Conflict, NotFound


def of_club(club: Club) -> QuerySet[HouseLawSet]:
    """Return the club's own law sets, by slug."""
    return HouseLawSet.objects.filter(club=club).select_related("club", "draft__changed_by", "by_member")


def one_of(club: Club, slug: str) -> HouseLawSet:
    """Return one of the club's own law sets, or raise NotFound."""
    found = of_club(club).filter(slug=slug).first()
    if found is None:
        raise NotFound
    return found


def publications(law_set: HouseLawSet) -> QuerySet[HousePublication]:
    """Return what was published of a law set, the latest first."""
    return (
        HousePublication.objects.filter(law_set=law_set)
        .select_related("revision__law_set", "author", "by_member")
        .defer("revision__law_set__content")
        .order_by("-revision__number")
    )


def draft_of(law_set: HouseLawSet) -> HouseDraft | None:
    """Return the draft of a law set, if one is being written."""
    return HouseDraft.objects.filter(law_set=law_set).select_related("changed_by").first()


def draft_due(law_set: HouseLawSet) -> HouseDraft:
    """Return the draft of a law set; Conflict ``no-draft`` where there is none."""
    draft = draft_of(law_set)
    if draft is None:
        raise Conflict(_("Nothing is being written: there is no draft."), code="no-draft")
    return draft


def text_of(law_set: HouseLawSet, number: int | None = None) -> str:
    """Return the text of a revision as an export holds it; without a number of the draft, else the latest.

    Raises NotFound where there is no such revision.
    """
    if number is None and (draft := draft_of(law_set)) is not None:
        return draft.written
    rows = publications(law_set)
    found = rows.filter(revision__number=number).first() if number is not None else rows.first()
    if found is None:
        raise NotFound
    return found.revision.written


def title_of(law_set: HouseLawSet) -> str:
    """Return the title of a law set as it was last written; its slug where it has none yet."""
    head = fields_of(text_of(law_set)).get(HEAD)
    return str(head.get("title") or law_set.slug) if isinstance(head, dict) else law_set.slug


def law_set_answer(law_set: HouseLawSet) -> dict[str, Any]:
    """Return a law set of a club as a program sees it: its revisions, and its draft as fields."""
    draft = draft_of(law_set)
    return {
        "slug": law_set.slug,
        "begun_at": law_set.at,
        "revisions": [
            {
                "number": each.revision.number,
                "revision": each.revision.law_set.revision,
                "published_at": each.at,
                "published_by": each.by_member_id,
                "author": each.author_id,
            }
            for each in publications(law_set)
        ],
        "draft": draft_answer(draft) if draft else None,
    }


def draft_answer(draft: HouseDraft) -> dict[str, Any]:
    """Return a draft: its mark, who changed it last, and what is written in it."""
    return {
        "mark": draft.mark,
        "changed_at": draft.changed_at,
        "changed_by": draft.changed_by_id,
        "written": fields_of(draft.written),
    }


def check_answer(law_set: HouseLawSet) -> dict[str, Any]:
    """Return whether the draft can be published, and what it changes. Conflict where there is none."""
    draft = draft_due(law_set)
    house = read_text(law_set.slug, draft.written)
    seen = examination(house)
    past = [
        {"dispute": each.dispute, "incident": each.incident, "says": each.why}
        for each in otherwise_under(law_set.club, house.law_set, seen.book)
    ]
    return {"mark": draft.mark, **format_examination(seen), "past": past}
