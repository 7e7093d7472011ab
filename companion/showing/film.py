"""Animated WebP: the photos of what somebody laid, one after the other, each filling up, to be kept of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageOps

from companion.table.evidence.placement import Box

SIDE_PX = 480
MOST = 24  # photos; of more, as many with equal steps between them
MOST_FRAMES = 60  # of all photos: it stays below a megabyte or two
FILL_MS, EACH_MS, LAST_MS = 200, 800, 2500
PAPER = (245, 241, 232)
FADED = 0.85  # of the paper, where nothing lies yet


@dataclass(frozen=True)
class Filling:
    """A photo (JPEG), and where in it something lies, in the order in which it appears, in parts of its width and
    height; without any, it is shown as it is."""

    jpeg: bytes
    boxes: tuple[Box, ...] = ()


def film(photos: Sequence[Filling]) -> bytes | None:
    """Return the photos as one picture that moves, for ever; None of fewer than two. What lies there is shown whole, on
    a square; nothing else of the files is kept."""
    if len(photos) < 2:
        return None
    count = min(len(photos), MOST)
    chosen = [photos[round(at * (len(photos) - 1) / (count - 1))] for at in range(count)]
    shown = [frame for photo in chosen for frame in _frames(photo, MOST_FRAMES // count - 1)]
    (first, _), *others = shown
    times = [*(time for _, time in shown[:-1]), LAST_MS]
    made = BytesIO()
    rest = [frame for frame, _ in others]
    first.save(made, "WEBP", save_all=True, append_images=rest, duration=times, loop=0, quality=80, method=2)
    return made.getvalue()


def _frames(photo: Filling, most: int) -> Iterator[tuple[Image.Image, int]]:
    """Yield a photo with how long it is shown (ms), before that in at most so many steps what it fills with."""
    with Image.open(BytesIO(photo.jpeg), formats=("JPEG",)) as file:
        file.draft("RGB", (SIDE_PX, SIDE_PX))
        whole = file.convert("RGB")
    filled = Image.blend(whole, Image.new("RGB", whole.size, PAPER), FADED)
    count = min(len(photo.boxes), most)
    ends = [round(step * len(photo.boxes) / count) for step in range(count + 1)] if count else []
    for begin, end in pairwise(ends):
        yield _square(filled), FILL_MS
        for box in photo.boxes[begin:end]:
            left, top, right, bottom = _pixels(box, whole.size)
            filled.paste(whole.crop((left, top, right, bottom)), (left, top))
    yield _square(whole), EACH_MS


def _pixels(box: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    wide, high = size
    return round(left * wide), round(top * high), round(right * wide), round(bottom * high)


def _square(image: Image.Image) -> Image.Image:
    return ImageOps.pad(image, (SIDE_PX, SIDE_PX), color=PAPER)
