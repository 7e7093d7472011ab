"""Families of faces: the faces of one kind of piece, which differ in one or two things only. They are what a
recogniser confuses, so they are what the network learns to hold apart."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath

import cv2
import glyphs
import numpy as np
import surfaces
from faces import FACE_PX, FILLS, SHAPES, Colour, Face, Part, draw, rounded_mask

MOST_FACES = 12
COPIES = 3
CANVAS_PX = FACE_PX + 2 * (FACE_PX * 3 // 8)
"""Edge of what is drawn around a face: more than its cell."""
LEAST_APART = 24.0

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


@dataclass(frozen=True)
class Family:
    """Drawn faces (n, copies, FACE_PX, FACE_PX, 3) uint8, each in some copies as prints and grains differ from piece to
    piece; the mask of the piece in its cell (all 255 where a face is printed on the board itself), and the prints
    (m, CANVAS_PX square) that may lie under and around a piece. `frame` is the mask of a frame with a hole around
    the piece, and its picture, where the cell is a hole."""

    faces: np.ndarray
    mask: np.ndarray
    prints: np.ndarray
    raised: bool
    frame: tuple[np.ndarray, np.ndarray] | None = None


def random_family(rng: np.random.Generator, least_apart: float = LEAST_APART) -> Family:
    """Return a family of at least two faces that a good eye can tell apart in a small picture: the 24 most different
    pixels of two faces differ by `least_apart` of 255 at least."""
    while True:
        vary = _VARIANTS[int(rng.choice(len(_VARIANTS), p=_WEIGHTS))]
        faces = vary(rng)
        kept = _apart(rng, faces, least_apart)
        if len(kept) >= 2:
            return _set_out(rng, _copied(rng, kept), faces[0])


def _copied(rng: np.random.Generator, kept: list[tuple[Face, int]]) -> np.ndarray:
    """Return each face as some pieces show it: printed a little aside and, in some families, on other grain."""
    grained, slack = rng.random() < 0.4, abs(rng.normal(0, 0.01))
    copies = COPIES if grained or slack > 0.006 else 1
    return np.stack([[_copy(rng, face, turn, slack, grained) for _ in range(copies)] for face, turn in kept])


def _copy(rng: np.random.Generator, face: Face, turn: int, slack: float, grained: bool) -> np.ndarray:
    aside = rng.normal(0, slack, 2) if face.parts else np.zeros(2)
    parts = tuple(replace(part, x=part.x + aside[0], y=part.y + aside[1]) for part in face.parts)
    still = not grained or face.ground.kind not in ("plain", "paper", "wood", "cloth")
    ground = face.ground if still else replace(face.ground, seed=int(rng.integers(1 << 30)))
    return np.ascontiguousarray(np.rot90(draw(replace(face, parts=parts, ground=ground)), turn))


def _set_out(rng: np.random.Generator, kept: np.ndarray, base: Face) -> Family:
    raised = bool(rng.random() < 0.55)
    mask = (
        rounded_mask(rng.uniform(0, 0.06), rng.uniform(0, 0.2))
        if raised
        else np.full((FACE_PX, FACE_PX), 255, np.uint8)
    )
    count = int(rng.integers(1, 4))
    grounds = [surfaces.random_surface(rng) for _ in range(count)]
    if not raised and rng.random() < 0.6:
        grounds = [base.ground]
    prints = np.stack([surfaces.paint(ground, CANVAS_PX) for ground in grounds])
    return Family(kept, mask, prints, raised, _frame(rng) if rng.random() < 0.2 else None)


def _frame(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a frame's mask and picture: a board with a hole that shows most of the piece under it."""
    edge = CANVAS_PX
    mask = np.full((edge, edge), 255, np.uint8)
    inset, margin = rng.uniform(0.0, 0.1), (CANVAS_PX - FACE_PX) // 2
    mask[margin : margin + FACE_PX, margin : margin + FACE_PX] = 255 - rounded_mask(inset, rng.uniform(0, 0.3))
    return mask, surfaces.paint(surfaces.random_surface(rng), edge)


def _apart(rng: np.random.Generator, faces: list[Face], least: float) -> list[tuple[Face, int]]:
    """Keep what differs visibly from all that is kept, and now and then a face turned by a quarter or a half: the
    faces and by how many quarters."""
    kept: list[tuple[Face, int]] = []
    small: list[np.ndarray] = []
    turns = [(faces[0], k) for k in (1, 2, 3)] if rng.random() < 0.3 else []
    for face, turn in [*((face, 0) for face in faces[: MOST_FACES - len(turns)]), *turns]:
        drawn = np.rot90(draw(face), turn)
        seen = cv2.GaussianBlur(cv2.resize(drawn, (36, 36), interpolation=cv2.INTER_AREA), (0, 0), 0.8)
        if all(_difference(seen.astype(np.float32), other) > least for other in small):
            kept.append((face, turn))
            small.append(seen.astype(np.float32))
    return kept


def _difference(a: np.ndarray, b: np.ndarray) -> float:
    """Return how much the 24 most different pixels of two small pictures differ on average, 0 to 255."""
    apart = np.abs(a - b).max(axis=2).ravel()
    return float(np.partition(apart, -24)[-24:].mean())


def _font(rng: np.random.Generator) -> str:
    """Return a font: the folders are about equally likely, so that a package of hundreds does not drown the rest."""
    folders = _folders(bool(rng.random() < 0.2))
    return str(rng.choice(folders[int(rng.integers(len(folders)))]))


@functools.cache
def _folders(fancy: bool) -> list[list[str]]:
    pool = glyphs.fonts().fancy if fancy else glyphs.fonts().plain
    parents = sorted({str(PurePath(file).parent) for file in pool})
    return [[file for file in pool if str(PurePath(file).parent) == parent] for parent in parents]


def _ink(rng: np.random.Generator, ground: surfaces.Surface) -> Colour:
    """Return a colour that stands out from a ground."""
    base = np.float32(ground.colours[0])
    for _ in range(20):
        ink = (10.0, 10.0, 10.0) if rng.random() < 0.3 else surfaces.colour(rng)
        if np.abs(np.float32(ink) - base).max() > 70:
            return ink
    return (0.0, 0.0, 0.0) if base.mean() > 128 else (255.0, 255.0, 255.0)


def _picture_part(rng: np.random.Generator, ground: surfaces.Surface, size: float) -> Part:
    """Return a picture for the middle of a face: a symbol, an emoji, a shape or a letter."""
    kind = str(rng.choice(["symbol", "symbol", "emoji", "emoji", "shape", "shape", "text"]))
    x, y = rng.uniform(0.42, 0.58, 2)
    part = Part(
        kind,
        "A",
        x,
        y,
        size,
        _ink(rng, ground),
        aspect=float(np.exp(rng.normal(0, 0.15))),
        seed=int(rng.integers(1 << 30)),
    )
    if rng.random() < 0.2:
        part = replace(part, rim=surfaces.colour(rng))
    return _other_picture(rng, part)


def _other_picture(rng: np.random.Generator, part: Part) -> Part:
    known = glyphs.fonts()
    if part.kind == "symbol":
        file, code = known.symbols[int(rng.integers(len(known.symbols)))]
        return replace(part, font=file, what=code)
    if part.kind == "emoji":
        return replace(part, what=int(rng.choice(known.emoji_codes)))
    if part.kind == "shape":
        return replace(part, what=str(rng.choice(SHAPES)), seed=int(rng.integers(1 << 30)))
    return replace(part, what=str(rng.choice(list("ABCDEFGHJKLMNPRSTUVWXYZ"))), font=part.font or _font(rng))


def _numeral_part(rng: np.random.Generator, ground: surfaces.Surface, size: float, at: tuple[float, float]) -> Part:
    badge = surfaces.colour(rng) if rng.random() < 0.4 else None
    under = replace(ground, colours=(badge,)) if badge else ground
    return Part("text", "1", at[0], at[1], size, _ink(rng, under), font=_font(rng), badge=badge)


def _base(rng: np.random.Generator, parts: int = 1) -> Face:
    ground = surfaces.random_surface(rng)
    border = float(rng.choice([0, 0, 0.03, 0.06, 0.1]))
    drawn = tuple(_picture_part(rng, ground, rng.uniform(0.3, 0.75)) for _ in range(parts))
    return Face(ground, drawn, border, _ink(rng, ground), float(rng.choice([0, 0.1, 0.2])))


def _corner(rng: np.random.Generator) -> tuple[float, float]:
    spot = rng.uniform(0.14, 0.26)
    return [(spot, spot), (1 - spot, spot), (spot, 1 - spot), (1 - spot, 1 - spot), (0.5, 1 - spot), (0.5, spot)][
        rng.integers(6)
    ]


def _letters(rng: np.random.Generator) -> list[Face]:
    pool = list(str(rng.choice(_LOOKALIKES)) if rng.random() < 0.6 else "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ0123456789")
    rng.shuffle(pool)
    base = _base(rng, 0)
    at, size, font, ink = rng.uniform(0.42, 0.58, 2), rng.uniform(0.3, 0.8), _font(rng), _ink(rng, base.ground)
    faces = [replace(base, parts=(Part("text", letter, at[0], at[1], size, ink, font=font),)) for letter in pool[:10]]
    if rng.random() < 0.4:
        index = _numeral_part(rng, base.ground, rng.uniform(0.14, 0.24), _corner(rng))
        faces = [replace(f, parts=(*f.parts, replace(index, what=str(rng.integers(1, 11))))) for f in faces]
    return [*faces, base]


def _numerals(rng: np.random.Generator) -> list[Face]:
    base = _base(rng, int(rng.random() < 0.8))
    start = int(rng.choice([0, 0, 1, 1, 1, -3, 5, 10, 20, 90]))
    numbers = [str(n) for n in range(start, start + 15)]
    rng.shuffle(numbers)
    size = rng.uniform(0.35, 0.7) if not base.parts else rng.uniform(0.2, 0.42)
    part = _numeral_part(rng, base.ground, size, (0.5, 0.5) if rng.random() < 0.3 or not base.parts else _corner(rng))
    faces = [replace(base, parts=(*base.parts, replace(part, what=number))) for number in numbers[:9]]
    others = [replace(f, parts=(_other_picture(rng, f.parts[0]), *f.parts[1:])) for f in faces[:2] if base.parts]
    return [*faces, *others, base]


def _pictures(rng: np.random.Generator) -> list[Face]:
    base = _base(rng)
    faces = [replace(base, parts=(_other_picture(rng, base.parts[0]),)) for _ in range(10)]
    return [*faces, replace(base, parts=())]


def _colours(rng: np.random.Generator) -> list[Face]:
    base = _base(rng)
    base = replace(
        base, parts=(replace(base.parts[0], kind="symbol" if base.parts[0].kind == "emoji" else base.parts[0].kind),)
    )
    base = replace(base, parts=(_other_picture(rng, base.parts[0]),))
    tones = list(_HUES.values())
    rng.shuffle(tones)
    tones = [0.0, 24.0, *tones[:5]] if rng.random() < 0.4 else tones[:7]
    saturation, value, twist = rng.uniform(0.55, 1.0), rng.uniform(0.45, 1.0), rng.uniform(-12, 12)
    inks: list[Colour] = [surfaces.hue(tone + twist, saturation, value) for tone in tones]
    inks += [(25.0, 25.0, 25.0), (130.0, 130.0, 130.0)]
    if rng.random() < 0.3:
        return [replace(base, ground=replace(base.ground, kind="plain", colours=(ink,))) for ink in inks]
    return [replace(base, parts=(replace(base.parts[0], colour=ink),)) for ink in inks]


def _counts(rng: np.random.Generator) -> list[Face]:
    base = _base(rng)
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


def _fills(rng: np.random.Generator) -> list[Face]:
    base = _base(rng)
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


def _tones(rng: np.random.Generator) -> list[Face]:
    """Bare grounds, or one thing on bare grounds, of one hue more or less light and strong, and of hues beside it."""
    base = _base(rng, int(rng.random() < 0.5))
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


def _one_more(rng: np.random.Generator) -> list[Face]:
    """The same landscape or picture with nothing, one, two, three small things on it, or another small thing."""
    base = _base(rng, int(rng.random() < 0.5))
    extra = replace(_picture_part(rng, base.ground, rng.uniform(0.14, 0.25)), rim=None)
    if rng.random() < 0.5:
        extra = replace(extra, badge=surfaces.colour(rng))
    x, y = _corner(rng)
    step = (0.5 - x) * 0.9 if abs(x - 0.5) > 0.05 else 0.28
    faces = [base]
    for count in range(1, 4):
        spots = tuple((k * step, 0.0) for k in range(count))
        faces.append(replace(base, parts=(*base.parts, replace(extra, x=x, y=y, spots=spots))))
    faces.append(replace(base, parts=(*base.parts, replace(_other_picture(rng, extra), x=x, y=y))))
    faces.append(replace(base, parts=(*base.parts, replace(extra, x=1 - x, y=1 - y))))
    return faces


def _grounds(rng: np.random.Generator) -> list[Face]:
    """Landscapes: other grounds, alone and with the same small thing on them."""
    base = _base(rng, 0)
    grounds = [surfaces.random_surface(rng) for _ in range(3)]
    grounds += [replace(grounds[0], kind=str(kind)) for kind in rng.choice(surfaces.KINDS, 3)]
    plain = [replace(base, ground=ground) for ground in grounds]
    thing = replace(_picture_part(rng, base.ground, rng.uniform(0.2, 0.3)), badge=surfaces.colour(rng))
    return [*plain, *[replace(face, parts=(thing,)) for face in plain[:4]]]


def _twins(rng: np.random.Generator) -> list[Face]:
    """One picture or letter with one tiny mark, another one, the same elsewhere, twice, or none."""
    base = _base(rng)
    at = rng.uniform(0.12, 0.88, 2)
    size = rng.uniform(0.07, 0.15)
    ink = base.parts[0].colour if rng.random() < 0.6 else _ink(rng, base.ground)
    kind = "text" if rng.random() < 0.5 else "shape"
    marks = "123456789+-=.*!?" if kind == "text" else SHAPES
    mark = Part(kind, "1", at[0], at[1], size, ink, font=_font(rng), seed=int(rng.integers(1 << 30)))
    ones = [replace(mark, what=str(what)) for what in rng.choice(list(marks), 4, replace=False)]
    step = rng.uniform(1.1, 1.6) * size * (1 if at[0] < 0.5 else -1)
    ones.append(replace(ones[0], spots=((0.0, 0.0), (step, 0.0))))
    ones.append(replace(ones[0], x=1 - at[0]))
    return [base, *(replace(base, parts=(*base.parts, one)) for one in ones)]


def _counted(rng: np.random.Generator) -> list[Face]:
    """So many of a thing, in places of their own, and the numeral that says how many."""
    base = _base(rng)
    part = replace(base.parts[0], size=rng.uniform(0.12, 0.24), x=0.5, y=0.5, rim=None)
    numeral = _numeral_part(rng, base.ground, rng.uniform(0.14, 0.3), _corner(rng))
    others = {kind: _other_picture(rng, part) for kind in (0, 1)}
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


def _mixed(rng: np.random.Generator) -> list[Face]:
    """Two pictures in three colours with two numerals: everything crosswise."""
    base = _base(rng)
    one, two = base.parts[0], _other_picture(rng, base.parts[0])
    number = _numeral_part(rng, base.ground, rng.uniform(0.22, 0.36), _corner(rng))
    digits = rng.choice(10, 2, replace=False)
    inks = [_ink(rng, base.ground) for _ in range(3)]
    return [
        replace(base, parts=(replace(one_or_two, colour=ink), replace(number, what=str(digit))))
        for ink in inks for one_or_two in (one, two) for digit in digits
    ]  # fmt: skip


_VARIANTS: tuple[Callable[[np.random.Generator], list[Face]], ...] = (
    _letters, _numerals, _pictures, _colours, _counts, _fills, _one_more, _grounds, _mixed,
    _twins, _counted, _tones,
)  # fmt: skip
_WEIGHTS = np.array([0.13, 0.12, 0.06, 0.09, 0.05, 0.19, 0.08, 0.04, 0.06, 0.08, 0.06, 0.04])
