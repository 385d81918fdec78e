"""Pages on which an organiser sets up, starts, decides and changes an event, without a browser."""

import re
from datetime import date

import pytest
from django.urls import reverse

from laws.queries import law_set_at
from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.events import queries
from scoring.events.models import Entrant, Event, Final
from scoring.events.planning.domain.details import EventDetails
from scoring.events.planning.domain.kinds import KINDS
from scoring.events.planning.services import event_changes
from scoring.events.results.services import finals
from scoring.printing.text import over
from tests.events.evenings import TIED, begun, partners, planned, signed_in
from tests.pages.reading import text_of
from tests.running.day import some_of
from tests.web.asking import as_shown

pytestmark = pytest.mark.django_db


def page(club, role, name, /, *args, **form):
    client = signed_in(club, role)
    address = reverse(name, args=args)
    return client.post(address, form, follow=True) if form else client.get(address)


def text(answer):
    return answer.content.decode()


def test_a_swap_is_looked_at_and_then_made(club):
    evening = begun(club)
    a, b, c, d, e, f, g, h = evening.players
    asked = {"action": "swap", "one": b, "other": e, "reason": "They came as a pair.", "generation": 1}

    looked = page(club, "director", "event-change", evening.pk, 1, step="look", **asked)
    assert "Preview of the seats" in text(looked)
    assert evening.seats == [(a, b, c, d), (e, f, g, h)]
    made = page(club, "director", "event-change", evening.pk, 1, step="swap", **asked)

    assert "The two players have changed places." in text(made)
    assert "because places were exchanged" in text(made)
    assert evening.seats == [(a, e, c, d), (b, f, g, h)]


def test_a_round_goes_on_with_those_who_are_here(club):
    evening = begun(club, 11)
    late = evening.enter()
    offered = text(page(club, "director", "event-change", evening.pk, 1))
    assert "Comes into this round:" in offered

    page(club, "director", "event-change", evening.pk, 1,
         action="amended", amend_reason="Late came.", generation=1)  # fmt: skip

    assert late.member_id in evening.current.tables[2].players


def test_an_organiser_is_told_who_has_gone_home_already_and_calls_him_back(club):
    evening = begun(club, 9)
    who = evening.players[8]

    assert "is not seated from round 2 on" in text(
        page(club, "director", "event-leave", evening.pk, who, sent="1")
    )
    second = text(page(club, "owner", "event-leave", evening.pk, who, sent="1"))
    assert "the director recorded it at " in second
    back = page(club, "director", "event-players", evening.pk, member=who)

    assert "P9 plays from round 2." in text(back)
    assert not evening.state.attendance.departures


@pytest.mark.parametrize(
    ("planned_rounds", "rounds", "says"),
    [(1, 3, "is not seated from round 2 on."), (3, 1, "leaves when this round is over; it is the last one.")],
)
def test_whoever_leaves_is_told_by_the_rounds_as_they_were_changed(club, planned_rounds, rounds, says):
    evening = begun(club, 9, of_rounds=planned_rounds)
    event_changes.change(**evening.action, values={"rounds": rounds}, reason="As agreed.")

    assert says in text(page(club, "director", "event-leave", evening.pk, evening.players[8], sent="1"))


def test_wishes_in_the_last_round_name_no_round_after_it(club):
    evening = begun(club, 9, of_rounds=1)
    kept = page(club, "director", "event-wishes", evening.pk, evening.players[0], fixed_table="2")
    assert "The wishes of P1 apply from round 1 on." in text(kept)


def test_wishes_are_changed_on_a_page_of_their_own(club):
    evening = begun(club, 9)
    who, other = evening.players[:2]

    wished = {"fixed_table": "2", "fixed_seat": "1", "partner": other}
    kept = page(club, "director", "event-wishes", evening.pk, who, **wished)
    assert "The wishes of P1 apply from round 2 on." in text(kept)
    for player, partner in ((who, other), (other, who)):
        wishes = text(page(club, "director", "event-wishes", evening.pk, player))
        assert f'<option value="{partner}" selected>' in wishes
    refused = page(club, "director", "event-wishes", evening.pk, who, fixed_seat="1")
    assert (refused.status_code, "A fixed seat needs its table." in text(refused)) == (400, True)


def test_two_directors_make_the_results_final_and_an_edition_stays_readable(club):
    evening = begun(club, of_rounds=1, movement={"two_person_final": True})
    evening.play()
    evening.run_due_moves()

    first = text(page(club, "director", "event-final", evening.pk, sent="1"))
    assert "Another director must confirm them" in first
    for role, is_offered in (("director", False), ("owner", True)):
        desk = text(page(club, role, "event", evening.pk))
        assert ("Confirm the results as final" in desk) == is_offered, role
    page(club, "director", "event-final", evening.pk, sent="1")
    assert not Final.objects.exists(), "the same person a second time is no second person"
    evening.correct(1, 4, bid=2)
    assert "Another director must confirm them" in text(
        page(club, "owner", "event-final", evening.pk, sent="1")
    )
    assert not Final.objects.exists(), "what was proposed is no longer what there is"
    once_more = text(page(club, "director", "event-final", evening.pk, sent="1"))
    assert "The results are final, edition 1." in once_more

    evening.correct(1, 4, points=[14, 0])
    edition = text(page(club, "player", "event-edition", evening.pk, 1))
    assert "Final results, edition 1" in edition
    # Four deals of nine to five make 16; after the correction, three of these and one of fourteen make 26.
    assert '<td class="figure end">16</td>' in edition
    assert '<td class="figure end">26</td>' not in edition
    assert '<td class="figure end">26</td>' in text(page(club, "player", "event-standings", evening.pk))
    assert page(club, "player", "event-edition", evening.pk, 2).status_code == 404


def test_the_question_before_final_results_has_no_number_that_the_desk_does_not_renew(club):
    evening = begun(club, of_rounds=1)
    evening.play_on()
    finals.make_final(**evening.action)
    evening.correct(1, 4, bid=2)
    desk = page(club, "director", "event", evening.pk).content.decode()
    assert "This makes edition 2." in desk
    question = desk.split('<dialog id="ask-final"')[1].split("</dialog>")[0]
    assert "Make the results final?" in question
    assert "edition 2" not in question


def test_first_places_are_said_by_the_organiser(club):
    evening = planned(club, 9)

    def seated(*names):
        seats = {f"seat_{place // 4 + 1}_{place % 4 + 1}": name for place, name in enumerate(names)}
        return page(club, "director", "event-start", evening.pk, how="tables", step="start", **seats)

    def refusals(*names):
        answer = seated(*names)
        assert (answer.status_code, evening.state.current) == (400, None)
        return answer.context["form"].errors

    drawn = signed_in(club).get(reverse("event-start", args=[evening.pk]), {"how": "tables"}).context["form"]
    assert len({field.value() for table in drawn.by_table for field in table}) == 8
    assert refusals() == {"__all__": ["Say who sits where."]}
    names = ["P1", "P2", "P3", "P4", "P5", "P6", "p1", "Nobody"]
    assert refusals(*names) == {
        "seat_2_3": ["P1 has a seat at table 1 already."],
        "seat_2_4": ["“Nobody” is not among the players."],
    }
    assert refusals("P1", "P2", "P3") == {"seat_1_1": ["A table of this event has 4 players."]}
    assert refusals("", "", "", "", "P5", "P6", "P7", "P8") == {
        "seat_1_1": ["Fill the tables in their order: this one is empty."]
    }
    assert refusals("P1", "", "P3", "P4") == {
        "seat_1_2": ["Fill the seats in their order: this one is empty."]
    }
    seated("P9", " p2 ", "P3", "P4", "P5", "P6", "P7", "P8")

    one, two, three, four, *rest, nine = evening.players
    assert evening.seats == [(nine, two, three, four), tuple(rest)]
    assert evening.current.sitting_out == (one,)


FLAGS = {f"movement_{flag}": "false" for flag in ("mixed_pairs", "one_prize_each", "two_person_final")}
PLAN = {"name": "Evening", "law_set": "foster-1897", "players": "P\nQ\nR\nS\nT\nU", "rounds": "2"}
PLAN |= FLAGS | {"movement_tie_breaks": "points"}


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"players": "P\nQ\nR"}, "players", "at least 4 players to fill a table, not 3"),
        ({"players": "P\nQ\nR\nS\n" + "A" * 81}, "players", "at most 80 characters"),
        ({"rounds": "0"}, "rounds", "from 1 to 50"),
        ({"movement_bell": "clock"}, "movement_minutes", "only where a round has its minutes"),
        ({"parameters_game_score": "many"}, "parameters_game_score", "a whole number"),
        ({"variations": "two-higher"}, "variations", "two-higher"),
        ({"players": "P\nQ\nR\nS\n=1+1"}, "players", "Line 5: “=1+1” looks like a formula."),
        ({"players": "name;table\nP;1\nQ;x\nR;\nS;"}, "players", "Line 3: A table is a number from 1"),
    ],
)
def test_a_plan_that_is_refused_says_why_beside_the_field(club, change, field, reason):
    refused = page(club, "director", "event-new", club.club.slug, **PLAN | change)

    assert refused.status_code == 400
    assert reason in " ".join(refused.context["form"].errors[field])
    assert 'value="Evening"' in text(refused), "what was typed is kept"
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"count": "40", "rounds": "39", "movement_minutes": "25"}, ["10 tables", "0 times, at best 0",
            "39 times, at best 39", "39 rounds", "16\N{NO-BREAK SPACE}hours"]),
        ({"count": "14"}, ["No whist is known for 14 players: 13 or 16 can play one."]),
        ({"count": "many"}, ["A whole number of players."]),
        ({"count": "14", "players": "P\nQ\nR\nS"}, ["1 table"]),
        ({"count": "40", "rounds": "8"}, ["In 8 rounds a redraw repeats fewer adversaries"]),
        ({"count": "12", "rounds": "3", "movement_kind": "rotation"}, ["1 time, at best 0"]),
        ({"count": "18", "movement_kind": "pairs-round-robin"}, ["in each round one pair sits out"]),
        ({}, ["Simulate the evening before you decide"]),
    ],
)  # fmt: skip
def test_what_to_expect_is_said_while_a_plan_is_typed_and_before_anybody_is_named(club, change, says):
    typed = PLAN | {"players": "", "movement_kind": "whist", "step": "watch"} | change
    shown = text(page(club, "director", "event-new", club.club.slug, **typed))

    assert [text for text in says if text not in shown] == []
    assert not Event.objects.exists()


@pytest.mark.parametrize(("count", "is_searched"), [("43", False), ("44", True), ("46", True), ("16", False)])
def test_the_plan_page_says_that_an_individual_plan_is_searched_for(club, count, is_searched):
    typed = PLAN | {
        "players": "",
        "count": count,
        "rounds": "8",
        "movement_kind": "individual",
        "step": "watch",
    }
    shown = text(page(club, "director", "event-new", club.club.slug, **typed))

    assert (f"No plan for {count} players is proven to be best." in shown) == is_searched
    assert " ".join(shown.split()).count("0 times, at best 0") >= 1, "partners at least do not repeat"


def test_the_plan_says_nothing_of_repeated_partners_where_partners_stay_together(club):
    typed = PLAN | {"players": "", "count": "16", "movement_kind": "pairs-round-robin", "step": "watch"}
    shown = text(page(club, "director", "event-new", club.club.slug, **typed))

    assert "the same pair again" in shown
    assert "the same partner again" not in shown
    assert "one pair sits out" not in shown


@pytest.mark.parametrize("slug", KINDS)
def test_tables_of_three_and_five_are_offered_only_to_kinds_that_can_have_them(club, slug):
    shown = text(page(club, "director", "event-new", club.club.slug, movement_kind=slug, action="find"))

    about = re.search(r"<p[^>]*>If the players do not fill", shown)
    has_setting = slug in ("winner-progressive", "rotation", "redraw")
    assert (about is not None and " hidden" not in about[0]) is has_setting
    assert ('name="movement_odd"' in shown) is has_setting


def test_variations_and_parameters_are_those_of_the_law_set_that_is_chosen(club):
    typed = PLAN | {"action": "find", "find": "lowest bid", "rounds": "0", "parameters_game_score": "61"}
    shown = {
        slug: page(club, "director", "event-new", club.club.slug, **typed | {"law_set": slug})
        for slug in ("foster-1897", "chicago-1890", "nobody's")
    }
    for answer in shown.values():
        assert (answer.status_code, 'value="Evening"' in text(answer)) == (200, True), "nothing is refused"
        form = answer.context["form"]
        assert [field.name for field in form.first_parameters] == ["parameters_min_bid"]
        assert form["parameters_game_score"].value() == "61"
    books = {slug: answer.context["form"].laws for slug, answer in shown.items()}
    assert [laws.slug for laws in books.values()] == ["foster-1897", "chicago-1890", "foster-1897"]
    for slug, answer in shown.items():
        assert [tick.data["value"] for tick in answer.context["form"]["variations"]] == list(
            books[slug].variations
        )
    assert not Event.objects.exists()


def test_an_event_is_planned_under_a_variation_and_a_parameter_of_the_club_with_wishes(club):
    players = "name; partner; table; seat\nP;;1;2\nQ\nR;S\nS;;1\nT\nU"
    page(club, "director", "event-new", club.club.slug, **PLAN | {"players": players},
         variations="old-set-back", parameters_game_score="42")  # fmt: skip

    planned_so = law_set_at(Event.objects.get().law_set.revision)
    assert planned_so["game_score"] == 42
    assert (planned_so["failed_rule"], planned_so["target_reached"]) == ("set-back", "played-out")
    entered = {entrant.member.name: entrant for entrant in Entrant.objects.select_related("member")}
    assert entered["P"].wishes == {"fixed_table": 1, "fixed_seat": 2}
    assert entered["R"].wishes == {"partner": entered["S"].member_id}
    assert entered["S"].wishes == {"partner": entered["R"].member_id, "fixed_table": 1}


def test_place_cards_drawn_at_the_door_are_entered_and_a_wrong_one_is_refused_beside_its_player(club):
    evening = planned(club)
    a, b, c, d, *_rest, last = players = evening.players
    cards = dict(zip(players, ["RAS", "RAC", "BAS", "BAC", "R2S", "R2C", "B2S", "B2S"], strict=True))
    parts = {0: lambda card: card[1], 1: lambda card: card[0] + card[2]}
    sent = {
        f"places_{player}_{at}": part(card) for player, card in cards.items() for at, part in parts.items()
    }

    refused = page(club, "director", "event-start", evening.pk, how="cards", step="start", **sent)
    assert "was drawn by another" in " ".join(refused.context["form"].errors[f"places_{last}"])
    sent[f"places_{last}_1"] = ""
    half = page(club, "director", "event-start", evening.pk, how="cards", step="start", **sent)
    assert "Choose both" in " ".join(half.context["form"].errors[f"places_{last}"])
    sent[f"places_{last}_1"] = "BC"
    page(club, "director", "event-start", evening.pk, how="cards", step="start", **sent)

    assert evening.seats[0] == (a, b, c, d)


def test_the_director_decides_for_a_table_and_what_is_refused_keeps_what_was_chosen(club):
    evening = begun(club, movement={"ties": "entered"})
    evening.play({2: TIED})
    at = "event-table", evening.pk, 1, 2
    named = {"kind": "winners", "winner": "2"}
    refused = page(club, "director", *at, **named, reason="   ")
    assert "needs its reason" in text(refused)
    assert 'name="winner" value="2" required checked' in text(refused)
    assert "has to cut, and the cards are not entered" in text(
        page(club, "director", "event-move", evening.pk, 1)
    )

    first, second = evening.players[4:6]
    wrong = page(club, "director", *at, kind="cut", **{f"cut_1_{first}": "X9", f"cut_1_{second}": "5C"})
    assert "A card such as TH." in text(wrong)
    assert 'value="X9"' in text(wrong)
    page(club, "director", *at, kind="cut", **{f"cut_1_{first}": "kh", f"cut_1_{second}": "5C"})
    move = text_of(page(club, "director", "event-move", evening.pk, 1))
    assert "Table 2 was tied, and was cut" in move
    assert "king of hearts" in move
    assert "The cards were cut at the table and entered." in move

    decided = page(club, "director", *at, **named, reason="Both sides agree")
    assert "The winners were named: Both sides agree" in text_of(decided)


def test_a_correction_after_the_move_shows_who_would_sit_elsewhere_and_moves_nobody(club):
    evening = begun(club)
    evening.play()
    evening.move()
    before = evening.seats
    at = "event-round", evening.pk, 2
    assert "Results were corrected after the move" not in text(page(club, "director", *at))
    for deal in (1, 2, 3, 4):
        evening.correct(1, deal, points=[0, 14])

    corrected = text_of(page(club, "director", *at)).split("If the move were made now")[1]
    assert corrected.count("would be at table") == 4
    assert evening.seats == before


def test_the_log_says_in_words_what_was_done_and_a_player_sees_rules_and_no_desk(club):
    evening = begun(club)
    evening.step("start")
    evening.leave(evening.players[2])

    log = text(page(club, "director", "event-log", evening.pk))
    actions = [re.sub("<[^>]*>", "", told) for told in re.findall(r"<b><bdi>(.*?)</bdi></b>", log)]
    assert actions[:2] == ["P3 left", "The clock of round 1 was started"]
    assert actions[-1] == "The event was planned"
    rules = text(page(club, "player", "event", evening.pk))
    assert "Rules of the event" in rules
    assert evening.event.seed in rules
    assert "data-desk" not in rules
    assert page(club, "player", "event-players", evening.pk).status_code == 403


def test_without_script_every_page_of_the_hall_says_it_all_and_is_read_again(club):
    evening = begun(club, 9)
    first = evening.players[0]
    mine = f"/events/{evening.pk}/me/?player={first}"
    owner = signed_in(club, "owner")
    for address in (mine, *(f"/events/{evening.pk}/{view}" for view in ("standings/", "projector/?board=1"))):
        hall = text(owner.get(address))
        assert '<noscript><meta http-equiv="refresh"' in hall
        assert "round 1" in hall.lower()
    phone = club.link_client(evening.table(1))
    assert f'<option value="{first}">P1</option>' in text(phone.get(f"/events/{evening.pk}/me/"))
    assert re.search(r"data-place-table>\s*1\s*<", text(phone.get(mine))), (
        "a table's phone shows whom it chose"
    )


def test_a_whist_that_can_be_none_is_told_before_the_start(club):
    evening = planned(club, 16, movement={"kind": "whist"})
    at = reverse("event-start", args=[evening.pk])
    assert "No whist is known" not in text(signed_in(club).get(at))
    evening.leave(evening.players[0])
    assert "No whist is known for 15 players" in text(signed_in(club).get(at))


def test_the_late_entry_says_whose_place_a_newcomer_takes(club):
    evening = begun(club, 8, of_rounds=7, movement={"kind": "whist"})
    assert "Takes the place of" not in text(page(club, "director", "event-players", evening.pk))
    evening.leave(evening.players[2])
    evening.play()
    evening.run_due_moves()
    assert "Takes the place of P3." in text(page(club, "director", "event-players", evening.pk))
    entered = page(club, "director", "event-players", evening.pk, player="Quimper")
    assert "Quimper plays from round 3, in the place of P3." in text(entered)
    assert "Takes the place of" not in text(entered)
    evening.leave(Member.objects.get(name="Quimper").pk)
    assert "Takes the place of P3." in text(page(club, "director", "event-players", evening.pk)), (
        "not seated yet"
    )


def test_a_late_pair_names_the_player_without_a_partner(club):
    evening = planned(club, 8, of_rounds=7, movement={"kind": "pairs-up"}, wishes=partners(8))
    evening.start()
    evening.leave(evening.players[2])
    assert "Now that is P4." in text(page(club, "director", "event-players", evening.pk))


def test_a_player_who_comes_back_leaves_the_stand_in_without_a_partner_and_the_page_says_so(club):
    evening = planned(club, 8, of_rounds=7, movement={"kind": "pairs-up"}, wishes=partners(8))
    evening.start()
    p3 = evening.players[2]
    page(club, "director", "event-leave", evening.pk, p3, step="substitute", player="Quito")

    back = text(page(club, "director", "event-players", evening.pk, member=p3))

    assert "Quito has no partner from round 2: withdraw them" in back
    quito = Entrant.objects.get(member__name="Quito").member_id
    leaving = text(page(club, "director", "event-leave", evening.pk, quito))
    assert "Quito has no partner, so the newcomer has none either" in leaving
    assert "in the pair" not in leaving
    log = text(page(club, "director", "event-log", evening.pk))
    assert "The partner of P4 changed" in log
    assert "The wishes of" not in log


def test_after_going_on_with_those_who_are_here_nothing_names_a_later_round_for_who_left(club):
    evening = begun(club, 9)
    player = evening.players[2]
    evening.leave(player)
    evening.amend()
    assert player not in evening.placed, "the player is not even in round 1"

    log = text_of(page(club, "director", "event-log", evening.pk))
    again = text_of(page(club, "director", "event-leave", evening.pk, player, step="leave"))
    assert "P3 left" in log
    assert "from round 2" not in log
    assert "P3 has left already." in again


def copy_of(evening, more=""):
    client = signed_in(evening.club, "director")
    address = f"{reverse('event-new', args=[evening.club.club.slug])}?copy={evening.pk}{more}"
    return client, address, client.get(address).context["form"]


def test_an_evening_is_copied_with_those_who_came(club):
    evening = planned(club, 9, of_rounds=2, movement={"lists": ["Hill", "Dale"], "minutes": 25},
                      wishes={1: {"on_list": 1}, 2: {"keep_apart": [3, 4]}, 5: {"partner": 6},
                              6: {"partner": 5}, 9: {"on_list": 0}})  # fmt: skip
    p1, p2, p3, p4, p5, p6, *_, p9 = evening.players
    evening.leave(p9)
    evening.start()
    client, address, form = copy_of(evening)

    client.post(address, as_shown(form) | {"step": "plan"})

    copied = Event.objects.latest("id")
    assert copied.pk != evening.pk
    assert (copied.name, copied.seed == evening.event.seed) == (f"{evening.event.name} (2)", False)
    assert copied.settings == evening.event.settings
    wishes = dict(Entrant.objects.filter(event=copied).values_list("member", "wishes"))
    assert list(wishes) == evening.players[:8]
    assert {player: wished for player, wished in wishes.items() if wished} == {
        p1: {"on_list": 1}, p2: {"keep_apart": [p3, p4]}, p5: {"partner": p6}, p6: {"partner": p5},
    }  # fmt: skip


def test_an_evening_of_pairs_is_copied_with_its_pairs(club):
    evening = planned(club, 8, movement={"kind": "pairs-up"}, wishes=partners(8))
    client, address, form = copy_of(evening)

    client.post(address, as_shown(form) | {"step": "plan"})

    entered = Entrant.objects.filter(event=Event.objects.latest("id"))
    assert [entrant.wishes["partner"] for entrant in entered] == [
        evening.players[wish["partner"] - 1] for wish in partners(8).values()
    ]


@pytest.mark.parametrize(
    ("kind", "people", "says"),
    [("pairs-round-robin", 12, "5 for 6 pairs."), ("whist", 12, "11 for 12 players.")],
)
def test_a_copy_proposes_the_rounds_for_the_players_who_are_filled_in(club, kind, people, says):
    wishes = partners(people) if kind.startswith("pairs") else {}
    form = copy_of(planned(club, people, movement={"kind": kind}, wishes=wishes))[2]

    assert says in form["rounds"].help_text


@pytest.mark.parametrize("wrong", ["Karla", "Karla &", "Karla\nLudwig, Otto"])
def test_no_number_of_rounds_is_proposed_while_the_list_has_errors(club, wrong):
    address = reverse("event-new", args=[club.club.slug])
    names = "\n".join([*(f"Aix {pair} & Brno {pair}" for pair in range(7)), wrong])
    sent = {"step": "plan", "game": "cinch", "movement_kind": "pairs-round-robin", "players": names}
    form = signed_in(club, "director").post(address, sent | {"name": "Pairs"}).context["form"]

    assert form["rounds"].help_text == "Leave empty for the number that fits this kind of evening."


def test_a_copy_of_an_evening_without_a_day_is_of_today(club):
    evening = planned(club, 8)

    assert evening.event.details.date is None
    assert copy_of(evening)[2]["date"].value() == club.club.today


def test_an_evening_is_copied_without_its_players(club):
    _client, _address, form = copy_of(planned(club, 8, of_rounds=5), "&without=players")

    assert (form["rounds"].value(), form["players"].value()) == ("5", None)


def test_a_parameter_that_a_program_chose_for_another_game_is_kept_on_the_form(club):
    # Nobody bids at Seven-up: the form offers no bids, but loses none that was sent.
    evening = planned(club, 8, game="seven-up", parameters={"max_bid": 3})
    form = copy_of(evening)[2]

    assert [field.name for field in form.first_parameters] == ["parameters_max_bid"]
    assert form["parameters_max_bid"].value() == "3"
    assert "parameters_must_exceed" not in form.fields


def test_an_evening_that_was_ended_early_is_copied_with_its_planned_rounds(club):
    evening = begun(club, 8, of_rounds=5)
    evening.play()
    event_changes.end_now(**evening.action, reason="It is late.")

    assert copy_of(evening)[2]["rounds"].value() == "5"


def test_whoever_left_the_club_is_not_copied(club):
    evening = planned(club, 8)
    clubs.remove_member(member=Member.objects.get(pk=evening.players[0]), actor=club.actors["owner"])

    assert copy_of(evening)[2]["players"].value().split() == [f"P{number}" for number in range(2, 9)]


@pytest.mark.parametrize("copied", ["0", "x", "99999"])
def test_only_an_event_of_the_club_is_copied(club, copied):
    address = f"{reverse('event-new', args=[club.club.slug])}?copy={copied}"

    assert signed_in(club, "director").get(address).status_code == 404


DAY = {"name": "Whist of the harbour", "date": "2034-12-05", "time": "19:30", "place": "Harbour inn"}


@pytest.mark.parametrize("shown_on", ["events", "event", "public-event", "event-print"])
def test_a_changed_name_and_place_are_shown_at_once(club, shown_on):
    evening = begun(club)
    event_changes.publish(**evening.action, parts=["seats"])

    page(club, "director", "event-plan", evening.pk, step="details", **DAY)

    shown = text(page(club, "director", shown_on, club.club.slug if shown_on == "events" else evening.pk))
    said = ("Whist of the harbour", "5 December 2034", "19:30", "Harbour inn")
    assert [words for words in said if words not in shown] == []
    assert "Autumn evening" not in shown.replace("Autumn evening → Whist", ""), (
        "only the log names the old name"
    )


def test_tables_that_are_open_take_the_new_name_of_their_event(club):
    evening = begun(club)

    event_changes.describe(**evening.action, values=DAY)

    assert evening.table(2).name == "Whist of the harbour, table 2"
    assert "Whist of the harbour, table 2" in text(page(club, "director", "table", evening.table(2).pk))
    assert "Autumn evening" not in text(page(club, "director", "club", club.club.slug))


def test_the_desk_of_a_started_evening_has_the_rules_of_the_event(club):
    evening = begun(club)

    assert "Rules of the event" in text(page(club, "director", "event", evening.pk))


def test_a_player_sees_who_has_withdrawn(club):
    evening = begun(club)
    evening.leave(evening.players[2])
    evening.play_on()

    shown = page(club, "player", "event", evening.pk).content.decode()

    assert re.findall(r"<s><bdi>(.*?)</bdi></s>", shown) == ["P3"]


def test_the_details_are_printed(club):
    evening = begun(club)
    event_changes.describe(**evening.action, values=DAY)

    assert over(evening.state) == "Club of harbour \u00b7 5 December 2034 \u00b7 19:30 \u00b7 Harbour inn"


def test_a_change_of_details_alone_calls_for_no_new_edition(club):
    evening = begun(club, of_rounds=1)
    evening.play()
    evening.ring()
    final = finals.make_final(**evening.action)

    event_changes.describe(**evening.action, values=DAY)

    assert not queries.changed_since(evening.event, final)


def test_a_day_that_is_over_is_refused_when_an_evening_is_planned(club):
    answer = page(club, "director", "event-new", club.club.slug, name="Late", date="2020-01-01", step="plan",
                  law_set="foster-1897", players="A\nB\nC\nD", rounds="2")  # fmt: skip

    assert "This day is over. Choose today or a later day." in text(answer)
    assert not Event.objects.exists()


def test_a_day_that_is_over_corrects_an_evening_that_has_begun(club):
    evening = begun(club)

    page(club, "director", "event-plan", evening.pk, step="details", **DAY | {"date": "2020-01-01"})

    assert evening.state.event.details.date == date(2020, 1, 1)


@pytest.mark.parametrize(("field", "value", "reason"), [
    ("name", "", "A name needs at least one visible letter"),
    ("date", "", "A time needs its day."),
    ("date", "31/31", "Enter a valid date."),
    ("date", "2020-01-01", "This day is over. Choose today or a later day."),
    ("date", "9999-12-31", "This day is more than ten years ahead. Check the year."),
    ("time", "25:00", "Enter a valid time."),
    ("place", "x" * 81, "at most 80 characters"),
])  # fmt: skip
def test_wrong_details_are_named_at_their_field_and_nothing_changes(club, field, value, reason):
    evening = planned(club)

    answer = page(club, "director", "event-plan", evening.pk, step="details", **DAY | {field: value})

    assert reason in " ".join(answer.context["details_form"].errors[field])
    assert evening.state.event.details == EventDetails("Autumn evening")


@pytest.mark.parametrize(("name", "proposed"), [
    ("Winter Cup (2)", "Winter Cup (3)"),
    ("Winter Cup (2025)", "Winter Cup (2025) (2)"),
    ("x" * 80, "x" * 76 + " (2)"),
])  # fmt: skip
def test_a_proposed_name_keeps_a_year_in_brackets_within_the_longest_name(club, monkeypatch, name, proposed):
    taken = {name, "Winter Cup (2)"}
    monkeypatch.setattr(queries, "has_evening", lambda club, tried, day: tried in taken)
    assert queries.free_name(club, name, None) == proposed


def test_a_copy_for_the_day_of_the_evening_is_proposed_under_another_name(club):
    evening = begun(club)
    client, address, form = copy_of(evening)
    assert form["name"].value() == "Autumn evening (2)"
    assert "“Autumn evening” is planned for this day already" in form["name"].help_text

    refused = client.post(address, as_shown(form) | {"step": "plan", "name": "Autumn evening"})
    assert "An evening of this name is planned for this day already." in text(refused)
    client.post(address, as_shown(form) | {"step": "plan"})
    second = Event.objects.latest("id")
    assert second.name == "Autumn evening (2)"

    another_day = {"step": "plan", "name": "Autumn evening", "date": "2034-12-05"}
    client.post(address, as_shown(copy_of(evening)[2]) | another_day)
    assert Event.objects.latest("id").name == "Autumn evening"
    assert copy_of(evening)[2]["name"].value() == "Autumn evening (3)"


def test_a_copied_evening_is_proposed_for_the_same_weekday(club):
    evening = planned(club)
    event_changes.describe(**evening.action, values=DAY)

    assert copy_of(evening)[2].initial["date"] == date(2034, 12, 12)


def test_an_evening_marked_as_a_template_is_offered_until_the_mark_is_taken_away(club):
    evening = planned(club)
    address = f"?copy={evening.pk}"

    def is_offered():
        return address in text(page(club, "director", "event-new", club.club.slug))

    before = is_offered()
    page(club, "director", "event-plan", evening.pk, step="details", **DAY, is_template="on")
    marked = is_offered()
    page(club, "director", "event-plan", evening.pk, step="details", **DAY)
    assert (before, marked, is_offered()) == (False, True, False)


def test_a_copy_brings_those_of_the_end_and_names_who_left_before(club):
    evening = begun(club, 16, of_rounds=15, movement={"kind": "whist"})
    first, *_others = evening.players
    evening.leave(first)
    evening.enter("Quimper")
    evening.play()
    evening.run_due_moves()

    client, address, form = copy_of(evening)

    assert form["players"].value().split() == [*(f"P{number}" for number in range(2, 17)), "Quimper"]
    assert "Left out, because they went before the end: P1." in text(client.get(address))
    client.post(address, as_shown(form) | {"step": "plan"})
    assert Event.objects.latest("id").settings["rounds"] == 15


def test_a_copy_without_players_or_with_everybody_names_nobody_who_left(club):
    evening = begun(club, 8)
    client, address, _form = copy_of(evening)
    assert "Left out" not in text(client.get(address))
    evening.leave(evening.players[0])
    evening.play()
    evening.run_due_moves()
    assert "Left out" not in text(client.get(f"{address}&without=players"))


@pytest.mark.parametrize(
    ("kind", "rounds", "offered"),
    [("whist", 15, ""), ("whist", 9, "9"), ("winner-progressive", 8, ""), ("winner-progressive", 5, "5")],
)
def test_a_number_of_rounds_that_was_proposed_is_proposed_anew(club, kind, rounds, offered):
    evening = planned(club, 16, of_rounds=rounds, movement={"kind": kind})
    assert copy_of(evening)[2]["rounds"].value() == offered


def test_a_copy_of_pairs_brings_a_line_for_each_pair_of_the_end(club):
    evening = planned(club, 8, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    p1, p2, p3, p4, p5, p6, p7, p8 = evening.players
    evening.start(tables=[[p1, p3, p2, p4], [p5, p7, p6, p8]])
    evening.leave(p4)
    evening.enter("Quentin")
    evening.play()
    evening.run_due_moves()
    evening.play()

    client, address, form = copy_of(evening)

    assert form["players"].value().splitlines() == ["P1 & P2", "P3 & Quentin", "P5 & P6", "P7 & P8"]
    client.post(address, as_shown(form) | {"step": "plan"})
    assert Event.objects.latest("id").pk != evening.pk


def test_a_copy_asks_whether_the_name_is_the_same(club):
    evening = planned(club, 8)
    assert copy_of(evening)[2]["name"].help_text == (
        "Is it “Autumn evening” again? Otherwise write the new name."
    )
    again = signed_in(club).get(reverse("event-plan-again", args=[evening.pk])).context["form"]
    assert again["name"].help_text == "Every event needs a name."


def test_the_list_of_events_says_the_kind_and_counts_pairs(club):
    planned(club, 8, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    shown = text(page(club, "director", "events", club.club.slug))
    assert "Pairs: each against each" in shown
    assert "4 pairs" in shown


@pytest.mark.parametrize("is_renamed", [False, True])
def test_a_name_is_planned_once_and_other_evenings_are_not_loaded_for_it(club, is_renamed):
    planned(club, 8, name="Another evening")
    evening = planned(club, 8, name="Third evening" if is_renamed else PLAN["name"])
    if is_renamed:
        event_changes.describe(**evening.action, values={"name": PLAN["name"]})
    assert list(queries.events_named(club.club, PLAN["name"])) == [evening.event]
    refused = page(club, "director", "event-new", club.club.slug, **PLAN, step="plan")
    assert "An evening of this name is planned already." in text(refused)
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "count", "rounds", "length"),
    [("pairs-round-robin", 16, 7, "112 minutes"), ("whist", 16, 15, "4 hours"),
     ("individual", 9, 9, "2 hours, 24 minutes"), ("rotation", 8, 4, "64 minutes"),
     ("winner-progressive", 16, 8, "2 hours, 8 minutes")],
)  # fmt: skip
@pytest.mark.parametrize("step", list(some_of(["expect", "watch"], 2)))
def test_what_to_expect_has_the_rounds_that_will_be_planned(club, step, kind, count, rounds, length):
    typed = PLAN | {"rounds": "", "players": "", "movement_kind": kind}
    expected = typed | {"count": str(count), "step": step}
    shown = text(page(club, "director", "event-new", club.club.slug, **expected))
    competitor = "pair" if KINDS[kind].keeps_pairs else "player"
    assert f" {rounds} rounds: expect for each {competitor}" in shown
    assert f"about {length}, if a deal" in shown.replace("\N{NO-BREAK SPACE}", " ")
    players = "\n".join(f"P{number}" for number in range(count))
    page(club, "director", "event-new", club.club.slug, **typed | {"players": players, "step": "plan"})
    assert Event.objects.get().settings["rounds"] == rounds


@pytest.mark.parametrize("kind", ["whist", "pairs-round-robin", "winner-progressive"])
def test_only_games_that_the_kind_can_have_are_offered(club, kind):
    answer = signed_in(club).get(f"{reverse('event-new', args=[club.club.slug])}?kind={kind}")
    branches = answer.context["form"].fields["game"].choices
    offered = {key for _branch, games in branches for key, _name in games}
    assert {"cinch", "seven-up"} <= offered
    assert ("auction-pitch" in offered) is (kind == "winner-progressive")


def test_a_game_that_the_kind_cannot_have_is_refused_at_the_game(club):
    typed = PLAN | {"players": "P & Q\nR & S", "movement_kind": "pairs-round-robin", "game": "auction-pitch"}
    refused = page(club, "director", "event-new", club.club.slug, **typed, step="plan")
    assert list(refused.context["form"].errors) == ["game"]
    assert "only games of four in two sides" in refused.context["form"].errors["game"][0]


@pytest.mark.parametrize(
    ("kind", "count", "reason"),
    [("whist", "10", "no whist is known for 10 players"), ("whist", "3", "an evening needs at least 4"),
     ("pairs-round-robin", "7", "pairs need an even number"), ("winner-progressive", "x", "A whole number")],
)  # fmt: skip
def test_a_number_of_players_is_refused_where_it_is_typed(club, kind, count, reason):
    typed = PLAN | {"players": "", "count": count, "movement_kind": kind, "step": "expect"}
    refused = page(club, "director", "event-new", club.club.slug, **typed)
    assert list(refused.context["form"].errors) == ["count"]
    assert reason in refused.context["form"].errors["count"][0]
