"""Facts are only ever added: the database refuses to change or remove a row of these tables."""

from django.db import migrations

from laws.append_only import add, remove

FACTS = (
    "scoring_game",
    "scoring_seat",
    "scoring_deal",
    "scoring_dealrevision",
    "scoring_cut",
    "scoring_heldentry",
    "scoring_helddecision",
    "scoring_entry",
)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_records_of_a_club")]

    operations = [migrations.RunPython(add(*FACTS), remove(*FACTS))]
