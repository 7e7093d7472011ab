"""A practice set of cards of our own drawing: 68 cats with their numbers, eleven objectives.

A face is called "cat -3" to "cat 14" or "objective 4" to "objective 14". Each number has a colour of its own, and a bar
on the cats that is the fuller, the higher it is.
"""

import colorsys
from functools import cache

from companion.games.alcatraz.pieces import CARDS, COPIES, OBJECTIVES
from companion.games.alcatraz.table import CARD_MM, TALL
from companion.prints.batch import Batch
from companion.prints.drawing import Circle, Drawing, Path, Polygon, Shape, moved, rect, rounded_box
from companion.prints.numeral import numeral
from companion.prints.piece import Art

_INK = "#1c1c1c"
_LOW, _HIGH = min(CARDS), max(CARDS)


def labels() -> tuple[str, ...]:
    """Return every face of the set."""
    return (*(f"cat {number}" for number in sorted(CARDS)), *(f"objective {number}" for number in OBJECTIVES))


def face(label: str, width_mm: float = CARD_MM) -> tuple[Shape, ...]:
    """Return what is drawn on a card of that width, its top left at the origin."""
    kind, words = label.split()
    shapes = _cat(words) if kind == "cat" else _objective(words)
    return moved(shapes, (width_mm / 2, width_mm * TALL / 2), scale=width_mm)


@cache
def art(label: str, width_mm: float = CARD_MM) -> Art:
    """Return a card as a piece."""
    return Art(Drawing((width_mm, width_mm * TALL), face(label, width_mm)))


def batches(width_mm: float = CARD_MM) -> tuple[Batch, ...]:
    """Return the objectives, then four cats of each number."""
    cats = tuple(art(f"cat {number}", width_mm) for number in sorted(CARDS) for _ in range(COPIES))
    objectives = tuple(art(f"objective {number}", width_mm) for number in OBJECTIVES)
    return (Batch("Objectives", objectives), Batch("Cats", cats))


# ---- a card, one wide, its middle at the origin


def _cat(words: str) -> tuple[Shape, ...]:
    value = int(words)
    full = 0.8 * (value - _LOW) / (_HIGH - _LOW)
    return (
        rect((-0.5, -TALL / 2, 1, TALL), _hue(value, 0.84, 0.7), _INK, 0.01),
        *numeral(words, (0, -0.33), 0.4),
        rect((-0.4, -0.02, 0.8, 0.06), "#ffffff", _INK, 0.01),
        rect((-0.4, -0.02, full, 0.06), _INK),
        *moved(_cat_head(_hue(value, 0.55, 0.6)), (0, 0.37)),
    )


def _hue(number: int, lightness: float, saturation: float) -> str:
    """Return a number's own colour; that of its neighbours is far from it."""
    place = sorted(CARDS).index(number)
    red, green, blue = colorsys.hls_to_rgb(place * 7 % len(CARDS) / len(CARDS), lightness, saturation)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def _cat_head(fur: str) -> tuple[Shape, ...]:
    ears = tuple(
        Polygon(((side * 0.24, -0.06), (side * 0.22, -0.3), (side * 0.05, -0.19)), fur, _INK, 0.012) for side in (-1, 1)
    )
    eyes = tuple(Circle((side * 0.1, -0.04), 0.035, "#ffffff", _INK, 0.014) for side in (-1, 1))
    pupils = tuple(Circle((side * 0.1, -0.04), 0.014, _INK) for side in (-1, 1))
    whiskers = tuple(Path(((side * 0.08, 0.07), (side * 0.3, y)), _INK, 0.01) for side in (-1, 1) for y in (0.03, 0.11))
    nose = Polygon(((-0.03, 0.04), (0.03, 0.04), (0, 0.075)), "#c05a6a", _INK, 0.008)
    return (*ears, Circle((0, 0), 0.24, fur, _INK, 0.012), *eyes, *pupils, *whiskers, nose)


def _objective(words: str) -> tuple[Shape, ...]:
    inside = rounded_box((-0.42, -TALL / 2 + 0.08, 0.84, TALL - 0.16), 0.08)
    frame = Polygon(inside, _hue(int(words), 0.34, 0.6), "#f2d675", 0.025)
    bars = tuple(Path(((x, 0.18), (x, 0.56)), "#c9d3dc", 0.035) for x in (-0.24, -0.08, 0.08, 0.24))
    return (
        rect((-0.5, -TALL / 2, 1, TALL), "#26394b", _INK, 0.01),
        frame,
        *numeral(words, (0, -0.2), 0.36, "#ffffff"),
        rect((-0.32, 0.16, 0.64, 0.42), "#1b2a38"),
        *bars,
    )
