"""The pages of a club's own law sets: which there are, what is chosen, looking it over, publishing it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from laws.domain.changes import in_words
from laws.domain.errors import InvalidInput
from laws.domain.house_checks import Examination
from laws.domain.own_law import own_law, own_rules
from laws.domain.roles import fill
from laws.pages.answers import shown
from laws.templatetags.sentences import translated_errors
from scoring.callers import caller
from scoring.clubs.access import Actor, club_for
from scoring.disputes.queries.ruling_replay import otherwise_under
from scoring.forms.refusals import refuse
from scoring.house_laws import queries as selected
from scoring.house_laws import services as service
from scoring.house_laws.forms import ChoicesForm, FileForm, HouseForm
from scoring.house_laws.records import examination, fields_of, naming, read_fields, read_file, read_text
from scoring.models import Club, HouseLawSet
from scoring.refusals import NotFound
from scoring.views.doors import club_doors


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def law_sets(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's own law sets; begin one."""
    action = "write house laws" if request.method == "POST" else "see house laws"
    club, actor = club_for(caller(request), slug, action)
    form = HouseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            new = service.new_slug(typed["slug"])
            if typed["yaml"].strip():
                written = read_file(new, typed["yaml"])
            else:
                written = read_fields(new, {"lawset": {"title": typed["title"], "base": typed["base"]}})
            made = service.begin(club=club, actor=actor, written=written)
            return redirect("house-draft", club.slug, made.slug)
        except InvalidInput as refusal:
            refuse(form, refusal)
    lines = [
        (each, selected.title_of(each), selected.publications(each).first())
        for each in selected.of_club(club)
    ]
    context = {"club": club, "form": form, "lines": lines, "may_write": actor.may("write house laws")}
    context |= club_doors(actor)
    return render(request, "scoring/house_laws/list.html", context, status=400 if form.errors else 200)


def _one(request: HttpRequest, slug: str, house: str, action: str) -> tuple[Club, Actor, HouseLawSet]:
    club, actor = club_for(caller(request), slug, action)
    return club, actor, selected.one_of(club, house)


@require_safe
@login_required
def law_set(request: HttpRequest, slug: str, house: str) -> HttpResponse:
    """Show a law set of the club's own: its revisions, and what is being written."""
    club, actor, found = _one(request, slug, house, "see house laws")
    published = list(selected.publications(found))
    context = {
        "club": club,
        "house": found,
        "title": selected.title_of(found),
        "draft": selected.draft_of(found),
        "published": published,
        "base": read_text(found.slug, selected.text_of(found)).base,
        "may_write": actor.may("write house laws"),
    }
    return render(request, "scoring/house_laws/law_set.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def draft(request: HttpRequest, slug: str, house: str) -> HttpResponse:
    """Choose title, variations, parameters and readings of what is being written."""
    club, actor, found = _one(request, slug, house, "write house laws")
    text = selected.text_of(found)
    known = read_text(found.slug, text)
    form = ChoicesForm(request.POST or None, house=known)
    if request.method == "POST" and form.is_valid():
        fields = fields_of(text)
        try:
            written = read_fields(found.slug, {**fields, "lawset": form.head(known)})
            service.write(law_set=found, actor=actor, written=written)
            messages.success(request, gettext("It is kept. Nothing of it counts before it is published."))
            return redirect("house-check", club.slug, found.slug)
        except InvalidInput as refusal:
            refuse(form, refusal)
    own = [
        {
            "rule": rule,
            "text": " ".join(known.laws[law].text for law in rule.cites if law in known.laws),
            "is_told": own_law(known, rule) is not None,
        }
        for rule in own_rules(known)
    ]
    context = {"club": club, "house": found, "form": form, "known": known, "own": own}
    return render(request, "scoring/house_laws/draft.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def file(request: HttpRequest, slug: str, house: str) -> HttpResponse:
    """Show a law set as a file, to be copied or downloaded; take one as the next draft."""
    action = "write house laws" if request.method == "POST" else "see house laws"
    club, actor, found = _one(request, slug, house, action)
    asked = request.GET.get("revision", "")
    if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise NotFound
    text = selected.text_of(found, int(asked) if asked else None)
    if "download" in request.GET:
        answer = HttpResponse(text, content_type="application/yaml; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{found.slug}.yaml"'
        return answer
    form = FileForm(request.POST or None, initial={"yaml": text}, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        try:
            written = read_file(found.slug, form.cleaned_data["yaml"], f"{found.slug}.yaml")
            service.write(law_set=found, actor=actor, written=written)
            return redirect("house-check", club.slug, found.slug)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {"club": club, "house": found, "form": form, "may_write": actor.may("write house laws")}
    return render(request, "scoring/house_laws/file.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def check(request: HttpRequest, slug: str, house: str) -> HttpResponse:
    """Show what the draft changes and what stands against it; confirm what gives way; publish."""
    deed = request.POST.get("deed", "")
    action = "see house laws" if request.method != "POST" else "write house laws"
    action = "publish house laws" if deed == "publish" else action
    club, actor, found = _one(request, slug, house, action)
    written = selected.draft_due(found)
    known = read_text(found.slug, written.written)
    refused: list[str] = []
    if request.method == "POST":
        try:
            if deed == "publish":
                told = service.publish(law_set=found, actor=actor, mark=request.POST.get("mark", ""))
                messages.success(
                    request, gettext("Revision %(number)s is published.") % {"number": told.body["number"]}
                )
                return redirect("house-law-set", club.slug, found.slug)
            named = naming(known, request.POST.getlist("gives_way"))
            service.write(law_set=found, actor=actor, written=named, mark=request.POST.get("mark"))
            return redirect("house-check", club.slug, found.slug)
        except InvalidInput as refusal:
            refused = [
                f"{field}: {reason}" for field, said in translated_errors(refusal).items() for reason in said
            ]
    seen = examination(known)
    context = {
        "club": club,
        "house": found,
        "draft": written,
        "known": known,
        "seen": seen,
        "objections": [each for each in seen.objections if not _is_unconfirmed(each.sentence)],
        "gives_way": [
            {"value": f"{each.own.id} {each.law.id}", "each": each, "says": fill(each.law.says)}
            for each in seen.gives_way
        ],
        "changes": told_changes(seen),
        "overturned": [(fill(case.says), case.source) for case in seen.overturned],
        "past": [
            (each, fill(seen.book.vocabulary.incidents[each.incident].title))
            for each in otherwise_under(club, known.law_set, seen.book)
        ],
        "refused": refused,
        "may_write": actor.may("write house laws"),
        "may_publish": actor.may("publish house laws") and written.changed_by_id != actor.member_id,
    }
    return render(request, "scoring/house_laws/check.html", context, status=400 if refused else 200)


def _is_unconfirmed(sentence: str) -> bool:
    return sentence.startswith("it contradicts ")


def told_changes(seen: Examination, incident: str = "") -> list[dict[str, Any]]:
    """Return what is ruled otherwise than in the book, in words: everywhere, or on one incident."""
    return [
        {
            "title": fill(each.incident.title),
            "situations": each.situations,
            "says": [in_words(each.incident, when) for when in each.when],
            "untold": each.untold,
            "before": shown(each.before),
            "after": shown(each.after),
        }
        for each in seen.changes
        if incident in ("", each.incident.id)
    ]
