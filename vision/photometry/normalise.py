"""A patch as the recogniser looks at it: freed of the lamp, small, and as brightness and two colour differences.

In these three channels a stronger lamp, a shadow or another exposure adds a constant to the first and leaves the other
two, and a coloured lamp adds constants to these.
"""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.registration.patches import CORE_PX, MARGIN_PX

CORE = 40
"""Edge of the cell itself in a working patch."""
MARGIN = CORE * MARGIN_PX // CORE_PX
EDGE = CORE + 2 * MARGIN

Channels = npt.NDArray[np.float32]
Patches = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float64]

WHITE = 200.0
"""What white is brought to."""
BLACK = 45.0
"""What printed black is brought to where it is known: about what it looks like without haze, white being WHITE."""
_LEAST_CONTRAST = 20.0
"""Levels of 255 between white and black that a haze is taken to leave at the least: less would blow noise up."""
_DARK_BRIGHTNESS, _DARK_COLOUR = 12.0, 24.0
"""Added before the logarithms of brightness and of colours: below these there is more noise than light (of 255)."""
_SMOOTH_PX = 0.8
"""By how much a working patch is smoothed: noise, and what a pixel's shift would change."""
_AT_ONCE = 64
"""Patches at a time: many at once take hundreds of megabytes, and no less time."""


def under_white(
    patches: Patches,
    lamps_bgr: npt.NDArray[np.floating],
    edge: int = EDGE,
    blacks_bgr: npt.NDArray[np.floating] | None = None,
) -> Patches:
    """Return patches as they would look under a white lamp and without haze, at working size or another.

    Parameters
    ----------
    patches : (n, s, s, 3) uint8, BGR
    lamps_bgr : (n, 3) or (3,), what white looked like
    blacks_bgr : (n, 3) or (3,), what printed black looked like; zeros where that is not known

    Returns
    -------
    (n, edge, edge, 3) uint8
    """
    n = len(patches)
    lamps = np.asarray(lamps_bgr, np.float64).reshape(-1, 1, 3)
    blacks = np.zeros_like(lamps) if blacks_bgr is None else np.asarray(blacks_bgr, np.float64).reshape(-1, 1, 3)
    levels = brought(np.arange(256.0)[:, None], lamps, blacks)
    tables = np.clip(levels + 0.5, 0, 255).astype(np.uint8)[:, None]
    out = np.empty((n, edge, edge, 3), np.uint8)
    for i, (patch, table) in enumerate(zip(patches, np.broadcast_to(tables, (n, 1, 256, 3)), strict=True)):
        small = patch if len(patch) == edge else cv2.resize(patch, (edge, edge), interpolation=cv2.INTER_AREA)
        cv2.LUT(small, table, dst=out[i])
    return out


def brought(levels: Reals, lamps: Reals, blacks: Reals) -> Reals:
    """Return levels (…, 3) as they would be under a white lamp: straight lines that bring each `lamps` (…, 3) to WHITE,
    and each of `blacks` (…, 3) to BLACK; where that is zeros, 0 to 0."""
    told = np.any(blacks, axis=-1, keepdims=True)
    if not told.any():
        return np.asarray(levels * (WHITE / lamps))
    return np.asarray(np.where(told, WHITE + (levels - lamps) * slope(lamps, blacks), levels * (WHITE / lamps)))


def slope(lamps: Reals, blacks: Reals) -> Reals:
    """Return by how much levels grow when they are `brought` under a white lamp, each (…, 3)."""
    told = np.any(blacks, axis=-1, keepdims=True)
    return np.asarray(np.where(told, (WHITE - BLACK) / np.maximum(lamps - blacks, _LEAST_CONTRAST), WHITE / lamps))


def channels(white: Patches) -> Channels:
    """Return patches, (n, EDGE, EDGE, 3) uint8 from `under_white`, as they are compared: (n, EDGE, EDGE, 3) float32,
    log brightness, (red - green) by brightness, (blue - green) by brightness."""
    out = np.empty((len(white), EDGE, EDGE, 3), np.float32)
    for first in range(0, len(white), _AT_ONCE):
        _fill(white[first : first + _AT_ONCE], out[first : first + _AT_ONCE])
    return out


def _fill(white: Patches, out: Channels) -> None:
    smooth = white.astype(np.float32)
    for patch in smooth:
        cv2.GaussianBlur(patch, (0, 0), _SMOOTH_PX, dst=patch)
    blue, green, red = smooth[..., 0], smooth[..., 1], smooth[..., 2]
    bright = 0.114 * blue + 0.587 * green + 0.299 * red
    out[..., 0] = np.log((bright + _DARK_BRIGHTNESS) / (WHITE + _DARK_BRIGHTNESS))
    bright += _DARK_COLOUR
    out[..., 1] = (red - green) / bright
    out[..., 2] = (blue - green) / bright


def halved(pixels: Channels) -> Channels:
    """Return (n, s, s, 3) as (n, s/2, s/2, 3), each pixel the mean of four; s is even."""
    edge = pixels.shape[1] // 2
    out = np.empty((len(pixels), edge, edge, pixels.shape[3]), np.float32)
    for i, patch in enumerate(pixels):
        cv2.resize(patch, (edge, edge), dst=out[i], interpolation=cv2.INTER_AREA)
    return out


def window(edge: int, soft: float) -> Channels:
    """Return (edge, edge) weights that are 1 in the middle and fall to 0 over the `soft` share of the edge."""
    ramp = np.clip((np.arange(edge) + 0.5) / max(soft * edge, 1e-6), 0.0, 1.0)
    ramp = np.minimum(ramp, ramp[::-1])
    return np.outer(ramp, ramp).astype(np.float32)


def moved(pixels: npt.NDArray[Any], matrix: npt.NDArray[Any], edge: int) -> npt.NDArray[Any]:
    """Return an (edge, edge, …) picture whose pixel p is that of `pixels` at `matrix` (2, 3) · p; outside it repeats
    the last ones."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(pixels, matrix, (edge, edge), flags=flags, borderMode=cv2.BORDER_REPLICATE))
