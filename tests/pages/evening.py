"""A club with something on every page: deals, corrections, cuts, held entries, a closed table."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from scoring.clubs.models import Member
from scoring.clubs.services import invitations
from scoring.disputes.models import Dispute
from scoring.disputes.services import disputes, rulings
from scoring.house_laws.records import read_fields
from scoring.house_laws.services import write_draft
from scoring.tables.models import HeldEntry, Table
from scoring.tables.services import corrections, cuts, deals, links, tables
from scoring.tables.table_policy import policy_of
from tests.factories import ClubOfRoles, house_laws, make_club, make_table, record
from tests.house_laws.making import with_rule

FULL_DEAL = {
    "dealer": 3,
    "maker": 4,
    "bid": 6,
    "trump": "C",
    "won": {"high": 2, "low": 1, "jack": 2, "game": 2, "right-pedro": 2, "left-pedro": "discards"},
    "points": None,
}
LED = "incident%3Dlead-out-of-turn%26turn_of%3Doffenders-partner%26followed%3Dsome%26card%3Dplain"
REVOKED = "/laws/ask/?incident=revoke&trick=turned&claimed=yes&offender=maker"
RULED = "/laws/ask/?incident=lead-out-of-turn&turn_of=offenders-partner&followed=some&card=plain"


def fill(club: ClubOfRoles) -> dict[str, Table]:
    """Record an evening's content in the club; return its tables by what they show."""
    owner = club.actors["owner"]
    first, names = club.table, ["A", "Y", "B", "Z"]
    record(first, owner, dealer=1, maker=1, bid=8, trump="H", points=[10, 4])
    record(first, owner, dealer=2, maker=2, bid=8, trump="S", points=[9, 5])
    record(first, owner, **FULL_DEAL)
    corrections.correct(
        policy=policy_of(first), actor=owner, number=2, changes={"points": [5, 9]},
        reason="The sides were mixed up.", base_revision=1, key=uuid4(),
    )  # fmt: skip
    deals.record(
        policy=policy_of(first), actor=owner,
        payload={"dealer": 4, "maker": 1, "bid": 7, "trump": "D", "points": [8, 6]},
        key=uuid4(), number=9,
    )  # fmt: skip
    cuts.make(policy=policy_of(first), actor=owner, purpose="partners", seed="a cut of the tests")
    chicago = make_table(club.club, owner, law_set="chicago-1890", players=names, name="Chicago table")
    record(chicago, owner, dealer=1, maker=2, bid=8, trump="H", points=[9, 5])
    won = make_table(club.club, owner, players=names, name="Table of the winners")
    for dealer in (1, 2, 3, 4):
        record(won, owner, dealer=dealer, maker=1, bid=14, trump="H", points=[14, 0])
    dispute_it(club, first)
    closed = make_table(club.club, owner, players=names, name="Closed table")
    record(closed, owner, dealer=1)
    tables.close(table=closed, actor=owner)
    for table in (chicago, won):
        links.issue(table=table, actor=owner)
    laws = house_laws(club)
    unsound = read_fields(laws.slug, with_rule(exception_to=None))
    write_draft(law_set=laws, actor=club.actors["director"], written=unsound)
    return {"first": first, "chicago": chicago, "won": won, "closed": closed}


def dispute_it(club: ClubOfRoles, table: Table) -> None:
    """Raise a dispute on each of three deals: one is decided, one has a disputed fact, one has a choice."""
    owner = club.actors["owner"]

    def raised(number: int, **wanted: Any) -> int:
        fields: dict[str, Any] = {"incident": "revoke", "seat": 2, "assume": True, **wanted}
        return disputes.raise_dispute(policy=policy_of(table), actor=owner, number=number, **fields).dispute

    decided = raised(1, facts={"trick": "turned"})
    rulings.decide(table=table, actor=owner, dispute_id=decided, confirm=True)
    raised(2, facts={"trick": {"disputed": ["turned", "lying"]}, "played_after": "yes"}, seat=1)
    too_soon = {"hand": "fourth", "before": "second", "third_played": "no"}
    raised(4, incident="play-out-of-turn", facts=too_soon, seat=4)


def addresses(club: ClubOfRoles, made: dict[str, Table]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the addresses of all readable pages by name, and of pages that are variants of them."""
    slug, first, won = club.club.slug, made["first"].pk, made["won"].pk
    member = Member.objects.get(club=club.club, name="A").pk
    other = make_club("upstream")  # nobody can join a club in which they are
    invited = Member.objects.get(club=other.club, name="A")
    invitation = invitations.invite(member=invited, actor=other.actors["owner"])
    given: Any = Member.objects.get(club=club.club, name="Y")
    given.user = User.objects.create_user("one-without-password")
    given.save()
    assert HeldEntry.objects.exists()
    decided, both, choice = Dispute.objects.order_by("id").values_list("pk", flat=True)
    dispute = f"/tables/{first}/deals/1/dispute/"
    pages = {
        "home": "/",
        "sign in": "/sign-in/",
        "open a table by its link": "/t/",
        "account": "/account/",
        "found a club": "/clubs/new/",
        "club": f"/clubs/{slug}/",
        "settings of a club": f"/clubs/{slug}/settings/",
        "members": f"/clubs/{slug}/members/",
        "member": f"/clubs/{slug}/members/{member}/",
        "member with a one-time link": f"/clubs/{slug}/members/{given.pk}/",
        "invitation": f"/invitations/{invitation}/",
        "director": f"/clubs/{slug}/director/",
        "journal": f"/clubs/{slug}/journal/",
        "new table": f"/clubs/{slug}/tables/new/",
        "table": f"/tables/{first}/",
        "table with the game won": f"/tables/{won}/",
        "table closed": f"/tables/{made['closed'].pk}/",
        "sheet": f"/tables/{first}/sheet/",
        "sheet of a game won": f"/tables/{won}/sheet/",
        "cuts": f"/tables/{first}/cuts/",
        "link": f"/tables/{first}/link/",
        "disputes of a table": f"/tables/{first}/disputes/",
        "dispute to be raised": f"{dispute}?in-words=he+revoked",
        "dispute, the ruling": f"{dispute}?incident=revoke&at-seat=2&trick=turned",
        "dispute decided": f"/disputes/{decided}/",
        "dispute with both rulings": f"/disputes/{both}/",
        "disputes of the club": f"/clubs/{slug}/disputes/",
        "deal corrected": f"/tables/{first}/deals/2/",
        "next game": f"/tables/{won}/games/new/",
        "house laws": f"/clubs/{slug}/laws/",
        "house law set": f"/clubs/{slug}/laws/harbour-laws/",
        "house law set chosen": f"/clubs/{slug}/laws/harbour-laws/draft/",
        "house's own law begun": f"/clubs/{slug}/laws/harbour-laws/own/new/",
        "house's own law written": f"/clubs/{slug}/laws/harbour-laws/own/new/?incident=revoke",
        "house law set looked over": f"/clubs/{slug}/laws/harbour-laws/check/",
        "house law set as a file": f"/clubs/{slug}/laws/harbour-laws/file/",
        "laws found": "/laws/?q=revoke",
        "law set": "/laws/foster-1897/",
        "law with rules and cases": "/laws/chicago-1890/lead-out-of-turn/card-or-suit/",
        "topic of the laws": "/laws/foster-1897/revoke/",
        "law sets compared": "/laws/compare/?a=foster-1897&b=chicago-1890",
        "clauses of the sources": "/laws/clauses/",
        "director's card": "/laws/foster-1897/card/",
        "ask in words, the closest laws": "/laws/ask/?in-words=safely",
        "ask in words, nothing found": "/laws/ask/?in-words=umbrella",
        "ask in words": "/laws/ask/?in-words=my+partner+led+when+it+was+my+turn+and+the+next+man+followed",
        "ruling of two offences": f"{REVOKED}&same-deal={LED}&one-act=no",
        "refused question": "/laws/ask/?incident=revoke&trick=turnedd&weather=1",
        "not found": "/nothing-here/",
    }
    more = {
        "new table under Chicago": f"/clubs/{slug}/tables/new/?law_set=chicago-1890",
        "table of Chicago": f"/tables/{made['chicago'].pk}/",
        "sheet of Chicago": f"/tables/{made['chicago'].pk}/sheet/",
        "dispute with a choice": f"/disputes/{choice}/",
        "deal by points won": f"/tables/{first}/deals/3/",
        "house's own law changed": f"/clubs/{slug}/laws/harbour-laws/own/lead-out-of-turn/second-card/",
        "dispute, who": f"{dispute}?incident=revoke",
        "dispute, a question": f"{dispute}?incident=revoke&at-seat=2",
        "ruling": RULED,
        "law sets compared on a topic": "/laws/compare/?a=foster-1897&b=chicago-1890&topic=lead-out-of-turn",
        "laws": "/laws/",
        "law": "/laws/foster-1897/scoring/difference/",
        "law sets to compare": "/laws/compare/",
        "law sets of unequal games": "/laws/compare/?a=foster-1897&b=chicago-1890&topic=misdeal",
        "clause in doubt": "/laws/clauses/chi-lead-oot-call-card/",
        "clause that another contradicts": "/laws/clauses/cinch-foul-hand-laws/",
        "ask the law": "/laws/ask/",
        "a question asked again": f"{RULED}&ask-again=followed",
        "ruling with an assumption": "/laws/ask/?incident=revoke&trick=turned&offender=maker",
        "ruling of a silent book with its fallback's": f"{RULED}&law_set=bicycle",
        "ruling under another reading": f"{RULED}&read-as=partners-turn.trump-or-none-only",
        "ask of the same deal": f"/laws/ask/?same-deal={LED}",
        "two offences, one act or two": f"{REVOKED}&same-deal={LED}",
        "two revokes, whose is not told": f"{REVOKED}&same-deal=incident%3Drevoke%26trick%3Dturned",
        "law by which a point is settled": "/laws/foster-1897/end-of-game/fifty-one/",
    }
    return pages, more
