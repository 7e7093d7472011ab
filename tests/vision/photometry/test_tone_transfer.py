"""The map of one picture's tones to those of the taught pictures."""

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.photometry import tone_transfer
from vision.photometry.normalise import under_white
from vision.recognition import reading
from vision.recognition.recogniser import fit
from vision.registration.patches import PATCH_PX

GREY = (200.0, 200.0, 200.0)
COLOURS = ((45, 45, 205), (30, 125, 235), (70, 150, 60), (190, 90, 40), (120, 40, 130), (60, 190, 200))
FACES = [
    (f"{shape} {number}", drawn(shape, colour))
    for shape in ("disc", "flag", "cross")
    for number, colour in enumerate(COLOURS)
]


def coloured(rng: np.random.Generator, faces: int) -> np.ndarray:
    """Return patches (faces, 48, 48, 3) of blocks in colours of their own."""
    blocks = rng.uniform(40, 200, (faces, 4, 4, 3))
    return np.kron(blocks, np.ones((1, 12, 12, 1))).astype(np.uint8)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def pale(patches: np.ndarray) -> np.ndarray:
    """Return patches as a hazy camera gives them: less saturated, and black is grey."""
    grey = patches.astype(np.float64).mean(axis=-1, keepdims=True)
    return np.clip(0.75 * (0.7 * patches + 0.3 * grey) + [38.0, 46.0, 52.0], 0, 255).astype(np.uint8)


def test_haze_and_paleness_are_taken_off(rng: np.random.Generator) -> None:
    cut = coloured(rng, 24)
    by = tone_transfer.tone(tone_transfer.tints(pale(cut)), tone_transfer.tints(cut), np.arange(24))
    mended = tone_transfer.toned(pale(cut), by)
    before = np.abs(pale(cut).astype(float) - cut).mean()
    assert np.abs(mended.astype(float) - cut).mean() < before / 6


def test_like_tones_are_left_as_they_are(rng: np.random.Generator) -> None:
    cut = coloured(rng, 12)
    by = tone_transfer.tone(tone_transfer.tints(cut), tone_transfer.tints(cut), np.arange(12))
    assert by is not None
    np.testing.assert_allclose(by, np.eye(3, 4), atol=1e-6)


def test_wrong_readings_do_not_tip_it(rng: np.random.Generator) -> None:
    cut = coloured(rng, 24)
    taught_as = cut.copy()
    taught_as[:4] = coloured(rng, 4)  # four of them lie beside another face
    by = tone_transfer.tone(tone_transfer.tints(pale(cut)), tone_transfer.tints(taught_as), np.arange(24))
    before = np.abs(pale(cut).astype(float) - cut).mean()
    assert np.abs(tone_transfer.toned(pale(cut), by).astype(float) - cut).mean() < before / 3


def test_a_face_that_lies_there_often_is_one_face(rng: np.random.Generator) -> None:
    cut = np.repeat(coloured(rng, 1), 40, axis=0)
    assert tone_transfer.tone(tone_transfer.tints(pale(cut)), tone_transfer.tints(cut), np.zeros(40, int)) is None


def test_few_faces_change_little(rng: np.random.Generator) -> None:
    cut = coloured(rng, 24)
    seen, of = tone_transfer.tints(pale(cut)), tone_transfer.tints(cut)
    far = [
        np.abs(np.asarray(tone_transfer.tone(seen[:k], of[:k], np.arange(k)))[:, :3] - np.eye(3)).max()
        for k in (tone_transfer.LEAST_FACES, 24)
    ]
    assert far[0] < far[1]


def test_nothing_is_done_without_a_map() -> None:
    patches = np.full((2, PATCH_PX, PATCH_PX, 3), 77, np.uint8)
    white = under_white(patches, np.array(GREY))
    assert tone_transfer.toned(white, None) is white


def test_a_hazy_picture_asks_less_for_its_tones() -> None:
    fitted = fit(taught(*FACES, shots=3))
    patches = pale(np.stack([photo(cell, 500 + k) for k, (_, cell) in enumerate(FACES)]))
    lamp = tuple(float(v) for v in pale(np.array([[LAMP]]))[0, 0])
    white = (lamp[0], lamp[1], lamp[2])
    before = [reading.read(fitted, patch[None], white)[0] for patch in patches]  # alone, a cell tells of no tone
    after = reading.read(fitted, patches, white)
    names = [name for name, _ in FACES]
    assert not any(read.sure and read.label != name for read, name in zip(after, names, strict=True))
    assert sum(read.sure for read in after) > sum(read.sure for read in before)
