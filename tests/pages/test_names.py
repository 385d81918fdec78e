"""Hostile names on every page: no script runs, and each name is shown as typed."""

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe

from scoring.clubs.models import Member
from scoring.disputes.services import disputes
from scoring.game.names import clean_name
from scoring.tables.services import corrections, cuts, links
from scoring.tables.table_policy import policy_of
from tests.factories import make_table, record
from tests.pages.arrangements import event_pages
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser

RUNS = "window.ran=1"
HOSTILE = [
    f"<script>{RUNS}</script>",
    f"</script><script>{RUNS}</script>",
    f'"><img src=x onerror="{RUNS}">',
    f"'><svg/onload={RUNS}>",
    f"<img src=x onerror={RUNS}//",
    f"<iframe srcdoc='<script>parent.{RUNS}</script>'>",
    f"<a href=javascript:{RUNS}>press</a>",
    f"<details open ontoggle={RUNS}>",
    f"<body onload={RUNS}>",
    f"<style onload={RUNS}>*{{display:none}}</style>",
    f"<math><mtext><script>{RUNS}</script>",
    f"<textarea autofocus onfocus={RUNS}>",
    f"--><script>{RUNS}</script><!--",
    f"]]><script>{RUNS}</script>",
    f"</title><script>{RUNS}</script>",
    f"</textarea><script>{RUNS}</script>",
    f"</option></datalist><script>{RUNS}</script>",
    f"&lt;script&gt;{RUNS}&lt;/script&gt;",
    "&amp;amp;",
    "&#60;b&#62;",
    "<b>bold</b>",
    "<plaintext>",
    "<!DOCTYPE html>",
    "<base href=//elsewhere.example>",
    "<meta http-equiv=refresh content=0;url=//elsewhere.example>",
    "<form action=//elsewhere.example>",
    "<link rel=stylesheet href=//elsewhere.example>",
    '" autofocus onfocus=window.ran=1 x="',
    "' onmouseover='window.ran=1",
    "` onclick=window.ran=1 `",
    '" hx-get="/elsewhere" hx-trigger="load',
    '" hx-on::load="window.ran=1',
    "javascript:window.ran=1",
    "{{ 7|add:7 }}",
    "{% debug %}",
    "{# gone #}",
    "${7*7}",
    "#{7*7}",
    "%(name)s %s %d",
    "{name} {0}",
    "\\u003cscript\\u003e",
    "\\'; window.ran=1; //",
    "'; DROP TABLE members; --",
    '" OR 1=1 --',
    "=1+1",
    "@SUM(A1)",
    "+cmd|' /C calc'!A0",
    "../../../etc/passwd",
    "A" * 80,
    "W" * 80,
    "Ж" * 80,
    "a b " * 20,
    "名" * 80,
    "👩‍👩‍👧‍👦" * 7,
    "🂡🂮🂭🂫🂪",
    "Z̴̙̤̞͉͚̯̞̠͍͑ͫ̓ͪ̂ͫ̽A̴̵̜̰͔ͫ͗͢",
    "שלום עולם",
    "مرحبا بالعالم",
    "ﷺﷺﷺﷺ",
    "null",
    "undefined",
    "NaN",
    "0",
    "☃ ☂ ♠♥♦♣",
]


def tables_of_hostile_names(club):
    """Return tables that seat all hostile names, each with a deal, a correction and a cut."""
    owner = club.actors["owner"]
    made = []
    for start in range(0, len(HOSTILE), 4):
        players = HOSTILE[start : start + 4]
        table = make_table(club.club, owner, players=players, name=players[0])
        links.issue(table=table, actor=owner)
        record(table, owner, dealer=1, maker=1)
        reason = next(name for name in reversed(players) if name.isprintable())
        corrections.correct(
            policy=policy_of(table),
            actor=owner,
            number=1,
            changes={"bid": 7},
            reason=reason,
            base_revision=1,
        )
        cuts.make(policy=policy_of(table), actor=owner, purpose="partners", seed="hostile")
        disputes.raise_dispute(policy=policy_of(table), actor=owner, number=1, incident="revoke", seat=2)
        made.append(table)
    return made


CLUB_PAGES = ("", "members/", "director/", "journal/", "disputes/", "tables/new/")
PAGES = ("sheet/", "deals/1/", "deals/1/dispute/?incident=revoke", "disputes/", "cuts/", "link/", "")


def pages_of(table):
    return [f"/tables/{table.pk}/{page}" for page in PAGES]


def ran(page):
    return page.evaluate(
        "window.ran === 1 || document.querySelector("
        "'main script:not([type=\"application/json\"]), main iframe, main base') !== null"
    )


def runs_nothing_on(page, address):
    """Open a page with all ``<details>`` open.

    Check that no script ran and that the page does not scroll sideways.
    """
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert not ran(page), address
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def names_as_typed(names):
    return [clean_name(name) for name in names]


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.full)])
def test_sixty_hostile_names_are_shown_as_typed_and_run_nothing(hall, whole):
    """Check each name on its table's page and one other page, or on all with ``whole``."""
    made = tables_of_hostile_names(hall.club)
    assert len(HOSTILE) >= 60
    page = hall.member("owner", viewport=PHONE).new_page()
    for place, table in enumerate(made):
        typed = names_as_typed(HOSTILE[place * 4 : place * 4 + 4])
        others, last = pages_of(table)[:-1], pages_of(table)[-1]
        for address in [*(others if whole else [others[place % len(others)]]), last]:
            runs_nothing_on(page, address)
        text = page.evaluate("document.querySelector('main').textContent")
        assert all(name in text for name in typed), "the last of the pages is the table's own"
    slug = hall.club.club.slug
    member = Member.objects.get(club=hall.club.club, name=clean_name(HOSTILE[2]))
    for address in ("/", *(f"/clubs/{slug}/{name}" for name in (f"members/{member.pk}/", *CLUB_PAGES))):
        runs_nothing_on(page, address)


@pytest.mark.full
def test_no_page_of_an_event_scrolls_sideways_and_hostile_names_run_nothing(hall):
    names = list(dict.fromkeys(clean_name(name) for name in HOSTILE))[:60]
    pages = event_pages(hall.club, names)
    page = hall.member("director", viewport={"width": 320, "height": 700}).new_page()
    for address in pages.values():
        runs_nothing_on(page, address)
    page.goto(pages["players"])
    text = page.evaluate("document.querySelector('main').textContent")
    assert [name for name in names if name not in text] == []


def test_a_name_marked_safe_would_be_caught(hall):
    """Control: the same check on a page that does not escape names."""
    rendered = Template("<main>{{ name }}</main>").render(
        Context({"name": mark_safe(HOSTILE[2])})
    )  # the fault planted for this control
    page = hall.context(bypass_csp=True).new_page()
    page.goto("/laws/")
    page.set_content(rendered)

    page.wait_for_function("window.ran === 1")
    assert ran(page)


def test_a_name_marked_safe_is_reported_by_the_content_policy(hall):
    """Control: on a page of the site the content security policy blocks the script."""
    page = hall.context().new_page()
    page.goto("/laws/")
    with page.expect_console_message(lambda message: "policy" in message.text.lower()):
        page.evaluate("(markup) => { document.querySelector('main').innerHTML = markup }", str(HOSTILE[2]))

    assert not page.evaluate("window.ran === 1")
    assert any(
        "policy" in complaint or "Content Security Policy" in complaint for complaint in hall.complaints
    )
    hall.complaints.clear()
