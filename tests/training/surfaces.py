"""What a face is drawn on: plain card, paper, wood, cloth, stripes, and landscape-like patches."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
import terrain

KINDS = (
    "plain",
    "plain",
    "plain",
    "paper",
    "wood",
    "cloth",
    "gradient",
    "blobs",
    "blobs",
    "stripes",
    "checks",
    "waves",
    "dots",
    "bricks",
    "flags",
    "marble",
    "scales",
    "planks",
    "grit",
)


@dataclass(frozen=True)
class Surface:
    """A kind of ground, its one to three colours (BGR, 0 to 255), its grain (0 fine to 1 coarse) and its own chance.
    A landscape (a kind of `terrain.KINDS`) has the colours of its `style` instead."""

    kind: str
    colours: tuple[tuple[float, float, float], ...]
    grain: float
    seed: int
    style: int = 0


def colour(rng: np.random.Generator) -> tuple[float, float, float]:
    """Return a colour as prints have them: now and then white, black or grey, else any hue."""
    draw = rng.random()
    if draw < 0.2:
        level = rng.uniform(190, 255)
        return tuple(float(np.clip(level + rng.normal(0, 8), 0, 255)) for _ in range(3))  # type: ignore[return-value]
    if draw < 0.3:
        level = rng.uniform(10, 180)
        return tuple(float(np.clip(level + rng.normal(0, 5), 0, 255)) for _ in range(3))  # type: ignore[return-value]
    return hue(rng.uniform(0, 360), rng.uniform(0.2, 1.0), rng.uniform(0.3, 1.0))


def hue(angle_deg: float, saturation: float, value: float) -> tuple[float, float, float]:
    """Return the BGR colour (0 to 255) of a hue in degrees with saturation and value from 0 to 1."""
    pixel = np.array([[[angle_deg % 360, saturation, value]]], np.float32)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255
    return float(blue), float(green), float(red)


def random_surface(rng: np.random.Generator) -> Surface:
    """Return a surface of any kind, one in ten a landscape."""
    if rng.random() < 0.1:
        kind, style, seed = str(rng.choice(terrain.KINDS)), *(int(s) for s in rng.integers(1 << 30, size=2))
        return landscape(kind, style, seed)
    first = colour(rng)
    near = tuple(float(np.clip(c + rng.normal(0, 35), 0, 255)) for c in first)
    colours = (first, near, colour(rng))
    return Surface(str(rng.choice(KINDS)), colours, float(rng.random()), int(rng.integers(1 << 30)))  # type: ignore[arg-type]


def landscape(kind: str, style: int, seed: int) -> Surface:
    """Return a landscape in the style of one game."""
    tone = terrain.tone(kind, style)
    deep, light = (tuple(min(255.0, c * share) for c in tone) for share in (0.8, 1.2))
    return Surface(kind, (tone, deep, light), 0.5, seed, style)  # type: ignore[arg-type]


@functools.lru_cache(maxsize=64)
def paint(surface: Surface, size_px: int) -> np.ndarray:
    """Return the surface as a square picture (size_px, size_px, 3) uint8 BGR; it is kept, so don't write to it."""
    if surface.kind in terrain.KINDS:
        landscape = terrain.paint(surface.kind, surface.style, surface.seed, size_px)
        return np.clip(landscape, 0, 255).astype(np.uint8)
    rng = np.random.default_rng(surface.seed)
    a, b, c = (np.float32(colour_) for colour_ in (surface.colours * 3)[:3])
    mix = _MIX[surface.kind](rng, size_px, surface.grain)[..., None]
    picture = a + (b - a) * mix
    if surface.kind in ("blobs", "checks", "waves", "dots") and rng.random() < 0.5:
        mask = np.clip(cloud(rng, size_px, 4) * 12 - rng.uniform(0, 6), 0, 1)[..., None]
        picture += (c - picture) * mask
    picture += rng.normal(0, 4 * surface.grain + 1, (size_px, size_px, 1)).astype(np.float32)
    return np.clip(picture, 0, 255).astype(np.uint8)


def cloud(rng: np.random.Generator, size_px: int, coarsest: int) -> np.ndarray:
    """Return smooth chance (size_px, size_px) float32, mean 0, about −1 to 1, its widest waves size_px / coarsest."""
    total = np.zeros((size_px, size_px), np.float32)
    cells, weight = coarsest, 1.0
    while cells < size_px and weight > 0.2:
        rough = rng.normal(0, 0.5 * weight, (cells, cells)).astype(np.float32)
        total += cv2.resize(rough, (size_px, size_px), interpolation=cv2.INTER_CUBIC)
        cells, weight = cells * 2, weight * 0.6
    return total


def _axes(rng: np.random.Generator, size_px: int) -> tuple[np.ndarray, np.ndarray]:
    angle = rng.choice([0, np.pi / 2, np.pi / 4, rng.uniform(0, np.pi)])
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32) / size_px
    return np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y, np.float32(np.cos(angle)) * y - np.float32(
        np.sin(angle)
    ) * x


def _plain(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    return np.zeros((size_px, size_px), np.float32)


def _paper(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    return cloud(rng, size_px, 8 + int(30 * (1 - grain))) * 0.4


def _wood(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along, across = _axes(rng, size_px)
    wobble = cloud(rng, size_px, 2) * 0.15
    return 0.5 + 0.5 * np.sin((across + wobble + 0.1 * along) * np.float32(rng.uniform(15, 90)))


def _cloth(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along, across = _axes(rng, size_px)
    threads = np.float32(rng.uniform(60, 200))
    return 0.5 + 0.25 * np.sin(along * threads) + 0.25 * np.sin(across * threads)


def _gradient(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    return _axes(rng, size_px)[0]


def _blobs(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    return np.clip(cloud(rng, size_px, 2 + int(8 * (1 - grain))) * np.float32(rng.uniform(2, 12)) + 0.5, 0, 1)


def _stripes(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along = _axes(rng, size_px)[0]
    return np.clip(np.sin(along * np.float32(rng.uniform(12, 90))) * 4 + rng.uniform(-2, 2), 0, 1)


def _checks(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along, across = _axes(rng, size_px)
    pitch = np.float32(rng.uniform(8, 40))
    return np.clip(np.sin(along * pitch) * np.sin(across * pitch) * 6 + 0.5, 0, 1)


def _waves(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along, across = _axes(rng, size_px)
    bent = across + np.float32(rng.uniform(0.01, 0.05)) * np.sin(along * np.float32(rng.uniform(15, 50)))
    return np.clip(np.sin(bent * np.float32(rng.uniform(20, 70))) * 3 - rng.uniform(0, 2), 0, 1)


def _dots(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along, across = _axes(rng, size_px)
    pitch = np.float32(rng.uniform(15, 60))
    return np.clip((np.sin(along * pitch) + np.sin(across * pitch) - rng.uniform(0.3, 1.2)) * 4, 0, 1)


def _bricks(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
    high = np.float32(size_px * rng.uniform(0.05, 0.16))
    wide, row = high * np.float32(rng.uniform(1.3, 2.6)), np.floor(y / high)
    along = x / wide + (row % 2) * np.float32(0.5)
    tone = np.sin(row * 12.9 + np.floor(along) * 78.2) * 43758.5
    joint = (y / high - row < 0.12) | (along - np.floor(along) < 0.07)
    return np.where(joint, 1, (tone - np.floor(tone)) * 0.4).astype(np.float32)


def _flags(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    """Stones laid side by side: each pixel is of the nearest middle, and a joint where two are as near."""
    points = rng.uniform(-0.1, 1.1, (int(10 + 40 * (1 - grain)), 2)).astype(np.float32) * size_px
    y, x = np.mgrid[0:size_px:2, 0:size_px:2].astype(np.float32)
    far = np.hypot(x[..., None] - points[:, 0], y[..., None] - points[:, 1])
    near = np.partition(far, 1, axis=2)
    tone = (far.argmin(axis=2) * np.float32(0.618)) % 1 * np.float32(0.5)
    mix = np.where(near[..., 1] - near[..., 0] < size_px * 0.025, 1, tone).astype(np.float32)
    return cv2.resize(mix, (size_px, size_px))


def _marble(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    along = _axes(rng, size_px)[0] + cloud(rng, size_px, 3) * np.float32(0.25)
    return np.abs(np.sin(along * np.float32(rng.uniform(6, 22)))) ** np.float32(rng.uniform(0.3, 1.5))


def _scales(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
    edge = np.float32(size_px * rng.uniform(0.06, 0.18))
    row = np.floor(y / edge * 2)
    along = x / edge + (row % 2) * np.float32(0.5)
    reach = np.hypot(along - np.floor(along) - 0.5, (y / edge * 2 - row) * 0.5)
    return np.clip(reach * 1.6, 0, 1)


def _planks(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    count = int(rng.integers(3, 9))
    _, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
    board = np.floor(x / size_px * count)
    tone = (board * np.float32(0.618)) % 1 * np.float32(0.5)
    lines = np.sin((x + cloud(rng, size_px, 2) * 6) * np.float32(rng.uniform(0.4, 1.5))) * np.float32(0.15)
    mix = np.where(x / size_px * count - board < 0.06, 1, tone + lines).astype(np.float32)
    return mix if rng.random() < 0.5 else np.ascontiguousarray(mix.T)


def _grit(rng: np.random.Generator, size_px: int, grain: float) -> np.ndarray:
    fine = rng.random((size_px, size_px), np.float32)
    return cv2.GaussianBlur((fine > np.float32(rng.uniform(0.6, 0.97))).astype(np.float32), (0, 0), 0.4 + grain)


_MIX = {
    "plain": _plain, "paper": _paper, "wood": _wood, "cloth": _cloth, "gradient": _gradient, "blobs": _blobs,
    "stripes": _stripes, "checks": _checks, "waves": _waves, "dots": _dots,
    "bricks": _bricks, "flags": _flags, "marble": _marble, "scales": _scales, "planks": _planks, "grit": _grit,
}  # fmt: skip
