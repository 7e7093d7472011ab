"""The scoring moment and the winner's crown, drawn for a display of few pixels."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from companion.display import pixel_font
from companion.display.panel import Size
from companion.display.pixel_font import Typeface

TALL_PX = 48  # a display less tall has no room for pictures
EMBLEM_SCALE = 2
CROWN = ((0, 3), (3, 7), (7, 0), (11, 7), (14, 3), (13, 12), (1, 12))
CROWN_PX = 15


def gain(size: Size, emblem: Sequence[str], who: str, earned: str, place: str) -> list[Image.Image]:
    """Return the page of what somebody has earned, beside the game's emblem: "+27", who, and the place that it leads
    to; no page where it has no room."""
    sum_px = 2 * pixel_font.width(earned, Typeface.BOLD)
    beside = EMBLEM_SCALE * max(map(len, emblem), default=0) + 4
    if size[1] < TALL_PX or beside + 4 + sum_px > size[0]:
        return []
    page = Image.new("1", size)
    _emblem(page, (2, 2), emblem)
    left = beside + (size[0] - beside - sum_px) // 2
    pixel_font.draw(page, (left, 2), earned, Typeface.BOLD, scale=2)
    top = 32
    for text, face in ((who, Typeface.BOLD), (place, Typeface.NORMAL)):
        tall = pixel_font.height(text, face)
        if top + tall > size[1]:
            break
        words = pixel_font.fitted(text, face, size[0])
        pixel_font.draw(page, ((size[0] - pixel_font.width(words, face)) // 2, top), words, face)
        top += tall + 2
    return [page]


def crowned(page: Image.Image, name: str) -> Image.Image:
    """Return the winner's page with a crown at both sides of the name, where it leaves room for them."""
    wide = 2 * pixel_font.width(name, Typeface.BOLD)
    margin = (page.width - wide) // 2
    if page.height < TALL_PX or margin < CROWN_PX + 2:
        return page
    pen = ImageDraw.Draw(page)
    for left in (margin - CROWN_PX - 2, margin + wide + 2):
        pen.polygon([(left + x, 7 + y) for x, y in CROWN], fill=1)
    return page


def _emblem(page: Image.Image, at: tuple[int, int], rows: Sequence[str]) -> None:
    """Draw a picture that is told in rows of signs: # is lit."""
    side = EMBLEM_SCALE
    for down, row in enumerate(rows):
        for across, sign in enumerate(row):
            if sign == "#":
                x, y = at[0] + side * across, at[1] + side * down
                page.paste(1, (x, y, x + side, y + side))
