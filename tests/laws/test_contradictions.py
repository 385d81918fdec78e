"""The combined ruling on two offences of one deal never has effects that exclude each other.

This module states which effects exclude each other, from the texts of the effects. It does not use the
program's table of exclusions.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement

import pytest

from laws import library
from laws.domain import arbiter, pairs
from laws.domain.compose import Composition, compose
from laws.domain.effects import KINDS, Effect
from laws.domain.errors import InvalidInput
from laws.domain.exclusion import CLAIMS, NEVER_EXCLUDE, POINTS
from laws.domain.pairs import ERRED, PAIR_FACTS
from laws.domain.ruling import Ruling
from scoring.game.games import GAMES
from tests.laws.tables import each_ruling

BOTH = {"makers-side", "makers-adversaries"}
FOSTER, CHICAGO, MODERN = "foster-1897", "chicago-1890", "modern-book"


def barred(effect: Mapping[str, str], erred: str) -> set[str]:
    """Return the sides and players that cannot score because of an effect."""
    ours = "makers-adversaries" if erred in ("adversary", "other") else "makers-side"
    if effect["kind"] == "side-cannot-score":
        return {"both-sides": BOTH, "offenders": {ours} if erred else set()}.get(
            effect["side"], {effect["side"]}
        )
    is_pitcher = effect["kind"] == "cannot-count" and effect["what"] == "anything" and erred == "pitcher"
    return {"pitcher"} if is_pitcher else BOTH if effect["kind"] == "no-points" else set()


def scores(effect: Mapping[str, str], _erred: str) -> set[str]:
    """Return the sides and players that score by an effect."""
    sides = {
        "bid-waived": "makers-side",
        "bid-made": "makers-side",
        "bid-to-adversaries": "makers-adversaries",
    }
    who = {"not-set-back": "pitcher"} | sides
    return {who[effect["kind"]]} if effect["kind"] in who else set()


def of_kind(*kinds: str, **values: str) -> Callable[[Mapping[str, str], str], set[str]]:
    """Return a function that tells whether an effect has one of these kinds and these values."""

    def found(effect: Mapping[str, str], _erred: str) -> set[str]:
        is_so = effect["kind"] in kinds and all(effect.get(name) == value for name, value in values.items())
        return {"so"} if is_so else set()

    return found


NAMING = ("has-the-trump", "names-trump", "forced-bid")
"""The kinds of effect that say who names the trump."""


def sets_back(effect: Mapping[str, str], erred: str) -> set[str]:
    """Return "maker" in a set if the effect sets the maker or pitcher back, otherwise an empty set."""
    is_maker = effect.get("who") in ("maker", "eldest") or (
        effect.get("who") == "offender" and erred == "pitcher"
    )
    return {"maker"} if effect["kind"] in ("set-back", "set-back-by") and is_maker else set()


def cannot_be_set_back(effect: Mapping[str, str], _erred: str) -> set[str]:
    return {"maker"} if effect["kind"] in ("not-set-back", "bid-made") else set()


def kept_of(role: str) -> Callable[[Mapping[str, str], str], set[str]]:
    return of_kind("may-bid-before", "may-overbid", who=role)


PACK = {"cards": "rest-of-pack"}
EXCLUDED = {
    "a side scores that can score nothing": (scores, barred),
    "the maker is set back and cannot be": (sets_back, cannot_be_set_back),
    "the bid is scored by the adversaries and by nobody": (
        of_kind("bid-to-adversaries"), of_kind("bid-not-added")),
    "the bid is missed and does not count": (
        of_kind("bid-to-adversaries"), of_kind("bid-waived", "bid-made")),
    "the dealer has lost the bid and may bid": (of_kind("loses-bid", who="dealer"), kept_of("dealer")),
    "the pone has lost the bid and may bid": (of_kind("loses-bid", who="pone"), kept_of("pone")),
    "the pack is shown and may not be moved": (of_kind("shown-face-up", **PACK), of_kind("stays", **PACK)),
    "the pack counts for the maker and for nobody": (
        of_kind("points-to-maker", points="pack"), of_kind("points-dead", points="pack")),
    "the discards count for the maker and for nobody": (
        of_kind("points-to-maker", points="discards"), of_kind("points-dead", points="discards")),
    "the next deal is two players'": (
        of_kind("next-deal-by", who="left-adversary"), of_kind("next-deal-by", who="lawful-dealer")),
    "a deal that is dealt anew is played": (
        of_kind("new-deal"), of_kind("next-deal-by", "may-play-on", "bid-waived")),
    "the deal goes to two dealers": (of_kind("new-deal", dealer="same"), of_kind("new-deal", dealer="next")),
    "a game that begins again is scored": (
        of_kind("game-restarts"), of_kind("cannot-count", "side-cannot-score")),
}  # fmt: skip


Parts = frozenset[tuple[str, str]]
"""Contradictions that an effect can be one half of, each with the side or player whom it concerns."""


@cache
def parts_of(effect: Effect, erred: str) -> tuple[Parts, Parts]:
    """Return the contradictions of which an effect is the first half, and those of which it is the second."""
    words = effect.canonical()
    first, second = (
        frozenset((name, who) for name, halves in EXCLUDED.items() for who in halves[half](words, erred))
        for half in (0, 1)
    )
    return first, second


def breaches(both: Composition) -> Iterator[str]:
    """Yield the contradictions in the combined ruling on two offences."""
    told = {
        (each.effect, each.offender or erred(both.rulings[each.offence == "second"]))
        for each in both.consequences
    }
    parts = [parts_of(*each) for each in told]
    first = frozenset[tuple[str, str]]().union(*(one for one, _other in parts))
    yield from {name for _one, other in parts for name, who in other if (name, who) in first}
    if len({effect for effect, _by in told if effect.kind in NAMING}) > 1:
        yield "the trump is named by two"


def erred(ruling: Ruling) -> str:
    facts = {**ruling.aside, **ruling.known}
    return next((facts[fact] for fact in ERRED if fact in facts), "")


def together(slug: str, among: Container[str] | None = None) -> Iterator[Composition]:
    """Yield the combined ruling for every two offences that can occur at one table under a law set.

    If a question about both offences is open, each of its answers is tried. Only offences of the incidents in
    ``among`` are combined; None means all.
    """
    by_game: dict[str, list[Ruling]] = {}
    for ruling in each_ruling(library.law_book(slug)):
        if among is None or ruling.incident in among:
            by_game.setdefault(ruling.table.incident.game, []).append(ruling)
    done: set[tuple[int, int]] = set()
    for games in {tuple(sorted({*kind.ruled_as, "general"})) for kind in GAMES.values()}:
        every = [ruling for game in games for ruling in by_game.get(game, ())]
        for first, second in combinations_with_replacement(every, 2):
            if (id(first), id(second)) in done:
                continue
            done.add((id(first), id(second)))
            try:
                both = compose(library.pairs(), first, second)
            except InvalidInput:
                continue
            yield both
            for fact in both.questions:
                for answer in PAIR_FACTS[fact.key]:
                    yield compose(library.pairs(), first, second, {fact.key: answer})


def incidents(both: Composition) -> tuple[str, str]:
    first, second = sorted(ruling.incident for ruling in both.rulings)
    return first, second


ENDS = {"new-deal", "deal-stopped", "game-restarts"}


@pytest.mark.parametrize("slug", library.law_sets())
def test_no_two_offences_contradict_and_their_order_is_asked_if_it_matters(slug):
    """The order matters if both offences end the deal in different ways, and for the right to bid."""
    asked = set()
    for both in together(slug):
        assert list(breaches(both)) == [], incidents(both)
        if [fact.key for fact in both.questions] == ["came_first"]:
            kinds = [{effect.kind for effect in ruling.effects} for ruling in both.rulings]
            if not all(each & ENDS for each in kinds):
                asked.add(incidents(both))
    assert asked == ({("bid-out-of-turn", "bid-out-of-turn")} if slug == FOSTER else set())


def test_without_the_table_of_exclusions_two_offences_contradict_each_other(monkeypatch):
    """Control: without exclusions the same search finds contradictions of several kinds."""
    monkeypatch.setattr(pairs, "clashes", lambda *_of: iter(()))
    among = ("revoke", "wrong-number-of-cards", "dealer-declines", "nobody-bid")
    found = {(name, *incidents(both)) for both in together(FOSTER, among) for name in breaches(both)}
    assert {"a side scores that can score nothing", "the trump is named by two"} <= {
        name for name, *_ in found
    }
    assert ("a side scores that can score nothing", "revoke", "wrong-number-of-cards") in found


def test_every_kind_of_effect_states_what_it_excludes():
    named = {name.split()[0] for name in CLAIMS}
    assert named | NEVER_EXCLUDE.keys() == KINDS.keys()
    assert named & NEVER_EXCLUDE.keys() == {"cannot-count"}, "only where nothing at all can be counted"
    assert {point for claims in CLAIMS.values() for point, *_ in claims} == POINTS.keys()


FOUL = (
    "wrong-number-of-cards",
    {"came_about": "dealt", "stage": "in-play", "cards": "more", "whose": "others"},
)
MAKERS, ADVERSARYS = {"offender": "maker"}, {"offender": "adversary"}
REVOKE = (
    "revoke",
    {"act": "neither-followed-nor-trumped", "trick": "turned", "answer": "not-asked", "claimed": "yes"},
)
PITCH_REVOKE = ("auction-pitch-revoke", {**REVOKE[1], "bid": "some"})
UNASKED = ("auction-pitch-pitched-unasked", {"made": "no"})
PONE_EARLY = (
    "bid-out-of-turn",
    {"early_bidder": "pone", "waiting_for": "dealers-partner", "pone_bid_early": "no"},
)
DEALER_EARLY = (
    "bid-out-of-turn",
    {"early_bidder": "dealer", "waiting_for": "dealers-partner", "pone_bid_early": "no"},
)


def rule(slug: str, incident: str, facts: Mapping[str, str], **more: str) -> Ruling:
    book = library.law_book(slug)
    known = {key: value for key, value in facts.items() if key in book.tables[incident].incident.every_fact}
    return arbiter.rule(book, incident, {**known, **more}, assume=True)


def left(both: Composition) -> list[str]:
    return [" ".join(each.effect.canonical().values()) for each in both.consequences]


def test_a_side_that_can_score_nothing_scores_nothing_though_the_other_side_revoked():
    # Foster 1897, Cinch, Irregularities in Playing: neither the player in error nor the partner can score.
    foul = rule(FOSTER, *FOUL, played_to_first="yes", **MAKERS)
    both = compose(library.pairs(), foul, rule(FOSTER, *REVOKE, **ADVERSARYS))
    assert left(both).count("side-cannot-score offenders") == 2
    assert "bid-waived" not in left(both)
    (excluded,) = both.excluded
    assert (excluded.prevails, both.status) == ("first", "ruled")
    assert [law.cite for law in excluded.laws][:1] == [foul.cited[0].cite]


def test_of_a_right_to_bid_the_earlier_error_decides():
    """A pone who spoke first has lost the bid, and keeps it where the dealer spoke first."""
    # Foster 1897, Cinch Laws, Irregular Bids.
    pone, dealer = rule(FOSTER, *PONE_EARLY), rule(FOSTER, *DEALER_EARLY)
    asked = compose(library.pairs(), pone, dealer)
    assert [fact.key for fact in asked.questions] == ["came_first"]
    first = left(compose(library.pairs(), pone, dealer, {"came_first": "first"}))
    assert [each for each in first if each.endswith(" pone")] == ["loses-bid pone"]
    second = left(compose(library.pairs(), pone, dealer, {"came_first": "second"}))
    assert [each for each in second if each.endswith(" pone")] == ["may-overbid pone"]


def test_what_no_law_decides_is_left_to_the_director():
    """The eldest hand pitched unasked and failed; another revoked, so a pitcher is not set back."""
    # Foster 1897, Auction Pitch: he is set back four; Irregularities in Play: he cannot be set back.
    both = compose(library.pairs(), rule(FOSTER, *UNASKED), rule(FOSTER, *PITCH_REVOKE, revoker="other"))
    assert both.status == "silent"
    assert {"set-back-by eldest four", "not-set-back pitcher"}.isdisjoint(left(both))
    assert "set-back offender" in left(both), "what is not contested follows"
    (excluded,) = both.undecided
    assert (excluded.prevails, excluded.laws) == (None, ())
    assert "The director decides." in excluded.says


def test_a_pitcher_who_revoked_is_set_back_though_another_revoked_too():
    # Foster 1897, Auction Pitch, Irregularities in Play: who revoked counts nothing and is set back.
    pitcher, other = (rule(FOSTER, *PITCH_REVOKE, revoker=who) for who in ("pitcher", "other"))
    both = compose(library.pairs(), pitcher, other)
    assert left(both).count("set-back offender") == 2
    assert "not-set-back pitcher" not in left(both)


def test_a_maker_who_revoked_is_set_back_though_the_bid_was_made():
    # Chicago 1890, law 31: a maker who revokes is set back; the partner's revoke alone leaves the bid made.
    maker, partner = (
        rule(CHICAGO, "bid-after-revoke", {"bid_reached": "by-its-own", "offender": who})
        for who in ("maker", "makers-partner")
    )
    assert left(compose(library.pairs(), maker, partner)) == ["set-back maker"]


def test_a_game_that_begins_again_cancels_the_whole_deal():
    # Modern book, All Fours, Playing the hand: keeping back a good trump makes the game begin again.
    worse, lesser = (
        rule(MODERN, "seven-up-revoke", {"act": REVOKE[1]["act"], "led": "trump", "top_trump": top})
        for top in ("yes", "no")
    )
    both = compose(library.pairs(), worse, lesser)
    assert (both.relation, both.applied) == ("absorbed", (worse,))


ONE_BID = ["bid-before-eldest", "bid-out-of-turn", "suit-named-early", "bid-too-low", "bid-above-fourteen",
           "bid-with-wrong-hand", "bid-changed"]  # fmt: skip
OF_BIDS = {
    "early_bidder": "dealer", "waiting_for": "pone", "how": "named", "partner_has_bid": "no",
    "bid_before": "yes", "cards": "too-many", "change": "another-number", "pone_bid_early": "no",
    "bid_accepted": "no", "by": "dealers-adversary",
}  # fmt: skip


@pytest.mark.parametrize("slug", library.law_sets())
def test_one_bid_with_two_faults_is_not_asked_which_came_first(slug):
    known = {each: library.law_book(slug).tables[each].incident.facts for each in ONE_BID}
    told = [
        rule(
            slug,
            each,
            {
                fact.key: OF_BIDS[fact.key]
                for fact in facts
                if fact.key in OF_BIDS and OF_BIDS[fact.key] in fact.slugs
            },
        )
        for each, facts in known.items()
    ]
    for first, second in combinations_with_replacement(told, 2):
        if not first.is_open and not second.is_open:
            both = compose(library.pairs(), first, second)
            assert both.questions == (), (first.incident, second.incident)
