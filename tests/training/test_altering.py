"""Altered close views as values; without what trains."""

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

LAMP, GAME = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 0, 0, 0, 1, 1])


@pytest.fixture
def altering(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("altering")


def test_each_picture_of_a_game_has_a_tint_of_its_own(altering: ModuleType) -> None:
    tints = altering.tints(np.random.default_rng(1), LAMP, GAME)
    assert tints.shape == (6, 3)
    assert (tints[::2] == tints[1::2]).all()
    assert len(np.unique(tints, axis=0)) == 3
    assert (abs(np.log(tints)) < 0.6).all()


def test_the_lamps_of_some_games_are_tinted_much_more_than_those_of_others(altering: ModuleType) -> None:
    lamps, games = np.arange(2000), np.arange(2000) // 100
    apart = np.log(altering.tints(np.random.default_rng(2), lamps, games)).reshape(20, -1)
    strength = apart.std(axis=1)
    assert 0.015 < strength.min() < 0.05
    assert 0.09 < strength.max() < 0.14


def test_a_view_is_tinted_turned_and_mirrored_as_told(altering: ModuleType) -> None:
    crop = np.full((48, 48, 3), 120, np.uint8)
    crop[:24, :24] = 40
    ways = (((1, 1, 1), 0), ((0.7, 1, 1.4), 0), ((1, 1, 1), 1), ((1, 1, 1), 4))
    plain, warm, turned, mirrored = (
        altering.altered(np.random.default_rng(3), crop, np.array(tint), symmetry).astype(float)
        for tint, symmetry in ways
    )
    assert (warm[30:].mean((0, 1)) / plain[30:].mean((0, 1))) == pytest.approx([0.7, 1, 1.4], rel=0.03)
    for view, dark in ((plain, (0, 0)), (turned, (1, 0)), (mirrored, (0, 1))):
        corners = view.reshape(2, 24, 2, 24, 3)[:, 4:-4, :, 4:-4].mean((1, 3, 4))
        assert np.unravel_index(corners.argmin(), (2, 2)) == dark
        assert (np.sort(corners.ravel())[1:] > 2 * corners.min()).all()
