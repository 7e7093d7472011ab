"""A disk that records: ext4 on a loop device on a file that `power.fuse` serves, mounted as `folder`."""

import contextlib
import errno
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from power.cuts import BEGIN, Log, read_log

_PATIENCE_S = 10.0
TOOLS = ("losetup", "mkfs.ext4", "e2fsck", "mount", "umount")


def why_not() -> str:
    """Return why power can't be cut on this machine; "" where it can."""
    if not sys.platform.startswith("linux"):
        return "a FUSE file under a loop device is Linux's"
    if os.geteuid() != 0:
        return "only root may mount"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"{', '.join(missing)} is missing (Debian: e2fsprogs, mount)"
    for device in ("/dev/fuse", "/dev/loop-control"):
        if not os.access(device, os.R_OK | os.W_OK):
            return f"{device} is not there or not allowed"
    return ""


class PowerDisk:
    """Use it as a context; what is written under `folder` is recorded. `mark` says what was promised by now; `log` is
    the whole story once the context has ended."""

    def __init__(self, scratch: Path, megabytes: int = 24) -> None:
        self._scratch = scratch
        self._bytes = megabytes << 20
        self.folder = scratch / "mounted"
        self._fuse = scratch / "fuse"
        self._log = scratch / "log"
        self._cleanup = ExitStack()
        self._line: socket.socket | None = None

    def __enter__(self) -> "PowerDisk":
        for folder in (self.folder, self._fuse):
            folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as undo:
            address = self._scratch / "marks"
            server = subprocess.Popen(
                [sys.executable, "-m", "power.fuse", self._fuse, str(self._bytes), self._log, address],
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            undo.callback(_ended, server)
            assert server.stdout is not None
            undo.callback(server.stdout.close)
            if server.stdout.readline() != b"mounted\n":
                raise OSError("the recorded disk could not be mounted")
            undo.callback(said, "umount", "--lazy", self._fuse)
            device = said("losetup", "-f", "--show", self._fuse / "disk")
            undo.callback(said, "losetup", "-d", device)
            said(
                "mkfs.ext4",
                "-q",
                "-b",
                "4096",
                "-g",
                "1024",
                "-m",
                "0",
                "-E",
                "lazy_itable_init=0,lazy_journal_init=0",
                device,
            )
            said("mount", device, self.folder)
            undo.callback(said, "umount", self.folder)
            self._line = socket.socket(socket.AF_UNIX)
            self._line.connect(os.fspath(address))
            undo.callback(self._line.close)
            os.sync()
            self.mark(BEGIN)
            self._cleanup = undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._cleanup.close()

    def mark(self, text: str) -> None:
        """Note that this was promised by now: whatever was flushed before stands before it in the log."""
        assert self._line is not None
        self._line.sendall(text.encode())
        self._line.recv(1)

    @property
    def log(self) -> Log:
        """What was written, flushed and marked since the disk was ready, or since the mark `begin`."""
        return read_log(self._log, self._bytes)


def _ended(server: "subprocess.Popen[bytes]") -> None:
    """Wait for the server's end: it comes when nothing holds its mount, or at once where another program's mount
    namespace does."""
    try:
        server.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        server.terminate()
        server.wait()


def said(*words: object) -> str:
    """Run a system's tool and return what it says; an OSError where it refuses."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout.strip()


@contextlib.contextmanager
def loop(image: Path) -> Iterator[str]:
    """Have a file as a block device for a while."""
    device = said("losetup", "-f", "--show", image)
    try:
        yield device
    finally:
        said("losetup", "-d", device)


def in_use(device: str) -> bool:
    """Return whether a device is mounted anywhere: a mount namespace that another program made meanwhile holds on to
    what was mounted then, and would be shown again instead of what the image holds now."""
    try:
        os.close(os.open(device, os.O_RDONLY | os.O_EXCL))
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return True
    return False
