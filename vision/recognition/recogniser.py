"""A taught piece set, fitted for one kind of place: what a patch is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry import reflections, tone_transfer
from vision.photometry.normalise import CORE, MARGIN, Patches, channels, under_white
from vision.pieceset.set_index import Exemplar
from vision.recognition import alignment, centring, close_view, correlation, search, self_similarity
from vision.recognition.encoder import Embedded, embed
from vision.recognition.self_similarity import Usual
from vision.registration.patches import PATCH_PX

Numbers = npt.NDArray[np.intp]

_EXEMPLARS_A_FACE = 10
_MOST_EXEMPLARS = 512
_SEED = 20


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A piece set fitted for one kind of place; made by `fit`. `labels` are sorted; `owner` says whose each exemplar
    is, `turn` in which quarter turn of the taught one, counter-clockwise; `middles` is what each exemplar shows there
    (`correlation`), `seen` what the network makes of it, `tints` its colours (`tone_transfer`), and how dark they are,
    `veils` (`reflections`)."""

    labels: tuple[str, ...]
    owner: Numbers
    turn: Numbers
    near: search.Nearness
    aligner: alignment.Aligner
    middles: correlation.Floats
    seen: Embedded
    tints: tone_transfer.Tints
    usual: Usual
    veils: reflections.Veils
    complete: bool = False


def fit(examples: Sequence[Exemplar], turns: int = 1, *, complete: bool = False) -> Recogniser:
    """Return the taught examples, of which there must be one at least, fitted for places in which a face lies in
    `turns` (1, 2 or 4) quarter-turn orientations. With `complete`, no other face may lie there, and less is asked."""
    if not examples:
        raise ValueError("there is no example to fit; teach a face first")
    patches, lamps = np.stack([e.patch for e in examples]), np.array([e.lamp_bgr for e in examples])
    white = under_white(patches, lamps)
    labels = tuple(sorted({example.label for example in examples}))
    owner = np.array([labels.index(example.label) for example in examples])
    chosen = _varied(white, owner, turns)
    places = centring.places(channels(white[chosen]))
    exemplars = _turned(centring.centred(white[chosen], places), turns)
    whole = under_white(patches[chosen], lamps[chosen], PATCH_PX)
    veils = reflections.measure(reflections.shades(whole), owner[chosen], [examples[k].picture for k in chosen])
    fine = _turned(centring.centred(whole, places), turns)
    owned, turn = np.tile(owner[chosen], turns), np.repeat(np.arange(turns) * (4 // turns), len(chosen))
    near = search.fit(exemplars, np.random.default_rng(_SEED))
    aligner, middles = _to_lay_over(exemplars)
    start = np.full((len(exemplars), 2), float(MARGIN))
    cut = close_view.cut(fine, np.arange(len(exemplars)), alignment.unmoved(start))
    seen = embed(cut)
    habits = self_similarity.measure(seen, owned)
    return Recogniser(
        labels, owned, turn, near, aligner, middles, seen, tone_transfer.tints(cut), habits, veils, complete
    )


def _to_lay_over(exemplars: Patches) -> tuple[alignment.Aligner, correlation.Floats]:
    """Return the exemplars as they are laid over patches, and what their middles are compared by there."""
    working = channels(exemplars)
    inner = slice(MARGIN, MARGIN + CORE)
    return alignment.fit(working), correlation.vectors(working[:, inner, inner])


def _turned(exemplars: Patches, turns: int) -> Patches:
    """Return the exemplars in each of the quarter turns in which they may lie, counter-clockwise."""
    turned = [np.rot90(exemplars, turn * (4 // turns), axes=(1, 2)) for turn in range(turns)]
    return np.ascontiguousarray(np.concatenate(turned))


def _varied(white: Patches, owner: Numbers, turns: int) -> Numbers:
    """Return which examples to keep: of each face those that differ most, as many as can be searched in time."""
    faces = np.unique(owner)
    most = int(np.clip(_MOST_EXEMPLARS // (turns * len(faces)), 2, _EXEMPLARS_A_FACE))
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
