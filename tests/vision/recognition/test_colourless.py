"""A picture that shows no colour, read with faces that were taught in colours."""

import cv2
import numpy as np
from support.drawn_faces import LAMP, drawn, photo

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import colourless

RED = drawn("disc", (45, 45, 205))


def grey(patch: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def sure(patches: list[np.ndarray], taught: list[np.ndarray]) -> list[bool]:
    in_colours = colourless.coloured([Exemplar("red", patch, LAMP) for patch in taught])
    said = Reading("red", 0.999, True, (("red", 0.999), ("blue", 0.001)))
    return [each.sure for each in colourless.doubted([said] * len(patches), np.stack(patches), in_colours)]


def test_a_grey_picture_of_a_coloured_face_is_asked_about() -> None:
    seen = [grey(photo(RED, seed)) for seed in range(2)]
    assert sure(seen, [photo(RED, 9)]) == [False, False]
    _, packed = cv2.imencode(".jpg", seen[0], [cv2.IMWRITE_JPEG_QUALITY, 60])
    assert sure([cv2.imdecode(packed, cv2.IMREAD_COLOR)], [photo(RED, 9)]) == [False]


def test_a_set_that_was_taught_in_grey_is_read_in_grey() -> None:
    assert sure([grey(photo(RED, 1))], [grey(photo(RED, 9))]) == [True]


def test_a_burnt_out_place_in_a_coloured_picture_is_left_to_others() -> None:
    white = np.full_like(photo(RED, 1), 255)
    assert sure([white, photo(RED, 1)], [photo(RED, 9)]) == [True, True]


def test_nothing_seen_is_nothing_said() -> None:
    assert colourless.doubted([], np.empty((0, 96, 96, 3), np.uint8), frozenset({"red"})) == ()
