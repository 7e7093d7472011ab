"""A piece aside of its cell belongs to that in which most of it lies; one laid half over a cell is asked about."""

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.recognition import reading
from vision.recognition.recogniser import Recogniser, fit
from vision.registration.patches import MARGIN_PX, PATCH_PX

FACES = [
    (f"{shape} {colour}", drawn(shape, bgr))
    for shape in ("disc", "flag", "cross")
    for colour, bgr in {"red": (45, 45, 205), "blue": (190, 90, 40), "green": (70, 150, 60)}.items()
]
CELL = PATCH_PX - 2 * MARGIN_PX
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))


@pytest.fixture(scope="module", params=[False, True], ids=["open", "complete"])
def fitted(request: pytest.FixtureRequest) -> Recogniser:
    return fit(taught(*FACES, shots=3), complete=request.param)


def laid(share: float) -> tuple[list[str], np.ndarray]:
    """Return patches of cells over which another piece lies so much of a cell aside, and what that piece is."""
    names, patches = [], []
    for number, (name, cell) in enumerate(FACES):
        below, over = FACES[(number + 4) % len(FACES)][1], photo(cell, 60 + number)
        down, across = (round(share * CELL) * step for step in WAYS[number % 4])
        table = np.zeros((3 * PATCH_PX, 3 * PATCH_PX, 3), np.uint8)
        table[PATCH_PX : 2 * PATCH_PX, PATCH_PX : 2 * PATCH_PX] = photo(below, 90 + number)
        top, left = PATCH_PX + MARGIN_PX + down, PATCH_PX + MARGIN_PX + across
        table[top : top + CELL, left : left + CELL] = over[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
        names.append(name)
        patches.append(table[PATCH_PX : 2 * PATCH_PX, PATCH_PX : 2 * PATCH_PX])
    return names, np.stack(patches)


def test_a_piece_of_which_two_thirds_lie_in_its_cell_is_read(fitted: Recogniser) -> None:
    names, patches = laid(0.28)
    read = reading.read(fitted, patches, LAMP)
    assert [each.label for each in read] == names
    assert sum(each.sure for each in read) >= 7


@pytest.mark.parametrize(("share", "most"), [(0.37, 3), (0.4, 0), (0.45, 0), (0.5, 0)])
def test_a_piece_that_lies_further_over_a_cell_is_not_surely_in_it(fitted: Recogniser, share: float, most: int) -> None:
    names, patches = laid(share)
    read = reading.read(fitted, patches, LAMP)
    assert sum(each.sure and each.label == name for each, name in zip(read, names, strict=True)) <= most
