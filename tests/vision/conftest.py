"""Drawn mats: a picture of a layout's markers on a wooden table, seen by a camera that the test chooses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pytest
from support.drawn_tables import softened

from vision.layout import Grid, Layout, Marker

DRAWN_PX_PER_MM = 5.0


@dataclass(frozen=True)
class Shot:
    """A drawn picture, and the (3, 3) homography from area millimetres to its pixels."""

    picture: np.ndarray
    mm_to_px: np.ndarray


MAT = Layout(
    "mat",
    (420.0, 297.0),
    tuple(
        Grid(f"dock {row * 3 + col + 1}", (45.0 + 115 * col, 45.0 + 115 * row, 99.0, 99.0), 3, 3)
        for row in range(2)
        for col in range(3)
    ),
    tuple(
        Marker(number, corner, 20.0)
        for number, corner in enumerate(
            [(5.0, 5.0), (395.0, 5.0), (395.0, 272.0), (5.0, 272.0), (200.0, 5.0), (200.0, 272.0)]
        )
    ),
)


@pytest.fixture(scope="session")
def mat() -> Layout:
    """A mat with six docks and six markers."""
    return MAT


def _flat(layout: Layout, hidden: frozenset[int], seed: int) -> np.ndarray:
    scale = DRAWN_PX_PER_MM
    rng = np.random.default_rng(seed)
    flat = np.full((round(layout.size_mm[1] * scale), round(layout.size_mm[0] * scale), 3), 240, np.uint8)
    for zone in layout.zones:
        x, y, width, height = (round(value * scale) for value in zone.rect_mm)
        flat[y : y + height, x : x + width] = rng.integers(60, 200, 3)
        for _ in range(12):
            at = np.array([x, y]) + rng.integers(0, [width - 60, height - 60])
            flat[at[1] : at[1] + 50, at[0] : at[0] + 50] = rng.integers(20, 250, 3)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in layout.markers:
        if marker.id in hidden:
            continue
        side = round(marker.size_mm * scale)
        x, y = (round(value * scale) for value in marker.corner_mm)
        quiet = side // 8
        flat[y - quiet : y + side + quiet, x - quiet : x + side + quiet] = 240
        flat[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, marker.id, side)[..., None]
    return flat


def wood(size_px: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Return a wooden table of (width, height) pixels."""
    grain = rng.normal(0, 1, (size_px[1], size_px[0])).astype(np.float32)
    grain = softened(grain, 30, 2)
    grain /= grain.std()
    return np.clip(np.stack([60 + 12 * grain, 90 + 18 * grain, 130 + 20 * grain], axis=-1), 0, 255).astype(np.uint8)


@lru_cache(maxsize=8)
def _table(size_px: tuple[int, int], seed: int) -> tuple[np.ndarray, dict[str, Any]]:
    """Return a wooden table by chance, and how chance stands after it."""
    rng = np.random.default_rng(seed)
    return wood(size_px, rng), dict(rng.bit_generator.state)


@pytest.fixture(scope="session")
def shoot() -> Callable[..., Shot]:
    """Return `shoot(layout, corners_px, …)`, which draws the layout's mat with its area's corners at `corners_px`."""

    def shot(
        layout: Layout,
        corners_px: list[list[float]],
        *,
        size_px: tuple[int, int] = (1152, 648),
        hidden: frozenset[int] = frozenset(),
        gain: float = 0.85,
        blur_px: float = 0.7,
        noise: float = 3.0,
        seed: int = 0,
    ) -> Shot:
        flat = _flat(layout, hidden, seed)
        width, height = layout.size_mm
        area = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
        mm_to_px = cv2.getPerspectiveTransform(area, np.float32(corners_px))
        # Drawn at twice the size and averaged: the edges are then as a sensor sees them.
        twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ mm_to_px
        to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, DRAWN_PX_PER_MM]]) / DRAWN_PX_PER_MM
        bare, chance = _table((size_px[0] * 2, size_px[1] * 2), seed)
        big, rng = bare.copy(), np.random.default_rng()
        rng.bit_generator.state = chance
        matrix = twice @ to_mm
        cv2.warpPerspective(flat, matrix, big.shape[1::-1], dst=big, borderMode=cv2.BORDER_TRANSPARENT)
        picture = cv2.resize(big, size_px, interpolation=cv2.INTER_AREA).astype(np.float32)
        if blur_px:
            picture = cv2.GaussianBlur(picture, (0, 0), blur_px)
        picture = picture * gain + rng.normal(0, noise, picture.shape)
        return Shot(np.clip(picture, 0, 255).astype(np.uint8), mm_to_px)

    return shot
