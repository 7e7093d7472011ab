"""Repeats: a picture that shows again, a moment later, what another one of the set shows (near-duplicate detection).

By how its exemplars resemble those of other pictures a set tells what an evening's pieces will reach. Nothing resembles
a face as that face does, unmoved, in the same light, from the same place: a set of three pictures of one burst, or of
three between which pieces were only added, asked about nearly everything (docs/recogniser.md, *bursts*). So what is
shown again is left out: it says nothing new. (Compared with, and telling nothing of the set, it made five readings of
open sets surely wrong, in five games.)
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.pieceset.set_index import Exemplar

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_EDGE_PX, _SOFT_PX, _COARSE_PX = 32, 1.0, 6
"""Patches are compared at so many pixels, blurred by so many (standard deviation), and looked through at so few."""
_ASIDE_PX, _EDGE_OUT_PX = 2, 3
"""By how much one may lie aside of the other, for hands and the plane's error; and how much of the edge is left out
where one had to be turned, too, to lie over the other."""
_SAME = 0.17
"""How far a patch, with what lies around it, may be from another one once it is laid over it (root mean square, by its
own contrast). Patches of the benchmark that were moved by up to 3 %, turned by 2 degrees, 5 % brighter, noisy and
packed anew are 0.03 to 0.17 apart; what shows the same face in two of its pictures 0.19 and more but for a hundredth
(two lights of one close view 0.17 and more)."""
_LOOKED_INTO = 3 * _SAME
"""What is further apart before it is laid over the other is not that one."""
_CALM = 6.0
"""What has less contrast (levels of 255) is told apart by noise alone."""
_SAME_LIGHT = 1.25
"""A channel that is so many times brighter is another light's."""
_NEARLY_ALL = 0.8
"""A picture of which so much shows what pictures before show is one of these once more."""
_TRIED = 3
"""With so many of those before it that are nearest an exemplar is compared."""
_UNTIL = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
"""Steps in which one is laid over the other: so many at the most, until they change little."""


def without_repeats(examples: Sequence[Exemplar]) -> tuple[list[Exemplar], Numbers]:
    """Return the exemplars but for those that show again what one of a picture before (by name) shows, and which of
    these each of the given ones is, or shows again, (n,). One of a picture that shows nearly nothing new is as of the
    picture that this shows again."""
    if not examples:
        return [], np.empty(0, np.intp)
    label = np.array([example.label for example in examples])
    small = np.stack([_small(example.patch) for example in examples])
    coarse = np.stack([cv2.resize(each, (_COARSE_PX, _COARSE_PX), interpolation=cv2.INTER_AREA) for each in small])
    pictures, picture = np.unique([example.picture for example in examples], return_inverse=True)
    every, first = np.arange(len(examples)), np.arange(len(pictures))
    shown = every.copy()
    for later in range(1, len(pictures)):
        own = np.flatnonzero(picture == later)
        for one in own.tolist():
            before = np.flatnonzero((label == label[one]) & (picture < later) & (shown == every))
            shown[one] = _repeated(small, coarse, one, before)
        again = own[shown[own] != own]
        if len(again) >= _NEARLY_ALL * len(own):
            first[later] = np.bincount(first[picture[shown[again]]]).argmax()
    kept, as_first = np.flatnonzero(shown == every), pictures[first[picture]]
    return [replace(examples[k], picture=str(as_first[k])) for k in kept.tolist()], np.searchsorted(kept, shown)


def shows_again(one: Exemplar, known: Sequence[Exemplar]) -> bool:
    """Return whether an exemplar shows again what one of these shows of its face, in another picture."""
    others = [each for each in known if each.label == one.label and each.picture != one.picture]
    small = _small(one.patch)
    return any(_same(small, _small(each.patch)) for each in others)


def _repeated(small: Floats, coarse: Floats, one: int, before: Numbers) -> int:
    """Return which of the exemplars `before` this one shows again; itself for none."""
    if not len(before):
        return one
    gain = coarse[one].mean(axis=(0, 1)) / np.maximum(coarse[before].mean(axis=(1, 2)), 1)
    apart = np.sqrt(((coarse[before] * gain[:, None, None] - coarse[one]) ** 2).mean(axis=(1, 2, 3)))
    near = np.argsort(apart, kind="stable")[:_TRIED]
    near = near[apart[near] <= _LOOKED_INTO * _contrast(small[one])]
    return next((int(k) for k in before[near] if _same(small[one], small[k])), one)


def _same(one: Floats, other: Floats) -> bool:
    """Whether two patches show the same, one moved and turned by little (enhanced correlation, Evangelidis and Psarakis
    2008)."""
    gain = (one.mean(axis=(0, 1)) + 1) / (other.mean(axis=(0, 1)) + 1)
    if gain.max() > _SAME_LIGHT or gain.min() < 1 / _SAME_LIGHT:
        return False
    lit, contrast = np.asarray(other * gain, np.float32), _contrast(one)
    middle = np.ascontiguousarray(lit[_ASIDE_PX:-_ASIDE_PX, _ASIDE_PX:-_ASIDE_PX])
    shifted = np.sqrt(max(float(cv2.matchTemplate(one, middle, cv2.TM_SQDIFF).min()) / middle.size, 0.0))
    if shifted <= _SAME * contrast or shifted > _LOOKED_INTO * contrast:
        return bool(shifted <= _SAME * contrast)
    warp = np.eye(2, 3, dtype=np.float32)
    try:
        cv2.findTransformECC(one.mean(axis=2), lit.mean(axis=2), warp, cv2.MOTION_AFFINE, _UNTIL)
    except cv2.error:  # they have nothing in common
        return False
    laid = cv2.warpAffine(lit, warp, one.shape[:2], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    inner = slice(_EDGE_OUT_PX, -_EDGE_OUT_PX)
    return bool(np.sqrt(((laid - one)[inner, inner] ** 2).mean()) <= _SAME * contrast)


def _contrast(patch: Floats) -> float:
    return max(float(patch.std(axis=(0, 1)).mean()), _CALM)


def _small(patch: npt.NDArray[np.uint8]) -> Floats:
    small = cv2.resize(patch, (_EDGE_PX, _EDGE_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT_PX), np.float32)
