"""Where the mat lies bare: its squares compared with how they looked before anything lay there, and then with how they
were printed."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.prints import mat as printed_mat
from companion.prints import raster
from companion.prints.drawing import Drawing
from vision.layout import Grid, Layout
from vision.motion.change import changed_cells
from vision.registration.patches import Picture

INNER = 5  # a square is compared in so many parts each way, its rim left out
BARE = 1.6
"""A square that differs less than this, both in one light, shows nothing else; a hole in it and its shadow do. Of 1,404
drawn squares of crates laid alone in thirteen evenings, each in everyday and in hard light, 13 differ less, and of
2,808 bare ones 50 differ more; in the light as it is, from 1.25 on, 21 and 109. (Chosen on six of the evenings.)"""
PART_PX = 6
_GREY, _BRIGHT = 128, 220
_AROUND_MM = 4.0  # a zone's frame and what lies askew over its edge


def scale(layout: Layout) -> float:
    """Return at how many pixels a mm mats are to be compared."""
    sides = [min(zone.rect_mm[2] / zone.cols, zone.rect_mm[3] / zone.rows) for zone in _grids(layout)]
    return INNER * PART_PX / min(sides, default=30.0)


def bare_squares(layout: Layout, bare: Picture, now: Picture) -> frozenset[str]:
    """Return the keys ("zone 1/4") of the squares in which the mat lies bare.

    Both pictures, (h, w, 3) uint8 BGR, show the whole mat at `scale`. What a lamp did to all of it is measured in the
    lanes between the zones, where nothing lies; pictures of another size tell nothing.
    """
    if bare.shape != now.shape:
        return frozenset()
    lanes = _lanes(layout, bare)
    bare, now = _in_one_light(bare, lanes), _in_one_light(now, lanes)
    found: set[str] = set()
    for zone in _grids(layout):
        parts = _differences(zone, _cut(bare, zone, layout), _cut(now, zone, layout))
        found |= {f"{zone.name}/{square}" for square in np.flatnonzero(parts.ravel() < BARE)}
    return frozenset(found)


def covered_zones(layout: Layout, now: Picture) -> tuple[str, ...]:
    """Return the zones of which some square looks otherwise than it was printed: something lies there, though the mat
    is said to be bare. `now` as for `bare_squares`.

    Of 1,792 squares of 64 drawn bare mats, in everyday and in hard light, one differs so; of 3,138 that something lay
    on, 18 do not. A mat of somebody's own drawing may always look otherwise.
    """
    drawn = printed_mat.drawing(layout)
    printed = raster.picture(Drawing(layout.size_mm, drawn.shapes, drawn.paper), scale(layout))
    printed = np.asarray(cv2.resize(printed, now.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)
    bare = bare_squares(layout, printed, now)
    return tuple(
        zone.name
        for zone in _grids(layout)
        if any(f"{zone.name}/{square}" not in bare for square in range(zone.rows * zone.cols))
    )


def _grids(layout: Layout) -> list[Grid]:
    return [zone for zone in layout.zones if isinstance(zone, Grid)]


def _lanes(layout: Layout, picture: Picture) -> NDArray[np.bool_]:
    px_per_mm = picture.shape[1] / layout.size_mm[0]
    lanes = np.ones(picture.shape[:2], np.bool_)
    for zone in layout.zones:
        x, y, width, height = zone.rect_mm
        left, top = (max(0, round((start - _AROUND_MM) * px_per_mm)) for start in (x, y))
        right, low = (round((end + _AROUND_MM) * px_per_mm) for end in (x + width, y + height))
        lanes[top:low, left:right] = False
    return lanes


def _in_one_light(picture: Picture, lanes: NDArray[np.bool_]) -> Picture:
    """Return the picture as it would look in a light that makes the lanes of any mat as bright: what differs in little
    light differs by little."""
    if not lanes.any():
        return picture
    gain = _BRIGHT / np.maximum(np.median(picture[lanes].astype(np.float32), axis=0), 1.0)
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def _cut(picture: Picture, zone: Grid, layout: Layout) -> Picture:
    px_per_mm = picture.shape[1] / layout.size_mm[0]
    x, y, width, height = (round(side * px_per_mm) for side in zone.rect_mm)
    size = (zone.cols * INNER * PART_PX, zone.rows * INNER * PART_PX)
    return np.asarray(cv2.resize(picture[y : y + height, x : x + width], size, interpolation=cv2.INTER_AREA), np.uint8)


def _differences(zone: Grid, bare: Picture, now: Picture) -> NDArray[np.float64]:
    """Return by how much each square differs inside its rim, (rows, cols). A grey field beside both pictures, as large
    as they are and more, keeps the lamp's part at nothing: it was taken out already."""
    rows, cols = zone.rows * INNER, zone.cols * INNER
    beside = np.full((bare.shape[0], bare.shape[1] + 2 * PART_PX, 3), _GREY, np.uint8)
    both = [np.asarray(np.hstack([picture, beside]), np.uint8) for picture in (bare, now)]
    parts = changed_cells(both[0], both[1], rows, 2 * cols + 2)[:, :cols]
    inner = parts.reshape(zone.rows, INNER, zone.cols, INNER)[:, 1:-1, :, 1:-1]
    return np.asarray(inner.mean(axis=(1, 3)), np.float64)
