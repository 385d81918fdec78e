"""Event changes in every phase: settings, holding, ending and deleting. Past rounds never change."""

import re
from html import unescape

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from laws.domain.errors import InvalidInput
from scoring.events import queries
from scoring.events.models import Event, EventChange, Final
from scoring.events.planning.services import event_changes
from scoring.events.play.services import due_moves
from scoring.events.queries import events_of
from scoring.events.results.services import decisions, finals
from scoring.events.state import load_state
from scoring.events.verification import event_breaches
from scoring.refusals import Conflict
from tests.events.evenings import SECOND_SIDE, begun, planned, signed_in
from tests.refusals import refusing
from tests.web.asking import as_shown

WHY = "It is late."


def change(evening, **values):
    return event_changes.change(**evening.action, values=values, reason=WHY)


def end(evening):
    return event_changes.end_now(**evening.action, reason=WHY)


def hold(evening, *, is_on=True):
    return event_changes.hold(**evening.action, is_on=is_on)


def cancel(evening):
    return event_changes.cancel(**evening.action, reason=WHY)


def seated(club):
    return begun(club, of_rounds=3)


def playing(club):
    evening = begun(club, of_rounds=3)
    evening.give(1, (9, 5))
    return evening


def last_hand(club):
    evening = playing(club)
    evening.step("last-hand")
    return evening


def rung(club):
    evening = playing(club)
    evening.ring()
    return evening


def all_in(club):
    evening = begun(club, of_rounds=3)
    evening.play()
    return evening


def moved(club):
    evening = all_in(club)
    evening.run_due_moves()
    return evening


def taken_back(club):
    evening = moved(club)
    evening.take_back()
    return evening


def last_round(club):
    evening = begun(club, of_rounds=2)
    evening.play_on()
    evening.give(1, (9, 5))
    return evening


def over(club):
    evening = begun(club, of_rounds=2, deals_per_round=1)
    evening.play_on()
    evening.play_on()
    return evening


def final(club):
    evening = over(club)
    finals.make_final(**evening.action)
    return evening


PHASES = {
    each.__name__: each
    for each in (
        planned, seated, playing, last_hand, rung, all_in, moved, taken_back, last_round, over, final
    )
}  # fmt: skip
CHANGES = {
    "more rounds": lambda evening: change(evening, rounds=9),
    "one round": lambda evening: change(evening, rounds=1),
    "a clock": lambda evening: change(evening, minutes=20, last_hand_minutes=3),
    "another policy": lambda evening: change(evening, missing_results="director"),
    "another movement": lambda evening: change(evening, kind="redraw"),
    "held": hold,
    "ended": end,
    "deleted": cancel,
}
REFUSED = {
    # Seated rounds cannot be removed.
    "one round": dict.fromkeys(("moved", "last_round", "over"), "rounds") | {"final": "event-over"},
    "more rounds": {"final": "event-over"},
    "a clock": {"final": "event-over"},
    # The last round keeps its setting for missing results.
    "another policy": {"over": "missing_results", "final": "event-over"},
    "another movement": {phase: "kind" for phase in PHASES if phase != "planned"} | {"final": "event-over"},
    "held": {"planned": "event-not-started"} | dict.fromkeys(("over", "final"), "last-round"),
    "ended": {"planned": "event-not-started", "final": "event-over"},
    "deleted": {phase: "event-started" for phase in PHASES if phase != "planned"},
}
"""What is refused in which phase, by its code or the field; anything else is done."""


@pytest.mark.parametrize("phase", PHASES)
def test_every_change_in_every_phase(club, phase):
    evening = PHASES[phase](club)
    for name in CHANGES:
        with transaction.atomic():
            check_change(evening, name, REFUSED[name].get(phase))
            transaction.set_rollback(True)


def check_change(evening, name, refusal):
    """Assert that a change is done, or refused for this reason, and moves nobody."""
    before = [dict(line.seated().places()) for line in evening.state.rounds]
    count = EventChange.objects.count()
    if refusal is None:
        assert CHANGES[name](evening) is not None, name
        assert EventChange.objects.count() == count + 1, name
        assert list(event_breaches(evening.event)) == [], name
    else:
        with pytest.raises((InvalidInput, Conflict)) as refused:
            CHANGES[name](evening)
        raised = refused.value
        assert refusal in (raised.errors if isinstance(raised, InvalidInput) else [raised.code]), name
        assert EventChange.objects.count() == count, name

    after = [dict(line.seated().places()) for line in evening.state.rounds]
    assert after == before[: len(after)], name


def test_rounds_are_added_and_taken_off(club):
    evening = begun(club, of_rounds=4)
    evening.play_on()
    change(evening, rounds=2)
    evening.play_on()
    assert (evening.state.status, len(evening.state.rounds)) == ("over", 2)

    change(evening, rounds=3)
    evening.run_due_moves()
    assert (evening.state.status, evening.current.number) == ("running", 3)


def test_a_clock_holds_from_the_round_in_play_on(club):
    evening = begun(club, of_rounds=3)
    evening.play_on()
    change(evening, minutes=25, bell="clock")

    first, second = (each.time.length for each in evening.state.rounds)
    assert first is None
    assert second.total_seconds() == 25 * 60


@pytest.mark.parametrize("rung", [False, True])
def test_a_clock_set_after_the_bell_is_that_of_the_next_round(club, rung):
    evening = begun(club, of_rounds=3, movement={"minutes": 20})
    evening.play()
    if rung:
        evening.ring()
    change(evening, minutes=30)
    evening.run_due_moves()

    lengths = [each.time.length.total_seconds() / 60 for each in evening.state.rounds]
    assert lengths == [20 if rung else 30, 30]


@pytest.mark.parametrize(("before", "after"), [(4, 2), (1, 2)])
def test_tables_play_as_many_deals_as_were_set_before_the_start(club, before, after):
    evening = planned(club, deals_per_round=before)
    change(evening, deals_per_round=after)
    evening.start()
    evening.play()
    assert evening.current.tables[0].deals == after
    with pytest.raises(Conflict, match="All deals"):
        evening.give(1, (9, 5))


def test_another_policy_leaves_the_round_that_is_over_as_it_was(club):
    evening = begun(club, of_rounds=3, movement={"missing_results": "director"})
    evening.play(without=[2])
    evening.decide(2, "winners", [2])
    evening.ring()
    evening.run_due_moves()
    seats = evening.seats
    change(evening, missing_results="cut")

    assert [each.terms.settings.missing_results for each in evening.state.rounds] == ["director", "cut"]
    assert evening.seats == seats
    evening.ring(2)
    evening.run_due_moves()
    assert evening.current.number == 3
    assert list(event_breaches(evening.event)) == []


def test_a_held_move_waits_until_it_is_made_or_released(club):
    evening = begun(club, of_rounds=3)
    hold(evening)
    evening.play_on()
    assert (evening.current.number, evening.state.is_held) == (1, True)
    hold(evening, is_on=False)
    evening.run_due_moves()
    assert evening.current.number == 2

    hold(evening)
    evening.play_on()
    evening.move()
    assert (evening.current.number, evening.state.is_held) == (3, False)
    assert hold(evening, is_on=False) is None


def test_an_evening_of_eight_ends_after_six_with_what_was_played(club):
    evening = begun(club, of_rounds=8, deals_per_round=1)
    for _ in range(6):
        evening.play_on()
    points = evening.points
    assert evening.current.number == 7
    made = end(evening)

    state = evening.state
    assert (state.status, len(state.rounds), state.settings.rounds) == ("over", 6, 6)
    assert evening.points == points
    assert Final.objects.get(event=evening.event).edition == 1
    assert (made.reason, made.by_member_id, made.content) == (WHY, evening.director.member, {"rounds": 6})
    assert end(evening) == made
    with pytest.raises(Conflict, match=r"All deals|is over"):
        evening.give(1, (9, 5))


def test_ended_in_the_middle_of_a_round_what_is_in_counts_and_no_more(club):
    evening = begun(club, of_rounds=3)
    evening.play_on()
    evening.play({1: SECOND_SIDE}, without=[2])
    evening.give(2, (9, 5))
    end(evening)

    state = evening.state
    assert (state.status, state.current.number, state.current.bell.cause) == ("over", 2, "organiser")
    lines = {line.player: line for line in state.board.standings}
    first, second = state.current.tables
    assert {lines[player].rounds_played for player in first.players} == {2}
    assert {lines[player].rounds_played for player in second.players} == {1}
    assert {lines[player].points for player in second.players} <= {0, 8}
    assert list(event_breaches(evening.event)) == []


def test_it_does_not_end_with_another_round_than_was_shown(club):
    evening = moved(club)
    shown = evening.current.last_if_ended
    evening.give(1, (9, 5))
    with pytest.raises(Conflict) as refused:
        event_changes.end_now(**evening.action, reason=WHY, last=shown)
    assert (shown, refused.value.code) == (1, "ends-otherwise")
    event_changes.end_now(**evening.action, reason=WHY, last=2)
    assert evening.state.is_over


def test_it_does_not_end_while_a_result_is_in_doubt(club):
    evening = playing(club)
    decisions.doubt(**evening.action, round_number=1, table_number=1)
    with pytest.raises(Conflict) as refused:
        end(evening)
    assert refused.value.code == "round-not-ready"
    assert refused.value.more["blockers"][0]["table"] == 1
    assert not Final.objects.exists()


def test_if_two_must_confirm_an_end_is_proposed_first(club):
    evening = begun(club, of_rounds=3, movement={"two_person_final": True})
    evening.play()
    end(evening)
    assert evening.state.status == "over"
    assert not Final.objects.exists()
    finals.make_final(event=evening.event, actor=club.actors["owner"])
    assert Final.objects.get().edition == 1


def test_a_deleted_event_is_in_no_list_and_nothing_can_be_done_to_it(club):
    evening = planned(club)
    made = cancel(evening)
    assert cancel(evening) == made
    assert evening.state.status == "cancelled"
    assert evening.event not in events_of(club.club)
    for act in (evening.start, evening.enter, lambda: change(evening, rounds=2)):
        with refusing("event-cancelled"):
            act()


IMPOSSIBLE = [
    ({"rounds": 0}, "rounds", "from 1 to 50"),
    ({"rounds": 51}, "rounds", "from 1 to 50"),
    ({"minutes": "soon"}, "minutes", "whole number"),
    ({"bell": "clock"}, "minutes", "only where a round has its minutes"),
    ({"bell": "nobody"}, "bell", "Accepted"),
    ({"seed": "mine"}, "seed", "no such setting"),
    ({"odd": "table-of-five"}, "odd", "plan the event again"),
    ({"kind": "whist"}, "players", "no whist is known for 14 players"),
]


def test_an_impossible_change_is_refused_at_its_field(club):
    evening = planned(club, 14)
    for values, field, reason in IMPOSSIBLE:
        with refusing(field, text=reason):
            change(evening, **values)


def test_a_change_and_an_end_need_their_reason(club):
    evening = all_in(club)
    with refusing("reason"):
        event_changes.change(**evening.action, values={"rounds": 5}, reason=" ")
    with refusing("reason"):
        event_changes.end_now(**evening.action, reason="")


def test_past_states_never_change(club):
    evening = begun(club, of_rounds=3)
    version = evening.state.version
    change(evening, rounds=5)
    event = Event.with_laws().get(pk=evening.pk)
    assert (load_state(event, version).settings.rounds, load_state(event).settings.rounds) == (3, 5)


def test_the_api_tells_what_was_changed_and_that_the_evening_is_held(club):
    evening = begun(club, of_rounds=4)
    answer = evening.send("post", "changes/", {"settings": {"rounds": 2}, "reason": WHY}).json()
    assert (answer["rounds"], [each["number"] for each in answer["changes"]]) == (2, [1])
    assert evening.send("post", "hold/", {"hold": True}).json()["hold"] is True
    assert [each["kind"] for each in evening.send("get", "rounds/1/").json()["waits_for"]][-1] == "held"


def test_the_page_lists_changed_settings_in_its_own_order(club):
    evening = begun(club)
    settings = {"minutes": 20, "bell": "clock", "missing_results": "cut"}
    evening.send("post", "changes/", {"settings": settings, "reason": WHY})

    page = evening.page("plan/")
    shown = r"A result is missing at the bell: [^,<]+, The bell: [^,<]+, Minutes in a round: 20"
    assert re.search(shown, page)


def test_the_pages_change_hold_end_and_delete(club):
    evening = begun(club, of_rounds=3)
    browser, at = signed_in(club), f"/events/{evening.pk}/"
    fields = dict.fromkeys(("minutes", "last_hand_minutes"), "") | {
        "rounds": "5", "bell": "organiser", "missing_results": "wait",
        "last_hand_minutes": "5", "correction_period_minutes": "30",
    }  # fmt: skip
    looked = browser.post(f"{at}plan/", fields | {"step": "look"})
    assert "3 rounds → <b>5 rounds</b>" in looked.content.decode()
    assert not EventChange.objects.exists()
    refused = browser.post(f"{at}plan/", fields | {"step": "change"})
    assert refused.status_code == 400
    assert 'value="5"' in refused.content.decode()
    assert browser.post(f"{at}plan/", fields | {"step": "change", "reason": WHY}).status_code == 302
    assert evening.state.settings.rounds == 5

    assert "The evening was changed: Rounds" in browser.get(f"{at}log/").content.decode()

    browser.post(f"{at}hold/", {"hold": "on", "reason": "The cake is cut first."})
    assert evening.state.is_held
    desk = browser.get(at).content.decode()
    assert "Stop waiting" in desk
    assert "The cake is cut first." in desk
    evening.play(without=[2])
    assert "Table 2 has no result in this round." in browser.get(f"{at}plan/").content.decode()
    assert browser.post(f"{at}plan/", {"step": "end", "end-reason": ""}).status_code == 400
    assert browser.post(f"{at}plan/", {"step": "end", "end-reason": WHY}).status_code == 302
    assert evening.state.is_ended
    assert WHY in browser.get(f"{at}plan/").content.decode()

    other = planned(club)
    assert browser.post(f"/events/{other.pk}/plan/", {"step": "cancel", "end-reason": WHY}).status_code == 302
    page = browser.get(f"/events/{other.pk}/").content.decode()
    assert ("This event was deleted." in page, "event-tabs" in page) == (True, False)
    plan = browser.get(f"/events/{other.pk}/plan/").content.decode()
    assert "Copy this evening" not in plan, "a deleted event is not copied"


def again(evening, **plan):
    before = {"name": evening.event.name, "law_set": evening.event.law_set.slug} | plan
    return event_changes.plan_again(**evening.action, reason=WHY, **before)


def test_a_planned_event_is_planned_again_with_its_players_their_wishes_and_its_seed(club):
    evening = planned(club, 9, movement={"lists": ["ladies", "gentlemen"]})
    first, second, third, *_, last = evening.players
    evening.wish(first, partner=second, fixed_table=1)
    evening.wish(third, keep_apart=[first, last], on_list=1)
    evening.leave(last)
    event_changes.publish(**evening.action, parts=["seats"])
    made = again(
        evening, name="Winter", rounds=5, movement={"lists": ["ladies", "gentlemen"], "kind": "redraw"}
    )

    state = load_state(made)
    assert (made.name, made.seed) == ("Winter", "autumn")
    assert (state.settings.rounds, state.settings.kind) == (5, "redraw")
    wishes = {each.member_id: state.attendance.wishes_of(each) for each in state.entrants}
    assert list(wishes) == evening.players[:-1]
    assert (wishes[first], wishes[second]) == ({"partner": second, "fixed_table": 1}, {"partner": first})
    assert wishes[third] == {"keep_apart": [first], "on_list": 1}
    assert state.published == {"seats"}
    assert (evening.state.status, evening.state.replaced_by) == ("cancelled", made.pk)
    assert list(events_of(club.club)) == [made]


@pytest.mark.parametrize(
    ("phase", "plan", "code"),
    [
        (planned, {"rounds": 99}, "rounds"),
        (planned, {"name": ""}, "name"),
        (seated, {}, "event-started"),
        (lambda club: deleted(club), {}, "event-cancelled"),
    ],
)
def test_an_event_that_cannot_be_planned_again_stays_as_it_is(club, phase, plan, code):
    evening = phase(club)
    before, count = evening.state.status, Event.objects.count()
    with refusing(code):
        again(evening, **plan)
    assert (evening.state.status, Event.objects.count()) == (before, count)


def deleted(club):
    evening = planned(club)
    cancel(evening)
    return evening


def test_the_plan_form_is_filled_in_with_what_was_planned(club):
    movement = {"kind": "redraw", "minutes": 25, "lists": ["ladies", "gentlemen"], "one_prize_each": False}
    evening = planned(club, movement=movement, parameters={"max_bid": 12}, law_set="foster-1897")
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/again/"
    shown = as_shown(browser.get(at).context["form"])
    assert shown["parameters_max_bid"] == "12"
    assert (shown["rounds"], shown["movement_lists"]) == ("3", "ladies, gentlemen")

    sent = shown | {"name": "Winter evening", "step": "plan"}
    assert "reason" in browser.post(at, sent).context["form"].errors
    simulated = browser.post(at, sent | {"step": "expect"})
    assert simulated.context["expected"].rounds == 3
    assert browser.post(at, sent | {"reason": WHY}).status_code == 302

    made = events_of(club.club).get()
    assert (made.name, made.settings) == ("Winter evening", evening.event.settings)
    assert made.law_set == evening.event.law_set
    deleted_page = browser.get(f"/events/{evening.pk}/").content.decode()
    assert f'href="/events/{made.pk}/"' in deleted_page
    assert browser.get(at).status_code == 302


def test_planned_again_named_pairs_are_simulated_as_pairs(club):
    evening = planned(club, 8, movement={"kind": "redraw"})
    for first, second in zip(evening.players[::2], evening.players[1::2], strict=True):
        evening.wish(first, partner=second)
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/again/"
    sent = as_shown(browser.get(at).context["form"]) | {"step": "expect"}
    expected = browser.post(at, sent).context["expected"]
    # Four pairs in three rounds: each pair meets each other pair once.
    assert (expected.pairs, expected.repeated_partners, expected.different_pairs) == (4, 0, 3)
    refused = (
        browser.post(at, sent | {"movement_kind": "whist", "shown_kind": "redraw"}).context["form"].errors
    )
    assert "nobody can choose a partner. First take back the wishes of" in str(refused["movement_kind"])


def test_planned_again_for_pairs_the_simulation_names_who_has_no_partner(club):
    evening = planned(club, 8, movement={"kind": "redraw"})
    evening.wish(evening.players[0], partner=evening.players[1])
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/again/"
    sent = as_shown(browser.get(at).context["form"]) | {
        "movement_kind": "pairs-round-robin",
        "reason": "pairs",
    }
    for step in ("watch", "expect", "plan"):
        refused = browser.post(at, sent | {"step": step}).content.decode()
        assert "P3, P4, P5, P6, P7 and P8 have no partners here." in refused, step


def timed(club, minutes, **settings):
    evening = begun(club, of_rounds=3, movement={"minutes": minutes, **settings})
    evening.step("start")
    return evening


@pytest.mark.parametrize(
    ("phase", "values", "lines"),
    [
        (seated, {"rounds": 1}, ["Round 1 is the last one."]),
        (seated, {"rounds": 9}, []),
        (over, {"rounds": 3}, ["The evening goes on: the players move to round 3."]),
        (rung, {"minutes": 20}, ["The bell has rung: the clock is that of the next round."]),
        (seated, {"minutes": 20}, []),
        (lambda club: timed(club, 30), {"minutes": 20}, ["The time of this round is up at "]),
    ],
)
def test_the_preview_of_a_change_says_what_the_change_does(club, phase, values, lines):
    evening = phase(club)
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/"
    sent = as_shown(browser.get(at).context["form"]) | values | {"step": "look"}
    shown = browser.post(at, sent).context["meaning"]
    assert len(shown) == len(lines)
    assert all(line.startswith(start) for line, start in zip(shown, lines, strict=True))


def test_the_preview_says_if_a_shorter_clock_rings_at_once(club, later):
    evening = timed(club, 30, bell="clock")
    later(minutes=25)
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/"
    sent = as_shown(browser.get(at).context["form"]) | {"minutes": "20", "step": "look"}
    assert browser.post(at, sent).context["meaning"] == [
        "The time of this round is up: its bell rings at once."
    ]
    change(evening, minutes=20)
    evening.run_due_moves()
    assert evening.current.bell.cause == "clock"


def test_an_evening_that_was_ended_and_has_rounds_again_goes_on(club):
    evening = begun(club, of_rounds=3, movement={"two_person_final": True})
    evening.play_on()
    evening.play()
    event_changes.end_now(**evening.action, reason=WHY)
    evening.correct(1, 1, bid=2)
    event_changes.change(**evening.action, values={"rounds": 4}, reason=WHY)
    evening.run_due_moves()
    assert (evening.current.number, evening.state.is_over) == (3, False)
    evening.play()
    ended = event_changes.end_now(**evening.action, reason=WHY)
    assert (ended.content, evening.state.is_over) == ({"rounds": 3}, True)


def test_nobody_moves_once_the_results_are_final(club):
    evening = begun(club, of_rounds=2)
    evening.play_on()
    for table in (1, 2):
        decisions.decide(
            **evening.action, round_number=2, table_number=table, kind="winners", content=[1], reason=WHY
        )
    evening.ring(2)
    finals.make_final(**evening.action)
    with refusing("event-over"):
        evening.take_back()
    assert (evening.current.number, evening.state.is_over) == (2, True)
    assert "take-back" not in evening.page()

    doubt = decisions.doubt(**evening.action, round_number=2, table_number=1, note="It was side two.")
    assert (doubt.holds, evening.state.is_over) == (False, True)


def test_a_change_without_a_clock_touches_no_call_of_the_last_hand(club):
    evening = planned(club, of_rounds=3)
    made = event_changes.change(**evening.action, values={"rounds": 5}, reason=WHY)
    assert made.content == {"rounds": 5}
    assert event_changes.change(**evening.action, values={"rounds": 5}, reason=WHY) is None
    event_changes.change(**evening.action, values={"minutes": 20}, reason=WHY)
    assert evening.state.settings.last_hand_minutes == 5

    short = planned(club, name="Short rounds", movement={"minutes": 3})
    assert event_changes.change(**short.action, values={"rounds": 5}, reason=WHY).content == {"rounds": 5}


def test_a_page_opened_before_somebody_else_s_change_undoes_nothing(club):
    evening, browser = begun(club, of_rounds=3), signed_in(club)
    at = f"/events/{evening.pk}/plan/"
    form = browser.get(at).context["form"]
    sent = {field.name: field.value() or "" for field in form} | {
        field.html_initial_name: field.value() or "" for field in form if field.field.show_hidden_initial
    }
    event_changes.change(**evening.action, values={"rounds": 5}, reason="B says so.")
    browser.post(at, sent | {"step": "change", "minutes": "20", "reason": WHY})
    assert (evening.state.settings.rounds, evening.state.settings.minutes) == (5, 20)


def sent_by_a_browser(form):
    """Return what a browser sends for a form: each list of a ranking by its place, and the ticked boxes."""
    sent = {field.html_name: field.value() or "" for field in form if field.name != "tie_breaks"}
    places = len(form.fields["tie_breaks"].widget.widgets)
    ranking = [*form["tie_breaks"].value(), *[""] * places][:places]
    return sent | {f"tie_breaks_{place}": chosen for place, chosen in enumerate(ranking)}


def test_the_page_changes_the_ranking_and_takes_off_every_prize(club):
    evening, browser = planned(club, of_rounds=3), signed_in(club)
    at = f"/events/{evening.pk}/plan/"
    sent = sent_by_a_browser(browser.get(at).context["form"]) | {"step": "change", "reason": WHY}
    first, second = sent["tie_breaks_0"], sent["tie_breaks_1"]
    swapped = sent | {"tie_breaks_0": second, "tie_breaks_1": first}
    browser.post(at, swapped)
    assert evening.state.settings.tie_breaks[:2] == (second, first)
    assert evening.state.changes[-1].content.keys() == {"tie_breaks"}

    assert swapped.pop("prizes")
    browser.post(at, swapped)
    assert evening.state.changes[-1].content == {"prizes": []}


def test_an_evening_does_not_end_over_an_entry_that_waits_for_the_director(club):
    evening = begun(club, of_rounds=3)
    evening.play_on()
    ahead = {"number": 7, "dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [9, 5]}
    assert evening.send_deal(1, ahead).status_code == 202
    with refusing("round-not-ready"):
        event_changes.end_now(**evening.action, reason=WHY)
    assert evening.current.number == 2


@pytest.mark.parametrize("variation", ["old-set-back", "at-least-eight"])
@pytest.mark.parametrize("reaching_target", ["played-out", "stops"])
def test_planned_again_as_it_is_an_event_keeps_variations_parameters_and_those_of_tables_of_three(
    club, variation, reaching_target
):
    movement = {"odd": "table-of-three", "reaching_target": reaching_target}
    laws = {"law_set": "foster-1897", "variations": [variation], "parameters": {"game_score": 31}}
    evening = planned(club, 7, movement=movement, **laws)
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/again/"
    sent = as_shown(browser.get(at).context["form"])
    assert sent["variations"] == [variation]
    assert browser.post(at, sent | {"step": "plan", "reason": WHY}).status_code == 302
    again = Event.objects.latest("id")
    assert again.pk != evening.pk
    assert again.law_set.revision == evening.event.law_set.revision
    assert again.law_set_at_three.revision == evening.event.law_set_at_three.revision


@pytest.mark.parametrize("is_template", [True, False])
def test_planned_again_a_template_stays_a_template(club, is_template):
    evening = planned(club)
    event_changes.describe(**evening.action, values={"place": "Harbour inn", "is_template": is_template})
    browser, at = signed_in(club), f"/events/{evening.pk}/plan/again/"
    sent = as_shown(browser.get(at).context["form"])
    assert browser.post(at, sent | {"step": "plan", "reason": WHY}).status_code == 302
    again = Event.objects.latest("id")
    assert (again.pk != evening.pk, again.details.is_template) == (True, is_template)
    assert queries.templates_of(club.club) == ([again] if is_template else [])


def ended_too_early(club):
    """Return an evening of eight rounds that was ended after the second."""
    evening = begun(club, of_rounds=8)
    evening.play_on()
    evening.play()
    end(evening)
    return evening


def reopen(evening, **more):
    return event_changes.reopen(**evening.action, reason="We have an hour left.", **more)


def test_an_evening_that_ended_too_early_is_reopened_and_goes_on(club):
    evening = ended_too_early(club)
    made = reopen(evening)

    assert reopen(evening) == made, "a second press reopens nothing more"
    state = evening.state
    assert (state.status, state.settings.rounds, state.is_ended) == ("running", 8, False)
    assert (made.content, made.reopens.edition, made.reason) == ({"rounds": 8}, 1, "We have an hour left.")
    hold(evening, is_on=False)
    evening.run_due_moves()
    assert evening.current.number == 3
    evening.play()
    end(evening)
    assert [final.edition for final in evening.event.finals.all()] == [1, 2]
    assert evening.event.finals.in_force().get().reason == WHY
    assert list(event_breaches(evening.event)) == []


@pytest.mark.parametrize("seconds", [0, 10])
def test_a_reopened_evening_moves_on_only_when_the_director_says_so(club, later, seconds):
    evening = begun(club, of_rounds=3, movement={"move_after_seconds": seconds})
    evening.play()
    end(evening)
    reopen(evening)

    later(seconds=11)
    evening.run_due_moves()
    assert (evening.current.number, evening.state.is_held) == (1, True)
    evening.correct(1, 2, points=[14, 0])
    evening.run_due_moves()
    assert evening.current.number == 1
    hold(evening, is_on=False)
    later(seconds=22)
    evening.run_due_moves()
    assert evening.current.number == 2


def test_an_evening_that_was_ended_is_provisional_as_long_as_any_other(club, later):
    evening, browser = begun(club, of_rounds=3), signed_in(club)
    at = f"/events/{evening.pk}/"
    evening.play(without=[2])
    page = browser.get(f"{at}plan/").content.decode()
    assert "The results are provisional for 30 minutes after the last change, then final." in page
    sent = dict(re.findall(r'name="(last|edition|version)" value="(\d+)"', page))
    sent |= {"step": "end", "end-reason": WHY}
    assert browser.post(f"{at}plan/", sent).status_code == 302
    assert queries.results_of(evening.state).stage == "provisional"
    page = browser.get(f"{at}plan/").content.decode()
    assert "The end of the evening is taken back." in page
    assert "proposed" not in page.split('id="reopen"')[1].split("</form>")[0]

    doubt = decisions.doubt(**evening.action, round_number=1, table_number=1, note="It was side two.")
    for minutes, editions in ((29, 0), (31, 0)):
        later(minutes=minutes)
        evening.run_due_moves()
        assert Final.objects.count() == editions, "a doubt holds the results"
    decisions.settle(**evening.action, doubt_id=doubt.pk, reason="It was right.")
    for minutes, editions in ((60, 0), (62, 1)):
        later(minutes=minutes)
        evening.run_due_moves()
        assert Final.objects.count() == editions, minutes
    assert list(event_breaches(evening.event)) == []


def test_a_press_from_before_a_provisional_end_was_taken_back_ends_nothing_again(club):
    evening = begun(club, of_rounds=3)
    evening.play()
    body = {"reason": WHY, "version": evening.state.version, "final": False}
    assert evening.send("post", "end/", body).status_code == 200
    assert (queries.results_of(evening.state).stage, Final.objects.count()) == ("provisional", 0)
    reopen(evening)
    assert evening.send("post", "end/", body).json()["code"] == "edition-changed"
    assert evening.state.status == "running"


@pytest.mark.parametrize(("is_for_two", "stage", "editions"), [(False, "final", 1), (True, "provisional", 0)])
def test_an_end_that_asks_for_final_results_after_a_provisional_end_brings_them_once(
    club, is_for_two, stage, editions
):
    evening = begun(club, of_rounds=3, movement={"two_person_final": is_for_two})
    evening.play()
    made = event_changes.end_now(**evening.action, reason=WHY, final=False)
    for role in ("director", "owner"):
        assert evening.send("post", "end/", {"reason": WHY}, role=role).status_code == 200
        assert (queries.results_of(evening.state).stage, Final.objects.count()) == (stage, editions)
    assert evening.state.end == made
    assert (queries.proposal(evening.event) is not None) is is_for_two, "no second end confirms"


def ended_for_two(club):
    """Return an evening of three rounds that was ended after the first, with its results only proposed."""
    evening = begun(club, of_rounds=3, movement={"two_person_final": True})
    evening.play()
    end(evening)
    return evening


@pytest.mark.parametrize("has_lapsed", [False, True])
def test_an_end_that_nobody_has_confirmed_is_reopened(club, has_lapsed):
    evening = ended_for_two(club)
    if has_lapsed:
        evening.correct(1, 1, points=[14, 0])
    made = reopen(evening)
    assert made.kind == "withdraw"
    assert reopen(evening) == made, "a second press reopens nothing more"

    state = evening.state
    assert (state.status, state.settings.rounds, state.is_ended, state.is_held) == ("running", 3, False, True)
    assert (queries.proposal(evening.event), Final.objects.count()) == (None, 0)
    with refusing("event-not-over"):
        finals.make_final(event=evening.event, actor=club.actors["owner"])
    evening.move()
    assert evening.current.number == 2
    assert list(event_breaches(evening.event)) == []


def test_a_proposal_after_the_last_round_is_withdrawn(club):
    evening = begun(club, of_rounds=1, movement={"two_person_final": True})
    evening.play()
    evening.ring()
    finals.make_final(**evening.action)
    reopen(evening)
    assert queries.proposal(evening.event) is None
    assert queries.results_of(evening.state).stage == "provisional"


def test_the_pages_reopen_an_end_that_nobody_has_confirmed(club):
    evening, browser = ended_for_two(club), signed_in(club)
    at = f"/events/{evening.pk}/"
    assert f'href="{at}plan/#reopen"' in browser.get(at).content.decode()
    page = browser.get(f"{at}plan/")
    assert "The results are no longer proposed as final." in page.content.decode()
    assert "Nobody is asked to confirm them any more." in page.content.decode()
    assert "Everybody sees that the results are no longer final." not in page.content.decode()
    rounds = page.context["reopen_form"]["rounds"].value()
    sent = {"step": "reopen", "reopen-reason": "It was too early.", "reopen-rounds": rounds}
    assert browser.post(f"{at}plan/", sent).status_code == 302
    assert (evening.state.status, evening.state.settings.rounds) == ("running", 3)


def test_past_the_last_round_a_reopened_evening_is_provisional_until_its_next_edition(club, later):
    evening = final(club)
    reopen(evening)
    assert queries.results_of(evening.state).stage == "provisional"
    assert evening.pk in due_moves.running(), "the workers look after it again"

    later(minutes=31)
    evening.run_due_moves()
    second = evening.event.finals.in_force().get()
    assert (second.edition, second.reason) == (2, "We have an hour left.")


def test_a_table_enters_again_what_was_missing_when_the_evening_was_ended(club):
    evening = begun(club, of_rounds=3)
    evening.play(without=[2])
    end(evening)
    with pytest.raises(Conflict, match=r"is over"):
        evening.give(2, (9, 5))
    reopen(evening)
    assert [blocker.table for blocker in evening.current.life.blockers] == [2]
    evening.play(without=[1])
    evening.move()
    assert evening.current.number == 2


@pytest.mark.parametrize(
    ("phase", "sent", "code"),
    [
        (playing, [{}], "not-final"),
        (over, [{}], "not-final"),
        (planned, [{}], "not-final"),
        (final, [{"rounds": 1}, {"rounds": 51}, {"rounds": "many"}], "rounds"),
    ],
)
def test_an_event_that_cannot_be_reopened_does_not_change(club, phase, sent, code):
    evening = phase(club)
    count = EventChange.objects.count()
    for more in sent:
        with refusing(code):
            reopen(evening, **more)
    assert EventChange.objects.count() == count


def test_a_reopening_needs_its_reason_and_past_states_are_as_they_were(club):
    evening = ended_too_early(club)
    before = evening.state.version
    with refusing("reason"):
        event_changes.reopen(**evening.action, reason=" ")
    reopen(evening)
    then = load_state(evening.event, before)
    assert (then.status, then.settings.rounds) == ("over", 2)


def test_one_more_round_is_played_while_the_results_are_provisional(club):
    evening = over(club)
    more = evening.action | {"rounds": 2, "reason": "One more round"}
    made = event_changes.one_more_round(**more)
    assert made.content == {"rounds": 3}
    assert event_changes.one_more_round(**more) is None, "the second press came from the same page"
    evening.run_due_moves()
    assert (evening.state.status, evening.current.number) == ("running", 3)
    with refusing("event-not-over"):
        event_changes.one_more_round(**more | {"rounds": 3})


def test_reopening_and_one_more_round_tell_who_plays_elsewhere_and_the_move_waits(club):
    evening = final(club)
    begun(club, players=[entrant.member_id for entrant in evening.state.entrants])
    plan = evening.page("plan/")
    form = plan.split('id="reopen"')[1].split("</form>")[0]
    assert "8 players also take part in another evening that is on now." in form
    reopen(evening)
    desk = " ".join(evening.page().split())
    assert 'data-confirm="ask-more"' in desk
    note = desk.split('data-dialog-note="ask-more"')[1].split("</div>")[0]
    assert "8 players also take part in another evening that is on now." in note
    assert "The next move then waits until you press “Move now”" in note

    event_changes.one_more_round(**evening.action, rounds=2, reason=WHY)
    evening.run_due_moves()
    assert (evening.state.is_held, evening.current.number) == (True, 2)
    hold(evening, is_on=False)
    evening.run_due_moves()
    assert evening.current.number == 3


def test_one_more_round_waits_after_a_proposal_was_withdrawn(club):
    evening = begun(club, of_rounds=1, movement={"two_person_final": True, "move_after_seconds": 0})
    evening.play()
    evening.ring()
    change(evening, rounds=2)
    change(evening, rounds=1)
    assert not evening.state.was_reopened_now, "nothing was proposed yet"
    finals.make_final(**evening.action)
    assert not evening.state.was_reopened_now
    reopen(evening)
    with CaptureQueriesContext(connection) as asked:
        state = evening.state
        loaded = len(asked)
        assert (state.was_reopened_now, len(asked)) == (True, loaded), "nothing more is read"
    desk = evening.page()
    assert "The next move then waits until you press “Move now”" in desk

    event_changes.one_more_round(**evening.action, rounds=1, reason=WHY)
    evening.run_due_moves()
    assert (evening.state.is_held, evening.current.number) == (True, 1)
    evening.move()
    assert (evening.current.number, evening.state.was_reopened_now) == (2, False)


def test_after_the_last_round_of_its_plan_a_whist_has_one_more(club):
    evening = begun(club, 8, of_rounds=7, deals_per_round=1, movement={"kind": "whist"})
    for _ in range(7):
        evening.play_on()
    event_changes.one_more_round(**evening.action, rounds=7, reason="It was a fine evening.")
    evening.run_due_moves()
    assert (evening.current.number, len(evening.placed)) == (8, 8)
    assert list(event_breaches(evening.event)) == []


def test_nobody_adds_a_round_to_final_results(club):
    evening = final(club)
    with refusing("event-over"):
        event_changes.one_more_round(**evening.action, rounds=2, reason=WHY)


def test_a_question_before_the_end_says_what_is_missing(club):
    evening = begun(club, of_rounds=3)
    evening.play(without=[2])
    evening.decide(2, "winners", [1])
    evening.ring()
    evening.run_due_moves()
    evening.give(1, (9, 5))
    page = evening.page("plan/")
    note = page[page.index('data-dialog-note="ask-end"') :]
    assert 'data-confirm="ask-end"' in page
    assert "Table 2, round 1: only who won is known. Its slip was never keyed." in note
    assert "Tables 1, 2 have no result in this round." in note
    assert "1 of 3 rounds is not played." in note
    assert "Round 2 counts as it is, with the results that are in." in note


def test_a_question_before_the_end_of_a_whist_says_what_the_players_miss(club):
    evening = begun(club, 8, of_rounds=7, movement={"kind": "whist"})
    evening.play_on()
    note = evening.page("plan/")
    assert "6 of 7 rounds are not played. Not everybody has played with everybody." in note
    assert "counts as it is" not in note, "the round in play is taken back"


@pytest.mark.parametrize(("seconds", "text"), [(10, ", or the program once every result is in"), (None, "")])
def test_the_rules_say_whether_the_bell_rings_by_itself(club, seconds, text):
    evening = planned(club, movement={"move_after_seconds": seconds})
    shown = evening.page()
    assert f"<b>The director rings{text}</b>" in shown


def test_the_desk_asks_for_the_reason_of_a_new_edition(club):
    evening, browser = final(club), signed_in(club)
    at = f"/events/{evening.pk}/final/"
    evening.correct(1, 1, points=[14, 0])
    refused = browser.post(at, {"reason": ""}, follow=True).content.decode()
    assert 'href="#desk-final-reason"' in refused
    assert (evening.read()["results"], evening.read()["edition"]) == ("changed", 1)
    assert browser.post(at, {"reason": "Misread at table 1."}).status_code == 302
    assert (evening.read()["results"], evening.read()["edition"]) == ("final", 2)


def test_the_pages_reopen_and_add_a_round(club):
    evening, browser = final(club), signed_in(club)
    at = f"/events/{evening.pk}/"
    assert f'href="{at}plan/#reopen"' in browser.get(at).content.decode()
    refused = browser.post(f"{at}plan/", {"step": "reopen", "reopen-reason": "", "reopen-rounds": "2"})
    assert refused.status_code == 400
    assert refused.context["reopen_form"].errors.keys() == {"reason"}
    sent = {"step": "reopen", "reopen-reason": "A slip was found.", "reopen-rounds": "2"}
    assert browser.post(f"{at}plan/", sent).status_code == 302
    assert "The results were reopened" in browser.get(f"{at}log/").content.decode()
    event_changes.publish(**evening.action, parts=["prizes"])
    for page in (at, f"{at}standings/", f"{at}projector/", f"/on/{evening.pk}/"):
        assert "The results were reopened after edition 1." in browser.get(page).content.decode(), page

    browser.post(f"{at}more/", {"rounds": "2", "reason": "There is time for it."})
    browser.post(f"{at}more/", {"rounds": "2", "reason": "There is time for it."})
    assert evening.state.settings.rounds == 3
    evening.run_due_moves()
    assert (evening.state.is_held, evening.current.number) == (True, 2)
    evening.move()
    assert evening.current.number == 3


def test_a_stale_page_reopens_no_newer_edition(club):
    evening, browser = final(club), signed_in(club)
    at = f"/events/{evening.pk}/plan/"
    assert 'name="reopen-edition" value="1"' in browser.get(at).content.decode()
    sent = {"step": "reopen", "reopen-reason": "A slip was found.", "reopen-rounds": "2"}
    sent["reopen-edition"] = "1"
    assert browser.post(at, sent).status_code == 302
    assert browser.post(at, sent).status_code == 302, "a second press reopens nothing more"
    finals.make_final(**evening.action)

    refused = browser.post(at, sent)
    assert refused.status_code == 409
    assert "By now there is edition 2." in refused.content.decode()
    assert 'name="reopen-edition" value="2"' in refused.content.decode(), "the page shows what is in force"
    body = {"reason": WHY, "edition": 1}
    assert evening.send("post", "reopen/", body).json()["code"] == "edition-changed"
    assert evening.event.finals.in_force().get().edition == 2
    assert evening.send("post", "reopen/", body | {"edition": 2}).status_code == 200


def test_a_press_from_before_a_reopening_makes_nothing_final_again(club):
    evening, browser = over(club), signed_in(club)
    at, by_now = f"/events/{evening.pk}/", "By now there is edition 1."
    assert 'name="edition" value="1"' in browser.get(at).content.decode()
    assert browser.post(f"{at}final/", {"edition": "1"}).status_code == 302
    reopen(evening)
    assert by_now in browser.post(f"{at}final/", {"edition": "1"}, follow=True).content.decode()
    assert evening.send("post", "final/", {"edition": 1}).json()["code"] == "edition-changed"
    assert evening.event.finals.count() == 1
    assert evening.send("post", "final/", {"edition": 2}).json()["editions"][-1]["edition"] == 2


def test_a_press_from_before_a_withdrawn_proposal_proposes_nothing_again(club):
    evening, browser = begun(club, of_rounds=2, movement={"two_person_final": True}), signed_in(club)
    at = f"/events/{evening.pk}/"

    def hidden(page, by=browser):
        html = by.get(f"{at}{page}").content.decode()
        return dict(re.findall(r'name="(last|edition|version)" value="(\d+)"', html))

    evening.play()
    sent = hidden("plan/") | {"step": "end", "end-reason": WHY}
    assert browser.post(f"{at}plan/", sent).status_code == 302
    reopen(evening)
    refused = browser.post(f"{at}plan/", sent)
    assert "The results were reopened meanwhile." in refused.content.decode()
    body = {"reason": WHY, "version": int(sent["version"])}
    assert evening.send("post", "end/", body).json()["code"] == "edition-changed"
    assert (evening.state.is_over, queries.proposal(evening.event)) == (False, None)

    evening.move()
    evening.play()
    evening.ring()
    sent = hidden("")
    assert browser.post(f"{at}final/", sent).status_code == 302
    second = signed_in(club, "owner")
    confirming = hidden("", second)
    reopen(evening)
    for press, by in ((sent, browser), (confirming, second)):
        by.post(f"{at}final/", press)
        answer = evening.send("post", "final/", {"version": int(press["version"])})
        assert (answer.json()["code"], queries.proposal(evening.event)) == ("edition-changed", None)
    assert evening.send("post", "final/", {"version": evening.state.version}).status_code == 200
    assert queries.proposal(evening.event)


def test_a_press_from_before_a_reopening_ends_nothing_again(club):
    evening, browser = begun(club, of_rounds=8), signed_in(club)
    evening.play()
    at = f"/events/{evening.pk}/plan/"
    assert 'name="edition" value="1"' in browser.get(at).content.decode()
    sent = {"step": "end", "end-reason": WHY, "end-final": "on", "last": "1", "edition": "1"}
    assert browser.post(at, sent).status_code == 302
    reopen(evening)
    refused = browser.post(at, sent)
    assert (refused.status_code, evening.state.status) == (409, "running")
    assert "By now there is edition 1." in refused.content.decode()
    body = {"reason": WHY, "edition": 1}
    assert evening.send("post", "end/", body).json()["code"] == "edition-changed"
    assert evening.send("post", "end/", body | {"edition": 2}).status_code == 200


def test_the_api_tells_the_rounds_of_reopened_results(club):
    answer = ended_too_early(club).send("post", "reopen/", {"reason": "We have an hour left."}).json()
    assert (answer["rounds"], answer["results"]) == (8, "open")


def test_the_log_of_a_renaming_has_the_old_and_the_new_name(club):
    evening = planned(club)
    event_changes.describe(**evening.action, values={"name": "Sunday", "place": "Inn", "is_template": True})
    page = unescape(evening.page("log/"))
    assert "Name of the event: Autumn evening → Sunday, Place: not given → Inn, Template of the club" in page
