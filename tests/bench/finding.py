"""How well free pieces are found in real photos: `python tests/bench/finding.py PHOTOS`.

PHOTOS holds the playing cards that docs/recogniser.md names, upright boxes around each in `cards/boxes.json`. No scale
is known: it is told by the boxes, for only one scale and angle make a card of 63 × 88 mm fill a box. Where the boxes of
a picture do not agree on it (a card half covered, cut off, or seen aslant), the picture is left out. No face is taught,
so the outline alone tells.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.evaluation.pictures import load_picture
from vision.detection.free_pieces import find_pieces
from vision.layout import Pieces

CARD_MM = (63.0, 88.0)
NEAR_MM = 12.0
ALIKE = 0.1
FINDING_PX = 64


@dataclass(frozen=True)
class Box:
    """The middle of a card in pixels, and how many pixels a millimetre has if the whole card fills its box."""

    middle: tuple[float, float]
    px_per_mm: float | None


def boxed(corners: list[float]) -> Box:
    """Return what an upright box (x0, y0, x1, y1) says."""
    x0, y0, x1, y1 = corners
    width, height, (short, long) = x1 - x0, y1 - y0, CARD_MM
    # width = s (short · cos + long · sin), height = s (short · sin + long · cos), 0 to 90°
    lean = (height - width) / (height + width) * (long + short) / (long - short)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    if abs(lean) > 1 + ALIKE:
        return Box(middle, None)
    lean = float(np.clip(lean, -1, 1))
    angle = np.arctan2(1 - lean, 1 + lean)
    return Box(middle, float((width + height) / ((short + long) * (np.cos(angle) + np.sin(angle)))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path)
    folder = parser.parse_args().photos / "cards"
    cv2.setNumThreads(1)
    whole = found = invented = pictures = 0
    for entry in json.loads((folder / "boxes.json").read_text(encoding="utf-8"))["pictures"]:
        boxes = [boxed(box["box"]) for box in entry["boxes"]]
        scales = [box.px_per_mm for box in boxes if box.px_per_mm is not None]
        scale = float(np.median(scales)) if scales else 1.0
        if len(scales) < len(boxes) or any(abs(each / scale - 1) > ALIKE for each in scales):
            continue
        pictures += 1
        picture = load_picture(folder / entry["file"])
        zone = Pieces("table", (0.0, 0.0, picture.shape[1] / scale, picture.shape[0] / scale), CARD_MM)
        px_per_mm = min(scale, FINDING_PX / min(CARD_MM))
        smaller = cv2.resize(picture, None, fx=px_per_mm / scale, fy=px_per_mm / scale, interpolation=cv2.INTER_AREA)
        seen = set()
        strange = 0
        for piece in find_pieces(np.asarray(smaller, np.uint8), zone, px_per_mm):
            away = [np.hypot(*(np.array(piece.center_mm) - np.array(box.middle) / scale)) for box in boxes]
            nearest = int(np.argmin(away))
            strange += away[nearest] > NEAR_MM or nearest in seen
            if away[nearest] <= NEAR_MM:
                seen.add(nearest)
        whole, found, invented = whole + len(boxes), found + len(seen), invented + strange
        if strange or len(seen) < len(boxes):
            print(f"{entry['file']}: {len(seen)} of {len(boxes)} found, {strange} invented")
    print(f"{pictures} photos: {found} of {whole} whole cards found, {invented} invented")


if __name__ == "__main__":
    main()
