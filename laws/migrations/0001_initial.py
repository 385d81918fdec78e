"""The tables of published law sets and rules, which are append-only."""

import django.db.models.deletion
import laws.models
from django.db import migrations, models
from laws.append_only import add, remove

PUBLISHED = ("laws_lawsetrevision", "laws_rulebookrevision", "laws_houserevision")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='LawSetRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(help_text='For example: the slug of a book.', max_length=80, verbose_name='law set')),
                ('revision', models.CharField(max_length=64, unique=True, verbose_name='revision')),
                ('content', laws.models.OrderedJSONField(help_text='The law set in its canonical form.', verbose_name='content')),
                ('published_at', models.DateTimeField(auto_now_add=True, verbose_name='published')),
            ],
            options={
                'verbose_name': 'law set revision',
                'verbose_name_plural': 'law set revisions',
                'ordering': ('slug', '-published_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='RuleBookRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.CharField(max_length=64, unique=True, verbose_name='revision')),
                ('content', laws.models.OrderedJSONField(help_text='The text of the rules and of the vocabulary.', verbose_name='content')),
                ('published_at', models.DateTimeField(auto_now_add=True, verbose_name='published')),
            ],
            options={
                'verbose_name': 'rule book revision',
                'verbose_name_plural': 'rule book revisions',
                'ordering': ('-published_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='HouseRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=80, verbose_name='law set')),
                ('number', models.PositiveIntegerField(help_text='The number of the revision, from 1.', verbose_name='number')),
                ('written', models.TextField(help_text='The law set as YAML, as in an export.', verbose_name='as written')),
                ('published_at', models.DateTimeField(auto_now_add=True, verbose_name='published')),
                ('law_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='house_revisions', to='laws.lawsetrevision')),
            ],
            options={
                'verbose_name': 'house law set revision',
                'verbose_name_plural': 'house law set revisions',
                'ordering': ('slug', '-number'),
                'constraints': [models.UniqueConstraint(fields=('slug', 'number'), name='house_revisions_are_numbered'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='house_revisions_count_from_one')],
            },
        ),
        migrations.RunPython(add(*PUBLISHED), remove(*PUBLISHED)),
    ]
