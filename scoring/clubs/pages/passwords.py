"""The pages that set and change a password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring.clubs import guards, queries
from scoring.clubs.account_forms import NewPasswordForm
from scoring.clubs.services import invitations
from scoring.web import pages


class PasswordLinkPage(PasswordResetConfirmView):
    """The page of a one-time link that sets a password and signs in."""

    template_name = "scoring/clubs/set_password.html"
    token_generator = invitations.password_links
    post_reset_login = True

    def form_valid(self, form: Any) -> HttpResponse:
        with transaction.atomic():
            answer = super().form_valid(form)
            invitations.password_chosen(form.user)
        messages.success(self.request, gettext("Your password was saved, and you are signed in."))
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)

    def get_success_url(self) -> str:
        """Return the address of the user's only club, or of the home page."""
        memberships = list(queries.memberships(self.request.user))
        if len(memberships) == 1:
            return reverse("club", args=[memberships[0].club.slug])
        return reverse("home")


set_password = require_http_methods(["GET", "HEAD", "POST"])(PasswordLinkPage.as_view())


class AccountPage(PasswordChangeView):
    """The page of an account: change its password, sign out, and switch keyboard shortcuts on or off."""

    template_name = "scoring/clubs/account.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "address": pages.address_of_request(self.request)}

    def form_valid(self, form: Any) -> HttpResponse:
        message = gettext("Your password was changed. You are signed out everywhere else.")
        messages.success(self.request, message)
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show the errors, with status 429 after too many attempts."""
        status = 429 if form.has_error("old_password", "too-many-attempts") else 400
        return self.render_to_response(self.get_context_data(form=form), status=status)


account = require_http_methods(["GET", "HEAD", "POST"])(guards.signed_in(AccountPage.as_view()))
