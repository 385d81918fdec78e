"""Starts and stops the processes of ``./cinch run``, and the servers of ``./cinch test``.

``cinch`` has set up the environment before any of this is imported. Nothing here knows about cards.
"""


class Halt(Exception):
    """The launcher cannot go on; the text is the one line that says why and what to do."""
