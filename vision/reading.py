"""Patches and a taught piece set → readings: what lies there, how sure that is, and what else it could be.

Where the face lies in its patch is found first (`nearness`, `alignment`); what is cut out there goes through the
network (`embedding`), and its vector is compared with those of the taught looks. The three likeliest faces are then
laid over the patch one by one and compared stroke by stroke (`likeness`). All that becomes one probability (`trust`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import alignment, centring, nearness, trust, usual
from vision.appearance import CORE, MARGIN, Channels, Patches, channels, under_white
from vision.embedding import embed
from vision.faces import Example
from vision.likeness import unlikeness
from vision.observation import Reading
from vision.usual import Usual

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_LOOKS_A_FACE = 10
_MOST_LOOKS = 512
_SEED = 20
_RIVALS = 3
_RANKED = 5
_CLEAR = 0.88
_TRIES = 6
_FAR = 500.0
_PIXELS = 0.0008
_CLOSE = 0.3
# How much worse a face fits that is nothing like what lies there; in the order of `likeness`.
_STRANGER = np.array([0.4, 0.15, 0.2, 1.2, 1.2, 0.1, 0.15, 0.2], np.float32)


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A piece set fitted for one kind of place; made by `fit`. `labels` are sorted; `owner` says whose each look is,
    `turn` in which quarter turn of the taught one, counter-clockwise; `closest` (labels,) says how much each face
    resembles the most similar other one."""

    labels: tuple[str, ...]
    owner: Numbers
    turn: Numbers
    near: nearness.Nearness
    aligner: alignment.Aligner
    vectors: Floats
    closest: Floats
    usual: Usual
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for which face, patch by patch: (n, r) `face` numbers of the likeliest, the `look` of each that fits
    best, (n, r, features) what was `measured` of it; `cosine` (n, labels) is the likeness to every face by the
    network's vectors."""

    face: Numbers
    look: Numbers
    measured: Floats
    cosine: Floats


def fit(examples: Sequence[Example], turns: int = 1, *, complete: bool = False) -> Recogniser:
    """Return the taught examples, of which there must be one at least, fitted for places in which a face lies in
    `turns` (1, 2 or 4) quarter-turn orientations. With `complete`, no other face may lie there, and less is asked."""
    if not examples:
        raise ValueError("there is no example to fit; teach a face first")
    white = under_white(np.stack([e.patch for e in examples]), np.array([e.lamp_bgr for e in examples]))
    labels = tuple(sorted({example.label for example in examples}))
    owner = np.array([labels.index(example.label) for example in examples])
    chosen = _varied(white, owner, turns)
    looks = centring.centred(white[chosen], centring.offsets(channels(white[chosen])))
    looks = np.ascontiguousarray(
        np.concatenate([np.rot90(looks, turn * (4 // turns), axes=(1, 2)) for turn in range(turns)])
    )
    turn = np.repeat(np.arange(turns) * (4 // turns), len(chosen))
    rng = np.random.default_rng(_SEED)
    near, aligner = nearness.fit(looks, rng), alignment.fit(channels(looks))
    inner = slice(MARGIN, MARGIN + CORE)
    vectors = embed(looks[:, inner, inner])
    owned = np.tile(owner[chosen], turns)
    taught = usual.Taught(white, owner, looks, np.tile(chosen, turns))
    habits = usual.measure(taught, near, aligner, vectors, rng)
    return Recogniser(labels, owned, turn, near, aligner, vectors, _closest(vectors, owned), habits, complete)


def read(recogniser: Recogniser, patches: Patches, lamp_bgr: tuple[float, float, float]) -> tuple[Reading, ...]:
    """Return a reading of each patch, (n, PATCH_PX, PATCH_PX, 3) uint8 BGR, of a picture with that lamp."""
    return tuple(reading for reading, _ in read_turned(recogniser, patches, lamp_bgr))


def read_turned(
    recogniser: Recogniser, patches: Patches, lamp_bgr: tuple[float, float, float]
) -> tuple[tuple[Reading, float], ...]:
    """Return, as `read`, a reading of each patch, and how far what lies there is turned clockwise against what was
    taught: 0, 90, 180 or 270 degrees."""
    if not len(patches):
        return ()
    evidence = weigh(recogniser, under_white(patches, np.array(lamp_bgr)))
    judged = trust.judge(
        evidence.face, evidence.measured, recogniser.closest, recogniser.usual.whole, complete=recogniser.complete
    )
    readings = []
    for i in range(len(patches)):
        order = np.argsort(-judged.chance[i], kind="stable")
        ranking = _ranking(recogniser.labels, evidence.face[i][order], judged.chance[i][order], evidence.cosine[i])
        reading = Reading(*ranking[0], bool(judged.sure[i]), ranking)
        turned = int(recogniser.turn[evidence.look[i][order[0]]])
        readings.append((reading, float(-90 * turned % 360)))
    return tuple(readings)


def _ranking(
    labels: tuple[str, ...], face: Numbers, chance: npt.NDArray[np.float64], cosine: Floats
) -> tuple[tuple[str, float], ...]:
    """Return labels with their chances, best first; those that were not compared closely follow with next to none."""
    close = [(labels[number], float(value)) for number, value in zip(face, chance, strict=True)]
    least = min(close[-1][1], 1e-4)
    others = [int(number) for number in np.argsort(-cosine)[:_RANKED] if number not in face][: _RANKED - len(close)]
    return (*close, *((labels[number], least) for number in others))


def doubted(reading: Reading) -> Reading:
    """Return the reading as one that is not to be acted on without asking."""
    return Reading(reading.label, reading.confidence, False, reading.ranking)


def weigh(recogniser: Recogniser, white: Patches) -> Evidence:
    """Return what speaks for which face in each of the patches, (n, EDGE, EDGE, 3) uint8 under a white lamp."""
    n = len(white)
    each = np.arange(n)
    seen = channels(white)
    found = nearness.search(recogniser.near, seen)
    first = found.distance.argmin(axis=1)
    place = alignment.align(recogniser.aligner, seen, each, first, found.start[each, first].astype(np.float64))
    cosine = embed(np.asarray(alignment.cores(white, each, place), np.uint8)) @ recogniser.vectors.T
    near = _of_faces(recogniser, -found.distance)
    place, cosine = _elsewhere(recogniser, white, seen, found, near, place, cosine)
    likeness = _of_faces(recogniser, cosine)
    rivals = min(_RIVALS, len(recogniser.labels))
    # The network decides; where it can't, how near the pixels came does.
    behind = np.maximum(near - near.max(axis=1, keepdims=True), -_FAR)
    face = np.argsort(-(likeness + _PIXELS * behind), axis=1)[:, :rivals]
    look = _look_of(recogniser, cosine, face)
    close = np.take_along_axis(likeness, face, 1)
    compared = close > close[:, :1] - _CLOSE
    compared[:, 0] = True
    measured = _measured(recogniser, seen, place, look, compared)
    measured[:, :, 0] = 1 - close
    measured[:, :, 1] = -np.take_along_axis(near, face, 1) / recogniser.near.looks.shape[1]
    return Evidence(face, look, measured, likeness)


def _elsewhere(
    recogniser: Recogniser,
    white: Patches,
    seen: Channels,
    found: nearness.Found,
    near: Floats,
    place: npt.NDArray[np.float64],
    cosine: Floats,
) -> tuple[npt.NDArray[np.float64], Floats]:
    """Return place and likenesses once the patches that resemble nothing much where they were cut out have been cut out
    also where their next likeliest faces would lie."""
    weak = np.flatnonzero(cosine.max(axis=1) < _CLEAR)
    tries = min(_TRIES, len(recogniser.labels))
    if not len(weak) or not tries:
        return place, cosine
    likely = np.argsort(-near[weak], axis=1)[:, :tries]
    which, look = np.repeat(weak, tries), _look_of(recogniser, -found.distance[weak], likely).ravel()
    laid = alignment.align(recogniser.aligner, seen, which, look, found.start[which, look].astype(np.float64))
    vectors = embed(np.asarray(alignment.cores(white, which, laid), np.uint8))
    again = (vectors @ recogniser.vectors.T).reshape(len(weak), tries, -1)
    best = again.max(axis=2).argmax(axis=1)
    better = again.max(axis=(1, 2)) > cosine[weak].max(axis=1)
    place, cosine = place.copy(), cosine.copy()
    chosen = laid.reshape(len(weak), tries, 2, 3)[np.arange(len(weak)), best]
    place[weak[better]] = chosen[better]
    cosine[weak[better]] = again[np.arange(len(weak)), best][better]
    return place, cosine


def _measured(
    recogniser: Recogniser,
    seen: Channels,
    place: npt.NDArray[np.float64],
    look: Numbers,
    compared: npt.NDArray[np.bool_],
) -> Floats:
    """Return what the comparison of each patch with each of its likeliest looks gives, (n, r, features).

    The first two columns are left for the caller. Looks that are not to be `compared`, (n, r), since the network finds
    them far off, get what a stranger gets.
    """
    # The best face is aligned once more, too: its rivals would otherwise be laid more exactly than it is.
    which, rank = np.nonzero(compared)
    pairs = look[which, rank]
    middle = place[which] @ np.array([(CORE - 1) / 2, (CORE - 1) / 2, 1.0])
    start = middle[:, ::-1] - (CORE - 1) / 2
    laid = alignment.align(recogniser.aligner, seen, which, pairs, start)
    cores = np.asarray(alignment.cores(seen, which, laid), np.float32)
    unlike = unlikeness(cores, recogniser.aligner.core[pairs], recogniser.usual.parts[recogniser.owner[pairs]])
    best = np.zeros((len(seen), unlike.shape[1]), np.float32)
    best[which[rank == 0]] = unlike[rank == 0]
    measured = np.zeros((*look.shape, 2 + unlike.shape[1]), np.float32)
    measured[:, :, 2:] = best[:, None] + _STRANGER
    measured[which, rank, 2:] = unlike
    return measured


def _of_faces(recogniser: Recogniser, of_looks: Floats) -> Floats:
    """Return the greatest value among each face's looks, (n, labels)."""
    order = np.argsort(recogniser.owner, kind="stable")
    first = np.searchsorted(recogniser.owner[order], np.arange(len(recogniser.labels)))
    return np.maximum.reduceat(of_looks[:, order], first, axis=1)


def _look_of(recogniser: Recogniser, of_looks: Floats, face: Numbers) -> Numbers:
    """Return which look of each face, (n, r), has the greatest value."""
    own = recogniser.owner[None, None] == face[:, :, None]
    return np.asarray(np.where(own, of_looks[:, None], -np.inf).argmax(axis=2))


def _closest(vectors: Floats, owner: Numbers) -> Floats:
    """Return how much each face resembles the most similar other one; 0 where there is no other."""
    alike = vectors @ vectors.T
    alike[owner[:, None] == owner[None]] = 0
    return np.array([alike[owner == face].max() for face in range(owner.max() + 1)], np.float32)


def _varied(white: Patches, owner: Numbers, turns: int) -> Numbers:
    """Return which examples to keep: of each face those that differ most, as many as can be searched in time."""
    faces = np.unique(owner)
    most = int(np.clip(_MOST_LOOKS // (turns * len(faces)), 2, _LOOKS_A_FACE))
    small = white[:, ::4, ::4].reshape(len(white), -1).astype(np.float32)
    kept: list[int] = []
    for face in faces:
        own = np.flatnonzero(owner == face)
        middle = small[own].mean(axis=0)
        chosen = [int(own[((small[own] - middle) ** 2).sum(axis=1).argmin()])]
        away = ((small[own] - small[chosen[0]]) ** 2).sum(axis=1)
        while len(chosen) < min(most, len(own)):
            chosen.append(int(own[int(away.argmax())]))
            away = np.minimum(away, ((small[own] - small[chosen[-1]]) ** 2).sum(axis=1))
        kept += chosen
    return np.array(kept)
