"""The pages of a club's members: add one member or a list, and accept an invitation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from scoring.clubs import guards, queries
from scoring.clubs.domain.name_lists import ListedName, must_be_sound
from scoring.clubs.domain.near_names import NearNames
from scoring.clubs.list_forms import NameListForm
from scoring.clubs.member_forms import MemberForm
from scoring.clubs.models import Club
from scoring.clubs.pages.name_list_preview import ALL_OF_THEM, LIST_STEPS, preview_of
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs, invitations, lists
from scoring.web import pages, refusals

MOST_PAIRS = 20
"""The most pairs of similar names that the page shows."""


@guards.club_page("see the club", "add members")
def members(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the members of the club; add a member."""
    form = MemberForm(request.POST or None, actor=actor)
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            added = clubs.add_member(club=club, actor=actor, **form.cleaned_data)
            message = gettext("%(name)s has joined the club.") % {"name": added.name}
            near = NearNames(queries.member_names(club)).near(added.name)
            if near:
                also = gettext(
                    "Is this the same person as %(names)s? Then merge the two on the page of either."
                )
                message = f"{message} {also % {'names': ', '.join(near)}}"
            return pages.redirect_saying(request, message, "members", club.slug)
    present = list(queries.present_members(club))
    numbers = {
        person.name: person.pk for person in present if actor.may(clubs.permission_to_change(person.role))
    }
    near_pairs = NearNames(numbers).pairs()
    pairs = [((name, numbers[name]), (other, numbers[other])) for name, other in near_pairs[:MOST_PAIRS]]
    linked = [person.pk for person in present if invitations.link_ends(person)]
    context = {
        "club": club,
        "members": present,
        "near": pairs,
        "linked": linked,
        "permissions": guards.club_permissions(actor),
    }
    return refusals.form_page(request, "scoring/clubs/members.html", form, **context)


@guards.club_page("add members", "add members")
def import_members(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Preview a list of names, then add everybody on it who is not in the club yet.

    If lines have a fault, nobody is added unless the user chooses to leave these lines out.
    """
    form = NameListForm(request.POST or None, request.FILES or None)
    looked: list[tuple[ListedName, str]] = []
    if request.method == "POST" and form.is_valid():
        lines = lists.as_in_club(club, form.listed.lines)
        if request.POST.get("step") in LIST_STEPS and form.is_looked_at:
            with refusals.refusals_in(form, conflict_at="text"):
                if request.POST["step"] == ALL_OF_THEM:
                    must_be_sound(lines, "text")
                names, key = [line.name for line in lines if not line.fault], form.cleaned_data["key"]
                count = lists.add_members(club=club, actor=actor, names=names, key=key)
                message = ngettext("%(n)s member was added.", "%(n)s members were added.", count)
                return pages.redirect_saying(request, message % {"n": count}, "members", club.slug)
        known = lists.known_of(club, [line.name for line in lines])
        looked = [(line, "fault" if line.fault else "in" if line.name in known else "new") for line in lines]
    context = {
        "club": club,
        "preview": preview_of(looked, form.listed, queries.member_names(club)),
        "permissions": guards.club_permissions(actor),
    }
    return refusals.form_page(request, "scoring/clubs/import_members.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
@guards.signed_in
def accept(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show which club an invitation is for; on POST, join that club.

    A user who is already the invited member is sent to the club. Raises Conflict ``member-already`` if the
    user is another member of the club.
    """
    try:
        member = invitations.invited(invitation)
    except invitations.InvitationUsed as refusal:
        if refusal.member.user_id != request.user.pk:
            raise
        message = gettext("You have used this invitation: you are a member of this club.")
        return pages.redirect_saying(request, message, "club", refusal.member.club.slug)
    if request.method == "POST":
        invitations.accept(invitation=invitation, user=request.user)  # type: ignore[arg-type]  # signed in
        return pages.redirect_saying(request, gettext("You have joined the club."), "club", member.club.slug)
    invitations.must_be_new(member.club, request.user)  # type: ignore[arg-type]  # signed in
    return render(request, "scoring/clubs/join.html", {"club": member.club, "member": member})
