"""Logging as one JSON object per line, without request bodies, query strings, tokens or cookies."""

import json
import logging
import re
from datetime import UTC, datetime
from http import HTTPStatus
from threading import Lock
from typing import Any

import redis
from billiard.exceptions import RestartFreqExceeded  # type: ignore[import-untyped]  # it has no types
from celery.beat import SchedulingError
from kombu.exceptions import OperationalError

A_MINUTE = 60.0
SECRET_PATHS = re.compile(r"/(invitations|set-password)/[^\s?#\"'<>]+")
"""Paths that contain a secret. Anybody who reads such a path in a log could use the link."""

OUTAGES = (redis.ConnectionError, redis.TimeoutError, OperationalError, ConnectionError, TimeoutError)

REFUSALS = (redis.ResponseError, RestartFreqExceeded)
"""Errors that count as an outage only while the worker connects. Later, the program can be the cause."""


class JsonLines(logging.Formatter):
    """A formatter that writes one line per record, so that a client's text cannot forge a log line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time, level, logger and message.

        If known, the JSON also has the status, the number of similar records that were left out, and the
        traceback. Secrets in paths are replaced.
        """
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _redacted(record.getMessage()),
        }
        if status := getattr(record, "status_code", None):
            entry["status"] = status
        if left_out := getattr(record, "left_out", 0):
            entry["like_it_left_out"] = left_out
        if record.exc_info:
            entry["traceback"] = _redacted(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=True)


class OneRefusalAMinute(logging.Filter):
    """A filter that passes at most one line a minute about requests refused with 429.

    The next line that passes has the number of lines that were left out. Without the filter, a client that
    keeps trying could fill the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self.passed_at, self.left_out, self.lock = float("-inf"), 0, Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the record. Every record without status 429 is written.

        A record with status 429 that is written gets the number of records that were left out before it.
        """
        if getattr(record, "status_code", None) != HTTPStatus.TOO_MANY_REQUESTS:
            return True
        with self.lock:
            if record.created - self.passed_at < A_MINUTE:
                self.left_out += 1
                return False
            record.left_out, self.left_out, self.passed_at = self.left_out, 0, record.created
        return True


class OneLineAnOutage(logging.Filter):
    """A filter that passes one line per outage of the broker, without a traceback.

    Celery logs every failed attempt of the worker and beat, most with a traceback. Two attempts less than a
    minute apart belong to the same outage.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen_at, self.left_out, self.lock = float("-inf"), 0, Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the record. Every record that is not about a broker outage is written.

        A record about an outage that is written becomes a warning without a traceback. It gets the number of
        records that were left out before it.
        """
        if not record.name.startswith(("celery", "kombu")) or not (outage := _outage(record)):
            return True
        with self.lock:
            is_same, self.seen_at = record.created - self.seen_at < A_MINUTE, record.created
            if is_same:
                self.left_out += 1
                return False
            record.left_out, self.left_out = self.left_out, 0
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = "The broker does not answer: %s", (outage,)
        record.exc_info = record.exc_text = None
        return True


def _outage(record: logging.LogRecord) -> BaseException | None:
    arguments = record.args if isinstance(record.args, tuple) else ()
    failure = record.exc_info[1] if record.exc_info else None
    if failure is None:
        failure = next((part for part in arguments if isinstance(part, BaseException)), None)
    # Celery wraps the broker's error in this exception.
    if isinstance(failure, SchedulingError):
        failure = failure.__context__
    is_connecting = record.name == "celery.worker.consumer.consumer"
    return failure if isinstance(failure, (*OUTAGES, *(REFUSALS if is_connecting else ()))) else None


def _redacted(text: str) -> str:
    return SECRET_PATHS.sub(r"/\1/…/", text)
