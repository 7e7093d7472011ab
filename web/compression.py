"""Text goes over the air compressed; pictures are already, and live streams must not wait for more."""

import gzip

from flask import Response, request

_LEAST_B = 1024
_LEVEL = 5


def compressed(response: Response) -> Response:
    """Return the response compressed where the browser takes it and it is worth it."""
    if response.is_streamed and not response.direct_passthrough:
        return response
    kind = response.mimetype or ""
    picture = kind.startswith("image/") and kind != "image/svg+xml"
    if picture or response.status_code != 200 or not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    response.vary.add("Accept-Encoding")
    if len(plain) >= _LEAST_B:
        response.set_data(gzip.compress(plain, _LEVEL))
        response.headers["Content-Encoding"] = "gzip"
    return response
