"""Exemplars are laid over patches one by one, however many there are; and many take no more memory than they must."""

import numpy as np
import pytest

from vision.photometry.normalise import EDGE
from vision.pieceset.set_index import Exemplar
from vision.recognition import alignment
from vision.recognition.recogniser import fit
from vision.registration.patches import PATCH_PX

MANY = 70  # more than are fitted at once


@pytest.fixture(name="exemplars")
def _exemplars() -> np.ndarray:
    return np.random.default_rng(5).normal(0, 0.3, (MANY, EDGE, EDGE, 3)).astype(np.float32)


def test_an_exemplar_is_fitted_alike_whatever_its_fellows(exemplars: np.ndarray) -> None:
    many = alignment.fit(exemplars)
    for part in (slice(0, 3), slice(MANY - 1, MANY)):
        few = alignment.fit(exemplars[part])
        np.testing.assert_array_equal(many.steps[part], few.steps)
        np.testing.assert_array_equal(many.centred[part], few.centred)
        np.testing.assert_array_equal(many.energy[part], few.energy)


def test_an_exemplar_of_a_fitted_set_takes_seventeen_kilobytes_and_what_places_faces_sixty() -> None:
    patches = np.random.default_rng(6).integers(0, 256, (8, PATCH_PX, PATCH_PX, 3), np.uint8)
    fitted = fit([Exemplar(str(number), patch, (200, 200, 200)) for number, patch in enumerate(patches)], 4)
    gallery, placing = fitted.gallery, fitted.placing
    compared = (gallery.seen.maps, gallery.seen.vectors, gallery.seen.textures, gallery.tints)
    assert all(len(each) == len(gallery.owner) == 32 for each in compared)
    assert sum(each.nbytes for each in compared) < 17_000 * len(gallery.owner)
    places = (placing.aligner.steps, placing.aligner.centred, placing.aligner.energy, placing.near.exemplars)
    assert sum(each.nbytes for each in (*places, placing.near.coarse)) < 60_000 * len(placing.owner)
