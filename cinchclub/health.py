"""The health check: database, broker, worker and free disk space."""

import shutil

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.office import schema
from scoring.workers.heartbeat import broker_and_worker

# If the disk has less free space than each of these limits, requests that write are refused.
# Transactions that are open can use the rest of the disk.
LEAST_FREE_BYTES = 500 * 1024 * 1024
LEAST_FREE_SHARE = 0.10


def read_only() -> bool:
    """Return whether the disk is too full to record anything. False if its free space is unknown.

    While the disk is too full, requests that write are refused with 503, except signing in and out.

    Nothing is cached: the disk can fill up between two requests, and the call takes microseconds.
    """
    try:
        disk = shutil.disk_usage(settings.VAR if settings.VAR.exists() else settings.BASE_DIR)
    except OSError:
        return False
    return disk.free < min(LEAST_FREE_BYTES, LEAST_FREE_SHARE * disk.total)


def database_trouble() -> str | None:
    """Return why the database cannot be used, or None if it can.

    A database can be used if it answers and has the tables of this version.
    """
    try:
        if schema.refusal() or schema.lacks():
            return (
                "The database was not made by this version: stop the club, and ./cinch run says what to do."
            )
    except DatabaseError:
        return "The database does not answer."
    return None


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if deals can at least be read, 503 if the database is away or of another version.

    - ``ok``: everything works.
    - ``degraded``: there is no broker or no worker, or the disk is so full that nothing is recorded.
    - ``down``: the database cannot be used; ``detail`` has the reason.
    """
    trouble = database_trouble()
    database = trouble is None
    ping, worker = broker_and_worker()
    full = read_only()
    status = "down" if not database else "ok" if ping and worker and not full else "degraded"
    state = {"status": status, "database": database, "broker": ping, "worker": worker, "read_only": full}
    state |= {"detail": trouble} if trouble else {}
    return JsonResponse(state, status=200 if database else 503)
