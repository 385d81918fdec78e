"""What is recorded of a company is only ever added, like all facts."""

from django.db import migrations

from laws.append_only import add, remove

FACTS = (
    "scoring_company",
    "scoring_joining",
    "scoring_leaving",
    "scoring_cuttingout",
    "scoring_succession",
)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_companies")]

    operations = [migrations.RunPython(add(*FACTS), remove(*FACTS))]
