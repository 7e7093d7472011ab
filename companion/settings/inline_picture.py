"""Pictures for the page: as JPEG inside the page itself, so that picture and words are of the same moment."""

import base64

import cv2

from vision.registration.patches import Picture

_QUALITY = 82


def as_data(picture: Picture) -> str:
    """Return a BGR picture as a `data:` address."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode()
