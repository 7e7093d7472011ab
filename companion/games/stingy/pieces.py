"""What lies on the table: the 115 tiles by kind, and what a group of them is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

GHOST = "Stingy Ghost"
COLOURS = ("red", "purple", "yellow", "blue", "green", "orange")
FLAG_COLOUR = "pirate"
FLAG = "pirate flag"
SIZES = {"bottle": 3, "parrot": 4, "coins": 5, "diamond": 6}  # of each colour
FLAGS = 7
START_TILES = 6

_VALUES = (0, 1, 3, 6, 10, 15, 20, 25)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tile: what the record calls it, its colour and item, and how many of it there are."""

    tile: str
    colour: str
    item: str
    size: int

    @property
    def points(self) -> int:
        """What the complete group scores at the end."""
        return value(self.size)


def value(count: int) -> int:
    """Return what 0 to 7 tiles of a kind trade at; 0 to 7 colours earn the same as a bonus."""
    return _VALUES[count]


def kinds(colours: Sequence[str]) -> dict[str, Kind]:
    """Return all 25 kinds by the name of their tile, colour by colour, the flag last."""
    coloured = [Kind(f"{colour} {item}", colour, item, size) for colour in colours for item, size in SIZES.items()]
    return {kind.tile: kind for kind in (*coloured, Kind(FLAG, FLAG_COLOUR, "flag", FLAGS))}
