"""Where in a zone's picture each cell or piece lies: to lay a reading over it, or to show just that place."""

from vision.layout import Grid, Zone
from vision.observation import PiecesSeen, ZoneSeen

CELL_MARGIN = 0.15  # of a cell, shown around it
PIECE_MARGIN = 0.5  # of a piece, which may be turned

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in parts of a picture's width and height."""
Point = tuple[float, float]


def boxes(zone: Zone, seen: ZoneSeen) -> tuple[Box, ...]:
    """Return the box of each cell, row by row, or of each piece as if it lay upright, in the picture of a zone."""
    if isinstance(seen, PiecesSeen):
        return tuple(_of_piece(zone, piece.center_mm) for piece in seen.pieces)
    rows, cols = len(seen.cells), len(seen.cells[0])
    return tuple(
        (col / cols, row / rows, (col + 1) / cols, (row + 1) / rows) for row in range(rows) for col in range(cols)
    )


def _of_piece(zone: Zone, center_mm: Point) -> Box:
    if isinstance(zone, Grid):
        raise TypeError(f"zone {zone.name} has cells, no free pieces")
    return box_of(zone.rect_mm, zone.piece_mm, center_mm)


def box_of(rect_mm: Box, piece_mm: Point, center_mm: Point) -> Box:
    """Return the box of a free piece of this size, as if it lay upright, in the picture of a zone."""
    x_mm, y_mm, width, height = rect_mm
    x, y = (center_mm[0] - x_mm) / width, (center_mm[1] - y_mm) / height
    half_x, half_y = piece_mm[0] / 2 / width, piece_mm[1] / 2 / height
    return x - half_x, y - half_y, x + half_x, y + half_y


def on_mat(rect_mm: Box, at: Point) -> Point:
    """Return where on the mat, in mm, a point of a zone's picture lies; `at` is in parts of its width and height."""
    x_mm, y_mm, width, height = rect_mm
    return round(x_mm + at[0] * width, 1), round(y_mm + at[1] * height, 1)


def point(text: str) -> Point | None:
    """Return the point that is written "X,Y" in parts of a picture's width and height; None where it is none."""
    parts = text.split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        return None
    return (x, y) if 0 <= x <= 1 and 0 <= y <= 1 else None


def around(box: Box, seen: ZoneSeen) -> Box:
    """Return a box with a little around it, as far as the picture reaches."""
    left, top, right, bottom = box
    margin = PIECE_MARGIN if isinstance(seen, PiecesSeen) else CELL_MARGIN
    wide, high = margin * (right - left), margin * (bottom - top)
    return max(0.0, left - wide), max(0.0, top - high), min(1.0, right + wide), min(1.0, bottom + high)
