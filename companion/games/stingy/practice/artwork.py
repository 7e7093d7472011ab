"""A practice set of tiles of our own drawing: a thing on a colour, and as many dots as its group is large.

Each colour also has a corner pattern of its own, for eyes and lamps that do not tell red from orange.
"""

import math
from collections.abc import Callable
from functools import cache

from companion.games.stingy.pieces import COLOURS, FLAG, Kind, kinds
from companion.games.stingy.table import TILE_MM
from companion.prints.batch import Batch
from companion.prints.drawing import Circle, Drawing, Path, Polygon, Shape, moved, rect
from companion.prints.piece import Art

_GROUND = {
    "red": "#cf2f2f",
    "purple": "#7a3fa0",
    "yellow": "#f3d321",
    "blue": "#2f6fd0",
    "green": "#2f9a4a",
    "orange": "#f08a1c",
    "pirate": "#23262b",
}
_INK, _PALE = "#1a1a1a", "#fff8e6"


def face(tile: str, size_mm: float = TILE_MM) -> tuple[Shape, ...]:
    """Return what is drawn on the tile that the record calls `tile`, its top left at the origin."""
    kind = kinds(COLOURS)[tile]
    shapes = [
        rect((-0.5, -0.5, 1, 1), _GROUND[kind.colour], _INK, 0.012),
        Circle((0, -0.04), 0.33, _PALE, _INK, 0.014),
        *moved(THINGS[kind.item](), (0, -0.04)),
        *_dots(kind),
        *_corners(kind),
    ]
    return moved(shapes, (size_mm / 2, size_mm / 2), scale=size_mm)


@cache
def art(tile: str, size_mm: float = TILE_MM) -> Art:
    """Return a tile as a piece."""
    return Art(Drawing((size_mm, size_mm), face(tile, size_mm)))


def batches(size_mm: float = TILE_MM) -> tuple[Batch, ...]:
    """Return the 115 tiles: each kind as often as its group is large."""
    tiles = tuple(art(kind.tile, size_mm) for kind in kinds(COLOURS).values() for _ in range(kind.size))
    return (Batch("Tiles: glue on card", tiles),)


# ---- a tile, from -0.5 to 0.5


def _dots(kind: Kind) -> tuple[Shape, ...]:
    """Return a dot for each tile of the whole group, along the lower edge."""
    step = 0.085
    left = -step * (kind.size - 1) / 2
    return tuple(Circle((left + dot * step, 0.41), 0.028, _PALE, _INK, 0.008) for dot in range(kind.size))


_BARS = ((0, 1), (1, 0), (2, 0), (0, 2), (1, 1), (2, 1))  # left and right, for each colour in turn


def _corners(kind: Kind) -> tuple[Shape, ...]:
    """Return the colour's own pattern: bars in the upper corners. The flag has none."""
    if kind.tile == FLAG:
        return ()
    left, right = _BARS[COLOURS.index(kind.colour)]
    places = [-0.44 + 0.075 * bar for bar in range(left)] + [0.44 - 0.075 * bar for bar in range(right)]
    return tuple(Path(((x, -0.45), (x, -0.33)), _PALE, 0.035) for x in places)


def _bottle() -> tuple[Shape, ...]:
    right = ((0.035, -0.27), (0.04, -0.13), (0.11, -0.03), (0.11, 0.25))
    left = tuple((-x, y) for x, y in reversed(right))
    cork = rect((-0.03, -0.3, 0.06, 0.05), "#8a5a2b")
    return (cork, Polygon((*right, *left), "#3f7f5f", _INK, 0.012), rect((-0.11, 0.04, 0.22, 0.12), "#f0e0b0"))


def _parrot() -> tuple[Shape, ...]:
    body = tuple((0.12 * math.cos(a) + 0.0, 0.2 * math.sin(a) + 0.05) for a in _around(24))
    tail = Polygon(((-0.06, 0.2), (0.06, 0.2), (0.02, 0.31), (-0.02, 0.31)), "#2f6fd0")
    wing = Polygon(((-0.02, -0.05), (-0.14, 0.02), (-0.12, 0.2), (-0.02, 0.12)), "#f3c321", _INK, 0.008)
    beak = Polygon(((0.07, -0.19), (0.19, -0.13), (0.08, -0.07)), "#f0a030", _INK, 0.01)
    eye = Circle((0.04, -0.17), 0.022, "#ffffff", _INK, 0.012)
    head = Circle((0.02, -0.15), 0.105, "#d23a3a", _INK, 0.01)
    return (tail, Polygon(body, "#d23a3a", _INK, 0.01), wing, head, beak, eye)


def _coins() -> tuple[Shape, ...]:
    places = ((-0.12, 0.12), (0.12, 0.12), (0.0, 0.14), (-0.06, -0.04), (0.07, -0.05), (0.0, -0.18))
    return tuple(
        shape
        for x, y in places
        for shape in (Circle((x, y), 0.105, "#f2b927", "#6b4800", 0.014), Circle((x, y), 0.06, None, "#6b4800", 0.01))
    )


def _diamond() -> tuple[Shape, ...]:
    outer = Polygon(((-0.14, -0.16), (0.14, -0.16), (0.25, -0.04), (0, 0.24), (-0.25, -0.04)), "#9fe3f5", _INK, 0.014)
    lines = (
        Path(((-0.25, -0.04), (0.25, -0.04)), _INK, 0.01),
        Path(((-0.14, -0.16), (-0.09, -0.04), (0, 0.24), (0.09, -0.04), (0.14, -0.16)), _INK, 0.01),
        Path(((-0.09, -0.04), (0, -0.16), (0.09, -0.04)), _INK, 0.01),
    )
    return (outer, *lines)


def _flag() -> tuple[Shape, ...]:
    bones = (Path(((-0.2, 0.06), (0.2, 0.24)), _INK, 0.06), Path(((0.2, 0.06), (-0.2, 0.24)), _INK, 0.06))
    jaw = rect((-0.075, 0.0, 0.15, 0.1), "#ffffff", _INK, 0.012)
    teeth = tuple(Path(((x, 0.03), (x, 0.1)), _INK, 0.012) for x in (-0.03, 0.0, 0.03))
    eyes = (Circle((-0.06, -0.08), 0.045, _INK), Circle((0.06, -0.08), 0.045, _INK))
    return (*bones, Circle((0, -0.08), 0.16, "#ffffff", _INK, 0.014), jaw, *teeth, *eyes)


def _around(steps: int) -> list[float]:
    return [2 * math.pi * step / steps for step in range(steps)]


THINGS: dict[str, Callable[[], tuple[Shape, ...]]] = {
    "bottle": _bottle,
    "parrot": _parrot,
    "coins": _coins,
    "diamond": _diamond,
    "flag": _flag,
}
