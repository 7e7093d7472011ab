"""Where in a zone's picture each cell or piece lies, so that a question can show just that."""

from vision.layout import Grid, Zone
from vision.observation import PiecesSeen, ZoneSeen

CELL_MARGIN = 0.15  # of a cell, shown around it
PIECE_MARGIN = 0.5  # of a piece, which may be turned

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in parts of a picture's width and height."""


def boxes(zone: Zone, seen: ZoneSeen) -> tuple[Box, ...]:
    """Return the box of each cell, row by row, or of each piece, in the picture of a zone; a little around it, too."""
    if isinstance(seen, PiecesSeen):
        return tuple(_around(zone, piece.center_mm) for piece in seen.pieces)
    rows, cols = len(seen.cells), len(seen.cells[0])
    return tuple(
        _inside(
            (col - CELL_MARGIN) / cols,
            (row - CELL_MARGIN) / rows,
            (col + 1 + CELL_MARGIN) / cols,
            (row + 1 + CELL_MARGIN) / rows,
        )
        for row in range(rows)
        for col in range(cols)
    )


def _around(zone: Zone, center_mm: tuple[float, float]) -> Box:
    x_mm, y_mm, width, height = zone.rect_mm
    if isinstance(zone, Grid):
        raise TypeError(f"zone {zone.name} has cells, no free pieces")
    reach_mm = max(zone.piece_mm) * (0.5 + PIECE_MARGIN)
    x, y = (center_mm[0] - x_mm) / width, (center_mm[1] - y_mm) / height
    return _inside(x - reach_mm / width, y - reach_mm / height, x + reach_mm / width, y + reach_mm / height)


def _inside(left: float, top: float, right: float, bottom: float) -> Box:
    return max(0.0, left), max(0.0, top), min(1.0, right), min(1.0, bottom)
