"""Animated WebP: the photos of what somebody laid, one after the other, to be kept of a game."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageOps

SIDE_PX = 480
MOST = 24  # pictures; of more, as many with equal steps between them
EACH_MS, LAST_MS = 800, 2500
PAPER = (245, 241, 232)


def film(jpegs: Sequence[bytes]) -> bytes | None:
    """Return the pictures as one that moves, for ever; None of fewer than two. What lies there is shown whole, on a
    square; nothing else of the files is kept."""
    if len(jpegs) < 2:
        return None
    count = min(len(jpegs), MOST)
    chosen = [jpegs[round(at * (len(jpegs) - 1) / (count - 1))] for at in range(count)]
    first, *others = [_frame(jpeg) for jpeg in chosen]
    times = [EACH_MS] * (count - 1) + [LAST_MS]
    made = BytesIO()
    first.save(made, "WEBP", save_all=True, append_images=others, duration=times, loop=0, quality=80, method=2)
    return made.getvalue()


def _frame(jpeg: bytes) -> Image.Image:
    with Image.open(BytesIO(jpeg), formats=("JPEG",)) as photo:
        photo.draft("RGB", (SIDE_PX, SIDE_PX))
        return ImageOps.pad(photo.convert("RGB"), (SIDE_PX, SIDE_PX), color=PAPER)
