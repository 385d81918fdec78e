"""What is asked of every answer to a made-up request, and who asks; for the gate and for the long run."""

from typing import Any

ROLES = ("anonymous", "player", "scorer", "director", "stranger")

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "ignored_auth",
)
"""No 5xx, no answer outside the description, nothing for nobody that somebody has to sign in for."""


def real_ids(parameters: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of an address with things that exist, so that more than 404 is met."""
    return {name: known.get(name, value) for name, value in parameters.items()}
