"""Which picture and tint a kind of thing gets; a kind that none knows is shown by its name."""

from collections.abc import Sequence

from web.labels import by_colour
from web.shown import Cell

PICTURES = frozenset(
    {"gold", "cannon", "contraband", "rat", "empty", "bottle", "parrot", "coins", "diamond", "flag", "heart", "boat"}
)
TINTS = frozenset(
    {"gold", "cannon", "contraband", "rat", "empty", "red", "purple", "yellow", "blue", "green", "orange", "pirate"}
)


def picture_of(kind: str) -> str:
    """Return the picture's name for a kind like "gold" or "red coins" (the thing is the last word), or nothing."""
    thing = kind.rpartition(" ")[2]
    return thing if thing in PICTURES else ""


def tallied(cells: Sequence[Cell[str]]) -> tuple[list[tuple[str, list[Cell[str]]]], list[Cell[str]]]:
    """Return counted things that have a picture, a row a colour, and the rest, to be named, as they come."""
    drawn = {cell.kind: cell for cell in cells if picture_of(cell.kind)}
    rows = [(colour, [drawn[kind] for kind in alike]) for colour, alike in by_colour(drawn) if colour]
    shown = [cell for _, alike in rows for cell in alike]
    return rows, [cell for cell in cells if cell not in shown]


def tint_of(kind: str) -> str:
    """Return the style that colours a kind (its first word says the colour), or the plain one."""
    colour = kind.partition(" ")[0]
    return f"t-{colour}" if colour in TINTS else "t-plain"
