"""Several looks at a resting table: surer where they agree, not sure where they differ."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vision.motion.agreement import agreed, settle
from vision.observation import GridSeen, Observation, Piece, PiecesSeen, Reading, Unseen


def reading(label: str, chance: float, sure: bool, rival: str = "z") -> Reading:
    return Reading(label, chance, sure, ((label, chance), (rival, 0.8 * (1 - chance))))


def test_looks_that_agree_are_surer_together_than_alone() -> None:
    together = agreed([reading("a", 0.9, False)] * 3)
    assert together.label == "a"
    assert together.confidence > 0.9


def test_looks_that_differ_are_not_sure_and_less_confident() -> None:
    together = agreed([reading("a", 0.98, True, "b"), reading("b", 0.98, True, "a"), reading("a", 0.98, True, "b")])
    assert together.label == "a"
    assert not together.sure
    assert together.confidence < 0.98


def test_one_unsure_look_of_three_that_agree_leaves_it_sure_and_one_sure_look_alone_does_not() -> None:
    sure, doubt = reading("a", 0.99, True), reading("a", 0.7, False)
    assert agreed([sure, sure, doubt]).sure
    assert not agreed([sure, doubt, doubt]).sure


def test_the_chances_of_a_reading_never_exceed_one() -> None:
    together = agreed([reading("a", 0.9, True), reading("b", 0.6, False), reading("c", 0.5, False)])
    assert sum(chance for _, chance in together.ranking) <= 1 + 1e-9
    assert together.ranking[0] == (together.label, together.confidence)


def test_a_grid_settles_cell_by_cell_and_keeps_the_last_cover() -> None:
    a, b = reading("a", 0.9, True), reading("b", 0.9, True)
    hand = Unseen("a hand is in view")
    looks = [
        Observation({"dock": GridSeen(((a, b),))}, (1.0,)),
        Observation({"dock": GridSeen(((a, a),), hand)}, (2.0,)),
    ]
    together = settle(looks)
    dock = together.zones["dock"]
    assert isinstance(dock, GridSeen)
    assert [cell.sure for cell in dock.cells[0]] == [True, False]
    assert dock.covered == hand
    assert together.mm_to_px == (2.0,)


def test_a_piece_that_one_look_of_three_invents_is_left_out() -> None:
    here = Piece(reading("a", 0.9, True), (10.0, 10.0), 5.0)
    moved = Piece(reading("a", 0.9, True), (10.5, 10.2), 6.0)
    ghost = Piece(reading("b", 0.6, False), (60.0, 60.0), 0.0)
    together = settle([PiecesSeen((here,)), PiecesSeen((moved, ghost)), PiecesSeen((here,))])
    assert [piece.center_mm for piece in together.pieces] == [(10.0, 10.0)]


def test_two_neighbours_of_one_face_stay_two() -> None:
    left = Piece(reading("a", 0.9, True), (10.0, 10.0), 0.0)
    right = Piece(reading("a", 0.9, True), (30.0, 10.0), 0.0)
    together = settle([PiecesSeen((left, right)), PiecesSeen((right, left))])
    assert sorted(piece.center_mm for piece in together.pieces) == [(10.0, 10.0), (30.0, 10.0)]


def test_nothing_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="nothing was seen"):
        settle([])


IN_ANOTHER_PROCESS = """
import random
from vision.observation import Reading
from vision.motion.agreement import agreed
dice = random.Random(1)
for _ in range(300):
    rankings = [tuple((f"gold {k}", dice.random() / 5) for k in dice.sample(range(12), 5)) for _ in range(3)]
    print(agreed([Reading(*ranking[0], False, ranking) for ranking in rankings]))
"""


def test_what_is_agreed_on_is_the_same_to_the_last_digit_in_every_process():
    said = {
        subprocess.run(
            [sys.executable, "-c", IN_ANOTHER_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1
    assert len(said.pop().splitlines()) == 300
