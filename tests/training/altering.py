"""Altering: close views of a game as other lamps, hands and cameras would have given them."""

import cv2
import numpy as np

_EDGE = 48
_LEFT_TINTED = (0.02, 0.12)
"""How far (log) the lamps of a game are left tinted, set by hand."""


def tints(rng: np.random.Generator, lamp: np.ndarray, game: np.ndarray) -> np.ndarray:
    """Return by what the colours of views (n,) are multiplied, (n, 3): views under one lamp alike; `lamp` and `game`
    are numbers from 0."""
    left = rng.uniform(*_LEFT_TINTED, game.max() + 1)
    return np.exp(rng.normal(0, 1, (lamp.max() + 1, 3))[lamp] * left[game][:, None])


def altered(rng: np.random.Generator, crop: np.ndarray, tint: np.ndarray, symmetry: int) -> np.ndarray:
    """Return the view turned and shifted as little as an alignment may be off, a little brighter or noisier, under a
    tinted lamp; all views of a game share one of eight symmetries."""
    angle, scale = np.deg2rad(rng.normal(0, 1.5)), np.exp(rng.normal(0, 0.02))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.full(2, (_EDGE - 1) / 2)
    matrix = np.column_stack([turn, middle - turn @ middle + rng.normal(0, 0.7, 2)])
    moved = cv2.warpAffine(crop, matrix, (_EDGE, _EDGE), borderMode=cv2.BORDER_REPLICATE)
    moved = np.rot90(moved, symmetry % 4)
    moved = moved[:, ::-1] if symmetry >= 4 else moved
    noise = rng.normal(0, rng.uniform(0, 3), moved.shape)
    return np.clip(moved * tint * np.exp(rng.normal(0, 0.04)) + noise, 0, 255).astype(np.uint8)
