"""A piece on the table: what is drawn on it, how it is cut, and where it lies.

A game says it, the simulated table draws it.
"""

from dataclasses import dataclass

from companion.prints.drawing import Drawing, Polygon
from vision.layout import Grid


@dataclass(frozen=True, eq=False)
class Art:
    """What a piece shows, and its outline where it is not its drawing's whole sheet. Compared by being the same
    object."""

    drawing: Drawing
    outline: Polygon | None = None


@dataclass(frozen=True)
class Laid:
    """A piece where it lies: its middle on the mat, how far it is turned clockwise, how high above the mat its
    underside is, and how thick it is."""

    art: Art
    center_mm: tuple[float, float]
    angle_deg: float = 0.0
    bottom_mm: float = 0.0
    thickness_mm: float = 0.0


@dataclass(frozen=True)
class Drop:
    """How a hand left a piece: beside its place, askew, and turned clockwise by quarters."""

    offset_mm: tuple[float, float] = (0.0, 0.0)
    askew_deg: float = 0.0
    quarters: int = 0


EXACT = Drop()


def in_cell(zone: Grid, cell: int, art: Art, drop: Drop = EXACT, bottom_mm: float = 0.0) -> Laid:
    """Return a card as it lies in a cell of a grid (counted row by row from 0)."""
    x, y, width, height = zone.rect_mm
    middle_x = x + width * (cell % zone.cols + 0.5) / zone.cols + drop.offset_mm[0]
    middle_y = y + height * (cell // zone.cols + 0.5) / zone.rows + drop.offset_mm[1]
    return Laid(art, (middle_x, middle_y), 90.0 * drop.quarters + drop.askew_deg, bottom_mm, CARD_MM)


CARD_MM = 0.3
