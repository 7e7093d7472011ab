"""Do two patches show the same face? A small network looks at their maps, place by place (docs/encoder.md)."""

import numpy as np
from numpy.typing import NDArray

from vision.recognition import network

_FILE = "comparison.onnx"
_MOST_AT_ONCE = 32  # as in `vision.recognition.encoder`


def same(ones: NDArray[np.floating], others: NDArray[np.floating], pairs: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return for each pair (m, 2) of a map of `ones` and one of `others`, (n, *encoder.MAP) each, the log odds
    (m,) that they show the same face, where one was drawn in as many pairs as another that is easily confused with it.
    Order is no matter."""
    told = [np.empty(0, np.float32)]
    for k in range(0, len(pairs), _MOST_AT_ONCE):
        first, second = pairs[k : k + _MOST_AT_ONCE].T
        a, b = ones[first], others[second]
        entry = np.empty((len(a), 2 * a.shape[1], *a.shape[2:]), np.float32)
        apart, both = entry[:, : a.shape[1]], entry[:, a.shape[1] :]
        np.abs(np.subtract(a, b, out=apart), out=apart)
        np.add(a, b, out=both)
        told.append(network.run(_FILE, entry, ("verdict",))[0][:, 0])
    return np.concatenate(told)
