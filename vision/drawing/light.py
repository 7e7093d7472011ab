"""Light on a drawn table: how strong and warm it is, where it comes from, and what the sensor makes of it."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.scene import Picture

Array = NDArray[np.float64]

_LEAST_SOFT, _SOFTER = 0.004, 0.06
"""Halves of the picture's width: how soft a post's shadow is beside it, and by how much softer a width further off."""
_SHARPENED_PX = 1.2
_LUMINANCE_BGR = (0.0722, 0.7152, 0.2126)
"""ITU-R BT.709."""


@dataclass(frozen=True)
class Light:
    """The lamp.

    `strength` 1 shows white paper at 220 of 255; `warmth` above 0 is more red than blue, below 0 the other way. It
    comes from `from_deg` (degrees clockwise from the picture's right) at `elevation_deg` over the table; `direct` (0
    to 1) says how dark its shadows are. It falls off by `gradient` across the picture, and by `vignette` to its
    corners. `glare` (0 to 1) is the strength of a shiny spot, at `glare_at` in shares of the picture, `glare_size` of
    its width across. Where a window lights the other side, the light is warmer by `mixed` at the lamp's edge of the
    picture, and colder by as much at the other. Something upright at `post_at` takes a share `post` of the light from a
    strip behind it, `post_size` of the picture's width across. `haze` (0 to 1) is how much of white stray light lays
    over all.
    """

    strength: float = 1.0
    warmth: float = 0.0
    from_deg: float = 225.0
    elevation_deg: float = 55.0
    direct: float = 0.45
    gradient: float = 0.08
    vignette: float = 0.12
    glare: float = 0.0
    glare_at: tuple[float, float] = (0.5, 0.5)
    glare_size: float = 0.1
    mixed: float = 0.0
    post: float = 0.0
    post_at: tuple[float, float] = (0.5, 0.5)
    post_size: float = 0.03
    haze: float = 0.0

    @property
    def shadow(self) -> tuple[float, float, float]:
        """How far a shadow reaches for each millimetre of height (x, y), and how dark it is (0 to 1)."""
        reach = 1 / math.tan(math.radians(self.elevation_deg))
        toward = math.radians(self.from_deg + 180)
        return (reach * math.cos(toward), reach * math.sin(toward), self.direct)


@dataclass(frozen=True)
class Sensor:
    """What the camera adds: blur (one standard deviation, for a picture 1000 px wide, of lens and focus), motion (how
    far it moved meanwhile, likewise), a tone of its own (`gamma`: below 1 dark places are paler; `contrast`, 0 to 1:
    how far towards a curve that is steep in the middle; `saturation`: by how much colours are overdone), `sharpening`
    (by how much steps are), noise (one standard deviation of 255), and JPEG's quality (0: none)."""

    blur: float = 0.3
    motion: float = 0.0
    motion_deg: float = 0.0
    gamma: float = 1.0
    contrast: float = 0.0
    saturation: float = 1.0
    sharpening: float = 0.0
    noise: float = 2.0
    jpeg: int = 0


@lru_cache(maxsize=2)
def gain(light: Light, size_px: tuple[int, int]) -> Picture:
    """Return by how much each pixel is multiplied, 100 for once (h × w × 3)."""
    width, height = (max(2, edge // 8) for edge in size_px)  # smooth: computed small, grown below
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    toward = math.radians(light.from_deg)
    near_lamp = x * math.cos(toward) + y * math.sin(toward)
    slope = 1 + light.gradient * near_lamp
    edge = 1 - light.vignette * (x * x + y * y) / 2
    base = light.strength * 220 / 255 * slope * edge
    if light.post > 0:
        base = base * (1 - light.post * _behind_post(light, size_px, x, y))
    warmth = light.warmth + light.mixed * near_lamp
    colours = [base * (1 - 0.5 * warmth), base, base * (1 + 0.35 * warmth)]
    small = np.clip(np.stack(colours, axis=-1) * 100, 0, 255).astype(np.float32)
    return np.asarray(cv2.resize(small, size_px, interpolation=cv2.INTER_LINEAR).round(), np.uint8)


def _behind_post(light: Light, size_px: tuple[int, int], x: Array, y: Array) -> Array:
    """Return how much each place lies in the post's shadow, 0 to 1; `x` and `y` from -1 to 1 over the picture."""
    toward, flat = math.radians(light.from_deg), size_px[1] / size_px[0]
    away_x, away_y = x - (2 * light.post_at[0] - 1), flat * (y - (2 * light.post_at[1] - 1))
    beside = np.abs(away_y * math.cos(toward) - away_x * math.sin(toward))
    behind = -(away_x * math.cos(toward) + away_y * math.sin(toward))
    # The further behind the post, the softer its shadow's edge: a lamp is no point.
    soft = _LEAST_SOFT + _SOFTER * np.maximum(behind, 0)
    return np.asarray(np.clip((light.post_size - beside) / soft + 0.5, 0, 1) * (behind > 0), np.float64)


def lit(picture: Picture, light: Light) -> Picture:
    """Return the picture under the light."""
    height, width = picture.shape[:2]
    seen = np.asarray(cv2.multiply(picture, gain(light, (width, height)), scale=1 / 100), np.uint8)
    if light.glare > 0:
        _shine(seen, light)
    if light.haze > 0:
        white = 220 * light.strength
        seen = np.asarray(cv2.convertScaleAbs(seen, alpha=1 - light.haze, beta=light.haze * white), np.uint8)
    return seen


def _shine(picture: Picture, light: Light) -> None:
    """Add the shiny spot in place."""
    height, width = picture.shape[:2]
    radius = max(2, round(light.glare_size * width))
    x, y = round(light.glare_at[0] * width), round(light.glare_at[1] * height)
    left, right, top, bottom = max(0, x - radius), min(width, x + radius), max(0, y - radius), min(height, y + radius)
    if left >= right or top >= bottom:
        return
    across = (np.arange(left, right, dtype=np.float32) - x) / radius
    down = (np.arange(top, bottom, dtype=np.float32) - y) / radius
    fall = np.clip(1 - (across[None, :] ** 2 + down[:, None] ** 2), 0, 1) ** 2
    spot = (fall * 255 * light.glare).astype(np.uint8)
    part = picture[top:bottom, left:right]
    part[:] = cv2.add(part, cv2.merge([spot] * 3))


def blurred(picture: Picture, sensor: Sensor) -> Picture:
    """Return the picture as blurred as lens, focus and motion make it, toned and sharpened as cameras do."""
    scale = picture.shape[1] / 1000
    if sensor.motion * scale > 0.5:
        picture = np.asarray(cv2.filter2D(picture, -1, _streak(sensor.motion * scale, sensor.motion_deg)), np.uint8)
    if sensor.blur * scale > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.blur * scale), np.uint8)
    picture = _toned(picture, sensor)
    if sensor.sharpening > 0:
        smooth = cv2.GaussianBlur(picture, (0, 0), _SHARPENED_PX)
        picture = np.asarray(cv2.addWeighted(picture, 1 + sensor.sharpening, smooth, -sensor.sharpening, 0), np.uint8)
    return picture


def _toned(picture: Picture, sensor: Sensor) -> Picture:
    """Return the picture in the camera's tone; the picture itself where it has none."""
    if sensor.gamma != 1.0 or sensor.contrast > 0:
        level = np.linspace(0, 1, 256) ** sensor.gamma
        level += sensor.contrast * (level * level * (3 - 2 * level) - level)
        picture = np.asarray(cv2.LUT(picture, (255 * level).round().astype(np.uint8)), np.uint8)
    if sensor.saturation != 1.0:
        share = sensor.saturation
        mixed = share * np.eye(3) + (1 - share) * np.tile(_LUMINANCE_BGR, (3, 1))
        picture = np.asarray(cv2.transform(picture, mixed.astype(np.float32)), np.uint8)
    return picture


def sensed(picture: Picture, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """Return what the sensor makes of a blurred picture: a new one, noisy, compressed. The same state of `rng`, the
    same picture."""
    picture = _noisy(picture, sensor.noise, rng) if sensor.noise > 0 else picture.copy()
    if sensor.jpeg:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _streak(length_px: float, angle_deg: float) -> NDArray[np.float32]:
    reach = math.ceil(length_px / 2)
    across = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    for step in np.linspace(-length_px / 2, length_px / 2, 4 * reach + 1):
        across[round(reach + step * sin), round(reach + step * cos)] += 1
    return np.asarray(across / across.sum(), np.float32)


_GRAIN_PX = 64


@lru_cache(maxsize=2)
def _grain(size_px: tuple[int, int], spread: float) -> Picture:
    """Return noise around 128, larger than the picture so that each frame can take another part of it: nine million
    fresh random numbers a frame would take longer than all the rest."""
    tile = np.random.default_rng(1).normal(128, spread, (1024 + 1, 1024, 3)).round().clip(0, 255).astype(np.uint8)
    rows, cols = size_px[1] + _GRAIN_PX, size_px[0] + _GRAIN_PX
    return np.ascontiguousarray(np.tile(tile, (-(-rows // tile.shape[0]), -(-cols // 1024), 1))[:rows, :cols])


def _noisy(picture: Picture, spread: float, rng: np.random.Generator) -> Picture:
    height, width = picture.shape[:2]
    top, left = (int(at) for at in rng.integers(0, _GRAIN_PX, 2))
    grain = _grain((width, height), spread)[top : top + height, left : left + width]
    return np.asarray(cv2.addWeighted(picture, 1.0, grain, 1.0, -128.0), np.uint8)
