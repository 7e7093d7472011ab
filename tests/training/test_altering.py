"""Alterations as values; without what trains."""

import importlib
from pathlib import Path
from types import ModuleType

import cv2
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
    assert (abs(np.log(tints)) < 0.4).all()


def test_the_lamps_of_some_games_are_tinted_much_more_than_those_of_others(altering: ModuleType) -> None:
    lamps, games = np.arange(2000), np.arange(2000) // 100
    apart = np.log(altering.tints(np.random.default_rng(2), lamps, games)).reshape(20, -1)
    strength = apart.std(axis=1)
    assert strength.min() < 0.03
    assert 0.06 < strength.max() < 0.11


def test_views_of_a_picture_are_as_soft_and_as_deep_as_each_other(altering: ModuleType) -> None:
    told = altering.random_alterations(np.random.default_rng(4), LAMP, GAME)
    assert (told.blur[::2] == told.blur[1::2]).all()
    assert (told.gamma[::2] == told.gamma[1::2]).all()
    assert len(np.unique(told.tint, axis=0)) == 6
    assert abs(np.log(told.tint[::2] / told.tint[1::2])).max() < 0.25


def test_a_game_has_one_of_eight_symmetries_and_its_views_are_a_little_off(altering: ModuleType) -> None:
    crop = np.full((48, 48), 120, np.uint8)
    crop[:24, :24], crop[:24, 24:] = 40, 80
    seen = set()
    for seed in range(60):
        moves = altering.random_alterations(np.random.default_rng(seed), LAMP, GAME).moves
        assert (abs(moves[:, :, 2]) < 0.15).all()
        sizes = abs(np.linalg.det(moves[:, :, :2]))
        assert 0.85 < sizes.min() <= sizes.max() < 1.2
        ways = [_levels(crop, move) for move in moves]
        assert len(set(ways[:4])) == len(set(ways[4:])) == 1
        seen.add(ways[0])
    assert len(seen) == 8


def _levels(crop: np.ndarray, move: np.ndarray) -> tuple[int, ...]:
    """Return which of the levels 40, 80 and 120 each quarter of a moved crop has."""
    middle = np.full(2, 23.5)
    linear, shift = move[:, :2], move[:, 2] * 24
    matrix = np.column_stack([linear, middle - linear @ middle + shift])
    moved = cv2.warpAffine(crop, matrix, (48, 48), flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, borderMode=1)
    quarters = moved.reshape(2, 24, 2, 24)[:, 6:-6, :, 6:-6].mean((1, 3)).ravel()
    return tuple((quarters / 40).round().astype(int))
