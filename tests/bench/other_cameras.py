"""What is sure, and wrong, where a camera does what no picture of the benchmark shows? `python
tests/bench/other_cameras.py PATCHES.npz [--only GAME,…] [--ways WAY,…] [--numbers FOLDER]`.

Three pictures of each protocol, fifty cells of each, are read as they are and as other cameras would have taken them:
exposed otherwise, paler, with a tint that the white balance left, out of focus, small, noisy, packed, smoothed. PATCHES
is what `generalise.py --patches` writes, FOLDER as of `foreign.py`. Nothing may be chosen on what is read here but by
one half for the other.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from patch_rows import Rows, exemplar, read_by_the_other_half, rows_of

from vision.pieceset.set_index import mostly_by_markers
from vision.recognition import colourless, reading
from vision.recognition.colourless import colours_of
from vision.recognition.recogniser import fit

_PICTURES, _CELLS = 3, 50
"""Of a protocol, and of each of these pictures, at the most."""
_SEED = 3

Patches = np.ndarray
Change = Callable[[np.random.Generator, Patches], Patches]
Counts = Counter[tuple[bool, str, str]]
"""By whether a set is complete, the way, and what is counted."""


class Way(NamedTuple):
    """What a camera does to a picture's patches (n, s, s, 3), BGR from 0 to 255. What is done to `each_pixel` is done
    to what tells the lamp, too."""

    change: Change
    each_pixel: bool = True


def main() -> None:
    """Teach, read, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("patches", type=Path)
    asked.add_argument("--only", default="")
    asked.add_argument("--ways", default=",".join(WAYS))
    asked.add_argument("--numbers", type=Path)
    given = asked.parse_args()
    rows, counts = rows_of(given.patches), Counts()
    known = (rows["way"] == "plain") & (rows["kind"] == "known")
    for game, protocol in sorted({*zip(rows["game"][known], rows["protocol"][known], strict=True)}):
        if given.only and game not in given.only.split(","):
            continue
        own = known & (rows["game"] == game) & (rows["protocol"] == protocol)
        read_by_the_other_half(str(rows["half"][own][0]), given.numbers)
        counts += counted(rows, np.flatnonzero(own), given.ways.split(","))
        print(f"{game}, {protocol}", flush=True)
    for complete in (False, True):
        for way in given.ways.split(","):
            n, right, sure, wrong = (counts[complete, way, what] for what in ("n", "right", "sure", "wrong"))
            kind = "complete" if complete else "open"
            print(f"{kind:8s} {way:16s} {right / n:6.1%} right, {sure / n:6.1%} sure, {wrong} of {n} sure and wrong")


def counted(rows: Rows, own: np.ndarray, ways: Sequence[str]) -> Counts:
    """Return of a protocol, complete or open, by way, how many cells were read, rightly, surely, and surely wrong."""
    taught, read = (own[rows["side"][own] == side] for side in ("taught", "read"))
    rng, names = np.random.default_rng(_SEED), np.unique(rows["picture"][read])
    pictures = [
        rng.permutation(read[rows["picture"][read] == name])[:_CELLS] for name in rng.permutation(names)[:_PICTURES]
    ]
    out, exemplars, turns = Counts(), [exemplar(rows, k) for k in taught], int(rows["turns"][read].max())
    colours = colours_of(exemplars)
    for complete in (False, True):
        fitted = fit(exemplars, turns, complete=complete, by_markers=mostly_by_markers(exemplars))
        for at in pictures:
            for way in ways:
                patches, lamps, blacks = seen(rows, at, WAYS[way])
                readings = reading.read(fitted, patches, lamps, blacks)
                readings = colourless.doubted(readings, patches, lamps, colours)
                for k, told in zip(at, readings, strict=True):
                    right = told.label == str(rows["label"][k])
                    out[complete, way, "n"] += 1
                    out[complete, way, "right"] += right
                    out[complete, way, "sure"] += told.sure
                    out[complete, way, "wrong"] += told.sure and not right
    return out


def seen(rows: Rows, at: np.ndarray, way: Way) -> tuple[Patches, np.ndarray, np.ndarray]:
    """Return a picture's patches as that camera sees them, with their lamps and blacks (n, 3)."""
    patches = np.stack([rows["patches"][rows["patch"][k]] for k in at])
    lamps, blacks = (rows[name][at].astype(np.float64) for name in ("lamp_bgr", "black_bgr"))
    changed = _whole(way.change(np.random.default_rng(_SEED), patches.astype(np.float64)))
    if not way.each_pixel:
        return changed, lamps, blacks
    as_seen = [_lit(way, levels) if levels.any() else levels for levels in (lamps, blacks)]
    lamp = np.maximum(as_seen[0], 1.0)
    return changed, lamp, np.minimum(as_seen[1], lamp - 1e-3) if blacks.any() else blacks


def _lit(way: Way, levels: np.ndarray) -> np.ndarray:
    return np.clip(way.change(np.random.default_rng(_SEED), levels[:, None, None]), 0, 255).reshape(-1, 3)


def _whole(values: np.ndarray) -> Patches:
    return np.uint8(np.clip(values, 0, 255))


def _exposed(gain: float) -> Way:
    return Way(lambda _, seen: np.clip(seen * gain, 0, 255))


def _bent(gamma: float) -> Way:
    return Way(lambda _, seen: 255 * (seen / 255) ** gamma)


def _saturated(share: float) -> Way:
    def change(_: np.random.Generator, seen: Patches) -> Patches:
        grey = seen.mean(axis=-1, keepdims=True)
        return grey + share * (seen - grey)

    return Way(change)


def _tinted(*bgr: float) -> Way:
    """A tint that the lamp does not tell."""
    return Way(lambda _, seen: seen * np.array(bgr), each_pixel=False)


def _mono(_: np.random.Generator, seen: Patches) -> Patches:
    return seen.mean(axis=-1, keepdims=True) * np.array((0.95, 1.0, 1.05))


def _infrared(rng: np.random.Generator, seen: Patches) -> Patches:
    """The same in another tint, with noise in what is no single colour."""
    grey = seen.mean(axis=-1, keepdims=True) * np.array((1.04, 0.85, 1.0))
    return grey if seen.shape[1] == 1 else grey + rng.normal(0, 8, seen.shape)


def _mixed(rng: np.random.Generator, seen: Patches) -> Patches:
    """Another sensor's colours."""
    mix = np.eye(3) + rng.normal(0, 0.12, (3, 3))
    return seen @ (mix / mix.sum(axis=1, keepdims=True)).T


def _one_by_one(change: Callable[[np.random.Generator, np.ndarray], np.ndarray]) -> Way:
    def of_all(rng: np.random.Generator, seen: Patches) -> Patches:
        return np.stack([change(rng, np.uint8(patch)) for patch in seen])

    return Way(of_all, each_pixel=False)


def _blurred(sigma_px: float) -> Way:
    return _one_by_one(lambda _, patch: cv2.GaussianBlur(patch, (0, 0), sigma_px))


def _small(edge_px: int) -> Way:
    def change(_: np.random.Generator, patch: np.ndarray) -> np.ndarray:
        small = cv2.resize(patch, (edge_px, edge_px), interpolation=cv2.INTER_AREA)
        return cv2.resize(small, patch.shape[1::-1], interpolation=cv2.INTER_LINEAR)

    return _one_by_one(change)


def _packed(quality: int) -> Way:
    def change(_: np.random.Generator, patch: np.ndarray) -> np.ndarray:
        return cv2.imdecode(cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)

    return _one_by_one(change)


def _noisy(steps: float, grain_px: float = 0.0) -> Way:
    def change(rng: np.random.Generator, patch: np.ndarray) -> np.ndarray:
        noise = rng.normal(0, steps, patch.shape)
        return patch + (3 * cv2.GaussianBlur(noise, (0, 0), grain_px) if grain_px else noise)

    return _one_by_one(change)


def _sharpened(_: np.random.Generator, patch: np.ndarray) -> np.ndarray:
    exact = patch.astype(np.float64)
    return 3 * exact - 2 * cv2.GaussianBlur(exact, (0, 0), 1.5)


def _pale_edges(_: np.random.Generator, patch: np.ndarray) -> np.ndarray:
    """Colours at a sixth of the brightness's size."""
    parts = cv2.cvtColor(patch, cv2.COLOR_BGR2YCrCb)
    parts[..., 1:] = cv2.GaussianBlur(parts[..., 1:], (0, 0), 6)
    return cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR)


def _evened(_: np.random.Generator, patch: np.ndarray) -> np.ndarray:
    """Local contrast, as phones make it."""
    parts = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)
    parts[..., 0] = cv2.createCLAHE(2, (2, 2)).apply(parts[..., 0])
    return cv2.cvtColor(parts, cv2.COLOR_LAB2BGR)


WAYS: dict[str, Way] = {
    "as it is": Way(lambda _, seen: seen),
    **{f"light {gain}": _exposed(gain) for gain in (0.4, 1.25, 1.5, 2.2)},
    **{f"gamma {gamma}": _bent(gamma) for gamma in (0.6, 1.6)},
    **{f"saturation {share}": _saturated(share) for share in (0.15, 0.25, 0.35, 0.5, 1.6)},
    "mono": Way(_mono),
    "infrared": Way(_infrared),
    "cool": _tinted(1.15, 1.0, 0.88),
    "warm": _tinted(0.85, 1.0, 1.12),
    "green": _tinted(0.93, 1.1, 0.93),
    "other sensor": Way(_mixed),
    **{f"blur {sigma}": _blurred(sigma) for sigma in (2, 3, 4, 6)},
    **{f"edge {edge}": _small(edge) for edge in (24, 16)},
    "packed": _packed(12),
    "noise 12": _noisy(12),
    "noise 25": _noisy(25),
    "grain 12": _noisy(12, 1.2),
    "sharpened": _one_by_one(_sharpened),
    "smoothed": _one_by_one(lambda _, patch: cv2.bilateralFilter(patch, 9, 40, 6)),
    "pale edges": _one_by_one(_pale_edges),
    "evened": _one_by_one(_evened),
}


if __name__ == "__main__":
    main()
