"""Every table of the clubs; the database refuses to change or remove a row of those that hold facts."""

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

from laws.append_only import add, remove

FACTS = (
    "scoring_entry",
    "scoring_game",
    "scoring_seat",
    "scoring_deal",
    "scoring_dealrevision",
    "scoring_cut",
    "scoring_heldentry",
    "scoring_helddecision",
    "scoring_dispute",
    "scoring_disputestep",
    "scoring_event",
    "scoring_entrant",
    "scoring_wishchange",
    "scoring_departure",
    "scoring_return",
    "scoring_finalproposal",
    "scoring_final",
    "scoring_seating",
    "scoring_placing",
    "scoring_takeback",
    "scoring_bell",
    "scoring_clockstep",
    "scoring_tabledecision",
    "scoring_doubt",
    "scoring_doubtsettled",
    "scoring_houselawset",
    "scoring_housepublication",
    "scoring_company",
    "scoring_cuttingchoice",
    "scoring_joining",
    "scoring_leaving",
    "scoring_cuttingout",
    "scoring_succession",
)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('laws', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ChainEnd',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chain', models.CharField(max_length=40, unique=True)),
                ('seq', models.PositiveIntegerField()),
                ('hash', models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='Company',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('is_drawn', models.BooleanField(help_text='At first, the service draws by itself when a game is over; otherwise cards are entered.')),
                ('seed', models.CharField(help_text='What every draw at the table is made from.', max_length=40)),
            ],
            options={
                'verbose_name_plural': 'companies',
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(help_text='In addresses, for example harbour-cinch.', max_length=60, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('law_set', models.CharField(help_text='The law set offered first for a new table.', max_length=60)),
                ('publishes_rulings', models.BooleanField(default=False, help_text='Whether whoever sees an event may read the rulings made in it, without names.')),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Cut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('purpose', models.CharField(max_length=20)),
                ('players', models.JSONField(help_text='The ids of the members who cut, in the order they sat.')),
                ('draws', models.JSONField(help_text='Each time they cut: member id to card; more than once after a tie.')),
                ('seed', models.CharField(blank=True, help_text='Where the service drew: the seed it drew from.', max_length=64)),
                ('continues', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='continued_by', to='scoring.cut')),
            ],
            options={
                'ordering': ['table', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('name', models.CharField(max_length=80)),
                ('game', models.CharField(help_text='The game of the family, for example cinch.', max_length=40)),
                ('settings', models.JSONField(help_text='Every setting of `scoring.events.domain.settings`, with its value.')),
                ('seed', models.CharField(help_text='Whatever is left to chance is drawn from it; shown to everybody.', max_length=64)),
                ('movement_version', models.PositiveSmallIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='scoring.club')),
                ('law_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='laws.lawsetrevision')),
                ('law_set_at_three', models.ForeignKey(blank=True, db_index=False, help_text='What its tables of three play under, where it has any.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='laws.lawsetrevision')),
            ],
            options={
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('from_round', models.PositiveSmallIntegerField(default=1)),
                ('wishes', models.JSONField(blank=True, default=dict, help_text='Fixed table, seat or partner, who is kept apart, which list.')),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='scoring.event')),
            ],
            options={
                'ordering': ['event', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveIntegerField(help_text='From 1; 0 are the seats of a table of more than four before its first cut.')),
                ('first_dealer', models.PositiveSmallIntegerField(help_text='Seat, from 1.')),
                ('game', models.CharField(blank=True, help_text="The game of the family, where it is not its table's.", max_length=40, null=True)),
                ('cut', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='scoring.cut')),
                ('law_set', models.ForeignKey(blank=True, db_index=False, help_text="What it is played under, where that is not its table's law set.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='laws.lawsetrevision')),
            ],
            options={
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deals', to='scoring.game')),
            ],
            options={
                'ordering': ['table', 'number'],
            },
        ),
        migrations.AddField(
            model_name='cut',
            name='game',
            field=models.ForeignKey(blank=True, db_index=False, help_text='The game in play then, where that has laws of its own, which judge the cut.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.game'),
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('player', 'player')], default='player', max_length=10)),
                ('joined_at', models.DateTimeField()),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='scoring.club')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Joining',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('time', models.PositiveSmallIntegerField(help_text='For which time this member came, from 1.')),
                ('after_games', models.PositiveIntegerField(help_text='How many games had been played by then.')),
                ('company', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='joinings', to='scoring.company')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
            options={
                'ordering': ['company', 'id'],
            },
        ),
        migrations.CreateModel(
            name='HouseLawSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('slug', models.SlugField(help_text="In addresses and laws' ids.", max_length=60, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='house_law_sets', to='scoring.club')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
            options={
                'ordering': ['slug'],
            },
        ),
        migrations.CreateModel(
            name='HouseDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('written', models.TextField(help_text='What an export holds, in YAML.')),
                ('changed_at', models.DateTimeField()),
                ('law_set', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='draft', to='scoring.houselawset')),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='by_member',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member'),
        ),
        migrations.AddField(
            model_name='event',
            name='by_member',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member'),
        ),
        migrations.CreateModel(
            name='EntrantLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salt', models.UUIDField(help_text="From this and the server's key the secret is made again.", unique=True)),
                ('token_hash', models.CharField(help_text='SHA-256 of the secret, in hexadecimal.', max_length=64, unique=True)),
                ('issued_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='scoring.entrant')),
                ('issued_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
        ),
        migrations.AddField(
            model_name='entrant',
            name='by_member',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='member',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entered', to='scoring.member'),
        ),
        migrations.CreateModel(
            name='Departure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveSmallIntegerField(default=1, help_text='1, and one more each time he leaves again.')),
                ('from_round', models.PositiveSmallIntegerField()),
                ('entrant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='departures', to='scoring.entrant')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
            options={
                'ordering': ['entrant', 'number'],
            },
        ),
        migrations.CreateModel(
            name='DealRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('seq', models.PositiveIntegerField(help_text='1 for the first entry, then without a gap.')),
                ('content', models.JSONField(help_text='The deal in the form of the API.')),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('points_taken', models.SmallIntegerField(blank=True, null=True)),
                ('points_dead', models.SmallIntegerField(blank=True, null=True)),
                ('points_total', models.SmallIntegerField(blank=True, null=True)),
                ('base', models.ForeignKey(blank=True, db_index=False, help_text='The revision that it replaces.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.dealrevision')),
                ('deal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='scoring.deal')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
            options={
                'ordering': ['deal', 'seq'],
            },
        ),
        migrations.AddField(
            model_name='deal',
            name='by_member',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member'),
        ),
        migrations.CreateModel(
            name='CuttingOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('step', models.PositiveSmallIntegerField(help_text='From 1; a tie that is cut again is a further step, and so is beginning anew.')),
                ('present', models.JSONField(help_text='The ids of the members at the table, in the order they came.')),
                ('arrived_after', models.JSONField(help_text='How many games had been played when each of them came.')),
                ('draws', models.JSONField(help_text='Each time they cut: member id to card; more than once after a tie.')),
                ('seed', models.CharField(blank=True, help_text='Where the service drew: the seed it drew from.', max_length=64)),
                ('after', models.ForeignKey(help_text='The game that is over, or that was seated and not played.', on_delete=django.db.models.deletion.PROTECT, related_name='cuttings_out', to='scoring.game')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
            options={
                'verbose_name_plural': 'cuttings out',
                'ordering': ['after', 'step'],
            },
        ),
        migrations.AddField(
            model_name='cut',
            name='by_member',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member'),
        ),
        migrations.AddField(
            model_name='company',
            name='by_member',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member'),
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor', models.CharField(help_text="member:ID, link:ID, or user:ID of a club's founder.", max_length=40)),
                ('key', models.UUIDField()),
                ('fingerprint', models.CharField(help_text='SHA-256 of what was asked, in hexadecimal.', max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.JSONField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'db_table': 'scoring_requestkey',
                'constraints': [models.UniqueConstraint(fields=('actor', 'key'), name='a_key_is_used_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='scoring.game')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='scoring.member')),
            ],
            options={
                'ordering': ['game', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Seating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('round_number', models.PositiveSmallIntegerField()),
                ('generation', models.PositiveSmallIntegerField(help_text='1, and one more each time it was taken back.')),
                ('cause', models.CharField(help_text='What moved the players: start, all-in, bell, organiser; or what was changed in the seating before: swap, amended.', max_length=20)),
                ('as_of', models.BigIntegerField(help_text='The last journal entry that the move took into account.')),
                ('start', models.JSONField(blank=True, help_text='Round 1: the cards or tables that gave the places, if by hand.', null=True)),
                ('change', models.JSONField(blank=True, help_text='Swap: the two players. Amended: who came and who has gone.', null=True)),
                ('digest', models.CharField(help_text='SHA-256 of all that the plan was made from.', max_length=64)),
                ('told', models.JSONField(help_text='What everybody was told: who moved why, ties cut, wishes unmet.')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seatings', to='scoring.event')),
            ],
            options={
                'ordering': ['event', 'round_number', 'generation'],
            },
        ),
        migrations.CreateModel(
            name='Placing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placings', to='scoring.entrant')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='placings', to='scoring.game')),
                ('seating', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='placings', to='scoring.seating')),
            ],
            options={
                'ordering': ['seating', 'table_number', 'seat', 'id'],
            },
        ),
        migrations.CreateModel(
            name='FailedMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('error', models.CharField(max_length=300)),
                ('seating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='failed_moves', to='scoring.seating')),
            ],
            options={
                'ordering': ['seating', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Doubt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('table_number', models.PositiveSmallIntegerField()),
                ('note', models.CharField(blank=True, max_length=200)),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('seating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='doubts', to='scoring.seating')),
            ],
            options={
                'ordering': ['seating', 'id'],
            },
        ),
        migrations.CreateModel(
            name='SignInAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(max_length=64)),
                ('address', models.CharField(blank=True, default='', max_length=64)),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['subject', 'at'], name='attempts_of_a_subject')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='What the table is called in the room, for example Table 3.', max_length=80)),
                ('game', models.CharField(help_text='The game of the family, for example cinch.', max_length=40)),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('event_number', models.PositiveSmallIntegerField(blank=True, help_text='Which table of the event it is; 1 is the head table.', null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='scoring.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='scoring.event')),
                ('law_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='laws.lawsetrevision')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
            ],
            options={
                'ordering': ['-opened_at', '-id'],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='scoring.table'),
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveIntegerField(help_text="The deal's number at the table.")),
                ('incident', models.CharField(max_length=80)),
                ('law_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='laws.lawsetrevision')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='scoring.game')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='scoring.table')),
            ],
            options={
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.AddField(
            model_name='deal',
            name='table',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='deals', to='scoring.table'),
        ),
        migrations.AddField(
            model_name='cut',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cuts', to='scoring.table'),
        ),
        migrations.AddField(
            model_name='company',
            name='table',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='company', to='scoring.table'),
        ),
        migrations.CreateModel(
            name='TableLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salt', models.UUIDField(help_text="From this and the server's key the secret can be made again.", unique=True)),
                ('token_hash', models.CharField(help_text='SHA-256 of the secret, in hexadecimal.', max_length=64, unique=True)),
                ('issued_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('issued_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='scoring.table')),
            ],
            options={
                'ordering': ['-issued_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='TableDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('table_number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('content', models.JSONField(blank=True, help_text='The cards cut, or the sides named.', null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('seating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='scoring.seating')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['seating', 'table_number', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Succession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('after', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='succeeded_by', to='scoring.game')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('cutting_out', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='succession', to='scoring.cuttingout')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='succeeds', to='scoring.game')),
                ('partners', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='succession', to='scoring.cut')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
        ),
        migrations.AddField(
            model_name='seating',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='Return',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('from_round', models.PositiveSmallIntegerField()),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('departure', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='came_back', to='scoring.departure')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
        ),
        migrations.CreateModel(
            name='Leaving',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('joining', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='leaving', to='scoring.joining')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
        ),
        migrations.AddField(
            model_name='joining',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='HousePublication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('law_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='scoring.houselawset')),
                ('revision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='publication', to='laws.houserevision')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['law_set', 'id'],
            },
        ),
        migrations.AddField(
            model_name='houselawset',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='HeldEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveIntegerField(help_text='The number its sender expected the deal to have.')),
                ('content', models.JSONField()),
                ('code', models.CharField(help_text='Why it was held, as a word for programs.', max_length=40)),
                ('reason', models.CharField(blank=True, help_text='Why the deal is to be corrected.', max_length=200)),
                ('base', models.ForeignKey(blank=True, help_text='The revision that it corrects; empty for a new deal.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='held_corrections', to='scoring.dealrevision')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_entries', to='scoring.table')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'verbose_name_plural': 'held entries',
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='HeldDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('revision', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='released_from', to='scoring.dealrevision')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='scoring.heldentry')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='FinalProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('edition', models.PositiveSmallIntegerField()),
                ('as_of', models.BigIntegerField(help_text='The last journal entry that the results take into account.')),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='scoring.event')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['event', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Final',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('edition', models.PositiveSmallIntegerField()),
                ('as_of', models.BigIntegerField(help_text='The last journal entry that the results take into account.')),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='finals', to='scoring.event')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['event', 'edition'],
            },
        ),
        migrations.AddField(
            model_name='event',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('chain', models.CharField(help_text='table:ID, event:ID or club:ID.', max_length=40)),
                ('seq', models.PositiveIntegerField()),
                ('verb', models.CharField(help_text='What was done, for example deal.recorded.', max_length=40)),
                ('data', models.JSONField(help_text='Ids, digests and figures; no names.')),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='scoring.club')),
                ('event', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='scoring.event')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('table', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='scoring.table')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'verbose_name_plural': 'journal entries',
                'ordering': ['chain', 'seq'],
            },
        ),
        migrations.AddField(
            model_name='entrant',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='DoubtSettled',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('reason', models.CharField(max_length=200)),
                ('doubt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='settled', to='scoring.doubt')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
        ),
        migrations.AddField(
            model_name='doubt',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='DisputeStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('seq', models.PositiveIntegerField(help_text='1 for the raising, then without a gap.')),
                ('kind', models.CharField(max_length=10)),
                ('content', models.JSONField(help_text='What the step says; of a decision the whole record.')),
                ('laws', models.TextField(blank=True)),
                ('dispute', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='scoring.dispute')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['dispute', 'seq'],
            },
        ),
        migrations.AddField(
            model_name='dispute',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.AddField(
            model_name='departure',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.AddField(
            model_name='dealrevision',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.AddField(
            model_name='deal',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.AddField(
            model_name='cuttingout',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='CuttingChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveSmallIntegerField(help_text='1 for the first change.')),
                ('is_drawn', models.BooleanField(help_text='As of a company; the last choice counts.')),
                ('company', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='choices', to='scoring.company')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['company', 'number'],
            },
        ),
        migrations.AddField(
            model_name='cut',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.AddField(
            model_name='company',
            name='by_link',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink'),
        ),
        migrations.CreateModel(
            name='ClockStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('kind', models.CharField(help_text='start, pause, resume, add, last-hand.', max_length=10)),
                ('minutes', models.SmallIntegerField(default=0, help_text='For add: how many, taken off where negative.')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('seating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clock_steps', to='scoring.seating')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
            options={
                'ordering': ['seating', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Bell',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('cause', models.CharField(help_text='Who rang: organiser, head-table, clock.', max_length=20)),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('seating', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bell', to='scoring.seating')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
            ],
        ),
        migrations.CreateModel(
            name='TakeBack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('seating', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='taken_back', to='scoring.seating')),
            ],
        ),
        migrations.AddField(
            model_name='seating',
            name='after',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='followed_by', to='scoring.takeback'),
        ),
        migrations.CreateModel(
            name='WishChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(help_text="When it was recorded, on the server's clock (UTC).")),
                ('number', models.PositiveSmallIntegerField(help_text='1 for the first change of his wishes.')),
                ('from_round', models.PositiveSmallIntegerField()),
                ('wishes', models.JSONField(blank=True, default=dict, help_text='As the wishes of an entrant.')),
                ('by_link', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.tablelink')),
                ('by_member', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.member')),
                ('entrant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='wish_changes', to='scoring.entrant')),
            ],
            options={
                'ordering': ['entrant', 'number'],
            },
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(condition=models.Q(('left_at__isnull', True), ('user__isnull', False)), fields=('club', 'user'), name='one_present_membership_of_a_user'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('club', 'name'), name='one_present_member_of_a_name'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'director', 'scorer', 'player'])), name='a_role_of_the_four'),
        ),
        migrations.AddConstraint(
            model_name='entrantlink',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('entrant',), name='one_live_link_for_an_entrant'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'seat'), name='one_player_for_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'member'), name='one_seat_for_a_player'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('seat__range', (1, 7))), name='seats_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='placing',
            constraint=models.UniqueConstraint(fields=('seating', 'entrant'), name='one_place_for_a_player_in_a_round'),
        ),
        migrations.AddConstraint(
            model_name='placing',
            constraint=models.UniqueConstraint(fields=('seating', 'table_number', 'seat'), name='one_player_for_a_seat_in_a_round'),
        ),
        migrations.AddConstraint(
            model_name='placing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('seat__isnull', True), ('table_number__isnull', True)), models.Q(('game__isnull', False), ('seat__isnull', False), ('table_number__isnull', False)), _connector='OR'), name='a_place_is_a_seat_or_none'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['club', 'closed_at', '-opened_at'], name='tables_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('event', 'event_number'), name='tables_of_an_event_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', True), ('event_number__isnull', True)), models.Q(('event__isnull', False), ('event_number__gte', 1), ('event_number__isnull', False)), _connector='OR'), name='a_table_of_an_event_has_a_number'),
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('table',), name='one_live_link_for_a_table'),
        ),
        migrations.AddConstraint(
            model_name='tabledecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('content__isnull', False), ('kind__in', ('cut', 'winners'))), models.Q(('content__isnull', True), ('kind__in', ('cut-instead', 'handed-in', 'waived'))), _connector='OR'), name='a_decision_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='tabledecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_table_decision_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='succession',
            constraint=models.CheckConstraint(condition=models.Q(('after', models.F('game')), _negated=True), name='a_game_does_not_follow_itself'),
        ),
        migrations.AddConstraint(
            model_name='succession',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_succession_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='return',
            constraint=models.CheckConstraint(condition=models.Q(('from_round__gte', 1)), name='returns_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='return',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_return_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='leaving',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_leaving_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='joining',
            constraint=models.UniqueConstraint(fields=('company', 'member', 'time'), name='a_member_joins_once_a_time'),
        ),
        migrations.AddConstraint(
            model_name='joining',
            constraint=models.CheckConstraint(condition=models.Q(('time__gte', 1)), name='joinings_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='joining',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_joining_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='housepublication',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_house_publication_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='housepublication',
            constraint=models.CheckConstraint(condition=models.Q(('by_member__isnull', False), models.Q(('by_member', models.F('author')), _negated=True)), name='a_second_person_publishes'),
        ),
        migrations.AddConstraint(
            model_name='houselawset',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_house_law_set_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='heldentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('base__isnull', True), ('reason', '')), models.Q(('base__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='a_held_correction_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='heldentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_held_entry_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='helddecision',
            constraint=models.CheckConstraint(condition=models.Q(('revision__isnull', False), models.Q(('reason', ''), _negated=True), _connector='OR'), name='setting_aside_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='helddecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_held_decision_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_game_of_a_number_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('cut__isnull', True), _connector='OR'), name='games_cut_for_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('first_dealer__range', (1, 7))), name='a_game_is_dealt_from_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('law_set__isnull', True)), models.Q(('game__isnull', False), ('law_set__isnull', False)), _connector='OR'), name='a_game_of_its_own_has_a_law_set'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_game_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='finalproposal',
            constraint=models.UniqueConstraint(fields=('event', 'as_of'), name='one_proposal_of_the_same_results'),
        ),
        migrations.AddConstraint(
            model_name='finalproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_proposal_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='final',
            constraint=models.UniqueConstraint(fields=('event', 'edition'), name='editions_of_an_event_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='final',
            constraint=models.CheckConstraint(condition=models.Q(('edition', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_new_edition_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='final',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_final_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['club', '-at'], name='events_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='an_event_has_a_seed'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='an_event_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['club', '-at'], name='journal_of_a_club'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('event__isnull', False)), fields=['event', '-id'], name='journal_of_an_event'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('chain', 'seq'), name='a_chain_is_numbered'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('previous_hash', ''), ('seq', 1)), models.Q(('seq__gt', 1), models.Q(('previous_hash', ''), _negated=True)), _connector='OR'), name='a_chain_has_one_beginning'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_journal_entry_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('event', 'member'), name='a_member_enters_an_event_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('from_round__gte', 1)), name='rounds_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='an_entrant_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='doubtsettled',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_settled_doubt_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='doubt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_doubt_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.UniqueConstraint(fields=('dispute', 'seq'), name='steps_of_a_dispute_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'raised'), ('seq', 1)), models.Q(('seq__gt', 1), models.Q(('kind', 'raised'), _negated=True)), _connector='OR'), name='a_dispute_begins_with_its_raising'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('raised', 'answered', 'chosen', 'lapsed', 'confirmed', 'overruled', 'appealed', 'upheld', 'changed', 'withdrawn', 'dropped', 'spent'))), name='a_step_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='disputestep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_step_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(fields=['table', 'number'], name='disputes_about_a_deal'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='a_dispute_is_about_a_deal'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_dispute_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='departure',
            constraint=models.UniqueConstraint(fields=('entrant', 'number'), name='departures_of_an_entrant_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='departure',
            constraint=models.CheckConstraint(condition=models.Q(('from_round__gte', 1)), name='departures_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='departure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_departure_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='dealrevision',
            constraint=models.UniqueConstraint(fields=('deal', 'seq'), name='revisions_of_a_deal_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='dealrevision',
            constraint=models.UniqueConstraint(condition=models.Q(('base__isnull', False)), fields=('base',), name='a_revision_is_replaced_once'),
        ),
        migrations.AddConstraint(
            model_name='dealrevision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('base__isnull', True), ('seq', 1)), models.Q(('base__isnull', False), ('seq__gt', 1)), _connector='OR'), name='a_correction_names_what_it_replaces'),
        ),
        migrations.AddConstraint(
            model_name='dealrevision',
            constraint=models.CheckConstraint(condition=models.Q(('seq', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_correction_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='dealrevision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('points_dead__isnull', True), ('points_taken__isnull', True), ('points_total__isnull', True)), models.Q(('points_dead__gte', 0), ('points_taken__gte', 0), ('points_total', django.db.models.expressions.CombinedExpression(models.F('points_taken'), '+', models.F('points_dead'))), ('points_total__isnull', False)), _connector='OR'), name='every_point_of_the_pack_is_somewhere'),
        ),
        migrations.AddConstraint(
            model_name='dealrevision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_revision_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_deal_of_a_number_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='deals_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_deal_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='cuttingout',
            constraint=models.UniqueConstraint(fields=('after', 'step'), name='steps_of_a_cutting_out_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='cuttingout',
            constraint=models.CheckConstraint(condition=models.Q(('step__gte', 1)), name='steps_of_a_cutting_out_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='cuttingout',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_cutting_out_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='cuttingchoice',
            constraint=models.UniqueConstraint(fields=('company', 'number'), name='choices_of_a_company_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='cuttingchoice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_choice_of_cutting_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='cut',
            constraint=models.CheckConstraint(condition=models.Q(('purpose', ''), _negated=True), name='a_cut_has_a_purpose'),
        ),
        migrations.AddConstraint(
            model_name='cut',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_cut_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='company',
            constraint=models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='a_company_has_a_seed'),
        ),
        migrations.AddConstraint(
            model_name='company',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_company_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='clockstep',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_clock_step_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='bell',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_bell_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_take_back_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='seating',
            constraint=models.UniqueConstraint(fields=('event', 'round_number', 'generation'), name='one_move_for_a_round_and_generation'),
        ),
        migrations.AddConstraint(
            model_name='seating',
            constraint=models.CheckConstraint(condition=models.Q(('round_number__gte', 1)), name='seatings_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='seating',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('after__isnull', True), ('generation', 1)), models.Q(('after__isnull', False), ('generation__gt', 1)), _connector='OR'), name='a_new_generation_follows_a_take_back'),
        ),
        migrations.AddConstraint(
            model_name='seating',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_seating_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.AddConstraint(
            model_name='wishchange',
            constraint=models.UniqueConstraint(fields=('entrant', 'number'), name='changes_of_wishes_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='wishchange',
            constraint=models.CheckConstraint(condition=models.Q(('from_round__gte', 1)), name='changed_wishes_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='wishchange',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by_link__isnull', True), ('by_member__isnull', False)), models.Q(('by_link__isnull', False), ('by_member__isnull', True)), _connector='OR'), name='a_change_of_wishes_has_one_actor', violation_error_message="A record is made by a member or by a table's link, by exactly one of them."),
        ),
        migrations.RunPython(add(*FACTS), remove(*FACTS)),
    ]
