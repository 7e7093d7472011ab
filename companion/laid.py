"""A piece on the table: what is drawn on it, how it is cut, and where it lies. A game says it, the simulated table
draws it."""

from dataclasses import dataclass

from companion.drawing import Drawing, Polygon


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
