"""What a reflection has washed out is asked about, however much it resembles a bare pale face."""

import numpy as np
import pytest

from vision.photometry import reflections
from vision.pieceset.set_index import Exemplar
from vision.recognition.reading import read
from vision.recognition.recogniser import fit
from vision.registration.patches import PATCH_PX

LAMP = (200.0, 200.0, 200.0)


def card(ink: tuple[int, int, int] | None, pale: int = 215) -> np.ndarray:
    """Return a patch of a pale card, bare or with a disc of ink, on a dark table."""
    patch = np.full((PATCH_PX, PATCH_PX, 3), (50, 70, 40), np.uint8)
    patch[18:-18, 18:-18] = pale
    rows, columns = np.mgrid[:PATCH_PX, :PATCH_PX] - PATCH_PX / 2
    if ink is not None:
        patch[rows**2 + columns**2 < 15**2] = ink
    return patch


def veiled(patch: np.ndarray, strength: float = 190.0) -> np.ndarray:
    """Return a patch under a reflection that is strongest in its middle."""
    rows, columns = np.mgrid[:PATCH_PX, :PATCH_PX] - PATCH_PX / 2
    light = strength * np.exp(-(rows**2 + columns**2) / (2 * 45.0**2))
    return np.uint8(np.clip(patch + light[..., None], 0, 255))


INKS = {"red": (40, 40, 200), "green": (60, 160, 50), "blue": (190, 90, 40), "bare": None}


def noisy(patch: np.ndarray, seed: int) -> np.ndarray:
    return np.uint8(np.clip(patch + np.random.default_rng(seed).normal(0, 3, patch.shape), 0, 255))


@pytest.fixture(scope="module")
def recogniser():
    taught = [
        Exemplar(label, noisy(card(ink), 10 * n + k), LAMP, 1.0, True, f"picture {k}")
        for n, (label, ink) in enumerate(INKS.items())
        for k in range(3)
    ]
    return fit(taught, complete=True)


def test_a_veil_is_told_from_what_is_usual_in_the_picture(recogniser):
    shown = [card(ink) for ink in INKS.values()] * 2
    shown[1] = veiled(shown[1])
    face = np.array([recogniser.labels.index(label) for label in INKS] * 2)
    found = reflections.washed(recogniser.veils, reflections.shades(np.stack(shown)), face)
    assert list(np.flatnonzero(found)) == [1]


def test_haze_over_the_whole_picture_is_no_veil(recogniser):
    shown = np.stack([np.uint8(0.6 * card(ink) + 90) for ink in INKS.values()])
    face = np.array([recogniser.labels.index(label) for label in INKS])
    assert not reflections.washed(recogniser.veils, reflections.shades(shown), face).any()


def test_a_pale_face_that_was_taught_as_pale_is_no_veil():
    seen = np.array([[40, 0.2], [42, 0.2], [45, 0.2], [41, 0.2], [180, 0.9], [182, 0.9]], np.float32)
    taught = reflections.measure(seen, np.array([0, 0, 0, 0, 1, 1]), ["one", "two", "one", "two", "one", "two"])
    assert not reflections.washed(taught, seen, np.array([0, 0, 0, 0, 1, 1])).any()


def test_a_lamp_that_shines_brighter_on_one_side_is_no_veil(recogniser):
    dim = [np.uint8(0.45 * card(ink)) for ink in list(INKS.values()) * 2]
    near = [np.uint8(np.clip(2.2 * patch.astype(float), 0, 255)) for patch in dim[:3]]
    face = np.array([recogniser.labels.index(label) for label in list(INKS) * 2])
    shown = reflections.shades(np.stack([*near, *dim[3:]]))
    assert shown[:3, 0].min() > 2 * shown[3:, 0].max() * 0.9
    assert not reflections.washed(recogniser.veils, shown, face).any()


@pytest.mark.parametrize(("flat", "flagged"), [(0.42, 1), (0.6, 3)])
def test_a_patch_that_may_be_bright_by_itself_shows_no_rim(flat, flagged):
    """One that is plainly washed out does: what is brighter than usual beside it is asked about, too."""
    taught = reflections.Veils(np.array([[20.0, 0.2]], np.float32), 30.0)
    seen = np.array([[20, 0.2]] * 6 + [[45, 0.3], [50, 0.3], [100, flat]], np.float32)
    assert reflections.washed(taught, seen, np.zeros(9, np.intp)).sum() == flagged


def test_few_patches_tell_nothing_of_their_picture(recogniser):
    shown = np.stack([veiled(card(None)), card(None), card(None)])
    assert not reflections.washed(recogniser.veils, reflections.shades(shown), np.zeros(3, np.intp)).any()


def test_a_washed_out_place_is_asked_about_and_the_others_are_not(recogniser):
    shown = [noisy(card(ink), 90 + k) for k, ink in enumerate(list(INKS.values()) * 2)]
    plain = read(recogniser, np.stack(shown), LAMP)
    assert [reading.label for reading in plain] == list(INKS) * 2 and all(reading.sure for reading in plain)
    shown[3] = np.uint8(np.clip(shown[3].astype(int) + 120, 0, 255))
    found = read(recogniser, np.stack(shown), LAMP)
    assert not found[3].sure
    assert all(reading.sure for k, reading in enumerate(found) if k != 3)
