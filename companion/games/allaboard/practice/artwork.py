"""Cards of our own drawing: an animal's head on its owner's colour, sign and pattern, with weight and points, and boats
with what they bear, each capacity in a colour of its own. A face is called "red mouse" or "boat 12"."""

import colorsys
from functools import cache

from companion.games.allaboard.pieces import COLOUR_HEX, Animal
from companion.games.allaboard.practice.box import BOATS_EACH, CAPACITIES, COLOURS, PRINTED
from companion.games.allaboard.practice.heads import head
from companion.games.allaboard.table import CARD_MM, TALL
from companion.prints.batch import Batch
from companion.prints.drawing import Circle, Drawing, Path, Polygon, Shape, Text, moved, rect, rounded_box
from companion.prints.numeral import numeral
from companion.prints.piece import Art

_PALE = {"purple": "#d9c4ea", "red": "#f6c3bd", "yellow": "#fff3b8", "blue": "#bcd6f7", "green": "#bfe6c6"}
_INK = "#1c1c1c"
_SIGN: dict[str, tuple[Shape, ...]] = {  # for lamps and eyes that do not tell the colours apart
    "purple": (Circle((0, 0), 0.5, "#ffffff"),),
    "red": (Polygon(((0, -0.6), (0.6, 0.5), (-0.6, 0.5)), "#ffffff"),),
    "yellow": (rect((-0.45, -0.45, 0.9, 0.9), _INK),),
    "blue": (rect((-0.6, -0.18, 1.2, 0.36), "#ffffff"),),
    "green": (rect((-0.55, -0.16, 1.1, 0.32), "#ffffff"), rect((-0.16, -0.55, 0.32, 1.1), "#ffffff")),
}
_PATTERN: dict[str, tuple[Shape, ...]] = {  # behind the head, for the same lamps: red is near purple, blue near green
    "purple": tuple(Circle((x, y), 0.105, "#8f63b8") for x in (-0.31, 0.31) for y in (-0.28, 0.03, 0.34)),
    "red": tuple(
        Path(tuple((-0.4 + step / 10, y + (0.05 if step % 2 else -0.05)) for step in range(9)), "#e2685c", 0.05)
        for y in (-0.27, -0.07, 0.13, 0.33)
    ),
    "yellow": (),
    "blue": tuple(rect((-0.42, y, 0.84, 0.09), "#5c97e3") for y in (-0.32, -0.12, 0.08, 0.28)),
    "green": tuple(
        shape
        for x in (-0.32, 0.0, 0.32)
        for y in (-0.28, 0.03, 0.34)
        for shape in (rect((x - 0.1, y - 0.03, 0.2, 0.06), "#56b06b"), rect((x - 0.03, y - 0.1, 0.06, 0.2), "#56b06b"))
    ),
}


def face(label: str, width_mm: float = CARD_MM) -> tuple[Shape, ...]:
    """Return what is drawn on a card of that width, its top left at the origin."""
    kind, words = label.split()
    shapes = _boat(words) if kind == "boat" else _animal(kind, Animal(words))
    return moved(shapes, (width_mm / 2, width_mm * TALL / 2), scale=width_mm)


@cache
def art(label: str, width_mm: float = CARD_MM) -> Art:
    """Return a card as a piece."""
    return Art(Drawing((width_mm, width_mm * TALL), face(label, width_mm)))


def batches(width_mm: float = CARD_MM) -> tuple[Batch, ...]:
    """Return the thirty boats, then each owner's twelve animals."""
    boats = tuple(art(f"boat {capacity}", width_mm) for capacity in CAPACITIES for _ in range(BOATS_EACH))
    owners = tuple(
        Batch(f"Animals: {colour}", tuple(art(f"{colour} {animal}", width_mm) for animal in Animal))
        for colour in COLOURS
    )
    return (Batch("Boats", boats), *owners)


# ---- a card, one wide, its middle at the origin


def _animal(colour: str, animal: Animal) -> tuple[Shape, ...]:
    weight, points = PRINTED[animal]
    corners = tuple(
        shape
        for x in (-0.35, 0.35)
        for shape in (Circle((x, -0.55), 0.125, "#ffffff", _INK, 0.012), *numeral(str(weight), (x, -0.55), 0.11))
    )
    star = Polygon(rounded_box((-0.16, 0.49, 0.32, 0.16), 0.05), "#ffe9a8", _INK, 0.012)
    return (
        rect((-0.5, -TALL / 2, 1, TALL), COLOUR_HEX[colour], _INK, 0.01),
        Polygon(rounded_box((-0.43, -0.4, 0.86, 0.86), 0.08), _PALE[colour], _INK, 0.01),
        *_PATTERN[colour],
        *(shape for x in (-0.32, 0.32) for shape in moved(_SIGN[colour], (x, 0.57), scale=0.15)),
        *moved(_SIGN[colour], (0, -0.55), scale=0.2),
        *moved(head(animal), (0, 0.05)),
        *corners,
        star,
        *numeral(str(points), (0, 0.57), 0.1),
    )


def _boat(words: str) -> tuple[Shape, ...]:
    waves = tuple(
        Path(tuple((-0.5 + step / 12, y + (0.03 if step % 2 else 0)) for step in range(13)), "#e8f6ff", 0.014)
        for y in (0.44, 0.54)
    )
    hull = Polygon(((-0.42, 0.14), (0.42, 0.14), (0.28, 0.4), (-0.28, 0.4)), _hue(words, 0.4), _INK, 0.016)
    sail = Polygon(((0.02, -0.62), (0.02, 0.08), (0.4, 0.08)), _hue(words, 0.55), _INK, 0.014)
    return (
        rect((-0.5, -TALL / 2, 1, TALL), _hue(words, 0.7), _INK, 0.01),
        *waves,
        sail,
        Path(((0.0, -0.64), (0.0, 0.16)), "#5a3a1b", 0.03),
        hull,
        Circle((-0.1, -0.25), 0.35, "#ffffff", _INK, 0.016),
        *numeral(words, (-0.1, -0.27), 0.3),
        Text("max", (-0.1, 0.0), 0.06, _INK),
    )


def _hue(words: str, lightness: float) -> str:
    """Return a capacity's own colour; that of the next one is far from it."""
    hue = CAPACITIES.index(int(words)) * 3 % len(CAPACITIES) / len(CAPACITIES)
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, 0.65)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
