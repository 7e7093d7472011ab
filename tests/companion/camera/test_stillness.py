"""Whether a place lies still and clear: hands and high pieces under a camera that leans in poor light."""

import random
from dataclasses import replace

import numpy as np
import pytest

from companion.camera.loop import Glance, Loop, WatchedMat
from companion.camera.stillness import CALM_S, HAND_RESTS_S, Rest, looked
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.simulation import drawn_table
from companion.table.signals import Stillness
from hardware.camera import DrawnCamera
from vision.drawing.render import render
from vision.drawing.scene import Hand
from vision.drawing.views import Hardness, random_view
from vision.observation import Unseen

LAYOUT = mat_layouts.layout_for("shipshape", 3)
SIZE_PX = (2304, 1296)
TABLE = np.random.default_rng(2).integers(60, 200, (72, 72, 3)).astype(np.uint8)


class Leaning:
    """Three docks with two crates each under a leaning camera; `seed` chooses it, its lamp and the crates."""

    def __init__(self, seed):
        self.now_s = 0.0
        self._dice, self._noise = random.Random(seed), np.random.default_rng(seed)
        self._view = random_view(np.random.default_rng(seed), LAYOUT.size_mm, SIZE_PX, Hardness.HARD)
        self._docks = {
            f"dock {n}": Dock(HOLDS[self._dice.randrange(18)], crates=(self._crate(), self._crate())) for n in (1, 2, 3)
        }
        self.hand = None
        self._loop = Loop(DrawnCamera(self._picture, clock=lambda: self.now_s))
        self._mat = WatchedMat((LAYOUT,))

    def _crate(self):
        return LaidCrate(CRATES[self._dice.randrange(54)], quarters=self._dice.randrange(4))

    def _picture(self):
        scene = drawn_table.scene(LAYOUT, laying.lay(LAYOUT, self._docks), self.hand)
        return render(scene, self._view, SIZE_PX, self._noise)

    def look(self):
        self.now_s += 0.3
        glance = self._loop.look(self._mat)
        assert isinstance(glance, Glance)
        return {name: rest.stillness for name, rest in glance.zones.items()}

    def take(self):
        for name in self._mat.rests:
            self._mat.taken(name)

    def lay(self):
        self._docks = {name: replace(dock, crates=(*dock.crates, self._crate())) for name, dock in self._docks.items()}


@pytest.mark.parametrize("seed", [3, 4, 24])
def test_a_third_crate_is_no_hand_though_it_stands_high_and_the_camera_leans(seed):
    table = Leaning(seed)
    table.look()
    table.take()
    table.lay()
    assert set(table.look().values()) == {Stillness.MOVING}
    assert set(table.look().values()) == {Stillness.STILL}


@pytest.mark.parametrize("seed", [4, 7])
def test_a_hand_over_a_dock_is_a_hand_there_and_nowhere_else(seed):
    table = Leaning(seed)
    table.look()
    table.take()
    x_mm, y_mm, width, height = LAYOUT.zone("dock 1").rect_mm
    table.hand = Hand((x_mm + width / 2, y_mm + height / 2), from_deg=90)
    seen = table.look()
    assert seen["dock 1"] is Stillness.COVERED
    assert seen["dock 3"] is Stillness.STILL


def test_a_place_is_calm_once_it_was_still_for_a_while_and_begins_anew_when_it_moves():
    rest = looked(Rest(), TABLE, 10.0)
    assert rest.stillness is Stillness.MOVING
    rest = looked(rest, TABLE, 10.1)
    assert rest.stillness is Stillness.STILL
    assert not rest.is_calm(10.0 + CALM_S - 0.01)
    assert rest.is_calm(10.0 + CALM_S)
    assert not looked(rest, TABLE[::-1], 11.0).is_calm(11.1)


def test_what_surely_lies_over_a_place_is_never_taken_for_a_piece():
    rest = looked(Rest(), TABLE, 10.0, Unseen("markers 1, 2 are hidden"))
    rest = looked(rest, TABLE, 10.0 + 3 * HAND_RESTS_S, Unseen("markers 1, 2 are hidden"))
    assert rest.stillness is Stillness.COVERED
    assert not rest.is_calm(100.0)
