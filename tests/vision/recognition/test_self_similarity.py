"""What a set's own exemplars tell of the set, on measurements alone."""

import numpy as np
import pytest

from vision.recognition import self_similarity
from vision.recognition.matching import Kinship, Measured


def lone(faces: int, *, there: bool = True) -> Measured:
    """Return exemplars, one a face, compared with the two next faces, of which the second is likest by maps."""
    face = (np.arange(faces)[:, None] + [1, 2]) % faces if there else np.full((faces, 2), -1)
    alike = np.tile([-5.0, -1.0], (faces, 1))
    vector, texture = np.tile([0.9, 0.4], (faces, 1)), np.tile([0.3, 0.2], (faces, 1))
    told = np.stack([np.linspace(-4, 4, faces), np.linspace(0, 8, faces)], axis=1)
    side = np.tile(np.array([-0.2, 0.1])[None, :, None], (faces, 1, 4))
    tint, apart = np.zeros((faces, 2, 3)), np.zeros((faces, faces))
    return Measured(face, face, alike, alike, told, told, vector, texture, tint, side, apart, vector)


def drawn_to_usual(told: list[float], of: int) -> np.ndarray:
    """Return what so many exemplars tell, beside ten of which nothing is known but what is usual."""
    return (of * np.array(told) + 10 * self_similarity.unknown(1).usual_first) / (of + 10)


def test_the_likest_face_of_the_exemplars_tells_what_is_usual_in_a_set() -> None:
    kinship = Kinship(9, np.arange(9), lone(9), lone(9))
    assert kinship.similarity().usual_first == pytest.approx(drawn_to_usual([0.4, 4.0, 0.1], of=9))


def test_a_face_that_is_left_out_does_not_tell() -> None:
    kinship = Kinship(9, np.arange(9), lone(9), lone(9))
    usual = kinship.similarity(gone=5).usual_first  # of exemplar 3 it is the likest; the next one leads there
    assert usual == pytest.approx(drawn_to_usual([0.4, 3.0, 0.1], of=8))


def test_where_no_exemplar_has_another_beside_it_something_usual_is_taken() -> None:
    kinship = Kinship(9, np.arange(9), lone(9, there=False), lone(9, there=False))
    assert kinship.similarity().usual_first == pytest.approx(self_similarity.unknown(9).usual_first)
