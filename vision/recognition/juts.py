"""Foreign matter in a blank place: does something jut into a place that is read as bare?

A card that lies mostly outside its place covers a third of it or less, and what is left to see is bare mat: it reads as
bare, and would not count. Where a mat's bare places are blank within their rim, the edge or the figure of whatever lies
there stands out from the rest of the place. What juts over the rim alone is a neighbour that lies a little askew.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition.plainness import Floats, fine_structure
from vision.registration.patches import Picture

_BLOCKS, _RIM = 8, 2  # across a place, and how many of them on each side are its rim
_BLANK = 0.008
"""A face is blank where usually no block within the rim has so much more fine structure than half of them: drawn bare
places of cards have 0.003 at most."""
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


def doubted(readings: Sequence[Reading], patches: Picture, blank: frozenset[str]) -> tuple[Reading, ...]:
    """Return the readings of patches, (n, PATCH_PX, PATCH_PX, 3) uint8; what is read as a blank face is not sure where
    something juts into the place."""
    asked = [i for i, reading in enumerate(readings) if reading.sure and reading.label in blank]
    found = list(readings)
    for i, much in zip(asked, _standing_out(patches[asked]) if asked else (), strict=True):
        if much > _STANDS_OUT:
            found[i] = replace(readings[i], sure=False, hidden=True)
    return tuple(found)


def _standing_out(patches: Picture) -> Floats:
    """Return by how much the busiest block within the rim of each place has more fine structure than half of them,
    (n,): noise is in all alike."""
    inner = slice(_RIM, -_RIM)
    within = fine_structure(patches, _BLOCKS)[:, inner, inner].reshape(len(patches), -1)
    return np.asarray(within.max(axis=1) - np.median(within, axis=1), np.float32)
