"""An evening that leaves at least one row of every record model, for tests that read all records."""

from uuid import uuid4

from scoring.calls.services import call_director, close_call, see_call
from scoring.clubs.services import clubs
from scoring.disputes.services import disputes, rulings
from scoring.events.people.services import attendance, check_in
from scoring.events.planning.services import event_changes, events
from scoring.events.play.services import bell, clock, moves, slip_totals
from scoring.events.results.services import decisions, finals
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.cutting_out.services import choose_draw, leave_company, open_company_table
from scoring.tables.services import club_cards, corrections, cuts, held, links, tables
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import ADVERSARY_REVOKES
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles, house_laws, record
from tests.web.asking import send


def evening(club: ClubOfRoles) -> None:
    """Leave at least one row of every record model: cut, games, deals, correction, held entry and so on."""
    table, scorer, director = club.table, club.actors["scorer"], club.actors["director"]
    cut = cuts.make(policy=policy_of(table), actor=scorer, purpose="partners", seed="evening")
    tables.start_game(table=table, actor=scorer, cut=cut.pk)
    record(table, scorer)
    record(table, scorer)
    corrections.correct(
        policy=policy_of(table), actor=director, number=1, changes={"bid": 7}, reason="Seven was bid."
    )
    body = {**BID_EIGHT_MADE_FIVE, "number": 9}
    ahead = send(club.link_client(), "post", f"tables/{table.pk}/deals/", body, key=uuid4()).json()
    held.set_aside(table=table, actor=director, held_id=ahead["held"], reason="Entered at the wrong table.")
    clubs.add_member(club=club.club, actor=director, name="Fiume")
    called = call_director(table=table, actor=scorer, text="Whose lead is it?").body["call"]
    see_call(table=table, actor=director, call_id=called)
    close_call(table=table, actor=director, call_id=called)
    disputed(club)
    gathered(club)
    progressive(club)
    house_laws(club)
    club_cards.issue_missing(club=club.club, actor=director, tables=2)
    club_cards.stop(club=club.club, actor=director, number=2, edition=1)
    links.issue(table=table, actor=director)


def disputed(club: ClubOfRoles) -> None:
    """Add a dispute about the second deal with the steps of a decision, an appeal and its settlement."""
    asked = {
        "policy": policy_of(club.table),
        "actor": club.actors["scorer"],
        "number": 2,
        **ADVERSARY_REVOKES,
        "seat": 1,
    }
    found = {"actor": club.actors["director"], "table": club.table}
    found["dispute_id"] = disputes.raise_dispute(**asked).dispute
    rulings.decide(**found, confirm=True)
    rulings.appeal(**found, reason="He had none of the suit.")
    rulings.settle(**found | {"actor": club.actors["owner"]}, withdraw=True, reason="So it was.")


def gathered(club: ClubOfRoles) -> None:
    """Add a row of every record of a cutting-out table: five players who cut, and one who leaves."""
    director = club.actors["director"]
    table = open_company_table(club=club.club, actor=director, players=["A", "Y", "B", "Z", "C"])
    leave_company(table=table, actor=director, member_id=SeatChange.objects.latest("id").member_id)
    choose_draw(table=table, actor=director, is_drawn=False)


def progressive(club: ClubOfRoles) -> None:
    """Add at least one row of every record of an event, with a late entry, a withdrawal and a doubt."""
    director, players = club.actors["director"], ["A", "Y", "B", "Z", "C", "X"]
    event = events.create(club=club.club, actor=director, name="Long night", players=players, rounds=2,
                          movement={"two_person_final": True, "first_deal": "entered"})  # fmt: skip
    check_in.check_in(event=event, actor=director, member_id=event.entrants.earliest("pk").member_id)
    moves.start(event=event, actor=director)
    cuts.make(policy=policy_of(event.tables.get()), actor=director, purpose="deal", seed="evening")
    seats = {"event": event, "actor": director, "round_number": 1, "table_number": 1}
    clock.step_clock(event=event, actor=director, kind="start")
    attendance.enter(event=event, actor=director, player="W")
    gone = event.entrants.order_by("-pk")[1]
    attendance.leave(event=event, actor=director, member_id=gone.member_id)
    event_changes.change(event=event, actor=director, values={"minutes": 40}, reason="The hall closes late.")
    slip_totals.enter(event=event, actor=director, round_number=1, table_number=1, points=[16, 0])
    slip_totals.enter(
        event=event, actor=director, round_number=1, table_number=1, points=[4, 0], reason="Misread."
    )
    doubt = decisions.doubt(**seats, note="Ten was made.")
    decisions.settle(event=event, actor=director, doubt_id=doubt.pk, reason="Nine it was.")
    decisions.decide(**seats, kind="winners", content=[1], reason="The slip was lost.")
    moves.move_now(event=event, actor=director, round_number=1)
    moves.take_back(event=event, actor=director, round_number=1, reason="Too early.")
    attendance.enter(event=event, actor=director, player=gone.member_id)
    attendance.change_wishes(event=event, actor=director, member_id=gone.member_id, wishes={"fixed_table": 1})
    moves.move_now(event=event, actor=director, round_number=1)
    seats |= {"round_number": 2}
    decisions.decide(**seats, kind="winners", content=[2], reason="The slip was lost.")
    bell.ring_bell(event=event, actor=director, round_number=2)
    finals.make_final(event=event, actor=director)
    finals.make_final(event=event, actor=club.actors["owner"])
