"""What a labelled picture teaches where a part of the mat is hidden."""

from pathlib import Path

import numpy as np

from vision.layout import Grid, Layout
from vision.observation import Observation, Unseen
from vision.observe import observe, train
from vision.pieceset.faces import Faces
from vision.registration.locate import TWICE
from vision.teach import examples_of_frame

CORNERS = (2 * np.array([[150.0, 40.0], [1000.0, 52.0], [1020.0, 610.0], [130.0, 600.0]])).tolist()
NOTHING = [[None, None], [None, None]]
FACES = [["a", "b"], [None, "c"]]


def test_a_hidden_zone_of_which_nothing_is_said_hides_no_other(mat, shoot) -> None:
    shot = shoot(mat, CORNERS, hidden=frozenset({1, 2, 3, 4, 5}), size_px=(2304, 1296))
    docks = (Grid("near", (30.0, 30.0, 60.0, 60.0), 2, 2), Grid("far", (330.0, 200.0, 60.0, 60.0), 2, 2))
    two = Layout("two docks", mat.size_mm, docks, mat.markers)
    taught = examples_of_frame(shot.picture, two, {"far": NOTHING, "near": FACES}, {})
    assert not isinstance(taught, Unseen)
    assert [example.label for example in taught] == ["a", "b", "c"]
    assert str(examples_of_frame(shot.picture, two, {"near": FACES, "far": FACES}, {})) == (
        "markers 1, 2, 3, 4, 5 are hidden"
    )


def test_of_two_mats_alike_neither_is_taught_or_read(mat, shoot) -> None:
    shot = shoot(mat, CORNERS, size_px=(2304, 1296))
    dock = Layout("a dock", mat.size_mm, (Grid("near", (30.0, 30.0, 60.0, 60.0), 2, 2),), mat.markers)
    two = np.hstack([shot.picture, shot.picture])
    taught = examples_of_frame(shot.picture, dock, {"near": FACES}, {})
    assert not isinstance(taught, Unseen)
    assert examples_of_frame(two, dock, {"near": FACES}, {}) == TWICE
    trained = train(Faces(Path(), taught), dock)
    assert isinstance(observe(shot.picture, dock, trained), Observation)
    assert observe(two, dock, trained) == TWICE
    corners = np.array([[0.0, 0.0], [2303.0, 0.0], [2303.0, 1295.0], [0.0, 1295.0]])
    assert isinstance(observe(two, dock, trained, corners_px=corners), Observation), "of which is said where it lies"
