"""How much the middles of two cores are alike: their correlation, brightness and colours together."""

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import CORE, Channels

MIDDLE = 24
"""Edge of the middle in a core's pixels: what a wall or neighbour does not reach."""
_COLOUR = 2.0
_FAINT = 0.35

Floats = npt.NDArray[np.float32]


def vectors(cores: Channels) -> Floats:
    """Return the middles of cores (m, CORE, CORE, 3) as vectors (m, MIDDLE * MIDDLE * 3) whose product is their
    correlation; faint ones less."""
    start = (CORE - MIDDLE) // 2
    inner = cores[:, start : start + MIDDLE, start : start + MIDDLE] * np.array([1.0, _COLOUR, _COLOUR], np.float32)
    flat = inner.reshape(len(inner), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + _FAINT), np.float32)
