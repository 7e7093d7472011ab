import cv2
import numpy as np
import pytest

from vision.motion.change import changed_cells, still
from vision.motion.occlusion import covered

SIZE = 72
CELL = SIZE // 3


def dock(cells, seed=0):
    """Return a dock of 3 × 3 cells (h, w, 3) float: planks, with a coloured thing where a cell is not 0."""
    rng = np.random.default_rng(seed)
    picture = np.empty((SIZE, SIZE, 3), np.float32)
    picture[:] = (70, 110, 150)
    picture[::8] *= 0.7
    picture += cv2.GaussianBlur(rng.normal(0, 20, (SIZE, SIZE)).astype(np.float32), (0, 0), 4, sigmaY=0.7)[..., None]
    for number, cell in enumerate(cells):
        row, col = divmod(number, 3)
        middle = (col * CELL + CELL // 2, row * CELL + CELL // 2)
        if cell:
            hue = ((40, 200, 230), (50, 60, 70), (60, 60, 190))[cell % 3]
            cv2.rectangle(
                picture, (middle[0] - 10, middle[1] - 10), (middle[0] + 10, middle[1] + 10), (205, 225, 235), -1
            )
            cv2.circle(picture, middle, 3 + cell % 5, hue, -1)
    return picture


def seen(picture, *, gain=1.0, tint=(1.0, 1.0, 1.0), lean=0.0, shadow=0.0, seed=1):
    """Return the dock as a camera sees it; the shadow's edge runs across its middle."""
    x = np.linspace(-0.5, 0.5, SIZE, dtype=np.float32)[None, :, None]
    light = gain * np.array(tint, np.float32) * (1 + lean * x) * (1 - shadow / (1 + np.exp(-x * 60)))
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


CELLS = (0, 1, 2, 3, 0, 4, 5, 0, 6)
LIGHTS = {
    "noise": {"seed": 7},
    "dimmer": {"gain": 0.8},
    "brighter": {"gain": 1.12},
    "warmer": {"tint": (0.9, 1.0, 1.08)},
    "leaning": {"lean": 0.3},
}


@pytest.mark.parametrize("light", LIGHTS)
def test_a_lamp_that_drifts_moves_nothing_and_changes_no_cell(light):
    before, after = seen(dock(CELLS)), seen(dock(CELLS), **LIGHTS[light])
    assert still(before, after)
    assert changed_cells(before, after, 3, 3).max() < 0.7


def test_a_shadow_changes_no_cell():
    assert changed_cells(seen(dock(CELLS)), seen(dock(CELLS), shadow=0.35), 3, 3).max() < 1.0


@pytest.mark.parametrize("light", [*LIGHTS, "shadow"])
def test_a_crate_that_is_laid_changes_its_cells_and_no_others(light):
    laid = list(CELLS)
    laid[0], laid[4], laid[8] = 8, 7, 0
    options = LIGHTS.get(light, {"shadow": 0.3})
    scores = changed_cells(seen(dock(CELLS)), seen(dock(laid), **options), 3, 3).ravel()
    assert set(np.flatnonzero(scores >= 1.0)) == {0, 4, 8}
    assert not still(seen(dock(CELLS)), seen(dock(laid), **options))


def test_a_fingertip_is_movement():
    moved = dock(CELLS)
    cv2.circle(moved, (70, 30), 5, (120, 150, 205), -1)
    assert not still(seen(dock(CELLS)), seen(moved))


def test_pictures_of_different_sizes_are_not_compared():
    picture = seen(dock(CELLS))
    assert not still(picture, picture[:-1])
    with pytest.raises(ValueError, match="different sizes"):
        changed_cells(picture, picture[:-1], 3, 3)


def with_hand(picture, skin, reach=0.55):
    """Return the dock with a hand that comes in from below."""
    picture = picture.copy()
    middle, top = SIZE // 2 + 6, round(SIZE * (1 - reach))
    cv2.rectangle(picture, (middle - 11, top + 12), (middle + 11, SIZE), skin, -1)
    for finger in (-9, -3, 3, 9):
        cv2.line(picture, (middle + finger, top + 12), (middle + finger, top), skin, 5)
    return picture


@pytest.mark.parametrize("skin", [(150, 180, 230), (105, 135, 190), (25, 35, 50)])
@pytest.mark.parametrize("light", ["noise", "dimmer", "warmer"])
def test_a_hand_over_a_zone_is_said(skin, light):
    why = covered(seen(with_hand(dock(CELLS), skin), **LIGHTS[light]), seen(dock(CELLS)))
    assert str(why) == "a hand is in view"


@pytest.mark.parametrize("light", [*LIGHTS, "shadow"])
def test_no_light_and_no_piece_is_a_hand(light):
    laid = list(CELLS)
    laid[0], laid[4], laid[8] = 8, 7, 0
    options = LIGHTS.get(light, {"shadow": 0.35})
    edge = 8
    around = [
        cv2.copyMakeBorder(dock(cells), *[edge] * 4, cv2.BORDER_CONSTANT, value=(225, 230, 230))
        for cells in (CELLS, laid)
    ]
    before, after = (cv2.resize(each, (SIZE, SIZE), interpolation=cv2.INTER_AREA) for each in around)
    assert covered(seen(before, **options), seen(before)) is None
    assert covered(seen(after, **options), seen(before)) is None


@pytest.mark.parametrize("light", [*LIGHTS, "shadow"])
@pytest.mark.parametrize("colour", [(45, 45, 205), (190, 90, 30), (105, 135, 190)])
def test_a_piece_that_fills_its_place_is_no_hand(colour, light):
    bare = np.full((SIZE, SIZE, 3), (225, 230, 230), np.uint8)
    laid = cv2.rectangle(bare.copy(), (SIZE // 10, SIZE // 10), (SIZE - SIZE // 10, SIZE - SIZE // 10), colour, -1)
    assert covered(seen(laid, **LIGHTS.get(light, {"shadow": 0.35})), seen(bare)) is None
    assert str(covered(seen(with_hand(laid, (105, 135, 190))), seen(bare))) == "a hand is in view"


def test_without_a_calm_picture_no_hand_is_claimed():
    assert covered(seen(with_hand(dock(CELLS), (105, 135, 190)))) is None
    assert covered(seen(dock(CELLS)), seen(dock(CELLS))[:-2]) is None
