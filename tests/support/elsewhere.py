"""Another system than Linux, as far as it can be had on one: what only Linux and its Pi have is taken away.

A pytest plugin (`-p support.elsewhere`) and an import for programs of their own. It must be loaded before the code that
is tried. What Windows has in its place stands in: `msvcrt.locking`, on the lock that is there; a file that is open here
can't be renamed, replaced or removed, and no name has a letter that Windows keeps for itself. The standard library is
left what it needs itself, so this is no Windows: paths and consoles stay Linux's.
"""

import errno
import importlib
import os
import select
import socket
import subprocess  # noqa: F401 - loaded later it would take the stand-in for Windows itself
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "gpiozero", "lgpio", "luma", "picamera2", "smbus2", "spidev")
CALLS = ("sync", "geteuid", "getegid", "chown", "fchown", "lchown", "getgroups", "getloadavg", "sched_getaffinity")
KEPT = frozenset('<>:"|?*\\') | {chr(number) for number in range(32)}
DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(1, 10))}


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
    vars(select).pop("poll", None)
    vars(select).pop("epoll", None)


def _open_here() -> set[Path]:
    """Return the files that this process has open."""
    found = set()
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.add(handle.readlink())
    return found


def _named(given: object) -> Path | None:
    """Return the path that somebody names, None where it is none."""
    return Path(os.fsdecode(given)) if isinstance(given, str | bytes | os.PathLike) and given else None


def _as_windows(event: str, given: tuple[Any, ...]) -> None:
    """Refuse what Windows refuses: an audit hook, which nothing of Python's own gets by."""
    if event in ("os.rename", "os.remove"):
        touched = {path.resolve() for path in map(_named, given[:2]) if path is not None}
        if touched & _open_here():
            raise PermissionError(errno.EACCES, "a file that is open", *given[:1])
    makes = event in ("os.mkdir", "sqlite3.connect") or (event == "open" and given[2] & os.O_CREAT)
    path = _named(given[0]) if makes else None
    if path is None or str(path).startswith(("file:", ":memory:")):
        return
    if KEPT & {*path.name} or path.name.endswith((".", " ")) or path.name.partition(".")[0].upper() in DEVICES:
        raise OSError(errno.EINVAL, "no name of a file", str(path))


take_away()
sys.addaudithook(_as_windows)
