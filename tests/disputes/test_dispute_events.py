"""Disputes during an event: the move waits for them, and standings follow a ruling and its withdrawal."""

import re
from typing import Any

import pytest

from scoring.disputes.services import disputes, rulings
from scoring.events.play.services import slip_totals
from scoring.events.state import load_state
from scoring.office.verification import breaches
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import ADVERSARY_REVOKES, REVOKED
from tests.events.evenings import Evening, begun
from tests.factories import ClubOfRoles

pytestmark = pytest.mark.django_db

REVOKE: dict[str, Any] = {"incident": "revoke", "facts": REVOKED}


class DisputedEvening(Evening):
    """An evening whose first round is played, and the steps of a dispute at its first table."""

    def __init__(self, club: ClubOfRoles, **played: Any) -> None:
        super().__init__(begun(club).event, club)
        self.at_head = self.table(1)
        self.play(**played)

    def revoke(self, number: int, seat: int, *, is_confirmed: bool = False) -> int:
        """Raise a dispute about a revoke by a seat in a deal; return the dispute's id."""
        scorer = self.club.actors["scorer"]
        raised = disputes.raise_dispute(
            policy=policy_of(self.at_head), actor=scorer, number=number, seat=seat, **REVOKE
        )
        if is_confirmed:
            self.confirm(raised.dispute)
        return raised.dispute

    def confirm(self, dispute: int) -> None:
        director = self.club.actors["director"]
        rulings.decide(table=self.at_head, actor=director, dispute_id=dispute, confirm=True)

    def appeal(self, dispute: int) -> None:
        player = self.club.actors["player"]
        rulings.appeal(table=self.at_head, actor=player, dispute_id=dispute, reason="it was not so")

    def withdraw(self, dispute: int) -> None:
        owner = self.club.actors["owner"]
        rulings.settle(
            table=self.at_head, actor=owner, dispute_id=dispute, withdraw=True, reason="he is right"
        )

    def ring(self) -> None:
        super().ring()
        self.run_due_moves()

    @property
    def round(self) -> int:
        return self.current.number

    def points_of_the_first(self) -> int:
        """Return the points of the player in seat 1 in the standings."""
        return self.points[self.players[0]]


def test_a_round_waits_for_its_disputes_and_appeals_until_the_organiser_waives_them(club):
    evening = DisputedEvening(club)
    dispute = evening.revoke(1, 2)
    evening.ring()

    assert evening.round == 1
    blockers = evening.current.life.blockers
    assert [(blocker.table, blocker.kind) for blocker in blockers] == [(1, "disputed")]
    evening.confirm(dispute)
    evening.appeal(dispute)
    evening.run_due_moves()
    assert evening.round == 1

    evening.decide(1, "waived")
    evening.run_due_moves()

    assert evening.round == 2
    assert list(breaches()) == []


def test_state_and_standings_follow_a_dispute_through_every_step_as_if_loaded_anew(club):
    evening = DisputedEvening(club)

    def outline(state):
        table = state.current.tables[0]
        return table.disputes, table.game.state.score.values[0], evening.points_of_the_first()

    seen = [outline(load_state(evening.event))]
    dispute = evening.revoke(1, 2)
    for action in (None, evening.confirm, evening.appeal, evening.withdraw):
        if action:
            action(dispute)
        seen.append(outline(load_state(evening.event)))

    assert seen[-1] == outline(evening.state)
    # Nine to five four times bring four each; the side of seat 2 scores nothing on one of them, so that
    # nothing is deducted from the nine of seat 1's.
    assert seen == [((), 16, 16), ((dispute,), 16, 16), ((), 21, 21), ((dispute,), 21, 21), ((), 16, 16)]
    assert list(breaches()) == []


def test_a_ruling_before_the_move_decides_who_moves_and_after_it_changes_standings_and_no_seat(club):
    evening = DisputedEvening(club, deals_each=3)
    evening.give(2, (9, 5))
    evening.give(1, (9, 5))
    seated = evening.players
    # Seat 1 has made every bid at table 1; four revokes of its side turn the round round.
    revokes = [evening.revoke(number, 1, is_confirmed=True) for number in (1, 2, 3, 4)]
    standing = evening.current.tables[0].game.state.score.values
    assert standing == (0, 20), "side 1 scores nothing four times, side 2 its five"

    evening.ring()

    assert evening.round == 2
    seats = evening.seats
    assert {seated[1], seated[3]} <= set(seats[0]), "Foster: the winners of the head table stay there"
    assert list(breaches()) == [], "the move, planned again from what was known, comes out the same"
    before = evening.points_of_the_first()
    evening.appeal(revokes[0])
    evening.withdraw(revokes[0])
    assert evening.points_of_the_first() == before + 4
    assert evening.seats == seats
    assert list(breaches()) == []


def test_the_rulings_of_an_event_are_read_without_names_once_the_club_publishes_them(club):
    evening = DisputedEvening(club)
    decided, undecided = evening.revoke(1, 2, is_confirmed=True), evening.revoke(2, 2)
    page = f"/events/{evening.pk}/rulings/"
    readers = [club.client("player"), club.link_client(evening.at_head)]
    for reader in readers:
        assert [reader.get(address).status_code for address in (f"/api/v1{page}", page)] == [403, 403]
    leading = [f"/events/{evening.pk}/{name}" for name in ("", "standings/", "rounds/1/", "print/")]
    for address in leading:
        assert f'href="{page}"' in club.client("director").get(address).content.decode()
    assert f'href="{page}"' not in readers[0].get(leading[1]).content.decode()
    assert "P2" in club.client("scorer").get(page).content.decode(), "who scores for the club sees who it was"

    changed = club.client("owner").patch("/api/v1/clubs/harbour/", {"publishes_rulings": True}, format="json")

    assert changed.json()["publishes_rulings"] is True
    assert f'href="{page}"' in readers[0].get(leading[1]).content.decode()
    for reader in readers:
        shown = reader.get(f"/api/v1{page}").json()["results"]
        assert [line["id"] for line in shown] == [decided], f"{undecided} is not decided"
        assert "P2" not in str(shown)
        assert shown[0]["laws"] == ["foster-1897/revoke/by-an-adversary"]
        text = re.sub(r'value="\w{64}"', "", reader.get(page).content.decode())  # tokens, drawn by lot
        assert "The offending side can score nothing on this deal." in text
        assert "P2" not in text


def test_a_report_after_the_last_deal_of_a_round_is_about_that_deal_and_its_penalty_counts(club):
    # Four deals are recorded, so a fifth can never come in this round.
    evening = DisputedEvening(club)
    table = evening.at_head.pk
    phone = club.link_client(evening.at_head)
    for page in (f"/tables/{table}/", f"/tables/{table}/disputes/"):
        shown = phone.get(page).content.decode()
        assert f"/tables/{table}/deals/4/dispute/" in shown
        assert f"/tables/{table}/deals/5/dispute/" not in shown

    refusal = phone.post(f"/api/v1/tables/{table}/deals/5/disputes/", REVOKE | {"seat": 2}, format="json")
    assert refusal.status_code == 409
    assert refusal.json() == {
        "code": "no-deal-in-play",
        "last": 4,
        "detail": "No further deal can follow here. Report it on the last one: Round 1, deal 4 of 4.",
    }
    stale = phone.get(f"/tables/{table}/deals/5/dispute/", follow=True)
    assert stale.redirect_chain == [(f"/tables/{table}/deals/4/dispute/", 302)]
    assert "the last one: Round 1, deal 4 of 4" in stale.content.decode()
    assert "It was: Round 1, deal 5" not in stale.content.decode()

    before = evening.points_of_the_first()
    evening.revoke(4, 2, is_confirmed=True)
    # Side 2 scores nothing on the deal: side 1's nine are counted instead of the difference of four.
    assert evening.points_of_the_first() == before + 5


def test_a_report_of_the_deal_in_play_that_is_never_recorded_says_that_it_scores_nothing(club):
    evening = DisputedEvening(club, deals_each=3)
    director, policy = club.client("director"), policy_of(evening.at_head)
    dispute = disputes.raise_dispute(
        policy=policy, actor=club.actors["scorer"], number=4, **ADVERSARY_REVOKES
    ).dispute
    assert "When it is, the score follows." in director.get(f"/disputes/{dispute}/").content.decode()
    evening.ring()
    evening.decide(1, "waived")
    evening.decide(1, "handed-in")
    evening.decide(2, "handed-in")
    evening.run_due_moves()
    assert evening.round == 2

    page = director.get(f"/disputes/{dispute}/").content.decode()
    assert "This deal was never recorded, and it cannot be any more" in page
    assert f"/tables/{evening.at_head.pk}/deals/3/dispute/" in page
    assert "Round 1, deal 4 of 4" in page
    assert "deal 4 of 4, in play" not in page
    assert "When it is, the score follows." not in page


def test_who_replaces_deals_by_a_slip_reads_that_a_ruling_no_longer_counts(club):
    evening = DisputedEvening(club, deals_each=2)
    warning = "A ruling was made on deal 2. In place of the deals, the slip counts without it."
    pages = [f"/events/{evening.pk}/rounds/1/{page}" for page in ("slips/", "tables/1/")]
    director = club.client("director")
    assert not any(warning in director.get(page).content.decode() for page in pages)
    evening.revoke(2, 2, is_confirmed=True)
    assert all(warning in director.get(page).content.decode() for page in pages)
    # A scorer adds the rest of a round, and the ruling goes on counting.
    assert warning not in club.client("scorer").get(pages[1]).content.decode()


def test_a_ruling_on_deals_that_a_slip_has_replaced_is_shown_as_set_aside_everywhere(club):
    evening = DisputedEvening(club, deals_each=2)
    decided, undecided = evening.revoke(2, 2, is_confirmed=True), evening.revoke(1, 4)
    director, at_table = club.client("director"), f"tables/{evening.at_head.pk}"
    pages = {
        "the dispute": f"/disputes/{decided}/",
        "the rulings of the event": f"/events/{evening.pk}/rulings/",
        "the disputes of the club": "/clubs/harbour/disputes/",
        "the disputes of the table": f"/{at_table}/disputes/",
        "the deal": f"/{at_table}/deals/2/",
        "the score sheet": f"/{at_table}/sheet/",
    }
    lists = {"disputes/?club=harbour": 2, f"{at_table}/disputes/": 2, f"events/{evening.pk}/rulings/": 1}
    penalties = "/api/v1/disputes/penalties/?club=harbour"

    def shown() -> tuple[set[str], dict[int, list[str | None]], Any]:
        said = "counts in place of this deal"
        texts = {name: director.get(page).content.decode() for name, page in pages.items()}
        answers = [director.get(f"/api/v1/{page}").json()["results"] for page in lists]
        answers.append([director.get(f"/api/v1/disputes/{one}/").json() for one in (decided, undecided)])
        times = {
            one: [line["set_aside_at"] for lines in answers for line in lines if line["id"] == one]
            for one in (decided, undecided)
        }
        return {name for name, text in texts.items() if said in text}, times, director.get(penalties).json()

    def preview() -> list[bool]:
        sent = {"confirm": True}
        answer = director.post(f"/api/v1/disputes/{undecided}/preview/", sent, format="json").json()
        return [answer["score"] is None, answer["changes"] is None]

    assert shown()[:2] == (set(), {decided: [None] * 4, undecided: [None] * 3})
    assert preview() == [False, False]
    assert shown()[2]["results"][0]["penalties"] == 1
    place = {"event": evening.event, "round_number": 1, "table_number": 1}
    total = slip_totals.enter(
        **place, actor=club.actors["director"], points=[0, 16], replaces_deals=True, reason="Another table's."
    )
    at = total.at.isoformat()
    said, times, of_players = shown()
    assert said == pages.keys()
    assert preview() == [True, True], "as on the page, nothing changes"
    assert times == {decided: [at] * 4, undecided: [None] * 3}, "nothing is decided that could be set aside"
    assert [line["set_aside_at"] for line in of_players["results"][0]["disputes"]] == [at]
    assert of_players["results"][0]["penalties"] == 0
    page = director.get(f"/disputes/{undecided}/").content.decode()
    assert "what is decided here changes no score" in page

    # As the rest of the round, the slip leaves the deals and the ruling in force.
    slip_totals.enter(
        **place, actor=club.actors["director"], points=[0, 8], after_deals=2, reason="They were right."
    )
    assert shown()[:2] == (set(), {decided: [None] * 4, undecided: [None] * 3})


def test_the_next_round_does_not_show_rulings_and_questions_of_the_last(club):
    evening = DisputedEvening(club)
    page = club.client("scorer")
    evening.revoke(4, 2, is_confirmed=True)
    asked = evening.revoke(3, 2)
    shown = page.get(f"/tables/{evening.at_head.pk}/").content.decode()
    assert ("Ruled just now" in shown, "Questions to this table" in shown) == (True, True)
    evening.decide(1, "waived")
    evening.ring()
    assert evening.round == 2
    shown = page.get(f"/tables/{evening.at_head.pk}/").content.decode()
    assert ("Ruled just now" in shown, "Questions to this table" in shown) == (False, False)
    assert page.get(f"/disputes/{asked}/").status_code == 200
