"""Copies of taught patches as other evenings would show them.

What is searched by is shifted, askew, nearer, blurred, in another light, half shadowed, noisy, and with neighbours that
reach into the cell (`copies`). What is compared with is out of focus, or in other tones (`in_other_light`). What a set
is asked about itself is blurred, in another light, half shadowed and noisy (`on_another_evening`).
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import CORE, EDGE, MARGIN, WHITE, Patches, moved

_SHIFT_PX, _TURN_DEG, _GROWTH = 1.6, 2.0, 0.02
"""How a copy lies: within so many working pixels, and by so much askew and larger (standard deviations). About what
hands and the search leave."""
_INTRUSION_PX = (-4, 7)
"""How far a neighbour's edge reaches over a copy's, beyond the margin, on every second side: by chance from, to
below."""
_BLUR_PX, _TINT, _BRIGHTER, _SLOPE, _VEIL, _GRAIN = (0.3, 1.3), 0.04, 0.15, 0.12, 18.0, (0.5, 5.0)
"""Another evening's light, by chance: blur of every second copy (standard deviation, from, to), tint, brightness and
slope across it (logs, standard deviations), a veil of up to so many levels of 255, and noise (levels, from, to)."""
_OUT_OF_FOCUS = 2.5 / 96
"""By how much a copy is out of focus: standard deviation in edges of its patch."""
_DEEPER, _PALER = 1.4, 0.75
"""The powers to which a copy's values are raised (white is 1): cameras' curves in little light and in much."""


def copies(patches: Patches, count: int, rng: np.random.Generator) -> tuple[Patches, npt.NDArray[np.intp]]:
    """Return `count` altered copies, each patch taken in turn, and which patch each was made of.

    Parameters
    ----------
    patches : (n, EDGE, EDGE, 3) uint8 as `vision.photometry.normalise.under_white` gives them
    count : how many copies
    rng : where the chance comes from
    """
    sources = np.arange(count) % len(patches)
    out = np.empty((count, EDGE, EDGE, 3), np.uint8)
    for i, source in enumerate(sources):
        copy = _laid(patches[source], rng)
        _intrude(copy, patches[rng.integers(len(patches))], rng)
        out[i] = _lit(copy, rng)
    return out, sources


def in_other_light(patches: Patches) -> Patches:
    """Return three altered copies of each of the patches, (n, s, s, 3) uint8 under a white lamp: all out of focus, all
    in deeper tones, all in paler ones, (3 n, s, s, 3)."""
    soft = np.empty_like(patches)
    for i, patch in enumerate(patches):
        soft[i] = cv2.GaussianBlur(patch, (0, 0), _OUT_OF_FOCUS * len(patch))
    return np.concatenate([soft, _toned(patches, _DEEPER), _toned(patches, _PALER)])


def on_another_evening(patches: Patches, rng: np.random.Generator) -> Patches:
    """Return patches, (n, s, s, 3) uint8, each in another light, half shadowed, noisy, some blurred."""
    return np.asarray([_lit(patch, rng) for patch in patches], np.uint8).reshape(patches.shape)


def _toned(patches: Patches, power: float) -> Patches:
    """Return patches in other tones between black and white, which stay; what is brighter than white stays, too."""
    level = np.arange(256)
    curve = np.where(level <= WHITE, WHITE * (level / WHITE) ** power, level)
    return np.asarray(curve.round().astype(np.uint8)[patches])


def _laid(patch: Patches, rng: np.random.Generator) -> Patches:
    middle = (EDGE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, _TURN_DEG), 1 + rng.normal(0, _GROWTH))
    matrix[:, 2] = matrix[:, 2] + rng.uniform(-_SHIFT_PX, _SHIFT_PX, 2)
    return np.asarray(moved(patch, matrix, EDGE), np.uint8)


def _intrude(patch: Patches, neighbour: Patches, rng: np.random.Generator) -> None:
    """Let the edge of a neighbour lie over one or more sides of a patch."""
    for side in range(4):
        reach = MARGIN + int(rng.integers(*_INTRUSION_PX))
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


def _lit(patch: Patches, rng: np.random.Generator) -> Patches:
    if rng.random() < 0.5:
        patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), rng.uniform(*_BLUR_PX)), np.uint8)
    colour = np.exp(rng.normal(0, _TINT, 3) + rng.normal(0, _BRIGHTER))
    across, down = rng.normal(0, _SLOPE, 2)
    slope = np.linspace(-1, 1, len(patch))
    shade = np.outer(np.exp(down * slope), np.exp(across * slope)).astype(np.float32)
    veil = np.float32(rng.uniform(0, _VEIL))
    values = (patch.astype(np.float32) * (1 - veil / 255) + veil) * shade[..., None] * colour.astype(np.float32)
    values += rng.standard_normal(patch.shape, np.float32) * np.float32(rng.uniform(*_GRAIN))
    return np.asarray(np.clip(values, 0, 255), np.uint8)
