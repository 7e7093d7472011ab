"""What a set's own exemplars tell of the set, on measurements alone."""

from dataclasses import replace

import numpy as np
import pytest
from support.drawn_faces import drawn, taught

from vision.recognition import self_similarity
from vision.recognition.matching import Kinship, Measured
from vision.recognition.recogniser import fit

FACES = [(shape, drawn(shape)) for shape in ("disc", "flag", "cross", "bars")]
FOUR = taught(*FACES, shots=1)


def lone(faces: int, *, there: bool = True) -> Measured:
    """Return exemplars, one a face, compared with the two next faces, of which the second is likest by maps."""
    face = (np.arange(faces)[:, None] + [1, 2]) % faces if there else np.full((faces, 2), -1)
    alike = np.tile([-5.0, -1.0], (faces, 1))
    vector, texture = np.tile([0.9, 0.4], (faces, 1)), np.tile([0.3, 0.2], (faces, 1))
    told = np.stack([np.linspace(-4, 4, faces), np.linspace(0, 8, faces)], axis=1)
    side = np.tile(np.array([-0.2, 0.1])[None, :, None], (faces, 1, 4))
    tint, apart = np.zeros((faces, 2, 3)), np.zeros((faces, faces))
    colour = np.zeros((faces, 3))
    return Measured(face, face, alike, alike, told, told, vector, texture, colour, tint, side, apart, vector)


def test_the_likest_face_of_the_exemplars_tells_what_is_usual_in_a_set() -> None:
    kinship = Kinship(9, np.arange(9), lone(9), lone(9), np.ones(9, bool))
    assert kinship.similarity().usual_first == pytest.approx([0.4, 4.0, 0.1])


def test_a_face_that_is_left_out_does_not_tell() -> None:
    kinship = Kinship(9, np.arange(9), lone(9), lone(9), np.ones(9, bool))
    usual = kinship.similarity(gone=5).usual_first  # of exemplar 3 it is the likest; the next one leads there
    assert usual == pytest.approx([0.4, 3.0, 0.1])


@pytest.mark.parametrize(("faces", "there"), [(9, False), (5, True)])
def test_where_hardly_an_exemplar_has_another_beside_it_something_usual_is_taken(faces: int, there: bool) -> None:
    few = lone(faces, there=there)
    kinship = Kinship(faces, np.arange(faces), few, few, np.ones(faces, bool))
    assert kinship.similarity().usual_first == pytest.approx(self_similarity.unknown(1).usual_first)


@pytest.mark.parametrize("complete", [False, True])
def test_only_exemplars_whose_face_another_picture_shows_tell_whether_the_set_is_read_right(*, complete: bool) -> None:
    here, there = ([replace(each, picture=name) for each in FOUR] for name in ("here", "there"))
    twice_here = fit([*here, *here], complete=complete).similarity.mistaken
    in_both = fit([*here, *there[1:]], complete=complete).similarity.mistaken
    mislabelled = [*here, replace(there[0], label=there[1].label), *there[2:]]
    wrong = fit(mislabelled, complete=complete).similarity.mistaken
    assert len(twice_here) == 0
    assert len(in_both) == 6
    assert (in_both < -9).all()
    assert len(wrong) == 6
    assert (wrong > 0).sum() == 1
