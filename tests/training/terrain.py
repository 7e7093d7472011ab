"""Landscapes as board games print them: forest, hills, fields, desert, water, mountains and their like, as noise of
several octaves with small things strewn on it."""

from collections.abc import Callable

import cv2
import numpy as np

Colour = tuple[float, float, float]
Strewn = Callable[[np.random.Generator, np.ndarray, "Style"], None]


class Style:
    """How one game draws all of its landscapes: from above or aslant, coarse or fine, outlined, soft, strong."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.aslant = bool(rng.random() < 0.5)
        self.unit = float(rng.uniform(0.05, 0.14))
        self.many = float(rng.uniform(0.5, 1.6))
        self.rough = float(rng.uniform(8, 34))
        self.outline = float(rng.uniform(0.3, 0.75)) if rng.random() < 0.5 else 0.0
        self.soft = float(rng.uniform(0.5, 1.2)) if rng.random() < 0.4 else 0.0
        self.coarsest = int(rng.integers(2, 7))
        self.twist, self.saturation, self.value = rng.normal(0, 8), rng.uniform(0.55, 1.1), rng.uniform(0.75, 1.15)
        self.bare = bool(rng.random() < 0.15)


_TONES = {
    "forest": (115, 0.55, 0.35), "hills": (25, 0.55, 0.65), "fields": (48, 0.7, 0.85), "desert": (40, 0.4, 0.85),
    "water": (210, 0.6, 0.65), "mountains": (215, 0.12, 0.55), "meadow": (90, 0.5, 0.7), "swamp": (75, 0.4, 0.4),
    "rocks": (30, 0.15, 0.5), "snow": (205, 0.07, 0.93), "town": (12, 0.45, 0.6), "lava": (8, 0.8, 0.45),
}  # fmt: skip
KINDS = tuple(_TONES)


def paint(kind: str, style_seed: int, seed: int, size_px: int) -> np.ndarray:
    """Return a landscape (size_px, size_px, 3) float32 BGR in the style of one game; `seed` moves what is strewn."""
    style, rng = Style(np.random.default_rng(style_seed)), np.random.default_rng(seed)
    picture = np.empty((size_px, size_px, 3), np.float32)
    picture[:] = tone(kind, style_seed)
    picture += noise(rng, size_px, style.coarsest)[..., None] * style.rough * np.float32([1, 1.05, 1.1])
    if not style.bare:
        _STREWN[kind](rng, picture, style)
    if style.soft:
        picture = cv2.GaussianBlur(picture, (0, 0), style.soft)
    return picture


def tone(kind: str, style_seed: int) -> Colour:
    """Return the colour (BGR, 0 to 255) that a landscape's ground has in the style of one game."""
    style = Style(np.random.default_rng(style_seed))
    hue, saturation, value = _TONES[kind]
    strong, light = np.clip([saturation * style.saturation, value * style.value], 0, 1)
    return _bgr(hue + style.twist, float(strong), float(light))


def noise(rng: np.random.Generator, size_px: int, coarsest: int) -> np.ndarray:
    """Return noise (size_px, size_px) float32 about −1 to 1, each octave half as wide and some 0.6 as strong."""
    total = np.zeros((size_px, size_px), np.float32)
    cells, weight = coarsest, 1.0
    while cells < size_px:
        rough = rng.normal(0, 0.5 * weight, (cells, cells)).astype(np.float32)
        total += cv2.resize(rough, (size_px, size_px), interpolation=cv2.INTER_CUBIC)
        cells, weight = cells * 2, weight * 0.6
    return total


def _bgr(hue_deg: float, saturation: float, value: float) -> Colour:
    pixel = np.array([[[hue_deg % 360, saturation, value]]], np.float32)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255
    return float(blue), float(green), float(red)


def _places(rng: np.random.Generator, picture: np.ndarray, style: Style, share: float = 1.0) -> np.ndarray:
    """Return where things are strewn (n, 2), those further down last, as they cover the others."""
    size = len(picture)
    count = int(np.clip(style.many * share * 0.35 / style.unit**2, 3, 90))
    spots = rng.uniform(-0.05, 1.05, (count, 2)) * size
    return spots[np.argsort(spots[:, 1])]


def _tone(rng: np.random.Generator, picture: np.ndarray, at: np.ndarray, light: float, spread: float = 0.08) -> Colour:
    """Return the ground's colour at a place, so much lighter or darker."""
    size = len(picture)
    x, y = np.clip(at, 0, size - 1).astype(int)
    blue, green, red = np.clip(picture[y, x] * (light + rng.normal(0, spread)), 0, 255)
    return float(blue), float(green), float(red)


def _fill(picture: np.ndarray, points: np.ndarray, colour: Colour, style: Style) -> None:
    corners = np.round(points * 16).astype(np.int32)
    cv2.fillPoly(picture, [corners], colour, cv2.LINE_AA, 4)
    if style.outline:
        dark = tuple(c * (1 - style.outline) for c in colour)
        cv2.polylines(picture, [corners], True, dark, 1, cv2.LINE_AA, 4)


def _ring(at: np.ndarray, wide: float, high: float, corners: int = 14) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([at[0] + wide * np.cos(angle), at[1] + high * np.sin(angle)], axis=1)


def _triangle(at: np.ndarray, wide: float, high: float) -> np.ndarray:
    return np.array([[at[0] - wide, at[1]], [at[0], at[1] - high], [at[0] + wide, at[1]]])


def _trees(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit, firs = style.unit * len(picture), rng.random() < 0.5
    for at in _places(rng, picture, style, 1.3):
        grown = unit * rng.uniform(0.7, 1.2)
        if not style.aslant:
            _fill(picture, _ring(at, grown * 0.7, grown * 0.7), _tone(rng, picture, at, 0.75), style)
            _fill(picture, _ring(at - grown * 0.2, grown * 0.3, grown * 0.3), _tone(rng, picture, at, 1.35), style)
        elif firs:
            _fill(picture, _triangle(at, grown * 0.5, grown * 1.7), _tone(rng, picture, at, 0.75), style)
        else:
            _fill(picture, _ring(at - [0, grown], grown * 0.6, grown * 0.7), _tone(rng, picture, at, 0.8), style)
            cv2.line(picture, _pixel(at), _pixel(at - [0, grown * 0.4]), (20, 40, 60), 1, cv2.LINE_AA)


def _pixel(at: np.ndarray) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _mounds(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit = style.unit * len(picture) * 2.2
    for at in _places(rng, picture, style, 0.3):
        wide = unit * rng.uniform(0.8, 1.5)
        arch = _ring(at, wide, wide * 0.6, 20)
        arch[:, 1] = np.minimum(arch[:, 1], at[1])
        _fill(picture, arch, _tone(rng, picture, at, 0.95, 0.12), style)


def _furrows(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    size, unit = len(picture), max(2.0, style.unit * len(picture) * 0.6)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    field = (noise(rng, size, 2) * 1.5).round()
    angle = field * np.float32(1.1) + np.float32(rng.uniform(0, 3))
    lines = np.sin((x * np.cos(angle) + y * np.sin(angle)) * np.float32(2 * np.pi / unit))
    picture *= (1 + 0.18 * lines + 0.08 * field)[..., None]


def _dunes(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    size = len(picture)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    bent = y + 0.12 * noise(rng, size, 2) + 0.05 * np.sin(x * np.float32(rng.uniform(4, 14)))
    picture *= (1 + 0.14 * np.sin(bent * np.float32(rng.uniform(12, 45))))[..., None]


def _ripples(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit = style.unit * len(picture)
    for at in _places(rng, picture, style, 0.6):
        colour = _tone(rng, picture, at, rng.choice([0.8, 1.25]))
        for step in (0, 1):
            beside, axes = at + np.array([step * unit, 0.0]), (max(1, int(unit * 0.5)), max(1, int(unit * 0.3)))
            cv2.ellipse(picture, _pixel(beside), axes, 0, 180, 360, colour, 1, cv2.LINE_AA)


def _peaks(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit = style.unit * len(picture) * 2
    for at in _places(rng, picture, style, 0.3):
        wide, high = unit * rng.uniform(0.6, 1.1), unit * rng.uniform(0.9, 1.6)
        _fill(picture, _triangle(at, wide, high), _tone(rng, picture, at, 1.2), style)
        shade = _triangle(at, wide, high)
        shade[0, 0] = at[0] + wide * rng.uniform(-0.2, 0.3)
        _fill(picture, shade, _tone(rng, picture, at, 0.65), style)
        if style.rough > 18:
            tip = at - [0, high * 0.65]
            _fill(picture, _triangle(tip, wide * 0.33, high * 0.35), (240, 240, 240), style)


def _tufts(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit = style.unit * len(picture) * 0.5
    for at in _places(rng, picture, style):
        colour = _tone(rng, picture, at, rng.choice([0.65, 1.3]))
        for lean in (-0.5, 0.0, 0.5):
            cv2.line(picture, _pixel(at), _pixel(at + np.array([lean * unit, -unit])), colour, 1, cv2.LINE_AA)


def _pools(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    wet = np.clip(noise(rng, len(picture), style.coarsest + 1) * 8 - 1.5, 0, 1)[..., None]
    picture += (picture * np.float32([1.1, 0.8, 0.6]) - picture) * wet
    _tufts(rng, picture, style)


def _stones(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit = style.unit * len(picture) * 0.8
    for at in _places(rng, picture, style):
        grown = unit * rng.uniform(0.4, 1.1)
        points = _ring(at, grown, grown * 0.75, 7) + rng.normal(0, grown * 0.12, (7, 2))
        _fill(picture, points, _tone(rng, picture, at, rng.uniform(0.7, 1.3)), style)


def _houses(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    unit = style.unit * len(picture)
    for at in _places(rng, picture, style, 0.5):
        wide = unit * rng.uniform(0.4, 0.7)
        walls = np.array([[at[0] - wide, at[1]], [at[0] - wide, at[1] - wide], [at[0] + wide, at[1] - wide],
                          [at[0] + wide, at[1]]])  # fmt: skip
        _fill(picture, walls, (190, 205, 220), style)
        _fill(picture, _triangle(at - [0, wide], wide * 1.2, wide), _tone(rng, picture, at, 0.8), style)


def _cracks(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    glow = np.abs(noise(rng, len(picture), style.coarsest))
    hot = np.clip(1 - glow * 9, 0, 1)[..., None]
    picture += (np.float32([40, 170, 255]) - picture) * hot


def _drifts(rng: np.random.Generator, picture: np.ndarray, style: Style) -> None:
    _dunes(rng, picture, style)
    np.clip(picture, 0, 250, out=picture)


_STREWN: dict[str, Strewn] = {
    "forest": _trees, "hills": _mounds, "fields": _furrows, "desert": _dunes, "water": _ripples, "mountains": _peaks,
    "meadow": _tufts, "swamp": _pools, "rocks": _stones, "snow": _drifts, "town": _houses, "lava": _cracks,
}  # fmt: skip
