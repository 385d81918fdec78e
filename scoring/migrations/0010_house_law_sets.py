"""The clubs' own law sets: which there are, their drafts, and who published what. All but drafts only ever grow."""

import django.db.models.deletion
from django.db import migrations, models

from laws.append_only import add, remove

FACTS = ("scoring_houselawset", "scoring_housepublication")


class Migration(migrations.Migration):

    dependencies = [
        ('laws', '0003_house_revisions'),
        ('scoring', '0009_disputes'),
    ]

    operations = [
        migrations.CreateModel(
            name='HouseLawSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('slug', models.SlugField(help_text="In addresses and laws' ids.", max_length=60, unique=True)),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='house_law_sets', to='scoring.club')),
            ],
            options={
                'ordering': ['slug'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_house_law_set_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
                ],
            },
        ),
        migrations.CreateModel(
            name='HouseDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('written', models.TextField(help_text='What an export holds, in YAML.')),
                ('changed_at', models.DateTimeField()),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('law_set', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='draft', to='scoring.houselawset')),
            ],
        ),
        migrations.CreateModel(
            name='HousePublication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('law_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='scoring.houselawset')),
                ('revision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='publication', to='laws.houserevision')),
            ],
            options={
                'ordering': ['law_set', 'id'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_house_publication_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
                    models.CheckConstraint(condition=models.Q(('by_member__isnull', False), models.Q(('by_member', models.F('author')), _negated=True)), name='a_second_person_publishes'),
                ],
            },
        ),
        migrations.RunPython(add(*FACTS), remove(*FACTS)),
    ]
