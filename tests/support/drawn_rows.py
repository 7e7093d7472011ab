"""Exemplars as the rows that the benchmark keeps of what it taught and read."""

from collections.abc import Sequence

import numpy as np

from vision.pieceset.set_index import Exemplar


def rows_of(cells: Sequence[Exemplar], read: np.ndarray) -> dict[str, np.ndarray]:
    """Return rows of exemplars under a lamp each, of which some (n,) are `read` and the others taught."""
    lamps = np.array([cell.lamp_bgr for cell in cells])
    return {
        "patches": np.stack([cell.patch for cell in cells]), "patch": np.arange(len(cells)),
        "label": np.array([cell.label for cell in cells]), "picture": np.array([cell.picture for cell in cells]),
        "side": np.where(read, "read", "taught"), "turns": np.ones(len(cells), int), "lamp_bgr": lamps,
        "white_bgr": 0 * lamps, "black_bgr": 0 * lamps, "ratio": np.ones(len(cells)),
        "turned": np.zeros(len(cells), bool),
    }  # fmt: skip
