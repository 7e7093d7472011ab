"""Foreign matter in a blank place: does something jut into a place that is read as bare?

A card that lies mostly outside its place covers a third of it or less, and what is left to see is bare mat: it reads as
bare, and would not count. Where a mat's bare places are blank within their rim, the edge or the figure of whatever lies
there stands out from the rest of the place. What juts over the rim alone is a neighbour that lies a little askew; and a
card across two places that is read for sure in one of them is not there twice.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition.plainness import Floats, fine_structure
from vision.registration.patches import Picture

_BLOCKS, _RIM = 8, 2  # across a place, and how many of them on each side are its rim
_WITHIN = slice(_RIM, _BLOCKS - _RIM)
_BLANK = 0.004
"""A face is blank where usually no block within the rim has so much more fine structure than half of them: drawn bare
places of cards have 0.003 at most, the planks of a bare dock 0.005 to 0.024."""
_STANDS_OUT = 0.02
"""Something juts into a blank place where a block has so much more. In everyday and in hard light cards two thirds
outside their places have 0.052 and more, four fifths outside 0.029, and neighbours that lie by a tenth of a card too
near 0.003 at most."""


def blank_faces(examples: Sequence[Exemplar]) -> frozenset[str]:
    """Return the labels of the faces that are blank within their rim."""
    shown: dict[str, list[Picture]] = {}
    for example in examples:
        shown.setdefault(example.label, []).append(example.patch)
    usual = {label: np.median(_standing_out(np.stack(patches))) for label, patches in shown.items()}
    return frozenset(label for label, much in usual.items() if much <= _BLANK)


def doubted(readings: Sequence[Reading], patches: Picture, blank: frozenset[str], cols: int) -> tuple[Reading, ...]:
    """Return the readings of a grid's patches, (n, PATCH_PX, PATCH_PX, 3) uint8, row by row; what is read as a blank
    face is not sure where something juts into the place that is not the piece read for sure beside it."""
    lies = np.array([reading.sure and reading.label not in blank for reading in readings]).reshape(-1, cols)
    around = np.pad(lies, 1)
    found = list(readings)
    for i, reading in enumerate(readings):
        if reading.sure and reading.label in blank:
            row, col = divmod(i, cols)
            down, across = around[row : row + 3, col + 1], around[row + 1, col : col + 3]
            looked_at = _away(before=down[0], behind=down[2]), _away(before=across[0], behind=across[2])
            if _standing_out(patches[i : i + 1], *looked_at)[0] > _STANDS_OUT:
                found[i] = replace(reading, sure=False, hidden=True)
    return tuple(found)


def _away(*, before: bool, behind: bool) -> slice:
    """Return the blocks along one side of a place, its rim left out, into which no piece juts that lies in the place
    before or behind it: half of them."""
    if before == behind:
        rim = _RIM + before
        return slice(rim, _BLOCKS - rim)
    return slice(_BLOCKS // 2, _BLOCKS - _RIM) if before else slice(_RIM, _BLOCKS // 2)


def _standing_out(patches: Picture, rows: slice = _WITHIN, cols: slice = _WITHIN) -> Floats:
    """Return by how much the busiest of these blocks of each place has more fine structure than half of those within
    the rim, (n,): noise is in all alike."""
    blocks = fine_structure(patches, _BLOCKS)
    usual = np.median(blocks[:, _WITHIN, _WITHIN].reshape(len(patches), -1), axis=1)
    return np.asarray(blocks[:, rows, cols].reshape(len(patches), -1).max(axis=1) - usual, np.float32)
