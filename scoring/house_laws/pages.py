"""The pages of house law sets: list, choices, file, check and publication."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from laws.domain import difference, errors, house_checks, own_law, roles
from laws.domain.rule import Outcome
from laws.queries import law_set_named
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs import guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.house_laws import forms, queries, records
from scoring.house_laws.services import (
    begin_draft,
    is_unchanged,
    new_slug,
    others_who_publish,
    publish_draft,
    write_draft,
)
from scoring.refusals import Conflict, NotFound
from scoring.web import pages, refusals


@guards.club_page("see house laws", "write house laws")
def law_sets(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the club's own law sets and the form that begins a law set."""
    usual = law_set_named(club.law_set)
    form = forms.HouseForm(request.POST or None, initial={"base": usual.base or usual.slug}, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        with refusals.refusals_in(form):
            new = new_slug(typed["slug"])
            if typed["yaml"].strip():
                written = records.read_file(new, typed["yaml"])
            else:
                head = {name: typed[name] for name in ("title", "base")}
                head["year"] = str(timezone.localdate().year)
                written = records.read_fields(new, {"lawset": head})
            made = begin_draft(club=club, actor=actor, written=written)
            return redirect("house-draft", club.slug, made.slug)
    lines = [
        (house, queries.title_of(house), queries.publications(house).first())
        for house in queries.of_club(club)
    ]
    context = {
        "club": club,
        "lines": lines,
        "may_write": actor.may("write house laws"),
        "others": others_who_publish(club.pk, actor.member),
        "permissions": guards.club_permissions(actor),
    }
    return refusals.form_page(request, "scoring/house_laws/list.html", form, **context)


@guards.club_page("see house laws")
def law_set(request: HttpRequest, club: Club, actor: Actor, house: str) -> HttpResponse:
    """Show one of the club's own law sets: its revisions and its draft."""
    law_set = queries.one_of(club, house)
    published = list(queries.publications(law_set))
    context = {
        "club": club,
        "house": law_set,
        "title": queries.title_of(law_set),
        "draft": queries.draft_of(law_set),
        "published": published,
        "base": records.read_text(law_set.slug, queries.text_of(law_set)).head.base,
        "may_write": actor.may("write house laws"),
    }
    return render(request, "scoring/house_laws/law_set.html", context)


@guards.club_page("write house laws", "write house laws")
def draft(request: HttpRequest, club: Club, actor: Actor, house: str) -> HttpResponse:
    """Choose title, year, variations, parameters and interpretations of a draft; list the club's own laws."""
    law_set = queries.one_of(club, house)
    text = queries.text_of(law_set)
    known = records.read_text(law_set.slug, text)
    form = forms.ChoicesForm(request.POST or None, house=known)
    if form.is_search:
        form.errors.clear()
    elif request.method == "POST" and form.is_valid():
        fields = records.fields_of(text)
        with refusals.refusals_in(form, conflict_at=NON_FIELD_ERRORS):
            written = records.read_fields(law_set.slug, {**fields, "lawset": form.head(known)})
            write_draft(law_set=law_set, actor=actor, written=written, mark=request.POST.get("mark"))
            message = gettext("The draft is saved. It counts only once it is published.")
            return pages.redirect_saying(request, message, "house-check", club.slug, law_set.slug)
    own = [
        {
            "rule": rule,
            "text": " ".join(known.laws[law].text for law in rule.cites if law in known.laws),
            "is_own": own_law.own_law(known, rule) is not None,
        }
        for rule in known.layer.every_rule
    ]
    context = {"club": club, "house": law_set, "own": own, "mark": queries.mark_of(law_set)}
    return refusals.form_page(request, "scoring/house_laws/draft.html", form, **context)


@guards.club_page("see house laws", "write house laws")
def file(request: HttpRequest, club: Club, actor: Actor, house: str) -> HttpResponse:
    """Show a law set as YAML, download it, or replace the draft by a changed text."""
    law_set = queries.one_of(club, house)
    revision = request.GET.get("revision", "")
    if revision and not (revision.isascii() and revision.isdigit() and len(revision) < 10):
        raise NotFound
    text = queries.text_of(law_set, int(revision) if revision else None)
    if "download" in request.GET:
        answer = HttpResponse(text, content_type="application/yaml; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{law_set.slug}.yaml"'
        return answer
    form = forms.FileForm(request.POST or None, initial={"yaml": text}, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form, conflict_at=NON_FIELD_ERRORS):
            written = records.read_file(law_set.slug, form.cleaned_data["yaml"], f"{law_set.slug}.yaml")
            write_draft(law_set=law_set, actor=actor, written=written, mark=request.POST.get("mark"))
            return redirect("house-check", club.slug, law_set.slug)
    context = {
        "club": club,
        "house": law_set,
        "may_write": actor.may("write house laws"),
        "mark": queries.mark_of(law_set),
    }
    return refusals.form_page(request, "scoring/house_laws/file.html", form, **context)


@guards.club_page("see house laws", "see house laws")
def check(request: HttpRequest, club: Club, actor: Actor, house: str) -> HttpResponse:
    """Show what the draft changes and what prevents its publication; confirm exceptions; publish.

    A confirmed exception says that one of the club's own rules overrides a rule of the book.
    """
    action = request.POST.get("action", "")
    if request.method == "POST":
        actor.must("publish house laws" if action == "publish" else "write house laws")
    law_set = queries.one_of(club, house)
    draft = queries.draft_due(law_set)
    refused: list[str] = []
    status = 200
    if request.method == "POST":
        try:
            if action == "publish":
                mark, alone = request.POST.get("mark", ""), "alone" in request.POST
                answer = publish_draft(law_set=law_set, actor=actor, mark=mark, alone=alone)
                message = gettext("Revision %(number)s was published.") % {"number": answer.body["number"]}
                return pages.redirect_saying(request, message, "house-law-set", club.slug, law_set.slug)
            known = records.read_text(law_set.slug, draft.written)
            named = records.with_exceptions(known, request.POST.getlist("gives_way"))
            write_draft(law_set=law_set, actor=actor, written=named, mark=request.POST.get("mark"))
            return redirect("house-check", club.slug, law_set.slug)
        except Conflict as refusal:
            refused, status = [translated(refusal.detail)], refusals.status_of(refusal)
        except errors.InvalidInput as refusal:
            status = 400
            refused = [
                f"{field}: {reason}"
                for field, reasons in translated_errors(refusal).items()
                for reason in reasons
            ]
    review = queries.review(law_set, draft)
    findings = review.findings
    is_author = draft.changed_by_id == actor.member_id
    is_alone = is_author and not others_who_publish(club.pk, actor.member)
    context = {
        "club": club,
        "house": law_set,
        "draft": draft,
        "known": review.house,
        "findings": findings,
        "base": law_set_named(review.house.head.base),
        "gives_way": [
            {
                "value": f"{contradiction.own.id} {contradiction.law.id}",
                "contradiction": contradiction,
                "says": roles.fill(contradiction.law.says),
            }
            for contradiction in findings.gives_way
        ],
        "changes": changes_in_words(findings),
        "overturned": [(roles.fill(case.says), case.source) for case in findings.overturned],
        "past": [
            (ruling, roles.fill(findings.book.vocabulary.incidents[ruling.step.dispute.incident].title))
            for ruling in review.past
        ],
        "refused": refused,
        "may_write": actor.may("write house laws"),
        "may_publish": actor.may("publish house laws") and (is_alone or not is_author),
        "is_alone": is_alone,
        "is_unchanged": is_unchanged(draft),
    }
    return render(request, "scoring/house_laws/check.html", context, status=status)


@dataclass(frozen=True, slots=True)
class ChangeInWords:
    """A change of the ruling on an incident, from the book to the draft.

    - ``situations``: the number of situations in which the ruling changes.
    - ``says``: texts that describe these situations. A text can cover several situations.
    - ``untold``: the number of situations that no text covers.
    - ``before``: the outcome under the book.
    - ``after``: the outcome under the draft.
    """

    title: str
    situations: int
    says: Sequence[str]
    untold: int
    before: Outcome
    after: Outcome


def changes_in_words(findings: house_checks.Examination) -> list[ChangeInWords]:
    return [
        ChangeInWords(
            title=roles.fill(change.incident.title),
            situations=change.situations,
            says=[difference.situations_in_words(change.incident, when) for when in change.when],
            untold=change.untold,
            before=change.before,
            after=change.after,
        )
        for change in findings.changes
    ]
