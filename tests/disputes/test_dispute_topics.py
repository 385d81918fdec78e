"""Every step of a dispute over the API, under Foster and under Chicago.

`test_dispute_whole_way` has one ruling of each incident that changes the score of a bid that was made. This
module has other rulings on these incidents, and other deals. A dispute is raised; if somebody has a choice,
it is made; the dispute is confirmed and changes the score and the game; it is appealed against and withdrawn.
The expected scores are calculated from the books by hand, beside each case.
"""

from typing import Any

import pytest

from scoring.office.verification import breaches
from tests.disputes.disputing import A_BIDS_NINE, REVOKED, decided, get, post, raised, standing, taken_back
from tests.factories import make_club, record
from tests.running.day import some_of

pytestmark = pytest.mark.django_db

FOSTER, CHICAGO = "foster-1897", "chicago-1890"
MADE = {"dealer": 4, "maker": 1, "bid": 7, "trump": "H", "points": [8, 6]}
"""A bids seven, and A-B make eight."""
IN_THE_DISCARDS = {
    "dealer": 4, "maker": 1, "bid": 7, "trump": "H",
    "won": {"high": 1, "low": 1, "jack": 1, "game": "discards", "right-pedro": 1, "left-pedro": 2},
}  # fmt: skip
REFUSED = {"performable": "yes", "trick": "turned", "claimed": "yes"}
A, Y, B, Z = 1, 2, 3, 4
VOID = [0, 0]

# Law set, deal, what it scores, the dispute, the option chosen, what it scores then, who deals next.
# Foster: a bid that fails gives the others theirs and the bid; a bid made counts the difference.
# Chicago: a bid that fails sets the maker back, a bid made scores all; the others score their own.
CASES: dict[str, tuple[str, dict[str, Any], list[int], dict[str, Any], Any, list[int], int]] = {
    "foster: an adversary revokes, the bid is waived and nothing is deducted": (
        FOSTER, A_BIDS_NINE, [0, 15], {"incident": "revoke", "seat": Y, "facts": REVOKED}, None, [8, 0], A),
    "foster: the maker revokes, his side scores nothing": (
        FOSTER, MADE, [2, 0], {"incident": "revoke", "seat": A, "facts": REVOKED}, None, [0, 6], A),
    "foster: the maker's partner revokes, the penalty falls on the side": (
        FOSTER, MADE, [2, 0], {"incident": "revoke", "seat": B, "facts": REVOKED}, None, [0, 6], A),
    "foster: an adversary does not play the card called, which is a revoke": (
        FOSTER, A_BIDS_NINE, [0, 15], {"incident": "penalty-refused", "seat": Y, "facts": REFUSED},
        None, [8, 0], A),
    "foster: the maker does not lead as he was told, which is a revoke": (
        FOSTER, MADE, [2, 0], {"incident": "penalty-refused", "seat": A, "facts": REFUSED}, None, [0, 6], A),
    "foster: the maker's partner refuses a penalty, and the bid is missed besides": (
        FOSTER, A_BIDS_NINE, [0, 15], {"incident": "penalty-refused", "seat": B, "facts": REFUSED},
        None, [0, 15], A),
    "foster: a bid that the adversaries' revoke has waived": (
        FOSTER, A_BIDS_NINE, [0, 15], {"incident": "bid-after-revoke", "seat": Z}, None, [2, 0], A),
    "foster: the bid that the maker's revoke has cost": (
        FOSTER, A_BIDS_NINE, [0, 15], {"incident": "bid-after-revoke", "seat": A}, None, [0, 15], A),
    "foster: a foul hand of the adversaries, the bid still counts": (
        FOSTER, MADE, [2, 0],
        {"incident": "wrong-number-of-cards", "seat": Y,
         "facts": {"stage": "in-play", "cards": "more", "played_to_first": "yes"}}, None, [8, 0], A),
    "foster: a foul hand of the maker's side": (
        FOSTER, MADE, [2, 0],
        {"incident": "wrong-number-of-cards", "seat": B,
         "facts": {"stage": "in-play", "cards": "more", "played_to_first": "yes"}}, None, [0, 6], A),
    "foster: the trick is claimed, and with it nine are made": (
        FOSTER, A_BIDS_NINE, [0, 15],
        {"incident": "play-out-of-turn", "seat": Y, "points": ["jack"],
         "facts": {"hand": "fourth", "before": "second", "third_played": "no"}}, "claim", [4, 0], A),
    "foster: a trump thrown away counts for the maker": (
        FOSTER, IN_THE_DISCARDS, [4, 0],
        {"incident": "points-in-discards", "facts": {"found_in": "discards"}}, None, [4, 0], A),
    "foster: an adversary interrupts the dealer, who deals again": (
        FOSTER, MADE, [2, 0],
        {"incident": "dealer-interrupted", "facts": {"interrupted_by": "adversary", "misdealt": "yes"}},
        None, VOID, Z),
    "chicago: an adversary revokes, and the points of his tricks are the maker's": (
        CHICAGO, A_BIDS_NINE, [-9, 6],
        {"incident": "revoke", "seat": Y, "facts": REVOKED, "points": ["jack"]}, None, [9, 5], A),
    "chicago: the maker revokes and goes back his bid": (
        CHICAGO, MADE, [8, 6], {"incident": "revoke", "seat": A, "facts": REVOKED}, None, [-7, 6], A),
    "chicago: the maker's partner and an adversary revoke": (
        CHICAGO, MADE, [8, 6],
        {"incident": "revokes-by-both-sides", "seat": Y, "facts": {"makers_side_by": "makers-partner"},
         "points": ["jack"]}, None, [9, 5], A),
    "chicago: points left in the pack belong to nobody": (
        CHICAGO, MADE, [8, 6], {"incident": "points-in-discards", "facts": {"found_in": "pack"}},
        None, [8, 6], A),
    "chicago: dealt out of turn, and he deals whose deal it was": (
        CHICAGO, MADE, [8, 6],
        {"incident": "dealt-out-of-turn", "seats": {"lawful-dealer": B},
         "facts": {"found": "before-last-three"}}, None, VOID, B),
}  # fmt: skip


@pytest.mark.parametrize("case", list(some_of(CASES, 2)))
def test_a_dispute_goes_the_whole_way_and_back(case):
    law_set, deal, before, asked, choice, after, next_dealer = CASES[case]
    club = make_club(law_set=law_set)
    record(club.table, club.actors["scorer"], **({"points": None} if "won" in deal else {}), **deal)
    where = f"tables/{club.table.pk}/deals/1/"
    untouched = get(club, "player", where).json()
    assert untouched["score"]["scored"] == before

    dispute = raised(club, role="link", **{"facts": {}, "seat": None, "assume_usual": True, **asked})
    if choice:
        assert dispute["state"] == "needs-choice"
        dispute = post(club, "link", f"disputes/{dispute['id']}/choose/", {"choice": choice}).json()
    assert (dispute["state"], dispute["questions"]) == ("proposed", [])
    ruled = decided(club, dispute["id"])

    now = get(club, "player", where).json()
    assert now["score"]["scored"] == standing(club) == ruled["score"]["after"]["scored"] == after
    assert now["next_dealer"] == next_dealer
    if after != before:
        cited = {line["law"] for line in now["score"]["explanation"]}
        assert cited & {effect["law"] for effect in ruled["effects"]}, "the law stands in the explanation"
    assert list(breaches()) == []

    taken_back(club, dispute["id"])
    assert get(club, "player", where).json() == untouched, "taken back, it is as it was"
    assert list(breaches()) == []
