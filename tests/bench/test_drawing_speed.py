"""How fast the simulated table is drawn: six docks, eighteen crates, at the size of a Pi camera's picture."""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate, lay
from companion.games.shipshape.table import layout
from companion.simulation import drawn_table
from vision.drawing import render as rendering
from vision.drawing.render import render
from vision.drawing.scene import Hand
from vision.drawing.views import everyday

pytestmark = pytest.mark.bench
SIZE_PX = (2304, 1296)


def spread(name: str, what: Callable[[], object]) -> None:
    """Print the median, the fastest and the slowest of nine calls."""
    taken = []
    for _ in range(9):
        begun = time.perf_counter()
        what()
        taken.append(1000 * (time.perf_counter() - begun))
    print(f"\n{name}: {statistics.median(taken):.1f} ms ({min(taken):.1f} to {max(taken):.1f})")


def test_six_docks_with_eighteen_crates() -> None:
    mat, dice, rng = layout(6), random.Random(1), np.random.default_rng(1)
    crates = iter(dice.sample(CRATES, 18))
    docks = {
        f"dock {seat + 1}": Dock(
            HOLDS[6 + seat], tuple(LaidCrate(next(crates), dice.randrange(4), dice.random() < 0.5) for _ in range(3))
        )
        for seat in range(6)
    }
    view = everyday(mat.size_mm, SIZE_PX)
    scene = drawn_table.scene(mat, lay(mat, docks))
    covered = replace(scene, hand=Hand((200.0, 120.0)))

    def afresh() -> None:
        rendering.forget()
        render(scene, view, SIZE_PX, rng)

    afresh()
    spread("drawing a table afresh", afresh)
    spread("the next picture of a still table", lambda: render(scene, view, SIZE_PX, rng))
    spread("with a hand over it", lambda: render(covered, view, SIZE_PX, rng))
