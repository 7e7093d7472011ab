"""Letters, numerals and symbols out of the fonts that `gather_motifs.py` keeps, as masks to paint with."""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from held_out import require_font
from PIL import Image, ImageDraw, ImageFont

MOTIFS = Path(__file__).parent / "motifs"


@dataclass(frozen=True)
class Fonts:
    """What there is: fonts for text (plain ones and fancy ones), and symbols as (file, code point)."""

    plain: tuple[str, ...]
    fancy: tuple[str, ...]
    symbols: tuple[tuple[str, int], ...]


@functools.cache
def fonts(folder: Path = MOTIFS) -> Fonts:
    """Return the fonts of the folder, in an order that is the same wherever it is carried.

    Raises
    ------
    held_out.HeldOutError
        If a font is held out.
    """
    listed = json.loads((folder / "fonts.json").read_text())
    for entry in listed:
        require_font((*entry["names"], Path(entry["file"]).stem))
    by_kind = {kind: [e for e in listed if e["kind"] == kind] for kind in ("plain", "fancy", "symbols")}
    symbols = [(str(folder / e["file"]), code) for e in by_kind["symbols"] for code in e["codes"]]
    plain, fancy = (tuple(str(folder / e["file"]) for e in by_kind[kind]) for kind in ("plain", "fancy"))
    return Fonts(plain, fancy, tuple(symbols))


@functools.lru_cache(maxsize=4000)
def text_mask(file: str, text: str, size_px: int) -> np.ndarray | None:
    """Return the ink of a text, cropped to it (uint8, a capital about `size_px` high); None if blank."""
    font = _font(file, int(size_px * 1.4))
    try:
        left, top, right, bottom = font.getbbox(text)
    except (OSError, RuntimeError):  # some fonts have letters that can't be laid out
        return None
    if right - left < 2 or bottom - top < 2 or right - left > 1000:
        return None
    picture = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, fill=255, font=font)
    return _cropped(np.asarray(picture))


@functools.lru_cache(maxsize=200)
def _font(file: str, size_px: int) -> ImageFont.FreeTypeFont:
    """Return an opened font; all text is drawn with what comes from here, so none of it is held out."""
    font = ImageFont.truetype(file, size_px)
    require_font((*(name for name in font.getname() if name), Path(file).stem))
    return font


def _cropped(mask: np.ndarray) -> np.ndarray | None:
    box = _box(mask)
    return None if box is None else np.ascontiguousarray(mask[box])


def _box(mask: np.ndarray) -> tuple[slice, slice] | None:
    rows, cols = np.flatnonzero(mask.max(axis=1) > 40), np.flatnonzero(mask.max(axis=0) > 40)
    if len(rows) < 3 or len(cols) < 3:
        return None
    return slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1)
