#!/usr/bin/env python
"""Django's command line for Cinch Club; ``./cinch manage`` calls it in the right environment."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
