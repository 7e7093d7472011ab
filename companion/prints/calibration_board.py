"""The ChArUco board by whose photos a lens is measured, at true scale."""

from typing import Any

from companion.prints import mat
from companion.prints.drawing import Drawing, Text, rect
from companion.prints.tiling import MARGIN_MM
from vision.layout import Marker
from vision.registration.lens import CHARUCO_COLS, CHARUCO_MARKER_MM, CHARUCO_ROWS, CHARUCO_SQUARE_MM


def calibration_board(paper_mm: tuple[float, float]) -> Drawing:
    """Return the ChArUco board in the middle of a page."""
    square = CHARUCO_SQUARE_MM
    left, top = (paper_mm[0] - CHARUCO_COLS * square) / 2, (paper_mm[1] - CHARUCO_ROWS * square) / 2
    shapes: list[Any] = []
    number = 0
    for row in range(CHARUCO_ROWS):
        for col in range(CHARUCO_COLS):
            x, y = left + col * square, top + row * square
            if (row + col) % 2 == 0:
                shapes.append(rect((x, y, square, square), "#000000"))
                continue
            inset = (square - CHARUCO_MARKER_MM) / 2
            shapes += mat.marker_shapes(Marker(number, (x + inset, y + inset), CHARUCO_MARKER_MM))
            number += 1
    words = f"each square {square:g} mm: measure it; print at 100 %"
    shapes.append(Text(words, (paper_mm[0] / 2, max(top - 4, MARGIN_MM)), 2.4, "#555555"))
    return Drawing(paper_mm, tuple(shapes))
