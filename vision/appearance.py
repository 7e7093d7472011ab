"""A patch as the recogniser looks at it: brightness as a logarithm and two colour differences by it, freed of the lamp.

In these three channels a stronger lamp, a shadow or another exposure adds a constant to the first and leaves the other
two, and a coloured lamp adds constants to these.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.regions import CORE_PX, MARGIN_PX

CORE = 40
"""Edge of the cell itself in a working patch."""
MARGIN = CORE * MARGIN_PX // CORE_PX
EDGE = CORE + 2 * MARGIN

Channels = npt.NDArray[np.float32]

_WHITE = 200.0
_DARK_BRIGHTNESS = 12.0
_DARK_COLOUR = 24.0
_SMOOTH_PX = 0.8


def channels(patches: npt.NDArray[np.uint8], lamps_bgr: npt.NDArray[np.floating]) -> Channels:
    """Return patches as the recogniser compares them.

    Parameters
    ----------
    patches : (n, s, s, 3) uint8, BGR
    lamps_bgr : (n, 3) or (3,), what white looked like

    Returns
    -------
    (n, EDGE, EDGE, 3) float32: log brightness, (red - green) and (blue - green) by brightness.
    """
    n = len(patches)
    out = np.empty((n, EDGE, EDGE, 3), np.float32)
    gains = np.broadcast_to(_WHITE / np.asarray(lamps_bgr, np.float32), (n, 3)).astype(np.float32)
    for i, patch in enumerate(patches):
        small = cv2.resize(patch, (EDGE, EDGE), interpolation=cv2.INTER_AREA)
        out[i] = cv2.GaussianBlur(small.astype(np.float32), (0, 0), _SMOOTH_PX)
    out *= gains[:, None, None]
    blue, green, red = (out[..., k].copy() for k in range(3))
    bright = 0.114 * blue + 0.587 * green + 0.299 * red
    out[..., 0] = np.log((bright + _DARK_BRIGHTNESS) / (_WHITE + _DARK_BRIGHTNESS))
    bright += _DARK_COLOUR
    out[..., 1] = (red - green) / bright
    out[..., 2] = (blue - green) / bright
    return out


def halved(pixels: Channels) -> Channels:
    """Return (n, s, s, c) as (n, s/2, s/2, c), each pixel the mean of four; s is even."""
    n, edge = pixels.shape[:2]
    return np.asarray(pixels.reshape(n, edge // 2, 2, edge // 2, 2, -1).mean(axis=(2, 4)), np.float32)


def window(edge: int, soft: float) -> Channels:
    """Return (edge, edge) weights that are 1 in the middle and fall to 0 over the `soft` share of the edge."""
    ramp = np.clip((np.arange(edge) + 0.5) / max(soft * edge, 1e-6), 0.0, 1.0)
    ramp = np.minimum(ramp, ramp[::-1])
    return np.outer(ramp, ramp).astype(np.float32)
