"""Durable write: what was written is on the disk, whole and under its name, once the call returns; cut short, what was
there before stands there still.

A file is synced before it gets its name, and so is the folder that holds the name afterwards: a rename alone may be
lost with the power (fsync(2): "Calling fsync() does not necessarily ensure that the entry in the directory containing
the file has also reached disk"). What root makes belongs to whom its folder belongs. Every function raises the OSError
of what could not be done.
"""

import logging
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

log = logging.getLogger(__name__)


def write(path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Put `data` in the place of the file; `mode` is who may read a new one. What
    a link leads to is written; what is no file (a terminal, a pipe) is written as it is."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(path.stat().st_mode & 0o777 if path.exists() else mode)
        hand_over(draft)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync(path.parent)


def append(path: Path, data: bytes) -> None:
    """Put `data` behind what is in the file, which is there."""
    with path.open("ab") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def place(draft: Path, target: Path) -> None:
    """Put a file that was written under another name beside it in the place of `target`."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    move(draft, target)


def move(path: Path, target: Path) -> None:
    """Give a file that is on the disk another name; what had it is replaced."""
    path.replace(target)
    sync(target.parent)
    if path.parent != target.parent:
        sync(path.parent)


def remove(path: Path) -> None:
    """Remove the file, where it is there."""
    if path.exists():
        path.unlink()
        sync(path.parent)


def folder(path: Path) -> None:
    """Make the folder, and those that it lies in, where they are not there."""
    missing = [one for one in (path, *path.absolute().parents) if not one.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for one in reversed(missing):
        hand_over(one)
        sync(one.parent)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Advisory lock: keep other processes that ask for the same folder, which is there, waiting meanwhile, where the
    system and its disk can do that (flock(2)); who waits says so. The system gives it up with a process, however that
    ended."""
    if find_spec("fcntl") is None:  # pragma: no cover - Windows locks no folder
        yield
        return
    import fcntl  # noqa: PLC0415 - Windows has none

    handle = os.open(path, os.O_RDONLY)
    try:
        with suppress(OSError):  # a disk of the network may have no locks
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                log.warning("%s: waiting for another process that changes it", path)
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def sync_all(paths: Iterable[Path]) -> None:
    """Wait until files that were written are on the disk: with one call where the system has one, for a card is slow at
    each."""
    if hasattr(os, "sync"):
        os.sync()
        return
    for path in paths:
        with path.open("rb+") as file:
            os.fsync(file.fileno())


def sync(path: Path) -> None:
    """Wait until the names in the folder are on the disk."""
    if os.name == "nt":  # pragma: no cover - its folders can't be opened; its renames are journalled
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hand_over(path: Path) -> None:
    """Give a file that was made by root to whom its folder belongs."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = path.absolute().parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
