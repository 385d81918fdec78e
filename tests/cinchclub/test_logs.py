"""The log of the worker and beat while the broker is away, and the line that the launcher repeats."""

import io
import json
import logging

import pytest
import redis
from celery.beat import SchedulingError
from kombu.exceptions import OperationalError

from cinchclub.launcher.processes import Child
from cinchclub.logs import JsonLines, OneLineAnOutage

REFUSED = "Error 111 connecting to valkey.sock. Connection refused."


def scheduling() -> None:
    """Fail as beat does: Celery's error has Kombu's error as cause, which has the broker's error as cause."""
    try:
        try:
            raise redis.ConnectionError(REFUSED)
        except redis.ConnectionError as error:
            raise OperationalError(REFUSED) from error
    except OperationalError:
        # Celery sets no cause either.
        raise SchedulingError("Couldn't apply scheduled task sweep events")  # noqa: B904


def acknowledging() -> None:
    """Fail as an acknowledgement does."""
    raise redis.ConnectionError(REFUSED)


def hanging() -> None:
    """Fail like a command that gets no answer from a hanging broker."""
    raise redis.TimeoutError(REFUSED)


def fault_of_ours() -> None:
    """Fail by a programming error while the broker's error is handled."""
    try:
        acknowledging()
    except redis.ConnectionError:
        {}["no such key"]


@pytest.fixture
def log():
    """Return a logger like Celery's, and its output."""
    written, logger = io.StringIO(), logging.Logger("celery.beat")
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    handler.addFilter(OneLineAnOutage())
    logger.addHandler(handler)
    return logger, lambda: [json.loads(line) for line in written.getvalue().splitlines()]


def report(logger: logging.Logger, fail: object, second: float | None = None) -> None:
    """Log a failure with its traceback, now or at a given second."""
    try:
        fail()  # type: ignore[operator]
    except Exception as error:
        names = (logger.name, logging.ERROR, "", 0, "Message Error: %s\n%s", (error, ["a stack"]))
        record = logging.LogRecord(*names, (type(error), error, error.__traceback__))
        record.created = record.created if second is None else float(second)
        logger.handle(record)


@pytest.mark.parametrize("fail", [scheduling, acknowledging, hanging])
def test_an_outage_of_the_broker_is_one_line_without_a_traceback(log, fail):
    logger, lines = log
    for second in range(0, 300, 2):
        report(logger, fail, second)
    (line,) = lines()
    assert line["message"] == f"The broker does not answer: {REFUSED}"
    assert line["level"] == "warning"
    assert "traceback" not in line


def test_the_attempts_to_reconnect_belong_to_the_same_outage(log):
    logger, lines = log
    logger.warning("%s (%r)", "Connection to broker lost", redis.ConnectionError(REFUSED))
    report(logger, acknowledging)
    logger.error("Cannot connect to %s: %s.\n%s", "valkey.sock", OperationalError(REFUSED), "Trying again")
    logger.error("Cannot connect to %s: %s.\n%s", "valkey.sock", ConnectionRefusedError(REFUSED), "")
    assert [line["message"] for line in lines()] == [f"The broker does not answer: {REFUSED}"]


def test_the_next_outage_is_written_with_the_number_of_lines_left_out_of_the_last(log):
    logger, lines = log
    for second in (0, 2, 4, 70):
        report(logger, acknowledging, second)
    assert [line.get("like_it_left_out") for line in lines()] == [None, 2]


def test_a_fault_of_ours_keeps_its_traceback_and_is_written_each_time(log):
    logger, lines = log
    for _ in range(3):
        report(logger, fault_of_ours)
    assert len(lines()) == 3
    assert all("fault_of_ours" in line["traceback"] for line in lines())


@pytest.mark.parametrize(("name", "count"), [("celery.worker.consumer.consumer", 1), ("celery.app.trace", 2)])
def test_a_refused_command_is_an_outage_only_where_the_worker_connects(log, name, count):
    logger, lines = log
    logger.name = name
    for _ in range(2):
        logger.error("Cannot connect: %s", redis.ResponseError("MISCONF Errors writing to the AOF file"))
    assert len(lines()) == count


def test_lines_of_other_programs_about_lost_connections_are_written(log):
    logger, lines = log
    logger.name = "django.request"
    for _ in range(2):
        report(logger, acknowledging)
    assert len(lines()) == 2
    assert all(line["traceback"] for line in lines())


@pytest.mark.parametrize(
    ("written", "repeated"),
    [
        ("", "it said nothing"),
        ("a line\nthe last\n\n", "the last"),
        (json.dumps({"message": "It ended\nin two lines", "traceback": "a\nb"}), "It ended"),
        ('{"message": ""}', '{"message": ""}'),
        ('{"cut off', '{"cut off'),
        ("17", "17"),
    ],
)
def test_the_launcher_repeats_the_last_message_without_its_traceback(tmp_path, written, repeated):
    log = tmp_path / "worker.log"
    log.write_text(written)
    assert Child("worker", [], log).last_words() == repeated
