"""How practice holds and crates lie in the docks of a mat, as pieces to draw and as what is really there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.games.shipshape.practice import artwork
from companion.games.shipshape.practice.box import Cells, Crate, Hold, flip, turn, visible
from companion.games.shipshape.table import HOLD_MM, LAYER_MM
from companion.prints.piece import Art, Laid
from vision.layout import Layout

CARD_MM = 0.5  # a hold printed on card


@dataclass(frozen=True)
class LaidCrate:
    """A crate as someone laid it: turned clockwise by `quarters`, after it was `flipped` or not; hands are not exact,
    so it lies `offset_mm` beside its place and `askew_deg` from straight."""

    crate: Crate
    quarters: int = 0
    flipped: bool = False
    offset_mm: tuple[float, float] = (0.0, 0.0)
    askew_deg: float = 0.0

    @property
    def cells(self) -> Cells:
        """Its nine squares as they lie."""
        return turn(flip(self.crate.cells) if self.flipped else self.crate.cells, self.quarters)


@dataclass(frozen=True)
class Dock:
    """What lies in a dock: a hold, turned by `quarters`, and the crates on it, lowest first."""

    hold: Hold
    crates: tuple[LaidCrate, ...] = ()
    quarters: int = 0
    offset_mm: tuple[float, float] = (0.0, 0.0)
    askew_deg: float = 0.0

    @property
    def labels(self) -> tuple[str, ...]:
        """The nine labels in sight, row by row of the mat: the truth that a camera should read."""
        hold = tuple(label or "empty" for label in turn(self.hold.cells, self.quarters))
        return visible(hold, [laid.cells for laid in self.crates])


def lay(layout: Layout, docks: Mapping[str, Dock]) -> tuple[Laid, ...]:
    """Return the pieces in the docks (by zone name), lowest first: all holds, then all first crates, and so on."""
    pieces: list[tuple[int, Laid]] = []
    for name, dock in docks.items():
        x, y, width, height = layout.zone(name).rect_mm
        middle = (x + width / 2, y + height / 2)
        art = _hold_art(dock.hold, width)
        place = _beside(middle, dock.offset_mm)
        pieces.append((0, Laid(art, place, 90 * dock.quarters + dock.askew_deg, 0.0, CARD_MM)))
        for layer, laid in enumerate(dock.crates):
            art = _crate_art(laid.crate, laid.flipped, width)
            angle = 90 * laid.quarters + laid.askew_deg
            bottom_mm = CARD_MM + layer * LAYER_MM
            pieces.append((layer + 1, Laid(art, _beside(middle, laid.offset_mm), angle, bottom_mm, LAYER_MM)))
    return tuple(piece for _, piece in sorted(pieces, key=lambda one: one[0]))


def lay_crates(layout: Layout, crates: Mapping[str, LaidCrate]) -> tuple[Laid, ...]:
    """Return crates that lie on the docks themselves (by zone name), with no hold under them."""
    pieces = []
    for name, laid in crates.items():
        x, y, width, height = layout.zone(name).rect_mm
        place = _beside((x + width / 2, y + height / 2), laid.offset_mm)
        art = _crate_art(laid.crate, laid.flipped, width)
        pieces.append(Laid(art, place, 90 * laid.quarters + laid.askew_deg, 0.0, LAYER_MM))
    return tuple(pieces)


def _beside(middle: tuple[float, float], offset: tuple[float, float]) -> tuple[float, float]:
    return (middle[0] + offset[0], middle[1] + offset[1])


@cache
def _hold_art(hold: Hold, size_mm: float = HOLD_MM) -> Art:
    return Art(artwork.hold(hold, size_mm))


@cache
def _crate_art(crate: Crate, flipped: bool, size_mm: float = HOLD_MM) -> Art:
    cells = flip(crate.cells) if flipped else crate.cells
    return Art(artwork.crate(cells, size_mm), artwork.outline(cells, size_mm))
