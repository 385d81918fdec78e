"""The checks of every answer to a generated request, and the roles that send requests."""

from typing import Any

ROLES = ("anonymous", "player", "scorer", "director", "stranger")

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "ignored_auth",
)
"""No 5xx, no answer outside the description, and nothing for strangers where a caller has to sign in."""


def real_ids(parameters: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a URL with ids of existing records, so that not every answer is 404."""
    return {name: known.get(name, value) for name, value in parameters.items()}
