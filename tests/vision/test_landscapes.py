"""Landscapes in hard light: an overexposed field is like a bare mat, and must not be sure as one."""

from pathlib import Path

import pytest
from support.landscapes import LAYOUT, board, photo

from vision.drawing.views import Hardness
from vision.observation import Unseen
from vision.observe import Trained, observe, train
from vision.pieceset.faces import Faces
from vision.teach import examples_of_frame

TAUGHT = (101, 102, 103)


@pytest.fixture(scope="module", params=[False, True], ids=["open", "complete"])
def trained(request: pytest.FixtureRequest) -> Trained:
    examples = []
    for seed in TAUGHT:
        faces = board(seed)
        found = examples_of_frame(photo(faces, seed, Hardness.NORMAL), LAYOUT, {"board": faces}, {}, picture=str(seed))
        assert not isinstance(found, Unseen), found
        examples += found
    return train(Faces(Path(), tuple(examples), request.param), LAYOUT)


def wrong(trained: Trained, seed: int, hardness: Hardness, *, mirrored: bool = False) -> tuple[list[str], int]:
    """Return what is sure and wrong of a board, and how many cells are right and sure."""
    faces = board(seed)
    seen = observe(photo(faces, seed, hardness, mirrored=mirrored), LAYOUT, trained)
    if isinstance(seen, Unseen):
        return [], 0
    pairs = [
        (label, read)
        for labels, row in zip(faces, seen.zones["board"].cells, strict=True)
        for label, read in zip(labels, row, strict=True)
    ]
    silent = [
        f"{label} read {read.label} at {read.confidence:.3f}"
        for label, read in pairs
        if read.sure and read.label != label
    ]
    return silent, sum(read.sure and read.label == label for label, read in pairs)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("seed", [1, 5])
def test_nothing_is_sure_and_wrong_in_hard_light(trained: Trained, seed: int, mirrored: bool) -> None:
    assert wrong(trained, seed, Hardness.HARD, mirrored=mirrored)[0] == []


@pytest.mark.slow
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("seed", range(1, 21))
def test_nothing_is_sure_and_wrong_in_hard_light_twenty_times(trained: Trained, seed: int, mirrored: bool) -> None:
    assert wrong(trained, seed, Hardness.HARD, mirrored=mirrored)[0] == []


def test_most_is_read_and_sure_in_everyday_light(trained: Trained) -> None:
    silent, sure = wrong(trained, 11, Hardness.NORMAL)
    assert silent == []
    assert sure >= 8
