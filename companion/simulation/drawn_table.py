"""The simulated table: a game's mat and its pieces as a scene that `vision.drawing.render` can draw.

Each piece is rasterised once for each kind of print and remembered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.prints import mat, raster
from companion.prints.drawing import Drawing
from companion.prints.piece import Art, Laid
from companion.simulation.kept_textures import KeptTextures
from vision.drawing import render
from vision.drawing.scene import Bgr, FlatPiece, Hand, Picture, Scene, Texture
from vision.layout import Layout

PX_PER_MM = 5.0
TABLE: Bgr = (62, 84, 110)
MIB = 1024 * 1024
PIECES = KeptTextures(192 * MIB)  # more than lie on the fullest table: those of each frame are asked for in turn
MATS = KeptTextures(96 * MIB)


@dataclass(frozen=True)
class Print:
    """A printer and its paper: the paper's white, the ink's black (blue, green, red), and how strong colours come
    out."""

    paper: Bgr = (255, 255, 255)
    ink: Bgr = (18, 18, 18)
    saturation: float = 1.0

    def __call__(self, picture: Picture) -> Picture:
        """Return the picture as printed."""
        grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        inked = cv2.addWeighted(picture, self.saturation, grey, 1 - self.saturation, 0)
        ramp = np.linspace(np.array(self.ink), np.array(self.paper), 256).round().astype(np.uint8)
        return np.asarray(cv2.LUT(inked, ramp.reshape(256, 1, 3)), np.uint8)


PLAIN = Print()


def scene(
    layout: Layout,
    laid: Sequence[Laid],
    hand: Hand | None = None,
    printed: Print = PLAIN,
    table: Bgr = TABLE,
) -> Scene:
    """Return the table: the layout's mat, and on it the pieces as they are laid, lowest first."""
    pieces = tuple(
        FlatPiece(texture(piece.art, printed), piece.center_mm, piece.angle_deg, piece.bottom_mm, piece.thickness_mm)
        for piece in laid
    )
    return Scene(mat_texture(layout, printed), pieces, hand, table)


def forget() -> None:
    """Forget what was drawn of a table that is put away: the next one is printed by another printer."""
    PIECES.clear()
    MATS.clear()
    render.forget()


def texture(art: Art, printed: Print = PLAIN, px_per_mm: float = PX_PER_MM) -> Texture:
    """Return a piece as it was printed and cut."""
    return PIECES.of((art, printed, px_per_mm), lambda: _cut(art, printed, px_per_mm))


def _cut(art: Art, printed: Print, px_per_mm: float) -> Texture:
    seen = printed(raster.picture(art.drawing, px_per_mm))
    if art.outline is None:
        return Texture(seen, px_per_mm)
    alpha = raster.mask(art.outline, art.drawing.size_mm, px_per_mm)
    return Texture(seen, px_per_mm, alpha)


def mat_texture(layout: Layout, printed: Print = PLAIN, px_per_mm: float = PX_PER_MM) -> Texture:
    """Return the printed mat, its area only."""
    return MATS.of((layout, printed, px_per_mm), lambda: _mat(layout, printed, px_per_mm))


def _mat(layout: Layout, printed: Print, px_per_mm: float) -> Texture:
    return Texture(printed(_unprinted(layout, px_per_mm)), px_per_mm)


@lru_cache(maxsize=1)  # a set is taught from one mat by many printers
def _unprinted(layout: Layout, px_per_mm: float) -> Picture:
    whole = mat.drawing(layout)
    return raster.picture(Drawing(layout.size_mm, whole.shapes, whole.paper), px_per_mm)
