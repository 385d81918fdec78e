"""One JSON object a line. What was sent (bodies, query strings, tokens, cookies) is never part of it."""

import json
import logging
from datetime import UTC, datetime


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
