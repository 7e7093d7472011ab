"""An address as a QR code, drawn as SVG."""

from functools import lru_cache

import segno


@lru_cache(maxsize=16)
def as_svg(address: str) -> str:
    """Return the code as an <svg> element that fills its place; black on white, with its quiet zone."""
    code = segno.make(address, micro=False, error="m")
    svg: str = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    return svg
