"""Letters, numerals, symbols and little pictures out of the fonts of this machine, as masks to paint with."""

import functools
import subprocess
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

EMOJI_PX = 109
"""The only size in which the colour emoji font holds its bitmaps."""

_SYMBOL_FONTS = (
    "FontAwesome.otf",
    "materialdesignicons",
    "Symbola",
    "Gardiner",
    "Unidings",
    "forkawesome",
    "Maya_hint",
)
_DECORATIVE = ("aenigma", "dustin", "georgewilliams", "dseg")


@dataclass(frozen=True)
class Fonts:
    """What the machine has: fonts for text (plain ones and fancy ones), symbols as (file, code point), emoji."""

    plain: tuple[str, ...]
    fancy: tuple[str, ...]
    symbols: tuple[tuple[str, int], ...]
    emoji: tuple[str, int] | None
    emoji_codes: tuple[int, ...]


@functools.cache
def fonts() -> Fonts:
    """Return the fonts that fontconfig lists, sorted by name so that a seed means the same on every run."""
    files = [line for line in _listed(":charset=41 61 30 37 4d") if line.endswith((".ttf", ".otf"))]
    files = [file for file in files if not any(name in file for name in _SYMBOL_FONTS) and "Emoji" not in file]
    fancy = tuple(file for file in files if any(name in file for name in _DECORATIVE))
    symbols: list[tuple[str, int]] = []
    for file in _listed(""):
        if any(name in file for name in _SYMBOL_FONTS) and file.endswith((".ttf", ".otf")):
            symbols += [(file, code) for code in _codes(file) if code > 0x2000]
    emoji = next((file for file in _listed("") if "NotoColorEmoji" in file), None)
    codes = (
        [code for code in _codes(emoji) if 0x1F300 <= code < 0x1FB00 and not 0x1F3FB <= code <= 0x1F3FF]
        if emoji
        else []
    )
    return Fonts(
        tuple(f for f in files if f not in fancy),
        fancy,
        tuple(symbols),
        (emoji, EMOJI_PX) if emoji else None,
        tuple(codes),
    )


def _listed(pattern: str) -> list[str]:
    told = subprocess.run(["fc-list", pattern, "file"], capture_output=True, text=True, check=True).stdout
    return sorted({line.split(":")[0].strip() for line in told.splitlines() if line.strip()})


def _codes(file: str) -> list[int]:
    told = subprocess.run(["fc-query", "--format", "%{charset} ", file], capture_output=True, text=True, check=True)
    codes: set[int] = set()
    for part in told.stdout.split():
        first, _, last = part.partition("-")
        codes.update(range(int(first, 16), int(last or first, 16) + 1))
    return sorted(codes)


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
    return ImageFont.truetype(file, size_px)


@functools.lru_cache(maxsize=4000)
def emoji_picture(code: int) -> np.ndarray | None:
    """Return a colour emoji as BGRA (uint8), cropped to what is drawn; None if the font has no picture for it."""
    known = fonts().emoji
    if known is None:
        return None
    picture = Image.new("RGBA", (150, 150), (0, 0, 0, 0))
    ImageDraw.Draw(picture).text((5, 5), chr(code), font=_font(*known), embedded_color=True)
    pixels = np.asarray(picture)
    box = _box(pixels[..., 3])
    if box is None:
        return None
    return np.ascontiguousarray(pixels[box][..., (2, 1, 0, 3)])


def _cropped(mask: np.ndarray) -> np.ndarray | None:
    box = _box(mask)
    return None if box is None else np.ascontiguousarray(mask[box])


def _box(mask: np.ndarray) -> tuple[slice, slice] | None:
    rows, cols = np.flatnonzero(mask.max(axis=1) > 40), np.flatnonzero(mask.max(axis=0) > 40)
    if len(rows) < 3 or len(cols) < 3:
        return None
    return slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1)
