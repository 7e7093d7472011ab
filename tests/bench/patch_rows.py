"""What `generalise.py --patches` wrote, read again: rows of what was taught and read, each with its patch."""

from pathlib import Path

import numpy as np

from vision.pieceset.set_index import Bgr, Exemplar
from vision.recognition import odds

Rows = dict[str, np.ndarray]
"""`patches` (p, PATCH_PX, PATCH_PX, 3) uint8, and columns (r,): of each row the number of its `patch`, its `game`,
`half`, `protocol`, … (see `generalise_store`)."""


def rows_of(path: Path) -> Rows:
    """Return all rows."""
    told = np.load(path)
    return {name: told[name] for name in told.files}


def exemplar(rows: Rows, k: int) -> Exemplar:
    """Return row k as an exemplar, whether it was taught or read."""
    lamp, white, black = (_bgr(rows[f"{name}_bgr"][k]) for name in ("lamp", "white", "black"))
    patch, label, picture = rows["patches"][rows["patch"][k]], str(rows["label"][k]), str(rows["picture"][k])
    ratio = float(rows["ratio"][k]) or 1.0
    return Exemplar(label, patch, lamp, ratio, bool(rows["turned"][k]), picture, "", white, black)


def read_by_the_other_half(half: str, folder: Path | None) -> None:
    """Read games of that half by what was fitted without it, of a folder that `fit_calibration.py --keep` wrote; by
    what ships without one."""
    if folder is not None:
        odds.NUMBERS = folder / f"other_of_{half}.json"
        odds._numbers.cache_clear()


def _bgr(values: np.ndarray) -> Bgr:
    blue, green, red = values
    return float(blue), float(green), float(red)
