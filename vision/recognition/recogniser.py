"""A taught piece set, fitted for one kind of place: what a patch is compared with."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.photometry.normalise import Patches, channels, under_white
from vision.pieceset.set_index import UNTOLD, Exemplar
from vision.recognition import alignment, augmentation, calibration, centring, encoder, glare, network, search, softness
from vision.recognition.encoder import Embedded
from vision.recognition.gallery import (
    Floats,
    Numbers,
    Origin,
    Placing,
    Recogniser,
    SecondOpinion,
    gallery,
    gallery_of,
    straight,
)
from vision.recognition.kinship import Kinship, kinship, probes_of
from vision.recognition.mislabelled import mislabelled
from vision.recognition.repeats import without_repeats
from vision.recognition.self_similarity import unknown
from vision.recognition.upright import upright
from vision.registration.patches import PATCH_PX

__all__ = ["Recogniser", "fit"]

_MOST_EXEMPLARS = 2000
"""How many are compared with, quarter turns counted: some 26 kB each, 52 MB."""
_MOST_SECONDED = 1000
"""A set of more exemplars has no second opinion: the largest set would take 262 MB with it, of 250."""
_COPIES, _COPIED_A_FACE = 3, 4
"""Of so many exemplars of a face so many altered copies each; of two of them fewer soft letters were right."""
_PLACED_A_FACE, _MOST_PLACED = 10, 512
"""By how many of a face, and in all, its place in a patch is looked for; the quick search's time grows with them."""
_SEED = 20
"""Of the altered copies: any would do, the same one so that a set is fitted alike each time."""


def fit(
    examples: Sequence[Exemplar], turns: int = 1, *, complete: bool = False, by_markers: bool = False
) -> Recogniser:
    """Return the exemplars, of which there must be one at least, fitted for places in which a face lies in `turns` (1,
    2 or 4) quarter-turn orientations. With `complete`, no other face may lie there, and less is asked. With
    `by_markers`, what is read is freed of the light that markers tell, and so are the exemplars that have it. What
    shows again what another one shows is left out, and what the others surely read as another face is set aside."""
    known, shown = without_repeats(upright(examples, turns))
    made = compared(*uncompared(known, turns, complete=complete, by_markers=by_markers))
    aside = mislabelled(made)
    if not len(aside):
        return made
    owner = np.unique([example.label for example in known], return_inverse=True)[1]
    face = dict(zip(kept_of(known, owner, turns)[aside[:, 0]].tolist(), aside[:, 1].tolist(), strict=True))
    rest = [example for number, example in enumerate(known) if number not in face]
    aside = np.array([(k, face[number]) for k, number in enumerate(shown.tolist()) if number in face], np.intp)
    return replace(compared(*uncompared(rest, turns, complete=complete, by_markers=by_markers)), set_aside=aside)


def uncompared(
    examples: Sequence[Exemplar], turns: int, *, complete: bool, by_markers: bool
) -> tuple[Recogniser, Patches]:
    """Return the exemplars fitted but for what they say of one another, and the close views of their gallery."""
    if not examples:
        raise ValueError("there is no example to fit; teach a face first")
    labels = tuple(sorted({example.label for example in examples}))
    owner = np.array([labels.index(example.label) for example in examples])
    kept = kept_of(examples, owner, turns)
    examples, owner = [examples[int(k)] for k in kept], owner[kept]
    patches = np.stack([e.patch for e in examples])
    lamps = np.array([e.white_bgr if by_markers and any(e.white_bgr) else e.lamp_bgr for e in examples])
    blacks = np.array([e.black_bgr if by_markers else UNTOLD for e in examples])
    white, whole = under_white(patches, lamps, blacks_bgr=blacks), under_white(patches, lamps, PATCH_PX, blacks)
    places = centring.places(channels(white))
    placed = placed_of(examples, owner, turns)
    searched = turned(centring.centred(white[placed], places[placed]), turns)
    near = search.fit(searched, np.random.default_rng(_SEED))
    placing = Placing(np.tile(owner[placed], turns), near, alignment.fit(channels(searched)))
    most_glare = glare.most(patches, owner, len(labels))
    pictures = sorted({example.picture for example in examples})
    picture = np.array([pictures.index(example.picture) for example in examples])
    centred, copied = centring.centred(whole, places), copied_of(examples, owner, turns, complete=complete)
    with_copies = straight(np.concatenate([centred, augmentation.in_other_light(centred[copied])]))
    crops, rows = turned(with_copies, turns), origin(owner, picture, copied, turns)
    lamp = np.exp(np.median(np.log(lamps), axis=0))
    told = most_glare, lamp, softness.sharpness(patches, owner, len(labels))
    return Recogniser(labels, placing, gallery(crops, rows), unknown(len(labels)), *told, complete), crops


def compared(bare: Recogniser, crops: Patches) -> Recogniser:
    """Return what `uncompared` fitted, with what the exemplars say of one another, by first and by second networks."""
    told = kinship(bare, probes_of(crops, bare.gallery.origin) if bare.complete else None)
    made = calibrated(bare, told)
    return seconded(made, told, encoder.textures(crops, network.SECOND)) if has_second(made) else made


def calibrated(bare: Recogniser, told: Kinship) -> Recogniser:
    """Return the recogniser with how much its exemplars, and probes of them, resemble their own face and the others."""
    return replace(bare, similarity=calibration.similarity_of(told, complete=bare.complete))


def has_second(made: Recogniser) -> bool:
    """Return whether a set of so many exemplars has a second opinion."""
    rows = made.gallery.origin
    return int((~rows.altered & (rows.turn == 0)).sum()) <= _MOST_SECONDED


def seconded(made: Recogniser, told: Kinship, textures: Sequence[Floats]) -> Recogniser:
    """Return the recogniser with a second opinion, by what its exemplars `told` of one another and by their textures as
    the second networks see them (`encoder.textures`)."""
    first = made.gallery
    seen = gallery_of(Embedded(first.seen.maps, first.seen.vectors, *textures), first.tints, first.origin)
    parts = (seen.seen.textures, seen.seen.details, seen.seen.parts, seen.mean, seen.spread)
    as_seen = SecondOpinion(*parts, made.similarity)
    again = kinship(made.as_second(as_seen))
    by_second = calibration.similarity_again(told, again, complete=made.complete)
    return replace(made, second=replace(as_seen, similarity=by_second))


def kept_of(examples: Sequence[Exemplar], owner: Numbers, turns: int) -> Numbers:
    """Return which of the exemplars patches are compared with."""
    return _spread_out(examples, owner, _MOST_EXEMPLARS // turns)


def placed_of(examples: Sequence[Exemplar], owner: Numbers, turns: int) -> Numbers:
    """Return which of the exemplars tell where in its patch a face lies."""
    return _spread_out(examples, owner, _MOST_PLACED // turns, _PLACED_A_FACE)


def copied_of(examples: Sequence[Exemplar], owner: Numbers, turns: int, *, complete: bool) -> Numbers:
    """Return of which exemplars altered copies are compared with, too: of some of each face, as far as there is room,
    where no other face may lie (strangers come as much nearer by copies as faces do)."""
    room = (_MOST_EXEMPLARS // turns - len(examples)) // (_COPIES * len(np.unique(owner)))
    if not complete or room < 2:
        return np.empty(0, np.intp)
    return _spread_out(examples, owner, len(examples), min(room, _COPIED_A_FACE))


def origin(owner: Numbers, picture: Numbers, copied: Numbers, turns: int) -> Origin:
    """Return where a gallery's rows come from: the exemplars, (n,) with their owners and pictures, then the altered
    copies of some (`copied`), all of it in one quarter turn after the other."""
    source = np.concatenate([np.arange(len(owner)), *[copied] * _COPIES])
    return Origin(
        np.tile(owner[source], turns),
        np.repeat(np.arange(turns) * (4 // turns), len(source)),
        np.tile(picture[source], turns),
        np.tile(source, turns),
        np.tile(np.arange(len(source)) >= len(owner), turns),
    )


def turned(exemplars: Patches, turns: int) -> Patches:
    """Return the exemplars in each of the quarter turns in which they may lie, counter-clockwise."""
    ways = [np.rot90(exemplars, turn * (4 // turns), axes=(1, 2)) for turn in range(turns)]
    return np.ascontiguousarray(np.concatenate(ways))


def _spread_out(examples: Sequence[Exemplar], owner: Numbers, most: int, most_a_face: int = 1 << 30) -> Numbers:
    """Return which exemplars to keep, `most` in all (but two of each face): of each face the same number, from the most
    ordinary to the oddest in even steps."""
    counts = np.bincount(owner)
    share = int(max(2, min(most_a_face, _share(counts, most))))
    kept: list[int] = []
    for face in np.flatnonzero(counts):
        own = np.flatnonzero(owner == face)
        if len(own) > share:
            small = np.stack([examples[int(k)].patch[::8, ::8].ravel() for k in own]).astype(np.float32)
            order = np.argsort(((small - np.median(small, axis=0)) ** 2).sum(axis=1), kind="stable")
            own = own[order[np.linspace(0, len(own) - 1, share).round().astype(int)]]
        kept += own.tolist()
    return np.array(sorted(kept))


def _share(counts: Numbers, most: int) -> int:
    """Return how many of each face may be kept so that all together are `most` at the most."""
    share = 1
    while np.minimum(counts, share + 1).sum() <= most and share < counts.max():
        share += 1
    return share
