"""Exposure: evenly lit views as a camera gives them under a lamp, many at once on the device that trains: colour, haze,
blur, shadow, glare, coarseness, noise, sharpening, JPEG."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
import torch

HARD, VEILED, DIM, TINTED = 0.25, 0.12, 0.1, 0.1
"""How often a lamp is hard, its light veiled by haze, dim, or left tinted by the white balance."""
GENTLE_COLOURS, GENTLE_VEILED = 0.4, 0.3
"""How much light changes faces that only their colours tell apart, and how often it is veiled then."""
_LUMA = np.array([[16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56],
                  [14, 17, 22, 29, 51, 87, 80, 62], [18, 22, 37, 56, 68, 109, 103, 77],
                  [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101],
                  [72, 92, 95, 98, 112, 100, 103, 99]], np.float32)  # fmt: skip
_CHROMA = np.full((8, 8), 99, np.float32)
_CHROMA[:4, :4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]
_YCC = np.array([[0.114, 0.587, 0.299], [0.5, -0.331264, -0.168736], [-0.081312, -0.418688, 0.5]], np.float32)
"""BGR to brightness, blue and red, as JPEG has them; its tables of how coarsely each wave is kept are above."""


@dataclass(frozen=True)
class Lamps:
    """Lamps, one a row: how they mix colours (m, 3, 3), and the rest (m,)."""

    mix: np.ndarray
    gamma: np.ndarray
    haze: np.ndarray
    veil: np.ndarray
    veil_tone: np.ndarray
    blur: np.ndarray
    smear: np.ndarray
    upright: np.ndarray
    noise: np.ndarray
    grain: np.ndarray
    coarse: np.ndarray
    sharpen: np.ndarray
    jpeg: np.ndarray


def random_lamps(rng: np.random.Generator, gentle: np.ndarray) -> Lamps:
    """Return two lamps for each scene, as alike in harshness as two evenings in one room; `gentle` (scenes,) bool."""
    harsh = np.repeat(rng.uniform(0.1, 1, len(gentle)), 2)
    care = np.where(np.repeat(gentle, 2), GENTLE_COLOURS, 1.0)
    m = len(harsh)
    hard = rng.random(m) < HARD * harsh
    dim = rng.random(m) < DIM
    tinted = rng.random(m) < TINTED
    veiled = rng.random(m) < np.where(care < 1, GENTLE_VEILED, VEILED)
    spread = np.where(tinted, 0.22, np.where(hard, 0.16, 0.07 * harsh)) * care
    level = rng.normal(0, 1, m) * np.where(hard, 0.35, 0.2 * harsh) - dim * rng.uniform(0, 0.8, m)
    gains = np.exp(rng.normal(0, 1, (m, 3)) * spread[:, None] + level[:, None])
    saturation = np.clip(np.exp(rng.normal(0, 0.3, m) * harsh * care - 0.3 * dim * care), 0.45, 1.6)
    grey = np.array([[0.114, 0.587, 0.299]] * 3)
    mix = np.eye(3) * saturation[:, None, None] + grey * (1 - saturation)[:, None, None]
    noise = np.abs(rng.normal(0, 1, m)) * np.where(dim, 9, np.where(hard, 6, 3 * harsh))
    tone = rng.uniform(110, 235, (m, 1)) + rng.normal(0, 8, (m, 3))
    return Lamps(
        mix=mix * gains[:, :, None],
        gamma=np.exp(rng.normal(0, 0.18, m) * harsh * care),
        haze=np.maximum(0, rng.normal(0, 18, m) * harsh),
        veil=veiled * rng.uniform(0.15, 0.65, m),
        veil_tone=tone,
        blur=np.abs(rng.normal(0, 1, m)) * np.where(hard, 0.9, 0.55 * harsh),
        smear=np.where(rng.random(m) < 0.1 * harsh, rng.integers(2, 4, m), 1),
        upright=rng.random(m) < 0.5,
        noise=noise,
        grain=np.where(rng.random(m) < 0.5, rng.uniform(0.3, 0.9, m), 0.01),
        coarse=np.where(rng.random(m) < 0.3 * harsh, rng.uniform(0.55, 1, m), 1.0),
        sharpen=np.where(rng.random(m) < 0.4, rng.uniform(0.3, 1.5, m), 0.0),
        jpeg=np.where(rng.random(m) < 0.6, rng.integers(35, 96, m), 0),
    )


def exposed(
    rng: np.random.Generator, chance: torch.Generator, views: torch.Tensor, lamps: Lamps, lit: np.ndarray
) -> torch.Tensor:
    """Return views (n, 3, e, e) as the camera gives them, 0 to 1; `lit` (n,) says which lamp lights each."""
    n, edge, device = len(views), views.shape[-1], views.device

    def sent(values: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(values, np.float32)).to(device, non_blocking=True)

    def told(values: np.ndarray) -> torch.Tensor:
        return sent(values[lit]).reshape(n, -1, 1, 1)

    light = torch.einsum("ncd,ndhw->nchw", sent(lamps.mix[lit]), views)
    blur = _blurring(sent(np.maximum(lamps.blur[lit], 1e-2)), edge)
    smear, none = sent(_smearing(edge)), np.zeros(n, np.int64)
    steps = lamps.smear[lit] - 1
    across, down = (np.where(lamps.upright[lit] == up, steps, none) for up in (False, True))
    light = _both_ways(light, smear[down] @ blur, smear[across] @ blur)
    light = light * _shade(rng, sent, n, edge)
    light = light + (told(lamps.veil_tone) - light) * told(lamps.veil) + told(lamps.haze)
    light = 255 * (light.clamp(0, 255) / 255 + 1e-6) ** told(lamps.gamma)
    coarse = sent(_coarsening(edge))[np.round(lamps.coarse[lit] * edge).astype(int) - edge // 2]
    light = _both_ways(light, coarse, coarse)
    grain = _blurring(sent(lamps.grain[lit]), edge)
    grain = grain / (grain**2).sum(2, keepdim=True).sqrt()
    noise = torch.randn(light.shape, generator=chance, device=device)
    light = light + _both_ways(noise, grain, grain) * told(lamps.noise)
    soft = _blurring(torch.ones(1, device=device), edge)
    light = light + (light - _both_ways(light, soft, soft)) * told(lamps.sharpen)
    seen = light.clamp(0, 255).round()
    coded = lamps.jpeg[lit] > 0
    if coded.any():
        rows = torch.from_numpy(np.flatnonzero(coded)).to(device)
        seen[rows] = _jpeg(seen[rows], sent(lamps.jpeg[lit][coded]))
    return seen / 255


def blurred(pictures: torch.Tensor, sigma: torch.Tensor) -> torch.Tensor:
    """Return pictures (n, 3, e, e), each blurred by a Gaussian of its own sigma (n,) in pixels."""
    bell = _blurring(sigma, pictures.shape[-1])
    return _both_ways(pictures, bell, bell)


def _both_ways(pictures: torch.Tensor, down: torch.Tensor, across: torch.Tensor) -> torch.Tensor:
    """Return pictures (n, c, e, e) with a linear map (n or 1, e, e) on their columns and another on their rows."""
    n, channels, edge, _ = pictures.shape
    rows = pictures.reshape(n, channels * edge, edge) @ across.transpose(1, 2).expand(n, edge, edge)
    columns = rows.reshape(n, channels, edge, edge).transpose(1, 2).reshape(n, edge, channels * edge)
    both = down.expand(n, edge, edge) @ columns
    return both.reshape(n, edge, channels, edge).transpose(1, 2)


def _blurring(sigma: torch.Tensor, edge: int) -> torch.Tensor:
    """Return maps (n, edge, edge) that blur by a Gaussian."""
    at = torch.arange(edge, device=sigma.device, dtype=torch.float32)
    bell = torch.exp(-((at[:, None] - at[None]) ** 2)[None] / (2 * sigma[:, None, None] ** 2))
    return bell / bell.sum(2, keepdim=True)


@functools.cache
def _smearing(edge: int) -> np.ndarray:
    """Return maps (3, edge, edge) that average one, two and three pixels in a row."""
    eye = np.eye(edge, dtype=np.float32)
    return np.stack([eye, *(cv2.blur(eye, (1, width)) for width in (2, 3))])


@functools.cache
def _coarsening(edge: int) -> np.ndarray:
    """Return maps (edge / 2 + 1, edge, edge) that shrink to so many pixels, from half on, and enlarge again."""
    eye, maps = np.eye(edge, dtype=np.float32), []
    for small in range(edge // 2, edge + 1):
        shrunk = cv2.resize(eye, (edge, small), interpolation=cv2.INTER_AREA)
        maps.append(cv2.resize(shrunk, (edge, edge), interpolation=cv2.INTER_LINEAR))
    return np.stack(maps)


def _shade(rng: np.random.Generator, sent, n: int, edge: int) -> torch.Tensor:
    """Return how bright each pixel is lit (n, 1, edge, edge): a slope, seldom a shadow's edge or glare."""
    draw, level = rng.random(n), np.exp(rng.normal(0, 0.06, n))
    slope, angle = rng.normal(0, 0.1, (2, n)), rng.uniform(0, 2 * np.pi, n)
    dark = np.where(draw < 0.15, rng.uniform(0.15, 0.5, n), 0)
    glare = np.where((draw >= 0.15) & (draw < 0.22), rng.uniform(0.2, 0.9, n), 0)
    numbers = (*slope, np.cos(angle), np.sin(angle), rng.uniform(-0.4, 0.4, n), rng.uniform(5, 40, n), dark, glare,
               *rng.uniform(-0.6, 0.6, (2, n)), rng.uniform(8, 40, n), level)  # fmt: skip
    sx, sy, cos, sin, where, soft, deep, bright, gx, gy, tight, whole = sent(np.stack(numbers))[..., None, None]
    at = (torch.arange(edge, device=sx.device) / edge - 0.5)[None]
    y, x = at[..., None], at[:, None]
    rim = ((cos * x + sin * y - where) * soft + 0.5).clamp(0, 1)
    spot = torch.exp(-((x - gx) ** 2 + (y - gy) ** 2) * tight)
    return (((1 + sx * x + sy * y) * (1 - deep * rim) + bright * spot) * whole)[:, None]


@functools.cache
def _waves() -> np.ndarray:
    """Return the eight cosine waves (8, 8) of a block, each of length 1."""
    k, at = np.mgrid[0:8, 0:8]
    waves = np.cos((2 * at + 1) * k * np.pi / 16) / 2
    waves[0] /= np.sqrt(2)
    return waves.astype(np.float32)


def _jpeg(pictures: torch.Tensor, quality: torch.Tensor) -> torch.Tensor:
    """Return pictures (n, 3, e, e) as a JPEG of that quality has them, its colours at half the size."""
    device = pictures.device
    share = torch.where(quality < 50, 50 / quality, 2 - quality / 50)[:, None, None]
    ycc = torch.from_numpy(_YCC).to(device)
    parts = torch.einsum("cd,ndhw->nchw", ycc, pictures)
    tables = [(torch.from_numpy(table).to(device) * share).round().clamp(1, 255) for table in (_LUMA, _CHROMA)]
    bright = _quantised(parts[:, :1] - 128, tables[0]) + 128
    colours = _quantised(torch.nn.functional.avg_pool2d(parts[:, 1:], 2), tables[1])
    colours = torch.nn.functional.interpolate(colours, scale_factor=2, mode="bilinear", align_corners=False)
    back = torch.einsum("cd,ndhw->nchw", torch.linalg.inv(ycc.cpu()).to(device), torch.cat([bright, colours], dim=1))
    return back.clamp(0, 255).round()


def _quantised(planes: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    n, channels, edge, _ = planes.shape
    waves = torch.from_numpy(_waves()).to(planes.device)
    blocks = planes.reshape(n, channels, edge // 8, 8, edge // 8, 8).transpose(3, 4)
    kept = waves @ blocks @ waves.T
    step = table[:, None, None, None]
    kept = (kept / step).round() * step
    return (waves.T @ kept @ waves).transpose(3, 4).reshape(n, channels, edge, edge)
