"""Families of faces that differ by little: near hues, pale fills and hatchings near a pixel, bare colours, and one pip
more."""

from dataclasses import replace

import numpy as np
import surfaces
from faces import PALE_FILLS, SHAPES, Colour, Face, Part
from parts import picture_part, random_base, random_ink

# Hue in degrees, saturation, value.
_NEAR_HUES: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((350, 0.85, 0.8), (335, 0.45, 0.95), (15, 0.6, 0.9)),  # red, pink, coral
    ((180, 0.8, 0.6), (215, 0.8, 0.7), (195, 0.6, 0.85)),  # teal, blue, sky
    ((22, 0.9, 0.95), (2, 0.85, 0.8), (38, 0.9, 0.95)),  # orange, red, amber
    ((52, 0.5, 0.97), (45, 0.06, 0.97), (60, 0.8, 0.9)),  # yellow, white, strong yellow
    ((90, 0.7, 0.8), (130, 0.7, 0.6), (70, 0.7, 0.8)),  # lime, green, olive
    ((270, 0.6, 0.6), (230, 0.7, 0.6), (300, 0.5, 0.6)),  # purple, blue, plum
    ((18, 0.7, 0.4), (0, 0.75, 0.55), (28, 0.5, 0.55)),  # brown, dark red, tan
    ((0, 0.0, 0.95), (0, 0.0, 0.72), (0, 0.0, 0.5)),  # white, light grey, grey
    ((225, 0.6, 0.22), (0, 0.0, 0.12), (0, 0.6, 0.25)),  # navy, black, maroon
)
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)),
    8: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    10: ((-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1), (0, -0.67), (0, 0.67)),
}  # fmt: skip


def near_hues(rng: np.random.Generator) -> list[Face]:
    """Some kinds of pieces in hues that lie side by side, as ink or as ground."""
    base = random_base(rng)
    groups = rng.permutation(len(_NEAR_HUES))[:2]
    twist = rng.normal(0, 5)
    inks: list[Colour] = [
        surfaces.hue(angle + twist, float(np.clip(strong * rng.uniform(0.85, 1.1), 0, 1)), value)
        for group in groups
        for angle, strong, value in _NEAR_HUES[int(group)]
    ]
    if rng.random() < 0.5:
        kind = str(rng.choice(["plain", "plain", "paper", "cloth"]))
        grounds = [replace(base.ground, kind=kind, colours=(c, _deeper(c), c)) for c in inks]
        bare = rng.random() < 0.4
        mark = replace(picture_part(rng, grounds[0], rng.uniform(0.4, 0.7)), kind="shape", what=str(rng.choice(SHAPES)))
        ink = (20.0, 20.0, 20.0) if rng.random() < 0.5 else (245.0, 245.0, 245.0)
        parts = () if bare else (replace(mark, colour=ink),)
        return [replace(base, ground=ground, parts=parts) for ground in grounds]
    part = replace(picture_part(rng, base.ground, rng.uniform(0.4, 0.8)), kind="shape", rim=None)
    shapes = [str(shape) for shape in rng.choice(SHAPES, 2, replace=False)]
    return [replace(base, parts=(replace(part, what=shape, colour=ink),)) for shape in shapes for ink in inks]


def _deeper(colour: Colour) -> Colour:
    return colour[0] * 0.88, colour[1] * 0.88, colour[2] * 0.88


def pale_fills(rng: np.random.Generator) -> list[Face]:
    """One or two shapes: empty, tinted, or filled with lines so fine that a camera hardly parts them."""
    base = random_base(rng, 0)
    white = tuple(float(c) for c in rng.uniform(200, 255) + rng.normal(0, 5, 3))
    if rng.random() < 0.7:
        base = replace(
            base, ground=replace(base.ground, kind=str(rng.choice(["plain", "paper"])), colours=(white,) * 3)
        )  # type: ignore[arg-type]
    count = int(rng.integers(1, 4))
    size = rng.uniform(0.18, 0.27) if count > 1 else rng.uniform(0.25, 0.65)
    spots = tuple((0.0, (k - (count - 1) / 2) * 0.3) for k in range(count))
    part = Part("shape", "oval", 0.5, 0.5, size, random_ink(rng, base.ground), aspect=rng.uniform(0.8, 2.0),
                spots=spots, seed=int(rng.integers(1 << 30)))  # fmt: skip
    shapes = [str(shape) for shape in rng.choice(SHAPES, 2, replace=False)]
    return [replace(base, parts=(replace(part, what=shape, fill=fill),)) for shape in shapes for fill in PALE_FILLS]


def hatchings(rng: np.random.Generator) -> list[Face]:
    """One shape under one hatching after another: other angles, distances and strengths, crossed, none, full."""
    base = random_base(rng, 0)
    part = replace(picture_part(rng, base.ground, rng.uniform(0.45, 0.9)), kind="shape", rim=None, x=0.5, y=0.5)
    part = replace(part, what=str(rng.choice(["circle", "square", "hexagon", "oval", "diamond"])))
    fills = ["hatched"] * 5 + ["crossed"] * 2 + ["outline", "solid", "tinted"]
    return [replace(base, parts=(replace(part, fill=fill, seed=int(rng.integers(1 << 30))),)) for fill in fills]


def plain_colours(rng: np.random.Generator) -> list[Face]:
    """Bare coloured faces in one border, as on a cube: six to ten hues, red beside orange, yellow beside white."""
    saturation, value, twist = rng.uniform(0.6, 1.0), rng.uniform(0.6, 1.0), rng.normal(0, 4)
    hues = [(0, 1), (22, 1), (55, 1), (0, 0.03), (130, 1), (220, 1), (300, 0.8), (180, 0.8), (30, 0.45)]
    inks = [surfaces.hue(angle + twist, saturation * strong, value) for angle, strong in hues]
    edge = float(rng.choice([0, 0.04, 0.08, 0.14]))
    rim = (15.0, 15.0, 15.0) if rng.random() < 0.6 else surfaces.colour(rng)
    round_by, grain = float(rng.choice([0, 0.1, 0.2])), float(rng.random() * 0.5)
    seeds = rng.integers(1 << 30, size=len(inks))
    return [
        Face(surfaces.Surface("plain", (ink, ink, ink), grain, int(seed)), (), edge, rim, round_by)
        for ink, seed in zip(inks, seeds, strict=True)
    ]


def pips(rng: np.random.Generator) -> list[Face]:
    """One to ten pips as on dice, dominoes and cards; some on two halves with a line between."""
    base = random_base(rng, 0)
    mark = picture_part(rng, base.ground, rng.uniform(0.09, 0.17))
    mark = replace(mark, rim=None, badge=None, x=0.5, y=0.5)
    if rng.random() < 0.7:
        mark = replace(
            mark, kind="shape", what=str(rng.choice(["circle", "diamond", "heart", "square", "ring"])), aspect=1.0
        )
    if rng.random() < 0.7:
        wide, high = rng.uniform(0.18, 0.3, 2)
        counts = rng.permutation(np.arange(1, 11))[:8]
        return [
            replace(base, parts=(replace(mark, spots=tuple((x * wide, y * high) for x, y in _PIPS[int(n)])),))
            for n in counts
        ]
    line = Part("shape", "square", 0.5, 0.5, 0.06, mark.colour, aspect=13.0)
    halves = [(int(a), int(b)) for a, b in rng.integers(1, 7, (10, 2))]
    small = replace(mark, size=mark.size * 0.7)
    return [
        replace(base, parts=(line, replace(small, y=0.25, spots=_half(a)), replace(small, y=0.75, spots=_half(b))))
        for a, b in halves
    ]


def _half(count: int) -> tuple[tuple[float, float], ...]:
    return tuple((x * 0.28, y * 0.14) for x, y in _PIPS[count])
