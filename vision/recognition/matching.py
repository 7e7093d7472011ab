"""What speaks for which face in each patch of a picture.

Where the face lies in its patch is found first (`nearness`, `alignment`); what is cut out there goes through the
network (`close`), and its vector is compared with those of all exemplars. With the exemplars of the likeliest faces the
patch is then compared place by place (`comparison`).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry import tone_transfer
from vision.photometry.normalise import Channels, Patches, channels, under_white
from vision.recognition import alignment, close_view, comparison, search
from vision.recognition.encoder import Embedded
from vision.recognition.recogniser import Numbers, Recogniser
from vision.registration.patches import PATCH_PX

Floats = npt.NDArray[np.float32]

RIVALS = 4
_EXEMPLARS_COMPARED = 2
_LEADING = 2
_PLAIN = 3.0
_CLEAR = 0.88
_TRIES = 6
_FAR = 500.0
_PIXELS = 0.0008


@dataclass(frozen=True, slots=True)
class PatchView:
    """Patches as they are searched (`channels`) and looked at closely (`fine`), and what the search `found`."""

    channels: Channels
    fine: Patches
    found: search.Found

    def of(self, which: Numbers) -> "PatchView":
        """Return the view of some of the patches."""
        found = search.Found(self.found.distance[which], self.found.start[which])
        return PatchView(self.channels[which], self.fine[which], found)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for which face, patch by patch: (n, r) `face` numbers of the likeliest, the `exemplar` of each that
    fits best, (n, r, features) what was `measured` of it; `cosine` (n, labels) is the likeness to every face by the
    network's vectors, and `seen` what the network made of the patches."""

    face: Numbers
    exemplar: Numbers
    measured: Floats
    cosine: Floats
    seen: Embedded


def viewed(
    recogniser: Recogniser,
    patches: Patches,
    lamp_bgr: tuple[float, float, float],
    to_taught: tone_transfer.Reals | None = None,
) -> PatchView:
    """Return patches, (n, PATCH_PX, PATCH_PX, 3) uint8 under that lamp, as they are read; `to_taught` maps their tones
    to those of the taught pictures (`vision.photometry.tone_transfer`)."""
    lamp = np.array(lamp_bgr)
    seen = channels(tone_transfer.toned(under_white(patches, lamp), to_taught))
    fine = tone_transfer.toned(under_white(patches, lamp, PATCH_PX), to_taught)
    return PatchView(seen, fine, search.search(recogniser.near, seen))


def weigh(recogniser: Recogniser, view: PatchView) -> Evidence:
    """Return what speaks for which face in each of the patches."""
    near = _of_faces(recogniser, -view.found.distance)
    seen = _seen(recogniser, view, near)
    cosine = seen.vectors @ recogniser.seen.vectors.T
    likeness = _of_faces(recogniser, cosine)
    # The vectors say who is compared closely; where they can't, how near the pixels came does.
    behind = np.maximum(near - near.max(axis=1, keepdims=True), -_FAR)
    face = np.argsort(-(likeness + _PIXELS * behind), axis=1)[:, :RIVALS]
    exemplars = _likeliest_exemplars(recogniser, cosine, face)
    alike, leading = _compared(recogniser, seen.maps, exemplars)
    _look_again(recogniser, view, exemplars, alike, leading)
    exemplar = np.take_along_axis(exemplars, alike.argmax(axis=2)[:, :, None], 2)[:, :, 0]
    of_pixels = -np.take_along_axis(near, face, 1) / recogniser.near.exemplars.shape[1]
    of_vector = np.take_along_axis(likeness, face, 1)
    measured = np.stack([alike.max(axis=2), alike.mean(axis=2), of_vector, of_pixels], axis=2)
    return Evidence(face, exemplar, measured.astype(np.float32), likeness, seen)


def laid(recogniser: Recogniser, view: PatchView, which: Numbers, exemplar: Numbers) -> close_view.Places:
    """Return where in the patches exemplars lie exactly over them, pair by pair."""
    start = view.found.start[which, exemplar].astype(np.float64)
    return alignment.align(recogniser.aligner, view.channels, which, exemplar, start)


def _laid_over(recogniser: Recogniser, view: PatchView, which: Numbers, exemplar: Numbers) -> Embedded:
    """Return what is seen of patches, cut out where exemplars lie exactly over them, pair by pair."""
    return close_view.see(view.fine, which, laid(recogniser, view, which, exemplar))


def _seen(recogniser: Recogniser, view: PatchView, near: Floats) -> Embedded:
    """Return what is seen of each patch where its nearest exemplar lies; of those that resemble nothing much there,
    what is seen where one of their next likeliest faces would lie, if that resembles more."""
    seen = _laid_over(recogniser, view, np.arange(len(near)), view.found.distance.argmin(axis=1))
    best = (seen.vectors @ recogniser.seen.vectors.T).max(axis=1)
    weak = np.flatnonzero(best < _CLEAR)
    if not len(weak):
        return seen
    likely = np.argsort(-near[weak], axis=1)[:, :_TRIES]
    which, exemplar = (
        np.repeat(weak, likely.shape[1]),
        _exemplar_of(recogniser, -view.found.distance[weak], likely).ravel(),
    )
    again = _laid_over(recogniser, view, which, exemplar)
    likeness = (again.vectors @ recogniser.seen.vectors.T).max(axis=1).reshape(likely.shape)
    better = likeness.max(axis=1) > best[weak]
    chosen = (np.arange(len(weak)) * likely.shape[1] + likeness.argmax(axis=1))[better]
    seen.maps[weak[better]], seen.vectors[weak[better]] = again.maps[chosen], again.vectors[chosen]
    return seen


def _compared(recogniser: Recogniser, maps: Floats, exemplars: Numbers) -> tuple[Floats, Numbers]:
    """Return how much each patch is like the exemplars (n, r, exemplars), and which faces lead, (n, leading): the first
    exemplar of every face is compared, the others of those alone that lead by it, and of the rest count as the
    first."""
    each = np.arange(len(exemplars))[:, None]
    first = _alike(recogniser, maps, exemplars[:, :, :1])
    alike = np.repeat(first, exemplars.shape[2], axis=2)
    leading = np.argsort(-first[:, :, 0], axis=1)[:, :_LEADING]
    alike[each, leading, 1:] = _alike(recogniser, maps, exemplars[each, leading, 1:])
    return alike, leading


def _look_again(recogniser: Recogniser, view: PatchView, exemplars: Numbers, alike: Floats, leading: Numbers) -> None:
    """Let a second view of the faces that lead count where the first is not plain: with the likeliest exemplar laid
    exactly over the patch."""
    n, count = len(exemplars), exemplars[0].size
    doubtful = np.flatnonzero(alike.max(axis=(1, 2)) < _PLAIN)
    best = exemplars.reshape(n, count)[doubtful, alike.reshape(n, count)[doubtful].argmax(axis=1)]
    closer = _laid_over(recogniser, view, doubtful, best)
    at = doubtful[:, None], leading[doubtful]
    alike[at] = (alike[at] + _alike(recogniser, closer.maps, exemplars[at])) / 2


def _likeliest_exemplars(recogniser: Recogniser, cosine: Floats, face: Numbers) -> Numbers:
    """Return which exemplars of each face (n, r) are likest, (n, r, exemplars); of a face with fewer the first
    again."""
    likely = np.where(recogniser.owner[None, None] == face[:, :, None], cosine[:, None], -np.inf)
    exemplars = np.argsort(-likely, axis=2)[:, :, :_EXEMPLARS_COMPARED]
    return np.where(np.isfinite(np.take_along_axis(likely, exemplars, 2)), exemplars, exemplars[:, :, :1])


def _alike(recogniser: Recogniser, maps: Floats, exemplars: Numbers) -> Floats:
    """Return how much each patch, by its map, is like each of its exemplars (n, r, exemplars), as log odds."""
    patch = np.repeat(np.arange(len(exemplars)), exemplars[0].size if len(exemplars) else 0)
    return comparison.same(maps, recogniser.seen.maps, np.stack([patch, exemplars.ravel()], axis=1)).reshape(
        exemplars.shape
    )


def _of_faces(recogniser: Recogniser, of_exemplars: Floats) -> Floats:
    """Return the greatest value among each face's exemplars, (n, labels)."""
    order = np.argsort(recogniser.owner, kind="stable")
    first = np.searchsorted(recogniser.owner[order], np.arange(len(recogniser.labels)))
    return np.maximum.reduceat(of_exemplars[:, order], first, axis=1)


def _exemplar_of(recogniser: Recogniser, of_exemplars: Floats, face: Numbers) -> Numbers:
    """Return which exemplar of each face, (n, r), has the greatest value."""
    own = recogniser.owner[None, None] == face[:, :, None]
    return np.asarray(np.where(own, of_exemplars[:, None], -np.inf).argmax(axis=2))
