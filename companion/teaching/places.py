"""Where pieces lie on a sheet: what one still picture of the mat shows, place by place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from vision.layout import Layout
from vision.observation import Reading

GUESS = 0.5  # a reading with a smaller chance is no guess: what lies there is new


class Mark(StrEnum):
    """How much the set knows of a place. STRANGE and GUESSED ones are ringed."""

    STRANGE = "strange"
    GUESSED = "guessed"
    KNOWN = "known"
    NAMED = "named"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """A square of a grid, or a piece lying free: its zone, its number there (from 0, row by row), and the box around it
    in the area's mm (x, y, width, height). `middle_mm` is a free piece's middle, None in a grid."""

    zone: str
    number: int
    box_mm: tuple[float, float, float, float]
    middle_mm: tuple[float, float] | None = None

    @property
    def key(self) -> str:
        """Its name on the page."""
        return f"{self.zone}/{self.number}"


Readings = Mapping[str, Reading]
"""What the set makes of places, by their key."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The pieces of one picture, by whose name it is known: the places where something lies, and for each those that
    look `alike` at a glance."""

    name: str
    layout: Layout
    places: tuple[SheetPlace, ...]
    alike: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def place(self, key: str) -> SheetPlace | None:
        """Return the place of that key, None where there is none."""
        return next((place for place in self.places if place.key == key), None)
