"""Patches and a taught piece set → readings: what lies there, how sure that is, and what else it could be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import nearness
from vision.appearance import channels
from vision.faces import Example
from vision.observation import Reading

_LOOKS_A_FACE = 8
_SEED = 20


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A piece set fitted for one kind of place; made by `fit`. `labels` are sorted; `owner` says whose each look is."""

    labels: tuple[str, ...]
    owner: npt.NDArray[np.intp]
    near: nearness.Nearness


def fit(examples: Sequence[Example], turns: int = 1) -> Recogniser:
    """Return the taught examples, of which there must be one at least, fitted for places in which a face lies in
    `turns` (1, 2 or 4) quarter-turn orientations."""
    if not examples:
        raise ValueError("there is no example to fit; teach a face first")
    patches = channels(np.stack([e.patch for e in examples]), np.array([e.lamp_bgr for e in examples]))
    labels = tuple(sorted({example.label for example in examples}))
    owner = np.array([labels.index(example.label) for example in examples])
    chosen = _varied(patches, owner)
    looks, owner = patches[chosen], owner[chosen]
    turned = [np.rot90(looks, turn * (4 // turns), axes=(1, 2)) for turn in range(turns)]
    looks = np.ascontiguousarray(np.concatenate(turned))
    return Recogniser(labels, np.tile(owner, turns), nearness.fit(looks, np.random.default_rng(_SEED)))


def read(
    recogniser: Recogniser, patches: npt.NDArray[np.uint8], lamp_bgr: tuple[float, float, float]
) -> tuple[Reading, ...]:
    """Return a reading of each patch, (n, PATCH_PX, PATCH_PX, 3) uint8 BGR, of a picture with that lamp."""
    if not len(patches):
        return ()
    found = nearness.search(recogniser.near, channels(patches, np.array(lamp_bgr)))
    away = np.stack(
        [found.distance[:, recogniser.owner == k].min(axis=1) for k in range(len(recogniser.labels))], axis=1
    )
    return tuple(_reading(recogniser.labels, row) for row in away)


def _reading(labels: tuple[str, ...], away: npt.NDArray[np.float32]) -> Reading:
    order = np.argsort(away)
    nearest = float(away[order[0]])
    weights = np.exp(-(away - nearest) / max(0.15 * nearest, 1e-6))
    chances = weights / (weights.sum() + 0.02)
    ranking = tuple((labels[k], float(chances[k])) for k in order[:5])
    return Reading(*ranking[0], False, ranking)


def _varied(patches: npt.NDArray[np.float32], owner: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return which examples to keep: of each face those that differ most, `_LOOKS_A_FACE` at most."""
    small = patches[:, ::4, ::4].reshape(len(patches), -1)
    kept: list[int] = []
    for face in np.unique(owner):
        own = np.flatnonzero(owner == face)
        chosen = [int(own[0])]
        away = ((small[own] - small[own[0]]) ** 2).sum(axis=1)
        while len(chosen) < min(_LOOKS_A_FACE, len(own)):
            chosen.append(int(own[int(away.argmax())]))
            away = np.minimum(away, ((small[own] - small[chosen[-1]]) ** 2).sum(axis=1))
        kept += chosen
    return np.array(kept)


def doubted(reading: Reading) -> Reading:
    """Return the reading as one that is not to be acted on without asking."""
    return Reading(reading.label, reading.confidence, False, reading.ranking)
