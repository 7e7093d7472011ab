"""Parts that faces are put together from: pictures, numerals, fonts, inks, and the plain face to begin with."""

import functools
from dataclasses import replace
from pathlib import PurePath

import art
import glyphs
import numpy as np
import surfaces
from faces import SHAPES, Colour, Face, Part


def random_font(rng: np.random.Generator) -> str:
    """Return a font: the folders are about equally likely, so that a package of hundreds does not drown the rest."""
    folders = _folders(bool(rng.random() < 0.2))
    return str(rng.choice(folders[int(rng.integers(len(folders)))]))


@functools.cache
def _folders(fancy: bool) -> list[list[str]]:
    pool = glyphs.fonts().fancy if fancy else glyphs.fonts().plain
    parents = sorted({str(PurePath(file).parent) for file in pool})
    return [[file for file in pool if str(PurePath(file).parent) == parent] for parent in parents]


def random_ink(rng: np.random.Generator, ground: surfaces.Surface) -> Colour:
    """Return a colour that stands out from a ground."""
    base = np.float32(ground.colours[0])
    for _ in range(20):
        ink = (10.0, 10.0, 10.0) if rng.random() < 0.3 else surfaces.colour(rng)
        if np.abs(np.float32(ink) - base).max() > 70:
            return ink
    return (0.0, 0.0, 0.0) if base.mean() > 128 else (255.0, 255.0, 255.0)


def picture_part(rng: np.random.Generator, ground: surfaces.Surface, size: float) -> Part:
    """Return a picture for the middle of a face: a symbol, clip art, a shape or a letter."""
    kind = str(rng.choice(["symbol", "symbol", "art", "art", "shape", "shape", "text"]))
    x, y = rng.uniform(0.42, 0.58, 2)
    part = Part(
        kind,
        "A",
        x,
        y,
        size,
        random_ink(rng, ground),
        aspect=float(np.exp(rng.normal(0, 0.15))),
        seed=int(rng.integers(1 << 30)),
    )
    if rng.random() < 0.2:
        part = replace(part, rim=surfaces.colour(rng))
    return other_picture(rng, part)


def other_picture(rng: np.random.Generator, part: Part) -> Part:
    """Return the part with another picture of its kind."""
    known = glyphs.fonts()
    if part.kind == "symbol":
        file, code = known.symbols[int(rng.integers(len(known.symbols)))]
        return replace(part, font=file, what=code)
    if part.kind == "art":
        return replace(part, what=int(rng.integers(len(art.art().tiles))))
    if part.kind == "shape":
        return replace(part, what=str(rng.choice(SHAPES)), seed=int(rng.integers(1 << 30)))
    return replace(part, what=str(rng.choice(list("ABCDEFGHJKLMNPRSTUVWXYZ"))), font=part.font or random_font(rng))


def numeral_part(rng: np.random.Generator, ground: surfaces.Surface, size: float, at: tuple[float, float]) -> Part:
    """Return a numeral, some on a disc."""
    badge = surfaces.colour(rng) if rng.random() < 0.4 else None
    under = replace(ground, colours=(badge,)) if badge else ground
    return Part("text", "1", at[0], at[1], size, random_ink(rng, under), font=random_font(rng), badge=badge)


def random_base(rng: np.random.Generator, parts: int = 1) -> Face:
    """Return a face with so many pictures on some ground, in some border."""
    ground = surfaces.random_surface(rng)
    border = float(rng.choice([0, 0, 0.03, 0.06, 0.1]))
    drawn = tuple(picture_part(rng, ground, rng.uniform(0.3, 0.75)) for _ in range(parts))
    return Face(ground, drawn, border, random_ink(rng, ground), float(rng.choice([0, 0.1, 0.2])))


def random_corner(rng: np.random.Generator) -> tuple[float, float]:
    """Return where a small thing stands: in a corner, or in the middle of an edge."""
    spot = rng.uniform(0.14, 0.26)
    return [(spot, spot), (1 - spot, spot), (spot, 1 - spot), (1 - spot, 1 - spot), (0.5, 1 - spot), (0.5, spot)][
        rng.integers(6)
    ]
