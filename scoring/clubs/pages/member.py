"""The pages of a member: role, account and name, the password link, an invitation."""

from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import http
from django.utils.translation import gettext

from scoring.clubs import guards
from scoring.clubs.account_forms import AccountForm
from scoring.clubs.member_forms import MergeForm, NameForm, RoleForm
from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs, invitations
from scoring.web import keys, pages, refusals


@guards.club_page("add members", "add members")
def member(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Show a member; change the member's role."""
    member = clubs.present_member(club, member_id)
    form = RoleForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            clubs.change_role(member=member, actor=actor, role=form.cleaned_data["role"], base=form.seen)
            return pages.redirect_saying(request, gettext("The role was changed."), "members", club.slug)
    return member_page(request, member, actor, form, AccountForm(auto_id="%s"))


@guards.club_page("", "add members")
def account(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    """Give a member an account, and show the one-time link that sets its password."""
    form = AccountForm(request.POST, auto_id="%s")
    member = clubs.present_member(club, member_id)
    with refusals.refusals_in(form):
        clubs.give_account(member=member, actor=actor, username=form["username"].value())
    member.refresh_from_db()
    return member_page(request, member, actor, account=form)


@guards.club_page("", "add members")
def rename(request: HttpRequest, club: Club, actor: Actor, member_id: int) -> HttpResponse:
    member = clubs.present_member(club, member_id)
    form = NameForm(request.POST, member=member)
    if form.is_valid():
        with refusals.refusals_in(form):
            clubs.rename_member(member=member, actor=actor, name=form.cleaned_data["name"], base=form.seen)
            return pages.redirect_saying(
                request, gettext("The name was changed."), "member", club.slug, member.pk
            )
        member.refresh_from_db()
    return member_page(request, member, actor, renaming=form)


def member_page(
    request: HttpRequest,
    member: Member,
    actor: Actor,
    form: RoleForm | None = None,
    account: AccountForm | None = None,
    renaming: NameForm | None = None,
    merging: MergeForm | None = None,
) -> HttpResponse:
    """Show the page of a member, with the form that was refused, if any."""
    form = form or RoleForm(member=member)
    account = account or AccountForm(auto_id="%s")
    renaming = renaming or NameForm(member=member)
    merging = merging or MergeForm(member=member, actor=actor)
    link_ends = invitations.link_ends(member)
    may_change = actor.may(clubs.permission_to_change(member.role))
    context = {
        "key": uuid4(),
        "renaming": renaming,
        "merging": merging,
        "club": member.club,
        "member": member,
        "form": form,
        "account": account,
        "may_give_roles": actor.may("give roles"),
        "address": _password_address(member, actor) if link_ends and may_change else None,
        "link_ends": link_ends,
        "may_change": may_change,
        "may_renew": member.user is not None
        and member.pk != actor.member_id
        and (actor.may("give roles") or not member.user.has_usable_password())
        and not invitations.is_used_elsewhere(member, member.user),
    }
    status = refusals.status_of_form(form, account, renaming, merging)
    return render(request, "scoring/clubs/member.html", context, status=status)


def _password_address(member: Member, actor: Actor) -> str | None:
    # Only for an actor who may change the member, and only while a link of the member would work.
    user = member.user
    if user is None or member.pk == actor.member_id:
        return None
    # Anybody with the address can sign in as the member. Once the account has a password, only owners see it.
    if user.has_usable_password() and not actor.may("give roles"):
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
