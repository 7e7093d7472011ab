"""What is printed for a game, as PDF at true scale: its mat, and its practice pieces or the three sheets to try."""

from dataclasses import replace

from companion.game import registry
from companion.prints import mat
from companion.prints.paper import mat_pages, pdf, piece_pages
from companion.prints.tiling import tile
from vision.layout import Layout

TRIED_PAGES = 3


def mat_pdf(layout: Layout, paper: str) -> tuple[bytes, int]:
    """Return a mat, cut into sheets of a paper, and how many these are."""
    whole = mat.drawing(layout)
    tiling = tile(whole.size_mm, mat.keep_whole(layout), paper)
    return pdf(mat_pages(whole, tiling), layout.name), len(tiling.sheets)


def pieces_pdf(game: str, paper: str, width_mm: float | None = None, *, tried: bool = False) -> tuple[bytes, int]:
    """Return a game's practice pieces, or a few sheets to be `tried`, and how many pages these are. Raises a PartError
    where the game has none."""
    artwork = registry.manifest(game).art
    if artwork is None:
        raise registry.PartError(game, "practice pieces to print")
    batches = artwork.batches() if width_mm is None else artwork.batches(width_mm)
    printed = (replace(batches[0], backs=()),) if tried else batches
    pages = list(piece_pages(printed, paper))[: TRIED_PAGES if tried else None]
    return pdf(pages, f"{registry.find(game).title}: practice pieces"), len(pages)
