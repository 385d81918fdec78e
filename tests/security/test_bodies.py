"""The API leaves out the parts of an event that the pages hide from the caller's role."""

import re

import pytest
from django.test import Client

from scoring.events.people.services import entrant_links
from scoring.events.planning.services import event_changes
from tests.events.evenings import planned
from tests.security.world import routes
from tests.web.asking import send

SEED = "7f3e91-low-water"
REASON = "The caretaker wants the hall back."
SECRETS = {"seed": SEED, "a change's reason": REASON, "an unmet wish": "could not be kept apart"}
ROLES = ("player", "scorer", "director", "owner", "table", "guest")


def evening_with_wishes(club):
    """Plan an event with four players and one table. Two of the players wish to be kept apart."""
    evening = planned(club, 4, of_rounds=2, seed=SEED, wishes={1: {"keep_apart": [2]}})
    event_changes.change(**evening.action, values={"rounds": 3}, reason=REASON)
    return evening


def client_for(role, club, evening):
    if role == "table":
        return club.link_client(evening.table(1))
    if role != "guest":
        return club.client(role)
    client = Client()
    link = entrant_links.issue(**evening.action, member_id=evening.players[0])
    client.post("/e/", {"secret": entrant_links.secret_of(link)})
    return client


def told(client, evening, *, by_api):
    """Return the secrets in the answers to all GET requests about the event, and whether wishes are named."""
    ids = {"event": evening.pk, "event_id": evening.pk, "round_number": 1, "number": 1, "table_number": 1}
    found = set()
    for route in routes():
        if not re.search(r"<\w+:event(_id)?>", route.pattern) or route.is_api is not by_api:
            continue
        path = "/" + re.sub(r"<\w+:(\w+)>", lambda match: str(ids.get(match[1], "none")), route.pattern)
        answer = client.get(path)
        body = answer.content.decode() if answer.status_code == 200 else ""
        found |= {name for name, text in SECRETS.items() if text in body}
        wishes = re.search(r'"wishes": ?\{"|"keep_apart"|kept apart</span>', body)
        found |= {"wishes"} if wishes else set()
    return found


@pytest.mark.parametrize("is_begun", [False, True])
def test_the_api_tells_nobody_what_no_page_tells_them(club, is_begun):
    evening = evening_with_wishes(club)
    if is_begun:
        evening.start()
    # Before the start there are no tables, so no table has a link.
    for role in ROLES if is_begun else [role for role in ROLES if role != "table"]:
        client = client_for(role, club, evening)
        by_api = told(client, evening, by_api=True)
        if role in ("director", "owner"):
            assert by_api == {*SECRETS, "wishes"} - (set() if is_begun else {"an unmet wish"}), role
        else:
            by_pages = told(client, evening, by_api=False)
            assert by_api == by_pages == ({"seed"} if is_begun else set()), role


def test_an_answer_that_says_more_has_a_tag_of_its_own(club):
    evening = evening_with_wishes(club)
    tag = send(club.client("player"), "get", f"events/{evening.pk}/")["ETag"]
    director = club.client("director")
    assert director.get(f"/api/v1/events/{evening.pk}/", HTTP_IF_NONE_MATCH=tag).status_code == 200


@pytest.mark.parametrize(("role", "status"), [("player", 403), ("director", 200)])
def test_the_draft_of_a_movement_is_for_those_who_run_the_event(club, role, status):
    evening = planned(club, 8, of_rounds=3, movement={"kind": "rotation"})
    client = club.client(role)
    assert client.get(f"/events/{evening.pk}/print/movement.pdf").status_code == status
    offered = client.get(f"/events/{evening.pk}/print/").content.decode()
    assert ("movement.pdf" in offered) is (status == 200)
