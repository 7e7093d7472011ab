"""Families of illustrated faces: art of one theme, scenes, landscapes, textures and court figures."""

from dataclasses import replace

import art
import courts
import numpy as np
import surfaces
import terrain
from faces import Face, Part
from parts import numeral_part, picture_part, random_base, random_corner, random_ink


def _art_part(rng: np.random.Generator, number: int, size: float) -> Part:
    x, y = rng.uniform(0.4, 0.6, 2)
    return Part("art", number, x, y, size, (0.0, 0.0, 0.0), turn_deg=float(rng.choice([0, 0, 0, 90, 20, -15])))


def themed(rng: np.random.Generator) -> list[Face]:
    """Clip art of one theme, one of it in other hues, mirrored in size, or with something beside it."""
    themes = art.art().themes
    theme = themes[int(rng.integers(len(themes)))]
    base = random_base(rng, 0)
    part = _art_part(rng, 0, rng.uniform(0.4, 0.85))
    numbers = [int(n) for n in rng.permutation(theme)[:9]]
    faces = [replace(base, parts=(replace(part, what=number),)) for number in numbers]
    first = replace(part, what=numbers[0])
    twist = rng.uniform(40, 180)
    faces += [replace(base, parts=(replace(first, hue_deg=angle),)) for angle in (twist, -twist)]
    beside = replace(_art_part(rng, numbers[1], rng.uniform(0.2, 0.3)), x=0.2, y=0.8)
    return [*faces[:6], replace(base, parts=(first, beside)), *faces[6:]]


def scenes(rng: np.random.Generator) -> list[Face]:
    """Pictures that fill a card: a landscape or a texture with two or three things, and the same with one changed."""
    style, count = int(rng.integers(1 << 30)), len(art.art().tiles)
    border = float(rng.choice([0, 0, 0.04, 0.08]))
    faces = []
    for _ in range(6):
        ground = surfaces.landscape(str(rng.choice(terrain.KINDS)), style, int(rng.integers(1 << 30)))
        if rng.random() < 0.3:
            ground = surfaces.random_surface(rng)
        spots = rng.permutation([(0.3, 0.35), (0.7, 0.35), (0.5, 0.7), (0.25, 0.75), (0.75, 0.7)])
        parts = tuple(
            replace(_art_part(rng, int(rng.integers(count)), rng.uniform(0.3, 0.6)), x=x, y=y)
            for x, y in spots[: int(rng.integers(1, 4))]
        )
        faces.append(Face(ground, parts, border, (240.0, 240.0, 240.0), 0.1))
    for face in faces[:3]:
        changed = replace(face.parts[-1], what=int(rng.integers(count)))
        faces += [replace(face, parts=(*face.parts[:-1], changed)), replace(face, parts=face.parts[:-1])]
    return faces


def landscapes(rng: np.random.Generator) -> list[Face]:
    """Landscapes of one game, bare, or with a numeral or a thing on some."""
    style = int(rng.integers(1 << 30))
    kinds = rng.permutation(terrain.KINDS)[: int(rng.integers(5, 10))]
    base = random_base(rng, 0)
    base = replace(base, border=float(rng.choice([0, 0, 0.05])))
    plain = [replace(base, ground=surfaces.landscape(str(k), style, int(rng.integers(1 << 30)))) for k in kinds]
    if rng.random() < 0.5:
        return plain
    disc = replace(numeral_part(rng, base.ground, rng.uniform(0.18, 0.3), (0.5, 0.5)), badge=surfaces.colour(rng))
    disc = replace(disc, colour=random_ink(rng, replace(base.ground, colours=(disc.badge,))))  # type: ignore[arg-type]
    numbers = rng.permutation(np.arange(2, 13))
    return [
        *plain[:5],
        *(replace(face, parts=(replace(disc, what=str(n)),)) for face, n in zip(plain[:4], numbers, strict=False)),
        replace(plain[0], parts=(replace(disc, what=str(numbers[5])),)),
    ]


def textures(rng: np.random.Generator) -> list[Face]:
    """Bare textures: one pair of tones in other patterns, and one pattern in other tones."""
    base = random_base(rng, 0)
    first = surfaces.Surface("paper", (surfaces.colour(rng), surfaces.colour(rng), surfaces.colour(rng)),
                             float(rng.random()), int(rng.integers(1 << 30)))  # fmt: skip
    kinds = rng.permutation(sorted(set(surfaces.KINDS)))[:6]
    grounds = [replace(first, kind=str(kind)) for kind in kinds]
    for _ in range(3):
        tones = tuple(tuple(np.clip(np.float32(c) + rng.normal(0, 45, 3), 0, 255).tolist()) for c in first.colours)
        grounds.append(replace(grounds[0], colours=tones))  # type: ignore[arg-type]
    grounds.append(replace(grounds[0], seed=int(rng.integers(1 << 30)), grain=float(rng.random())))
    return [replace(base, ground=ground) for ground in grounds]


def court_cards(rng: np.random.Generator) -> list[Face]:
    """Court figures of one deck: ranks and suits crosswise, some with an index in two corners."""
    deck = int(rng.integers(1 << 30))
    base = random_base(rng, 0)
    pale = tuple(float(c) for c in rng.uniform(215, 255, 3))
    ground = surfaces.Surface("plain", (pale, pale, pale), 0.0, int(rng.integers(1 << 30)))  # type: ignore[arg-type]
    base = replace(base, ground=ground if rng.random() < 0.7 else base.ground)
    size, aspect = rng.uniform(0.65, 1.0), rng.uniform(0.6, 1.0)
    index = numeral_part(rng, base.ground, rng.uniform(0.14, 0.22), (0.12, 0.14)) if rng.random() < 0.6 else None
    inks = {0: (30.0, 30.0, 190.0), 1: (20.0, 20.0, 20.0), 2: (160.0, 80.0, 20.0)}
    faces = []
    for suit in range(3):
        for rank in rng.permutation(courts.RANKS)[:3]:
            figure = Part("court", str(rank), 0.5, 0.5, size, (0.0, 0.0, 0.0), aspect=aspect, seed=deck, suit=suit)
            parts = (figure,)
            if index is not None:
                one = replace(index, what=str(rank)[0].upper(), colour=inks[suit], badge=None)
                parts = (figure, one, replace(one, x=1 - one.x, y=1 - one.y, turn_deg=180.0))
            faces.append(replace(base, parts=parts))
    return faces


def art_counted(rng: np.random.Generator) -> list[Face]:
    """So many of one piece of clip art, or of another, on one ground."""
    base = random_base(rng, 0)
    if rng.random() < 0.4:
        ground = surfaces.landscape(str(rng.choice(terrain.KINDS)), *(int(s) for s in rng.integers(1 << 30, size=2)))
        base = replace(base, ground=ground)
    part = replace(picture_part(rng, base.ground, rng.uniform(0.16, 0.3)), kind="art", rim=None, x=0.5, y=0.5)
    numbers = [int(n) for n in rng.integers(len(art.art().tiles), size=2)]
    spots = [(0.0, 0.0), (-0.28, -0.28), (0.28, 0.28), (-0.28, 0.28), (0.28, -0.28), (0.0, -0.3)]
    faces = [
        replace(base, parts=(replace(part, what=number, spots=tuple(spots[:count])),))
        for count in range(1, 6)
        for number in numbers
    ]
    if rng.random() < 0.5:
        corner = random_corner(rng)
        numeral = numeral_part(rng, base.ground, 0.2, corner)
        faces = [replace(f, parts=(*f.parts, replace(numeral, what=str(len(f.parts[0].spots))))) for f in faces]
    return [*faces, base]
