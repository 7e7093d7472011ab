"""How something larger than the paper is cut into sheets: straight cuts that spare what must stay whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.prints.drawing import Rect

PAPERS_MM = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
MARGIN_MM = 7.0  # what no printer reaches
GLUE_MM = 10.0  # left blank at a sheet's right and bottom edge, for its neighbour to be glued on


class TilingError(ValueError):
    """Something that must stay whole does not fit on the paper; the message says what to do."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One sheet: the part of the whole that it shows, its place among the others (row and column, from 0), and where a
    neighbour is glued on."""

    part_mm: Rect
    row: int
    col: int
    glue_right: bool
    glue_below: bool


@dataclass(frozen=True, slots=True)
class Tiling:
    """The sheets, row by row, on paper of `paper_mm` (width, height as it lies in the printer)."""

    paper_mm: tuple[float, float]
    sheets: tuple[PaperSheet, ...]


def tile(size_mm: tuple[float, float], keep: Sequence[Rect], paper: str) -> Tiling:
    """Return the fewest sheets of `paper` that show an area of `size_mm`, upright or lying, with none of `keep` cut."""
    upright = PAPERS_MM[paper]
    tried = [_tiled(size_mm, keep, way) for way in (upright, (upright[1], upright[0]))]
    found = [tiling for tiling in tried if tiling is not None]
    if not found:
        wider = {"a4": "--paper a3 or ", "letter": "--paper a3 or "}.get(paper, "")
        raise TilingError(f"a place of this mat does not fit whole on {paper} paper; take {wider}smaller pieces")
    return min(found, key=lambda tiling: len(tiling.sheets))


def _tiled(size_mm: tuple[float, float], keep: Sequence[Rect], paper_mm: tuple[float, float]) -> Tiling | None:
    across = _cuts(size_mm[0], [(x, x + width) for x, _, width, _ in keep], paper_mm[0] - 2 * MARGIN_MM)
    down = _cuts(size_mm[1], [(y, y + height) for _, y, _, height in keep], paper_mm[1] - 2 * MARGIN_MM)
    if across is None or down is None:
        return None
    return Tiling(
        paper_mm,
        tuple(
            PaperSheet((left, top, right - left, bottom - top), row, col, col + 2 < len(across), row + 2 < len(down))
            for row, (top, bottom) in enumerate(pairwise(down))
            for col, (left, right) in enumerate(pairwise(across))
        ),
    )


def _cuts(length_mm: float, keep: Sequence[tuple[float, float]], room_mm: float) -> list[float] | None:
    """Return where to cut a length, both ends included, so that each piece and its glue strip fit into `room_mm`; None
    where that can't be. A cut lies right behind what it spares: what comes next, perhaps a marker, keeps its white."""
    cuts = [0.0]
    free = sorted(end for _, end in keep if not any(low < end < high for low, high in keep))
    while length_mm - cuts[-1] > room_mm:
        reachable = [at for at in free if cuts[-1] < at <= cuts[-1] + room_mm - GLUE_MM]
        if not reachable:
            return None
        cuts.append(reachable[-1])
    return [*cuts, length_mm]
