"""The press and the lines of a filled score sheet: fonts are opened once, and no caller blocks others."""

import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Semaphore
from types import SimpleNamespace
from typing import Any, cast

import pytest

from scoring.printing import press, typesetter
from scoring.printing.score_sheets import _line
from scoring.refusals import Busy

JAPANESE = [
    "\u7530\u4e2d\u592a\u90ce",
    "\u5c71\u672c\u82b1\u5b50",
    "\u4f50\u85e4\u5065",
    "\u9234\u6728\u4e00",
]


def test_each_font_is_opened_once_however_many_letters_are_missing(monkeypatch):
    opened: list[tuple[str, int]] = []
    look = typesetter.characters

    def counted(path: str, index: int) -> frozenset[int]:
        opened.append((path, index))
        return look(path, index)

    monkeypatch.setattr(typesetter, "characters", counted)

    typesetter.missing(JAPANESE)

    assert opened, "this computer has a font"
    assert len(opened) == len(set(opened))


class Held:
    """A replacement for the typesetter, in which every sheet waits until ``let_go`` is set."""

    def __init__(self) -> None:
        self.begun, self.let_go = Semaphore(0), Event()

    def run(self, program: list[str], **wanted: object) -> subprocess.CompletedProcess[bytes]:
        self.begun.release()
        assert self.let_go.wait(30)
        return subprocess.CompletedProcess(program, 0, b"%PDF-", b"")


@pytest.fixture
def held(monkeypatch) -> Iterator[Held]:
    """Make every sheet wait in the typesetter."""
    presses = Held()
    monkeypatch.setattr(press.subprocess, "run", presses.run)
    yield presses
    presses.let_go.set()


def sent(several: ThreadPoolExecutor, *callers: str) -> list[Future[bytes]]:
    return [several.submit(press.pdf, "results", {}, caller=caller) for caller in callers]


def refused(sheet: Future[bytes]) -> str:
    with pytest.raises(Busy) as refusal:
        sheet.result(30)
    return refusal.value.code


def test_a_third_sheet_of_one_caller_is_refused_at_once_and_another_is_set(held):
    with ThreadPoolExecutor(9) as several:
        mine = sent(several, "link 1", "link 1")
        for _ in mine:
            assert held.begun.acquire(timeout=30)
        (third,) = sent(several, "link 1")
        assert refused(third) == "sheets-under-way"
        (other,) = sent(several, "link 2")
        held.let_go.set()
        assert [sheet.result(30) for sheet in (*mine, other)] == [b"%PDF-"] * 3
        (again,) = sent(several, "link 1")
        assert again.result(30) == b"%PDF-"


def test_where_too_many_wait_the_next_is_refused_at_once(held):
    with ThreadPoolExecutor(24) as several:
        sheets = sent(several, *(f"link {number}" for number in range(24)))
        refusals = {refused(sheet) for sheet in wait_for_refusals(sheets, 18)}
        assert refusals == {"presses-busy"}
        held.let_go.set()
        assert sum(sheet.exception(30) is None for sheet in sheets) == 6


def wait_for_refusals(sheets: list[Future[bytes]], count: int) -> list[Future[bytes]]:
    """Return the sheets that are answered while the other sheets wait."""
    answered = Semaphore(0)
    for sheet in sheets:
        sheet.add_done_callback(lambda _sheet: answered.release())
    for _ in range(count):
        assert answered.acquire(timeout=30)
    return [sheet for sheet in sheets if sheet.done()]


def test_who_has_waited_long_enough_for_a_press_is_refused(held, monkeypatch):
    monkeypatch.setattr(press, "LONGEST_WAIT", 0.05)
    with ThreadPoolExecutor(9) as several:
        mine = sent(several, "link 1", "link 2")
        for _ in mine:
            assert held.begun.acquire(timeout=30)
        (third,) = sent(several, "link 3")
        assert refused(third) == "presses-busy"
        held.let_go.set()
        assert [sheet.result(30) for sheet in mine] == [b"%PDF-"] * 2


def test_a_sheet_that_takes_too_long_is_refused_and_no_fault(monkeypatch):
    monkeypatch.setattr(press, "LONGEST_SECONDS", 0.001)
    with pytest.raises(Busy) as refusal:
        press.pdf("results", {})
    assert refusal.value.code == "sheet-too-slow"


def line(*, bid: int, maker: int = 1, counted: bool = True) -> dict[str, Any]:
    deal = SimpleNamespace(dealer=4, maker=maker, bid=bid, trump="H")
    score = SimpleNamespace(
        new_deal=False, bid=bid if counted else 0, bid_made=True, scored=[0, 0], after=[0, 0]
    )
    entry = SimpleNamespace(deal=deal, score=score, counted=counted, points=[9, 5])
    return _line(1, cast(Any, SimpleNamespace(seq=1)), cast(Any, entry), ["Arles", "Brig", "Como", "Dole"])


@pytest.mark.parametrize(
    ("bid", "counted", "bidder", "shown"),
    [(8, True, "Arles", "8"), (8, False, "Arles", "8"), (0, True, None, None)],
)
def test_whoever_bid_is_named_with_the_bid_and_nobody_where_nobody_bid(bid, counted, bidder, shown):
    written = line(bid=bid, counted=counted)
    assert (written["bidder"], written["bid"]) == (bidder, shown)
