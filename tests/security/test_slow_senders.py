"""Who sends half a request and waits keeps nobody else waiting; what never came whole changes nothing."""

import io
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest

from cinchclub.serving import FewThreads
from tests.reliability.callers import Phone
from tests.reliability.serving import Place, place, served, server_address

THREADS, SLOW = 2, 12
DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}
LARGEST = 20


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, list[dict[str, Any]]]]:
    """Make a club with two tables."""
    with place(tmp_path_factory.mktemp("slow"), server_address()) as where:
        yield where, where.fill(tables=2)["tables"]


def half_a_request(port: int, table: dict[str, Any]) -> socket.socket:
    """Promise a deal of a hundred bytes, send the beginning of it, and wait until it has left."""
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = [
        f"POST /api/v1/tables/{table['id']}/deals/ HTTP/1.1", "Host: 127.0.0.1",
        f"Authorization: Token {table['token']}", "Content-Type: application/json", "Content-Length: 100",
        "Expect: 100-continue", f"Idempotency-Key: {uuid4()}", "", "",
    ]  # fmt: skip
    line.sendall("\r\n".join(head).encode())
    assert b" 100 " in line.recv(64)  # a thread of the server has it
    line.sendall(b'{"maker": 2')
    return line


@pytest.mark.fault
@pytest.mark.once
@pytest.mark.parametrize(
    ("defects", "at_table", "slow", "patience"),
    [("", 0, SLOW, 60), pytest.param("unread", 1, THREADS, 2, id="control: who answers reads")],
)
def test_who_sends_slowly_keeps_nobody_waiting(club, defects, at_table, slow, patience):
    where, tables = club
    table, environment = tables[at_table], {"CINCH_SERVER_THREADS": str(THREADS)}
    with (
        served(where, processes=1, defects=defects, environment=environment) as port,
        ExitStack() as lines,
    ):
        for _ in range(slow):
            lines.enter_context(half_a_request(port, table))
        phone = Phone(port, table["token"], patience=patience)
        if defects:
            with pytest.raises(TimeoutError):
                phone.record(table["id"], DEAL)
        else:
            answer = phone.record(table["id"], DEAL)
            assert (answer.status, answer.body["number"]) == (201, 1)


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
def test_a_deal_in_chunks_is_refused_and_not_taken_as_nothing(club, sent):
    where, tables = club
    head = [
        f"POST /api/v1/tables/{tables[1]['id']}/deals HTTP/1.1", "Host: 127.0.0.1",
        f"Authorization: Token {tables[1]['token']}", "Content-Type: application/json",
        "Transfer-Encoding: chunked", f"Idempotency-Key: {uuid4()}", "", "",
    ]  # fmt: skip
    with (
        served(where, processes=1) as port,
        socket.create_connection(("127.0.0.1", port), timeout=60) as line,
    ):
        line.sendall("\r\n".join(head).encode() + sent)
        assert b" 411 " in line.recv(64)


def read(length: object, sent: bytes) -> bytes:
    """Return what an application reads of a body of which so much was promised and so much came."""
    seen: list[bytes] = []

    def application(environment: dict[str, Any], start_response: object) -> list[bytes]:
        seen.append(environment["wsgi.input"].read())
        return []

    environment = {"REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(sent)}
    if length is not None:
        environment["CONTENT_LENGTH"] = length
    FewThreads(application, 1, LARGEST)(environment, lambda status, headers: None)
    return seen[0]


@pytest.mark.parametrize(
    ("length", "sent", "given"),
    [
        ("5", b"a deal", b"a dea"),
        ("20", b"b" * 20, b"b" * 20),
        # What is too long is refused unread further in, and what names no length is none of ours to read.
        ("21", b"c" * 21, b"c" * 21),
        ("0", b"left alone", b"left alone"),
        ("", b"left alone", b"left alone"),
        (None, b"left alone", b"left alone"),
        ("-1", b"left alone", b"left alone"),
        ("5 000", b"left alone", b"left alone"),
    ],
)
def test_a_body_is_given_whole(length, sent, given):
    assert read(length, sent) == given


def test_what_did_not_come_whole_is_not_read_at_all():
    """Half a form would still be a form."""
    with pytest.raises(ConnectionResetError):
        read("20", b"maker=2&bid=6")
