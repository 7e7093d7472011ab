"""A patch → what a small network, trained once on drawn faces (docs/encoder.md), makes of it: a map of what is drawn
where, for a close comparison (`vision.recognition.comparison`), and a vector for a quick one."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognition import network

PATCH_PX = 48
"""The edge of the square patches that the network was trained on; others are resized to it."""

VECTOR = 128
"""How many numbers a vector has."""

MAP = (32, 12, 12)
"""The shape of a map: channels, rows, columns."""

_FILE = "encoder.onnx"
_MOST_AT_ONCE = 16  # OpenCV keeps what its layers made of the last ones: more take memory, and no less time


@dataclass(frozen=True, slots=True)
class Embedded:
    """`maps` (n, *MAP) float32; `vectors` (n, VECTOR) float32, of length 1, so that a dot product is the cosine."""

    maps: NDArray[np.float32]
    vectors: NDArray[np.float32]


def embed(patches: NDArray[np.uint8]) -> Embedded:
    """Return the map and the vector of each patch.

    Parameters
    ----------
    patches
        (n, s, s, 3) uint8, BGR: each shows one cell or piece, upright, edge to edge, aligned to some 5 % of its edge.
        A face that is not square is stretched to one. `s` is best PATCH_PX. Any memory order will do; n may be 0.

    Raises
    ------
    ValueError
        If the array is not of that shape and type.
    vision.recognition.network.NetworkError
        If the network's file is missing or broken.
    """
    if patches.ndim != 4 or patches.shape[3] != 3 or patches.shape[1] != patches.shape[2] or patches.dtype != np.uint8:
        raise ValueError(f"patches are {patches.dtype} of shape {patches.shape}; hand over uint8 of shape (n, s, s, 3)")
    if len(patches) == 0:
        return Embedded(np.empty((0, *MAP), np.float32), np.empty((0, VECTOR), np.float32))
    if patches.shape[1] != PATCH_PX:
        patches = np.stack([_resized(patch) for patch in patches])
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    planes *= np.float32(1 / 255)
    parts = [
        network.run(_FILE, planes[k : k + _MOST_AT_ONCE], ("maps", "vectors"))
        for k in range(0, len(planes), _MOST_AT_ONCE)
    ]
    maps, vectors = (np.concatenate([part[which] for part in parts]) for which in (0, 1))
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-9))
    return Embedded(maps, vectors)


def _resized(patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    method = cv2.INTER_AREA if patch.shape[0] > PATCH_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(np.ascontiguousarray(patch), (PATCH_PX, PATCH_PX), interpolation=method), np.uint8)
