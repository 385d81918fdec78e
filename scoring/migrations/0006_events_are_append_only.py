"""What is recorded of an event is only ever added, like all facts."""

from django.db import migrations

from laws.append_only import add, remove

FACTS = (
    "scoring_event",
    "scoring_entrant",
    "scoring_departure",
    "scoring_final",
    "scoring_seating",
    "scoring_placing",
    "scoring_takeback",
    "scoring_bell",
    "scoring_clockstep",
    "scoring_tabledecision",
    "scoring_doubt",
    "scoring_doubtsettled",
)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_events")]

    operations = [migrations.RunPython(add(*FACTS), remove(*FACTS))]
