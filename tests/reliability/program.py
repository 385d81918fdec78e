"""Calls functions with Django set up: ``python -m tests.reliability.program``.

Each line of input is a function's full name and its arguments, as JSON; each line of output is the function's
result. A module whose functions are called this way may import models, because the program has a server's
database (`tests.reliability.serving.Place.call`). A caller with many calls waits for one start.
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
