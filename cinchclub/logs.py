"""One JSON object a line. What was sent (bodies, query strings, tokens, cookies) is never part of it."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


class JsonLines(logging.Formatter):
    """Format a record as one line, so that nothing a client sends can forge another."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time, level, logger, message, and the traceback if there is one."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if status := getattr(record, "status_code", None):
            entry["status"] = status
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=True)


def configuration(level: str) -> dict[str, Any]:
    """Return the logging settings: everything on standard error, as lines of JSON."""
    passed_on = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["lines"], "level": level},
        "loggers": {"django": passed_on, "django.server": passed_on},
    }
