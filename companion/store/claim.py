"""Advisory lock on the folder of the games: one companion at a time, for two that go on with one game would tear it.

The system gives it up with the process that held it, however that ended, so nothing has to be tidied up.
"""

import os
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from companion.language.message import say
from companion.store.errors import StoreError
from vision import durable

NAME = "in-use"
LOCKED_AT = 1 << 30  # Windows keeps others from reading what is locked: a byte far behind the process's number


class FolderClaim:
    """A folder that is this process's own until it is released. Raises a StoreError where another companion has it."""

    def __init__(self, folder: Path) -> None:
        file = folder / NAME
        try:
            durable.folder(folder)
            self._handle: int | None = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
            durable.hand_over(file)
        except OSError as error:
            raise StoreError(
                say(
                    "{path}: {reason}; let the companion write to this file and its folder, or name another",
                    path=str(file),
                    reason=str(error.strerror),
                )
            ) from None
        if not _locked(self._handle):
            os.lseek(self._handle, 0, os.SEEK_SET)
            holder = os.read(self._handle, 20).decode("ascii", "replace").partition("\n")[0].strip()
            os.close(self._handle)
            raise StoreError(
                say(
                    "{folder}: a companion is running on this folder already (process {process}): "
                    "end it first, or name another folder with --data",
                    folder=str(folder),
                    process=holder or "?",
                )
            )
        self._say(f"{os.getpid()}\n")

    def served_at(self, host: str, port: int) -> None:
        """Say where this companion's page is, to who looks with `served`."""
        self._say(f"{os.getpid()}\n{port} {host}\n")

    def release(self) -> None:
        """Give the folder back."""
        if self._handle is not None:
            self._say("")
            os.close(self._handle)
            self._handle = None

    def _say(self, text: str) -> None:
        """Write this into the file; where the disk is full nobody knows it, and the folder is claimed all the same."""
        assert self._handle is not None
        with suppress(OSError):
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, text.encode())


def served(folder: Path) -> tuple[str, int] | None:
    """Return at which host and port the companion of this folder serves its page, None where it did not say so. One
    that was killed said so, too."""
    with suppress(OSError, ValueError):
        _, port, *host = (folder / NAME).read_text("utf-8").split()
        return "".join(host), int(port)
    return None


def _locked(handle: int) -> bool:
    """Lock the open file for this process; return False where another has it."""
    try:
        if find_spec("fcntl") is not None:
            import fcntl  # noqa: PLC0415 - Windows has none

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            windows = import_module("msvcrt")
            os.lseek(handle, LOCKED_AT, os.SEEK_SET)
            windows.locking(handle, windows.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
    except OSError:
        return False
    return True
