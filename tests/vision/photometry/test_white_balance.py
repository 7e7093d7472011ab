"""What white looks like: told by a whole picture, and by crops of single pieces together."""

import numpy as np

from vision.photometry.white_balance import Lamp, lamp_bgr, lamps_of_one_teaching

ORANGE, BLUE, GREEN, RED, WHITE = (30, 120, 230), (200, 110, 30), (70, 170, 70), (40, 40, 210), (225, 226, 224)


def crop(colour: tuple[int, int, int], lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> np.ndarray:
    picture = np.full((64, 64, 3), colour, np.float64)
    picture[24:40, 24:40] = (60, 60, 60)
    return (picture * lamp).astype(np.uint8)


def hue(lamp: tuple[float, float, float]) -> np.ndarray:
    return np.log(np.array(lamp)[[0, 2]] / lamp[1])


def together(crops: list[np.ndarray]) -> tuple[Lamp, ...]:
    return lamps_of_one_teaching([lamp_bgr(crop) for crop in crops], [True] * len(crops))


def test_the_colour_of_a_tile_is_not_taken_for_the_lamps() -> None:
    crops = [crop(colour) for colour in (ORANGE, BLUE, GREEN, RED)]
    assert np.abs(hue(lamp_bgr(crops[0]))).max() > 0.5
    for lamp in together(crops):
        assert np.abs(hue(lamp)).max() < 0.35


def test_crops_on_white_ground_keep_the_lamp_that_each_shows() -> None:
    warm, cold = crop(WHITE, (0.9, 1.0, 1.0)), crop(WHITE, (1.0, 1.0, 0.92))
    assert together([warm, cold]) == (lamp_bgr(warm), lamp_bgr(cold))


def test_a_picture_of_many_colours_keeps_the_lamp_that_it_shows() -> None:
    lamps = [lamp_bgr(crop(colour)) for colour in (WHITE, ORANGE, BLUE)]
    white, orange, blue = lamps_of_one_teaching(lamps, [False, False, True])
    assert (white, orange) == (lamps[0], lamps[1])
    assert np.abs(hue(blue)).max() < 0.35 < np.abs(hue(lamps[2])).max()


def test_no_crop_has_no_lamp() -> None:
    assert together([]) == ()
