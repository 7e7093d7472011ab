"""A slip among what is taught is read with, and without it, beside the set as it was named."""

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from support.drawn_faces import drawn, taught


@pytest.fixture
def slips(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    found = importlib.import_module("slips")
    monkeypatch.setattr(found, "STEPS", (3,))
    return found


def test_what_one_wrong_name_costs_is_counted_and_setting_it_aside_costs_nothing(slips: ModuleType) -> None:
    cells = taught(*((shape, drawn(shape)) for shape in ("disc", "flag", "cross")), shots=7)
    picture = np.array([cell.picture for cell in cells])
    game = slips.Game("A", 1, cells, {name: np.flatnonzero(picture == name) for name in np.unique(picture)})
    counts = slips._of_order(game, slips.KeptFeatures(cells, 1), [1, 0])
    assert counts[:, :, 0].tolist() == [[12] * 3] * 2
    assert (counts[:, 1, 1:].sum(axis=1) > counts[:, 0, 1:].sum(axis=1)).any()
    assert (counts[:, 2] == counts[:, 0]).all()
