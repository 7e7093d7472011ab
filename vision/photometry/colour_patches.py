"""Colour targets: printed patches of even colour tie the light of a picture to that of the taught ones.

Markers tell white and black; what lies between, another camera's tone curve bends. What patches looked like when a set
was taught is laid beside what they look like now, and of each channel a straight line that brings them together is
fitted (ridge regression towards no change, iteratively reweighted with Huber's weights). A line in each channel is a
white and a black, so it is told as these, and nothing that reads need know of it. Where fewer than three in four
patches agree with the lines (a hand, a mat that was printed without patches) nothing is told.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from vision.layout import Patch
from vision.photometry.normalise import BLACK, WHITE, Reals, slope
from vision.registration.plane import Plane
from vision.registration.rectify import to_px, warp

_INNER = 0.6
"""Of a patch's edges: what is looked at, away from its rim."""
_EDGE_PX = 12
"""The edge of the small picture of a patch of which the median is taken."""
_MOST_SPREAD = 25.0
"""Levels of 255 by which the middle 80 % of a patch may differ: what is less even is covered in part."""
_LEAST, _AGREE = 4, 0.75
"""Patches without which nothing is told, and the share of them that must agree."""
_FULL = 252
"""Levels of 255 from which on a colour is burnt out."""
_MOST_OFF = 20.0
"""How far a patch may be off the lines, in levels, white being WHITE."""
_MOST_GAIN = 1.6
"""Of a channel between two pictures, each already under a white lamp: more is no tone curve."""
_ROUNDS, _NEAR = 6, 5.0
"""Huber's rounds, and the levels from which on a patch counts less than its square."""
_RIDGE = 4000.0, 0.5
"""Towards a gain of 1 (of levels squared, about a patch 60 levels from the middle) and an offset of 0 (of a patch)."""

Bgr = tuple[float, float, float]
Line = tuple[Reals, Reals]


def measured(picture: npt.NDArray[np.uint8], plane: Plane, patches: Sequence[Patch]) -> dict[str, Bgr]:
    """Return what patches look like in a picture, (height, width, 3) uint8 BGR, by their names: medians well inside;
    without those that are out of it, uneven or burnt out."""
    found = {}
    height, width = picture.shape[:2]
    for patch in patches:
        x_mm, y_mm, wide_mm, high_mm = patch.rect_mm
        rim = (1 - _INNER) / 2
        inner = (x_mm + rim * wide_mm, y_mm + rim * high_mm, _INNER * wide_mm, _INNER * high_mm)
        corners = to_px(plane, np.array([inner[:2], (inner[0] + inner[2], inner[1] + inner[3])]))
        if not np.isfinite(corners).all() or (corners < 0).any() or (corners >= (width, height)).any():
            continue
        flat = warp(picture, plane, inner, _EDGE_PX / min(inner[2:])).reshape(-1, 3).astype(np.float64)
        low, high = np.percentile(flat.mean(axis=1), (10, 90))
        middle = np.median(flat, axis=0)
        if high - low <= _MOST_SPREAD and middle.max() < _FULL:
            found[patch.name] = (float(middle[0]), float(middle[1]), float(middle[2]))
    return found


def tie(seen: Mapping[str, Reals], taught: Mapping[str, Reals]) -> Line | None:
    """Return gain and offset (3,) that lead colours of patches under a white lamp, (3,) by name, as they are seen, to
    those that were taught; None where too few are known or agree."""
    names = sorted(seen.keys() & taught.keys())
    if len(names) < _LEAST:
        return None
    one, other = (np.array([of[name] for name in names], np.float64) for of in (seen, taught))
    lines = [_line(one[:, c], other[:, c]) for c in range(3)]
    gain, offset = (np.array(values) for values in zip(*lines, strict=True))
    agree = np.abs(one * gain + offset - other).max(axis=1) <= _MOST_OFF
    return (gain, offset) if agree.mean() >= _AGREE and agree.sum() >= _LEAST else None


def led(line: Line, white: Reals, black: Reals) -> tuple[Reals, Reals]:
    """Return the white and black, (n, 3) each, under which colours come out as they do under those given and the line
    thereafter."""
    (gain, offset), steep = line, slope(white, black)
    led_white = white + ((WHITE - offset) / gain - WHITE) / steep
    led_black = white + ((BLACK - offset) / gain - WHITE) / steep
    return np.maximum(led_white, 1.0), np.maximum(led_black, 0.01)


def _line(one: Reals, other: Reals) -> tuple[float, float]:
    middle = (WHITE + BLACK) / 2
    terms = np.column_stack([one - middle, np.ones(len(one))])
    weight, change = np.ones(len(one)), np.zeros(2)
    for _ in range(_ROUNDS):
        weighted = terms * weight[:, None]
        change[:] = np.linalg.solve(weighted.T @ terms + np.diag(_RIDGE), weighted.T @ (other - one))
        weight[:] = _NEAR / np.maximum(np.abs(one + terms @ change - other), _NEAR)
    gain = float(np.clip(1 + change[0], 1 / _MOST_GAIN, _MOST_GAIN))
    return gain, float(middle + change[1] - gain * middle)
