"""The networks that were trained offline: ONNX files beside this module, run by onnxruntime where it is installed (the
extra `fast`), else by OpenCV. Both give the same numbers to some 0.00001; onnxruntime takes half of the time."""

import functools
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Entries = Mapping[str, Floats]
Network = Callable[[Entries, Sequence[str]], list[Floats]]
"""By name of each entry (n, …) float32, and the names of outlets → one array (n, …) for each of these."""

FOLDER = Path(__file__).parent
FIRST, SECOND = "", "second_"
"""Which texture networks look (how their files' names begin): those that see everything, and those that are asked where
these leave a doubt."""


class NetworkError(RuntimeError):
    """A network can't be used; the message names the file and what to do."""


def run(name: str, entries: Entries, leaves: Sequence[str]) -> list[Floats]:
    """Return what a network makes of its `entries`, (n, …) float32 each: an array (n, …) for each outlet in `leaves`.

    Several threads may call at once. Raises a NetworkError if the network's file is missing or broken.
    """
    return _network(FOLDER / name)(entries, leaves)


@functools.cache
def _network(file: Path) -> Network:
    """Return the network in a file, read once; raise a NetworkError that says what is wrong with it."""
    if not file.is_file():
        raise NetworkError(f"{file}: the recogniser's network is missing; install the companion again")
    try:
        return by_onnxruntime(file)
    except ImportError:
        return by_opencv(file)


def by_opencv(file: Path) -> Network:
    """Return the network in a file, run by OpenCV in one thread; raise a NetworkError where it can't be read."""
    try:
        net = cv2.dnn.readNetFromONNX(str(file))
    except cv2.error:
        raise _broken(file) from None
    one_at_a_time = threading.Lock()

    def run_one(entries: Entries, leaves: Sequence[str]) -> list[Floats]:
        # A net holds its input between setInput and forward: two threads must not take turns in between.
        with one_at_a_time:
            for name, entry in entries.items():
                net.setInput(entry, name)
            return [np.array(leaf, np.float32) for leaf in net.forward(list(leaves))]

    return run_one


def by_onnxruntime(file: Path) -> Network:
    """Return the network in a file, run by onnxruntime in the caller's thread; raise an ImportError where it is not
    installed, a NetworkError where the file can't be read."""
    # From 1.32 on it reports each session to its maker, and keeps a number of its own in the user's cache, unless this
    # stands there before it is loaded.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415 - an extra

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session: Any = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its errors have no common ancestor
        raise _broken(file) from error
    return lambda entries, leaves: session.run(list(leaves), dict(entries))


def _broken(file: Path) -> NetworkError:
    return NetworkError(f"{file}: the recogniser's network can't be read; install the companion again")
