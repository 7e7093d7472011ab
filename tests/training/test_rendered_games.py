"""Rendered games as values: what is dealt, and what a small camera makes of light; without the path tracer."""

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

HERE = Path(__file__).parent
CELL = 96


@pytest.fixture
def specs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(HERE))
    return importlib.import_module("rendered_specs")


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(HERE))
    return importlib.import_module("small_camera")


def game_of(specs: ModuleType, pictures: list[np.ndarray], turns: int, *, with_empty: bool):
    families = importlib.import_module("families")
    drawn = np.stack(pictures)[:, None]
    family = families.Family("letters", drawn, np.full((CELL, CELL), 255, np.uint8), drawn[:1, 0], True)
    rng = np.random.default_rng(4)
    faces = tuple(specs.PrintedFace(f"0 {k}", family, k) for k in range(len(pictures)))
    board, pieces = specs._random_board(rng, len(faces)), specs._random_pieces(rng, True)
    return specs.RenderedGame(faces, pieces, board, specs.quiet_surface(rng), turns, with_empty, False, 40.0, 80, {})


def arrow(turn: int = 0, length: int = 60) -> np.ndarray:
    picture = np.full((CELL, CELL, 3), 230, np.uint8)
    cv2.arrowedLine(picture, (48, 48 + length // 2), (48, 48 - length // 2), (20, 20, 20), 9, tipLength=0.5)
    return np.ascontiguousarray(np.rot90(picture, turn))


@pytest.mark.parametrize("with_empty", [False, True])
def test_a_picture_that_teaches_shows_every_face(with_empty: bool, specs: ModuleType) -> None:
    game = game_of(specs, [np.full((CELL, CELL, 3), 25 * k, np.uint8) for k in range(9)], 4, with_empty=with_empty)
    # As few cells as that takes, so that chance brings nothing.
    game = replace(game, board=replace(game.board, rows=2, cols=5) if with_empty else game.board)
    for seed in range(20):
        laid, turns = specs.dealt(np.random.default_rng(seed), game, every_face=True)
        assert laid.shape == turns.shape == (game.board.rows, game.board.cols)
        assert set(range(9)) | ({specs.EMPTY} if with_empty else set()) == set(laid.ravel().tolist())
        assert set(turns.ravel().tolist()) <= {0, 1, 2, 3}


def test_pieces_that_lie_one_way_are_not_turned(specs: ModuleType) -> None:
    game = game_of(specs, [arrow(), arrow(1)], 1, with_empty=False)
    _, turns = specs.dealt(np.random.default_rng(0), game, every_face=False)
    assert not turns.any()


def test_where_pieces_are_turned_a_face_that_is_another_one_turned_is_left_out(specs: ModuleType) -> None:
    game = game_of(specs, [arrow(), arrow(1), arrow(length=24), arrow(3)], 4, with_empty=False)
    kept = specs._apart_when_turned(game.faces)
    assert [face.label for face in kept] == ["0 0", "0 2"]


def test_light_of_another_strength_gives_the_same_picture(camera: ModuleType) -> None:
    light = np.random.default_rng(0).random((60, 80, 3)).astype(np.float32)
    ones, others = (
        camera.taken(np.random.default_rng(1), light * share, "day", np.ones(3)) for share in (1.0, np.float32(40))
    )
    assert ones.dtype == np.uint8
    assert ones.shape == light.shape
    assert np.abs(ones.astype(int) - others).mean() < 1


def test_most_of_a_lamps_colour_is_taken_off_and_some_is_left(camera: ModuleType) -> None:
    lamp = np.array([0.25, 0.6, 1.0])  # a warm one, BGR
    light = np.full((60, 80, 3), 0.5, np.float32) * lamp.astype(np.float32)
    light[::2, ::3] *= 0.3
    leads = []
    for seed in range(20):
        picture = camera.taken(np.random.default_rng(seed), light, "lamp", lamp).astype(float)
        leads.append(picture[..., 2].mean() / picture[..., 0].mean())
    assert 1.02 < np.median(leads) < 2.0  # it was 4 in linear light


def test_little_light_is_noisier_than_a_day(camera: ModuleType) -> None:
    light = np.full((60, 80, 3), 0.5, np.float32)

    def noise(condition: str) -> float:
        shots = [camera.taken(np.random.default_rng(seed), light, condition, np.ones(3)) for seed in range(12)]
        return float(np.mean([shot[20:40, 30:50].astype(float).std(axis=(0, 1)).mean() for shot in shots]))

    assert noise("dim") > 1.5 * noise("day")
