"""How alike a patch and a taught look are once one lies exactly over the other: eight numbers, 0 for the same.

What counts is ink: something drawn in one and missing in the other. So brightness is brought to the same contrast part
by part, and each small part may lie a pixel off, for no print is laid and seen so exactly that its edges match.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import WEIGHTS
from vision.appearance import CORE, Channels

Floats = npt.NDArray[np.float32]

MEASURES = 8

_BOX_PX = 13
_FAINT = 0.15
_FAINT_VARIANCE = 0.004
_MOST = 1.5
_BLOCK = 5
PARTS = CORE // _BLOCK
_LEAST_USUAL = 0.04


def unlikeness(seen: Channels, looks: Channels, usual: Floats) -> Floats:
    """Return how unlike cores and looks are, pair by pair.

    Parameters
    ----------
    seen, looks : (m, CORE, CORE, 3) as `vision.appearance.channels` gives them, aligned
    usual : (m, PARTS, PARTS), how much each part of the drawing usually differs where the face is the same

    Returns
    -------
    (m, MEASURES) float32: what is missing to a full correlation of the brightness; the difference of the drawing; the
    greatest difference of the drawing in one small part, the middle counting most; how many times the usual the oddest
    part differs, and the four oddest, as logarithms; the difference of the colours; the greatest of these in one small
    part; the difference of the mean brightness.
    """
    bright, drawn = seen[..., 0], looks[..., 0]
    mean, mean_drawn = _weighed(bright), _weighed(drawn)
    a, b = bright - mean[:, None, None], drawn - mean_drawn[:, None, None]
    together, own, other = _weighed(a * b), _weighed(a * a), _weighed(b * b)
    missing = 1 - (together + _FAINT_VARIANCE) / np.sqrt((own + _FAINT_VARIANCE) * (other + _FAINT_VARIANCE))
    parts = ink(seen, looks)
    odd = np.sort((parts / (usual + _LEAST_USUAL)).reshape(len(seen), -1), axis=1)
    colour = _colour(seen, looks)
    measures = [
        missing,
        (parts * _MIDDLE).sum(axis=(1, 2)) / _MIDDLE.sum(),
        middle_most(parts),
        np.log(odd[:, -1] + 0.1),
        np.log(odd[:, -4:].mean(axis=1) + 0.1),
        tint(seen, looks),
        np.sqrt((colour * _MIDDLE).max(axis=(1, 2))),
        np.abs(mean - mean_drawn),
    ]
    return np.stack(measures, axis=1).astype(np.float32)


def ink(seen: Channels, looks: Channels) -> Floats:
    """Return how much each part's drawing differs at its best place a pixel around, (m, PARTS, PARTS)."""
    drawing, drawn = _levelled(seen[..., 0]), _levelled(looks[..., 0])
    best = np.full((len(seen), PARTS, PARTS), np.inf, np.float32)
    padded = np.pad(drawn, ((0, 0), (1, 1), (1, 1)), mode="edge")
    for down in range(3):
        for across in range(3):
            apart = drawing - padded[:, down : down + CORE, across : across + CORE]
            np.clip(apart, -_MOST, _MOST, out=apart)
            apart *= apart
            np.minimum(best, _blocks(apart), out=best)
    return best


def middle_most(parts: Floats) -> Floats:
    """Return the greatest of (m, PARTS, PARTS) differences, those in the middle counting most."""
    return np.asarray((parts * _MIDDLE).max(axis=(1, 2)), np.float32)


def tint(seen: Channels, looks: Channels) -> Floats:
    """Return how far the colours of aligned cores (m, CORE, CORE, 3) are apart, those in the middle counting most."""
    return np.asarray(np.sqrt((_colour(seen, looks) * _MIDDLE).sum(axis=(1, 2)) / _MIDDLE.sum()), np.float32)


def _colour(seen: Channels, looks: Channels) -> Floats:
    return _blocks(seen[..., 1] - looks[..., 1]) ** 2 + _blocks(seen[..., 2] - looks[..., 2]) ** 2


def _weighed(values: Floats) -> Floats:
    flat = values.reshape(len(values), -1) @ WEIGHTS.ravel()
    return np.asarray(flat / WEIGHTS.sum(), np.float32)


def _blocks(values: Floats) -> Floats:
    m = len(values)
    rows = values.reshape(m, PARTS, _BLOCK, CORE).sum(axis=2)
    sums = rows.reshape(m, PARTS, PARTS, _BLOCK).sum(axis=3)
    return np.asarray(sums * np.float32(1 / _BLOCK**2), np.float32)


def _levelled(bright: Floats) -> Floats:
    """Return brightness with its local mean taken off and brought to the same local contrast, faint parts less."""
    out = np.empty_like(bright)
    for i, plane in enumerate(bright):
        plain = plane - cv2.blur(plane, (_BOX_PX, _BOX_PX), borderType=cv2.BORDER_REFLECT)
        spread = cv2.blur(plain * plain, (_BOX_PX, _BOX_PX), borderType=cv2.BORDER_REFLECT)
        out[i] = plain / np.sqrt(spread + _FAINT**2)
    return out


_MIDDLE = _blocks(WEIGHTS[None])[0]
