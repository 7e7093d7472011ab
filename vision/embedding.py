"""A patch of one cell or piece → a vector that is near for the same face in another light and far for another face.

The vectors come from a small network, trained on drawn faces only (`docs/embedding.md`), that lies beside this file
and is run by OpenCV. It knows no face by name: compare its vectors with those of taught patches.
"""

import functools
import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH_PX = 40
"""The edge of the square patches that the network was trained on; others are resized to it."""

VECTOR = 128
"""How many numbers a vector has."""

_FILE = Path(__file__).with_name("embedding.onnx")
_MOST_AT_ONCE = 64
_one_at_a_time = threading.Lock()


class EmbeddingError(RuntimeError):
    """The network can't be used; the message names the file and what to do."""


def embed(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return one vector a patch.

    Parameters
    ----------
    patches
        (n, s, s, 3) uint8, BGR: each shows one cell or piece, upright, edge to edge, aligned to some 5 % of its edge.
        A face that is not square is stretched to one. `s` is best PATCH_PX. Any memory order will do; n may be 0.

    Returns
    -------
    (n, VECTOR) float32, of length 1, so that a dot product is the cosine. On real photos one face in two lights mostly
    has 0.75 to 0.97, two faces mostly less than 0.75, but two that differ in a detail up to 0.9: compare with the
    taught faces, not with a bound. Several threads may call at once.

    Raises
    ------
    ValueError
        If the array is not of that shape and type.
    EmbeddingError
        If the network's file is missing or broken.
    """
    if patches.ndim != 4 or patches.shape[3] != 3 or patches.shape[1] != patches.shape[2] or patches.dtype != np.uint8:
        raise ValueError(f"patches are {patches.dtype} of shape {patches.shape}; hand over uint8 of shape (n, s, s, 3)")
    if len(patches) == 0:
        return np.empty((0, VECTOR), np.float32)
    if patches.shape[1] != PATCH_PX:
        patches = np.stack([_resized(patch) for patch in patches])
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    planes *= np.float32(1 / 255)
    vectors = np.concatenate([_run(planes[k : k + _MOST_AT_ONCE]) for k in range(0, len(planes), _MOST_AT_ONCE)])
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.float32(1e-9)), np.float32)


def _resized(patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    method = cv2.INTER_AREA if patch.shape[0] > PATCH_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(np.ascontiguousarray(patch), (PATCH_PX, PATCH_PX), interpolation=method), np.uint8)


def _run(planes: NDArray[np.float32]) -> NDArray[np.float32]:
    # A net holds its input between setInput and forward: two threads must not take turns in between.
    with _one_at_a_time:
        net = _network(_FILE)
        net.setInput(planes)
        return np.array(net.forward(), np.float32)


@functools.cache
def _network(file: Path) -> cv2.dnn.Net:
    """Return the network in a file, read once; raise an EmbeddingError that says what is wrong with it."""
    if not file.is_file():
        raise EmbeddingError(f"{file}: the recogniser's network is missing; install the companion again")
    try:
        return cv2.dnn.readNetFromONNX(str(file))
    except cv2.error:
        raise EmbeddingError(f"{file}: the recogniser's network can't be read; install the companion again") from None
