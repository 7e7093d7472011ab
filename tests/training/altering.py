"""Altering: close views of a game as other lamps, hands and cameras would have given them. Numbers are set by hand."""

from dataclasses import dataclass

import numpy as np

_EDGE = 48
_OFF_DEG, _OFF_SCALE, _OFF_PX = 1.5, 0.02, 0.7
"""By so much an alignment is off."""
_LEFT_TINTED = (0.0, 0.09)
"""How far (log) the lamps of a game are left tinted."""
_SOFT, _SOFT_PX = 0.3, (0.3, 1.3)
"""How often a picture is out of focus, and by how many pixels."""
_LEVEL_OF_PICTURE, _LEVEL, _GAMMA, _NOISE = 0.05, 0.04, 0.08, 4.0
_QUARTER = np.array([[0, -1], [1, 0]])


@dataclass(frozen=True)
class Alterations:
    """What is done to each of some views (n, …): the affine map (n, 2, 3) from where a pixel comes to lie to where it
    lay, both from -1 to 1; the blur's sigma in pixels; the gamma; by what colours are multiplied, (n, 3) BGR; and the
    noise, of 255. All views of a game share one of eight symmetries, views of a picture blur, gamma and tint."""

    moves: np.ndarray
    blur: np.ndarray
    gamma: np.ndarray
    tint: np.ndarray
    noise: np.ndarray


def random_alterations(rng: np.random.Generator, lamp: np.ndarray, game: np.ndarray) -> Alterations:
    """Return alterations of views (n,); `lamp` (a picture) and `game` are numbers from 0."""
    n, lamps = len(lamp), int(lamp.max()) + 1
    soft = np.where(rng.random(lamps) < _SOFT, rng.uniform(*_SOFT_PX, lamps), 1e-2)
    level = rng.normal(0, _LEVEL_OF_PICTURE, lamps)[lamp] + rng.normal(0, _LEVEL, n)
    tint = tints(rng, lamp, game) * np.exp(level)[:, None]
    gamma = np.exp(rng.normal(0, _GAMMA, lamps))[lamp]
    return Alterations(_moves(rng, game), soft[lamp], gamma, tint, rng.uniform(0, _NOISE, n))


def tints(rng: np.random.Generator, lamp: np.ndarray, game: np.ndarray) -> np.ndarray:
    """Return by what the colours of views (n,) are multiplied, (n, 3): views under one lamp alike."""
    left = rng.uniform(*_LEFT_TINTED, game.max() + 1)
    return np.exp(rng.normal(0, 1, (lamp.max() + 1, 3))[lamp] * left[game][:, None])


def _moves(rng: np.random.Generator, game: np.ndarray) -> np.ndarray:
    n = len(game)
    angle, scale = np.deg2rad(rng.normal(0, _OFF_DEG, n)), np.exp(rng.normal(0, _OFF_SCALE, n))
    turn = np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1).reshape(n, 2, 2)
    symmetry = rng.integers(8, size=game.max() + 1)[game]
    quarters = np.stack([np.linalg.matrix_power(_QUARTER, k) for k in range(4)])[symmetry % 4]
    mirror = np.where(symmetry >= 4, -1.0, 1.0)[:, None] * [1.0, 0.0] + [0.0, 1.0]
    linear = (turn * scale[:, None, None]) @ quarters * mirror[:, None]
    return np.concatenate([linear, rng.normal(0, 2 * _OFF_PX / _EDGE, (n, 2, 1))], axis=2)
