"""Illustrated art to draw faces with: clip art out of the public domain, as `gather_motifs.py` keeps it."""

import functools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from held_out import require_art

MOTIFS = Path(__file__).parent / "motifs"


@dataclass(frozen=True)
class Art:
    """Pictures (n, s, s, 4) uint8 BGRA, and the numbers of those of each theme."""

    tiles: np.ndarray
    themes: tuple[tuple[int, ...], ...]


@functools.cache
def art(folder: Path = MOTIFS) -> Art:
    """Return the pictures that were gathered.

    Raises
    ------
    held_out.HeldOutError
        If they are of a collection that is not known to be free of held-out motifs.
    """
    with np.load(folder / "art.npz") as kept:
        require_art({str(source) for source in kept["sources"]})
        tiles, names = kept["tiles"], kept["themes"]
    themes = tuple(tuple(int(n) for n in np.flatnonzero(names == name)) for name in np.unique(names))
    return Art(tiles, tuple(theme for theme in themes if len(theme) >= 4))


@functools.lru_cache(maxsize=512)
def picture(number: int, hue_deg: float = 0.0) -> np.ndarray:
    """Return a picture (h, w, 4) uint8 BGRA cropped to what is drawn, its hues turned by so much."""
    tile = art().tiles[number]
    rows, cols = np.flatnonzero(tile[..., 3].max(axis=1) > 40), np.flatnonzero(tile[..., 3].max(axis=0) > 40)
    tile = tile[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1].copy()
    if hue_deg:
        told = cv2.cvtColor(np.float32(tile[..., :3]) / 255, cv2.COLOR_BGR2HSV)
        told[..., 0] = (told[..., 0] + hue_deg) % 360
        tile[..., :3] = np.clip(cv2.cvtColor(told, cv2.COLOR_HSV2BGR) * 255, 0, 255).astype(np.uint8)
    return tile
