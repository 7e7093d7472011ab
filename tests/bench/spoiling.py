"""Good photos spoiled: what a lamp, a cheap camera, a reflection, a shadow or something lying about does to them."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.registration.exposure import useless

Picture = np.ndarray
Way = Callable[[np.random.Generator, Picture], Picture]


def spoiled(rng: np.random.Generator, picture: Picture) -> Picture:
    """Return a picture (h, w, 3) uint8 spoiled in one or two ways, but so that something is to be seen."""
    kept = picture
    names = rng.choice(sorted(WAYS), int(rng.integers(1, 3)), replace=False)
    for name in names:
        picture = WAYS[str(name)](rng, picture)
    return picture if useless(picture) is None else kept


def _blurred(rng: np.random.Generator, picture: Picture) -> Picture:
    return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(1, 3.5)))


def _shaken(rng: np.random.Generator, picture: Picture) -> Picture:
    edge = 2 * int(rng.integers(2, 6)) + 1
    kernel = np.zeros((edge, edge), np.float32)
    angle = rng.uniform(0, np.pi)
    for step in np.linspace(-edge / 2 + 0.5, edge / 2 - 0.5, 4 * edge):
        kernel[round(edge // 2 + step * np.sin(angle)), round(edge // 2 + step * np.cos(angle))] = 1
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def _small(rng: np.random.Generator, picture: Picture) -> Picture:
    share = float(rng.uniform(0.2, 0.6))
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def _squeezed(rng: np.random.Generator, picture: Picture) -> Picture:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(8, 50))])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def _bent(rng: np.random.Generator, picture: Picture) -> Picture:
    gamma = np.exp(rng.uniform(-0.8, 0.8))
    return np.uint8(255 * (picture / 255.0) ** gamma)


def _tinted(rng: np.random.Generator, picture: Picture) -> Picture:
    return _whole(picture * (np.exp(rng.normal(-0.2, 0.35)) * np.exp(rng.normal(0, 0.25, 3))))


def _hazy(rng: np.random.Generator, picture: Picture) -> Picture:
    share = rng.uniform(0.1, 0.5)
    return _whole(picture * (1 - share) + share * rng.uniform(90, 255, 3))


def _noisy(rng: np.random.Generator, picture: Picture) -> Picture:
    return _whole(picture + rng.normal(0, rng.uniform(6, 25), picture.shape))


def _glaring(rng: np.random.Generator, picture: Picture) -> Picture:
    """Reflections of lamps: soft white spots."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width]
    light = np.zeros((height, width))
    for _ in range(int(rng.integers(2, 7))):
        x, y, wide = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.02, 0.12) * width
        light += rng.uniform(80, 300) * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * wide**2))
    return _whole(picture + light[..., None])


def _shaded(rng: np.random.Generator, picture: Picture) -> Picture:
    """A shadow's straight edge, hard or soft, across the picture."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    angle, soft = rng.uniform(0, 2 * np.pi), rng.uniform(0.002, 0.1) * width
    off = np.cos(angle) * (columns - rng.uniform(0.2, 0.8) * width) + np.sin(angle) * (
        rows - rng.uniform(0.2, 0.8) * height
    )
    return _whole(picture * (1 - rng.uniform(0.2, 0.65) * np.clip(off / soft + 0.5, 0, 1))[..., None])


def _littered(rng: np.random.Generator, picture: Picture) -> Picture:
    """Fingers, coins and crumbs that lie over some of it."""
    out = picture.copy()
    height, width = out.shape[:2]
    for _ in range(int(rng.integers(5, 20))):
        middle = int(rng.uniform(0, width)), int(rng.uniform(0, height))
        size = int(rng.uniform(0.008, 0.04) * width), int(rng.uniform(0.008, 0.02) * width)
        colour = tuple(float(c) for c in rng.uniform(20, 255) * np.exp(rng.normal(0, 0.2, 3)).clip(0, 1))
        cv2.ellipse(out, middle, size, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return out


def _whole(values: np.ndarray) -> Picture:
    return np.uint8(np.clip(values, 0, 255))


WAYS: dict[str, Way] = {
    "blurred": _blurred, "shaken": _shaken, "small": _small, "squeezed": _squeezed, "bent": _bent, "tinted": _tinted,
    "hazy": _hazy, "noisy": _noisy, "glaring": _glaring, "shaded": _shaded, "littered": _littered,
}  # fmt: skip
