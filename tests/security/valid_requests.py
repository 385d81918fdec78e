"""The requests by which the tests try each route: its ids, query and body, valid for every sender."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from laws import yaml_files
from tests.factories import BID_EIGHT_MADE_FIVE
from tests.house_laws.making import written

ValidRequest = Mapping[str, Any]
"""A request to a route.

- ``ids``: ids that differ from the usual ids.
- ``query``, ``json``, ``form``: its content.
- ``event``, ``dispute``: the name of the club's event or dispute that the request is about.
- ``fresh``, ``gathered``, ``by_cards``: true if the request is about this table of the club.
- ``key``: true if the request needs an idempotency key.
"""

PLAYERS = {f"players_{seat}": name for seat, name in enumerate(("P", "Q", "R", "S"), start=1)}
SAME_PLAYERS = {f"players_{seat}": name for seat, name in enumerate(("E", "F", "G", "H"), start=1)}
NEW_TABLE = {**PLAYERS, "law_set": "foster-1897", "dealer": "1"}
ENTRY = {"bid": "8", "maker": "2", "trump": "H", "detail": "total", "points": "9", "dealer": "3"}
FALSE_LEAD = {"incident": "lead-out-of-turn", "facts": {"turn_of": "adversary", "followed": "all"}}
REVOKE = {
    "incident": "revoke",
    "facts": {
        "act": "neither-followed-nor-trumped",
        "trick": "turned",
        "answer": "not-asked",
        "claimed": "yes",
    },
    "seat": 1,
}
"""A revoke by seat 1, an adversary of the maker of the deal at the table."""
ASKED = {
    "asked": "incident=revoke&at-seat=1&act=neither-followed-nor-trumped&trick=turned"
    "&answer=not-asked&claimed=yes",
}
"""The same revoke in the form of the page."""
NEW_EVENT = {
    "club": "slug",
    "name": "Evening",
    "rounds": 3,
    "deals_per_round": 2,
    "players": ["P", "Q", "R", "S"],
    "movement": {"kind": "redraw", "minutes": 20, "lists": ["one", "two"]},
    "seed": "autumn",
}
FLAGS = {f"movement_{name}": "false" for name in ("mixed_pairs", "one_prize_each", "two_person_final")}
EVENT_FORM = {
    **FLAGS,
    "name": "Evening",
    "law_set": "foster-1897",
    "players": "P\nQ\nR\nS",
    "movement_tie_breaks": "points",
}
SCORE = {"law_set": "foster-1897", "game": "cinch", "deal": BID_EIGHT_MADE_FIVE}

OWN_LAW = {"topic": "lead-out-of-turn", "name": "second-card"}
ANOTHER_MARK = sha256(yaml_files.write(written(title="Another")).encode()).hexdigest()[:16]
"""The mark of the club's draft, which has the title “Another”."""

VALID_REQUESTS: Mapping[tuple[str, str], ValidRequest] = {
    ("api-token", "POST"): {"json": {"username": "nobody", "password": "wrong"}},
    ("api-score", "POST"): {"json": SCORE},
    ("ruling-ask", "POST"): {"json": {"law_set": "foster-1897", **FALSE_LEAD}},
    ("ruling-why", "POST"): {"json": {"law_set": "foster-1897", **FALSE_LEAD}},
    ("ruling-compare", "POST"): {"json": FALSE_LEAD},
    ("ruling-together", "POST"): {
        "json": {"law_set": "foster-1897", "first": FALSE_LEAD, "second": FALSE_LEAD}
    },
    ("ruling-propose", "POST"): {"json": {"text": "he led out of turn"}},
    ("api-clubs", "POST"): {"json": {"name": "Hill"}},
    ("api-club", "PATCH"): {"json": {"name": "Harbour and hill"}},
    ("api-members", "POST"): {"json": {"name": "Newcomer"}},
    ("api-member", "PATCH"): {"json": {"role": "scorer"}},
    ("api-member-merge", "POST"): {"json": {"into": "Y"}},
    ("api-house-law-sets", "POST"): {"json": {"slug": "shore-laws", "written": written()}},
    ("api-house-draft", "PUT"): {"json": {"written": written(title="A third")}},
    ("api-house-publish", "POST"): {"json": {"mark": ANOTHER_MARK}},
    ("api-tables", "GET"): {"query": {"club": "slug"}},
    ("api-tables", "POST"): {"json": {"club": "slug", "players": ["P", "Q", "R", "S"]}},
    ("api-table", "PATCH"): {"json": {"closed": True}},
    ("api-games", "POST"): {"fresh": True, "json": {"after": 1}},
    ("api-company", "POST"): {"gathered": True, "json": {"player": "Newcomer"}},
    ("api-company", "PATCH"): {"gathered": True, "json": {"is_drawn": True}},
    ("api-company-player", "DELETE"): {"gathered": True},
    ("api-company-cut", "POST"): {"gathered": True, "json": {}},
    ("company", "POST"): {"gathered": True, "form": {"action": "draw"}},
    ("api-cuts", "POST"): {"json": {"purpose": "deal"}},
    ("api-deals", "POST"): {"fresh": True, "json": BID_EIGHT_MADE_FIVE, "key": True},
    ("api-deal-preview", "POST"): {"fresh": True, "json": BID_EIGHT_MADE_FIVE},
    ("api-deal", "PATCH"): {"json": {"bid": 9, "reason": "misheard"}},
    ("api-events", "GET"): {"query": {"club": "slug"}},
    ("api-events", "POST"): {"json": NEW_EVENT},
    ("api-event-start", "POST"): {"event": "planned", "json": {"cards": {}, "tables": []}},
    ("api-event-bell", "POST"): {"json": {"round": 2}},
    ("api-event-clock", "POST"): {"json": {"step": "add", "minutes": 5}},
    ("api-event", "PATCH"): {"json": {"place": "Harbour inn"}},
    ("api-event", "DELETE"): {"event": "planned", "json": {"reason": "nobody comes"}},
    ("api-event-changes", "POST"): {"json": {"settings": {"rounds": 9}, "reason": "there is time"}},
    ("api-club-cards", "POST"): {"json": {"tables": 2}},
    ("api-club-card", "PUT"): {"ids": {"number": 1}, "json": {"edition": 1}},
    ("api-club-card", "DELETE"): {"ids": {"number": 1}, "json": {"edition": 1}},
    ("api-table-word", "POST"): {"json": {"word": "CDFH"}},
    ("api-event-word", "POST"): {"json": {"seen": "AAAA"}},
    ("api-event-hold", "POST"): {"json": {"hold": True}},
    ("api-event-end", "POST"): {"event": "over", "json": {"reason": "it is late"}},
    ("api-event-final", "POST"): {"event": "over", "json": {"reason": "all is well"}},
    ("api-event-reopen", "POST"): {"event": "final", "json": {"reason": "a slip was found"}},
    ("api-event-players", "POST"): {"json": {"player": "Late"}},
    ("dispute-new", "POST"): {"form": ASKED},
    ("dispute-answer", "POST"): {"form": {"fact": "claimed", "value": "yes"}},
    ("dispute-choose", "POST"): {
        "dispute": "to choose",
        "form": {"holder": "adversaries", "option": "claim"},
    },
    ("dispute-lapse", "POST"): {"dispute": "to choose", "form": {"holder": "adversaries"}},
    ("dispute-spend", "POST"): {"dispute": "in play", "form": {"effect": "0"}},
    ("dispute-preview", "POST"): {"form": {"step": "overrule", "order": "bid-waived"}},
    ("dispute-decide", "POST"): {"form": {"step": "confirm"}},
    ("dispute-appeal", "POST"): {"dispute": "decided", "form": {"reason": "it was not so"}},
    ("dispute-settle", "POST"): {"dispute": "appealed", "form": {"step": "uphold"}},
    ("calls", "POST"): {"form": {"text": "Whose lead is it?"}},
    ("call-answer", "POST"): {"form": {"text": "Seat two leads."}},
    ("call-close", "POST"): {"form": {}},
    ("api-table-calls", "POST"): {"json": {"text": "Whose lead is it?"}},
    ("api-calls", "GET"): {"query": {"club": "slug"}},
    ("api-call-answer", "POST"): {"json": {"text": "Seat two leads."}},
    ("api-call-dispute", "POST"): {"json": {"dispute": "dispute"}},
    ("api-call-see", "POST"): {"json": {}},
    ("api-call-close", "POST"): {"json": {}},
    ("dispute-drop", "POST"): {"form": {"reason": "raised in error"}},
    ("api-deal-disputes", "POST"): {"json": REVOKE},
    ("api-best-play", "GET"): {"by_cards": True},
    ("api-best-play", "POST"): {"by_cards": True, "json": {"leads": ["trump"]}},
    ("best-play", "GET"): {"by_cards": True},
    ("best-play", "POST"): {"by_cards": True, "form": {"leads": "trump"}},
    ("api-disputes", "GET"): {"query": {"club": "slug"}},
    ("api-penalties", "GET"): {"query": {"club": "slug"}},
    ("api-dispute-answer", "POST"): {"json": {"facts": {"claimed": "yes"}}},
    ("api-dispute-choose", "POST"): {"dispute": "to choose", "json": {"choice": "claim"}},
    ("api-dispute-lapse", "POST"): {"dispute": "to choose", "json": {"holder": "adversaries"}},
    ("api-dispute-spend", "POST"): {"dispute": "in play", "json": {"effect": 0}},
    ("api-dispute-preview", "POST"): {"json": {"overrule": True, "effects": [{"kind": "bid-waived"}]}},
    ("api-dispute-decide", "POST"): {"json": {"confirm": True}},
    ("api-dispute-appeal", "POST"): {"dispute": "decided", "json": {"reason": "it was not so"}},
    ("api-dispute-settle", "POST"): {"dispute": "appealed", "json": {"uphold": True}},
    ("api-dispute-drop", "POST"): {"json": {"reason": "raised in error"}},
    ("api-event-wishes", "PUT"): {"json": {"fixed_table": 1}},
    ("api-event-check-in", "PUT"): {"event": "planned", "json": {"here": True}},
    ("api-event-publish", "PUT"): {"json": {"parts": ["seats"]}},
    ("api-round-swap", "POST"): {
        "ids": {"round_number": 2},
        "json": {"players": [1, 1], "generation": 1, "reason": "they came as a pair"},
    },
    ("api-round-amend", "POST"): {
        "ids": {"round_number": 2},
        "json": {"generation": 1, "reason": "somebody came late"},
    },
    ("api-event-settle", "POST"): {"json": {"reason": "looked into"}},
    ("api-round-take-back", "POST"): {"json": {"reason": "too early"}},
    ("api-round-decide", "POST"): {
        "ids": {"round_number": 2},
        "json": {"kind": "winners", "winners": [1], "reason": "both sides say so"},
    },
    ("api-round-total", "POST"): {"ids": {"round_number": 1}, "json": {"points": [4, 0]}},
    ("api-round-doubt", "POST"): {"ids": {"round_number": 2}, "json": {"note": "the fourth deal"}},
    ("house-laws", "POST"): {"form": {"slug": "shore-laws", "title": "Shore", "base": "foster-1897"}},
    ("house-draft", "POST"): {"form": {"title": "A third"}},
    ("house-check", "POST"): {"form": {"action": "publish", "mark": ANOTHER_MARK}},
    ("house-file", "POST"): {"form": {"yaml": yaml_files.write(written(title="A third"))}},
    ("own-law-new", "POST"): {"form": {"action": "show"}},
    ("game", "GET"): {"ids": {"slug": "smudge"}},
    ("own-law", "GET"): {"ids": OWN_LAW},
    ("own-law", "POST"): {"ids": OWN_LAW, "form": {"action": "show"}},
    ("own-law-remove", "POST"): {"ids": OWN_LAW},
    ("event-new", "POST"): {"form": EVENT_FORM},
    ("event-players", "POST"): {"form": {"player": "Late"}},
    ("event-check-in", "POST"): {"form": {"player": "Late"}},
    ("event-import-players", "POST"): {"form": {"text": "Ada\nBea"}},
    ("event-lists", "GET"): {"event": "planned"},
    ("event-lists", "POST"): {"event": "planned", "form": {}},
    ("import-members", "POST"): {"form": {"text": "Ada\nBea"}},
    ("event-wishes", "POST"): {"form": {"fixed_table": "1"}},
    ("event-plan", "POST"): {"form": {"step": "change", "rounds": "9", "reason": "there is time"}},
    ("event-plan-again", "GET"): {"event": "planned"},
    ("event-plan-again", "POST"): {"event": "planned", "form": {**EVENT_FORM, "reason": "another name"}},
    ("event-publish", "POST"): {"form": {"parts": "seats"}},
    ("event-hold", "POST"): {"form": {"hold": "on"}},
    ("event-change", "GET"): {"ids": {"number": 2}},
    ("event-change", "POST"): {"ids": {"number": 2}, "form": {"action": "amended", "amend_reason": "late"}},
    ("event-edition", "GET"): {"event": "final", "ids": {"number": 1}},
    ("event-start", "GET"): {"event": "planned"},
    ("event-start", "POST"): {"event": "planned", "form": {"step": "start"}},
    ("event-clock", "POST"): {"form": {"step": "add-5"}},
    ("event-bell", "POST"): {"form": {"round": "2"}},
    ("event-more", "POST"): {"event": "over", "form": {"rounds": "1", "reason": "there is time"}},
    ("event-final", "POST"): {"event": "over", "form": {"reason": ""}},
    ("event-doubt", "POST"): {"form": {"reason": "looked into"}},
    ("event-round", "GET"): {"ids": {"number": 1}},
    ("event-slips", "GET"): {"ids": {"number": 2}},
    ("event-slips", "POST"): {"ids": {"number": 2}, "form": {"round": "2"}},
    ("event-move", "GET"): {"ids": {"number": 2}},
    ("event-move", "POST"): {"ids": {"number": 1}, "form": {}},
    ("event-word", "POST"): {"form": {"seen": "AAAA"}},
    ("event-keep-seats", "POST"): {"ids": {"number": 2}},
    ("event-take-back", "POST"): {"ids": {"number": 1}, "form": {"reason": "too early"}},
    ("event-live", "GET"): {"query": {"view": "standings"}},
    ("event-table", "GET"): {"ids": {"number": 2}},
    ("event-table", "POST"): {"ids": {"number": 2}, "form": {"kind": "handed-in"}},
    ("table-print", "GET"): {"ids": {"name": "score-sheet"}},
    ("api-held", "POST"): {"json": {"set_aside": True, "reason": "entered twice"}},
    ("law-set-compare", "GET"): {"query": {"a": "foster-1897", "b": "chicago-1890"}},
    ("law-set-detail", "GET"): {"ids": {"slug": "foster-1897"}},
    ("laws:law-set", "GET"): {"ids": {"slug": "foster-1897"}},
    ("laws:card", "GET"): {"ids": {"slug": "foster-1897"}},
    ("laws:topic", "GET"): {"ids": {"slug": "foster-1897"}},
    ("language", "POST"): {"form": {"language": "de"}},
    ("sign-in", "POST"): {"form": {"username": "nobody", "password": "wrong"}},
    ("club-settings", "POST"): {
        "form": {"name": "Harbour and hill", "law_set": "foster-1897", "paper": "a4"}
    },
    ("club-new", "POST"): {"form": {"name": "Hill", "law_set": "foster-1897", "paper": "a4"}},
    ("members", "POST"): {"form": {"name": "Newcomer", "role": "player"}},
    ("member", "POST"): {"form": {"role": "scorer"}},
    ("member-rename", "POST"): {"form": {"name": "Another name"}},
    ("member-merge", "POST"): {"form": {"into": "1"}},
    ("member-account", "POST"): {"form": {"username": "new-account"}},
    ("held", "POST"): {"form": {"decision": "set-aside", "reason": "entered twice"}},
    ("table-new", "POST"): {"form": NEW_TABLE},
    ("club-cards", "POST"): {"form": {"tables": "2"}},
    ("table-word", "POST"): {"form": {"word": "CDFH"}},
    ("table-link", "POST"): {"form": {"secret": "guessed"}},
    ("table", "POST"): {"form": ENTRY},
    ("deal-cards", "POST"): {"form": ENTRY | {"tap": "AH"}},
    ("cuts", "POST"): {"form": {"purpose": "deal", "how": "draw"}},
    ("link-change", "POST"): {"form": {"change": "issue"}},
    ("deal", "POST"): {"form": {**ENTRY, "dealer": "1"}},
    ("correction-cards", "POST"): {"form": {**ENTRY, "dealer": "1", "tap": "AH"}},
    ("game-new", "GET"): {"fresh": True},
    ("evening-link", "POST"): {"form": {"change": "issue"}},
    ("game-new", "POST"): {"fresh": True, "form": SAME_PLAYERS | {"dealer": "1", "after": "1"}},
}
