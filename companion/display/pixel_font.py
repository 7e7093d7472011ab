"""Letters for a display of few pixels: bitmap fonts that look the same on every machine, and texts that always fit.

The letters are X11's misc-fixed fonts (see glyphs/SOURCE.md): Latin, Greek, Cyrillic, Hebrew, Armenian, Georgian, Thai,
kana, Han and Hangul. Whatever else a name holds is drawn with GNU Unifont where that is installed, else as a box.
Letters stand in the order in which they come, from the left, also those of scripts that are written from the right: to
set these takes shaping and the whole bidirectional algorithm (UAX #9), which a display of 128 pixels does not pay for.
"""

import lzma
import unicodedata
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

GLYPHS = Path(__file__).parent / "glyphs"
UNIFONT = (
    Path("/usr/share/fonts/opentype/unifont/unifont.otf"),
    Path("/usr/share/fonts/truetype/unifont/unifont.ttf"),
)
UNIFONT_PX = 16
ELLIPSIS = "…"


class Typeface(Enum):
    """How big letters are."""

    SMALL = "small"
    NORMAL = "normal"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class Strike:
    """One bitmap font: every glyph is as wide and high as the other."""

    width: int
    height: int
    codes: "array[int]"  # of the letters, rising
    rows: bytes

    def has(self, code: int) -> bool:
        """Return whether there is a glyph for this code point."""
        return self._place(code) is not None

    def glyph(self, code: int) -> Image.Image | None:
        """Return the glyph's picture."""
        place = self._place(code)
        if place is None:
            return None
        size = (self.width + 7) // 8 * self.height
        return Image.frombytes("1", (self.width, self.height), self.rows[place * size : (place + 1) * size])

    def _place(self, code: int) -> int | None:
        place = bisect_left(self.codes, code)
        return place if place < len(self.codes) and self.codes[place] == code else None


@cache
def strike(name: str) -> Strike:
    """Return one of the fonts that come with the companion."""
    raw = lzma.decompress((GLYPHS / f"{name}.xz").read_bytes())
    head, _, body = raw.partition(b"\n")
    width, height, _, count = (int(part) for part in head.split()[1:])
    codes = array("I", body[: 4 * count])
    if codes[0] > 0xFFFF:  # the file is little endian, this machine is not
        codes.byteswap()
    return Strike(width, height, codes, body[4 * count :])


STRIKES = {Typeface.SMALL: ("5x8",), Typeface.NORMAL: ("6x13", "12x13ja"), Typeface.BOLD: ("6x13b", "6x13", "12x13ja")}


@cache
def _unifont() -> ImageFont.FreeTypeFont | None:
    path = next((path for path in UNIFONT if path.is_file()), None)
    return ImageFont.truetype(str(path), UNIFONT_PX) if path else None


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter to be drawn: its picture, how far it advances, whether it stands over the letter before it."""

    picture: Image.Image
    advance: int
    over: bool = False


@lru_cache(maxsize=2048)
def _letter(text: str, face: Typeface) -> _Letter | None:
    over = unicodedata.combining(text) != 0 or unicodedata.category(text) in ("Mn", "Me")
    for name in STRIKES[face]:
        glyph = strike(name).glyph(ord(text))
        if glyph is not None:
            return _Letter(glyph, 0 if over else glyph.width, over)
    if over or unicodedata.category(text) in ("Cf", "Cc", "Mc", "Zl", "Zp"):
        return None  # a mark or joiner that can't be shown leaves its letter readable
    return _foreign(text, face)


def _foreign(text: str, face: Typeface) -> _Letter:
    """Return a letter that the companion's own fonts lack."""
    font = _unifont()
    if font is not None and face is not Typeface.SMALL:
        width = max(8, round(font.getlength(text) / 8) * 8)
        picture = Image.new("1", (width, UNIFONT_PX))
        ImageDraw.Draw(picture).text((0, 0), text, font=font, fill=1)
        if picture.getbbox() is not None:
            return _Letter(picture, width)
    height = strike(STRIKES[face][0]).height
    width = strike(STRIKES[face][0]).width
    picture = Image.new("1", (width, height))
    ImageDraw.Draw(picture).rectangle((0, 1, width - 2, height - 3), outline=1)
    return _Letter(picture, width)


def _letters(text: str, face: Typeface) -> list[_Letter]:
    return [found for letter in unicodedata.normalize("NFC", text) if (found := _letter(letter, face)) is not None]


def can_draw(text: str, face: Typeface) -> bool:
    """Return whether the face's own fonts hold every letter of the text."""
    return all(
        any(strike(name).has(ord(letter)) for name in STRIKES[face])
        for letter in unicodedata.normalize("NFC", text)
        if unicodedata.category(letter) not in ("Mn", "Me", "Cf", "Cc")
    )


@lru_cache(maxsize=4096)
def width(text: str, face: Typeface) -> int:
    """Return how many pixels wide the text is."""
    return sum(letter.advance for letter in _letters(text, face))


@lru_cache(maxsize=1024)
def height(text: str, face: Typeface) -> int:
    """Return how many pixels high the text is at most."""
    own = strike(STRIKES[face][0]).height
    return max([own, *(letter.picture.height for letter in _letters(text, face))])


def draw(image: Image.Image, at: tuple[int, int], text: str, face: Typeface, *, ink: int = 1, scale: int = 1) -> int:
    """Draw the text with its top left at `at`, in `ink` (1 lit, 0 dark); return where it ends."""
    x, y = at
    before = x
    for letter in _letters(text, face):
        picture = letter.picture
        if scale > 1:
            picture = picture.resize((picture.width * scale, picture.height * scale))
        image.paste(ink, (before if letter.over else x, y), picture)
        if not letter.over:
            before, x = x, x + letter.advance * scale
    return x


def fitted(text: str, face: Typeface, room: int) -> str:
    """Return the text, or as much of its beginning as fits into `room` pixels with an ellipsis."""
    text = unicodedata.normalize("NFC", text)
    if width(text, face) <= room:
        return text
    short = text
    while short and width(short + ELLIPSIS, face) > room:
        short = short[:-1]
    while short and (unicodedata.category(short[-1]) in ("Mn", "Me", "Cf") or short[-1] == " "):
        short = short[:-1]
    return short + ELLIPSIS if width(short + ELLIPSIS, face) <= room else ""


def wrapped(text: str, face: Typeface, room: int, lines: int) -> tuple[str, ...]:
    """Return the text in at most `lines` lines of `room` pixels, broken at spaces where possible; what does not fit
    ends in an ellipsis."""
    rows: list[str] = []
    rest = " ".join(unicodedata.normalize("NFC", text).split())
    while rest and len(rows) < lines - 1 and width(rest, face) > room:
        row, rest = _first_line(rest, face, room)
        rows.append(row)
    return tuple([*rows, fitted(rest, face, room)] if rest else rows)


def _first_line(text: str, face: Typeface, room: int) -> tuple[str, str]:
    end = next(end for end in range(len(text), 0, -1) if end == 1 or width(text[:end], face) <= room)
    spaces = [i for i in range(1, end + 1) if text[i : i + 1] == " "]
    kept = [i for i in spaces if not text[i + 1 : i + 2].isdigit()]  # a number stays with the word before it
    if spaces:
        space = (kept or spaces)[-1]
        return text[:space], text[space + 1 :]
    return text[:end], text[end:].lstrip()
