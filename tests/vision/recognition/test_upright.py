"""Exemplars of which nobody said how they lie, beside upright ones of their face."""

from dataclasses import replace

import numpy as np
import pytest
from support.drawn_faces import drawn, photo, taught

from vision.pieceset.set_index import Exemplar
from vision.recognition.reading import read_turned
from vision.recognition.recogniser import fit
from vision.recognition.upright import upright

FACES = [(shape, drawn(shape)) for shape in ("flag", "bars")]
KNOWN = [replace(each, turned=False) for each in taught(*FACES)]


def lying(turn: int, seed: int = 5) -> Exemplar:
    lies = np.ascontiguousarray(np.rot90(photo(FACES[0][1], seed), turn))
    return replace(KNOWN[0], patch=lies, turned=True, picture="lesson")


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_it_is_turned_as_an_upright_one_of_its_face(turn: int) -> None:
    (found,) = upright([*KNOWN, lying(turn)], 4)[len(KNOWN) :]
    assert np.array_equal(found.patch, lying(0).patch)


def test_what_may_not_turn_or_has_no_upright_fellow_stays_as_it_is() -> None:
    assert np.array_equal(upright([*KNOWN, lying(1)], 1)[-1].patch, lying(1).patch)
    alone = replace(lying(1), label="another")
    assert np.array_equal(upright([*KNOWN, alone], 4)[-1].patch, alone.patch)


def test_a_lesson_that_nobody_turned_does_not_turn_what_is_read() -> None:
    fitted = fit([*KNOWN, lying(1)], 4)
    shown = np.stack([photo(FACES[0][1], 5), photo(FACES[0][1], 6)])
    assert [turn_deg for _, turn_deg in read_turned(fitted, shown, KNOWN[0].lamp_bgr)] == [0.0, 0.0]
