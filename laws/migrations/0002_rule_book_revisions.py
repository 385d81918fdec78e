"""The table of published rules, to which rows are only added."""

from django.db import migrations, models

from laws import append_only
from laws.kept_words import KeptWords


class Migration(migrations.Migration):
    """Create the table and let the database guard it."""

    dependencies = [("laws", "0001_law_set_revisions")]
    operations = [
        migrations.CreateModel(
            name="RuleBookRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.CharField(max_length=64, unique=True, verbose_name="revision")),
                (
                    "content",
                    KeptWords(
                        help_text="The words of the rules and of the vocabulary.", verbose_name="content"
                    ),
                ),
                ("published_at", models.DateTimeField(auto_now_add=True, verbose_name="published")),
            ],
            options={
                "verbose_name": "rule book revision",
                "verbose_name_plural": "rule book revisions",
                "ordering": ("-published_at", "-pk"),
            },
        ),
        migrations.RunPython(
            append_only.add("laws_rulebookrevision"), append_only.remove("laws_rulebookrevision")
        ),
    ]
