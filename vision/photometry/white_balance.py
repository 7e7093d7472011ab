"""What white looks like in a picture: the lamp's colour and strength, estimated from the picture alone.

Shades of grey (Finlayson and Trezzi, "Shades of Gray and Colour Constancy", 2004): the Minkowski mean of order 6 of
each channel lies between the grey-world guess and the brightest patch, and one red area does not tip it.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

_ORDER = 6.0
"""Of the Minkowski norm (shades of grey: Finlayson and Trezzi 2004): between the mean (1) and the brightest place."""
_SIZE_PX = 96
"""The edge of the small picture of which it is taken."""
_SAME_LAMP = 0.15
"""Log: how far whites of one teaching lie apart. Chosen where crops of cards on white ground keep their own."""

Lamp = tuple[float, float, float]


def lamps_of_one_teaching(own: Sequence[Lamp], of_few: Sequence[bool]) -> tuple[Lamp, ...]:
    """Return the white of each of several pictures of one teaching: its own; where that is told `of_few` colours and
    lies further from that of all pictures together than lamps of one evening do, the white of all."""
    if not own:
        return ()
    pooled = tuple(float(value) for value in np.mean(np.array(own) ** _ORDER, axis=0) ** (1 / _ORDER))
    others = another_lamp(np.array(own), np.array(pooled))
    return tuple(_lamp(pooled) if few and other else lamp for lamp, few, other in zip(own, of_few, others, strict=True))


def another_lamp(lamps: npt.NDArray[np.float64], usual: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Return which whites (n, 3) lie further from the usual one, (3,), than those of one evening do, (n,)."""
    return np.asarray(np.abs(_hue(lamps) - _hue(usual)).max(axis=-1) >= _SAME_LAMP)


def _hue(lamp: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the colour of lamps (…, 3) but for their strength, (…, 2): log blue and log red by green."""
    return np.asarray(np.log(lamp[..., [0, 2]] / lamp[..., 1:2]))


def _lamp(values: Sequence[float]) -> Lamp:
    blue, green, red = values
    return float(blue), float(green), float(red)


def lamp_bgr(picture: npt.NDArray[np.uint8]) -> Lamp:
    """Return how strong blue, green and red come back from something bright and colourless, each 1 to 255.

    `picture` is (height, width, 3) uint8 BGR and shows the area, no more of the table than must be.
    """
    size = (min(_SIZE_PX, picture.shape[1]), min(_SIZE_PX, picture.shape[0]))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float64) / 255
    strength = np.mean(small**_ORDER, axis=(0, 1)) ** (1 / _ORDER) * 255
    blue, green, red = np.clip(strength, 1.0, 255.0)
    return float(blue), float(green), float(red)
