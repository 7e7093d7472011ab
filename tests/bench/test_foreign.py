"""What lies on cells that is no face of theirs is laid there, and what is sure of it is counted."""

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from support.drawn_faces import drawn, taught
from support.drawn_rows import rows_of

GREY = np.full((96, 96, 3), 128, np.uint8)
WHITE = np.full((96, 96, 3), 255, np.uint8)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("foreign")


@pytest.mark.parametrize("seed", range(8))
def test_half_of_a_patch_is_covered_and_the_other_half_is_as_it_was(foreign: ModuleType, seed: int) -> None:
    changed = (foreign.half_covered(np.random.default_rng(seed), GREY, WHITE) != GREY).any(axis=2)
    assert 0.4 <= changed.mean() <= 0.6
    assert changed.all(axis=0).any() or changed.all(axis=1).any()


@pytest.mark.parametrize("seed", range(8))
def test_a_thing_covers_most_of_the_middle_and_less_than_half_of_all(foreign: ModuleType, seed: int) -> None:
    changed = (foreign.with_a_thing(np.random.default_rng(seed), GREY, (200.0, 200.0, 200.0)) != GREY).any(axis=2)
    assert changed[48, 48] or changed[30:66, 30:66].mean() > 0.5
    assert 0.08 <= changed.mean() <= 0.4


def test_what_is_sure_is_counted_by_what_lies_there(foreign: ModuleType) -> None:
    shapes = ("disc", "flag", "cross", "bars")
    blue = np.full_like(drawn("disc"), (160, 60, 20))
    own, others = taught(*((shape, drawn(shape)) for shape in shapes), shots=3), taught(("blue", blue), shots=1)
    cells = [*own, *others]
    read = np.array([cell.picture == "2" for cell in own] + [True] * len(others))
    which = np.arange(len(own)), np.arange(len(own), len(cells))
    found = foreign.counted(rows_of(cells, read), *which, np.random.default_rng(1))
    whole = int(read[: len(own)].sum())
    assert found[True, "", "n"] == whole
    assert found[True, "", "sure"] == whole
    assert found[True, "", "other face"] == 0
    for kind in foreign.KINDS:
        assert found[True, kind, "n"] == 40
    assert found[True, foreign.SHADOW, "sure"] > 30
    assert found[True, foreign.OTHER, "other face"] == found[True, foreign.OTHER, "sure"]
    assert found[True, foreign.HALF, "sure"] < 5
