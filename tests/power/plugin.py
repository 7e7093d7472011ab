"""A pytest plugin: `power_disk`, a disk that records, and `power_cuts`, what may be left of it when the power goes."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from power.cuts import Image, mounted
from power.disk import PowerDisk, in_use, loop, why_not

MEMORY = "/dev/shm"


@dataclass(frozen=True)
class Cut:
    """One cut after `at` events: `folder` is the file system as it is found afterwards, `promised` the marks before.
    `repaired`: it had to be put right by e2fsck, for sectors of its own blocks were torn."""

    folder: Path
    promised: tuple[str, ...]
    at: int
    repaired: bool


Cuts = Callable[..., Iterator[Cut]]


@pytest.fixture
def power_scratch() -> Iterator[Path]:
    """A folder in memory; the test is skipped where power can't be cut."""
    reason = why_not()
    if reason:
        pytest.skip(f"POWER CAN'T BE CUT HERE: {reason}")
    with TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def power_disk(power_scratch: Path) -> PowerDisk:
    """A disk that records, to be used as a context."""
    return PowerDisk(power_scratch)


@pytest.fixture
def power_cuts(power_scratch: Path) -> Cuts:
    """Yields `count` cuts of a recorded disk, anywhere, in the order of its log."""

    def cuts(disk: PowerDisk, *, count: int, seed: int) -> Iterator[Cut]:
        return cut_anywhere(disk, power_scratch, count, Random(seed))

    return cuts


def cut_anywhere(disk: PowerDisk, scratch: Path, count: int, rng: Random) -> Iterator[Cut]:
    """Yield so many cuts, each mounted until the next is asked for."""
    log, folder = disk.log, scratch / "found"
    with ExitStack() as attached:

        def attach(name: str) -> tuple[Image, str]:
            file = scratch / name
            file.write_bytes(log.base)
            return Image(log, file), attached.enter_context(loop(file))

        image, device = attach("image")
        for number, at in enumerate(sorted(rng.randrange(log.end + 1) for _ in range(count))):
            if in_use(device):
                image, device = attach(f"image {number}")
            image.cut(at, rng)
            with mounted(device, folder) as repaired:
                yield Cut(folder, log.promised(at), at, repaired)
