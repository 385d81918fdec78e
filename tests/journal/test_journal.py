"""The journal and the records: chained, append-only, without names; and every constraint of the database.

The tests write to the models directly, because the services would refuse such rows.
"""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from laws.models import HouseRevision, LawSetRevision, RuleBookRevision
from scoring.clubs.models import Member
from scoring.events.models import Seating
from scoring.journal.models import Entry, IdempotencyKey, record_models
from scoring.office.verification import breaches
from scoring.tables.models import Cut, DealRevision
from tests.factories import make_table
from tests.web.asking import send

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_entries_are_in_order(played):
    # The tests of `verify` check that each entry follows from the entry before it, and each record from its
    # entry.
    verbs = list(Entry.objects.filter(table=played.table).order_by("seq").values_list("verb", flat=True))

    assert verbs == [
        "table.opened", "game.started", "link.issued", "cut.made", "game.started", "deal.recorded",
        "deal.recorded", "deal.corrected", "deal.held", "held.set-aside",
        "call.asked", "call.seen", "call.closed", "dispute.raised",
        "dispute.confirmed", "dispute.appealed", "dispute.withdrawn", "link.issued",
    ]  # fmt: skip


def test_no_name_is_in_the_records_the_journal_or_the_stored_answers(played):
    names = {*Member.objects.values_list("name", flat=True), "harbour", "Table 1", "Club of"}
    # "Kept for the director" names the role, and the laws name the player.
    longer = {name for name in names if len(name) > 1} - {"the director", "the player"}
    assert {"Fiume", "the scorer"} <= longer
    for model in (*record_models(), Entry, IdempotencyKey):
        for row in model.objects.values():
            # The plan of a move has these names for the tables of the event.
            text = str(row).lower().replace("table 1", "") if model is Seating else str(row).lower()
            # The slug of a club's law set is public, because citations use it.
            text = text.replace("harbour-laws", "")
            assert not [name for name in longer if name.lower() in text], row
    for row in Cut.objects.values_list("players", "draws"):
        assert not [name for name in ("'A'", "'Y'", "'B'", "'Z'") if name in str(row)]


def test_a_name_can_be_erased_without_breaking_the_journal(played):
    Member.objects.filter(club=played.club).update(
        name=models.F("role"), user=None, left_at="2026-01-01T00:00Z"
    )

    assert list(breaches()) == []


def test_the_journal_is_listed_newest_first(played):
    address = "clubs/harbour/journal/?page_size=100"
    listed = send(played.client("owner"), "get", address).json()["results"]
    assert listed[0]["verb"] == "link.issued", "newest first"
    assert {one["by"].partition(":")[0] for one in listed} == {"member", "link"}
    assert len(listed) == Entry.objects.count()


PUBLISHED = (LawSetRevision, RuleBookRevision)


@pytest.mark.parametrize("model", [*record_models(), Entry, *PUBLISHED], ids=lambda model: model.__name__)
def test_the_database_refuses_to_change_or_delete_a_record(played, model):
    if model in PUBLISHED:
        make_table(played.club, played.actors["owner"], parameters={"game_score": 31})
    table = model._meta.db_table
    before = list(model.objects.order_by("pk").values())
    assert before
    for statement in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}"):
        refusal = pytest.raises(IntegrityError, match="append-only")
        with refusal, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert list(model.objects.order_by("pk").values()) == before


def copy(row: models.Model, **changes):
    """Return a new, unsaved row with the values of ``row`` and some changes."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields[1:]}
    return type(row)(**values | changes)


MODELS = {
    constraint.name: model
    for model in apps.get_app_config("scoring").get_models()
    for constraint in model._meta.constraints
}

# The changes that turn a copy of a row into a further valid row; a model that is not named needs none.
LAWFUL = {
    "Club": {"slug": "shore"},
    "Member": {"name": "Gent", "user_id": None},
    "TableLink": {"token_hash": "0" * 64},
    "ClubCard": {"edition": 9, "token_hash": "0" * 64, "code_hash": "0" * 64},
    "Game": {"number": 9, "cut_id": None},
    "Seat": {"seat": 5, "member_id": "a guest"},
    "Deal": {"number": 9},
    "DealRevision": {"seq": 3, "base_id": "its id"},
    "FirstDealer": {"cut_id": "another"},
    "HeldDecision": {"entry_id": "another"},
    "Entry": {"seq": 99, "hash": "0" * 64},
    "IdempotencyKey": {"key": "another"},
    "Table": {"event_number": 9},
    "Entrant": {"member_id": "a guest"},
    "CheckIn": {"number": 2},
    "WishChange": {"number": 2},
    "EventChange": {"number": 2},
    "RoundTotal": {"number": 3},
    "Departure": {"number": 2},
    "Return": {"departure_id": "another"},
    "FinalProposal": {"as_of": 1},
    "EntrantLink": {"token_hash": "0" * 64},
    "Final": {"edition": 2, "reason": "Corrected."},
    "Seating": {"round_number": 9},
    "Placing": {"entrant_id": "another", "seat": 5},
    "TakeBack": {"seating_id": "another"},
    "Bell": {"seating_id": "another"},
    "DoubtSettled": {"doubt_id": "another"},
    "Cut": {"step": 9},
    "SeatChange": {"number": 9},
    "DisputeStep": {"seq": 9},
    "CallStep": {"seq": 9, "kind": "answered", "text": "Yours."},
    "HouseLawSet": {"slug": "shore-laws"},
    "HousePublication": {"revision_id": "another"},
}


def unique_rows():
    """Yield unique constraints that a copy of a row can break, each with the values that break it."""
    for name, model in MODELS.items():
        constraint = next(each for each in model._meta.constraints if each.name == name)
        if isinstance(constraint, models.UniqueConstraint):
            columns = {model._meta.get_field(field).attname for field in constraint.fields}
            if alike := LAWFUL.get(model.__name__, {}).keys() & columns:
                yield name, dict.fromkeys(alike, "its own")


STEP = ("after_id", "step", "seat_change_id")
# The changes that then break a constraint. No change of values breaks a constraint about the actor.
NOBODY = {"by_member_id": None}
WRONG = [
    ("a_paper_of_the_two", {"paper": "a5"}),
    ("one_club_of_practice_tables", {"is_practice": True}),
    ("a_role_of_the_four", {"role": "king"}),
    ("one_live_link_for_a_table", {"revoked_at": None}),
    ("one_live_link_for_a_code", {"revoked_at": None, "code_hash": "a live code", "table_id": "no link"}),
    ("a_card_has_its_secret_or_is_stopped", {"token_hash": ""}),
    ("cards_count_from_one", {"number": 0}),
    ("games_cut_for_count_from_one", {"number": 0, "cut_id": 1}),
    ("a_game_is_dealt_from_a_seat", {"first_dealer": 0}),
    ("a_game_of_its_own_has_a_law_set", {"game": "cinch"}),
    ("seats_count_from_one", {"seat": 8}),
    ("a_cut_has_a_purpose", {"purpose": ""}),
    ("a_cut_gives_the_deal_to_a_seat", {"seat": 0}),
    ("deals_count_from_one", {"number": 0}),
    ("a_correction_names_what_it_replaces", {"base_id": None}),
    ("a_correction_has_a_reason", {"reason": ""}),
    ("every_point_of_the_pack_is_somewhere", {"points_dead": 1}),
    ("every_point_of_the_pack_is_somewhere", {"points_total": None}),
    ("every_point_of_the_pack_is_somewhere", {"points_taken": -1, "points_dead": 15}),
    ("a_held_entry_has_one_actor", {"by_link_id": None}),
    ("a_held_entry_has_one_actor", {"by_member_id": "a guest"}),
    ("a_held_correction_has_a_reason", {"reason": "Seven was bid."}),
    ("a_held_correction_has_a_reason", {"base_id": "a revision"}),
    ("setting_aside_has_a_reason", {"reason": ""}),
    ("a_chain_has_one_beginning", {"previous_hash": ""}),
    ("a_table_of_an_event_has_a_number", {"event_number": None}),
    ("an_event_has_a_seed", {"seed": ""}),
    ("a_change_of_an_event_has_its_content_and_reason", {"reason": ""}),
    ("a_change_of_an_event_has_its_content_and_reason", {"kind": "hold"}),
    ("a_reopening_names_its_edition", {"kind": "reopen"}),
    ("a_total_is_of_points_or_of_winners", {"winners": [1]}),
    ("another_total_has_a_reason", {"reason": ""}),
    ("the_rest_of_a_round_has_points", {"after_deals": 0}),
    ("rounds_count_from_one", {"from_round": 0}),
    ("changed_wishes_count_from_one", {"from_round": 0}),
    ("departures_count_from_one", {"from_round": 0}),
    ("returns_count_from_one", {"from_round": 0}),
    ("one_live_link_for_an_entrant", {"revoked_at": None}),
    ("editions_of_an_event_are_numbered", {"edition": 1}),
    ("a_new_edition_has_a_reason", {"reason": ""}),
    ("seatings_count_from_one", {"round_number": 0}),
    ("a_new_generation_follows_a_take_back", {"generation": 2}),
    ("a_place_is_a_seat_or_none", {"seat": None}),
    ("a_decision_of_a_kind", {"content": None}),
    ("a_decision_of_a_kind", {"kind": "waived"}),
    ("a_step_follows_a_game_and_a_seat_change", {"step": 0}),
    ("a_step_follows_a_game_and_a_seat_change", {"seat_change_id": None}),
    ("who_plays_is_cut_for_in_steps", dict.fromkeys(STEP) | {"purpose": "preference"}),
    ("a_seat_change_is_of_a_player_or_of_the_cutting", {"is_drawn": None}),
    ("a_seat_change_is_of_a_player_or_of_the_cutting", {"kind": "came", "is_drawn": None}),
    ("a_cutting_out_table_begins_with_its_seed", {"seed": "autumn"}),
    ("a_cutting_out_table_begins_with_its_seed", {"number": 1}),
    ("seat_changes_count_from_one", {"number": 0}),
    ("a_dispute_is_about_a_deal", {"number": 0}),
    ("a_dispute_begins_with_its_raising", {"kind": "raised"}),
    ("a_step_of_a_kind", {"kind": "guessed"}),
    ("a_call_says_something", {"text": ""}),
    ("a_call_ends_once", {"kind": "closed", "text": ""}),
    ("a_step_of_a_call_of_a_kind", {"text": ""}),
    ("whoever_is_merged_has_left", {"merged_into_id": "a guest"}),
    ("a_second_person_publishes", {"by_member_id": "its author"}),
    *((name, NOBODY) for name in MODELS if name.endswith("_actor") and "held_entry" not in name),
    *unique_rows(),
]  # fmt: skip


# The row of a model, or for a constraint, from which a further row is made if the last row does not fit.
CHOSEN = {
    "Club": {"is_practice": False},
    "TableLink": {"revoked_at__isnull": False},
    "ClubCard": {"salt__isnull": False},
    "DealRevision": {"seq": 2},
    "Member": {"user__isnull": False},
    "Table": {"event__isnull": False},
    "Game": {"cut__isnull": False},
    "Cut": {"after__isnull": False},
    "a_player_comes_and_leaves_once_a_time": {"kind": "came"},
    "Seating": {"generation": 1},
    "Placing": {"seat__isnull": False, "seating__round_number": 1},
    "EntrantLink": {"revoked_at__isnull": False},
}


def test_every_constraint_is_tried():
    assert {name for name, _ in WRONG} == MODELS.keys()


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_the_database_holds_what_the_services_promise(played, name, wrong):
    model = MODELS[name]
    lawful = LAWFUL.get(model.__name__, {})
    if model.__name__ == "EntrantLink":
        leave_two_links()
    if name == "one_club_of_practice_tables":
        copy(rows_of("Club").first(), slug="practice", is_practice=True).save()
    fit = CHOSEN.get(name, CHOSEN.get(model.__name__, {}))
    row = model.objects.filter(**fit).order_by("-pk").first()

    def value(field, wanted):
        if wanted == "its own":
            return getattr(row, field)
        if wanted == "its id":
            return row.pk
        if wanted == "a revision":
            return DealRevision.objects.latest("id").pk
        if wanted == "a live code":
            return rows_of("TableLink").filter(revoked_at__isnull=True).first().code_hash
        if wanted == "no link":
            return make_table(played.club, played.actors["owner"]).pk
        if wanted == "its author":
            return row.author_id
        if wanted == "a guest":
            return Member.objects.get(name="Fiume").pk
        if wanted == "another":
            return uuid4() if field == "key" else another(played, model, field)
        return wanted

    lawful = {field: value(field, wanted) for field, wanted in lawful.items()}
    wrong = lawful | {field: value(field, wanted) for field, wanted in wrong.items()}
    if "salt" in {field.attname for field in model._meta.concrete_fields}:
        lawful["salt"] = wrong["salt"] = uuid4()
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        copy(row, **wrong).save()
    kind = next(one for one in model._meta.constraints if one.name == name)
    if isinstance(kind, models.CheckConstraint) or connection.vendor == "postgresql":
        assert name in str(refusal.value)
    copy(row, **lawful).save()


def rows_of(name):
    return apps.get_model("scoring", name).objects.order_by("pk")


def another(club, model, field):
    """Return the id of another row to which a further row of the model may refer."""
    if field == "entrant_id":
        sits = rows_of("Placing").filter(seating__round_number=1).values("entrant")
        return rows_of("Entrant").exclude(pk__in=sits).exclude(departures__isnull=False).get().pk
    if field == "table_id":
        return club.table.pk
    name, changes = FURTHER_ROWS[field]
    rows = HouseRevision.objects.order_by("pk") if name == "HouseRevision" else rows_of(name)
    copied = copy(rows.first(), **changes)
    copied.save()
    return copied.pk


FURTHER_ROWS = {
    "entry_id": ("HeldEntry", {}),
    "seating_id": ("Seating", {"round_number": 8, "generation": 1, "after_id": None}),
    "cut_id": ("Cut", {}),
    "doubt_id": ("Doubt", {}),
    "departure_id": ("Departure", {"number": 2}),
    "revision_id": ("HouseRevision", {"number": 2}),
}


def leave_two_links():
    """Give an entrant a revoked link and a working link."""
    entrant, now = rows_of("Entrant").first(), "2026-01-01T00:00Z"
    for number, revoked in enumerate((None, now)):
        apps.get_model("scoring", "EntrantLink").objects.create(
            entrant=entrant, salt=uuid4(), token_hash=str(number + 1) * 64, issued_at=now,
            issued_by_id=entrant.by_member_id, revoked_at=revoked,
        )  # fmt: skip
