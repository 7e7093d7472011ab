"""Gather the motifs that faces are drawn with, fonts and clip art, into the folder `motifs` beside this file, so that
the training needs nothing else and can be carried to a machine without them.

    python tests/training/gather_motifs.py --fonts /usr/share/fonts --art /usr/share/openclipart/png

It wants fonttools and pillow, and the packages that docs/encoder.md names; what is held out stays behind. The same
packages give the same folder.
"""

import argparse
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont, TTLibError
from held_out import ART_SOURCES, is_held_out
from PIL import Image

MOTIFS = Path(__file__).parent / "motifs"
ART_PX = 64
MOST_OF_A_THEME = 130
"""So many pictures of one folder at most, so that icons and flags do not drown the rest."""
MOST_OF_A_FOLDER, MOST_OF_DECORATIVE = 14, 50
"""So many fonts of one folder at most."""
MOST_BYTES = {"plain": 450_000, "fancy": 150_000, "symbols": 1_400_000}
_LATIN = {ord(letter) for letter in "Aa07M"}
_SYMBOLS = ("fontawesome", "materialdesignicons", "symbola", "gardiner", "unidings", "forkawesome", "maya_hint")
_DECORATIVE = ("aenigma", "dustin", "georgewilliams")
_NO_ART = ("shapes", "logos", "special", "cards", "led", "gradients", "unsorted", "buttons", "diagrams")
"""Folders that hold no pictures of things; and playing cards, for some are measured on."""


@dataclass(frozen=True)
class Found:
    """A font's file, the names it gives itself, and the code points it draws."""

    file: Path
    names: tuple[str, ...]
    codes: frozenset[int]


def found_font(file: Path) -> Found | None:
    """Return what a font file says of itself; None if it can't be read."""
    try:
        font = TTFont(file, lazy=True)
        names = {str(entry) for entry in font["name"].names if entry.nameID in (1, 4, 16)}
        return Found(file, (*sorted(names), file.stem), frozenset(font.getBestCmap() or ()))
    except (TTLibError, KeyError, AttributeError, UnicodeDecodeError, ValueError):
        return None


def kind_of(font: Found) -> str | None:
    """Return what a font is drawn for: plain or fancy text, or symbols; None if it is not drawn at all."""
    if is_held_out(font.names) or "emoji" in font.file.stem.lower():
        return None
    if any(name in font.file.name.lower() for name in _SYMBOLS):
        return "symbols"
    if not font.codes >= _LATIN:
        return None
    return "fancy" if any(name in str(font.file.parent) for name in _DECORATIVE) else "plain"


def gather_fonts(folder: Path, out: Path) -> list[dict[str, object]]:
    """Copy the fonts that may be drawn and return what the index says of each."""
    index: list[dict[str, object]] = []
    told = [font for font in map(found_font, sorted(folder.rglob("*.?tf"))) if font is not None]
    for parent in sorted({font.file.parent for font in told}):
        here = [(font, kind) for font in told if font.file.parent == parent and (kind := kind_of(font))]
        here = [(font, kind) for font, kind in here if font.file.stat().st_size < MOST_BYTES[kind]]
        most = MOST_OF_DECORATIVE if here and here[0][1] == "fancy" else MOST_OF_A_FOLDER
        for font, kind in here[:: max(1, -(-len(here) // most))]:
            place = out / "fonts" / parent.name / font.file.name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(font.file, place)
            codes = sorted(code for code in font.codes if code > 0x2000) if kind == "symbols" else []
            name = str(place.relative_to(out))
            index.append({"file": name, "names": font.names, "kind": kind, "codes": codes})
    return index


def gather_art(folder: Path) -> tuple[np.ndarray, list[str]]:
    """Return pictures (n, ART_PX, ART_PX, 4) uint8 BGRA, each filling its square one way, and each one's theme."""
    tiles, themes = [], []
    for parent in sorted({file.parent for file in folder.rglob("*.png")}):
        theme = str(parent.relative_to(folder))
        if any(part in _NO_ART for part in parent.relative_to(folder).parts):
            continue
        files = sorted(parent.glob("*.png"))
        shown = [tile for file in files[:: max(1, len(files) // (2 * MOST_OF_A_THEME))] if (tile := art_tile(file))]
        for tile in shown[:: max(1, -(-len(shown) // MOST_OF_A_THEME))]:
            tiles.append(np.asarray(tile)[..., (2, 1, 0, 3)])
            themes.append(theme)
    return np.stack(tiles), themes


def art_tile(file: Path) -> Image.Image | None:
    """Return a picture cropped to what is drawn and fitted into a square; None if too little or too much is drawn."""
    Image.MAX_IMAGE_PIXELS = None  # only small ones are decoded
    with Image.open(file) as opened:
        if max(opened.size) > 3000 or min(opened.size) < 24:
            return None
        picture = opened.convert("RGBA")
    box = picture.getchannel("A").point(lambda share: 255 * (share > 40)).getbbox()
    if box is None or min(box[2] - box[0], box[3] - box[1]) < 20:
        return None
    picture = picture.crop(box)
    picture.thumbnail((ART_PX, ART_PX), Image.Resampling.LANCZOS)
    ink = np.asarray(picture)
    if max(picture.size) < ART_PX // 2 or (ink[..., 3] > 128).mean() < 0.12 or ink[ink[..., 3] > 128].std() < 4:
        return None
    tile = Image.new("RGBA", (ART_PX, ART_PX), (0, 0, 0, 0))
    tile.paste(picture, ((ART_PX - picture.width) // 2, (ART_PX - picture.height) // 2))
    return tile


def main() -> None:
    """Read the command line and gather."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--fonts", type=Path, required=True)
    asked.add_argument("--art", type=Path, required=True)
    asked.add_argument("--out", type=Path, default=MOTIFS)
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    index = gather_fonts(given.fonts, given.out)
    (given.out / "fonts.json").write_text(json.dumps(index))
    tiles, themes = gather_art(given.art)
    sources = np.array([ART_SOURCES[0]] * len(tiles))
    np.savez_compressed(given.out / "art.npz", tiles=tiles, themes=np.array(themes), sources=sources)
    size = sum(file.stat().st_size for file in given.out.rglob("*") if file.is_file())
    print(f"{len(index)} fonts, {len(tiles)} pictures of {len(set(themes))} themes, {size / 1e6:.1f} MB in {given.out}")


if __name__ == "__main__":
    main()
