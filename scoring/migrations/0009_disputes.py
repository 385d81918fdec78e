"""Disputes with their steps, which are only ever added; and whether a club publishes its rulings."""

import django.db.models.deletion
from django.db import migrations, models

from laws.append_only import add, remove

FACTS = ("scoring_dispute", "scoring_disputestep")


class Migration(migrations.Migration):
    dependencies = [
        ("laws", "0002_rule_book_revisions"),
        ("scoring", "0008_companies_are_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="publishes_rulings",
            field=models.BooleanField(
                default=False,
                help_text="Whether whoever sees an event may read the rulings made in it, without names.",
            ),
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ("number", models.PositiveIntegerField(help_text="The deal's number at the table.")),
                ("incident", models.CharField(max_length=80)),
                (
                    "by_link",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.tablelink",
                    ),
                ),
                (
                    "by_member",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes",
                        to="scoring.game",
                    ),
                ),
                (
                    "law_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="laws.lawsetrevision",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes",
                        to="scoring.table",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
                'constraints': [
                    models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="a_dispute_is_about_a_deal"
            ),
                    models.CheckConstraint(
                condition=models.Q(
                    models.Q(("by_link__isnull", True), ("by_member__isnull", False)),
                    models.Q(("by_link__isnull", False), ("by_member__isnull", True)),
                    _connector="OR",
                ),
                name="a_dispute_has_one_actor",
                violation_error_message="A record is made by a member or by a table's link, by exactly one of them.",
            ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DisputeStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ("seq", models.PositiveIntegerField(help_text="1 for the raising, then without a gap.")),
                ("kind", models.CharField(max_length=10)),
                (
                    "content",
                    models.JSONField(help_text="What the step says; of a decision the whole record."),
                ),
                ("laws", models.TextField(blank=True)),
                (
                    "by_link",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.tablelink",
                    ),
                ),
                (
                    "by_member",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="scoring.dispute",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.member",
                    ),
                ),
            ],
            options={
                "ordering": ["dispute", "seq"],
                'constraints': [
                    models.UniqueConstraint(
                fields=("dispute", "seq"), name="steps_of_a_dispute_are_numbered"
            ),
                    models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "raised"), ("seq", 1)),
                    models.Q(("seq__gt", 1), models.Q(("kind", "raised"), _negated=True)),
                    _connector="OR",
                ),
                name="a_dispute_begins_with_its_raising",
            ),
                    models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        (
                            "raised",
                            "answered",
                            "chosen",
                            "lapsed",
                            "confirmed",
                            "overruled",
                            "appealed",
                            "upheld",
                            "changed",
                            "withdrawn",
                            "dropped",
                            "spent",
                        ),
                    )
                ),
                name="a_step_of_a_kind",
            ),
                    models.CheckConstraint(
                condition=models.Q(
                    models.Q(("by_link__isnull", True), ("by_member__isnull", False)),
                    models.Q(("by_link__isnull", False), ("by_member__isnull", True)),
                    _connector="OR",
                ),
                name="a_step_has_one_actor",
                violation_error_message="A record is made by a member or by a table's link, by exactly one of them.",
            ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["table", "number"], name="disputes_about_a_deal"),
        ),
        migrations.RunPython(add(*FACTS), remove(*FACTS)),
    ]
