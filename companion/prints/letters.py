"""The letters of prints and pictures: Bitstream Vera, which comes with ReportLab, so both look the same everywhere."""

from functools import cache
from importlib import resources
from pathlib import Path

from PIL import ImageFont


def font_file(*, bold: bool) -> Path:
    """Return where the font lies."""
    return Path(str(resources.files("reportlab") / "fonts" / ("VeraBd.ttf" if bold else "Vera.ttf")))


@cache
def font(size_px: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font at that many pixels an em."""
    return ImageFont.truetype(str(font_file(bold=bold)), size_px)


@cache
def capital(*, bold: bool) -> float:
    """Return how high a capital letter stands, in ems."""
    box = font(1000, bold=bold).getbbox("H", anchor="ls")
    return float(-box[1]) / 1000


def width_mm(words: str, height_mm: float, *, bold: bool = False) -> float:
    """Return how wide the words run when a capital is `height_mm` high."""
    return float(font(1000, bold=bold).getlength(words)) / 1000 * height_mm / capital(bold=bold)
