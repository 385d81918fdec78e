"""The table of published law sets, to which rows are only added."""

from django.db import migrations, models

from laws import append_only
from laws.kept_words import KeptWords


class Migration(migrations.Migration):
    """Create the table and let the database guard it."""

    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="LawSetRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(
                        help_text="For example: the slug of a book.", max_length=80, verbose_name="law set"
                    ),
                ),
                ("revision", models.CharField(max_length=64, unique=True, verbose_name="revision")),
                (
                    "content",
                    KeptWords(help_text="The law set in its canonical form.", verbose_name="content"),
                ),
                ("published_at", models.DateTimeField(auto_now_add=True, verbose_name="published")),
            ],
            options={
                "verbose_name": "law set revision",
                "verbose_name_plural": "law set revisions",
                "ordering": ("slug", "-published_at", "-pk"),
            },
        ),
        migrations.RunPython(
            append_only.add("laws_lawsetrevision"), append_only.remove("laws_lawsetrevision")
        ),
    ]
