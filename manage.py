#!/usr/bin/env python
"""Django's command line for Cinch Club; ``./cinch manage`` calls it in the right environment."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db.utils import DatabaseError


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError:
        if why := unusable():
            sys.exit(why)
        raise


def unusable() -> str | None:
    """Return in one line why commands cannot use the database, or None if it answers and is up to date."""
    from scoring.office import schema  # imported here because it reads the settings

    try:
        if refusal := schema.refusal():
            return refusal
        steps = schema.steps_to_migrate()
    except DatabaseError as failure:
        return f"The database cannot be reached: {str(failure).splitlines()[0]}"
    if steps:
        return "The database is not set up, or not up to date: manage.py migrate does that."
    return schema.damage()


if __name__ == "__main__":
    main()
