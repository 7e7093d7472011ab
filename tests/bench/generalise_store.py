"""What was taught and read → arrays in a file, for fits and trials that need no picture."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from generalise_data import GAMES
from generalise_reads import PLAIN, Read, Run


def write_patches(path: Path, run: Run) -> None:
    """Write each patch once, and a row for each time it was taught or read (of open sets; complete ones read the same):
    `patch` is its number in `patches`."""
    numbers: dict[bytes, int] = {}
    patches: list[np.ndarray] = []

    def number(patch: np.ndarray) -> int:
        key = patch.tobytes()
        if key not in numbers:
            numbers[key] = len(patches)
            patches.append(patch)
        return numbers[key]

    rows: list[tuple[object, ...]] = [
        (
            number(e.patch), game, GAMES[game]["half"], protocol, way, "taught", "", "", e.picture, "", (0, 0), "known",
            e.label, e.lamp_bgr, e.white_bgr, e.black_bgr, e.ratio, 0, e.turned,
        )
        for game, protocol, way, e in run.taught
    ]  # fmt: skip
    rows += [
        (
            number(read.heard.patch), read.game, GAMES[read.game]["half"], read.protocol, read.way, "read", read.row,
            read.condition, read.picture, read.zone, read.at, read.kind, read.said or "", read.heard.lamp_bgr,
            (0, 0, 0), read.heard.black_bgr,
            read.shape[1], read.shape[0], True,
        )
        for read in _once(run.reads)
    ]  # fmt: skip
    names = (
        "patch", "game", "half", "protocol", "way", "side", "row", "condition", "picture", "zone", "at", "kind",
        "label", "lamp_bgr", "white_bgr", "black_bgr", "ratio", "turns", "turned",
    )  # fmt: skip
    columns = {name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
    np.savez(path, patches=np.stack(patches), **columns)


def _once(reads: Iterable[Read]) -> Iterable[Read]:
    return (read for read in reads if read.heard is not None and not read.complete and read.way == PLAIN)
