"""Faces drawn and photographed: shapes on cells, under a lamp, a little out of place, as exemplars and as patches."""

from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np

from vision.pieceset.set_index import Exemplar
from vision.recognition.recogniser import Recogniser
from vision.registration.patches import CORE_PX, PATCH_PX

LAMP = (220.0, 222.0, 221.0)
RED = (45, 45, 205)


def drawn(shape: str, colour: tuple[int, int, int] = RED, turn: int = 0) -> np.ndarray:
    cell = np.full((CORE_PX * 4, CORE_PX * 4, 3), (222, 226, 228), np.uint8)
    middle = (CORE_PX * 2, CORE_PX * 2)
    if shape == "disc":
        cv2.circle(cell, middle, 70, colour, -1)
    if shape == "flag":
        cv2.rectangle(cell, (70, 50), (90, 210), (40, 40, 40), -1)
        cv2.rectangle(cell, (90, 50), (200, 120), colour, -1)
    if shape == "cross":
        cv2.line(cell, (60, 60), (196, 196), colour, 30)
        cv2.line(cell, (196, 60), (60, 196), colour, 30)
    if shape == "bars":
        for y in (70, 128, 186):
            cv2.rectangle(cell, (50, y - 14), (206, y + 14), colour, -1)
    return np.ascontiguousarray(np.rot90(cell, turn))


def photo(cell: np.ndarray, seed: int, light: float = 1.0, lamp: tuple[float, float, float] = LAMP) -> np.ndarray:
    """A patch of a cell: on a grey board, a little off its place and askew, in some light."""
    rng = np.random.default_rng(seed)
    scale = CORE_PX / cell.shape[0]
    matrix = cv2.getRotationMatrix2D((cell.shape[1] / 2, cell.shape[0] / 2), rng.normal(0, 1.0), scale)
    matrix[:, 2] += PATCH_PX / 2 - cell.shape[0] / 2 + rng.uniform(-3, 3, 2)
    board = tuple(int(120 + 6 * rng.normal()) for _ in range(3))
    patch = cv2.warpAffine(cell, matrix, (PATCH_PX, PATCH_PX), flags=cv2.INTER_AREA, borderValue=board)
    patch = cv2.GaussianBlur(patch, (0, 0), 0.7).astype(np.float32) * light
    patch *= np.array(lamp, np.float32) / np.float32(222)
    return np.clip(patch + rng.normal(0, 2, patch.shape), 0, 255).astype(np.uint8)


def taught(*faces: tuple[str, np.ndarray], shots: int = 2) -> list[Exemplar]:
    """Each face in so many pictures, each of another evening: with three quarters of the light of the one before."""
    return [
        Exemplar(name, photo(cell, 10 * k + shot, lamp=lamp), lamp, picture=str(shot))
        for k, (name, cell) in enumerate(faces)
        for shot, lamp in enumerate(_dimmer(shot) for shot in range(shots))
    ]


def _dimmer(shot: int) -> tuple[float, float, float]:
    blue, green, red = (value * 0.75**shot for value in LAMP)
    return blue, green, red


def pretended(*, complete: bool) -> Recogniser:
    """A fitted set of four colours for tests that say themselves what is found under which lamp."""
    labels = ("orange", "red", "white", "yellow")
    lamp, no_edges = np.full(3, 200.0), np.full(len(labels), np.nan)
    return cast(Recogniser, SimpleNamespace(lamp=lamp, complete=complete, labels=labels, sharpness=no_edges))
