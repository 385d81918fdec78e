"""The results of an event: standings, corrections, editions that are final, and who may make them so."""

import re
from datetime import timedelta
from html import unescape

import pytest

from laws.domain.errors import InvalidInput
from scoring.events.hosting import host_of
from scoring.events.models import Event, Final
from scoring.events.services import finals, rounds, sweeps
from scoring.events.state import load
from scoring.office.verification import breaches
from scoring.refusals import Conflict, NotAllowed, NotFound
from scoring.tables.services import corrections
from tests.events.evenings import (
    FIRST_SIDE,
    SECOND_SIDE,
    begun,
    correct,
    current,
    play_on,
    players_of,
    seats,
    table_of,
)
from tests.events.threes import signed_in
from tests.web.asking import send

pytestmark = pytest.mark.django_db


def over(club):
    """Return an event of one round that was played: at both tables the first side won by sixteen."""
    event = begun(club, of_rounds=1)
    play_on(event, club)
    return event


def test_results_are_made_final_and_a_correction_makes_a_new_edition(club):
    event = over(club)
    director = club.actors["director"]

    first = finals.make_final(event=event, actor=director)
    assert finals.make_final(event=event, actor=director) == first, "nothing is new"
    correct(event, club, 1, 4, points=[14, 0])
    with pytest.raises(InvalidInput) as refused:
        finals.make_final(event=event, actor=director)
    assert "reason" in refused.value.errors
    second = finals.make_final(event=event, actor=director, reason="misread at table 1")

    assert (first.edition, second.edition, second.reason) == (1, 2, "misread at table 1")
    assert second.as_of > first.as_of
    assert list(breaches()) == []


def test_the_projector_ends_with_the_results_and_shows_the_prizes_once_they_are_final(club):
    event, browser = over(club), signed_in(club)
    where = f"/events/{event.pk}/projector/"

    provisional = browser.get(where).content.decode()
    finals.make_final(event=event, actor=club.actors["director"])
    final = browser.get(where).content.decode()

    assert "Provisional results" in provisional
    assert 'data-board="prizes' not in provisional
    assert "Final results" in final
    assert "your table" not in provisional + final, "nobody looks for a seat any more"
    told = send(club.client("director"), "get", f"events/{event.pk}/standings/").json()["prizes"]
    prizes = unescape(re.sub("<[^>]+>", " ", final[final.index('data-board="prizes-1"') :])).split()
    for prize in told:
        for winner in prize["players"]:
            assert winner["name"] in prizes, prize


def test_final_results_are_corrected_by_directors_only_and_take_no_deal(club):
    event = over(club)
    finals.make_final(event=event, actor=club.actors["director"])
    with pytest.raises(NotAllowed):
        corrections.correct(
            host=host_of(table_of(event, 1)),
            actor=club.actors["scorer"],
            number=4,
            changes={"bid": 2},
            reason="misheard",
        )
    assert Final.objects.count() == 1


def test_an_event_that_is_not_over_is_not_final(club):
    event = begun(club)
    with pytest.raises(Conflict) as refused:
        finals.make_final(event=event, actor=club.actors["director"])
    assert refused.value.code == "event-not-over"


def test_standings_follow_the_results_and_a_correction_of_an_earlier_round(club):
    event = begun(club, of_rounds=2)
    a, b, c, d, e, f, g, h = players_of(event)
    play_on(event, club, {1: FIRST_SIDE, 2: SECOND_SIDE})
    seated = seats(current(event))

    def stars():
        record = load(Event.objects.select_related("club", "law_set").get(pk=event.pk))
        return {line.player: (line.gold, line.red, line.points) for line in record.board.standings}

    # The head table's winners stay with a gold star, the others' winners go up with a red one; sixteen each.
    before = stars()
    assert {before[a], before[c]} == {(1, 0, 16)}
    assert {before[f], before[h]} == {(0, 1, 16)}
    assert {before[b][2], before[e][2]} == {0}

    for number in (1, 2, 3, 4):
        correct(event, club, 1, number, maker=2, points=[5, 9])

    after = stars()
    assert {after[b], after[d]} == {(1, 0, 16)}
    assert {after[a], after[c]} == {(0, 0, 0)}
    assert (after[f], after[g]) == (before[f], before[g])
    assert seats(current(event)) == seated, "seats that were taken stay as they are"
    assert list(breaches()) == []


def test_a_correction_for_a_round_or_deal_that_is_not_there_is_refused(club):
    event = begun(club)
    director = club.client("director")
    asked = {"bid": 2, "reason": "misheard"}
    assert send(director, "patch", f"tables/{table_of(event, 1).pk}/deals/9/", asked).status_code == 404
    for where, body in (
        ("rounds/7/", None),
        ("rounds/7/move/", {}),
        ("rounds/7/take-back/", {}),
        ("rounds/7/tables/1/doubt/", {}),
        ("rounds/1/tables/9/decide/", {"kind": "handed-in"}),
    ):
        method = "get" if body is None else "post"
        assert send(director, method, f"events/{event.pk}/{where}", body).status_code == 404, where
    with pytest.raises(NotFound):
        rounds.ring_bell(event=event, actor=club.actors["director"], round_number=7)


def test_what_is_shown_is_never_older_than_the_last_deed(club):
    event = begun(club)
    shown, versions = [], []
    for _ in range(3):
        record = load(event)
        version = record.version
        versions.append(version)
        shown.append(record.current.bell)
        rounds.ring_bell(event=event, actor=club.actors["director"])
    assert shown[0] is None
    assert shown[1] == shown[2] is not None
    assert versions[0] < versions[1] == versions[2], "ringing again is no news"
    assert load(event) is record, "kept while nothing happens"


def test_results_become_final_when_the_correction_period_is_over(club, monkeypatch):
    event = over(club)
    sweeps.tend(event.pk)
    assert not Final.objects.exists()
    real = sweeps.timezone.now
    monkeypatch.setattr(sweeps.timezone, "now", lambda: real() + timedelta(minutes=29))
    sweeps.tend(event.pk)
    assert not Final.objects.exists()
    monkeypatch.setattr(sweeps.timezone, "now", lambda: real() + timedelta(minutes=31))
    sweeps.tend(event.pk)
    sweeps.tend(event.pk)
    assert [final.edition for final in Final.objects.all()] == [1]
    assert sweeps.running() == [], "an evening that is final is swept no more"
