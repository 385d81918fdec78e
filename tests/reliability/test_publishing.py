"""House laws at one real server: one draft gives one revision, and no reader gets an outdated revision.

The web server has two processes, a database of its own and no broker.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from uuid import uuid4

import pytest

from tests.house_laws.making import written
from tests.reliability.callers import Answer, Phone, Site, at_once, site_of
from tests.reliability.serving import served

pytestmark = [pytest.mark.fault, pytest.mark.database]

SETS = "/api/v1/clubs/harbour/law-sets/"
SLUG = "harbour-laws"
AT = f"{SETS}{SLUG}/"
ROUNDS = 6
CONFLICTS = {"no-draft", "draft-changed"}
"""The codes of the conflict that the slower request gets: the draft is gone, or has changed."""


class Office(Site):
    """A club whose owner writes laws, and two members who publish them."""

    def second(self, place: int) -> Phone:
        """Return a phone of the director if ``place`` is even, else of the deputy.

        Both may publish the draft.
        """
        return Phone(self.port, self.club["roles"][("director", "deputy")[place % 2]])

    def write(self, score: int) -> str:
        """Write the draft again with this game score; return the draft's mark."""
        text = {"written": written(title=f"To {score}", parameters={"game_score": str(score)})}
        answer = self.owner().send("PUT", f"{AT}draft/", text)
        assert answer.status == 200, answer.body
        return str(answer.body["mark"])

    def publish(self, place: int, mark: str) -> Answer:
        """Publish the draft with this mark, under a fresh key."""
        sent = {"Idempotency-Key": str(uuid4())}
        return self.second(place).send("POST", f"{AT}draft/publish/", {"mark": mark}, **sent)

    def edit(self, mark: str, score: int) -> Answer:
        """Change the draft with this mark."""
        text = written(title=f"To {score}", parameters={"game_score": str(score)})
        return self.owner().send("PUT", f"{AT}draft/", {"written": text, "mark": mark})

    def revisions(self) -> list[int]:
        """Return the numbers of the revisions, the latest first."""
        return [each["number"] for each in self.owner().send("GET", AT).body["revisions"]]

    def score(self) -> int:
        """Return the game score of the latest revision, read from the API."""
        return int(self.owner().send("GET", f"/api/v1/law-sets/{SLUG}/").body["parameters"]["game_score"])


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """Serve a club with a house law set that is not published yet; verify the records at the end."""
    with site_of(tmp_path_factory.mktemp("office"), tables=0) as site:
        made = Office(site.port, site.where, site.club)
        begun = made.owner().send("POST", SETS, {"slug": SLUG, "written": written()})
        assert begun.status == 201, begun.body
        yield made
        assert made.holds()


def raced_publishing(office: Office, scores: range) -> Iterator[list[Answer]]:
    """Let six phones of two members publish the same draft at once, repeatedly."""
    for score in scores:
        mark = office.write(score)
        yield at_once([partial(office.publish, number, mark) for number in range(6)])


def raced_editing(office: Office, scores: range) -> Iterator[tuple[Answer, Answer]]:
    """Let the owner change the draft at the moment when another member publishes it, repeatedly."""
    for score in scores:
        mark = office.write(score)
        published, edited = at_once(
            [partial(office.publish, 0, mark), partial(office.edit, mark, score + 500)]
        )
        yield published, edited


def test_a_draft_published_by_two_persons_at_once_is_one_revision(office):
    for answers in raced_publishing(office, range(101, 101 + ROUNDS)):
        assert Counter(answer.status for answer in answers) == {201: 1, 409: 5}, [
            each.body for each in answers
        ]
        assert {answer.body["code"] for answer in answers if answer.status == 409} <= CONFLICTS
        number = next(answer.body["number"] for answer in answers if answer.status == 201)
        assert office.revisions() == list(range(number, 0, -1))


def test_of_a_publisher_and_an_editor_the_slower_gets_a_conflict(office):
    for published, edited in raced_editing(office, range(201, 201 + ROUNDS)):
        statuses = (published.status, edited.status)
        assert statuses in {(201, 409), (409, 200)}, (published.body, edited.body)
        assert (edited if published.status == 201 else published).body["code"] in CONFLICTS
        numbers = office.revisions()
        assert numbers == list(range(len(numbers), 0, -1))
        if published.status == 201:
            assert numbers[0] == published.body["number"]
            assert office.score() < 500, "what was looked at is published, not what came after"


def readings(office: Office, scores: range, readers: int = 3) -> list[tuple[int, int]]:
    """Publish one revision after the other while readers read the game score. Return what they read.

    Each item holds the score whose publication was acknowledged before the reading began, and the score read.
    """
    acknowledged, is_over = [0], [False]
    seen: list[tuple[int, int]] = []

    def publish() -> None:
        try:
            for score in scores:
                answer = office.publish(score, office.write(score))
                assert answer.status == 201, answer.body
                acknowledged[0] = score
        finally:
            is_over[0] = True

    def read() -> None:
        while not is_over[0]:
            before = acknowledged[0]
            seen.append((before, office.score()))

    at_once([publish, *[read] * readers])
    return seen


def test_nobody_reads_an_older_revision_than_one_already_acknowledged(office):
    office.publish(0, office.write(300))
    seen = readings(office, range(301, 301 + ROUNDS))
    assert len({after for _before, after in seen}) > 1, "somebody read while it was published"
    assert [(before, after) for before, after in seen if after < before] == []


def test_control_a_missing_lock_is_found(office):
    defects = "stock-sqlite" if office.where.url.startswith("sqlite") else "unlocked"
    with served(office.where, defects=defects) as port:
        unsafe = Office(port, office.where, office.club)
        races = raced_publishing(unsafe, range(401, 401 + 2 * ROUNDS))
        is_found = any(
            answer.status != 201
            and (answer.status, answer.body.get("code")) not in {(409, code) for code in CONFLICTS}
            for answers in races
            for answer in answers
        )
    assert is_found, "without the lock only the constraints tell, not what the other one did"


@pytest.mark.once
def test_control_a_cache_that_knows_no_revisions_is_found(office):
    # With a single process, the last read comes from the process whose cache is out of date.
    with served(office.where, processes=1, defects="stale") as port:
        stale = Office(port, office.where, office.club)
        stale.publish(0, stale.write(600))
        stale.score()
        last = 601 + ROUNDS
        seen = [*readings(stale, range(601, last)), (last - 1, stale.score())]
    assert any(after < before for before, after in seen)
