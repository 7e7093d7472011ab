"""Does a burst of one scene ask more than one picture of it? `python tests/bench/bursts.py PATCHES.npz [--only GAME,…]
[--shots N] [--as-they-are] [--numbers FOLDER]`.

Each protocol that teaches one example a face is taught so, and once more with N pictures of each of its pictures, as a
hand takes them in a row: a little aside, turned, nearer, brighter, softer, noisy, packed anew. What is read is the
same. `--as-they-are` fits without asking which pictures show what others show. PATCHES is what `generalise.py
--patches` writes, FOLDER as of `foreign.py`.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from patch_rows import Rows, exemplar, read_by_the_other_half, rows_of

from vision.pieceset.set_index import Exemplar, mostly_by_markers
from vision.recognition import reading
from vision.recognition.recogniser import Recogniser, compared, fit, uncompared
from vision.registration.patches import PATCH_PX

_ONE_EACH = "one example a face"
_ASIDE_PX, _TURN_DEG, _NEARER, _BRIGHTER, _NOISE, _QUALITY = 2.0, 1.5, 0.015, 0.05, 2.0, 90
_SOFTER_PX = (0.3, 0.6)
_SEED = 4


def main() -> None:
    """Teach, read, and print a line for each protocol and set."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("patches", type=Path)
    asked.add_argument("--only", default="")
    asked.add_argument("--shots", type=int, default=3)
    asked.add_argument("--as-they-are", action="store_true")
    asked.add_argument("--numbers", type=Path)
    given = asked.parse_args()
    rows, rng = rows_of(given.patches), np.random.default_rng(_SEED)
    known = (rows["way"] == "plain") & (rows["kind"] == "known")
    for game, protocol in sorted({*zip(rows["game"][known], rows["protocol"][known], strict=True)}):
        if _ONE_EACH not in protocol or (given.only and game not in given.only.split(",")):
            continue
        own = np.flatnonzero(known & (rows["game"] == game) & (rows["protocol"] == protocol))
        read_by_the_other_half(str(rows["half"][own][0]), given.numbers)
        taught, read = (own[rows["side"][own] == side] for side in ("taught", "read"))
        once = [exemplar(rows, k) for k in taught]
        burst = [*once, *(again(rng, each, shot) for shot in range(1, given.shots) for each in once)]
        for complete in (True, False):
            for name, examples in (("once", once), (f"burst of {given.shots}", burst)):
                turns = int(rows["turns"][read].max())
                made = _fit(examples, turns, complete=complete, as_they_are=given.as_they_are)
                print(
                    f"{game}, {protocol}, {'complete' if complete else 'open'}, {name}: {_said(rows, read, made)}",
                    flush=True,
                )


def again(rng: np.random.Generator, each: Exemplar, shot: int) -> Exemplar:
    """Return an exemplar as the next picture of a burst shows it."""
    middle = (PATCH_PX / 2, PATCH_PX / 2)
    moved = cv2.getRotationMatrix2D(middle, rng.uniform(-_TURN_DEG, _TURN_DEG), 1 + rng.uniform(-_NEARER, _NEARER))
    moved[:, 2] += rng.uniform(-_ASIDE_PX, _ASIDE_PX, 2)
    patch = cv2.warpAffine(each.patch, moved, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    patch = cv2.GaussianBlur(patch, (0, 0), rng.uniform(*_SOFTER_PX)) * rng.uniform(1 - _BRIGHTER, 1 + _BRIGHTER)
    seen = np.uint8(np.clip(patch + rng.normal(0, _NOISE, patch.shape), 0, 255))
    packed = cv2.imdecode(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1], cv2.IMREAD_COLOR)
    return replace(each, patch=np.asarray(packed, np.uint8), picture=f"{each.picture} {shot}")


def _fit(examples: Sequence[Exemplar], turns: int, *, complete: bool, as_they_are: bool) -> Recogniser:
    by_markers = mostly_by_markers(examples)
    if as_they_are:
        return compared(*uncompared(examples, turns, complete=complete, by_markers=by_markers))
    return fit(examples, turns, complete=complete, by_markers=by_markers)


def _said(rows: Rows, read: np.ndarray, made: Recogniser) -> str:
    told = list(_read(rows, read, made))
    right, sure = (100 * sum(each[k] for each in told) / len(told) for k in (0, 1))
    wrong = sum(surely and not rightly for rightly, surely in told)
    return f"{right:.1f} % right, {sure:.1f} % sure, {wrong} of {len(told)} sure and wrong"


def _read(rows: Rows, read: np.ndarray, made: Recogniser) -> Iterable[tuple[bool, bool]]:
    """Yield of each cell whether it is read rightly, and surely."""
    for name in np.unique(rows["picture"][read]):
        own = read[rows["picture"][read] == name]
        patches = rows["patches"][rows["patch"][own]]
        told = reading.read(made, patches, rows["lamp_bgr"][own], rows["black_bgr"][own])
        yield from ((each.label == rows["label"][k], each.sure) for k, each in zip(own, told, strict=True))


if __name__ == "__main__":
    main()
