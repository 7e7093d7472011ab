"""What white looks like: told by a whole picture, and by crops of single pieces together."""

import numpy as np

from vision.photometry.white_balance import lamp_bgr, lamps_of_crops

ORANGE, BLUE, GREEN, RED, WHITE = (30, 120, 230), (200, 110, 30), (70, 170, 70), (40, 40, 210), (225, 226, 224)


def crop(colour: tuple[int, int, int], lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> np.ndarray:
    picture = np.full((64, 64, 3), colour, np.float64)
    picture[24:40, 24:40] = (60, 60, 60)
    return (picture * lamp).astype(np.uint8)


def hue(lamp: tuple[float, float, float]) -> np.ndarray:
    return np.log(np.array(lamp)[[0, 2]] / lamp[1])


def test_the_colour_of_a_tile_is_not_taken_for_the_lamps() -> None:
    crops = [crop(colour) for colour in (ORANGE, BLUE, GREEN, RED)]
    assert np.abs(hue(lamp_bgr(crops[0]))).max() > 0.5
    for lamp in lamps_of_crops(crops):
        assert np.abs(hue(lamp)).max() < 0.35


def test_crops_on_white_ground_keep_the_lamp_that_each_shows() -> None:
    warm, cold = crop(WHITE, (0.9, 1.0, 1.0)), crop(WHITE, (1.0, 1.0, 0.92))
    assert lamps_of_crops([warm, cold]) == (lamp_bgr(warm), lamp_bgr(cold))


def test_no_crop_has_no_lamp() -> None:
    assert lamps_of_crops([]) == ()
