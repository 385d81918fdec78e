"""The members of a club: add, give another role or an account, let go."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws.domain.errors import InvalidInput
from scoring.callers import caller
from scoring.clubs import queries as selector
from scoring.clubs.access import Actor, club_for
from scoring.clubs.forms import AccountForm, MemberForm, RoleForm
from scoring.clubs.services import clubs as service
from scoring.forms.refusals import refuse
from scoring.models import Member, Role
from scoring.views.doors import club_doors


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who is in the club; add somebody."""
    action = "add members" if request.method == "POST" else "see the club"
    club, actor = club_for(caller(request), slug, action)
    form = MemberForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        try:
            added = service.add_member(club=club, actor=actor, **form.cleaned_data)
            messages.success(request, gettext("%(name)s is in the club.") % {"name": added.name})
            return redirect("members", club.slug)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {"club": club, "form": form, "members": selector.present(club)}
    context |= club_doors(actor)
    return render(request, "scoring/clubs/members.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def member(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Show one member; change the role."""
    club, actor = club_for(caller(request), slug, "add members")
    found = service.present_member(club, member_id)
    form = RoleForm(request.POST or None, initial={"role": found.role}, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        service.change_role(member=found, actor=actor, role=form.cleaned_data["role"])
        messages.success(request, gettext("The role is changed."))
        return redirect("members", club.slug)
    context = {"club": club, "member": found, "form": form, "account": AccountForm(auto_id="%s")}
    context |= {"may_give_roles": actor.may("give roles"), "address": _address(found, actor)}
    return render(request, "scoring/clubs/member.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def account(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Give a member an account, and show the one-time link that sets its password."""
    club, actor = club_for(caller(request), slug, "add members")
    found, status = service.present_member(club, member_id), 200
    form = AccountForm(request.POST, auto_id="%s")
    try:
        service.give_account(member=found, actor=actor, username=form["username"].value())
    except InvalidInput as refusal:
        refuse(form, refusal)
        status = 400
    found = service.present_member(club, member_id)
    context = {"club": club, "member": found, "account": form, "may_give_roles": actor.may("give roles")}
    context |= {"form": RoleForm(initial={"role": found.role}), "address": _address(found, actor)}
    return render(request, "scoring/clubs/member.html", context, status=status)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Let a member go; what was recorded stays."""
    club, actor = club_for(caller(request), slug, "add members")
    service.remove_member(member=service.present_member(club, member_id), actor=actor)
    messages.success(request, gettext("The member has left. What was recorded stays."))
    return redirect("members", club.slug)


def _address(member: Member, actor: Actor) -> str | None:
    """Return the one-time address that sets the first password of a member's account, while it has none.

    Whoever has it can become that member, so it is shown to those only who may give the role.
    """
    user = member.user
    if user is None or user.has_usable_password() or member.pk == actor.member_id:
        return None
    if member.role in (Role.OWNER, Role.DIRECTOR) and not actor.may("give roles"):
        return None
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return f"{settings.BASE_URL}{reverse('set-password', args=[uid, token])}"
