"""Cutting out at a table of five or six: who plays first, who gives way, who comes in; exactly once.

Law: Foster 1897, Cinch Laws, Formation of Table (six make the table complete; of more than four the four
highest cards play first) and Cutting Out (the lowest cards give way; after the second game, the players with
most games in a row, with ties cut). Under Foster the ace is high, the two highest play against the two
lowest, and the highest deals. All other cases of giving way are in `tests.game.test_cutting_out`.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from scoring import tasks
from scoring.game.cutting import PREFERENCE
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.cutting_out import after_game
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.cutting_out.queries import company_breaches, company_record, table_company
from scoring.tables.cutting_out.services import choose_draw, join_company, leave_company, open_company_table
from scoring.tables.games import current_game
from scoring.tables.models import Cut, DealRevision, Game, Seat
from scoring.tables.services import corrections, tables
from scoring.tables.table_policy import policy_of
from scoring.workers.pauses import BROKER
from tests.events.evenings import signed_in
from tests.factories import make_club, make_table, record
from tests.office.tampering import lifted, run
from tests.pages.arrangements import company_of
from tests.refusals import refusing
from tests.tables.test_cuts import checked_draw
from tests.web.asking import reasons, rows, send

pytestmark = [pytest.mark.django_db, pytest.mark.own_club]

FIVE, SIX = "AYBZC", "AYBZCX"
ALL_FOURTEEN = {"maker": 1, "bid": 14, "points": [14, 0]}


def named(players):
    return "".join(player.name for player in players)


class Gathering:
    """A cutting-out table and the actions of its players, whose names are single letters."""

    def __init__(self, club, players=FIVE, *, by_hand=True, table=None):
        self.club, self.scorer, self.director = club, club.actors["scorer"], club.actors["director"]
        self.table = table or open_company_table(
            club=club.club, actor=self.director, players=list(players), is_drawn=not by_hand
        )

    def cut(self, **cards):
        """Enter the cards that were cut; without cards the service draws."""
        return after_game.cut(table=self.table, actor=self.scorer, cards=cards or None)

    def cut_for_partners(self, players):
        """Cut so that the first of ``players`` plays with the second, and deals."""
        return self.cut(**dict(zip(players, ("AH", "KH", "QH", "JH"), strict=True)))

    def deal(self, **deal):
        dealer = current_game(self.table)[0].state.next_dealer
        return record(self.table, self.scorer, dealer=dealer, **(ALL_FOURTEEN | deal))

    def play(self):
        """Play the game to its end; the first side makes fourteen in each deal."""
        while not current_game(self.table)[0].state.over:
            self.deal()

    def leave(self, name):
        member_id = next(pk for pk, member in self.now.members.items() if member.name == name)
        leave_company(table=self.table, actor=self.scorer, member_id=member_id)

    def join(self, name, **more):
        return join_company(table=self.table, actor=self.director, player=name, **more)

    @property
    def game_number(self):
        return current_game(self.table)[0].number

    @property
    def seats(self):
        """The players of the last game in seat order, as one word."""
        last = Game.objects.filter(table=self.table).order_by("-number").first()
        return "".join(Seat.objects.filter(game=last).order_by("seat").values_list("member__name", flat=True))

    @property
    def now(self):
        return company_record(self.table)

    @property
    def shown(self):
        return table_company(self.table)

    @property
    def waiting(self):
        return named(self.shown.waiting)

    @property
    def to_cut(self):
        """The purpose of the cut that is due, and the players who must cut."""
        cut = self.shown.cut
        return cut.purpose, "".join(sorted(named(cut.cutters)))


def drawn_and_over(club, players=SIX):
    """Return a table where the service draws, with its first game played to the end."""
    gathering = Gathering(club, players, by_hand=False)
    gathering.play()
    return gathering


@pytest.mark.database
def test_an_evening_of_six_who_cut_with_real_cards(club):
    six = Gathering(club, SIX)
    page = f"/tables/{six.table.pk}/"
    before = club.client("scorer").get(page).content.decode()
    sent = {"maker": 1, "bid": 8, "trump": "H", "points": [9, 5]}
    early = send(club.client("scorer"), "post", f"tables/{six.table.pk}/deals/", sent, key=uuid4())
    assert (early.status_code, early.json()["code"]) == (409, "company-cuts"), "no deal before the first cut"
    assert ('name="bid"' in before, "Cut for who plays next" in before) == (False, True)

    # After a tie for the fourth place only the tied players cut again.
    assert six.to_cut == ("who-plays", "ABCXYZ")
    six.cut(A="AS", Y="2S", B="9H", Z="8H", C="KD", X="8D")
    assert six.to_cut == ("who-plays", "XZ")
    with refusing("cards.A"):
        six.cut(A="2S", Z="4H", X="5D")
    assert six.cut(Z="9D", X="3C") is None, "they still have to cut for partners"
    assert six.to_cut == ("partners", "ABCZ")
    # After a tie in the cut for partners only the tied players cut again.
    assert six.cut(A="5H", B="QC", Z="KS", C="QD") is None
    assert six.to_cut == ("partners", "BC")
    game = six.cut(B="3S", C="4S")

    # Z and C cut highest and play against B and A. Z deals and sits in seat 1; C sits opposite.
    assert (six.seats, six.waiting) == ("ZBCA", "YX")
    assert (game.number, game.first_dealer, game.cut.continues is not None) == (1, 1, True)
    assert six.shown.games[0].explanation[-1].law == "foster-1897/formation/preference"
    assert "Deal 1 · game 1" in club.client("scorer").get(page).content.decode()
    assert "Games of this table" not in club.client("scorer").get(f"{page}sheet/").content.decode()

    # After the first game the lowest cuts give way.
    six.play()
    (ahead,) = six.shown.next_to_give_way
    assert ahead.law == "foster-1897/formation/cutting-out-first"
    assert "The 2 lowest give way." in ahead.text
    six.cut(Z="9S", B="3S", C="AS", A="2S")
    six.cut_for_partners("ZCYX")
    cut_for = six.shown.games[0]
    assert (six.seats, named(cut_for.giving_way), named(cut_for.coming_in)) == ("ZYCX", "AB", "YX")

    # The book's case: Z and C have played both games, and B and A wait, so no cut for who plays is needed.
    six.play()
    assert six.to_cut[0] == "partners"
    ahead = six.shown.next_to_give_way[0]
    assert ahead.text.startswith("Giving way to those who wait, after most games running:")
    assert ahead.law == "foster-1897/formation/cutting-out-later"
    six.cut_for_partners("YXBA")
    assert (six.seats, set(six.waiting)) == ("YBXA", set("ZC"))
    assert list(breaches()) == []


def test_the_sheet_before_the_first_game_leads_to_its_prints(club):
    table, browser = company_of(club), signed_in(club)
    sheet = browser.get(f"/tables/{table.pk}/sheet/").content.decode()
    prints = [address for address in re.findall(r'href="([^"]+)"', sheet) if "/print/" in address]
    assert [browser.get(address).status_code for address in prints] == [200, 200]


def test_one_player_comes_late_and_others_go_home(club):
    table = make_table(club.club, club.actors["director"])
    record(table, club.actors["scorer"], dealer=1, maker=1, points=[10, 4])
    five = Gathering(club, table=table)
    five.join("C", is_drawn=False)
    assert (five.waiting, five.now.is_due) == ("C", False), "the game in play is played to its end"
    cut = five.shown.next_to_give_way[0]
    assert "The lowest gives way. Waiting: C." in cut.text, "told while the game is in play"
    five.play()
    five.cut(A="9S", Y="8S", B="AS", Z="2S")
    five.cut_for_partners("AYBC")
    assert (five.game_number, five.waiting) == (2, "Z")

    # A player who goes home makes room, so nobody must give way.
    five.play()
    five.leave("Y")
    assert five.to_cut == ("partners", "ABCZ")
    five.cut_for_partners("ABZC")
    assert (five.seats, five.waiting) == ("AZBC", "")

    # If a player leaves before the first deal, the game is seated again; fewer than four cannot begin.
    five.join("Y")
    five.leave("C")
    assert five.now.is_due
    five.cut()
    assert "C" not in five.seats
    assert [game.number for game in five.shown.games] == [4, 3, 2]
    five.leave("Z")
    answer = five.shown
    assert (answer.missing, answer.is_due, answer.next_to_give_way[0].text) == (
        1, False, "One more player is needed.",
    )  # fmt: skip

    # A player who comes back counts as new.
    five.join("Z")
    assert five.now.company.arrived_after[-1] == 2, "two games were played, and two only seated"
    assert five.now.is_due is False, "the same four are there and nobody waits"
    assert list(breaches()) == []


def test_a_table_drawn_for_is_seated_at_once_and_anybody_can_check_the_draw(club):
    six = Gathering(club, SIX, by_hand=False)
    seed, (step, partners) = six.now.founding.seed, Cut.objects.order_by("step")

    assert (step.purpose, step.seed) == (PREFERENCE, f"{seed}/out/1")
    assert step.draws[0] == checked_draw(step.seed, [str(pk) for pk in six.now.company.present])
    assert partners.seed == f"{seed}/partners/1"
    assert (six.now.is_due, len(six.waiting)) == (False, 2)
    assert list(breaches()) == []


def test_a_cut_that_was_begun_counts_for_nothing_once_somebody_has_gone(club):
    six = Gathering(club, SIX)
    six.cut(A="AS", Y="KS", B="QS", Z="4H", C="4D", X="2D")
    six.leave("X")
    assert six.to_cut == ("who-plays", "ABCYZ")
    six.cut(A="AS", Y="KS", B="QS", Z="4H", C="5D")
    assert [(cut.step, cut.continues) for cut in Cut.objects.order_by("step")] == [(1, None), (2, None)]


def test_a_refusal_to_join_or_leave_has_its_reason(club):
    six, director, scorer = Gathering(club, SIX), club.client("director"), club.client("scorer")
    path, before = f"tables/{six.table.pk}/company/", rows()
    refused = {"A": "A is at this table already.", "W": "The table is complete with 6 players.", "": ""}
    for name, why in refused.items():
        assert why in reasons(send(director, "post", path, {"player": name}))["player"]
    assert rows() == before

    gone = six.now.company.present[-1]
    assert send(scorer, "delete", f"{path}{gone}/").status_code == 204
    again = send(scorer, "delete", f"{path}{gone}/")
    assert reasons(again) == {"player": "X has left this table already."}
    assert send(scorer, "delete", f"tables/{club.table.pk}/company/{gone}/").status_code == 404
    assert SeatChange.objects.filter(kind="left").count() == 1

    tables.close(table=six.table, actor=six.director)
    for action in (partial(six.join, "X"), partial(six.leave, "A"), six.cut):
        with refusing("table-closed"):
            action()
    tasks.cut_out(six.table.pk)
    assert not Game.objects.filter(cut__after__table=six.table).exists()


# Exactly once


@pytest.mark.database
def test_the_task_cuts_once_however_often_it_runs_and_the_sweep_where_no_message_came(club, other_club):
    ours, theirs, by_hand = drawn_and_over(club), drawn_and_over(other_club, FIVE), Gathering(club, "ABCDEF")
    playing = set(ours.seats)
    with pytest.raises(Conflict) as refusal:
        tables.start_game(table=ours.table, actor=ours.scorer)
    assert refusal.value.code == "company-cuts", "the next game does not pass those who wait"
    tasks.cut_out(ours.table.pk)
    with refusing("players.4"):
        tables.start_game(table=ours.table, actor=ours.director, players=["A", "Y", "B", "W"])
    tasks.sweep_companies()
    after = rows()
    for _ in range(2):
        tasks.cut_out(ours.table.pk)
        tasks.sweep_companies()
    tasks.cut_out(10**8)

    assert rows() == after
    assert [gathering.game_number for gathering in (ours, theirs, by_hand)] == [2, 2, 0]
    assert len(playing & set(ours.seats)) == 2, "two gave way to the two who waited"
    assert list(breaches()) == []
    with refusing("nothing-to-cut"):
        ours.cut()
    for kept in (
        Game.objects.get(table=ours.table, number=2),
        Cut.objects.filter(table=ours.table).latest("step"),
    ):
        kept.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            kept.save()


def test_a_fault_leaves_the_table_as_it_was_and_the_next_table_is_drawn_for(club, other_club, monkeypatch):
    broken, whole = drawn_and_over(club), drawn_and_over(other_club)
    begin = tables.begin

    def fail(**fields):
        if fields["table"].pk == broken.table.pk:
            raise ZeroDivisionError("a fault of ours")
        return begin(**fields)

    monkeypatch.setattr(tables, "begin", fail)
    entries = Entry.objects.filter(table=broken.table).count()
    tasks.sweep_companies()
    assert (broken.game_number, whole.game_number) == (1, 2)
    assert Entry.objects.filter(table=broken.table).count() == entries
    monkeypatch.undo()
    tasks.sweep_companies()
    assert broken.game_number == 2


def test_correcting_the_last_deal_after_the_cut_changes_nothing_that_was_seated(club):
    six = drawn_and_over(club)
    tasks.cut_out(six.table.pk)
    before, games = six.seats, six.shown.games
    corrections.correct(
        policy=policy_of(six.table), actor=six.director, number=4, changes={"bid": 5, "points": [0, 14]},
        reason="Five was bid.", base_revision=1, key=uuid4(),
    )  # fmt: skip
    for _ in range(2):
        tasks.sweep_companies()

    assert (six.seats, six.shown.games) == (before, games)
    assert DealRevision.objects.filter(deal__table=six.table, seq=2).count() == 1
    six.play()
    tasks.cut_out(six.table.pk)
    assert six.game_number == 3
    assert list(breaches()) == []


def test_a_deal_or_correction_that_ends_a_game_queues_a_draw_at_once(
    club, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr("cinchclub.celery.app.send_task", lambda name, args, retry: sent.append(args))
    BROKER.end()  # another test may have recorded that there is no broker
    five, other = Gathering(club, by_hand=False), Gathering(club, "HJKLM", by_hand=False)
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            five.deal()
            other.deal()
        other.deal(maker=2, bid=9, points=[5, 9])
    assert sent == []
    with django_capture_on_commit_callbacks(execute=True):
        five.deal()
        corrections.correct(policy=policy_of(other.table), actor=other.director, number=4, reason="misread",
                            changes=ALL_FOURTEEN)  # fmt: skip
        Gathering(club, table=club.table).play()
    assert sent == [(five.table.pk,), (other.table.pk,)], "a table of four has nothing to cut for"


@pytest.mark.database
@pytest.mark.parametrize(("statement", "invariant"), [
    ("UPDATE scoring_cut SET draws = '[]' WHERE purpose = 'preference'", "I-12"),
    ("UPDATE scoring_cut SET players = '[1, 2, 3, 4]' WHERE purpose = 'preference'", "I-12"),
    ("UPDATE scoring_seatchange SET kind = 'left' WHERE kind = 'came'", "I-4"),
    ("UPDATE scoring_seat SET member_id = -member_id WHERE seat = 4", "I-14"),
    ("UPDATE scoring_game SET first_dealer = 2", "I-14"),
    ("UPDATE scoring_cut SET draws = '[]' WHERE purpose = 'partners'", "I-14"),
])  # fmt: skip
def test_verify_names_a_company_that_was_changed_behind_the_programs_back(club, statement, invariant):
    table = drawn_and_over(club).table
    tasks.cut_out(table.pk)
    assert list(company_breaches(table)) == []
    with lifted():
        run(statement)
        assert invariant in {breach.invariant for breach in company_breaches(table)}


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_workers_and_a_button_at_the_same_moment_make_one_game():
    six = drawn_and_over(make_club())
    start = Barrier(4)

    def by_hand(table_id):
        with suppress(Conflict):
            six.cut()

    def at_once(action):
        start.wait(60)
        try:
            action(six.table.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as hands:
        list(hands.map(at_once, [tasks.cut_out, by_hand, tasks.cut_out, by_hand]))
    assert Game.objects.filter(cut__after__table=six.table).count() == 2
    assert six.game_number == 2
    assert list(breaches()) == []


def test_a_company_changes_how_it_cuts_and_the_clubs_pages_show_who_waits(club):
    five = drawn_and_over(club, FIVE)
    for name, shown in (("club", "Waiting:</a> <bdi>{}</bdi>"), ("director", "<small><bdi>{}</bdi></small>")):
        client = signed_in(club)
        page = client.get(reverse(name, args=[club.club.slug])).content.decode()
        assert shown.format(five.waiting) in page

    choose = partial(choose_draw, table=five.table, actor=five.scorer)
    assert five.table.pk in after_game.between_games()
    choose(is_drawn=False)
    before = rows()
    choose(is_drawn=False)
    assert rows() == before, "it is so already"
    after_game.draw_if_due(five.table.pk)
    assert (five.game_number, five.table.pk in after_game.between_games()) == (1, False)
    assert five.shown.is_drawn is False

    choose(is_drawn=True)
    after_game.draw_if_due(five.table.pk)
    assert five.game_number == 2
    assert list(breaches()) == []
