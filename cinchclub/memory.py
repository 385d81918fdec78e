"""How a process of the web server keeps its memory small while a hall comes and goes."""

import ctypes
import gc
from contextlib import suppress

ARENAS = 2
"""From so many heaps the C library hands out memory. With one for each of many threads, what is given back in
one is of no use to the others."""
_M_ARENA_MAX = -8
NO_HOARDS = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
"""What the web server is started with, for the C library looks at it only then: no thread keeps for itself
what it gives back. Of hundreds that mostly wait each would come to keep some 20 kB."""


def keep_small() -> None:
    """To be called once everything has been read that stays: it is not looked through for garbage again.

    Otherwise garbage would be left to grow to a quarter of all that was ever read before it is collected.
    """
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError):  # another C library has no such knob
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)
