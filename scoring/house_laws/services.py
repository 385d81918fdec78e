"""Services for clubs' own law sets: begin a law set, write its draft, publish the draft as a revision.

The author of a draft is the member who last changed it. Another member publishes the draft. If nobody else in
the club may publish, the author may do so after confirming the draft again. Parsing and examination are in
`scoring.house_laws.records`.
"""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from laws import library, models, services
from laws.domain import errors, parameters
from laws.domain.house import HouseLaws
from laws.domain.sentences import _
from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import DIRECTORS, Actor
from scoring.house_laws.models import HouseDraft, HouseLawSet, HousePublication
from scoring.house_laws.records import examination, read_text
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import Conflict, NotAllowed, NotFound

LONGEST_SLUG = 60
RESERVED_SLUGS = frozenset({"ask", "compare", "new"})
"""Slugs that would collide with other URLs of the site."""


class Published(TypedDict):
    """The law set and revision that a request published."""

    slug: str
    number: int
    revision: str


def new_slug(slug: object) -> str:
    """Return the slug of a new law set. Raises InvalidInput under ``slug`` if it is malformed or taken."""
    if not isinstance(slug, str) or len(slug) > LONGEST_SLUG or not parameters.SLUG.match(slug):
        due = _(
            "Use lower-case letters, digits and single hyphens, at most {most} characters.", most=LONGEST_SLUG
        )
        raise errors.InvalidInput({"slug": due})
    taken = slug in RESERVED_SLUGS or slug in library.law_sets()
    if taken or HouseLawSet.objects.filter(slug=slug).exists():
        raise errors.InvalidInput({"slug": _("“{slug}” is taken.", slug=slug)})
    return slug


@transaction.atomic
def begin_draft(*, club: Club, actor: Actor, written: HouseLaws) -> HouseLawSet:
    """Begin one of the club's own law sets, with a first draft. Raises InvalidInput under ``slug``."""
    actor.must("write house laws")
    Club.objects.select_for_update().get(pk=club.pk)
    slug, now = new_slug(written.law_set.slug), timezone.now()
    try:
        with transaction.atomic():
            law_set = HouseLawSet.objects.create(club=club, slug=slug, at=now, **actor.recorded())
    except IntegrityError as error:  # another club took the slug at the same moment
        raise errors.InvalidInput({"slug": _("“{slug}” is taken.", slug=slug)}) from error
    HouseDraft.objects.create(
        law_set=law_set, written=written.written, changed_at=now, changed_by_id=actor.member
    )
    write_entry(actor=actor, verb="house-laws.begun", data={"slug": slug}, records=[law_set])
    return law_set


@transaction.atomic
def write_draft(
    *, law_set: HouseLawSet, actor: Actor, written: HouseLaws, mark: str | None = None
) -> HouseDraft:
    """Replace the draft, or begin the next draft after a publication.

    ``mark`` is the mark of the draft that the author saw, or "" if the author saw no draft. Raises Conflict
    ``draft-changed`` if the current draft has another mark, because somebody else has changed the draft.
    Without ``mark``, the draft is replaced even if somebody else has changed it. Raises NotFound as
    `locked_draft` does.
    """
    actor.must("write house laws")
    draft = locked_draft(law_set)
    if mark is not None and mark != (draft.mark if draft else ""):
        raise Conflict(_("Somebody else has changed the draft. Look at it again."), code="draft-changed")
    draft = draft or HouseDraft(law_set=law_set)
    draft.written = written.written
    draft.changed_at, draft.changed_by_id = timezone.now(), actor.member
    draft.save()
    return draft


@transaction.atomic
def drop_draft(*, law_set: HouseLawSet, actor: Actor) -> None:
    """Delete the draft, if there is one. Published revisions stay."""
    actor.must("write house laws")
    draft = locked_draft(law_set)
    if draft is not None:
        write_entry(actor=actor, verb="house-laws.dropped", data={"slug": law_set.slug, "mark": draft.mark})
        draft.delete()


@transaction.atomic
def publish_draft(
    *, law_set: HouseLawSet, actor: Actor, mark: str, alone: bool = False, key: UUID | None = None
) -> Answer:
    """Publish the draft as the next revision, which never changes.

    ``mark`` is the mark of the draft that the publisher saw. A repeated key returns the first answer.

    The author is the person who changed the draft last. The author may publish the draft only if both
    conditions hold: nobody else may publish it, and ``alone`` is true.

    Raises InvalidInput with all objections if the draft cannot be published. Also raises NotAllowed
    ``own-draft``, NotFound, and Conflict ``no-draft``, ``draft-changed``, ``nothing-new`` or ``key-reused``.
    """
    actor.must("publish house laws")
    draft = locked_draft(law_set)
    request = IdempotentRequest(actor, key, ["house-laws.publish", law_set.pk, mark])
    if request.answer:
        return request.answer
    if draft is None:
        raise Conflict(_("There is no draft to publish."), code="no-draft")
    if mark != draft.mark:
        raise Conflict(_("Somebody else has changed the draft. Look at it again."), code="draft-changed")
    others = others_who_publish(law_set.club_id, draft.changed_by_id)
    is_by_author = alone and not others and draft.changed_by_id == actor.member
    if not is_by_author and draft.changed_by_id == actor.member:
        raise NotAllowed(_who_could(others), code="own-draft")
    house = read_text(law_set.slug, draft.written)
    problems = errors.InputProblems()
    for objection in examination(house).objections:
        problems.add(objection.subject, objection.sentence)
    problems.settle()
    if is_unchanged(draft):
        raise Conflict(_("The draft says what the latest revision says."), code="nothing-new")
    revision = services.publish(house)
    publication = HousePublication.objects.create(
        law_set=law_set,
        revision=revision,
        author_id=draft.changed_by_id,
        is_by_author=is_by_author,
        at=timezone.now(),
        **actor.recorded(),
    )
    draft.delete()
    data: Published = {
        "slug": law_set.slug,
        "number": revision.number,
        "revision": house.law_set.revision,
    }
    write_entry(actor=actor, verb="house-laws.published", data=data, records=[publication])
    return request.keep(Answer("recorded", data))


def locked_draft(law_set: HouseLawSet) -> HouseDraft | None:
    """Lock the club and the law set until the transaction ends. Return the current draft, or None.

    Raises NotFound if the law set no longer exists.
    """
    Club.objects.select_for_update().get(pk=law_set.club_id)
    if not HouseLawSet.objects.select_for_update(of=("self",)).filter(pk=law_set.pk).exists():
        raise NotFound
    return HouseDraft.objects.filter(law_set=law_set).first()


def is_unchanged(draft: HouseDraft) -> bool:
    """Return whether a draft has the same text as the latest revision of its law set."""
    revisions = models.HouseRevision.objects.filter(slug=draft.law_set.slug).order_by("-number")
    return revisions.values_list("written", flat=True).first() == draft.written


def others_who_publish(club_id: int, author_id: int) -> list[str]:
    """Return the names of the other members who may publish a draft of this author."""
    others = Member.objects.filter(
        club_id=club_id, role__in=DIRECTORS, user__isnull=False, left_at__isnull=True
    ).exclude(pk=author_id)
    return list(others.values_list("name", flat=True))


def _who_could(others: Sequence[str]) -> str:
    if not others:
        return _(
            "You changed this draft last, so another owner or director must publish it. The club has none: "
            "add one first, or look at it again and confirm that you publish it alone."
        )
    names = " / ".join(f"“{name}”" for name in others)
    return _("You changed this draft last, so somebody else must publish it: {names}.", names=names)
