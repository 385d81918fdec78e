"""A client that sends half a request and waits delays nobody else.

A body that never arrives whole changes nothing.
"""

import asyncio
import socket
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from django.core.handlers.wsgi import WSGIRequest

from cinchclub import serving
from cinchclub.refused import REFUSED
from cinchclub.serving import FewThreads
from tests.reliability.callers import Phone
from tests.reliability.requests_sent import Sent
from tests.reliability.serving import Place, place, served, server_address

THREADS, SLOW = 2, 300
DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}
LARGEST = 20


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, list[dict[str, Any]]]]:
    """Make a club with two tables."""
    with place(tmp_path_factory.mktemp("slow"), server_address()) as where:
        yield where, where.fill(tables=2)["tables"]


@pytest.fixture(scope="module")
def port(club: tuple[Place, list[dict[str, Any]]]) -> Iterator[int]:
    """Serve the club with few threads; yield the port."""
    with served(club[0], processes=1, environment={"CINCH_SERVER_THREADS": str(THREADS)}) as port:
        yield port


def half_a_request(port: int, table: dict[str, Any]) -> socket.socket:
    """Announce a deal of a hundred bytes, send its beginning, and wait until the bytes have left."""
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = [
        f"POST /api/v1/tables/{table['id']}/deals/ HTTP/1.1", "Host: 127.0.0.1",
        f"Authorization: Token {table['token']}", "Content-Type: application/json", "Content-Length: 100",
        "Expect: 100-continue", f"Idempotency-Key: {uuid4()}", "", "",
    ]  # fmt: skip
    line.sendall("\r\n".join(head).encode())
    assert b" 100 " in line.recv(64)  # the server now waits for the rest
    line.sendall(b'{"maker": 2')
    return line


@pytest.mark.fault
@pytest.mark.once
def test_who_sends_slowly_keeps_nobody_waiting(club, port):
    table = club[1][0]
    with ExitStack() as lines:
        for _ in range(SLOW):
            lines.enter_context(half_a_request(port, table))
        answer = Phone(port, table["token"], patience=60).record(table["id"], DEAL)
    assert (answer.status, answer.body["number"]) == (201, 1)


@pytest.mark.fault
@pytest.mark.once
def test_control_where_the_threads_that_answer_also_read_slow_senders_keep_a_phone_waiting(club):
    where, (_, table) = club
    environment = {"CINCH_SERVER_THREADS": str(THREADS)}
    with (
        served(where, processes=1, defects="unread", environment=environment) as port,
        ExitStack() as lines,
    ):
        for _ in range(THREADS):
            lines.enter_context(half_a_request(port, table))
        with pytest.raises(TimeoutError):
            Phone(port, table["token"], patience=2).record(table["id"], DEAL)


@pytest.mark.fault
@pytest.mark.once
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b'5a\r\n{"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}', id="broken off"),
        pytest.param(
            b'3a\r\n{"dealer":4,"maker":2,"bid":6,"trump":"H","points":[6,8]}\r\n0\r\n\r\n', id="whole"
        ),
    ],
)
def test_a_deal_in_chunks_is_refused_and_not_taken_as_nothing(club, port, sent):
    table = club[1][1]
    head = [
        f"POST /api/v1/tables/{table['id']}/deals HTTP/1.1", "Host: 127.0.0.1",
        f"Authorization: Token {table['token']}", "Content-Type: application/json",
        "Transfer-Encoding: chunked", f"Idempotency-Key: {uuid4()}", "", "",
    ]  # fmt: skip
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall("\r\n".join(head).encode() + sent)
        assert b" 411 " in line.recv(64)


def site() -> tuple[FewThreads, list[dict[str, Any]]]:
    """Return an application that records the requests it gets, and the list of these requests."""
    seen: list[dict[str, Any]] = []

    def application(environment: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(environment)
        start_response(f"{environment.get(REFUSED, 200)} so", [])
        return []

    return FewThreads(application, 1, LARGEST), seen


def run(answering: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own: a browser of other tests may keep a loop in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, answering).result()


def read(sent: Sent) -> bytes:
    """Return the part of a request's body that the application reads."""
    served_by, seen = site()
    run(served_by.__rsgi__(sent, sent))
    return b"".join(environment["wsgi.input"].read() for environment in seen)


@pytest.mark.parametrize(
    ("length", "sent", "given"),
    [
        ("20", b"b" * 20, b"b" * 20),
        # A body that is too long is refused later without being read. A body without a length is not read by
        # this application.
        ("21", b"c" * 21, b""),
        ("0", b"left alone", b""),
        ("", b"left alone", b""),
        (None, b"left alone", b""),
        ("-1", b"left alone", b""),
        ("5 000", b"left alone", b""),
    ],
)
def test_a_body_is_given_whole(length, sent, given):
    headers = {} if length is None else {"content-length": length}
    assert read(Sent(headers=headers, body=sent)) == given


def test_what_did_not_come_whole_is_not_read_at_all():
    """Half a form would still be a valid form."""
    served_by, seen = site()
    sent = Sent(headers={"content-length": "20"}, is_whole=False)
    run(served_by.__rsgi__(sent, sent))
    assert (seen, sent.answer) == ([], None)


def test_a_body_that_is_late_is_refused_and_its_connection_closed(monkeypatch):
    monkeypatch.setattr(serving, "PROMPT", 0.05)
    monkeypatch.setattr(serving, "BODY_PATIENCE", 0.1)
    served_by, seen = site()
    sent = Sent(headers={"content-length": "20"}, body=None)
    run(served_by.__rsgi__(sent, sent))
    assert sent.answer == (408, b"")
    assert ("connection", "close") in sent.answered
    assert seen[0]["wsgi.input"].read() == b""


@pytest.mark.parametrize("is_behind_proxy", [False, True])
def test_one_address_has_few_late_bodies_and_whole_ones_pass(monkeypatch, settings, is_behind_proxy):
    monkeypatch.setattr(serving, "BODIES_AT_ONCE", 3)
    monkeypatch.setattr(serving, "PROMPT", 0.1)
    monkeypatch.setattr(serving, "BODY_PATIENCE", 0.6)
    settings.BEHIND_PROXY = is_behind_proxy

    def sent(address: str, number: int, body: bytes | None) -> Sent:
        # Addresses that the sender writes before the proxy's own entry are ignored; without a proxy the
        # header is ignored.
        forwarded = f"198.51.100.{number}, {address}" if is_behind_proxy else f"198.51.100.{number}"
        client = "127.0.0.1:1" if is_behind_proxy else f"{address}:{number}"
        return Sent(headers={"content-length": "2", "x-forwarded-for": forwarded}, body=body, client=client)

    async def all_at_once() -> tuple[list[Sent], list[Sent]]:
        served_by, _ = site()
        slow = [sent("192.0.2.1", number, None) for number in range(5)]
        waiting = [asyncio.create_task(served_by.__rsgi__(each, each)) for each in slow]
        await asyncio.sleep(0.3)
        assert sorted(served_by.arriving.values()) == [3]
        prompt = [sent("192.0.2.1", 6, b"{}"), sent("192.0.2.2", 1, b"{}")]
        for each in prompt:
            await served_by.__rsgi__(each, each)
        await asyncio.gather(*waiting)
        assert not served_by.arriving
        return slow, prompt

    slow, prompt = run(all_at_once())
    assert [each.answer for each in slow] == [(408, b"")] * 3 + [(503, b"")] * 2
    assert [each.answer for each in prompt] == [(200, b"")] * 2


def test_a_request_is_described_as_django_reads_it():
    headers = [
        ("content-type", "text/plain"), ("cookie", "a=1"), ("cookie", "b=2"), ("accept", "b"),
        ("x-forwarded-for", "192.0.2.9"), ("x_forwarded_for", "192.0.2.66"), ("accept", "c"),
    ]  # fmt: skip
    sent = Sent(path="/clubs/Ærø/", query_string="a=%20b", headers=headers, client="[2001:db8::1]:80")
    served_by, seen = site()
    run(served_by.__rsgi__(sent, sent))
    request = WSGIRequest(seen[0])
    assert (request.path, request.GET["a"], request.method) == ("/clubs/Ærø/", " b", "POST")
    assert request.META["REMOTE_ADDR"] == "2001:db8::1"
    assert request.COOKIES == {"a": "1", "b": "2"}
    assert (request.headers["X-Forwarded-For"], request.headers["Accept"]) == ("192.0.2.9", "b,c")
