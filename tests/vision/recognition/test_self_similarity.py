"""What a set's own exemplars tell of the set, on measurements alone."""

from dataclasses import replace

import numpy as np
import pytest
from support.drawn_faces import drawn, taught

from vision.recognition import recogniser, self_similarity
from vision.recognition.gallery import Origin
from vision.recognition.kinship import Kinship, kinship, probes_of, rows_to_probe
from vision.recognition.matching import Measured
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
    told = Kinship(9, np.arange(9), lone(9), lone(9), np.zeros(9, bool))
    assert told.similarity().usual_first == pytest.approx([0.4, 4.0, 0.1])


def test_a_face_that_is_left_out_does_not_tell() -> None:
    told = Kinship(9, np.arange(9), lone(9), lone(9), np.zeros(9, bool))
    usual = told.similarity(gone=5).usual_first  # of exemplar 3 it is the likest; the next one leads there
    assert usual == pytest.approx([0.4, 3.0, 0.1])


@pytest.mark.parametrize(("faces", "there"), [(9, False), (5, True)])
def test_where_hardly_an_exemplar_has_another_beside_it_something_usual_is_taken(faces: int, there: bool) -> None:
    few = lone(faces, there=there)
    told = Kinship(faces, np.arange(faces), few, few, np.zeros(faces, bool))
    assert told.similarity().usual_first == pytest.approx(self_similarity.unknown(1).usual_first)


def test_a_complete_set_tells_for_what_its_exemplars_are_taken_on_another_evening() -> None:
    """Where three pictures show its faces, and an open set never; a picture that is labelled wrongly shows, too."""
    evenings = taught(*FACES, shots=3)
    here, there, beyond = (evenings[shot::3] for shot in range(3))
    told = fit(evenings, complete=True).similarity.mistaken
    assert (told < -9).all()
    mislabelled = [*here, *there, replace(beyond[0], label=beyond[1].label), *beyond[1:]]
    as_named = recogniser.uncompared(mislabelled, 1, complete=True, by_markers=False)  # `fit` sets it aside
    wrong = recogniser.compared(*as_named).similarity.mistaken
    assert (wrong > 0).any()
    for untold in (fit([*here, *there], complete=True), fit([*here, *there, *beyond])):
        assert (untold.similarity.mistaken == np.inf).all()


def origin_of(owner: list[int], picture: list[int]) -> Origin:
    none = np.zeros(len(owner), np.intp)
    return Origin(np.array(owner), none, np.array(picture), np.arange(len(owner)), none.astype(bool))


def test_probes_are_of_faces_that_other_pictures_show_of_each_as_many() -> None:
    owner = np.array([0, 0, 0, 1, 1, 2])
    rows = rows_to_probe(origin_of(owner.tolist(), [1, 2, 3, 1, 2, 3]))
    assert np.bincount(owner[rows]).tolist() == [133, 133]
    assert set(rows.tolist()) == {0, 1, 2, 3, 4}
    assert set(rows_to_probe(origin_of([0, 0, 1, 1, 2, 2], [1, 1, 1, 2, 2, 3])).tolist()) == {2, 3, 4, 5}
    upright = replace(origin_of([0, 0, 1, 1], [1, 2, 3, 1]), turn=np.array([0, 0, 0, 2]))
    assert set(rows_to_probe(upright).tolist()) == {0, 1}
    copied = replace(origin_of([0, 0, 1, 1], [1, 2, 3, 1]), altered=np.array([False, False, False, True]))
    assert set(rows_to_probe(copied).tolist()) == {0, 1}


@pytest.mark.parametrize(("owner", "picture"), [([0, 0, 1, 1], [1, 2, 1, 2]), ([0, 1, 2], [1, 2, 3]), ([], [])])
def test_two_pictures_or_faces_that_one_picture_shows_tell_nothing(owner: list[int], picture: list[int]) -> None:
    assert len(rows_to_probe(origin_of(owner, picture))) == 0


def test_a_probe_is_not_read_by_what_its_own_picture_shows_of_its_face() -> None:
    pictures = [replace(each, picture=name) for name in ("here", "there", "beyond") for each in FOUR]
    bare, crops = recogniser.uncompared(pictures, 1, complete=True, by_markers=False)
    rows = bare.gallery.origin
    probes = probes_of(crops, rows)
    told = kinship(bare, probes).probed
    assert told is not None
    assert len(told.owner) == len(probes.row) == 400
    own = told.measured.face == told.owner[:, None]
    same_picture = rows.picture[told.measured.exemplar] == rows.picture[probes.row][:, None]
    assert own.any(axis=1).all()
    assert not same_picture[own].any()
    assert same_picture[~own].any()
