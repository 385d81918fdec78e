"""A refused form leads the user to the mistake: every form of the site.

Each form is sent with a mistake. The page that answers, or the page to which it redirects, has one summary
with the focus, and every link in the summary leads to a field on the page. The forms come from the table of
routes: a new form has to be listed here with a possible mistake.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import http

from scoring.clubs.models import Member
from scoring.clubs.services import invitations
from tests.security.test_access import ROUTES, TABLE
from tests.security.valid_requests import ASKED
from tests.security.world import address, client_of

pytestmark = pytest.mark.django_db

LONG = "x" * 500

NOTHING_TYPED = frozenset(
    {
        *("language", "sign-out", "best-play", "invitation", "call-see", "practice"),
        *("link-change", "table-close", "deal-cards", "correction-cards", "own-law-remove"),
        *("member-withdraw", "member-remove", "member-link", "member-invite"),
        *("event-bell", "event-clock", "event-final", "event-move", "event-publish"),
        *("evening-links", "evening-link", "dispute-lapse", "dispute-choose", "dispute-spend"),
        *("club-cards", "table-word", "event-keep-seats", "event-word"),
    }
)
"""Forms without typed text: buttons, and cards that are tapped. The word is asked only of a phone with a
card; `test_club_cards` sends a wrong word."""

FIELD, PAGE = "field", "page"
WRONG: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "sign-in": ({"username": "nobody", "password": "wrong"}, PAGE),
    "account": ({"old_password": "wrong", "new_password1": "a", "new_password2": "b"}, FIELD),
    "club-new": ({"name": "", "law_set": "foster-1897", "paper": "a4"}, FIELD),
    "club-settings": ({"name": "", "law_set": "foster-1897", "paper": "a4", "time_zone": "Nowhere"}, FIELD),
    "house-laws": ({"slug": "No Slug", "title": "", "base": "foster-1897"}, FIELD),
    "house-draft": ({"title": "", "year": "soon"}, FIELD),
    "house-check": ({"action": "publish", "mark": "old"}, PAGE),
    "house-file": ({"yaml": ": ["}, FIELD),
    "own-law-new": ({"action": "try"}, FIELD),
    "own-law": ({"action": "try"}, FIELD),
    "members": ({"name": "", "role": "player"}, FIELD),
    "import-members": ({"text": ""}, FIELD),
    "member": ({"role": "king"}, FIELD),
    "member-account": ({"username": "no name!"}, FIELD),
    "member-rename": ({"name": ""}, FIELD),
    "member-merge": ({"into": ""}, FIELD),
    "held": ({"decision": "set-aside", "reason": LONG}, FIELD),
    "table-new": ({"law_set": "foster-1897", "players_1": "", "dealer": "9"}, FIELD),
    "table-link": ({"secret": "guessed"}, FIELD),
    "evening": ({"secret": "guessed"}, FIELD),
    "table": ({"bid": "99", "maker": "2", "trump": "H", "dealer": "3"}, FIELD),
    "deal": ({"bid": "99", "maker": "2", "trump": "H", "dealer": "1"}, FIELD),
    "cuts": ({"purpose": "deal", "how": "entered"}, FIELD),
    "company": ({"action": "join", "player": ""}, FIELD),
    "game-new": ({"dealer": "9"}, FIELD),
    "calls": ({"text": ""}, FIELD),
    "call-answer": ({"text": LONG, "back": "director"}, FIELD),
    "call-close": ({"text": LONG, "back": "director"}, FIELD),
    "dispute-new": ({**ASKED, "option": "nothing", "holder": "adversaries"}, PAGE),
    "dispute-answer": ({"fact": "claimed", "value": "perhaps"}, FIELD),
    "dispute-decide": ({"step": "overrule", "reason": ""}, FIELD),
    "dispute-preview": ({"step": "overrule", "reason": ""}, FIELD),
    "dispute-appeal": ({"reason": LONG}, FIELD),
    "dispute-settle": ({"step": "change", "reason": ""}, FIELD),
    "dispute-drop": ({"reason": LONG}, FIELD),
    "event-new": ({"name": "", "law_set": "foster-1897", "players": ""}, FIELD),
    "event-plan": ({"step": "change", "rounds": "none", "reason": ""}, FIELD),
    "event-plan-again": ({"name": "", "law_set": "foster-1897", "reason": ""}, FIELD),
    "event-more": ({"rounds": "99", "reason": LONG}, PAGE),
    "event-hold": ({"hold": "on", "reason": LONG}, FIELD),
    "event-players": ({"player": ""}, FIELD),
    "event-leave": ({"step": "substitute", "player": ""}, FIELD),
    "event-check-in": ({"player": ""}, FIELD),
    "event-import-players": ({"text": ""}, FIELD),
    "event-lists": ({"list_1": "99"}, FIELD),
    "event-wishes": ({"fixed_seat": "1"}, FIELD),
    "event-change": ({"action": "swap", "step": "swap"}, FIELD),
    "event-start": ({"how": "tables", "step": "start"}, PAGE),
    "event-doubt": ({"back": "2-1", "reason": ""}, FIELD),
    "event-slips": ({"round": "2", "points_1_1": "many"}, FIELD),
    "event-take-back": ({"back": "2", "reason": LONG}, FIELD),
    "event-table": ({"kind": "winners", "winner": "", "reason": ""}, FIELD),
    "set-password": ({"new_password1": "one", "new_password2": "other"}, FIELD),
}
"""Route → the mistake that is sent, and whether a line of the summary can link to a field."""

FORMS = [
    name
    for name, methods in TABLE.items()
    if "POST" in methods and not ROUTES[name].pattern.startswith("api/")
]


def test_every_form_is_named_here():
    assert set(FORMS) - WRONG.keys() - NOTHING_TYPED == set()


@pytest.mark.parametrize("name", [name for name in FORMS if name in WRONG])
def test_a_refused_form_has_one_summary_that_leads_to_its_fields(name, harbour):
    body, leads_to = WRONG[name]
    browser = client_of(harbour, "owner")
    where = address(ROUTES[name], "POST", harbour)
    if name == "set-password":
        where = password_link(harbour, browser)
    if name == "event-lists":
        body = {f"list_{harbour.member.pk}": "99"}
    answer = browser.post(where, {"key": "", **body}, follow=True)
    page = answer.content.decode()

    summaries = re.findall(r"(?s)<div[^>]*data-error-summary.*?</div>", page)
    assert len(summaries) == 1, f"{answer.status_code}: {len(summaries)} summaries"
    assert 'role="alert"' in summaries[0]
    assert 'tabindex="-1"' in summaries[0]
    assert "autofocus" in summaries[0]
    targets = re.findall(r'<a href="#([^"]*)" data-field', summaries[0])
    missing = [target for target in targets if not re.search(rf'\sid="{re.escape(target)}"', page)]
    assert missing == []
    assert targets or leads_to == PAGE


def password_link(harbour, browser):
    """Return the URL behind the link with which a member's account gets its password."""
    member = Member.objects.get(club=harbour.of.club, user=harbour.of.users["player"])
    invitations.renew_password_link(member=member, actor=harbour.of.actors["owner"])
    uid = http.urlsafe_base64_encode(str(member.user_id).encode())
    token = invitations.password_links.make_token(member.user)
    browser.get(f"/set-password/{uid}/{token}/")
    return f"/set-password/{uid}/set-password/"
