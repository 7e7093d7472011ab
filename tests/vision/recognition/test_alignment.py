"""Looks are laid over patches one by one, however many there are; and many take no more memory than they must."""

import numpy as np
import pytest

from vision.photometry.normalise import EDGE
from vision.pieceset.set_index import Exemplar
from vision.recognition import alignment
from vision.recognition.recogniser import fit
from vision.registration.patches import PATCH_PX

MANY = 70  # more than are fitted at once


@pytest.fixture(name="looks")
def _looks() -> np.ndarray:
    return np.random.default_rng(5).normal(0, 0.3, (MANY, EDGE, EDGE, 3)).astype(np.float32)


def test_a_look_is_fitted_alike_whatever_its_fellows(looks: np.ndarray) -> None:
    many = alignment.fit(looks)
    for part in (slice(0, 3), slice(MANY - 1, MANY)):
        few = alignment.fit(looks[part])
        np.testing.assert_array_equal(many.steps[part], few.steps)
        np.testing.assert_array_equal(many.centred[part], few.centred)
        np.testing.assert_array_equal(many.energy[part], few.energy)


def test_a_look_of_a_fitted_set_takes_seventy_kilobytes() -> None:
    patches = np.random.default_rng(6).integers(0, 256, (8, PATCH_PX, PATCH_PX, 3), np.uint8)
    fitted = fit([Exemplar(str(number), patch, (200, 200, 200)) for number, patch in enumerate(patches)], 4)
    own = (fitted.aligner.steps, fitted.aligner.centred, fitted.aligner.energy, fitted.middles, fitted.seen.maps)
    more = (fitted.seen.vectors, fitted.tints, fitted.near.coarse, fitted.near.exemplars, fitted.owner, fitted.turn)
    assert all(len(each) == len(fitted.owner) for each in (*own, *more))
    assert sum(each.nbytes for each in (*own, *more)) < 70_000 * len(fitted.owner)
