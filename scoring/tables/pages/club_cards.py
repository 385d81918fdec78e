"""The lasting cards of a club's tables: make and change cards, open a table, ask for the event's word."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_safe

from laws.templatetags.sentences import translated
from scoring.clubs import authentication, permissions
from scoring.clubs.guards import club_page, known_callers
from scoring.clubs.models import Club
from scoring.refusals import Conflict, NotFound, TooManyAttempts
from scoring.tables import guards
from scoring.tables.access import at_card, card_must_be_in_use, tables_on
from scoring.tables.models import ClubCard, Table
from scoring.tables.queries import table_state
from scoring.tables.services import club_cards
from scoring.tables.table_policy import policy_of
from scoring.web import pages, refusals


class ClubCardsForm(forms.Form):
    """The number of tables for which the club wants cards."""

    tables = forms.CharField(
        label=_("Number of tables"),
        max_length=5,
        widget=forms.TextInput({"inputmode": "numeric"}),
        help_text=_("Tables that have a card keep it."),
    )


class WordForm(forms.Form):
    """The four-letter word of tonight's event, which lets a phone enter deals."""

    word = forms.CharField(
        label=_("Tonight's word"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
        help_text=_("Four letters. They are on the projector, at the desk and on the wall sheet."),
    )


@club_page("issue a link", "issue a link")
def cards(request: HttpRequest, club: Club, actor: permissions.Actor) -> HttpResponse:
    """List the club's cards. Make the missing cards, replace a card or stop a card."""
    form = ClubCardsForm(request.POST if "tables" in request.POST else None)
    if "tables" in request.POST and form.is_valid():
        with refusals.refusals_in(form):
            wanted = pages.whole(form.cleaned_data["tables"])
            made = club_cards.issue_missing(club=club, actor=actor, tables=wanted)
            message = ngettext("%(n)s card was made.", "%(n)s cards were made.", made) % {"n": made}
            return pages.redirect_saying(request, message, "club-cards", club.slug)
    elif request.method == "POST" and not form.is_bound:
        return _change(request, club, actor)
    context = {"club": club, "cards": club_cards.cards_of(club), "paper": club.get_paper_display()}
    return refusals.form_page(request, "scoring/tables/club_cards.html", form, **context)


def _change(request: HttpRequest, club: Club, actor: permissions.Actor) -> HttpResponse:
    number, edition = (pages.whole(request.POST.get(name, "")) for name in ("number", "edition"))
    if not isinstance(number, int) or not isinstance(edition, int):
        raise NotFound
    is_stopped = request.POST.get("change") == "stop"
    change = club_cards.stop if is_stopped else club_cards.replace
    try:
        change(club=club, actor=actor, number=number, edition=edition)
    except Conflict as conflict:
        refusals.refuse_above(request, conflict)
        return redirect("club-cards", club.slug)
    says = (
        gettext("The card of table %(number)s no longer works.")
        if is_stopped
        else gettext("Table %(number)s has a new card. Print it: the old one no longer works.")
    )
    return pages.redirect_saying(request, says % {"number": number}, "club-cards", club.slug)


@require_safe
@known_callers
def card(request: HttpRequest, card_id: int) -> HttpResponse:
    """Open the table with the card's number in tonight's event.

    If there is no such table, the page says so. If several events have such a table, the events that are over
    do not count, unless all of them are over. If there are still several tables, the page offers them.

    Raises NotFound unless this browser has opened the card, and LinkEnded if the card no longer works.
    """
    if card_id not in authentication.caller(request).cards:
        raise NotFound
    held = ClubCard.objects.select_related("club").filter(pk=card_id).first()
    if held is None:
        raise NotFound
    card_must_be_in_use(held)
    on = tables_on().filter(club=held.club_id).select_related("event").prefetch_related("event__changes")
    tables = [table for table in on.order_by("event_number", "pk") if table.event_number == held.number]
    if len(tables) > 1:
        tables = [table for table in tables if not policy_of(table).is_over] or tables
    if len(tables) == 1:
        return redirect("table", tables[0].pk)
    last = max((table.event_number or 0 for table in on), default=0)
    # Two events can have the same name, so each choice also shows its day and its players.
    choices = [(table, _players_at(table)) for table in tables]
    context = {"card": held, "choices": choices, "last": last}
    return render(request, "scoring/tables/club_card.html", context)


def _players_at(table: Table) -> list[str]:
    state = table_state(table)
    return [*(member.name for member in state.seats), *state.waiting]


@guards.table_page("see the table", "see the table")
def word(request: HttpRequest, table: Table, actor: permissions.Actor) -> HttpResponse:
    """Ask for the event's word, so that the phone can enter deals.

    Raises NotFound for a phone that has not opened the table by a card. A phone that has given the word goes
    to the table's page.
    """
    caller = authentication.caller(request)
    at_table = at_card(caller, Table.objects.filter(pk=table.pk))
    if at_table is None:
        raise NotFound
    if at_table.role == permissions.LINK:
        return redirect("table", table.pk)
    form, too_many = WordForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            with refusals.refusals_in(form):
                given = club_cards.check_word(
                    table=table,
                    word=form.cleaned_data["word"],
                    phone=authentication.phone_of(request),
                    address=pages.address_of_request(request),
                )
                authentication.keep_word(request, table.event_id or 0, given)
                message = gettext("This phone can enter deals now.")
                return pages.redirect_saying(request, message, "table", table.pk)
        except TooManyAttempts as refusal:
            form.add_error("word", translated(refusal.detail))
            too_many = refusal
    response = refusals.form_page(request, "scoring/tables/word.html", form, table=table)
    return refusals.asking_to_wait(response, too_many) if too_many else response
