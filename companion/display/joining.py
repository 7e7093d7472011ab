"""How to join, on a small display: the code that a phone's camera reads, and the same in words."""

from collections.abc import Mapping

import segno
from PIL import Image

from companion.display import pixel_font
from companion.display.pixel_font import Typeface

QUIET = 4  # modules of light round a code; two are enough for phones where four don't fit
LEAST_QUIET = 2
WORDS_PX = 25  # below a code: three lines


def code(texts: tuple[str, ...], height: int) -> Image.Image | None:
    """Return the first of the texts whose QR code can be drawn largest in `height` pixels, dark on light with its quiet
    zone; None where none fits. Upper-case letters make a smaller code, and in an address they mean the same."""
    drawn = [found for text in texts if (found := _code(text, height)) is not None]
    return max(drawn, key=lambda found: found[0])[1] if drawn else None


def _code(text: str, height: int) -> tuple[tuple[int, int], Image.Image] | None:
    """Return the code and how good it is: how large a module is, and how much light is round it."""
    symbol = segno.make_qr(text, error="l", boost_error=True)
    rows = [[bool(module) for module in row] for row in symbol.matrix]
    modules = len(rows)
    module_px = min(height // (modules + 2 * LEAST_QUIET), max(1, height // 29))
    if module_px < 1:
        return None
    quiet_px = min(QUIET * module_px, (height - modules * module_px) // 2)
    side = modules * module_px + 2 * quiet_px
    picture = Image.new("1", (side, side), 1)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                at = (quiet_px + x * module_px, quiet_px + y * module_px)
                picture.paste(0, (*at, at[0] + module_px, at[1] + module_px))
    return (module_px, quiet_px), picture


def page(size: tuple[int, int], join: Mapping[str, str], labels: tuple[str, str]) -> Image.Image:
    """Return the page that says how to join: `join` holds the address, the number, the network and the key that lets
    in, as far as they are known, `labels` are the words for "or" and "network"."""
    picture = Image.new("1", size)
    key = f"IN/{join['key']}" if join.get("key") else ""  # behind the address's last slash
    addresses = tuple(f"{join[name]}{key}".upper() for name in ("address", "number") if join.get(name))
    upright = size[1] >= size[0]  # then the words stand below the code
    drawn = code(addresses, min(size[0], size[1] - WORDS_PX) if upright else size[1])
    left = top = 0
    if drawn is not None:
        at = ((size[0] - drawn.width) // 2, 0) if upright else (0, (size[1] - drawn.height) // 2)
        picture.paste(drawn, at)
        left, top = (0, drawn.height + 1) if upright else (drawn.width + 2, 0)
    picture.paste(_words((size[0] - left, size[1] - top), join, labels), (left, top))
    return picture


def _words(size: tuple[int, int], join: Mapping[str, str], labels: tuple[str, str]) -> Image.Image:
    picture, room = Image.new("1", size), size[0]
    known = [
        (label, _plain(join[key]))
        for label, key in (("", "address"), (labels[0], "number"), (labels[1], "network"))
        if join.get(key)
    ]
    lines = [line for label, text in known for line in ([label] if label else []) + _broken(text, room)]
    most = picture.height // 8
    if len(lines) > most:
        lines = [pixel_font.fitted(f"{label} {text}".strip(), _face(text), room) for label, text in known]
    top = 0
    for text in lines[:most]:
        face = _face(text)
        if top + pixel_font.height(text, face) <= picture.height:
            pixel_font.draw(picture, (0, top), pixel_font.fitted(text, face, room), face)
        top += pixel_font.height(text, face) + (len(lines) * 9 <= picture.height)
    return picture


def _face(text: str) -> Typeface:
    return Typeface.SMALL if pixel_font.can_draw(text, Typeface.SMALL) else Typeface.NORMAL


def _plain(address: str) -> str:
    return address.removeprefix("http://").removeprefix("HTTP://").rstrip("/").lower() if "//" in address else address


def _broken(text: str, room: int) -> list[str]:
    """Return the text in lines, broken behind a dot, a dash or a space where it must be."""
    face = _face(text)
    if pixel_font.width(text, face) <= room:
        return [text]
    fit = max(1, next(i for i in range(len(text), -1, -1) if pixel_font.width(text[:i], face) <= room))
    end = max((i + 1 for i in range(fit) if text[i] in ". -"), default=fit)
    return [text[:end], *_broken(text[end:], room)]
