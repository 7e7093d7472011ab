"""Do two patches show the same face? Two small networks look place by place: one at the maps of what is drawn, one at
the textures (docs/encoder.md)."""

import numpy as np
from numpy.typing import NDArray

from vision.recognition import network
from vision.recognition.encoder import Embedded

_FILE, _TEXTURE_FILE = "comparison.onnx", "texture_comparison.onnx"
_MOST_AT_ONCE = 32  # as in `vision.recognition.encoder`


def same(ones: Embedded, others: Embedded, pairs: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return for each pair (m, 2) of one of `ones` and one of `others` the log odds (m,) that they show the same face,
    told by their maps, where one was drawn in as many pairs as another that is easily confused with it. Order is no
    matter."""
    return _told(_FILE, {"pairs": (ones.maps, others.maps)}, pairs)


def same_texture(
    ones: Embedded, others: Embedded, pairs: NDArray[np.intp], networks: str = network.FIRST
) -> NDArray[np.float32]:
    """Return the same, told by their textures, which those networks have seen."""
    looked_at = {"details": (ones.details, others.details), "parts": (ones.parts, others.parts)}
    return _told(networks + _TEXTURE_FILE, looked_at, pairs)


def _told(
    file: str, looked_at: dict[str, tuple[NDArray[np.floating], NDArray[np.floating]]], pairs: NDArray[np.intp]
) -> NDArray[np.float32]:
    told = [np.empty(0, np.float32)]
    # Many pairs share one of the others, and half precision is slow to reckon with: each is widened once.
    used, second = np.unique(pairs[:, 1], return_inverse=True)
    wide = {name: (ones, others[used].astype(np.float32)) for name, (ones, others) in looked_at.items()}
    for k in range(0, len(pairs), _MOST_AT_ONCE):
        one, other = pairs[k : k + _MOST_AT_ONCE, 0], second[k : k + _MOST_AT_ONCE]
        entries = {name: _apart_and_both(ones[one], others[other]) for name, (ones, others) in wide.items()}
        told.append(network.run(file, entries, ("verdict",))[0][:, 0])
    return np.concatenate(told)


def _apart_and_both(a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return by how much maps (n, c, h, w) differ and what they sum up to, (n, 2c, h, w): the same in either order."""
    entry = np.empty((len(a), 2 * a.shape[1], *a.shape[2:]), np.float32)
    apart, both = entry[:, : a.shape[1]], entry[:, a.shape[1] :]
    np.abs(np.subtract(a, b, out=apart), out=apart)
    np.add(a, b, out=both)
    return entry
