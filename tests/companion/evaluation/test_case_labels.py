"""Cases as labelled pictures: free pieces lie where they lay, and nothing where nothing lies."""

import cv2
import numpy as np

from companion.evaluation.cases import labelled
from companion.store.cases import Case, CaseCell


def test_free_pieces_are_labelled_within_their_own_zone() -> None:
    jpeg = bytes(cv2.imencode(".jpg", np.zeros((80, 160, 3), np.uint8))[1])
    cells = (
        CaseCell("red coins", True, "blue coins", at_mm=(30.0, 25.0), angle_deg=12.0),
        CaseCell("red flag", True, "empty", at_mm=(40.0, 25.0)),
        CaseCell("", False, "red heart"),
    )
    rect = (20.0, 10.0, 200.0, 100.0)
    case = Case(1, "stingy", "game-1", "2026-11-23", 3, "place 1", 0, cells, jpeg, rect, (25.0, 25.0))
    ((picture, frame),) = labelled([case], "stingy")
    (piece,) = picture.pieces["place 1"]
    assert (piece.label, piece.center_mm, piece.angle_deg) == ("blue coins", (10.0, 15.0), 12.0)
    assert picture.rectified
    assert picture.layout is not None
    assert picture.layout.size_mm == (200.0, 100.0)
    assert frame.shape == (80, 160, 3)
    assert list(labelled([case], "shipshape")) == []
