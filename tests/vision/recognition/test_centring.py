"""Taught looks are put straight by the outlines of what bears them, whatever is drawn on it."""

import cv2
import numpy as np
import pytest

from vision.photometry.normalise import EDGE, channels
from vision.recognition import centring
from vision.registration.patches import MARGIN_PX, PATCH_PX

LETTERS = "ABDEGKLMPRTUXZ"


def tile(letter: str, aside: tuple[float, float], turn_deg: float) -> np.ndarray:
    """Return a patch, (PATCH_PX, PATCH_PX, 3), of a light tile `aside` (down, across) of its cell's edge, turned
    clockwise, on a dark board with lines."""
    patch = np.full((PATCH_PX, PATCH_PX, 3), (60, 90, 40), np.uint8)
    for at in (MARGIN_PX, PATCH_PX - MARGIN_PX):
        cv2.line(patch, (at, 0), (at, PATCH_PX), (40, 60, 30), 1)
        cv2.line(patch, (0, at), (PATCH_PX, at), (40, 60, 30), 1)
    middle, edge = (PATCH_PX - 1) / 2, PATCH_PX - 2 * MARGIN_PX
    face = np.full((PATCH_PX, PATCH_PX, 3), (200, 220, 225), np.uint8)
    at = (round(middle) - 14, round(middle) + 14)
    cv2.putText(face, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 1.3, (30, 30, 30), 3, cv2.LINE_AA)
    mask = np.zeros((PATCH_PX, PATCH_PX), np.uint8)
    inner = round(middle - 0.46 * edge), round(middle + 0.46 * edge)
    mask[inner[0] : inner[1], inner[0] : inner[1]] = 255
    matrix = cv2.getRotationMatrix2D((middle, middle), -turn_deg, 1.0)
    matrix[:, 2] += np.array(aside)[::-1] * edge
    face, mask = (cv2.warpAffine(picture, matrix, (PATCH_PX, PATCH_PX)) for picture in (face, mask))
    patch[mask > 127] = face[mask > 127]
    return patch


def looks_of(patches: list[np.ndarray]) -> np.ndarray:
    """Return patches at working size."""
    return np.stack([cv2.resize(patch, (EDGE, EDGE), interpolation=cv2.INTER_AREA) for patch in patches])


def test_tiles_that_were_laid_aside_and_askew_come_to_lie_on_each_other():
    rng = np.random.default_rng(3)
    asides, turns = rng.uniform(-0.13, 0.13, (len(LETTERS), 2)), rng.uniform(-10, 10, len(LETTERS))
    laid = [tile(*pose) for pose in zip(LETTERS, asides, turns, strict=True)]
    straight = np.stack([tile(letter, (0.0, 0.0), 0.0) for letter in LETTERS])
    found = centring.places(channels(looks_of(laid)))
    moved = centring.centred(np.stack(laid), found)
    # Where all have the same median, that is where most of them lie.
    common = centring.places(channels(looks_of([*moved, *straight])))[: len(LETTERS), :, 2]
    assert np.abs(common - np.median(common, axis=0)).max() < 3

    def wrong(pictures: np.ndarray) -> np.ndarray:
        rim = slice(MARGIN_PX - 4, -MARGIN_PX + 4)
        apart = np.abs(pictures.astype(int) - straight)[:, rim, rim].max(axis=3) > 60
        return apart.mean(axis=(1, 2))

    assert np.median(wrong(np.stack(laid))) > 0.15
    assert wrong(moved).max() < 0.17 and np.median(wrong(moved)) < 0.09


def test_what_lies_straight_stays():
    straight = np.stack([tile(letter, (0.0, 0.0), 0.0) for letter in LETTERS])
    moved = centring.centred(straight, centring.places(channels(looks_of(list(straight)))))
    assert np.abs(moved.astype(int) - straight).mean() < 2


def test_bare_looks_stay():
    bare = np.stack([np.full((EDGE, EDGE, 3), level, np.uint8) for level in (40, 90, 140, 200)])
    assert centring.places(channels(bare)) == pytest.approx(np.tile(np.eye(2, 3), (4, 1, 1)), abs=1e-5)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_to_tell_stay(count):
    found = centring.places(channels(looks_of([tile("A", (0.1, 0.1), 5.0)] * 2))[:count])
    assert found == pytest.approx(np.tile(np.eye(2, 3), (count, 1, 1)))
