"""Another system than Linux, as far as it can be had on one: what only Linux and its Pi have is taken away.

A pytest plugin (`-p support.elsewhere`) and an import for programs of their own. It must be loaded before the code that
is tried. What Windows has in its place stands in: `msvcrt.locking`, on the lock that is there. The standard library is
left what it needs itself, so this is no Windows: paths, consoles and open files stay Linux's.
"""

import importlib
import os
import socket
import subprocess  # noqa: F401 - loaded later it would take the stand-in for Windows itself
import sys
from types import ModuleType

MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "gpiozero", "lgpio", "luma", "picamera2", "smbus2", "spidev")
CALLS = ("sync", "geteuid", "getegid", "chown", "fchown", "lchown", "getgroups", "getloadavg", "sched_getaffinity")


def _locks() -> ModuleType:
    """What `msvcrt` has to say of locks: it tells at once where another handle has the byte."""
    fcntl = importlib.import_module("fcntl")
    stand_in = ModuleType("msvcrt")

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    stand_in.__dict__.update(LK_NBLCK=2, locking=locking)
    return stand_in


def take_away() -> None:
    """Take it away for the rest of this process."""
    stand_in = _locks()
    for name in MODULES:
        for loaded in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[loaded]
        sys.modules[name] = None  # type: ignore[assignment] # what import reads as: there is none
    sys.modules["msvcrt"] = stand_in
    for call in CALLS:
        vars(os).pop(call, None)
    vars(socket).pop("AF_UNIX", None)


take_away()
