"""A web process has loaded the laws before its first request. Recording never waits for a printed sheet."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.urls import reverse

from cinchclub.serving import SHEET_THREADS, FewThreads
from tests.cinchclub.test_checks import start
from tests.reliability.requests_sent import Sent

READ = "print(library.law_sets.cache_info().currsize, library.law_books.cache_info().currsize)"


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param("import cinchclub.rsgi", id="web"),
        pytest.param(
            "from celery.signals import worker_init; from cinchclub.celery import app; "
            "app.finalize(); worker_init.send(sender=None)",
            id="worker",
        ),
    ],
)
def test_a_server_has_loaded_the_laws(begin, tmp_path):
    program = f"import django; django.setup(); from laws import library\n{READ}\n{begin}\n{READ}"

    ended = start(program, CINCH_VAR=str(tmp_path))

    assert ended.returncode == 0, ended.stderr
    # Django alone loads none of these.
    assert ended.stdout.split("\n") == ["0 0", "1 1", ""]


def test_recording_never_waits_for_a_sheet():
    let_go = Event()

    def application(environment: dict[str, Any], start_response: Any) -> list[bytes]:
        if environment["PATH_INFO"].endswith(".pdf"):
            assert let_go.wait(30)
        start_response("200 OK", [])
        return [b"done"]

    site = FewThreads(application, threads=1, largest=20)

    def ask(path: str) -> object:
        sent = Sent(path=path)
        asyncio.run(site.__rsgi__(sent, sent))
        return sent.answer

    with ThreadPoolExecutor(4 * SHEET_THREADS) as several:
        sheets = [several.submit(ask, "/tables/1/print/filled-sheet.pdf") for _ in range(3 * SHEET_THREADS)]
        try:
            assert several.submit(ask, "/api/v1/tables/1/deals/").result(30) == (200, b"done")
            assert not any(sheet.done() for sheet in sheets)
        finally:
            let_go.set()
        assert [sheet.result(30) for sheet in sheets] == [(200, b"done")] * len(sheets)


def test_every_sheet_is_known_by_its_address():
    assert reverse("table-print", args=[1, "card"]).endswith(".pdf")
    assert reverse("event-sheet", args=[1, "results"]).endswith(".pdf")
