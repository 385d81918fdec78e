"""What is typed line by line with the plan of an event: single parameters that differ."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.domain.parameters import PARAMETERS
from scoring.tables.forms.tables import typed_value, written_value


def parse_parameters(text: str) -> dict[str, Any]:
    """Return the parameters that were typed. Raises InvalidInput for a line that cannot be read."""
    values: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not line.strip():
            continue
        if not colon or name not in PARAMETERS or not value:
            refusal = gettext("Line %(number)s: a parameter of the law set, a colon, and its value.")
            raise InvalidInput({"parameters": refusal % {"number": number}})
        values[name] = typed_value(name, value)
    return values


def parameter_lines(values: Mapping[str, Any]) -> str:
    """Return parameters with their values as they are typed."""
    return "\n".join(f"{name}: {written_value(value)}" for name, value in values.items())
