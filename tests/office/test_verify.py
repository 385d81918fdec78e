"""`manage.py verify` accepts sound records, and finds every row that was changed, removed or swapped."""

import os
import random
from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.journal.chain import link_hash
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.tables.models import DealRevision, Table
from tests.factories import make_table, record
from tests.office.tampering import attempt, lifted, run, select, tampered

pytestmark = pytest.mark.django_db

TAMPERINGS = int(os.environ.get("CINCH_TAMPERINGS", "15"))


def alone(entry: Entry) -> bool:
    """Return whether an entry's hash fits its own content, as in a journal without a chain."""
    actor = f"member:{entry.by_member_id}" if entry.by_member_id else f"link:{entry.by_link_id}"
    return entry.hash == link_hash(
        chain=entry.chain, seq=entry.seq, verb=entry.verb, data=entry.data, at=entry.at, actor=actor,
        previous=entry.previous_hash,
    )  # fmt: skip


@pytest.mark.database
def test_verify_reports_that_nothing_is_wrong(played, capsys):
    assert list(breaches()) == []

    call_command("verify")

    counted = f"{Table.objects.count()} tables, {DealRevision.objects.count()} deal revisions"
    assert f"No faults found: {counted}, {Entry.objects.count()} journal entries." in capsys.readouterr().out


def test_any_row_changed_removed_or_swapped_is_found(played):
    seed = random.SystemRandom().randrange(2**32)
    chance, done = random.Random(seed), Counter()
    with lifted():
        while done.total() < TAMPERINGS or (fewest(done) < TAMPERINGS / 20 and done.total() < 5 * TAMPERINGS):
            with attempt():
                action = tampered(chance)
                if action is None:
                    done["refused by a constraint"] += 1
                    continue
                assert list(breaches()) != [], f"seed {seed}: {action}"
                done[action.split()[-1] if action.endswith(("removed", "swapped")) else "changed"] += 1
        assert list(breaches()) == [], "each was taken back"
    assert done["refused by a constraint"] < done.total() / 2, done
    assert fewest(done) >= TAMPERINGS / 20, done


def fewest(done: Counter[str]) -> int:
    return min(done["changed"], done["removed"], done["swapped"])


def test_a_row_without_a_chain_would_not_show_it(played):
    """The control: a check of each row by itself does not find what the chain finds."""
    entry = Entry.objects.filter(verb="member.added").first()
    last = Entry.objects.filter(verb="link.issued").order_by("-seq").first()
    for removed in (entry, last):
        with lifted():
            run("DELETE FROM scoring_entry WHERE id = %s", removed.pk)
            assert all(alone(left) for left in Entry.objects.all())
            assert "gone" in found() or "missing" in found()
    with lifted():
        first = Entry.objects.get(chain=f"table:{played.table.pk}", seq=1)
        first.data = {**first.data, "law_set": "chicago-1890"}
        said = {
            "verb": first.verb,
            "data": first.data,
            "at": first.at,
            "actor": f"member:{first.by_member_id}",
        }
        fresh = link_hash(chain=first.chain, seq=1, previous="", **said)
        Entry.objects.filter(pk=first.pk).update(data=first.data, hash=fresh)
        assert all(alone(left) for left in Entry.objects.all())
        assert "does not have the hash of the entry before it" in found()


def found() -> str:
    return "\n".join(str(breach) for breach in breaches())


# The change to the database → the breach that `verify` reports.
ACTIONS = [
    pytest.param("UPDATE scoring_dealrevision SET content = %s WHERE seq = 2", ['{"dealer": 1}'],
                 "cannot be scored again", id="a deal that is none"),
    pytest.param("UPDATE scoring_dealrevision SET content = %s WHERE seq = 2", ['[]'],
                 "cannot be scored again", id="content of another kind"),
    pytest.param("UPDATE scoring_dealrevision SET points_taken = 13, points_dead = 1", [],
                 "no digest of this record, or another digest", id="a point made dead"),
    pytest.param("UPDATE scoring_dealrevision SET points_taken = 12, points_total = 12", [],
                 "come to 14", id="twelve points in the pack"),
    pytest.param("UPDATE scoring_deal SET number = number + 5", [], "its deals are numbered", id="numbers"),
    pytest.param("UPDATE scoring_game SET number = number + 5", [], "its games are numbered", id="games"),
    pytest.param("UPDATE scoring_dealrevision SET seq = 3 WHERE seq = 2", [], "a gap", id="a gap"),
    pytest.param("UPDATE scoring_dealrevision SET base_id = id WHERE seq = 2", [],
                 "does not replace the revision before", id="a revision of itself"),
    pytest.param("UPDATE scoring_entry SET data = %s WHERE verb = 'deal.recorded'", ['{"facts": 5}'],
                 "its content differs from what was written", id="a journal entry without facts"),
    pytest.param("UPDATE scoring_entry SET data = %s WHERE seq = 1", ["[]"],
                 "its content differs from what was written", id="a journal entry of another kind"),
    pytest.param("DELETE FROM scoring_entry", [], "the stored end of the chain", id="the whole journal"),
    pytest.param("DELETE FROM scoring_chainend", [], "the stored end of the chain", id="the ends of chains"),
    pytest.param("UPDATE laws_lawsetrevision SET content = %s", ["{}"],
                 "its content does not have the hash", id="a law set emptied"),
]  # fmt: skip


@pytest.mark.database
@pytest.mark.parametrize(("statement", "values", "said"), ACTIONS)
def test_each_breach_is_named(played, statement, values, said):
    make_table(played.club, played.actors["owner"], parameters={"game_score": 31})
    with lifted():
        run(statement, *values)
        assert said in found()


@pytest.mark.once
@pytest.mark.parametrize(
    ("column", "where"),
    [
        ("scoring_table.opened_at", "table {}"),
        ("scoring_deal.at", "deal:{}"),
        ("scoring_entry.at", "journal"),
    ],
)
def test_a_value_that_its_column_cannot_hold_is_found_where_it_is(played, column, where):
    """SQLite stores any text in any column. PostgreSQL refuses it."""
    table, name = column.split(".")
    with lifted():
        first = select(table, ["id"])[0]["id"]
        run(f"UPDATE {table} SET {name} = '2026-02-30 20:00:00' WHERE id = %s", first)
        unreadable = [str(breach) for breach in breaches() if "cannot be read" in breach.what]
        assert len(unreadable) == 1
        assert where.format(first) in unreadable[0]
        if table == "scoring_deal":
            assert "gone" not in found()


@pytest.mark.once
def test_an_entry_that_cannot_be_read_hides_no_other_breach(played):
    with lifted():
        run("UPDATE scoring_dealrevision SET points_taken = 13, points_dead = 1")
        before = {str(breach) for breach in breaches()}
        run("UPDATE scoring_entry SET at = '2026-02-30 20:00:00' WHERE chain LIKE 'club:%%' AND seq = 1")
        assert before
        assert before <= {str(breach) for breach in breaches()}


def test_a_table_pinned_to_another_law_set_is_found(played):
    other = make_table(played.club, played.actors["owner"], law_set="chicago-1890")
    with attempt():
        Table.objects.filter(pk=played.table.pk).update(law_set=other.law_set)
        assert "another law set than when it was opened" in found()


def test_breaches_are_counted_and_the_exit_says_so(played, capsys):
    with lifted():
        run("DELETE FROM scoring_entry")
        with pytest.raises(CommandError, match=r"Faults found: \d+\."):
            call_command("verify", most=2)
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.database
def test_verify_reads_only(played):
    record(played.table, played.actors["scorer"])
    with CaptureQueriesContext(connection) as asked:
        list(breaches())
    assert {query["sql"].split()[0] for query in asked.captured_queries} <= {
        "SELECT",
        "DECLARE",
        "FETCH",
        "CLOSE",
    }
