"""Cutting out at a table of five or six: preference, who gives way, who comes in; exactly once.

Law: Foster 1897, Cinch Laws, Formation of Table (six make it complete; of more than four the four highest
play first) and Cutting Out (the lowest cuts give way; after the second game those who have played most games
running, ties by cutting). Under Foster the ace is high, the two highest play the two lowest, and the highest
deals.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from laws.domain.errors import InvalidInput
from scoring import tasks
from scoring.events.hosting import host_of
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.company import cutting_out, services as companies
from scoring.tables.company.models import CuttingOut, Leaving, Succession
from scoring.tables.company.queries import company_answer, company_breaches, company_record
from scoring.tables.games import current_game
from scoring.tables.models import Cut, DealRevision, Game, Seat, Table
from scoring.tables.services import corrections, tables
from scoring.workers.pauses import BROKER
from tests.factories import make_club, make_table, record
from tests.office.tampering import lifted, run
from tests.tables.test_cuts import checked_draw
from tests.web.asking import reasons, rows, send

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FIVE, SIX = "AYBZC", "AYBZCX"


def opened(club, players=FIVE, *, by_hand=True, **wanted):
    """Return a table opened for these players, who cut with real cards unless they are drawn for."""
    return companies.open_table(
        club=club.club, actor=club.actors["director"], players=list(players), is_drawn=not by_hand, **wanted
    )


def cut(club, table, **cards):
    """Enter the cards that were cut; with none the service draws."""
    return cutting_out.cut(table=table, actor=club.actors["scorer"], cards=cards or None)


def seats(table):
    """Return who sits at the table, in seat order, as one word."""
    last = Game.objects.filter(table=table).order_by("-number").first()
    return "".join(Seat.objects.filter(game=last).order_by("seat").values_list("member__name", flat=True))


def play(club, table):
    """Play the game at the table to its end: fourteen to the first side, deal by deal."""
    for _ in range(4):
        dealer = current_game(table)[0].course.next_dealer
        record(table, club.actors["scorer"], dealer=dealer, maker=1, bid=14, points=[14, 0])
    assert current_game(table)[0].course.over


def now(table):
    found = company_record(table)
    assert found is not None
    return found


def named(players):
    return "".join(player["name"] for player in players)


def waiting(table):
    return named(company_answer(table)["waiting"])


def member(table, name):
    return next(pk for pk, called in now(table).names.items() if called == name)


def leave(club, table, name):
    companies.leave(table=table, actor=club.actors["scorer"], member_id=member(table, name))


def join(club, table, name, **more):
    return companies.join(table=table, actor=club.actors["director"], player=name, **more)


def begun(club, players=SIX):
    """Return a table whose first game A, Y, B and Z have played to the end, the others waiting."""
    table = opened(club, players)
    high = dict(zip("AYBZ", ("AS", "KS", "QS", "JS"), strict=True))
    low = dict(zip(players[4:], ("3D", "2D"), strict=False))
    cut(club, table, **high, **low)
    cut(club, table, A="AS", B="KS", Y="3S", Z="2S")
    play(club, table)
    assert sorted(seats(table)) == sorted("AYBZ")
    return table


# Opening


@pytest.mark.parametrize(("players", "cards", "plays", "waits"), [
    (FIVE, {"A": "2S", "Y": "AS", "B": "9H", "Z": "8H", "C": "KD"}, "YBZC", "A"),
    (SIX, {"A": "2S", "Y": "AS", "B": "9H", "Z": "8H", "C": "KD", "X": "3C"}, "YBZC", "AX"),
])  # fmt: skip
def test_the_four_highest_play_first_then_partners_seats_and_deal_are_cut_for(
    club, players, cards, plays, waits
):
    table = opened(club, players)
    assert company_answer(table)["cut"]["purpose"] == "who-plays"

    assert cut(club, table, **cards) is None, "they still have to cut for partners"
    answer = company_answer(table)
    assert (answer["cut"]["purpose"], set(named(answer["cut"]["cutters"]))) == ("partners", set(plays))
    game = cut(club, table, Y="5H", B="9C", Z="KS", C="QD")

    # Z and C cut highest and play Y and B; Z deals, and sits in seat 1 with C opposite.
    assert seats(table) == "ZBCY"
    assert (game.number, game.first_dealer, waiting(table)) == (1, 1, waits)
    assert company_answer(table)["games"][0]["explanation"][-1]["law"] == "foster-1897/formation/preference"
    assert list(breaches()) == []


def test_no_deal_is_played_before_the_first_cut_and_the_game_after_it_is_the_first(club):
    table = opened(club)
    page = f"/tables/{table.pk}/"
    before = club.client("scorer").get(page).content.decode()
    sent = {"maker": 1, "bid": 8, "trump": "H", "points": [9, 5]}

    early = send(club.client("scorer"), "post", f"tables/{table.pk}/deals/", sent, key=uuid4())
    cut(club, table)

    assert (early.status_code, early.json()["code"]) == (409, "company-cuts")
    assert ('name="bid"' in before, "Cut for who plays next" in before) == (False, True)
    assert company_answer(table)["games"][0]["game"] == 1
    assert "Deal 1 · game 1" in club.client("scorer").get(page).content.decode()
    assert "Games of this table" not in club.client("scorer").get(f"{page}sheet/").content.decode()
    play(club, table)
    assert list(breaches()) == []


def test_a_tie_for_the_fourth_place_is_cut_again_by_those_who_tied_alone(club):
    table = opened(club)
    cut(club, table, A="AS", Y="KS", B="QS", Z="4H", C="4D")
    answer = company_answer(table)["cut"]
    assert (answer["purpose"], named(answer["cutters"])) == ("who-plays", "ZC")
    with pytest.raises(InvalidInput) as refusal:
        cut(club, table, A="2S", Z="4H", C="5D")
    assert "cards.A" in refusal.value.errors
    cut(club, table, Z="2S", C="9H")
    assert set(named(company_answer(table)["cut"]["cutters"])) == set("AYBC")


def test_a_tie_between_the_pairs_is_cut_again_before_the_game_begins(club):
    table = opened(club)
    cut(club, table, A="AS", Y="KS", B="QS", Z="JS", C="4D")
    assert cut(club, table, A="AS", Y="9S", B="9H", Z="2S") is None
    assert named(company_answer(table)["cut"]["cutters"]) == "YB"
    game = cut(club, table, Y="3S", B="4S")
    assert seats(table) == "AYBZ"
    assert game.cut.continues is not None


def test_a_table_drawn_for_is_seated_at_once_and_anybody_can_check_the_draw(club):
    table = opened(club, SIX, by_hand=False)
    row, (step,) = now(table).row, CuttingOut.objects.all()
    ids = [str(pk) for pk in step.present]

    def tied_for_the_fourth_place(rounds):
        rank = dict.fromkeys(ids, ())
        for shown in rounds:
            for player, card in shown.items():
                rank[player] += (-"AKQJT98765432".index(card[0]),)
        order = sorted(ids, key=rank.__getitem__, reverse=True)
        if rank[order[3]] != rank[order[4]]:
            return []
        return [player for player in ids if rank[player] == rank[order[3]]]

    assert step.seed == f"{row.seed}/out/1"
    assert step.draws == checked_draw(step.seed, ids, tied_for_the_fourth_place)
    assert Cut.objects.get().seed == f"{row.seed}/partners/1"
    assert now(table).is_due is False
    assert len(waiting(table)) == 2
    assert list(breaches()) == []


def test_a_table_of_four_has_no_company_and_nothing_changes_there(club):
    table = companies.open_table(club=club.club, actor=club.actors["director"], players=list("AYBZ"))
    play(club, table)
    for _ in range(2):
        tasks.cut_out(table.pk)
        tasks.sweep_companies()
    assert company_record(table) is None
    assert current_game(table)[0].number == 1
    tables.start_game(table=table, actor=club.actors["scorer"])
    assert (seats(table), current_game(table)[0].number) == ("AYBZ", 2)


# Who gives way


def test_after_the_first_game_the_lowest_cuts_give_way(club):
    table = begun(club)
    ahead = company_answer(table)["outlook"]
    assert [line["law"] for line in ahead] == ["foster-1897/formation/cutting-out-first"]
    assert "The 2 lowest give way." in ahead[0]["text"]

    cut(club, table, A="9S", Y="3S", B="AS", Z="2S")
    cut(club, table, A="AH", B="KH", C="QH", X="JH")

    assert (seats(table), waiting(table)) == ("ACBX", "YZ")
    told = company_answer(table)["games"][0]
    assert (named(told["giving_way"]), named(told["coming_in"])) == ("YZ", "CX")


def test_later_those_who_have_played_most_games_running_give_way_without_a_cut(club):
    # The book's case: A and B have played both games, Y and Z wait.
    table = begun(club)
    cut(club, table, A="9S", Y="3S", B="AS", Z="2S")
    cut(club, table, A="AH", B="KH", C="QH", X="JH")
    play(club, table)

    answer = company_answer(table)
    assert answer["cut"]["purpose"] == "partners", "who plays is decided without a cut"
    assert answer["outlook"][0]["text"].startswith("Giving way to those who wait, after most games running:")
    assert answer["outlook"][0]["law"] == "foster-1897/formation/cutting-out-later"
    cut(club, table, C="AH", X="KH", Y="QH", Z="JH")
    assert (seats(table), set(waiting(table))) == ("CYXZ", set("AB"))


# Coming late, going home


def test_who_comes_late_waits_for_the_end_of_the_game_and_comes_in(club):
    table = make_table(club.club, club.actors["director"])
    record(table, club.actors["scorer"], dealer=1, maker=1, points=[10, 4])
    join(club, table, "C", is_drawn=False)
    assert (waiting(table), now(table).is_due) == ("C", False)
    outlook = company_answer(table)["outlook"][0]
    assert "The lowest gives way. Waiting: C." in outlook["text"], "told while the game is in play"
    while not current_game(table)[0].course.over:
        dealer = current_game(table)[0].course.next_dealer
        record(table, club.actors["scorer"], dealer=dealer, maker=1, bid=14, points=[14, 0])
    cut(club, table, A="9S", Y="8S", B="AS", Z="2S")
    cut(club, table, A="AH", Y="KH", B="QH", C="JH")
    assert waiting(table) == "Z"
    assert list(breaches()) == []


def test_who_goes_home_makes_room_and_nobody_has_to_give_way(club):
    table = begun(club, FIVE)
    leave(club, table, "Y")
    assert company_answer(table)["cut"]["purpose"] == "partners"
    cut(club, table, A="AH", B="KH", Z="QH", C="JH")
    assert (seats(table), waiting(table)) == ("AZBC", "")


def test_who_goes_home_before_the_first_card_has_the_game_seated_anew(club):
    table = begun(club)
    cut(club, table, A="9S", Y="3S", B="AS", Z="2S")
    cut(club, table, A="AH", B="KH", C="QH", X="JH")
    leave(club, table, "C")
    assert now(table).is_due
    cut(club, table)
    assert "C" not in seats(table)
    assert [game["game"] for game in company_answer(table)["games"]] == [3, 2, 1]
    assert list(breaches()) == []


def test_a_cut_that_was_begun_counts_for_nothing_once_somebody_has_gone(club):
    table = opened(club, SIX)
    cut(club, table, A="AS", Y="KS", B="QS", Z="4H", C="4D", X="2D")
    leave(club, table, "X")
    assert set(named(company_answer(table)["cut"]["cutters"])) == set(FIVE)
    cut(club, table, A="AS", Y="KS", B="QS", Z="4H", C="5D")
    assert [step.step for step in CuttingOut.objects.order_by("step")] == [1, 2]


def test_who_comes_back_is_new_again_and_fewer_than_four_wait(club):
    table = begun(club, FIVE)
    for name in "YC":
        leave(club, table, name)
    answer = company_answer(table)
    assert (answer["missing"], answer["is_due"], answer["outlook"][0]["text"]) == (
        1, False, "One more player is needed.",
    )  # fmt: skip
    join(club, table, "Y")
    assert (Leaving.objects.count(), now(table).company.arrived_after[-1]) == (2, 1)
    assert now(table).is_due is False, "the same four are there and nobody waits"


@pytest.mark.parametrize(("name", "why"), [
    ("A", "A is at this table already."), ("W", "The table is complete with 6 players."), ("", ""),
])  # fmt: skip
def test_who_cannot_join_is_told_why(club, name, why):
    table = opened(club, SIX)
    before = rows()
    said = reasons(send(club.client("director"), "post", f"tables/{table.pk}/company/", {"player": name}))
    assert why in said["player"]
    assert rows() == before


def test_who_is_not_there_cannot_leave_nor_leave_twice(club):
    table = opened(club, SIX)
    gone = member(table, "X")
    client = club.client("scorer")
    assert send(client, "delete", f"tables/{table.pk}/company/{gone}/").status_code == 204
    again = send(client, "delete", f"tables/{table.pk}/company/{gone}/")
    assert reasons(again) == {"player": "X has left this table already."}
    assert send(client, "delete", f"tables/{club.table.pk}/company/{gone}/").status_code == 404
    assert Leaving.objects.count() == 1


def test_a_closed_table_takes_nobody(club):
    table = opened(club)
    tables.close(table=table, actor=club.actors["director"])
    for deed in (lambda: join(club, table, "X"), lambda: leave(club, table, "A"), lambda: cut(club, table)):
        with pytest.raises(Conflict) as refusal:
            deed()
        assert refusal.value.code == "table-closed"
    tasks.cut_out(table.pk)
    assert not Succession.objects.exists()


# Exactly once


def drawn_and_over(club, players=SIX):
    table = opened(club, players, by_hand=False)
    play(club, table)
    return table


def test_the_task_cuts_once_however_often_it_runs(club):
    table = drawn_and_over(club)
    playing = set(seats(table))
    tasks.cut_out(table.pk)
    after = rows()
    for _ in range(3):
        tasks.cut_out(table.pk)
        tasks.sweep_companies()

    assert rows() == after
    assert Succession.objects.count() == 2
    assert len(playing & set(seats(table))) == 2, "two gave way to the two who waited"
    assert list(breaches()) == []
    with pytest.raises(Conflict) as refusal:
        cut(club, table)
    assert refusal.value.code == "nothing-to-cut"


def test_the_sweep_finds_what_no_message_came_for(club, other_club):
    ours, theirs, by_hand = drawn_and_over(club), drawn_and_over(other_club, FIVE), begun(club)
    tasks.sweep_companies()
    assert [current_game(table)[0].number for table in (ours, theirs, by_hand)] == [2, 2, 1]
    tasks.cut_out(10**8)


def test_a_game_is_followed_by_one_other_whatever_is_tried_past_the_services(club):
    table = drawn_and_over(club)
    tasks.cut_out(table.pk)
    kept = Succession.objects.latest("id")
    kept.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        kept.save()


def test_the_next_game_cannot_be_begun_past_those_who_wait(club):
    table = drawn_and_over(club)
    with pytest.raises(Conflict) as refusal:
        tables.start_game(table=table, actor=club.actors["scorer"])
    assert refusal.value.code == "company-cuts"
    tasks.cut_out(table.pk)
    stranger = ["A", "Y", "B", "W"]
    with pytest.raises(InvalidInput) as unknown:
        tables.start_game(table=table, actor=club.actors["director"], players=stranger)
    assert "players.4" in unknown.value.errors


def test_a_fault_leaves_the_table_as_it_was_and_the_next_table_is_tended(club, other_club, monkeypatch):
    broken, whole = drawn_and_over(club), drawn_and_over(other_club)
    begin, before = tables.begin, Game.objects.filter(table=broken).count()

    def fail(**fields):
        if fields["table"].pk == broken.pk:
            raise ZeroDivisionError("a fault of ours")
        return begin(**fields)

    monkeypatch.setattr(tables, "begin", fail)
    entries = Entry.objects.filter(table=broken).count()
    tasks.sweep_companies()
    assert Game.objects.filter(table=broken).count() == before
    assert Entry.objects.filter(table=broken).count() == entries
    assert current_game(whole)[0].number == 2
    monkeypatch.undo()
    tasks.sweep_companies()
    assert current_game(broken)[0].number == 2


@pytest.mark.parametrize("points", [[14, 0], [0, 14]])
def test_correcting_the_last_deal_after_the_cut_changes_nothing_that_was_seated(club, points):
    table = drawn_and_over(club)
    tasks.cut_out(table.pk)
    before, told = seats(table), company_answer(table)["games"]
    corrections.correct(
        host=host_of(table), actor=club.actors["director"], number=4, changes={"bid": 5, "points": points},
        reason="Five was bid.", base_revision=1, key=uuid4(),
    )  # fmt: skip
    for _ in range(2):
        tasks.sweep_companies()

    assert (seats(table), company_answer(table)["games"]) == (before, told)
    assert DealRevision.objects.filter(deal__table=table, seq=2).count() == 1
    play(club, table)
    tasks.cut_out(table.pk)
    assert current_game(table)[0].number == 3
    assert list(breaches()) == []


@pytest.mark.django_db(transaction=True)
def test_the_deal_that_ends_the_game_tells_the_workers_at_once(monkeypatch):
    club = make_club()
    BROKER.end()  # another test may have found none
    sent = []
    monkeypatch.setattr("cinchclub.celery.app.send_task", lambda name, args, retry: sent.append((name, args)))
    table = opened(club, by_hand=False)
    for number in range(4):
        assert sent == [], number
        dealer = current_game(table)[0].course.next_dealer
        record(table, club.actors["scorer"], dealer=dealer, maker=1, bid=14, points=[14, 0])
    assert sent == [("scoring.cut_out", (table.pk,))]
    play(club, club.table)
    assert len(sent) == 1, "a table of four has nothing to cut for"


def test_a_whole_evening_of_six_with_one_late_and_one_gone_stays_in_order(club):
    table = opened(club, FIVE, by_hand=False)
    for number in range(6):
        play(club, table)
        if number == 1:
            join(club, table, "X")
        if number == 3:
            leave(club, table, seats(table)[0])
        tasks.cut_out(table.pk)
        tasks.cut_out(table.pk)
    found = now(table)
    assert (found.game.number, len(found.company.games)) == (7, 6)
    assert len(found.company.present) == 5
    assert all(len(game) == 4 for game in found.company.games)
    longest = max(found.company.run_of(player) for player in found.company.present)
    assert longest <= 4, "nobody plays on while others wait"
    assert Table.objects.get(pk=table.pk).closed_at is None
    assert list(breaches()) == []


@pytest.mark.parametrize(("statement", "invariant"), [
    ("UPDATE scoring_cuttingout SET draws = '[]'", "I-12"),
    ("UPDATE scoring_cuttingout SET present = '[1, 2, 3, 4]'", "I-4"),
    ("UPDATE scoring_seat SET member_id = -member_id WHERE seat = 4", "I-14"),
    ("UPDATE scoring_game SET first_dealer = 2", "I-14"),
    ("UPDATE scoring_cut SET draws = '[]'", "I-14"),
])  # fmt: skip
def test_verify_names_a_company_that_was_changed_behind_the_programs_back(club, statement, invariant):
    table = drawn_and_over(club)
    tasks.cut_out(table.pk)
    assert list(company_breaches(table)) == []
    with lifted():
        run(statement)
        assert invariant in {breach.invariant for breach in company_breaches(table)}


@pytest.mark.django_db(transaction=True)
def test_workers_and_a_hand_at_the_same_moment_make_one_game():
    club = make_club()
    table = drawn_and_over(club)
    start = Barrier(4)

    def by_hand(table_id):
        with suppress(Conflict):
            cut(club, table)

    def at_once(deed):
        start.wait(60)
        try:
            deed(table.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as hands:
        list(hands.map(at_once, [tasks.cut_out, by_hand, tasks.cut_out, by_hand]))
    assert Succession.objects.filter(after__table=table).count() == 2
    assert current_game(table)[0].number == 2
    assert list(breaches()) == []


def test_a_company_chooses_anew_how_it_cuts_from_the_next_cut_on(club):
    table = opened(club, by_hand=False)
    play(club, table)
    assert table.pk in cutting_out.between_games()
    companies.choose(table=table, actor=club.actors["scorer"], is_drawn=False)
    assert companies.choose(table=table, actor=club.actors["scorer"], is_drawn=False) is None, (
        "it is so already"
    )

    cutting_out.tend(table.pk)
    assert (now(table).game.number, table.pk in cutting_out.between_games()) == (1, False)
    assert company_answer(table)["is_drawn"] is False

    companies.choose(table=table, actor=club.actors["scorer"], is_drawn=True)
    cutting_out.tend(table.pk)
    assert now(table).game.number == 2
    assert list(breaches()) == []


def test_who_waits_stands_on_the_clubs_page_and_in_the_directors_overview(club):
    table = opened(club, by_hand=False)
    (waits,) = (one["name"] for one in company_answer(table)["waiting"])

    for name in ("club", "director"):
        client = Client()
        client.force_login(club.users["director"])
        page = client.get(reverse(name, args=[club.club.slug])).content.decode()
        assert f"Waiting:</a> <bdi>{waits}</bdi>" in page
