"""A second opinion where every face is taught: the middle of a cell laid over the exemplars, and nothing else.

What neighbours, walls and shadows do to a cell they do at its edge. So of the faces that the quick search finds nearest
the best three exemplars each are laid exactly over the patch, and only the middle is correlated, brightness and colours
together. Its word counts only where it is clear, and agrees with the recogniser's own and the quick search's: three
views that err in different ways. It knows nothing of faces that were never taught: it is asked of complete sets only.
"""

import numpy as np
import numpy.typing as npt

from vision.observation import Reading, assured
from vision.recognition import alignment, close_view, correlation, search
from vision.recognition.calibration import LEAST_COSINE_WHERE_ALL_IS_TAUGHT
from vision.recognition.matching import PatchView, laid
from vision.recognition.recogniser import Recogniser

ALIKE = 0.87  # correlation of the middle with the best exemplar, from which on it has an opinion …
BORNE_OUT = 0.8  # … or from here on, where the cosine of the network's vectors is so much, too …
AHEAD = 0.02  # … if it is so much more than with any other face
LIKELY = 0.6  # what the recogniser itself must think of the face: in a tie nobody is asked for a second opinion
SURE = 0.99  # of such readings none of 199 drawn ones was wrong: what is said of them
_FACES = 5
_EXEMPLARS = 3


def second(recogniser: Recogniser, view: PatchView, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Return the readings of patches, sure also where three views agree on the face."""
    doubtful = np.flatnonzero([not reading.sure for reading in readings])
    if not len(doubtful) or len(recogniser.labels) < 2:
        return readings
    settled = list(readings)
    for index, label in zip(doubtful, _agreed(recogniser, view.of(doubtful)), strict=True):
        reading = readings[index]
        if label == reading.label and reading.confidence > LIKELY:
            settled[index] = assured(reading, SURE)
    return tuple(settled)


def _agreed(recogniser: Recogniser, view: PatchView) -> list[str | None]:
    """Return for each patch the face on which the middle and the quick search agree, None where they don't, the middle
    is not clear, or the network sees something else there."""
    seen, found, count = view.channels, view.found, len(recogniser.labels)
    which, exemplar = _pairs(recogniser, found)
    places = laid(recogniser, view, which, exemplar)
    middles = correlation.vectors(np.asarray(alignment.cores(seen, which, places), np.float32))
    alike = np.einsum("ij,ij->i", middles, recogniser.middles[exemplar])
    best = np.full((len(seen), count), -1.0, np.float32)
    np.maximum.at(best, (which, recogniser.owner[exemplar]), alike)
    nearest = recogniser.owner[found.distance.argmin(axis=1)]
    order = np.sort(best, axis=1)
    clear = (order[:, -1] > BORNE_OUT) & (order[:, -1] - order[:, -2] > AHEAD) & (best.argmax(axis=1) == nearest)
    hopeful = np.flatnonzero(clear)
    pairs = np.array([own[alike[own].argmax()] for own in (np.flatnonzero(which == k) for k in hopeful)], np.intp)
    vectors = close_view.see(view.fine, which[pairs], places[pairs]).vectors
    cosine = np.einsum("ij,ij->i", vectors, recogniser.seen.vectors[exemplar[pairs]])
    clear[hopeful] = cosine > np.where(order[hopeful, -1] > ALIKE, LEAST_COSINE_WHERE_ALL_IS_TAUGHT, BORNE_OUT)
    return [recogniser.labels[face] if is_clear else None for face, is_clear in zip(nearest, clear, strict=True)]


def _pairs(recogniser: Recogniser, found: search.Found) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return which patch is compared with which exemplar: of the nearest faces the nearest exemplars."""
    which: list[int] = []
    exemplars: list[int] = []
    for patch, distance in enumerate(found.distance):
        taken: dict[int, int] = {}
        for exemplar in np.argsort(distance):
            face = int(recogniser.owner[exemplar])
            if face not in taken and len(taken) == _FACES:
                continue
            if taken.get(face, 0) < _EXEMPLARS:
                taken[face] = taken.get(face, 0) + 1
                which.append(patch)
                exemplars.append(int(exemplar))
            if len(taken) == _FACES and all(count == _EXEMPLARS for count in taken.values()):
                break
    return np.array(which), np.array(exemplars)
