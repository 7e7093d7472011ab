"""The networks that were trained offline: ONNX files beside this module, run by OpenCV."""

import functools
import threading
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FOLDER = Path(__file__).parent
_one_at_a_time = threading.Lock()


class NetworkError(RuntimeError):
    """A network can't be used; the message names the file and what to do."""


def run(name: str, entry: Floats, leaves: Sequence[str]) -> list[Floats]:
    """Return what a network makes of (n, …) float32: one array (n, …) for each of its outlets in `leaves`.

    Several threads may call at once. Raises a NetworkError if the network's file is missing or broken.
    """
    # A net holds its input between setInput and forward: two threads must not take turns in between.
    with _one_at_a_time:
        net = _network(FOLDER / name)
        net.setInput(entry)
        return [np.array(leaf, np.float32) for leaf in net.forward(list(leaves))]


@functools.cache
def _network(file: Path) -> cv2.dnn.Net:
    """Return the network in a file, read once; raise a NetworkError that says what is wrong with it."""
    if not file.is_file():
        raise NetworkError(f"{file}: the recogniser's network is missing; install the companion again")
    try:
        return cv2.dnn.readNetFromONNX(str(file))
    except cv2.error:
        raise NetworkError(f"{file}: the recogniser's network can't be read; install the companion again") from None
