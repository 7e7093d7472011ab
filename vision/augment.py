"""Copies of taught patches as other evenings would show them: shifted, askew, nearer, blurred, in another light, half
shadowed, noisy, and with neighbours that reach into the cell."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.appearance import CORE, EDGE, MARGIN, Channels

_SHIFT_PX = 1.6
_TURN_DEG = 2.0
_GROWTH = 0.02
_INTRUSION_PX = 8


def copies(
    patches: Channels, count: int, rng: np.random.Generator, strength: float = 1.0
) -> tuple[Channels, npt.NDArray[np.intp]]:
    """Return `count` altered copies, each patch taken in turn, and which patch each was made of.

    Parameters
    ----------
    patches : (n, EDGE, EDGE, 3) as `vision.appearance.channels` gives them
    count : how many copies
    rng : where the chance comes from
    strength : 1 for what an evening at home brings, less for less
    """
    sources = np.arange(count) % len(patches)
    out = np.empty((count, EDGE, EDGE, 3), np.float32)
    for i, source in enumerate(sources):
        copy = _moved(patches[source], rng, strength)
        _intrude(copy, patches[rng.integers(len(patches))], rng)
        out[i] = _lit(copy, rng, strength)
    return out, sources


def _moved(patch: Channels, rng: np.random.Generator, strength: float) -> Channels:
    middle = (EDGE - 1) / 2
    turn, growth = rng.normal(0, _TURN_DEG * strength), 1 + rng.normal(0, _GROWTH * strength)
    matrix = cv2.getRotationMatrix2D((middle, middle), turn, growth)
    matrix[:, 2] = matrix[:, 2] + rng.uniform(-_SHIFT_PX, _SHIFT_PX, 2)
    moved = cv2.warpAffine(patch, matrix, (EDGE, EDGE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.5:
        moved = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.3, 0.3 + 1.2 * strength))
    return np.asarray(moved, np.float32)


def _intrude(patch: Channels, neighbour: Channels, rng: np.random.Generator) -> None:
    """Let the edge of a neighbour lie over one or more sides of a patch."""
    for side in range(4):
        reach = MARGIN + int(rng.integers(-4, _INTRUSION_PX))
        if rng.random() > 0.5:
            continue
        near, far = slice(0, reach), slice(MARGIN + CORE - reach, MARGIN + CORE)
        if side == 0:
            patch[near] = neighbour[far]
        elif side == 1:
            patch[EDGE - reach :] = neighbour[MARGIN : MARGIN + reach]
        elif side == 2:
            patch[:, near] = neighbour[:, far]
        else:
            patch[:, EDGE - reach :] = neighbour[:, MARGIN : MARGIN + reach]


def _lit(patch: Channels, rng: np.random.Generator, strength: float) -> Channels:
    bright = patch[..., 0]
    mean = float(bright[MARGIN:-MARGIN, MARGIN:-MARGIN].mean())
    bright[...] = (bright - mean) * rng.uniform(1 - 0.25 * strength, 1 + 0.25 * strength) + mean
    bright += np.float32(rng.normal(0, 0.25 * strength))
    patch[..., 1:] *= np.float32(rng.uniform(1 - 0.2 * strength, 1 + 0.2 * strength))
    patch[..., 1:] += rng.normal(0, 0.04 * strength, 2).astype(np.float32)
    across, down = rng.normal(0, 0.15 * strength, 2)
    slope = np.linspace(-1, 1, EDGE, dtype=np.float32)
    bright += np.float32(across) * slope[None] + np.float32(down) * slope[:, None]
    noise = rng.standard_normal(patch.shape, np.float32)
    return np.asarray(patch + noise * np.float32(rng.uniform(0.005, 0.005 + 0.035 * strength)), np.float32)
