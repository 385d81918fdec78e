"""Gives Schemathesis' own command ids of existing records, so that not every answer is 404.

Every other request keeps its generated id. Schemathesis finds this module by SCHEMATHESIS_HOOKS, which
`tests.security.fuzz` sets.
"""

import itertools
import json
import os
from typing import Any

import schemathesis

from tests.security.fuzzing import real_ids

TURNS = itertools.count()
KNOWN = json.loads(os.environ.get("CINCH_FUZZ_IDS", "{}"))


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Replace every other generated id by the id of an existing record."""
    if not path_parameters or next(TURNS) % 2:
        return path_parameters
    return real_ids(path_parameters, KNOWN)
