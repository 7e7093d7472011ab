"""Load: phones at the table and the pods' keys, while a crowd from the same address does its worst (`support.load`)."""

from collections.abc import Mapping
from pathlib import Path

from support.load import KINDS, measure

WITHIN_MS = 300.0
SECONDS = 8.0  # of each crowd


class Load:
    """One case is one kind of crowd, in turn. `patience` is by how much phones may wait longer, on a machine that is
    busy."""

    def __init__(self, seed: int, _folder: Path, seconds: float = SECONDS, patience: float = 1.0) -> None:
        self._seed, self._seconds, self._patience = seed, seconds, patience

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Let a crowd come, and measure what phones and keys take."""
        kind = [*KINDS][number % len(KINDS)]
        took = measure([kind], self._seconds, 1000 * self._seed + number)[kind]
        counts, wrong = dict[str, int](), list[str]()
        for what, each_ms in took.items():
            late = sum(one > WITHIN_MS for one in each_ms)
            counts |= {
                f"{kind}: {what}": len(each_ms),
                f"{kind}: {what}, later than {WITHIN_MS:.0f} ms": late,
                f"{kind}: {what}, ms": round(sum(each_ms)),
                f"most {kind}: {what}, ms": round(max(each_ms, default=0)),
            }
            slowest = sorted(each_ms)[int(0.99 * len(each_ms))] if each_ms else float("inf")
            if slowest > self._patience * WITHIN_MS:
                wrong.append(f"{kind}: one {what} of a hundred takes {slowest:.0f} ms")
        return counts, wrong
