"""What is drawn is read back: every game's practice set, taught from some drawn tables, is read on others, under other
poses, light, blur and print."""

import importlib
import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.simulation import drawn_table, simulated_table
from vision.drawing.render import render
from vision.drawing.views import Hardness
from vision.layout import Grid, Layout
from vision.observation import GridSeen, Observation, PiecesSeen
from vision.observe import observe, train
from vision.pieceset import faces as piece_sets
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import Picture
from vision.teach import examples_of_frame

pytestmark = pytest.mark.slow
SIZE_PX = (2304, 1296)
TABLES = 8


def lessons(game: str, mat: Layout, seed: int) -> list[Any]:
    where = "people" if game in ("shipshape", "stingy") else "sheets"
    found: list[Any] = importlib.import_module(f"companion.games.{game}.practice.{where}").lessons(
        mat, random.Random(seed)
    )
    return found


def drawn(mat: Layout, laid: Any, seed: int, hardness: Hardness = Hardness.NORMAL) -> Picture:
    look = simulated_table.evening(mat, seed, hardness)
    return render(drawn_table.scene(mat, laid, None, look.printed), look.view, SIZE_PX, np.random.default_rng(seed))


def taught(game: str, mat: Layout, folder: Path) -> Any:
    examples: list[Exemplar] = []
    for number, (laid, labels) in enumerate(lessons(game, mat, 1)):
        grids = {zone.name: zone for zone in mat.zones if isinstance(zone, Grid)}
        cells = {
            name: tuple(tuple(labels[name][row * zone.cols : (row + 1) * zone.cols]) for row in range(zone.rows))
            for name, zone in grids.items()
        }
        pieces = {name: labels[name] for name in labels if name not in grids}
        found = examples_of_frame(drawn(mat, laid, 1000 + number), mat, cells, pieces, picture=str(number))
        assert isinstance(found, tuple), str(found)
        examples += found
    return train(piece_sets.add(piece_sets.load_or_new(folder), examples), mat)


def judged(seen: Observation, labels: Mapping[str, Any]) -> Counter[str]:
    """Count what was read right or wrong, sure or not; pieces missed, and pieces seen where none lies."""
    counts: Counter[str] = Counter()
    for name, truth in labels.items():
        zone = seen.zones[name]
        if isinstance(zone, GridSeen):
            readings = [reading for row in zone.cells for reading in row]
            pairs = [(label, reading) for label, reading in zip(truth, readings, strict=True) if label is not None]
        else:
            assert isinstance(zone, PiecesSeen)
            pairs, left = [], list(truth)
            for piece in zone.pieces:
                near = [one for one in left if np.hypot(*(np.array(one[1]) - piece.center_mm)) < 6]
                counts["ghost"] += not near
                for one in near[:1]:
                    left.remove(one)
                    pairs.append((one[0], piece.reading))
            counts["missed"] += len(left)
        for label, reading in pairs:
            counts[f"{'right' if reading.label == label else 'wrong'}, {'sure' if reading.sure else 'unsure'}"] += 1
    return counts


@pytest.mark.parametrize(("game", "seats"), [("shipshape", 3), ("alcatraz", 1), ("allaboard", 4), ("stingy", 4)])
def test_a_drawn_table_is_read_as_it_lies(game: str, seats: int, tmp_path: Path) -> None:
    mat: Layout = importlib.import_module(f"companion.games.{game}.table").layout(seats)
    trained = taught(game, mat, tmp_path)
    for hardness in Hardness:
        counts: Counter[str] = Counter()
        for number, (laid, labels) in enumerate(lessons(game, mat, 77)[:TABLES]):
            seen = observe(drawn(mat, laid, 5000 + number, hardness), mat, trained)
            assert isinstance(seen, Observation), str(seen)
            counts += judged(seen, labels)
        print(game, hardness.value, dict(counts))
        right = counts["right, sure"] + counts["right, unsure"]
        assert counts["wrong, sure"] == 0
        assert counts["ghost"] == counts["missed"] == 0
        assert right >= 0.97 * sum(counts.values())
