"""Is a place plainer than the face that it is read as? Cloth and skin have the colours of wood, but not its joints.

A face without a figure (an empty square of planks) is told from others by its colours above all, so a cloth or a hand
of about these colours reads as that face. What it lacks is the fine structure that such a face has everywhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import MARGIN_PX, PATCH_PX, Picture

_EDGE, _MARGIN = PATCH_PX // 2, MARGIN_PX // 2  # it is looked at in half size, where a small camera sees as much
_BLOCKS = 4  # across a place
_CALM = slice(0, 3)  # the three calmest of all blocks tell: a finger covers no more
_LONG_PX, _COARSE_PX = 11, 7  # fine structure is what a line along rows or columns has more than a square around it
_DARK = 12.0  # added before the logarithm: below it there is more noise than light (of 255)
_TOO_PLAIN = 0.38  # of what is usual for the face: poor light and blur leave more, cloth and skin less
_FIGURE = 0.3  # a face with a busier block than this has a figure, which no cloth has
_LEAST = 0.02  # of a calmer face, the camera's noise would tell
_DOUBTFUL = 0.25  # how likely it then is that this face lies there, out of sight

_AT_ONCE = 64  # places: thousands at once take a hundred megabytes

_LOGARITHM = np.log(np.arange(256) + _DARK).astype(np.float32)

Floats = npt.NDArray[np.float32]
Structures = Mapping[str, Floats]
"""How much fine structure the calm blocks of a face without a figure have, by its label."""


def structures(examples: Sequence[Exemplar]) -> Structures:
    """Return what is usual for the faces that have no figure but are structured everywhere."""
    parts = [examples[k : k + _AT_ONCE] for k in range(0, len(examples), _AT_ONCE)]
    blocks = np.concatenate([_blocks(np.stack([example.patch for example in part])) for part in parts])
    found: dict[str, Floats] = {}
    for label in {example.label for example in examples}:
        usual = np.median(blocks[[example.label == label for example in examples]], axis=0)
        if usual[-1] < _FIGURE and usual[_CALM].min() >= _LEAST:
            found[label] = usual[_CALM]
    return found


def doubted(readings: Sequence[Reading], patches: Picture, usual: Structures) -> tuple[Reading, ...]:
    """Return the readings of patches, (n, PATCH_PX, PATCH_PX, 3) uint8; what is too plain for the face that it is read
    as is not sure, and not likely."""
    asked = [i for i, reading in enumerate(readings) if reading.sure and reading.label in usual]
    found = list(readings)
    for i, blocks in zip(asked, _blocks(patches[asked]) if asked else (), strict=True):
        if (blocks[_CALM] < _TOO_PLAIN * usual[readings[i].label]).any():
            found[i] = _hidden(readings[i])
    return tuple(found)


def _hidden(reading: Reading) -> Reading:
    chance = min(reading.confidence, _DOUBTFUL)
    ranking = ((reading.label, chance), *reading.ranking[1:])
    return replace(reading, confidence=chance, sure=False, ranking=ranking, hidden=True)


def _blocks(patches: Picture) -> Floats:
    """Return how much fine structure each block of each place has, (n, blocks), calmest first."""
    return np.sort(fine_structure(patches, _BLOCKS).reshape(len(patches), -1), axis=1)


def fine_structure(patches: Picture, blocks: int) -> Floats:
    """Return how much fine structure each of `blocks` by `blocks` parts of each place has (of a logarithm of its
    brightness), (n, blocks, blocks): along rows or columns, whichever has more, for a camera's noise has no
    direction."""
    few = [_structure_of_few(patches[k : k + _AT_ONCE], blocks) for k in range(0, len(patches), _AT_ONCE)]
    return np.concatenate(few)


def _structure_of_few(patches: Picture, blocks: int) -> Floats:
    count = len(patches)
    grey = cv2.cvtColor(patches.reshape(-1, PATCH_PX, 3), cv2.COLOR_BGR2GRAY)  # one below the other
    tones = cv2.LUT(cv2.resize(grey, (_EDGE, count * _EDGE), interpolation=cv2.INTER_AREA), _LOGARITHM)
    even = cv2.blur(tones, (_COARSE_PX, _COARSE_PX))
    along_rows, along_columns = (
        _strength(cv2.blur(tones, way) - even, count, blocks) for way in ((_LONG_PX, 1), (1, _LONG_PX))
    )
    return np.maximum(along_rows, along_columns)


def _strength(difference: npt.NDArray[np.float32], count: int, blocks: int) -> Floats:
    core = difference.reshape(count, _EDGE, _EDGE)[:, _MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    side = core.shape[1] // blocks
    parts = np.square(core).reshape(count, blocks, side, blocks, side)
    return np.asarray(np.sqrt(parts.mean(axis=(2, 4))), np.float32)
