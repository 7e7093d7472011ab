"""Six seat colours that stay apart for everybody, with readable ink."""

import itertools

import numpy as np
import pytest

from companion.prints.raster import bgr
from companion.prints.seat_colours import SEAT_COLOURS

# F. Viénot, H. Brettel, J. Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats",
# 1999: linear RGB as protanopes and deuteranopes see it; the third row of sight is G. Machado's of tritanopes, 2009.
SIGHT = {
    "usual": np.eye(3),
    "protanopia": np.array([[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]]),
    "deuteranopia": np.array([[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]]),
    "tritanopia": np.array([[1.25553, -0.07675, -0.17878], [-0.07841, 0.93081, 0.1476], [0.00473, 0.69137, 0.3039]]),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    value = np.array(bgr(colour)[::-1]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    xyz = np.clip(TO_XYZ @ np.clip(rgb, 0, 1) / np.array([0.9505, 1.0, 1.089]), 1e-6, None)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("sight", list(SIGHT))
def test_any_two_seats_can_be_told_apart(sight: str) -> None:
    seen = [lab(SIGHT[sight] @ linear(colour.hex)) for colour in SEAT_COLOURS]
    for (one, first), (other, second) in itertools.combinations(zip(SEAT_COLOURS, seen, strict=True), 2):
        assert np.linalg.norm(first - second) > 17, (str(one.name), str(other.name))


def test_the_number_can_be_read_on_every_colour() -> None:
    for colour in SEAT_COLOURS:
        ground, ink = (float(np.array([0.2126, 0.7152, 0.0722]) @ linear(hue)) for hue in (colour.hex, colour.ink))
        low, high = sorted((ground, ink))
        assert (high + 0.05) / (low + 0.05) > 4.5, str(colour.name)


def test_names_and_values_are_all_different() -> None:
    assert len({str(colour.name) for colour in SEAT_COLOURS}) == len({colour.hex for colour in SEAT_COLOURS}) == 6
