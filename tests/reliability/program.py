"""Calls functions with Django set up: ``python -m tests.reliability.program``.

Each line that comes in is a function's whole name and its arguments, as JSON; each line that goes out is what
it returned. A module so called may import models, which only a program of its own can do on a server's
database (`tests.reliability.serving.Place.call`), and who calls again and again waits for one start.
"""

import json
import sys
from importlib import import_module

import django

if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        function, arguments = json.loads(line)
        module, _, name = function.rpartition(".")
        answer = getattr(import_module(module), name)(**arguments)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
