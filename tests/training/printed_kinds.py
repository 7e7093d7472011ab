"""Families of printed faces: letters that look alike, numerals, pictures, counts, fills, tones and tiny marks."""

from dataclasses import replace

import numpy as np
import surfaces
from faces import FILLS, SHAPES, Colour, Face, Part
from parts import numeral_part, other_picture, picture_part, random_base, random_corner, random_font, random_ink

_LOOKALIKES = (
    "AÄÅÀÁÂĀ", "OÖÓÒÔØŌ", "UÜÚÙÛŮ", "EÉÈÊËĖ", "NÑŃŇM", "CÇĆČG", "SŠŚ5Z", "IÍÎÏ1L", "aäåàá", "oöóòøõ", "zžźż2",
    "OQCGDÖ0", "IJLTÜ17", "EFPRB8", "UVÜYJ", "MNWHKX", "AÄHRK4", "OÖ0QÓ", "SZ25X", "6980G", "38BSE", "bdpqg", "aeocs",
    "ilj1t", "nmuhr", "KXYVW", "TFPEL", "CGOQÇ", "NÑMHU", "EÉÈFB", "147LZ", "35S68", "AÀÁÂÄ",
)  # fmt: skip
_HUES = {
    "red": 0, "orange": 24, "yellow": 52, "lime": 85, "green": 130, "teal": 175, "sky": 200, "blue": 225, "purple": 275,
    "pink": 325,
}  # fmt: skip
_PIPS = ((0, 0), (-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5))


def letters(rng: np.random.Generator) -> list[Face]:
    pool = list(str(rng.choice(_LOOKALIKES)) if rng.random() < 0.6 else "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ0123456789")
    rng.shuffle(pool)
    base = random_base(rng, 0)
    at, size, font, ink = (
        rng.uniform(0.42, 0.58, 2),
        rng.uniform(0.3, 0.8),
        random_font(rng),
        random_ink(rng, base.ground),
    )
    faces = [replace(base, parts=(Part("text", letter, at[0], at[1], size, ink, font=font),)) for letter in pool[:10]]
    if rng.random() < 0.4:
        index = numeral_part(rng, base.ground, rng.uniform(0.14, 0.24), random_corner(rng))
        faces = [replace(f, parts=(*f.parts, replace(index, what=str(rng.integers(1, 11))))) for f in faces]
    return [*faces, base]


def numerals(rng: np.random.Generator) -> list[Face]:
    base = random_base(rng, int(rng.random() < 0.8))
    start = int(rng.choice([0, 0, 1, 1, 1, -3, 5, 10, 20, 90]))
    numbers = [str(n) for n in range(start, start + 15)]
    rng.shuffle(numbers)
    size = rng.uniform(0.35, 0.7) if not base.parts else rng.uniform(0.2, 0.42)
    part = numeral_part(
        rng, base.ground, size, (0.5, 0.5) if rng.random() < 0.3 or not base.parts else random_corner(rng)
    )
    faces = [replace(base, parts=(*base.parts, replace(part, what=number))) for number in numbers[:9]]
    others = [replace(f, parts=(other_picture(rng, f.parts[0]), *f.parts[1:])) for f in faces[:2] if base.parts]
    return [*faces, *others, base]


def pictures(rng: np.random.Generator) -> list[Face]:
    base = random_base(rng)
    faces = [replace(base, parts=(other_picture(rng, base.parts[0]),)) for _ in range(10)]
    return [*faces, replace(base, parts=())]


def colours(rng: np.random.Generator) -> list[Face]:
    base = random_base(rng)
    base = replace(
        base, parts=(replace(base.parts[0], kind="symbol" if base.parts[0].kind == "art" else base.parts[0].kind),)
    )
    base = replace(base, parts=(other_picture(rng, base.parts[0]),))
    tones = list(_HUES.values())
    rng.shuffle(tones)
    tones = [0.0, 24.0, *tones[:5]] if rng.random() < 0.4 else tones[:7]
    saturation, value, twist = rng.uniform(0.55, 1.0), rng.uniform(0.45, 1.0), rng.uniform(-12, 12)
    inks: list[Colour] = [surfaces.hue(tone + twist, saturation, value) for tone in tones]
    inks += [(25.0, 25.0, 25.0), (130.0, 130.0, 130.0)]
    if rng.random() < 0.3:
        return [replace(base, ground=replace(base.ground, kind="plain", colours=(ink,))) for ink in inks]
    return [replace(base, parts=(replace(base.parts[0], colour=ink),)) for ink in inks]


def counts(rng: np.random.Generator) -> list[Face]:
    base = random_base(rng)
    part = replace(base.parts[0], size=rng.uniform(0.14, 0.28), x=0.5, y=0.5, rim=None)
    stretch, style = rng.uniform(0.5, 0.65), rng.random()
    faces = []
    for count in range(1, 7):
        if style < 0.6:
            line = [(k - (count - 1) / 2) * part.size * 1.15 for k in range(count)]
            spots = tuple((0.0, at) if style < 0.3 else (at, 0.0) for at in line)
        else:
            spots = tuple((x * stretch, y * stretch) for x, y in (_PIPS[1:] if count % 2 == 0 else _PIPS)[:count])
        faces.append(replace(base, parts=(replace(part, spots=spots),)))
    return [*faces[: int(rng.integers(3, 7))], replace(base, parts=())]


def fills(rng: np.random.Generator) -> list[Face]:
    base = random_base(rng)
    part = replace(base.parts[0], kind="shape", aspect=rng.uniform(0.8, 2.0), size=rng.uniform(0.18, 0.5), y=0.5)
    count = int(rng.integers(1, 4))
    spots = tuple((0.0, (k - (count - 1) / 2) * 0.3) for k in range(count))
    shapes = rng.choice(SHAPES, 3, replace=False)
    size = min(part.size, 0.26) if count > 1 else part.size
    return [
        replace(base, parts=(replace(part, what=str(shape), fill=fill, spots=spots, size=size),))
        for shape in shapes
        for fill in FILLS
    ]


def tones(rng: np.random.Generator) -> list[Face]:
    """Bare grounds, or one thing on bare grounds, of one hue more or less light and strong, and of hues beside it."""
    base = random_base(rng, int(rng.random() < 0.5))
    angle, saturation, value = rng.uniform(0, 360), rng.uniform(0.0, 0.9), rng.uniform(0.4, 0.95)
    inks = [surfaces.hue(angle, saturation, value)]
    for _ in range(7):
        aside, paler, darker = rng.normal(0, 40), rng.normal(0, 0.25), rng.normal(0, 0.2)
        inks.append(surfaces.hue(angle + aside, float(np.clip(saturation + paler, 0, 1)),
                                 float(np.clip(value + darker, 0.1, 1))))  # fmt: skip
    kind = str(rng.choice(["plain", "paper", "wood", "cloth"]))
    dark = [tuple(c * 0.85 for c in ink) for ink in inks]
    grounds = [replace(base.ground, kind=kind, colours=(ink, deep, deep)) for ink, deep in zip(inks, dark, strict=True)]
    return [replace(base, ground=ground) for ground in grounds]  # type: ignore[arg-type]


def one_more(rng: np.random.Generator) -> list[Face]:
    """The same landscape or picture with nothing, one, two, three small things on it, or another small thing."""
    base = random_base(rng, int(rng.random() < 0.5))
    extra = replace(picture_part(rng, base.ground, rng.uniform(0.14, 0.25)), rim=None)
    if rng.random() < 0.5:
        extra = replace(extra, badge=surfaces.colour(rng))
    x, y = random_corner(rng)
    step = (0.5 - x) * 0.9 if abs(x - 0.5) > 0.05 else 0.28
    faces = [base]
    for count in range(1, 4):
        spots = tuple((k * step, 0.0) for k in range(count))
        faces.append(replace(base, parts=(*base.parts, replace(extra, x=x, y=y, spots=spots))))
    faces.append(replace(base, parts=(*base.parts, replace(other_picture(rng, extra), x=x, y=y))))
    faces.append(replace(base, parts=(*base.parts, replace(extra, x=1 - x, y=1 - y))))
    return faces


def grounds(rng: np.random.Generator) -> list[Face]:
    """Landscapes: other grounds, alone and with the same small thing on them."""
    base = random_base(rng, 0)
    grounds = [surfaces.random_surface(rng) for _ in range(3)]
    grounds += [replace(grounds[0], kind=str(kind)) for kind in rng.choice(surfaces.KINDS, 3)]
    plain = [replace(base, ground=ground) for ground in grounds]
    thing = replace(picture_part(rng, base.ground, rng.uniform(0.2, 0.3)), badge=surfaces.colour(rng))
    return [*plain, *[replace(face, parts=(thing,)) for face in plain[:4]]]


def twins(rng: np.random.Generator) -> list[Face]:
    """One picture or letter with one tiny mark, another one, the same elsewhere, twice, or none."""
    base = random_base(rng)
    at = rng.uniform(0.12, 0.88, 2)
    size = rng.uniform(0.07, 0.15)
    ink = base.parts[0].colour if rng.random() < 0.6 else random_ink(rng, base.ground)
    kind = "text" if rng.random() < 0.5 else "shape"
    marks = "123456789+-=.*!?" if kind == "text" else SHAPES
    mark = Part(kind, "1", at[0], at[1], size, ink, font=random_font(rng), seed=int(rng.integers(1 << 30)))
    ones = [replace(mark, what=str(what)) for what in rng.choice(list(marks), 4, replace=False)]
    step = rng.uniform(1.1, 1.6) * size * (1 if at[0] < 0.5 else -1)
    ones.append(replace(ones[0], spots=((0.0, 0.0), (step, 0.0))))
    ones.append(replace(ones[0], x=1 - at[0]))
    return [base, *(replace(base, parts=(*base.parts, one)) for one in ones)]


def counted(rng: np.random.Generator) -> list[Face]:
    """So many of a thing, in places of their own, and the numeral that says how many."""
    base = random_base(rng)
    part = replace(base.parts[0], size=rng.uniform(0.12, 0.24), x=0.5, y=0.5, rim=None)
    numeral = numeral_part(rng, base.ground, rng.uniform(0.14, 0.3), random_corner(rng))
    others = {kind: other_picture(rng, part) for kind in (0, 1)}
    shown, steady = rng.random(), bool(rng.random() < 0.5)
    order = [(x, y) for x in (-0.28, 0.0, 0.28) for y in (-0.28, 0.0, 0.28)]
    faces = []
    for count in range(1, 7):
        if not steady or count == 1:
            rng.shuffle(order)
        for kind in (0, 1):
            things = replace(others[kind], spots=tuple(order[:count]))
            number = replace(numeral, what=str(count))
            faces.append(replace(base, parts=(things, number) if shown < 0.5 else (things,)))
    return [*faces[:10], replace(base, parts=())]


def mixed(rng: np.random.Generator) -> list[Face]:
    """Two pictures in three colours with two numerals: everything crosswise."""
    base = random_base(rng)
    one, two = base.parts[0], other_picture(rng, base.parts[0])
    number = numeral_part(rng, base.ground, rng.uniform(0.22, 0.36), random_corner(rng))
    digits = rng.choice(10, 2, replace=False)
    inks = [random_ink(rng, base.ground) for _ in range(3)]
    return [
        replace(base, parts=(replace(one_or_two, colour=ink), replace(number, what=str(digit))))
        for ink in inks for one_or_two in (one, two) for digit in digits
    ]  # fmt: skip
