"""Where the mat lies bare, in whatever light it was pictured before and now."""

import numpy as np
import pytest

from companion.teaching import bare_mat
from vision.layout import Grid, Layout

LAYOUT = Layout("a mat", (120.0, 120.0), (Grid("dock 1", (15.0, 15.0, 90.0, 90.0), 3, 3),), ())
PX = bare_mat.scale(LAYOUT)
CRATE = "dock 1/4"
PLANKS = (120, 200)  # how bright a crate is, of 255


def pictured(light: float, *, crate: bool, seed: int = 0) -> np.ndarray:
    side = round(120 * PX)
    mat = np.full((side, side, 3), 220.0)
    if crate:
        low, high = round(45 * PX), round(75 * PX)
        planks = np.random.default_rng(7).uniform(*PLANKS, (6, 6, 1)).repeat(5, axis=0).repeat(5, axis=1)
        mat[low:high, low:high] = planks[: high - low, : high - low] * (0.75, 0.9, 1.0)
    noise = np.random.default_rng(seed).normal(0, 1.0, mat.shape)
    return np.clip(mat * light + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("before", [1.0, 0.4])
@pytest.mark.parametrize("now", [1.0, 0.6, 0.3])
def test_a_crate_is_told_from_bare_squares_in_any_light(before: float, now: float) -> None:
    every = {f"dock 1/{square}" for square in range(9)}
    bare = pictured(before, crate=False)
    assert bare_mat.bare_squares(LAYOUT, bare, pictured(now, crate=False, seed=1)) == every
    assert bare_mat.bare_squares(LAYOUT, bare, pictured(now, crate=True, seed=1)) == every - {CRATE}


@pytest.mark.parametrize("now", [1.0, 0.6, 0.3])
def test_what_lies_on_a_mat_that_should_be_bare_is_told_by_how_it_was_printed(now: float) -> None:
    assert bare_mat.covered_zones(LAYOUT, pictured(now, crate=False)) == ()
    assert bare_mat.covered_zones(LAYOUT, pictured(now, crate=True)) == ("dock 1",)


def test_pictures_of_another_size_tell_nothing() -> None:
    bare = pictured(1.0, crate=False)
    assert bare_mat.bare_squares(LAYOUT, bare, bare[::2, ::2]) == frozenset()
