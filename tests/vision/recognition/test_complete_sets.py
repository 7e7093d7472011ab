"""Drawn tables of a set in which every face is taught: little is asked, and nothing is sure and wrong."""

import random
from functools import cache

import numpy as np
import pytest

from companion.bases.free_pieces import laying
from companion.game import mat_layouts
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.practice.artwork import art
from companion.simulation import drawn_table, simulated_table
from vision.drawing.render import render
from vision.drawing.views import Hardness
from vision.observe import observe, train
from vision.pieceset import faces as piece_sets

LAYOUT = mat_layouts.layout_for("shipshape", 6)


@pytest.fixture(scope="module")
def trained(practice_set):
    return train(practice_set, LAYOUT)


@pytest.fixture(scope="module")
def lacking(practice_set, tmp_path_factory):
    """The same set without one face, and called complete by nobody."""
    known = [example for example in practice_set.examples if example.label != "gold 2"]
    return train(piece_sets.add(piece_sets.load_or_new(tmp_path_factory.mktemp("lacking")), known), LAYOUT)


@cache
def table(seed, hardness):
    """Return a picture of a table by chance, and what lies in each zone."""
    laid, labels = simulated_table.pretending("shipshape").lessons(LAYOUT, random.Random(seed))[0]
    look = simulated_table.evening(LAYOUT, 500 + seed, hardness)
    scene = drawn_table.scene(LAYOUT, laid, None, look.printed)
    return render(scene, look.view, simulated_table.SIZE_PX, np.random.default_rng(seed)), labels


def read(trained, hardness=Hardness.NORMAL):
    """Return (truth, reading) of every labelled cell of two tables by chance."""
    found = []
    for seed in (1, 2):
        frame, labels = table(seed, hardness)
        for name, zone in observe(frame, LAYOUT, trained).zones.items():
            cells = [reading for row in zone.cells for reading in row]
            found += [(truth, cell) for truth, cell in zip(labels[name], cells, strict=True) if truth is not None]
    return found


def test_a_complete_set_asks_little_and_is_never_sure_and_wrong(trained):
    found = read(trained)
    assert [(truth, cell.label) for truth, cell in found if cell.sure and cell.label != truth] == []
    assert sum(cell.sure for _, cell in found) >= 0.9 * len(found)


def test_of_a_set_that_nobody_calls_complete_the_same_readings_are_less_likely(trained, lacking):
    """It may be a face that was never taught; how much is asked about is hardly more."""
    lacked, all_taught = (
        [cell for truth, cell in read(each, Hardness.HARD) if truth not in ("gold 2", "empty")]
        for each in (lacking, trained)
    )
    assert np.mean([cell.confidence for cell in lacked]) < np.mean([cell.confidence for cell in all_taught])
    assert len([cell for cell in lacked if not cell.sure]) >= len([cell for cell in all_taught if not cell.sure])


def test_a_face_missing_from_a_set_that_is_not_complete_is_not_sure(lacking):
    found = [cell for truth, cell in read(lacking) if truth == "gold 2"]
    assert found
    assert not any(cell.sure for cell in found)


def read_tiles(tiles, seed):
    """Return (truth, readings) of a table of Captain Stingy by chance, the tiles sorted."""
    layout, dice = mat_layouts.layout_for("stingy", 4), random.Random(seed)
    bag = dice.sample(sorted(kinds(COLOURS)), 25)
    places = {zone.name: laying.spread([bag.pop() for _ in range(6)], zone, dice) for zone in layout.zones}
    look = simulated_table.evening(layout, seed)
    scene = drawn_table.scene(layout, laying.lay(layout, places, art), None, look.printed)
    frame = render(scene, look.view, simulated_table.SIZE_PX, np.random.default_rng(seed))
    seen = observe(frame, layout, train(tiles, layout))
    readings = [piece.reading for zone in seen.zones.values() for piece in zone.pieces]
    truth = [laid.label for place in places.values() for laid in place]
    return sorted(truth), sorted(readings, key=lambda reading: reading.label)


def test_free_pieces_of_a_complete_set_are_sure(taught):
    tiles = taught("stingy")
    truth, readings = read_tiles(tiles, 23)
    assert [reading.label for reading in readings] == truth
    assert [reading for reading in readings if not reading.sure] == []
