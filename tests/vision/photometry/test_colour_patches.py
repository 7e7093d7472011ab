"""Printed colour patches: measured, tied to those of teaching, and left alone where they say nothing."""

from dataclasses import replace

import numpy as np
import pytest

from vision.layout import Grid, Layout, Patch
from vision.observe import area_light, patches_seen, train
from vision.photometry import colour_patches
from vision.photometry.normalise import brought
from vision.pieceset.faces import Faces
from vision.registration.locate import Located, locate
from vision.registration.rectify import from_whole
from vision.teach import examples_of_frame

COLOURS = {
    "red": (40.0, 45.0, 180.0),
    "green": (60.0, 140.0, 50.0),
    "blue": (170.0, 80.0, 40.0),
    "yellow": (50.0, 180.0, 190.0),
    "grey": (120.0, 120.0, 120.0),
    "dark": (60.0, 60.0, 60.0),
}
TAUGHT = {name: np.array(bgr) for name, bgr in COLOURS.items()}
GAIN, OFFSET = np.array([1.15, 1.0, 0.9]), np.array([-10.0, 4.0, 12.0])


def seen(gain: np.ndarray = GAIN, offset: np.ndarray = OFFSET) -> dict[str, np.ndarray]:
    """The patches as they look where that line leads to the taught ones."""
    return {name: (colour - offset) / gain for name, colour in TAUGHT.items()}


def test_the_line_between_two_lights_is_found() -> None:
    line = colour_patches.tie(seen(), TAUGHT)
    assert line is not None
    for name, colour in seen().items():
        np.testing.assert_allclose(colour * line[0] + line[1], TAUGHT[name], atol=6)


def test_a_covered_patch_does_not_tip_it() -> None:
    spoilt = seen() | {"yellow": np.array([90.0, 60.0, 70.0])}
    line = colour_patches.tie(spoilt, TAUGHT)
    assert line is not None
    np.testing.assert_allclose(seen()["red"] * line[0] + line[1], TAUGHT["red"], atol=10)


def test_a_mat_without_the_patches_tells_nothing() -> None:
    bare = {name: np.full(3, 200.0) for name in TAUGHT}
    assert colour_patches.tie(bare, TAUGHT) is None
    assert colour_patches.tie({name: seen()[name] for name in ("red", "green", "blue")}, TAUGHT) is None


@pytest.mark.parametrize("black", [[0.0, 0.0, 0.0], [30.0, 40.0, 50.0]])
def test_a_white_and_a_black_do_what_the_line_does(black: list[float]) -> None:
    white = np.array([[180.0, 200.0, 220.0]])
    levels = np.array([[60.0, 80.0, 150.0], [120.0, 130.0, 90.0]])
    before = brought(levels, white, np.array([black])) * GAIN + OFFSET
    led = colour_patches.led((GAIN, OFFSET), white, np.array([black]))
    np.testing.assert_allclose(brought(levels, *led), before, atol=1e-6)


def test_what_is_uneven_burnt_out_or_out_of_the_picture_is_left_out() -> None:
    picture = np.full((100, 200, 3), 200, np.uint8)
    picture[20:40, 20:40] = (40, 60, 180)
    picture[20:40, 60:80], picture[20:40, 60:70] = (40, 60, 180), (200, 200, 200)
    picture[20:40, 100:120] = 255
    patches = [
        Patch(name, (x / 2, 10.0, 10.0, 10.0), "#b43c28")
        for name, x in (("even", 20), ("half", 60), ("burnt", 100), ("out", 190))
    ]
    found = colour_patches.measured(picture, from_whole((100.0, 50.0), (200, 100)), patches)
    assert found == {"even": (40.0, 60.0, 180.0)}


def test_patches_are_taught_and_tie_another_light_to_that_of_teaching(tmp_path) -> None:
    patches = tuple(Patch(name, (10.0 + 20 * k, 5.0, 15.0, 15.0), "#808080") for k, name in enumerate(COLOURS))
    layout = Layout("flat", (140.0, 100.0), (Grid("board", (20.0, 30.0, 60.0, 60.0), 2, 2),), (), patches)
    picture = np.full((400, 560, 3), 225, np.uint8)
    for patch in patches:
        x, y, width, height = (round(4 * value) for value in patch.rect_mm)
        picture[y : y + height, x : x + width] = COLOURS[patch.name]
    picture[130:350, 90:310] = np.random.default_rng(1).integers(60, 200, (22, 22, 3)).repeat(10, 0).repeat(10, 1)
    cells = {"board": [["a", "b"], ["c", "d"]]}
    taught = examples_of_frame(picture, layout, cells, {}, rectified=True)
    assert set(taught[0].patches_bgr) == set(COLOURS)
    assert examples_of_frame(picture, replace(layout, patches=()), cells, {}, rectified=True)[0].patches_bgr == {}
    trained = train(Faces(tmp_path, taught), layout)
    other = np.clip(picture * np.array([0.9, 0.8, 0.75]) + 25, 0, 255).astype(np.uint8)
    located = locate(other, layout, rectified=True)
    assert isinstance(located, Located)
    light = area_light(other, located, layout, by_markers=False)
    here = patches_seen(other, located, layout, light)
    tied = replace(light, tied=colour_patches.tie(here, trained.patches))

    def off(under) -> float:
        there = patches_seen(other, located, layout, under)
        return float(np.mean([np.abs(there[name] - colour).mean() for name, colour in trained.patches.items()]))

    assert off(tied) < off(light) / 3
