"""``manage.py replay_rulings``: every ruling again under its own law set, and under another law set."""

import io
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from laws.domain import effects
from laws.models import LawSetRevision
from scoring.disputes.models import DisputeStep
from scoring.office.verification import breaches
from tests.disputes.disputing import ADVERSARY_REVOKES, bid_nine, decided, raised, taken_back
from tests.office.tampering import lifted, run

pytestmark = pytest.mark.django_db


def replay(**options: str) -> str:
    """Return the output of the command."""
    said = io.StringIO()
    call_command("replay_rulings", stdout=said, **options)
    return said.getvalue()


@pytest.fixture
def ruled(club):
    """Return a club with a confirmed ruling, an overruled ruling, and a ruling withdrawn on appeal."""
    bid_nine(club)
    dispute = raised(club)
    decided(club, dispute["id"])
    other = raised(club, seat=4)
    decided(club, other["id"], overrule=True, effects=[{"kind": "bid-waived"}], reason="agreed")
    taken_back(club, other["id"])
    return club


def test_every_ruling_is_the_same_under_its_own_revision(ruled):
    assert replay() == "3 rulings computed again; 0 have another result.\n"
    assert replay(club="harbour").startswith("3 rulings")


def test_an_overruled_case_with_a_disputed_fact_is_the_same(club):
    bid_nine(club)
    differing = {**ADVERSARY_REVOKES["facts"], "offender": {"disputed": ["maker", "adversary"]}}
    dispute = raised(club, facts=differing)
    decided(club, dispute["id"], overrule=True, effects=[{"kind": "bid-waived"}], reason="agreed")
    assert replay() == "1 rulings computed again; 0 have another result.\n"
    assert list(breaches()) == []


def test_a_ruling_worded_by_an_earlier_version_is_still_the_same(ruled, monkeypatch):
    reworded = {kind: replace(each, says="It is so.") for kind, each in effects.KINDS.items()}
    monkeypatch.setattr(effects, "_said", lambda effect: reworded[effect.kind].filled({}))
    assert replay() == "3 rulings computed again; 0 have another result.\n"


def test_differences_under_another_law_set_are_shown(ruled):
    said = replay(under="chicago-1890")

    # Chicago 31 gives the maker the points of a revoking adversary; Foster leaves them and waives the bid.
    assert "(revoke)" in said
    assert said.endswith("rulings would differ.\n")
    assert ", 1 rulings would differ" in said
    assert ", 0 rulings would differ" in replay(under="foster-1897")
    revision = DisputeStep.objects.first().dispute.law_set.revision
    assert ", 0 rulings would differ" in replay(under=revision)


def test_what_is_not_there_is_refused(ruled):
    with pytest.raises(CommandError, match="no club inland"):
        replay(club="inland")
    with pytest.raises(CommandError, match="unknown law set"):
        replay(under="hoyle")


def rewrite(step):
    content = DisputeStep._meta.get_field("content").get_db_prep_save(step.content, connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_disputestep SET content = %s WHERE id = %s", [content, step.pk])


@pytest.mark.usefixtures("ruled")
def test_a_ruling_stored_with_fewer_fields_is_computed_alike():
    step = DisputeStep.objects.filter(kind="confirmed").get()
    assert [step.content["ruling"].pop(name) for name in ("left_open", "chosen")] == [[], []]
    with lifted():
        rewrite(step)
        call_command("replay_rulings", stdout=io.StringIO())
        assert not any(breach.invariant == "I-25" for breach in breaches())


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("ruling", {"status": "ruled"}, "the law set gives another ruling"),
        ("effects", [], "other effects than the recorded"),
        ("law_set_revision", "0" * 64, "another law set revision"),
    ],
)
def test_control_a_ruling_that_was_changed_is_found(ruled, field, value, why):
    step = DisputeStep.objects.filter(kind="confirmed").get()
    step.content[field] = value
    with lifted():
        rewrite(step)
        said = io.StringIO()
        with pytest.raises(CommandError, match="differ from the recorded"):
            call_command("replay_rulings", stdout=said)
        assert why in said.getvalue()
        assert any(breach.invariant == "I-25" for breach in breaches())


@pytest.mark.usefixtures("ruled")
def test_control_a_ruling_under_a_damaged_law_set_is_listed():
    said = io.StringIO()
    with lifted():
        run(f"UPDATE {LawSetRevision._meta.db_table} SET revision = '{'0' * 64}' WHERE slug = 'foster-1897'")
        with pytest.raises(CommandError, match="differ from the recorded"):
            call_command("replay_rulings", under="chicago-1890", stdout=said)
        with pytest.raises(CommandError, match="does not have the content"):
            call_command("replay_rulings", under="0" * 64)
    assert said.getvalue().count("cannot be computed again") == 3
    assert said.getvalue().count("foster-1897 cannot rule on the recorded facts") == 1
    assert ", 1 rulings would differ" in said.getvalue()
