"""Upright: exemplars of which nobody said how they lie, turned as those of their face that are known to be upright."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.pieceset.set_index import Exemplar
from vision.registration.patches import MARGIN_PX

Floats = npt.NDArray[np.float32]

_SMALL_PX = 16
"""The edge of the picture by which it is told how an exemplar lies."""


def upright(examples: Sequence[Exemplar], turns: int) -> list[Exemplar]:
    """Return the exemplars, those that may lie in any of `turns` (1, 2 or 4) quarter turns as they resemble an upright
    one of their face most; as they are where their face has none."""
    known: dict[str, list[Floats]] = {}
    for example in examples:
        if not example.turned:
            known.setdefault(example.label, []).append(_small(example.patch))
    return [
        _as(known[example.label], example, turns)
        if example.turned and example.label in known and turns > 1
        else example
        for example in examples
    ]


def _as(known: Sequence[Floats], example: Exemplar, turns: int) -> Exemplar:
    ways = [np.ascontiguousarray(np.rot90(example.patch, turn * (4 // turns))) for turn in range(turns)]
    alike = [max(float((_small(way) * each).sum()) for each in known) for way in ways]
    return replace(example, patch=ways[int(np.argmax(alike))])


def _small(patch: npt.NDArray[np.uint8]) -> Floats:
    """Return a face as small as it can be told how it lies: brightness alone, of mean 0 and length 1."""
    grey = cv2.cvtColor(patch[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX], cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (_SMALL_PX, _SMALL_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean()
    return np.asarray(small / max(float(np.linalg.norm(small)), 1e-6), np.float32)
