"""Lists of names on pages: previewed line by line, then added once; no typed data is lost."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.clubs.models import Member
from scoring.events.models import Entrant, Event
from scoring.journal.models import Entry
from tests.clubs.domain.test_name_lists import BAD_FILES, workbook
from tests.events.evenings import planned, signed_in
from tests.pages.test_event_changes import PLAN, text

pytestmark = pytest.mark.django_db


def shown(answer):
    """Return the fields of the list's form as the page shows them."""
    form = answer.context["form"]
    return {name: form[name].value() for name in ("text", "looked", "key")}


def test_members_come_in_from_a_list_that_was_shown_before(club):
    director, where = signed_in(club, "director"), reverse("import-members", args=[club.club.slug])
    file = SimpleUploadedFile("names.xlsx", workbook(["Name"], ["Ada"], ["A"], ["=1"], ["Bea"]))

    looked = director.post(where, {"file": file, "step": "add"})
    assert "Line 4" in text(looked)
    assert not Member.objects.filter(name="Ada").exists(), "a file is shown before anything is done"
    refused = director.post(where, shown(looked) | {"step": "add"})
    assert (refused.status_code, Member.objects.filter(name="Ada").exists()) == (400, False)
    fields = shown(refused)
    changed = director.post(where, fields | {"text": "Ada\nCid", "step": "add-sound"})
    assert changed.status_code == 200
    assert not Member.objects.filter(name="Cid").exists(), "what was changed is shown once more"
    for _ in range(2):
        done = director.post(where, fields | {"step": "add-sound"}, follow=True)
        assert "2 members were added." in text(done)

    assert Member.objects.filter(name__in=["Ada", "Bea"]).count() == 2
    assert Member.objects.filter(club=club.club, name="A").count() == 1
    assert Entry.objects.filter(verb="members.added").count() == 1


def test_new_names_that_are_nearly_known_ones_are_asked_about(club):
    Member.objects.filter(name="A").update(name="Ada Lovelace")
    director, where = signed_in(club, "director"), reverse("import-members", args=[club.club.slug])
    looked = director.post(where, {"text": "Ada Lovelase\nM\u00fcller\nMueller\nBea", "step": "look"})
    asked = {line.name: names for line, names in looked.context["preview"].near_names}
    assert asked == {
        "Ada Lovelase": ["Ada Lovelace"],
        "M\u00fcller": ["Mueller"],
        "Mueller": ["M\u00fcller"],
    }
    assert "The same person?" in text(looked)


def test_unclear_columns_are_asked_about_and_nobody_joins_by_half_a_name(club):
    director, where = signed_in(club, "director"), reverse("import-members", args=[club.club.slug])
    sent = {"text": "Nachname;Rufn.\nLovelace;Ada\nByron;Bea", "step": "look"}

    asked = director.post(where, sent)
    assert asked.status_code == 200
    assert [column.guess for column in asked.context["preview"].columns] == ["last", "first"]
    refused = director.post(where, shown(asked) | {"step": "add"})
    assert refused.status_code == 400
    assert "Say which column holds the names." in text(refused)
    chosen = {"column_0": "last", "column_1": "first"}
    looked = director.post(where, shown(refused) | chosen | {"step": "look"})
    assert shown(looked)["text"] == "Last name;First name\nLovelace;Ada\nByron;Bea"
    director.post(where, shown(looked) | {"step": "add"})
    assert not Member.objects.filter(name__in=["Lovelace", "Byron"]).exists()
    assert {"Ada Lovelace", "Bea Byron"} <= set(Member.objects.values_list("name", flat=True))


def test_an_event_is_planned_by_no_list_whose_columns_are_unclear(club):
    director, where = signed_in(club, "director"), reverse("event-new", args=[club.club.slug])
    names = "\n".join(f"Town{place};Suburb{chr(65 + place)}" for place in range(8))
    refused = director.post(where, PLAN | {"players": names, "step": "plan"})
    assert refused.status_code == 400
    assert not Event.objects.exists()
    answer = {"players": names, "column_0": "left out", "column_1": "name", "step": "plan"}
    director.post(where, PLAN | answer)
    assert Entrant.objects.filter(member__name="SuburbA").exists()


@pytest.mark.parametrize(
    ("content", "reason"), [case.values for case in BAD_FILES], ids=[c.id for c in BAD_FILES]
)
def test_a_bad_file_is_refused_beside_its_field_and_nothing_done(club, content, reason):
    director, before = signed_in(club, "director"), Member.objects.count()
    where = reverse("import-members", args=[club.club.slug])
    answer = director.post(
        where, {"file": SimpleUploadedFile("a.csv", content), "text": "kept", "step": "add"}
    )
    assert answer.status_code == 400
    assert reason in " ".join(answer.context["form"].errors["file"])
    assert answer.context["form"]["text"].value() == "kept"
    assert Member.objects.count() == before


def test_a_million_lines_are_refused_before_they_are_read(club):
    file = SimpleUploadedFile("a.csv", b"Ada\n" * 1_000_000)
    answer = signed_in(club).post(reverse("import-members", args=[club.club.slug]), {"file": file})
    assert (answer.status_code, "are read" in text(answer)) == (400, True)


def test_players_come_in_from_a_list_before_the_start(club):
    evening = planned(club, 8)
    director, where = signed_in(club), reverse("event-import-players", args=[evening.pk])
    looked = director.post(where, {"text": "name;partner\nAda;Bea\nBea;\nP1;", "step": "look"})
    assert [brings for _line, brings in looked.context["preview"].looked] == ["new", "new", "in"]
    director.post(where, shown(looked) | {"step": "add"})
    assert Entrant.objects.filter(event=evening.event).count() == 10
    evening.start()
    again = director.post(where, {"text": "Cid", "step": "look"})
    late = director.post(where, shown(again) | {"step": "add"})
    assert (late.status_code, "The event has begun." in text(late)) == (400, True)


def test_the_preview_counts_names_and_pairs(club):
    sent = PLAN | {"movement_kind": "pairs-up", "step": "look"}
    where = reverse("event-new", args=[club.club.slug])
    looked = signed_in(club).post(where, sent | {"players": "Ada & Bea\nCid / Dan\nEve &\nFay"})
    assert "6 names, 2 pairs: 4 come in, 2 have a fault." in text(looked)
    alone = sent | {"movement_kind": "redraw", "game": "auction-pitch", "players": "Ada & Bea\nCid & Dan"}
    refused = text(signed_in(club).post(where, alone))
    assert refused.count("Nobody has a partner in this event") == 1
    assert "4 names: 0 come in, 4 have a fault." in refused


def test_a_list_says_who_is_kept_apart(club):
    evening = planned(club, 8)
    director, where = signed_in(club), reverse("event-import-players", args=[evening.pk])
    names = 'name;apart\nAda;p1 / P2\n"Lovelace, Bea";Ada\nCid;Lovelace, Bea\nDan;P3, Dan\nEve;Gus'
    looked = director.post(where, {"text": names, "step": "look"})
    assert [
        (line.number, line.fault) for line, _brings in looked.context["preview"].looked if line.fault
    ] == [
        (5, "Dan cannot be kept apart from themselves."),
        (6, "“Gus”, to be kept apart, is not among the players."),
    ]
    looked = director.post(where, {"text": names.split("Dan;")[0], "step": "look"})
    director.post(where, shown(looked) | {"step": "add"})
    member = {
        entrant.member.name: entrant.member_id for entrant in evening.event.entrants.select_related("member")
    }
    assert {
        name: evening.event.entrants.get(member__name=name).wishes for name in ("Ada", "Lovelace, Bea", "Cid")
    } == {
        "Ada": {"keep_apart": [member["P1"], member["P2"]]},
        "Lovelace, Bea": {"keep_apart": [member["Ada"]]},
        "Cid": {"keep_apart": [member["Lovelace, Bea"]]},
    }


def test_a_file_chosen_with_a_plan_is_shown_first_and_its_faults_are_named(club):
    director, where = signed_in(club), reverse("event-new", args=[club.club.slug])
    file = SimpleUploadedFile("a.csv", "Name;Tisch\nZo\u00eb;1\nA;x\nB;\nC;\nD;\n".encode("cp1252"))
    looked = director.post(where, PLAN | {"file": file, "step": "plan"})
    assert not Event.objects.exists()
    assert "Check the accents." in text(looked)
    assert re.search(r"Line 3.{0,60}A table is a number", text(looked))
    names = looked.context["form"]["players"].value().replace("x", "2")
    director.post(where, PLAN | {"players": names, "step": "plan"})
    assert Entrant.objects.get(member__name="Zo\u00eb").wishes == {"fixed_table": 1}


def test_the_check_in_takes_a_tap_with_and_without_script(club):
    evening = planned(club, 8)
    director, where = signed_in(club), reverse("event-check-in", args=[evening.pk])
    one, two = evening.players[:2]
    page = director.post(where, {"member": one, "step": "here", "q": "p"}, follow=True)
    assert page.redirect_chain == [(f"{where}?q=p", 302)]
    assert "1 of 8 is here" in text(page)
    row = director.post(where, {"member": two, "step": "here"}, headers={"HX-Request": "true"})
    assert "2 of 8 are here" in text(row)
    assert text(row).count("<li") == 1
    found = text(director.get(where, {"q": "P8"}))
    assert (found.count('class="check-in-key"'), "P8" in found) == (1, True)
    start = director.get(reverse("event-start", args=[evening.pk]))
    assert "6 players are not checked in" in text(start)
    tag = director.get(where, headers={"HX-Request": "true"}).headers["ETag"]
    assert director.get(where, headers={"HX-Request": "true", "If-None-Match": tag}).status_code == 304

    director.post(reverse("event-start", args=[evening.pk]), {"how": "drawn", "who": "all", "step": "start"})
    late = director.post(where, {"member": one, "step": "here"}, headers={"HX-Request": "true"})
    assert (late.status_code, late.headers["HX-Refresh"]) == (409, "true")
    assert "late entry" in text(director.get(where))
