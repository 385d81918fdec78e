"""The pages of a club's members: add and remove members, roles, accounts, invitations."""

from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import http
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from scoring.clubs import forms, guards, queries
from scoring.clubs.access import Actor
from scoring.clubs.domain.name_lists import ListedName, must_be_sound
from scoring.clubs.domain.near_names import NearNames
from scoring.clubs.models import Club, Member, Role
from scoring.clubs.pages.name_list_preview import ALL_OF_THEM, LIST_STEPS, preview_of
from scoring.clubs.services import clubs, invitations, lists
from scoring.events.people.services import members as playing
from scoring.web import keys, pages, refusals

MOST_PAIRS = 20
"""The most pairs of similar names that the page shows."""


@guards.club_page("see the club", "add members")
def members(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the members of the club; add a member."""
    form = forms.MemberForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            added = clubs.add_member(club=club, actor=actor, **form.cleaned_data)
            message = gettext("%(name)s has joined the club.") % {"name": added.name}
            near = NearNames(queries.names(club)).near(added.name)
            if near:
                also = gettext(
                    "Is this the same person as %(names)s? Then merge the two on the page of either."
                )
                message = f"{message} {also % {'names': ', '.join(near)}}"
            return pages.redirect_saying(request, message, "members", club.slug)
    present = list(queries.present(club))
    numbers = {person.name: person.pk for person in present}
    near_pairs = NearNames(numbers).pairs() if actor.may("add members") else []
    pairs = [((name, numbers[name]), (other, numbers[other])) for name, other in near_pairs[:MOST_PAIRS]]
    linked = [person.pk for person in present if invitations.link_ends(person)]
    context = {"club": club, "members": present, "near": pairs, "linked": linked, **guards.club_doors(actor)}
    return refusals.form_page(request, "scoring/clubs/members.html", form, **context)


@guards.club_page("add members", "add members")
def members_list(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Preview a list of names, then add everybody on it who is not in the club yet."""
    form = forms.NameListForm(request.POST or None, request.FILES or None)
    looked: list[tuple[ListedName, str]] = []
    if request.method == "POST" and form.is_valid():
        lines = lists.as_in_club(club, form.listed.lines)
        if request.POST.get("step") in LIST_STEPS and form.is_looked_at:
            with refusals.refusals_in(form, conflict_at="text"):
                if request.POST["step"] == ALL_OF_THEM:
                    must_be_sound(lines, "text")
                names, key = [line.name for line in lines if not line.fault], form.cleaned_data["key"]
                count = lists.add_all(club=club, actor=actor, names=names, key=key)
                message = ngettext("%(n)s member was added.", "%(n)s members were added.", count)
                return pages.redirect_saying(request, message % {"n": count}, "members", club.slug)
        known = lists.known_of(club, [line.name for line in lines])
        looked = [(line, "fault" if line.fault else "in" if line.name in known else "new") for line in lines]
    context = {
        "club": club,
        **preview_of(looked, form.listed, queries.names(club)),
        **guards.club_doors(actor),
    }
    return refusals.form_page(request, "scoring/clubs/members_list.html", form, **context)


@guards.club_page("add members", "add members")
def member(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Show a member; change the member's role."""
    member = clubs.present_member(club, member_id)
    form = forms.RoleForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            clubs.change_role(member=member, actor=actor, role=form.cleaned_data["role"], base=form.seen)
            return pages.redirect_saying(request, gettext("The role was changed."), "members", club.slug)
    return _member_page(request, member, actor, form, forms.AccountForm(auto_id="%s"))


@guards.club_page("", "add members")
def account(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Give a member an account, and show the one-time link that sets its password."""
    form = forms.AccountForm(request.POST, auto_id="%s")
    member = clubs.present_member(club, member_id)
    with refusals.refusals_in(form):
        clubs.give_account(member=member, actor=actor, username=form["username"].value())
    member.refresh_from_db()
    return _member_page(request, member, actor, account=form)


@guards.club_page("", "add members")
def rename(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Rename a member. All records show the new name."""
    member = clubs.present_member(club, member_id)
    form = forms.NameForm(request.POST, member=member)
    if form.is_valid():
        with refusals.refusals_in(form):
            clubs.rename_member(member=member, actor=actor, name=form.cleaned_data["name"], base=form.seen)
            return pages.redirect_saying(
                request, gettext("The name was changed."), "member", club.slug, member.pk
            )
        member.refresh_from_db()
    return _member_page(request, member, actor, renaming=form)


@guards.club_page("", "add members")
def merge(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Merge two members who are the same person."""
    member = clubs.present_member(club, member_id)
    form = forms.MergeForm(request.POST, member=member)
    if form.is_valid():
        with refusals.refusals_in(form, conflict_at="into"):
            into = clubs.present_member(club, form.cleaned_data["into"])
            playing.merge(member=member, into=into, actor=actor)
            message = gettext("The two are one member now: %(name)s.") % {"name": into.name}
            return pages.redirect_saying(request, message, "member", club.slug, into.pk)
    return _member_page(request, member, actor, merging=form)


def _member_page(
    request: HttpRequest,
    member: Member,
    actor: Actor,
    form: forms.RoleForm | None = None,
    account: forms.AccountForm | None = None,
    renaming: forms.NameForm | None = None,
    merging: forms.MergeForm | None = None,
) -> HttpResponse:
    form = form or forms.RoleForm(member=member)
    account = account or forms.AccountForm(auto_id="%s")
    renaming = renaming or forms.NameForm(member=member)
    merging = merging or forms.MergeForm(member=member)
    context = {
        "key": uuid4(),
        "renaming": renaming,
        "merging": merging,
        "club": member.club,
        "member": member,
        "form": form,
        "account": account,
        "may_give_roles": actor.may("give roles"),
        "address": _address(member, actor),
        "link_ends": invitations.link_ends(member),
        "may_renew": member.user is not None
        and member.pk != actor.member_id
        and (actor.may("give roles") or not member.user.has_usable_password()),
        "may_withdraw": actor.may("give roles") or member.role not in (Role.OWNER, Role.DIRECTOR),
    }
    status = refusals.status_of_form(form, account, renaming, merging)
    return render(request, "scoring/clubs/member.html", context, status=status)


@guards.club_page("", "add members")
def remove(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Remove a member from the club. Their records stay."""
    left = playing.remove(member=clubs.present_member(club, member_id), actor=actor)
    message = gettext("The member was removed. Their games stay on record.")
    if left:
        named = ", ".join(event.name for event in left)
        message += " " + gettext("They were withdrawn from: %(events)s.") % {"events": named}
    return pages.redirect_saying(request, message, "members", club.slug)


def _address(member: Member, actor: Actor) -> str | None:
    """Return the one-time address that sets the password of a member's account, or None.

    Whoever has the address can sign in as the member, so only actors who may give the member's role see it.
    """
    user = member.user
    if user is None or invitations.link_ends(member) is None or member.pk == actor.member_id:
        return None
    is_for_owners = user.has_usable_password() or member.role in (Role.OWNER, Role.DIRECTOR)
    if is_for_owners and not actor.may("give roles"):
        return None
    uid = http.urlsafe_base64_encode(str(user.pk).encode())
    token = invitations.password_links.make_token(user)
    return f"{settings.BASE_URL}{reverse('set-password', args=[uid, token])}"


@guards.club_page("", "add members")
def renew(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Make a new one-time password link for a member with an account."""
    member = clubs.present_member(club, member_id)
    invitations.renew_password_link(member=member, actor=actor, key=keys.key_of(request.POST))
    message = gettext("The new link is ready. The old one no longer works.")
    return pages.redirect_saying(request, message, "member", club.slug, member.pk)


@guards.club_page("", "add members")
def withdraw(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """End a member's link."""
    member = clubs.present_member(club, member_id)
    invitations.withdraw(member=member, actor=actor)
    return pages.redirect_saying(
        request, gettext("The link no longer works."), "member", club.slug, member.pk
    )


@guards.club_page("", "add members")
def invite(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Make an invitation for a member and show its link."""
    member = clubs.present_member(club, member_id)
    invitation = invitations.invite(member=member, actor=actor, key=keys.key_of(request.POST))
    path = reverse("invitation", args=[invitation])
    context = {"club": club, "member": member, "address": f"{settings.BASE_URL}{path}"}
    return render(request, "scoring/clubs/invitation.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@guards.signed_in
def accept(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show which club an invitation is for; join that club."""
    member = invitations.invited(invitation)
    if request.method == "POST":
        invitations.accept(invitation=invitation, user=request.user)  # type: ignore[arg-type]  # signed in
        return pages.redirect_saying(request, gettext("You have joined the club."), "club", member.club.slug)
    return render(request, "scoring/clubs/join.html", {"club": member.club, "member": member})
