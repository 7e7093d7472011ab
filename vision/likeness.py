"""How alike a patch and a taught look are once one lies exactly over the other: four numbers, 0 for the same."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import WEIGHTS
from vision.appearance import CORE, Channels

Floats = npt.NDArray[np.float32]

_BOX_PX = 13
_FAINT = 0.15
_FAINT_VARIANCE = 0.004
_MOST = 1.5
_BLOCK = 5


def unlikeness(seen: Channels, looks: Channels) -> Floats:
    """Return how unlike cores and looks are, pair by pair.

    Parameters
    ----------
    seen, looks : (m, CORE, CORE, 3) as `vision.appearance.channels` gives them, aligned

    Returns
    -------
    (m, 5) float32: what is missing to a full correlation of the brightness; the difference of the drawing, each part
    of it brought to the same contrast; the greatest such difference in one small part; the difference of the colours,
    part by part; the difference of the mean brightness.
    """
    total = WEIGHTS.sum()
    bright, drawn = seen[..., 0], looks[..., 0]
    mean, mean_drawn = _weighed(bright), _weighed(drawn)
    a, b = bright - mean[:, None, None], drawn - mean_drawn[:, None, None]
    together, own, other = _weighed(a * b), _weighed(a * a), _weighed(b * b)
    missing = 1 - (together + _FAINT_VARIANCE) / np.sqrt((own + _FAINT_VARIANCE) * (other + _FAINT_VARIANCE))
    strokes = np.minimum(np.abs(_levelled(bright) - _levelled(drawn)), _MOST) ** 2
    parts = _blocks(strokes * WEIGHTS)
    colour = _blocks(seen[..., 1] - looks[..., 1]) ** 2 + _blocks(seen[..., 2] - looks[..., 2]) ** 2
    weights = _blocks(WEIGHTS[None])[0]
    tint = (colour * weights).sum(axis=(1, 2)) / weights.sum()
    drawing = (strokes * WEIGHTS).sum(axis=(1, 2)) / total
    most = parts.reshape(len(seen), -1).max(axis=1)
    return np.stack([missing, drawing, most, np.sqrt(tint), np.abs(mean - mean_drawn)], axis=1).astype(np.float32)


def _weighed(values: Floats) -> Floats:
    return np.asarray((values * WEIGHTS).sum(axis=(1, 2)) / WEIGHTS.sum(), np.float32)


def _blocks(values: Floats) -> Floats:
    edge = CORE // _BLOCK
    return np.asarray(values.reshape(-1, edge, _BLOCK, edge, _BLOCK).mean(axis=(2, 4)), np.float32)


def _levelled(bright: Floats) -> Floats:
    """Return brightness with its local mean taken off and brought to the same local contrast, faint parts less."""
    out = np.empty_like(bright)
    for i, plane in enumerate(bright):
        plain = plane - cv2.blur(plane, (_BOX_PX, _BOX_PX), borderType=cv2.BORDER_REFLECT)
        spread = cv2.blur(plain * plain, (_BOX_PX, _BOX_PX), borderType=cv2.BORDER_REFLECT)
        out[i] = plain / np.sqrt(spread + _FAINT**2)
    return out
