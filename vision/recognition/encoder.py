"""Encoder: a patch → what two small networks make of it (docs/encoder.md).

The first was trained on drawn faces: a map of what is drawn where, for a close comparison
(`vision.recognition.comparison`), and a vector for a quick one. The second are the early layers of EfficientNet-Lite0
(Tan and Le, 2019; trained on ImageNet): textures and terrain, of which drawn faces show little. What of its third and
fifth block is compared place by place was chosen on drawn faces, too.
"""

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognition import network

PATCH_PX = 48
"""The edge of the square patches that the networks look at; others are resized to it."""

VECTOR = 128
"""How many numbers a vector has."""

MAP = (32, 12, 12)
"""The shape of a map: channels, rows, columns."""

TEXTURE = (40, 6, 6)
"""The shape of a texture: channels, rows, columns (EfficientNet-Lite0's fifth block)."""

DETAILS = (24, 12, 12)
"""The shape of what is compared of the third block; of the fifth it is `TEXTURE`."""

_FILE = "encoder.onnx"
_TEXTURE_FILE = "texture.onnx"
_MOST_AT_ONCE = 16  # OpenCV keeps what its layers made of the last ones: more take memory, and no less time


@dataclass(frozen=True, slots=True)
class Embedded:
    """`maps` (n, *MAP); `vectors` (n, VECTOR) float32, of length 1, so that a dot product is the cosine; `textures`
    (n, *TEXTURE), and what of them is compared place by place: `details` (n, *DETAILS) and `parts` (n, *TEXTURE)."""

    maps: NDArray[np.floating]
    vectors: NDArray[np.float32]
    textures: NDArray[np.floating]
    details: NDArray[np.floating]
    parts: NDArray[np.floating]

    def of(self, which: NDArray[np.intp]) -> "Embedded":
        """Return some of them."""
        return Embedded(*(getattr(self, each.name)[which] for each in fields(self)))


def embed(patches: NDArray[np.uint8]) -> Embedded:
    """Return the map, the vector and the texture of each patch, all float32.

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
        If a network's file is missing or broken.
    """
    return Embedded(*drawn(patches), *textures(patches))


def drawn(patches: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the maps and the vectors of patches alone; see `embed`."""
    maps, vectors = _run(_FILE, patches, ("maps", "vectors"), (MAP, (VECTOR,)))
    return maps, _unit(vectors)


def textures(patches: NDArray[np.uint8], networks: str = network.FIRST) -> list[NDArray[np.float32]]:
    """Return the textures of patches alone, their details and their parts, as those networks see them; see `embed`."""
    return _run(networks + _TEXTURE_FILE, patches, ("places", "details", "parts"), (TEXTURE, DETAILS, TEXTURE))


def _planes(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return patches as the networks take them, (n, 3, PATCH_PX, PATCH_PX), 0 to 1."""
    if patches.shape[1] != PATCH_PX:
        patches = np.stack([_resized(patch) for patch in patches])
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    planes *= np.float32(1 / 255)
    return planes


def _run(
    file: str, patches: NDArray[np.uint8], leaves: tuple[str, ...], shapes: tuple[tuple[int, ...], ...]
) -> list[NDArray[np.float32]]:
    if patches.ndim != 4 or patches.shape[3] != 3 or patches.shape[1] != patches.shape[2] or patches.dtype != np.uint8:
        raise ValueError(f"patches are {patches.dtype} of shape {patches.shape}; hand over uint8 of shape (n, s, s, 3)")
    out = [np.empty((len(patches), *shape), np.float32) for shape in shapes]
    for start in range(0, len(patches), _MOST_AT_ONCE):
        part = slice(start, start + _MOST_AT_ONCE)
        for into, found in zip(out, network.run(file, {"patches": _planes(patches[part])}, leaves), strict=True):
            into[part] = found
    return out


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-9)), np.float32)


def _resized(patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    method = cv2.INTER_AREA if patch.shape[0] > PATCH_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(np.ascontiguousarray(patch), (PATCH_PX, PATCH_PX), interpolation=method), np.uint8)
