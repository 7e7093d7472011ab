"""How practice cards lie on the mat: each boat, its replacement, and who is aboard."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.allaboard.pieces import ABOARD, Animal
from companion.games.allaboard.practice import artwork
from companion.games.allaboard.table import ROOM_MM
from companion.prints.piece import EXACT, Drop, Laid, in_cell
from vision.layout import Grid, Layout

EMPTY = "empty"


@dataclass(frozen=True)
class LaidBoat:
    """A boat's capacity, who is aboard (owner's colour and animal, from the left), the boat that replaces it, and how
    each card lies, counted boat, replacement, aboard; those that are not named lie exactly."""

    capacity: int
    aboard: tuple[tuple[str, Animal], ...] = ()
    replacement: int | None = None
    drops: tuple[Drop, ...] = ()

    @property
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a camera should read: the boat and its replacement, then the three places aboard."""
        second = EMPTY if self.replacement is None else f"boat {self.replacement}"
        cards = tuple(f"{colour} {animal}" for colour, animal in self.aboard)
        return (f"boat {self.capacity}", second), (*cards, *(EMPTY,) * (ABOARD - len(cards)))


def lay(layout: Layout, boats: Mapping[int, LaidBoat]) -> tuple[Laid, ...]:
    """Return the cards of the boats by their number (from 1)."""
    pieces: list[Laid] = []
    for number, boat in boats.items():
        above, below = boat.labels
        drops = [*boat.drops, *(EXACT,) * (2 + ABOARD - len(boat.drops))]
        pieces += _row(layout, f"boat {number}", above, drops[:2])
        pieces += _row(layout, f"aboard {number}", below, drops[2:])
    return tuple(pieces)


def labels(boats: Mapping[int, LaidBoat]) -> dict[str, tuple[str, ...]]:
    """Return what a camera should read in each zone."""
    found: dict[str, tuple[str, ...]] = {}
    for number, boat in boats.items():
        found[f"boat {number}"], found[f"aboard {number}"] = boat.labels
    return found


def _row(layout: Layout, name: str, labels: tuple[str, ...], drops: list[Drop]) -> list[Laid]:
    zone = layout.zone(name)
    if not isinstance(zone, Grid):
        raise TypeError(f"zone {name} is no grid")
    width_mm = zone.rect_mm[2] / zone.cols - ROOM_MM
    return [
        in_cell(zone, cell, artwork.art(label, width_mm), drop)
        for cell, (label, drop) in enumerate(zip(labels, drops, strict=True))
        if label != EMPTY
    ]
