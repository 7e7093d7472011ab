"""A cloth or a hand over part of a dock, in every pose and colour: no square below it is ever sure."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.simulation import drawn_table
from vision.drawing.render import render
from vision.drawing.scene import FlatPiece, Hand, Texture
from vision.drawing.views import Hardness, random_view
from vision.observation import GridSeen
from vision.observe import observe, train

LAYOUT = mat_layouts.layout_for("shipshape", 3)
SIZE_PX = (2304, 1296)
DOCK = "dock 2"
X_MM, Y_MM, SIDE_MM, _ = LAYOUT.zone(DOCK).rect_mm
CLOTHS = {
    "planks": (80, 124, 170),
    "dark wood": (50, 80, 115),
    "the table": (62, 84, 110),
    "skin": (130, 160, 210),
    "the mat": (235, 235, 235),
    "red": (40, 40, 170),
    "black": (25, 25, 25),
}
ALIKE = ("dark wood", "the table", "red")
"""What lets these through lets planks or skin through, too."""


@pytest.fixture(scope="module")
def trained(practice_set):
    return train(practice_set, LAYOUT)


def cloth(colour: tuple[int, int, int], rng: np.random.Generator) -> FlatPiece:
    """A cloth that comes in over one side of the dock and leaves the markers in view."""
    size_mm = (float(rng.uniform(70, 118)), float(rng.uniform(50, 130)))
    weave = rng.normal(0, 4, (int(2 * size_mm[1]), int(2 * size_mm[0]), 1))
    folds = cv2.GaussianBlur(rng.normal(0, 1, weave.shape[:2]), (0, 0), 12)[..., None]
    picture = np.clip((np.array(colour) + weave) * (1 + 0.05 * folds / folds.std()), 0, 255).astype(np.uint8)
    from_above = bool(rng.integers(2))
    reach = size_mm[1] - 20
    middle = Y_MM + reach - size_mm[1] / 2 if from_above else Y_MM + SIDE_MM - reach + size_mm[1] / 2
    at_mm = (X_MM + SIDE_MM / 2 + float(rng.uniform(-10, 10)), middle)
    return FlatPiece(Texture(picture, 2.0), at_mm, float(rng.uniform(-6, 6)), 12.0, 0.5)


def laden(rng: np.random.Generator) -> dict[str, Dock]:
    return {
        f"dock {n}": Dock(
            HOLDS[int(rng.integers(len(HOLDS)))],
            tuple(LaidCrate(CRATES[int(rng.integers(len(CRATES)))], int(rng.integers(4))) for _ in range(n)),
        )
        for n in (1, 2, 3)
    }


def squares(seen: GridSeen):
    return [reading for row in seen.cells for reading in row]


def hidden(over: FlatPiece) -> list[int]:
    """Return the squares of which what lies over it hides at least half."""
    width, height = over.texture.size_mm
    turn = np.radians(over.angle_deg)
    found = []
    for cell in range(9):
        step = SIDE_MM / 3
        across, down = np.meshgrid((np.arange(9) + 0.5) / 9 * step, (np.arange(9) + 0.5) / 9 * step)
        x = X_MM + cell % 3 * step + across - over.center_mm[0]
        y = Y_MM + cell // 3 * step + down - over.center_mm[1]
        u, v = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
        if ((abs(u) < width / 2) & (abs(v) < height / 2)).mean() >= 0.5:
            found.append(cell)
    return found


@pytest.mark.parametrize(
    "colour", [pytest.param(name, marks=pytest.mark.slow if name in ALIKE else ()) for name in CLOTHS]
)
def test_no_square_under_a_cloth_is_sure(trained, colour):
    rng = np.random.default_rng(list(CLOTHS).index(colour))
    seen = 0
    for turn in range(3):
        over = cloth(CLOTHS[colour], rng)
        scene = drawn_table.scene(LAYOUT, laying.lay(LAYOUT, laden(rng)), None)
        view = random_view(rng, LAYOUT.size_mm, SIZE_PX, Hardness.HARD if turn == 2 else Hardness.NORMAL)
        picture = render(replace(scene, pieces=(*scene.pieces, over)), view, SIZE_PX, rng)
        readings = squares(observe(picture, LAYOUT, trained).zones[DOCK])
        covered = hidden(over)
        assert [(cell, readings[cell].label) for cell in covered if readings[cell].sure] == []
        seen += len(covered)
    assert seen >= 4


@pytest.mark.parametrize("from_deg", [0, 90, 180, 270])
def test_no_square_under_a_hand_is_sure_and_wrong(trained, from_deg):
    rng = np.random.default_rng(from_deg)
    for _ in range(2):
        docks = laden(rng)
        at_mm = (X_MM + SIDE_MM * float(rng.uniform(0.3, 0.7)), Y_MM + SIDE_MM * float(rng.uniform(0.3, 0.7)))
        scene = drawn_table.scene(LAYOUT, laying.lay(LAYOUT, docks), Hand(at_mm, from_deg=from_deg))
        picture = render(scene, random_view(rng, LAYOUT.size_mm, SIZE_PX), SIZE_PX, rng)
        observed = observe(picture, LAYOUT, trained)
        for name, seen in observed.zones.items():
            truth = docks[name].labels
            assert [cell for cell, each in enumerate(squares(seen)) if each.sure and each.label != truth[cell]] == []


def test_nothing_more_is_asked_of_a_clear_dock(trained):
    rng = np.random.default_rng(11)
    blind = replace(trained, structures={})
    for turn in range(4):
        scene = drawn_table.scene(LAYOUT, laying.lay(LAYOUT, laden(rng)), None)
        view = random_view(rng, LAYOUT.size_mm, SIZE_PX, Hardness.HARD if turn > 1 else Hardness.NORMAL)
        picture = render(scene, view, SIZE_PX, rng)
        assert observe(picture, LAYOUT, trained) == observe(picture, LAYOUT, blind)
