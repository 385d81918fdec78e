"""The fingerprint of the tables changes with the tables, not with labels and texts."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import models
from django.db.migrations.state import ModelState

from laws.append_only import add
from scoring.office import schema

SEAT = models.PositiveSmallIntegerField(help_text="From 1.")
IN_RANGE = models.CheckConstraint(condition=models.Q(seat__range=(1, 7)), name="a_seat")


def table(seat=SEAT, rule=IN_RANGE, **options):
    """Return the fingerprint's text of a table with one column and one constraint."""
    return schema._as_table(
        ModelState("scoring", "Place", [("seat", seat)], {"constraints": [rule], **options})
    )


@pytest.mark.parametrize(
    "other",
    [
        table(models.IntegerField()),
        table(models.PositiveSmallIntegerField(null=True)),
        table(models.PositiveSmallIntegerField(db_index=True)),
        table(models.PositiveSmallIntegerField(db_column="place")),
        table(rule=models.CheckConstraint(condition=models.Q(seat__range=(1, 8)), name="a_seat")),
        table(rule=models.CheckConstraint(condition=models.Q(seat__range=(1, 7)), name="a_place")),
        table(indexes=[models.Index(fields=["seat"], name="by_seat")]),
        table(db_table="places"),
    ],
)
def test_other_tables_have_another_fingerprint(other):
    assert other != table()


@pytest.mark.parametrize(
    "same",
    [
        table(models.PositiveSmallIntegerField(verbose_name="the seat", default=max, choices=[(1, "north")])),
        table(ordering=["seat"], verbose_name="a place"),
        table(
            rule=models.CheckConstraint(
                condition=models.Q(seat__range=(1, 7)),
                name="a_seat",
                violation_error_message="Seats are 1 to 7.",
            )
        ),
    ],
)
def test_other_texts_have_the_same_fingerprint(same):
    assert same == table()


def test_another_list_of_tables_to_which_rows_are_only_added_is_told():
    assert add("scoring_deal").described() != add("scoring_deal", "scoring_cut").described()


@pytest.mark.once
def test_every_process_has_the_same_fingerprints():
    """Python orders sets anew in each process, as in this one."""
    code = """
import django
django.setup()
from scoring.office import schema
print(sorted(schema.marks().values()))
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "cinchclub.settings", "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2)
    }
    assert told == {f"{sorted(schema.marks().values())}\n"}
