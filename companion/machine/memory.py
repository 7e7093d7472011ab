"""The C library's allocator, told to give back at once what a picture took.

By itself glibc takes large blocks from the system one by one only until the first is freed: then it takes them, up to
32 MB, from its heap, where what lies behind one that is still held stays taken. A camera's pictures come and go by ten
megabytes: a simulated table held 600 MB so, of which it used 100.
"""

import ctypes
import os
from collections.abc import Mapping

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # malloc.h
TOLD = {_ARENA_MAX: 1, _MMAP_THRESHOLD: 256 * 1024, _TRIM_THRESHOLD: 128 * 1024}


def give_back_at_once(environ: Mapping[str, str]) -> bool:
    """Tell the allocator; return whether it was. What the environment says of it (systemd's unit does) stands."""
    if any(name.startswith("MALLOC_") for name in environ):
        return False
    library = _glibc()
    if library is None:
        return False
    taken = [library.mallopt(name, value) == 1 for name, value in TOLD.items()]
    return all(taken)


def give_back() -> None:
    """Give back what lies free between what is held, too: a fit of 2,000 exemplars leaves 64 MB so."""
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    """Return the C library where it is GNU's; another system's allocator is left alone."""
    if os.name != "posix":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "gnu_get_libc_version") else None
