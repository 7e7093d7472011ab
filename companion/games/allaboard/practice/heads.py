"""The twelve animals' heads, each a few simple shapes around the origin, about 0.7 wide and high."""

import math
from collections.abc import Callable

from companion.games.allaboard.pieces import Animal
from companion.prints.drawing import Circle, Path, Point, Polygon, Shape

_INK = "#1c1c1c"
_LINE = 0.012


def head(animal: Animal) -> tuple[Shape, ...]:
    """Return an animal's head."""
    return _HEADS[animal]()


def _eyes(x: float, y: float, size: float = 0.035) -> tuple[Shape, ...]:
    whites = tuple(Circle((side * x, y), size, "#ffffff", _INK, _LINE) for side in (-1, 1))
    return (*whites, *(Circle((side * x, y), size * 0.45, _INK) for side in (-1, 1)))


def _both(points: tuple[Point, ...], fill: str) -> tuple[Shape, ...]:
    """Return a shape and its mirror image."""
    mirrored = tuple((-x, y) for x, y in points)
    return (Polygon(points, fill, _INK, _LINE), Polygon(mirrored, fill, _INK, _LINE))


def _pair(x: float, y: float, radius: float, fill: str) -> tuple[Shape, ...]:
    return tuple(Circle((side * x, y), radius, fill, _INK, _LINE) for side in (-1, 1))


def _oval(middle: Point, across: float, down: float, fill: str) -> Polygon:
    steps = [2 * math.pi * step / 32 for step in range(32)]
    points = tuple((middle[0] + across * math.cos(a), middle[1] + down * math.sin(a)) for a in steps)
    return Polygon(points, fill, _INK, _LINE)


def _mouse() -> tuple[Shape, ...]:
    whiskers = tuple(Path(((s * 0.06, 0.16), (s * 0.3, y)), _INK, 0.008) for s in (-1, 1) for y in (0.1, 0.18, 0.26))
    ears = (*_pair(0.22, -0.17, 0.15, "#a9a9b3"), *_pair(0.22, -0.17, 0.09, "#f0b5bd"))
    return (
        *ears,
        _oval((0, 0.06), 0.2, 0.24, "#a9a9b3"),
        *_eyes(0.08, 0.0),
        *whiskers,
        Circle((0, 0.2), 0.04, "#e0788a"),
    )


def _peacock() -> tuple[Shape, ...]:
    feathers: list[Shape] = []
    for angle in range(-80, 81, 20):
        x, y = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        feathers.append(Path(((0, 0.15), (0.34 * x, 0.1 + 0.42 * y)), "#1f7a5a", 0.05))
        feathers.append(Circle((0.34 * x, 0.1 + 0.42 * y), 0.06, "#35b08a", _INK, 0.008))
        feathers.append(Circle((0.34 * x, 0.1 + 0.42 * y), 0.028, "#24418f"))
    body = (_oval((0, 0.2), 0.11, 0.18, "#1f5fb0"), Circle((0, -0.02), 0.085, "#1f5fb0", _INK, _LINE))
    beak = Polygon(((-0.025, 0.02), (0.025, 0.02), (0, 0.08)), "#f0a030", _INK, 0.008)
    return (*feathers, *body, *_eyes(0.035, -0.03, 0.02), beak)


def _fox() -> tuple[Shape, ...]:
    ears = _both(((-0.32, -0.1), (-0.28, -0.36), (-0.06, -0.18)), "#d9632a")
    face = Polygon(((-0.34, -0.08), (0, -0.24), (0.34, -0.08), (0, 0.34)), "#d9632a", _INK, _LINE)
    cheeks = _both(((-0.3, -0.01), (-0.1, 0.06), (0, 0.34)), "#ffffff")
    return (*ears, face, *cheeks, *_eyes(0.12, -0.06), Circle((0, 0.31), 0.045, _INK))


def _octopus() -> tuple[Shape, ...]:
    arms = tuple(
        Path(((x, 0.05), (x * 1.5, 0.22), (x * 1.9, 0.32)), "#b0478f", 0.06)
        for x in (-0.2, -0.12, -0.04, 0.04, 0.12, 0.2)
    )
    return (*arms, _oval((0, -0.1), 0.26, 0.25, "#c85aa5"), *_eyes(0.1, -0.06, 0.055))


def _monkey() -> tuple[Shape, ...]:
    ears = (*_pair(0.28, 0.0, 0.1, "#7a4a25"), *_pair(0.28, 0.0, 0.055, "#e8bd8e"))
    face = (*_pair(0.09, -0.04, 0.12, "#e8bd8e"), _oval((0, 0.13), 0.19, 0.14, "#e8bd8e"))
    mouth = Path(((-0.1, 0.15), (0, 0.2), (0.1, 0.15)), _INK, 0.014)
    return (*ears, Circle((0, 0), 0.28, "#7a4a25", _INK, _LINE), *face, *_eyes(0.09, -0.03), mouth)


def _sloth() -> tuple[Shape, ...]:
    stripes = _both(((-0.04, -0.06), (-0.26, 0.04), (-0.22, 0.12), (-0.05, 0.04)), "#5a4632")
    smile = Path(((-0.12, 0.18), (0, 0.23), (0.12, 0.18)), _INK, 0.014)
    furry = Circle((0, 0), 0.32, "#8f7a5c", _INK, _LINE)
    return (
        furry,
        _oval((0, 0.03), 0.26, 0.25, "#e6d6b8"),
        *stripes,
        *_eyes(0.12, 0.01, 0.03),
        _oval((0, 0.1), 0.06, 0.04, _INK),
        smile,
    )


def _moose() -> tuple[Shape, ...]:
    antlers = _both(
        (
            (-0.1, -0.14),
            (-0.2, -0.2),
            (-0.4, -0.14),
            (-0.36, -0.24),
            (-0.42, -0.34),
            (-0.28, -0.3),
            (-0.22, -0.38),
            (-0.16, -0.26),
        ),
        "#d9b27a",
    )
    nostrils = tuple(Circle((s * 0.07, 0.28), 0.025, _INK) for s in (-1, 1))
    snout = (_oval((0, 0.05), 0.14, 0.26, "#6b4426"), _oval((0, 0.24), 0.19, 0.13, "#8f6440"))
    return (
        *antlers,
        *_both(((-0.12, -0.08), (-0.28, -0.06), (-0.14, 0.02)), "#6b4426"),
        *snout,
        *_eyes(0.08, -0.05, 0.03),
        *nostrils,
    )


def _zebra() -> tuple[Shape, ...]:
    ears = _both(((-0.16, -0.22), (-0.14, -0.38), (-0.04, -0.26)), "#ffffff")
    stripes = tuple(
        Path(((s * 0.2, y), (s * 0.07, y + 0.05)), _INK, 0.034) for s in (-1, 1) for y in (-0.18, -0.07, 0.04, 0.13)
    )
    mane = Path(((0, -0.38), (0, -0.16)), _INK, 0.06)
    return (
        *ears,
        _oval((0, 0.0), 0.21, 0.32, "#ffffff"),
        *stripes,
        mane,
        _oval((0, 0.25), 0.13, 0.1, "#3a3a3a"),
        *_eyes(0.1, -0.02, 0.028),
    )


def _giraffe() -> tuple[Shape, ...]:
    horns = (
        *(Path(((s * 0.08, -0.2), (s * 0.1, -0.34)), "#8a5a20", 0.04) for s in (-1, 1)),
        *_pair(0.1, -0.35, 0.035, "#5a3a12"),
    )
    neck = Polygon(((-0.09, 0.1), (0.09, 0.1), (0.14, 0.4), (-0.14, 0.4)), "#f2c84b", _INK, _LINE)
    spots = tuple(
        Circle(at, size, "#a8641e") for at, size in (((-0.06, 0.3), 0.04), ((0.06, 0.36), 0.035), ((0.04, 0.24), 0.03))
    )
    brows = tuple(Circle((s * 0.12, -0.14), 0.035, "#a8641e") for s in (-1, 1))
    muzzle = _oval((0, 0.08), 0.13, 0.1, "#f7e3b0")
    ears = _both(((-0.14, -0.1), (-0.34, -0.16), (-0.16, -0.02)), "#f2c84b")
    return (
        *horns,
        neck,
        *spots,
        *ears,
        _oval((0, -0.05), 0.18, 0.19, "#f2c84b"),
        *brows,
        *_eyes(0.09, -0.05, 0.03),
        muzzle,
    )


def _lion() -> tuple[Shape, ...]:
    mane = tuple(
        Circle((0.26 * math.cos(math.radians(a)), 0.26 * math.sin(math.radians(a))), 0.12, "#9a4f14", _INK, 0.008)
        for a in range(0, 360, 30)
    )
    nose = Polygon(((-0.06, 0.06), (0.06, 0.06), (0, 0.12)), _INK)
    mouth = Path(((-0.09, 0.16), (0, 0.12), (0.09, 0.16)), _INK, 0.014)
    return (*mane, Circle((0, 0), 0.24, "#eeb04a", _INK, _LINE), *_eyes(0.09, -0.05), nose, mouth)


def _bear() -> tuple[Shape, ...]:
    ears = (*_pair(0.21, -0.21, 0.1, "#4a2f1c"), *_pair(0.21, -0.21, 0.05, "#8a6242"))
    return (
        *ears,
        Circle((0, 0.02), 0.3, "#4a2f1c", _INK, _LINE),
        _oval((0, 0.13), 0.14, 0.11, "#b58a62"),
        *_eyes(0.11, -0.05),
        _oval((0, 0.09), 0.055, 0.04, _INK),
    )


def _elephant() -> tuple[Shape, ...]:
    ears = (_oval((-0.27, -0.04), 0.15, 0.2, "#7d94ad"), _oval((0.27, -0.04), 0.15, 0.2, "#7d94ad"))
    trunk = Polygon(
        ((-0.08, 0.02), (0.08, 0.02), (0.06, 0.3), (0.12, 0.38), (0.03, 0.4), (-0.05, 0.3)), "#93a9c0", _INK, _LINE
    )
    tusks = _both(((-0.1, 0.12), (-0.16, 0.26), (-0.07, 0.15)), "#ffffff")
    return (*ears, Circle((0, -0.06), 0.21, "#93a9c0", _INK, _LINE), *tusks, trunk, *_eyes(0.1, -0.08, 0.03))


_HEADS: dict[Animal, Callable[[], tuple[Shape, ...]]] = {
    Animal.MOUSE: _mouse,
    Animal.PEACOCK: _peacock,
    Animal.FOX: _fox,
    Animal.OCTOPUS: _octopus,
    Animal.MONKEY: _monkey,
    Animal.SLOTH: _sloth,
    Animal.MOOSE: _moose,
    Animal.ZEBRA: _zebra,
    Animal.GIRAFFE: _giraffe,
    Animal.LION: _lion,
    Animal.BEAR: _bear,
    Animal.ELEPHANT: _elephant,
}
