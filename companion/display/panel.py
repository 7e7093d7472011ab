"""What a small display's pictures are built of: lists of seats, and sentences, on as many pages as they need.

Everything is measured before it is drawn, so nothing runs over an edge: names are shortened, sentences wrapped, and
lists go on on a further page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PIL import Image, ImageDraw

from companion.display import pixel_font
from companion.display.pixel_font import Typeface

Size = tuple[int, int]
GAP = 3  # pixels between things side by side


class RowSign(Enum):
    """A sign at a row's end."""

    NONE = "none"
    OPEN = "open"  # an empty box: awaited
    DONE = "done"  # a box with a tick
    NOW = "now"  # an arrow: this seat's move


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: a number in a chip, words, and numbers at its right end."""

    chip: str
    words: str
    right: tuple[str, ...] = ()
    mark: RowSign = RowSign.NONE


@dataclass(frozen=True, slots=True)
class Fit:
    """A way to set a list: its letters and its columns."""

    face: Typeface
    columns: int = 1


WIDE_COLUMN = 118  # a column for words and numbers is at least this wide …
NARROW_COLUMN = 60  # … and one for a name and a sign this


def listing(size: Size, title: str, rows: Sequence[Row], *, narrow: bool = False) -> list[Image.Image]:
    """Return the pages of a list under its title: set as large as it fits on one page, else as small as it can be
    read. `narrow` rows hold a name and a sign only and may stand side by side. A title that is too long for its band
    is said whole on a page before."""
    is_cut, head = _head(size, title, 2 if size[1] >= 64 and narrow else 1)
    room = size[1] - head.height
    fit = _fit(size, room, rows, narrow)
    most = max(1, room // _row_height(rows, fit.face)) * fit.columns
    per_page = -(-len(rows) // max(1, -(-len(rows) // most))) or 1
    pages = sentence(size, title) if is_cut else []
    for first in range(0, max(1, len(rows)), per_page):
        page = Image.new("1", size)
        page.paste(head, (0, 0))
        _rows(page, head.height, rows[first : first + per_page], fit, rows)
        pages.append(page)
    return pages


def _fit(size: Size, room: int, rows: Sequence[Row], narrow: bool) -> Fit:
    most = max(1, size[0] // (NARROW_COLUMN if narrow else WIDE_COLUMN))
    small = all(pixel_font.can_draw(text, Typeface.SMALL) for row in rows for text in (row.words, *row.right))
    fits = [Fit(face, columns) for face in (Typeface.NORMAL, Typeface.SMALL) for columns in range(1, most + 1)]
    fits = [fit for fit in fits if fit.face is Typeface.NORMAL or small]
    for fit in fits:
        if room // _row_height(rows, fit.face) * fit.columns >= len(rows):
            return fit
    return fits[-1]


def _row_height(rows: Sequence[Row], face: Typeface) -> int:
    return max(pixel_font.height(row.words, face) for row in rows) + (1 if face is Typeface.SMALL else 0) if rows else 8


def _rows(page: Image.Image, top: int, rows: Sequence[Row], fit: Fit, every: Sequence[Row]) -> None:
    width = page.width // fit.columns
    down = -(-len(rows) // fit.columns)
    step = (page.height - top) // max(1, -(-len(every) // fit.columns) if len(every) <= len(rows) else down)
    step = max(min(step, 18), _row_height(every, fit.face))
    ends = [
        max((pixel_font.width(row.right[i], fit.face) for row in every if len(row.right) > i), default=0)
        for i in range(max((len(row.right) for row in every), default=0))
    ]
    for place, row in enumerate(rows):
        column, line = divmod(place, down)
        box = (column * width, top + line * step, (column + 1) * width, top + (line + 1) * step)
        _row(page, box, row, fit.face, ends)


def _row(page: Image.Image, box: tuple[int, int, int, int], row: Row, face: Typeface, ends: Sequence[int]) -> None:
    left, top, right, bottom = box
    tall = pixel_font.height(row.words, face)
    y = top + max(0, (bottom - top - tall) // 2)
    right -= 1 if right == page.width else 2 * GAP
    if row.mark is not RowSign.NONE:
        right -= 9
        _mark(page, (right + 1, top + max(0, (bottom - top - 8) // 2)), row.mark)
    for text, room in zip(reversed(row.right), reversed(ends), strict=False):
        pixel_font.draw(page, (right - pixel_font.width(text, face), y), text, face)
        right -= room + 2 * GAP
    x = left
    if row.chip:
        x = _chip(page, (left, y), row.chip, face) + GAP
    pixel_font.draw(page, (x, y), pixel_font.fitted(row.words, face, right - x), face)


def _chip(page: Image.Image, at: tuple[int, int], text: str, face: Typeface) -> int:
    wide, tall = pixel_font.width(text, face) + 2, pixel_font.height(text, face)
    page.paste(1, (at[0], at[1], at[0] + wide, at[1] + tall - (face is not Typeface.SMALL)))
    pixel_font.draw(page, (at[0] + 1, at[1]), text, face, ink=0)
    return at[0] + wide


def _mark(page: Image.Image, at: tuple[int, int], mark: RowSign) -> None:
    x, y = at
    pen = ImageDraw.Draw(page)
    if mark is RowSign.NOW:
        pen.polygon([(x + 1, y), (x + 5, y + 4), (x + 1, y + 8)], fill=1)
        return
    pen.rectangle((x, y, x + 7, y + 7), outline=1, fill=1 if mark is RowSign.DONE else 0)
    if mark is RowSign.DONE:
        pen.line([(x + 1, y + 4), (x + 3, y + 6), (x + 6, y + 1)], fill=0)


def _head(size: Size, title: str, lines: int) -> tuple[bool, Image.Image]:
    """Return the title on a lit band, in small letters where they can say it, and whether something of it is left
    out."""
    if not title:
        return False, Image.new("1", (size[0], 0))
    face = _smallest(title)
    rows = pixel_font.wrapped(title, face, size[0] - 4, lines)
    tall = max(pixel_font.height(row, face) for row in rows)
    head = Image.new("1", (size[0], tall * len(rows) + 1), 1)
    for line, row in enumerate(rows):
        pixel_font.draw(head, (2, line * tall), row, face, ink=0)
    return _cut(rows, title), head


def sentence(size: Size, text: str, small: Sequence[str] = (), *, foot: str = "") -> list[Image.Image]:
    """Return the pages that say `text` as large as it fits on one, with `small` sentences below, and `foot` at the
    lower edge. What does not fit on one page even in small letters goes on on the next; so does a small sentence for
    which there is no room."""
    bottom = size[1] - (pixel_font.height(foot, _smallest(foot)) + 1 if foot else 0)
    faces = [Typeface.BOLD, Typeface.NORMAL, *_smaller(text)]
    face = next((face for face in faces if not _cut(_lines(size, bottom, text, face), text)), faces[-1])
    tall = _line_height(text, face)
    rows = pixel_font.wrapped(text, face, size[0] - 1, 99)
    per_page = max(1, bottom // tall)
    pages = []
    for first in range(0, max(1, len(rows)), per_page):
        page = Image.new("1", size)
        for line, row in enumerate(rows[first : first + per_page]):
            pixel_font.draw(page, (0, line * tall), row, face)
        _foot(page, bottom, foot)
        pages.append(page)
    top = (len(rows) - (len(pages) - 1) * per_page) * tall
    return _with_notes(pages, top, bottom, small, foot)


def _lines(size: Size, bottom: int, text: str, face: Typeface) -> tuple[str, ...]:
    return pixel_font.wrapped(text, face, size[0] - 1, max(1, bottom // _line_height(text, face)))


def _line_height(text: str, face: Typeface) -> int:
    return pixel_font.height(text, face) + (1 if face is Typeface.SMALL else 0)


def _foot(page: Image.Image, top: int, text: str) -> None:
    if text:
        page.paste(1, (0, top, *page.size))
        face = _smallest(text)
        # the last column of a letter is bare, and may be the margin
        pixel_font.draw(page, (2, top + 1), pixel_font.fitted(text, face, page.width - 3), face, ink=0)


def _with_notes(pages: list[Image.Image], top: int, bottom: int, notes: Sequence[str], foot: str) -> list[Image.Image]:
    """Set each note below what stands there, from `top` on; on a page of its own where it does not fit."""
    size = pages[-1].size
    for note in notes:
        face = _smallest(note)
        tall = _line_height(note, face)
        rows = pixel_font.wrapped(note, face, size[0] - 1, 99)
        top = top + 1 if top + 1 + len(rows) * tall <= bottom else bottom
        for row in rows:
            if top + tall > bottom:
                pages, top = [*pages, Image.new("1", size)], 0
                _foot(pages[-1], bottom, foot)
            pixel_font.draw(pages[-1], (0, top), row, face)
            top += tall
    return pages


def _smaller(text: str) -> list[Typeface]:
    return [Typeface.SMALL] if pixel_font.can_draw(text, Typeface.SMALL) else []


def _smallest(text: str) -> Typeface:
    return Typeface.SMALL if pixel_font.can_draw(text, Typeface.SMALL) else Typeface.NORMAL


def _paragraph(page: Image.Image, top: int, bottom: int, text: str, faces: Sequence[Typeface]) -> int:
    """Draw the text in the first face in which all of it fits, else what fits in the last; return where it ends."""
    for face in faces:
        tall = _line_height(text, face)
        lines = (bottom - top) // tall
        if lines == 0:
            continue
        rows = pixel_font.wrapped(text, face, page.width - 1, lines)
        if face is not faces[-1] and _cut(rows, text):
            continue
        for row in rows:
            pixel_font.draw(page, (0, top), row, face)
            top += tall
        return top
    return top


def _cut(rows: Sequence[str], text: str) -> bool:
    """Whether something is left out, or a word was torn."""
    return " ".join(rows).split() != text.split()


def headline(size: Size, text: str, small: Sequence[str]) -> list[Image.Image]:
    """Return the pages of a few words twice as large, where they fit, with sentences below; those for which there is no
    room follow on pages of their own."""
    if pixel_font.width(text, Typeface.BOLD) * 2 > size[0] or size[1] < 48:
        return [page for sentences in (text, *small) for page in sentence(size, sentences)]
    page = Image.new("1", size)
    left = (size[0] - 2 * pixel_font.width(text, Typeface.BOLD)) // 2
    pixel_font.draw(page, (left, 0), text, Typeface.BOLD, scale=2)
    top = 2 * pixel_font.height(text, Typeface.BOLD) + 1
    pages = [page]
    for more in small:
        face = next((face for face in (Typeface.NORMAL, *_smaller(more)) if _fits(size, top, more, face)), None)
        if face is None:
            pages += sentence(size, more)
        else:
            top = _paragraph(page, top, size[1], more, [face]) + 1
    return pages


def _fits(size: Size, top: int, text: str, face: Typeface) -> bool:
    room = size[1] - top
    return room >= _line_height(text, face) and not _cut(_lines(size, room, text, face), text)
