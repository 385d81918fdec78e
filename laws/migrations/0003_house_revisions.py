"""The revisions of the clubs' own law sets, to which rows are only added."""

import django.db.models.deletion
from django.db import migrations, models

from laws import append_only


class Migration(migrations.Migration):
    """Create the table and let the database guard it."""

    dependencies = [("laws", "0002_rule_book_revisions")]
    operations = [
        migrations.CreateModel(
            name="HouseRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=80, verbose_name="law set")),
                (
                    "number",
                    models.PositiveIntegerField(help_text="From 1, without a gap.", verbose_name="number"),
                ),
                ("written", models.TextField(help_text="What an export holds, in YAML.", verbose_name="as written")),
                ("published_at", models.DateTimeField(auto_now_add=True, verbose_name="published")),
                (
                    "law_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="house_revisions",
                        to="laws.lawsetrevision",
                    ),
                ),
            ],
            options={
                "verbose_name": "house law set revision",
                "verbose_name_plural": "house law set revisions",
                "ordering": ("slug", "-number"),
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "number"), name="house_revisions_are_numbered"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="house_revisions_count_from_one"
                    ),
                ],
            },
        ),
        migrations.RunPython(
            append_only.add("laws_houserevision"), append_only.remove("laws_houserevision")
        ),
    ]
