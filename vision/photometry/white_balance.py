"""What white looks like in a picture: the lamp's colour and strength, estimated from the picture alone.

Shades of grey (Finlayson and Trezzi, "Shades of Gray and Colour Constancy", 2004): the Minkowski mean of order 6 of
each channel lies between the grey-world guess and the brightest patch, and one red area does not tip it.
"""

import cv2
import numpy as np
import numpy.typing as npt

_ORDER = 6.0
_SIZE_PX = 96

Lamp = tuple[float, float, float]


def lamp_bgr(picture: npt.NDArray[np.uint8]) -> Lamp:
    """Return how strong blue, green and red come back from something bright and colourless, each 1 to 255.

    `picture` is (height, width, 3) uint8 BGR and shows the area, no more of the table than must be.
    """
    size = (min(_SIZE_PX, picture.shape[1]), min(_SIZE_PX, picture.shape[0]))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float64) / 255
    strength = np.mean(small**_ORDER, axis=(0, 1)) ** (1 / _ORDER) * 255
    blue, green, red = np.clip(strength, 1.0, 255.0)
    return float(blue), float(green), float(red)
