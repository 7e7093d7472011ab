"""What was read → arrays in files, for trying other measures of trust and other encoders without the pictures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from generalise_data import GAMES
from generalise_reads import PLAIN, Read, Run

_FACES = 4
_MEASURED, _HABITS = 4, 3


def write_features(path: Path, reads: Sequence[Read]) -> None:
    """Write a row for each reading: whose it is, the truth, what was said, and what was measured at the first and at
    the last look, padded with NaN where fewer faces were compared."""
    heard = [read for read in reads if read.heard is not None and read.heard.looks]
    columns = {name: np.array([getattr(read, name) for read in heard]) for name in _OF_READ}
    columns |= {name: np.array([getattr(read, name) or "" for read in heard]) for name in ("said", "label")}
    columns["half"] = np.array([GAMES[read.game]["half"] for read in heard])
    columns["at"] = np.array([read.at for read in heard], np.float32).reshape(-1, 2)
    columns["looks"] = np.array([len(read.heard.looks) for read in heard])
    for when, number in (("first", 0), ("last", -1)):
        looks = [read.heard.looks[number] for read in heard]
        columns[f"faces_{when}"] = np.array([[*look.labels, *[""] * _FACES][:_FACES] for look in looks])
        columns[f"measured_{when}"] = _padded([look.measured for look in looks], _MEASURED)
        columns[f"habits_{when}"] = _padded([look.habits for look in looks], _HABITS)
        columns[f"chance_{when}"] = _padded([look.chance[:, None] for look in looks], 1)[:, :, 0]
        columns[f"judged_sure_{when}"] = np.array([look.sure for look in looks])
    np.savez_compressed(path, **columns)


_OF_READ = (
    "game", "protocol", "way", "row", "condition", "picture", "evening", "step", "complete", "zone", "kind",
    "confidence", "sure", "right",
)  # fmt: skip


def _padded(rows: Sequence[np.ndarray], width: int) -> np.ndarray:
    out = np.full((len(rows), _FACES, width), np.nan, np.float32)
    for number, row in enumerate(rows):
        out[number, : len(row)] = row[:_FACES]
    return out


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
            e.label, e.lamp_bgr, e.ratio, 0, e.turned,
        )
        for game, protocol, way, e in run.taught
    ]  # fmt: skip
    rows += [
        (
            number(read.heard.patch), read.game, GAMES[read.game]["half"], read.protocol, read.way, "read", read.row,
            read.condition, read.picture, read.zone, read.at, read.kind, read.said or "", read.heard.lamp_bgr,
            read.shape[1], read.shape[0], True,
        )
        for read in _once(run.reads)
    ]  # fmt: skip
    names = (
        "patch", "game", "half", "protocol", "way", "side", "row", "condition", "picture", "zone", "at", "kind",
        "label", "lamp_bgr", "ratio", "turns", "turned",
    )  # fmt: skip
    columns = {name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
    np.savez(path, patches=np.stack(patches), **columns)


def _once(reads: Iterable[Read]) -> Iterable[Read]:
    return (read for read in reads if read.heard is not None and not read.complete and read.way == PLAIN)
