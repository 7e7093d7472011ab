"""Drawers: processes that draw families into files while the networks are trained. Files of an earlier run are used
again.

    python tests/training/drawers.py --folder drawn --most 2000 --jobs 2

draws beforehand; the training starts its own.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
from store import Store, drawn, shard_name, write_shard

A_SHARD = 8
"""Families in one file, some 8 MB."""
A_SEED = 100_000
"""A seed has so many files of its own."""


def draw(folder: Path, numbers: range) -> None:
    """Draw the files of these numbers, but those that are there."""
    cv2.setNumThreads(1)
    for number in numbers:
        if not (folder / shard_name(number)).exists():
            write_shard(folder, number, np.stack([drawn(number * A_SHARD + k) for k in range(A_SHARD)]))


def started(folder: Path, jobs: int, seed: int, most: int) -> list[subprocess.Popen[bytes]]:
    """Start so many drawers, each as a process of its own, that draw `most` families of a seed."""
    folder.mkdir(parents=True, exist_ok=True)
    told = [sys.executable, __file__, "--folder", str(folder), "--numbers"]
    first, last = seed * A_SEED, seed * A_SEED + -(-most // A_SHARD)
    return [subprocess.Popen([*told, str(first + job), str(last), str(jobs)]) for job in range(jobs)]


class Feed:
    """What the drawers have drawn, brought into a store as it comes, each file once."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store
        self.taken: set[str] = set()
        self.looked = 0.0

    def bring(self, at_most: int) -> int:
        """Bring so many files at most, looking for new ones once a second; return how many came."""
        if time.monotonic() - self.looked < 1:
            return 0
        fresh = sorted({file.name for file in self.folder.glob("families-*.npy")} - self.taken)[:at_most]
        self.looked = 0.0 if len(fresh) == at_most else time.monotonic()
        for name in fresh:
            self.taken.add(name)
            self.store.put(np.load(self.folder / name))
        return len(fresh)


def main() -> None:
    """Read the command line and draw."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--folder", type=Path, required=True)
    asked.add_argument("--most", type=int, default=2000, help="how many families")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--numbers", type=int, nargs=3, help="one drawer's files: first, last, step")
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.numbers is not None:
        draw(given.folder, range(*given.numbers))
        return
    for drawer in started(given.folder, given.jobs, given.seed, given.most):
        drawer.wait()


if __name__ == "__main__":
    main()
