"""A picture that shows no colour, read with faces that were taught in colours."""

import cv2
import numpy as np
from support.drawn_faces import LAMP, drawn, photo

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import colourless

RED = drawn("disc", (45, 45, 205))
INK = drawn("cross", (40, 40, 40))
TINT = (1.05, 0.75, 0.95)
TINTED_LAMP = tuple(float(channel * share) for channel, share in zip(LAMP, TINT, strict=True))


def grey(patch: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def tinted(patch: np.ndarray) -> np.ndarray:
    """What a camera for infrared light makes of it: one grey, in a tint of its own, and a little noise."""
    noise = np.random.default_rng(int(patch.sum()) % 1000).normal(0, 4, patch.shape)
    return np.uint8(np.clip(grey(patch) * np.array(TINT) + noise, 0, 255))


def sure(patches: list[np.ndarray], taught: list[np.ndarray], lamp_bgr: tuple[float, ...] = LAMP) -> list[bool]:
    colours = colourless.colours_of([Exemplar("red", patch, LAMP) for patch in taught])
    said = Reading("red", 0.999, True, (("red", 0.999), ("blue", 0.001)))
    return [each.sure for each in colourless.doubted([said] * len(patches), np.stack(patches), lamp_bgr, colours)]


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


def test_a_grey_picture_in_a_tint_of_its_own_shows_no_colour_either() -> None:
    seen = [tinted(photo(RED, seed)) for seed in range(4)]
    assert sure(seen, [photo(RED, 9)], TINTED_LAMP) == [False] * 4
    assert sure([*seen[:3], photo(RED, 5, lamp=TINTED_LAMP)], [photo(RED, 9)], TINTED_LAMP) == [True] * 4, "one is red"
    assert sure(seen, [photo(RED, 9)], LAMP) == [True] * 4, "the lamp is white: what lies there has that colour"


def test_a_few_pale_pieces_make_no_colourless_picture() -> None:
    assert sure([photo(INK, seed) for seed in range(3)], [photo(RED, 9)]) == [True] * 3


def test_black_print_is_read_in_any_tint() -> None:
    seen = [tinted(photo(INK, seed)) for seed in range(4)]
    assert sure(seen, [photo(INK, 9)], TINTED_LAMP) == [True] * 4
    assert sure(seen, [photo(RED, 9)], TINTED_LAMP) == [False] * 4, "but not for a red disc"


def test_nothing_seen_is_nothing_said() -> None:
    colours = colourless.Colours(frozenset({"red"}), vivid=True)
    assert colourless.doubted([], np.empty((0, 96, 96, 3), np.uint8), LAMP, colours) == ()
    assert colourless.colours_of([]) == colourless.Colours()
