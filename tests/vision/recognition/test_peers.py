"""A reading in doubt is borne out by what surely is the same in its picture, and by nothing else."""

import cv2
import numpy as np
import pytest

from vision.observation import Reading, assured
from vision.recognition.encoder import embed
from vision.recognition.peers import borne_out


def drawn(letter, seed):
    """A tile as a camera would see it in one light: a little out of place, a little noisy."""
    rng = np.random.default_rng(seed)
    tile = np.full((48, 48, 3), (130, 190, 205), np.uint8)
    across, down = (int(value) for value in rng.integers(-1, 2, 2))
    cv2.putText(tile, letter, (12 + across, 36 + down), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (40, 30, 30), 3, cv2.LINE_AA)
    return np.clip(tile + rng.normal(0, 3, tile.shape), 0, 255).astype(np.uint8)


def read(shown, *, last=0.85, fellows=3, taken_for="A", veiled=False):
    """Return the last reading: `shown`, read as `taken_for` with that confidence, beside so many that surely are A, and
    some others."""
    letters = ["A"] * fellows + ["M", "M", "M", "X", shown]
    readings = [Reading(letter, 0.99, True, ((letter, 0.99), ("Z", 0.01))) for letter in letters[:-1]]
    doubtful = Reading(taken_for, last, False, ((taken_for, last), ("Z", (1 - last) / 2), ("Y", (1 - last) / 2)))
    seen = embed(np.stack([drawn(letter, seed) for seed, letter in enumerate(letters)]))
    found = borne_out([*readings, doubtful], seen, np.array([False] * len(readings) + [veiled]))
    assert found[:-1] == tuple(readings)
    return found[-1]


def test_what_is_likely_and_as_its_fellows_is_sure():
    found = read("A")
    assert found.sure
    assert found.label == "A"
    assert found.confidence >= 0.97
    assert found.ranking[0] == ("A", found.confidence)
    assert sum(chance for _, chance in found.ranking) == pytest.approx(1)


@pytest.mark.parametrize("stranger", ["M", "X", "H", "R", "4", "V", " "])
def test_what_only_may_be_that_face_stays_in_doubt(stranger):
    assert not read(stranger).sure


def test_what_is_not_likely_stays_in_doubt_however_alike():
    assert not read("A", last=0.7).sure


def test_what_a_reflection_hides_stays_in_doubt():
    assert not read("A", veiled=True).sure


def test_two_fellows_are_too_few():
    assert not read("A", fellows=2).sure


def test_the_fellows_of_another_face_say_nothing():
    assert not read("A", taken_for="M").sure


def test_a_reading_that_is_more_confident_keeps_its_word():
    known = Reading("A", 0.99, False, (("A", 0.99), ("B", 0.01)))
    assert assured(known, 0.97) == Reading("A", 0.99, True, (("A", 0.99), ("B", 0.01)))
