"""Cuts: what a disk may hold when the power goes: all that was flushed, and any sectors of what was written since."""

import ctypes
import os
import struct
import subprocess
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

SECTOR = 512
BEGIN = "begin"
BLOCK, BLOCKS_PER_GROUP = 4096, 1024  # small groups: a small disk has copies of its superblock, too
WROTE, FLUSHED, MARKED = b"w", b"f", b"m"  # what stands in a log; a place and the data follow the first and the last
PLACE = struct.Struct("<QI")


@dataclass(frozen=True, slots=True)
class Mark:
    """What was promised: `at` is how many events of the log came before."""

    at: int
    text: str


@dataclass(frozen=True)
class Log:
    """What was done to a disk: `base` is how it was at first, `writes` (place in the log, offset, data), `flushes` the
    places of the flushes, `end` how many events there are."""

    base: bytes
    writes: tuple[tuple[int, int, bytes], ...]
    flushes: tuple[int, ...]
    marks: tuple[Mark, ...]
    end: int

    def promised(self, cut: int) -> tuple[str, ...]:
        """Return what was promised before a cut."""
        return tuple(mark.text for mark in self.marks if mark.at <= cut)

    def flushed(self, cut: int) -> int:
        """Return the place of the last flush before a cut."""
        number = bisect_right(self.flushes, cut - 1)
        return self.flushes[number - 1] if number else 0


def read_log(file: Path, size: int) -> Log:
    """Return a log from its last mark `BEGIN` on; what came before is the base."""
    base, writes, flushes, marks = bytearray(size), [], [], []
    data, at, place = memoryview(file.read_bytes()), 0, 0
    while at < len(data):
        kind = bytes(data[at : at + 1])
        at += 1
        if kind == FLUSHED:
            flushes.append(place)
        else:
            offset, length = PLACE.unpack_from(data, at)
            at += PLACE.size
            chunk = bytes(data[at : at + length])
            at += length
            if kind == WROTE:
                writes.append((place, offset, chunk))
            elif chunk.decode() != BEGIN:
                marks.append(Mark(place, chunk.decode()))
            else:
                for _, start, written in writes:
                    base[start : start + len(written)] = written
                writes, flushes, marks, place = [], [], [], -1
        place += 1
    return Log(bytes(base), tuple(writes), tuple(flushes), tuple(marks), place)


class Image:
    """The disk in a file, cut again and again; cuts that come in the order of the log are cheap."""

    def __init__(self, log: Log, file: Path) -> None:
        self._log = log
        self._file = file
        self._whole = bytearray(log.base)
        self._done = 0  # writes that are in `_whole`: all up to a flush

    def cut(self, cut: int, rng: Random) -> None:
        """Put into the file what the disk may hold when the power goes after `cut` events."""
        log, flushed = self._log, self._log.flushed(cut)
        if self._done and log.writes[self._done - 1][0] >= flushed:
            self._whole, self._done = bytearray(log.base), 0
        while self._done < len(log.writes) and log.writes[self._done][0] < flushed:
            _, offset, data = log.writes[self._done]
            self._whole[offset : offset + len(data)] = data
            self._done += 1
        share = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        with self._file.open("wb") as file:
            file.write(self._whole)
            for place, offset, data in log.writes[self._done :]:
                if place >= cut:
                    break
                for start in range(0, len(data), SECTOR):
                    if rng.random() < share:
                        file.seek(offset + start)
                        file.write(data[start : start + SECTOR])


_LIBC = ctypes.CDLL(None, use_errno=True)


@contextmanager
def mounted(device: str, folder: Path) -> Iterator[bool]:
    """Mount a device for a while, its journal replayed; where the kernel refuses, the file system is put right first,
    as a start of the machine does. Yields whether that was needed; an OSError where it does not help."""
    folder.mkdir(exist_ok=True)
    refused = bool(_LIBC.mount(device.encode(), os.fspath(folder).encode(), b"ext4", 0, b""))
    if refused:
        done = subprocess.run(["e2fsck", "-fy", device], capture_output=True, check=False)
        if done.returncode & 8:  # the superblock itself is torn, and its copies lie where `power.disk` has put them
            other = ["-b", str(BLOCKS_PER_GROUP), "-B", str(BLOCK)]
            subprocess.run(["e2fsck", "-fy", *other, device], capture_output=True, check=False)
        if _LIBC.mount(device.encode(), os.fspath(folder).encode(), b"ext4", 0, b""):
            raise OSError(ctypes.get_errno(), "the image can't be mounted")
    try:
        yield refused
    finally:
        for _ in range(50):
            if not _LIBC.umount2(os.fspath(folder).encode(), 0):
                break
            with suppress(OSError):
                os.sync()
        else:
            raise OSError(ctypes.get_errno(), "the image can't be unmounted")
