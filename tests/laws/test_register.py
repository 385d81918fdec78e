"""The register of clauses, its report, the list of effects, and the management commands."""

import json
import re
from dataclasses import replace
from io import StringIO
from pkgutil import resolve_name

import pytest
from django.core.management import CommandError, call_command

from laws import checks, library, queries
from laws.answer_serializers import ClauseSerializer
from laws.domain import register
from laws.domain.compose import PairTable
from laws.domain.effects import KINDS
from laws.domain.roles import ROLES
from laws.strict_fields import sent
from scoring.game import penalties
from scoring.game.games import GAMES
from scoring.office.checks import not_carried_out
from tests.laws import report


def test_every_clause_is_in_the_register_once_with_its_status():
    """A clause "decides" if its law is the first law that a rule of a topic with cases cites."""
    listed = [clause for clauses in library.inventories().values() for clause in clauses]
    by_id = {clause.id: clause.status for clause in library.clauses().values()}
    assert list(by_id) == listed
    assert len(listed) == len(set(listed)) == len(library.clauses())
    assert by_id["cinch-lead-oot-all-followed"] == "decides"
    assert by_id["cinch-tie-no-score"] == "procedural"
    assert set(by_id.values()) <= set(register.STATUSES)


def test_a_clause_decides_only_where_a_rule_rests_on_its_law_first():
    """A clause has the status "cited" if its law is only the second or later law that a rule cites."""
    tried = [
        rule.cites
        for book in library.law_books().values()
        for topic in book.rules.topics.values()
        if topic.cases
        for rule in topic.rules.values()
    ]
    first, every = {cites[0] for cites in tried if cites}, {law for cites in tried for law in cites}
    for clause in library.clauses().values():
        assert (clause.status == "decides") == bool(first.intersection(clause.laws)), clause.id
        if clause.status == "cited":
            assert every.intersection(clause.laws), clause.id
        if clause.status in ("advice", "etiquette", "not-decided-by-the-program"):
            assert not every.intersection(clause.laws), clause.id


def test_every_clause_is_classified():
    assert list(report.unclassified(library.clauses().values())) == []


def test_a_clause_that_no_law_carries_is_reported():
    books = [book.rules for book in library.law_books().values()]
    new = register.Clause("cinch-new", "So it is.", "Foster 1897", "foster-1897")
    one_more = register.classify([new], library.law_sets().values(), books)
    assert list(report.unclassified(one_more.values())) == [
        "foster-1897: cinch-new is not classified; carried by no law"
    ]


def test_every_doubtful_clause_has_its_readings_a_silence_or_a_reason():
    resolved = report.our_resolutions()
    assert [clause for clause, way in resolved.items() if way == report.UNRESOLVED] == []


def test_a_doubtful_clause_without_a_reason_is_reported():
    laws = library.law_set("foster-1897").laws
    plain = {law_id: replace(law, note="", status="stated") for law_id, law in laws.items()}
    law_sets = [replace(library.law_set("foster-1897"), laws=plain, settings={})]
    doubtful = library.clauses()["cinch-points-high"]
    assert report.resolutions([doubtful], law_sets, []) == {"cinch-points-high": report.UNRESOLVED}


def test_two_topics_without_an_entry_in_the_table_of_pairs_are_refused(monkeypatch):
    monkeypatch.setattr(library, "pairs", lambda: PairTable({}, {}))
    refused = {fault.msg for fault in checks.books(None) if fault.id == "laws.E004"}
    assert "vocabulary/pairs.yaml: misdeal and revoke are missing." in refused


PLAYED = {*GAMES, "progressive-cinch", "progressive-euchre", "general"}
"""The games that the program scores, the evenings that it runs, and what holds for every game."""


def test_the_code_that_applies_a_law_exists_and_belongs_to_its_game():
    for law in library.laws().values():
        for name in law.applied_by:
            assert resolve_name(name), law.id
        assert not law.applied_by or law.game in PLAYED, law.id
    for law_set in library.law_sets().values():
        assert {*law_set.games, *law_set.game_settings} <= GAMES.keys()


@pytest.mark.parametrize(
    ("clause", "status"),
    [
        ("cinch-shuffle", "not-decided-by-the-program"),  # it is done at the table
        ("ap-set-back", "procedural"),
        ("s7-gift-cannot-put-out", "procedural"),
        ("s7-game-pips", "procedural"),
        ("pd-second-bid", "procedural"),
        ("ps-all-dealt", "procedural"),
        ("prog-cinch-ties", "procedural"),
        (
            "prog-euchre-bell-stops-play",
            "not-decided-by-the-program",
        ),  # deals are taken until the players move
        ("mod-pw-failed", "listed"),
        ("mod-en-failed", "listed"),
        ("chi-conv-bid-six", "advice"),
    ],
)
def test_these_clauses_have_their_status(clause, status):
    assert library.clauses()[clause].status == status


def test_no_listed_law_is_cited():
    cited = {
        law for book in library.law_books().values() for rule in book.rules.every_rule for law in rule.cites
    }
    for law_set in library.law_sets().values():
        cited |= register.cited_by_parameters(law_set)
    assert [law.id for law in library.laws().values() if law.is_listed and law.id in cited] == []


def test_every_citation_from_outside_the_sources_says_so():
    """Of the Bicycle rules a web copy was seen; the sources have the encyclopedia article's note 8 alone."""
    outside = [clause for clause in library.clauses().values() if clause.origin]
    assert len(outside) == 69
    assert all(clause.cite.endswith(f", from outside the sources ({clause.origin})") for clause in outside)
    for law in library.laws().values():
        told = [library.clauses()[clause].origin for clause in law.clauses]
        words = "" if not any(told) else "from outside the sources (" if all(told) else "in part from outside"
        assert words in law.cite, law.id
        assert ("outside" in law.cite) == bool(law.origin) == any(told), law.id
    assert "web copy, bicyclecards.com" in run("laws", "fourteen", "--law-set", "bicycle")


def test_every_effect_is_applied_by_scoring_or_shown_at_the_table_or_words_only():
    assert {kind.scored_as for kind in KINDS.values() if kind.scored_as} == set(penalties.EFFECTS)
    assert not_carried_out(KINDS) == []
    assert not [slug for slug, kind in KINDS.items() if (kind.carried_out == "score") != bool(kind.scored_as)]


@pytest.mark.parametrize(
    ("slug", "changed", "refusal"),
    [
        ("side-cannot-score", {"scored_as": ""}, "effect-unknown-to-scoring: the effect planted changes a"),
        (
            "set-back", {"scored_as": "set-bak"},
            "effect-unknown-to-scoring: the effect planted changes a score",
        ),
        ("set-back", {}, "effect-unknown-to-scoring: the effect planted changes a score"),
        ("stands", {"carried_out": ""}, "effect-not-carried-out: the effect planted does not say who"),
    ],
)  # fmt: skip
def test_an_effect_that_nothing_carries_out_is_refused(slug, changed, refusal):
    (sentence,) = not_carried_out({**KINDS, "planted": replace(KINDS[slug], **changed)})
    assert sentence.startswith(refusal)


def test_an_effect_is_a_permission_or_a_duty_and_says_which():
    for slug, kind in KINDS.items():
        says_must = bool(re.search(r"\bmust\b", kind.plain))
        assert not (says_must and slug.startswith("may-")), slug
        assert not slug.startswith("may-") or " may " in kind.plain, slug
        assert not slug.startswith("must-") or says_must, slug


def test_every_effect_on_the_score_is_applied_or_follows_by_itself():
    speaks = re.compile(r"\b(scores?|scored|points?|set back|counts? the)\b")
    unapplied = {slug for slug, kind in KINDS.items() if speaks.search(kind.plain) and not kind.scored_as}
    assert unapplied == {"bid-not-added", "may-play-on", "earlier-scores-stand", "seller-stops-short"}


def test_every_effect_and_role_can_be_put_into_words():
    for slug, kind in KINDS.items():
        assert kind.plain.endswith("."), slug
        assert "{" not in kind.plain, slug
    for slug, role in ROLES.items():
        assert role.of in ("", *ROLES, "leader"), slug


def run(command: str, *arguments: str) -> str:
    """Return what a command prints."""
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_the_report_counts_rules_and_clauses_of_every_topic_and_law_set_and_finds_no_fault(capsys):
    assert report.run([], in_full=True) == 0
    output = capsys.readouterr().out
    assert "lead-out-of-turn      foster-1897              1          36      9     10" in output
    assert output.endswith("0 faults\n")


def test_the_report_refuses_an_unknown_topic(capsys):
    assert report.run(["lead-out-turn"], in_full=False) == 1
    assert "did you mean lead-out-of-turn" in capsys.readouterr().out


LED = ("foster-1897", "lead-out-of-turn")
SILENT = ("bicycle", "lead-out-of-turn", "turn_of=adversary", "followed=all")
PARTNERS_TURN = (*LED, "turn_of=offenders-partner", "followed=none", "card=plain")
DOUBT = "foster-1897/lead-out-of-turn/partners-turn"


def test_a_ruling_is_asked_from_a_terminal_and_a_silent_book_names_its_fallbacks():
    output = run("rule", *LED, "turn_of=adversary", "followed=all")
    assert output.startswith("RULED: Somebody led out of turn (foster-1897)\n  • What was done stands.")
    assert "[foster-1897/lead-out-of-turn/all-followed]" in output
    assert "? How many have played to the false lead? (followed) Nobody yet [none]" in run("rule", *LED)
    silent = run("rule", *SILENT)
    assert silent.startswith("SILENT")
    assert "RULED: Somebody led out of turn (foster-1897)" in silent
    both = json.loads(run("rule", *SILENT, "--json"))
    assert (both["status"], both["fallback"]["status"]) == ("silent", "ruled")


def test_another_reading_can_be_chosen_at_the_terminal():
    """Foster's description lets the card led be called as well; the laws mention only the partner's lead."""
    usual = run("rule", *PARTNERS_TURN)
    other = run("rule", *PARTNERS_TURN, "--reading", f"{DOUBT}=trump-or-none-only")
    assert f"[{DOUBT}=both; or trump-or-none-only]" in usual
    assert "must lie face up" in usual
    assert "must lie face up" not in other
    # Chicago 1890, law 31: the offender's tricks; whether the side's tricks are meant is left open.
    revoked = ("chicago-1890", "revoke", "act=neither-followed-nor-trumped", "trick=turned", "claimed=yes")
    letter = run("rule", *revoked, "offender=adversary")
    assert "[revoke_scope=player; or side]" in letter
    assert "can score nothing" not in letter
    assert "can score nothing" in run(
        "rule", *revoked, "offender=adversary", "--reading", "revoke_scope=side"
    )


def test_laws_and_clauses_are_found_from_a_terminal():
    output = run("laws", "Chicago", "38", "--topic", "lead-out-of-turn")
    assert "chicago-1890/lead-out-of-turn/trick-complete" in output
    assert output.endswith("3 laws\n")
    assert "chi-lead-oot-call-card (decides)" in run("laws", "Chicago", "38", "--clauses")
    rows = json.loads(run("laws", "Chicago", "38", "--clauses", "--json"))
    assert rows == [sent(ClauseSerializer, each) for each in queries.find_clauses(q="Chicago 38")]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("rule", *LED, "--reading", "both"), "write a reading as rule=reading"),
        (("rule", *LED, "--reading", f"{DOUBT}=bot"), "did you mean both?"),
        (("rule", *LED, "followed"), "write a fact as fact=value"),
        (("rule", *LED, "followed=al"), "did you mean all?"),
        (("rule", *LED, "--file", "nowhere.json"), "nowhere.json"),
        (("laws", "--clauses", "--effect", "new-deal"), "clauses cannot be searched by effect"),
    ],
)
@pytest.mark.django_db
def test_a_bad_question_at_the_terminal_is_refused(arguments, reason):
    with pytest.raises(CommandError, match=re.escape(reason)):
        run(*arguments)


@pytest.mark.django_db
def test_a_file_that_gives_a_fact_twice_is_refused(tmp_path):
    facts = tmp_path / "facts.json"
    facts.write_text('{"followed": "all", "followed": "none"}')
    with pytest.raises(CommandError, match="the key 'followed' is given twice"):
        run("rule", *LED, "--file", str(facts))
