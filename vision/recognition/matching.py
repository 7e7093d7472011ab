"""Matching: what speaks for which face in each patch of a picture.

Where the face lies in its patch is found first (`search`, `alignment`); what is cut out there goes through the encoder.
By its vector and its texture it is compared with every exemplar of the set, and with the nearest exemplars of the
likeliest faces place by place (`comparison`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import MARGIN, Channels, Patches, channels, under_white
from vision.pieceset.set_index import UNTOLD
from vision.recognition import (
    alignment,
    close_view,
    comparison,
    discriminant,
    encoder,
    network,
    search,
)
from vision.recognition.close_view import tints
from vision.recognition.encoder import Embedded
from vision.recognition.gallery import Floats, Gallery, Numbers, Placing, Recogniser, SecondOpinion
from vision.registration.patches import PATCH_PX

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

RIVALS, _BY_VECTOR, _BY_TEXTURE = 5, 3, 2
"""How many faces are compared place by place: the three with the likest vectors, the two with the likest textures."""
_COMPARED = 2
"""With how many exemplars of each; six of them told no better and took three times as long."""
_CLEAR, _TRIES = 0.88, 6
"""What resembles no exemplar so much (cosine) where its nearest lies is looked for as the five next faces lie, too, and
in the middle. So were 272, 138 and 231 cells of three boards (lab notes)."""
MOST_ODDS = 12.0
"""No comparison tells more (log odds)."""
_AT_ONCE = 32
"""Patches that are searched and compared at a time: 225 at once took 130 MB, and more time."""
_FAR_OFF = 0.25
"""Share of a cell. What lies further off its cell's middle may be a card that covers half of the one below, so it is
also seen what lies in the middle …"""
_A_THIRD_OFF, _PLAIN_TO_SEE = 1 / 3, 0.9
"""… but where two thirds of it lie in the cell and it resembles a face (cosine) as what is whole does. Of drawn pieces
laid over their neighbours' places 0.27, 0.3 and 0.4 of a cell aside 243, 96 and 36 of 760 were sure without this, 540,
432 and 54 are; half over (0.5) 41 and 42."""


@dataclass(frozen=True, slots=True)
class PatchView:
    """Patches as they are searched (`channels`) and looked at closely (`fine`), and what the search `found`."""

    channels: Channels
    fine: Patches
    found: search.Found


@dataclass(frozen=True, slots=True)
class CloseUp:
    """What is seen of patches where their faces lie, the same whatever they are compared with: what the encoder makes
    of it (`seen`), its `tints`; which of them lie `far` off their cell's middle, (m,), and the vectors of what lies in
    the `middle` of these, (m, VECTOR); and the close views themselves (`crops`)."""

    seen: Embedded
    tints: Floats
    far: Numbers
    middle: Floats
    crops: Patches


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of the likeliest faces of each patch: (n, r) which `face` (-1: there are no more) and its
    likest `exemplar`; `alike` (n, r) and `alike_mean` (n, r) log odds of the same face by maps, at most and on
    average, `alike_texture` and `alike_texture_mean` by textures;
    `vector` and `texture` (n, r) cosines; `colour` (n, 3) of the patch, log BGR, and
    `tint` (n, r, 3) by how much that differs from the face's; `side`
    (n, r, 4) how it fares against the compared face that does it worst (`discriminant`: 0.5 it is, -0.5 it is the
    other), by colours, textures, vectors and maps; `apart` (n, labels) how far each face is in the quick search;
    `middle` (n, r) the vectors' cosines of what lies in the cell's middle, where the face lies far from it, else
    `vector`. Nan where there is nothing."""

    face: Numbers
    exemplar: Numbers
    alike: Reals
    alike_mean: Reals
    alike_texture: Reals
    alike_texture_mean: Reals
    vector: Reals
    texture: Reals
    colour: Reals
    tint: Reals
    side: Reals
    apart: Reals
    middle: Reals

    def of(self, which: Numbers) -> "Measured":
        """Return what was measured of some of the patches."""
        return Measured(*(getattr(self, each.name)[which] for each in fields(self)))


@dataclass(frozen=True, slots=True)
class Weighed:
    """What was `measured` of patches; and their close views where their faces lie, (n, PATCH_PX, PATCH_PX, 3), with
    their maps and vectors."""

    measured: Measured
    crops: Patches
    maps: Floats
    vectors: Floats


def weighed(
    recogniser: Recogniser,
    patches: Patches,
    lamp_bgr: npt.ArrayLike,
    black_bgr: npt.ArrayLike = UNTOLD,
    left_out: Numbers | None = None,
) -> Weighed:
    """Return what speaks for which face in each of the patches, (n, PATCH_PX, PATCH_PX, 3) uint8 under that lamp and
    black, each (3,) or (n, 3); n is at least 1. Of `left_out` see `weigh`."""
    gone = np.full(len(patches), -1) if left_out is None else left_out
    lamps, blacks = (np.broadcast_to(np.asarray(bgr, np.float64), (len(patches), 3)) for bgr in (lamp_bgr, black_bgr))
    parts = [
        weigh(recogniser, viewed(patches[part], lamps[part], recogniser.placing, blacks[part]), gone[part])
        for part in _parts(len(patches))
    ]
    views = (np.concatenate([getattr(part, name) for part in parts]) for name in ("crops", "maps", "vectors"))
    return Weighed(_joined(part.measured for part in parts), *views)


def weighed_again(
    recogniser: Recogniser,
    second: SecondOpinion,
    weighed: Weighed,
    which: Numbers,
    left_out: Numbers | None = None,
) -> Measured:
    """Return what speaks for which face in some of the patches as the second networks see them; of each the face in
    `left_out` (len(which),) is as if it had never been taught (-1: none)."""
    crops, gone = weighed.crops[which], np.full(len(which), -1) if left_out is None else left_out
    seen = Embedded(weighed.maps[which], weighed.vectors[which], *encoder.textures(crops, network.SECOND))
    allowed = recogniser.gallery.owner[None] != gone[:, None]
    return measure_again(recogniser, second, seen, tints(crops), allowed, weighed.measured.apart[which])


def measure_again(
    recogniser: Recogniser, second: SecondOpinion, seen: Embedded, colours: Floats, allowed: Flags, apart: Reals
) -> Measured:
    """Return what was measured of patches, of whose textures the second networks have `seen` this; see `measure`."""
    by_second = recogniser.as_second(second)
    as_kept = replace(seen, textures=by_second.gallery.textures(seen.textures))
    return measure(by_second, as_kept, colours, allowed, apart)


def _parts(count: int) -> list[slice]:
    return [slice(start, start + _AT_ONCE) for start in range(0, count, _AT_ONCE)]


def _joined(parts: Iterable[Measured]) -> Measured:
    found = list(parts)
    return Measured(*(np.concatenate([getattr(one, each.name) for one in found]) for each in fields(Measured)))


def viewed(patches: Patches, lamp_bgr: npt.ArrayLike, placing: Placing, black_bgr: npt.ArrayLike = UNTOLD) -> PatchView:
    """Return patches, (n, PATCH_PX, PATCH_PX, 3) uint8 under that lamp and black, each (3,) or (n, 3), as they are
    read."""
    lamp, black = np.asarray(lamp_bgr, np.float64), np.asarray(black_bgr, np.float64)
    seen = channels(under_white(patches, lamp, blacks_bgr=black))
    return PatchView(seen, under_white(patches, lamp, PATCH_PX, black), search.search(placing.near, seen))


def weigh(recogniser: Recogniser, view: PatchView, left_out: Numbers | None = None) -> Weighed:
    """Return what speaks for which face in each of the patches; of each patch the face in `left_out` (n,) is as if it
    had never been taught (-1: none)."""
    gone = np.full(len(view.fine), -1) if left_out is None else left_out
    allowed = recogniser.gallery.owner[None] != gone[:, None]
    distance = np.where(recogniser.placing.owner[None] == gone[:, None], np.inf, view.found.distance)
    seen = close_up(recogniser, view, gone)
    measured = compared(recogniser, seen, allowed, distance)
    return Weighed(measured, seen.crops, np.asarray(seen.seen.maps, np.float32), seen.seen.vectors)


def close_up(recogniser: Recogniser, view: PatchView, gone: Numbers) -> CloseUp:
    """Return what is seen of each patch where its face lies; face `gone` (n,) tells of none where that is (-1: each
    may)."""
    crops, maps, vectors, off = _placed(recogniser, view, gone)
    textures, details, parts = encoder.textures(crops)
    far = np.flatnonzero(off > _FAR_OFF)
    plain = _likest(recogniser, vectors[far], gone[far]) >= _PLAIN_TO_SEE
    far = far[~(plain & (off[far] <= _A_THIRD_OFF))]
    middle = alignment.unmoved(np.full((len(far), 2), float(MARGIN)))
    _, in_the_middle = encoder.drawn(close_view.cut(view.fine, far, middle))
    return CloseUp(Embedded(maps, vectors, textures, details, parts), tints(crops), far, in_the_middle, crops)


def compared(recogniser: Recogniser, seen: CloseUp, allowed: Flags, distance: Floats) -> Measured:
    """Return what speaks for which face in each of the patches, compared with the `allowed` exemplars (n, k);
    `distance` (n, p) is how far those that are searched for are in the quick search, inf where they are not allowed."""
    gallery, faces = recogniser.gallery, len(recogniser.labels)
    apart = best_of_faces(-distance, recogniser.placing.owner, faces)
    as_kept = replace(seen.seen, textures=gallery.textures(seen.seen.textures))
    measured = measure(recogniser, as_kept, seen.tints, allowed, -apart / search.DIMENSIONS)
    face = measured.face[seen.far]
    by_vector = np.where(allowed[seen.far], seen.middle @ gallery.seen.vectors.T, -np.inf)
    cosines = np.take_along_axis(best_of_faces(by_vector, gallery.owner, faces), np.maximum(face, 0), 1)
    measured.middle[seen.far] = np.where(face < 0, np.nan, cosines)
    return measured


def measured_by_vectors(recogniser: Recogniser, seen: Embedded, colours: Floats, allowed: Flags) -> Measured:
    """Return, as `measure`, what was measured of patches that no quick search was asked of, a few at a time."""
    nothing = np.full((len(allowed), len(recogniser.labels)), np.nan)
    return _joined(
        measure(recogniser, seen.of(np.arange(len(allowed))[part]), colours[part], allowed[part], nothing[part])
        for part in _parts(len(allowed))
    )


def measure(recogniser: Recogniser, seen: Embedded, colours: Floats, allowed: Flags, apart: Reals) -> Measured:
    """Return what was measured of patches, of which the encoder has `seen` this (textures as the gallery's), with the
    `allowed` exemplars (n, k)."""
    gallery, faces, n = recogniser.gallery, len(recogniser.labels), len(seen.vectors)
    by_vector = np.where(allowed, seen.vectors @ gallery.seen.vectors.T, -np.inf)
    by_texture = np.where(allowed, seen.textures @ gallery.seen.textures.T, -np.inf)
    face = _likely(
        best_of_faces(by_vector, gallery.owner, faces), texture := best_of_faces(by_texture, gallery.owner, faces)
    )
    exemplars, vector = _nearest(gallery.owner, by_vector, face)
    there = np.isfinite(vector)
    which, rank, place = np.nonzero(there)
    pairs = np.stack([which, exemplars[which, rank, place]], axis=1)
    alike, alike_texture = np.full(vector.shape, np.nan), np.full(vector.shape, np.nan)
    alike[which, rank, place] = np.clip(comparison.same(seen, gallery.seen, pairs), -MOST_ODDS, MOST_ODDS)
    told = comparison.same_texture(seen, gallery.seen, pairs, gallery.networks)
    alike_texture[which, rank, place] = np.clip(told, -MOST_ODDS, MOST_ODDS)
    none = ~there[:, :, 0]
    each = np.arange(n)[:, None]
    first = np.where(there, alike, -np.inf).argmax(axis=2)
    return Measured(
        np.where(none, -1, face),
        np.take_along_axis(exemplars, first[:, :, None], 2)[:, :, 0],
        *_most_and_mean(alike, there),
        *_most_and_mean(alike_texture, there),
        np.where(none, np.nan, vector[:, :, 0]),
        np.where(none, np.nan, texture[each, face]),
        np.median(colours, axis=1).astype(np.float64),
        np.where(none[:, :, None], np.nan, _colour_apart(colours, gallery.tints, exemplars, there)),
        _sides(seen, colours, gallery, exemplars, there),
        apart,
        np.where(none, np.nan, vector[:, :, 0]),
    )


def _placed(recogniser: Recogniser, view: PatchView, gone: Numbers) -> tuple[Patches, Floats, Floats, Reals]:
    """Return each patch cut out where its face lies, with its map and vector and how far off its middle that is: where
    its nearest exemplar lies; in those that resemble nothing much there, where one of their next likeliest faces would
    lie, or in the middle (nothing tells where a bare place lies, and it was looked for among its neighbours), if that
    resembles more."""
    placing = recogniser.placing
    distance = np.where(placing.owner[None] == gone[:, None], np.inf, view.found.distance)

    def cut(which: Numbers, exemplar: Numbers) -> tuple[Patches, Reals]:
        start = view.found.start[which, exemplar].astype(np.float64)
        places = alignment.align(placing.aligner, view.channels, which, exemplar, start)
        return close_view.cut(view.fine, which, places), alignment.off_middle(places)

    each = np.arange(len(distance))
    crops, off = cut(each, distance.argmin(axis=1))
    maps, vectors = encoder.drawn(crops)
    best = _likest(recogniser, vectors, gone)
    weak = np.flatnonzero(best < _CLEAR)
    if not len(weak):
        return crops, maps, vectors, off
    near = best_of_faces(-distance[weak], placing.owner, len(recogniser.labels))
    likely = np.argsort(-near, axis=1, kind="stable")[:, 1:_TRIES]  # the nearest face's place was seen
    mine = placing.owner[None, None] == likely[:, :, None]
    exemplar = np.where(mine, distance[weak][:, None], np.inf).argmin(axis=2)
    again, off_again = cut(np.repeat(weak, likely.shape[1]), exemplar.ravel())
    unmoved = close_view.cut(view.fine, weak, alignment.unmoved(np.full((len(weak), 2), float(MARGIN))))
    which = np.concatenate([np.repeat(weak, likely.shape[1]), weak])
    there = np.concatenate([np.isfinite(np.take_along_axis(near, likely, 1)).ravel(), np.ones(len(weak), bool)])
    again, off_again = np.concatenate([again, unmoved]), np.concatenate([off_again, np.zeros(len(weak))])
    maps_again, vectors_again = encoder.drawn(again)
    likeness = np.where(there, _likest(recogniser, vectors_again, gone[which]), -1)
    order = np.lexsort((-likeness, which))
    chosen = order[np.unique(which[order], return_index=True)[1]]
    chosen = chosen[likeness[chosen] > best[weak]]
    moved = which[chosen]
    crops[moved], maps[moved], vectors[moved] = again[chosen], maps_again[chosen], vectors_again[chosen]
    off[moved] = off_again[chosen]
    return crops, maps, vectors, off


def _likest(recogniser: Recogniser, vectors: Floats, gone: Numbers) -> Floats:
    """Return how much each patch resembles the likest exemplar, by vector, (n,), but for those of the face `gone`."""
    cosine = vectors @ recogniser.gallery.seen.vectors.T
    return np.asarray(
        np.where(recogniser.gallery.owner[None] == gone[:, None], -1, cosine).max(axis=1, initial=-1), np.float32
    )


def _likely(by_vector: Reals, by_texture: Reals) -> Numbers:
    """Return the likeliest faces, (n, r): those whose vectors are likest, then those whose textures are, then by vector
    again."""
    n, faces = by_vector.shape
    each = np.arange(n)[:, None]
    order = np.argsort(-by_vector, axis=1, kind="stable")
    weight = np.zeros((n, faces))
    np.put_along_axis(weight, order, 1 / (1 + np.arange(faces))[None].repeat(n, axis=0), 1)
    ahead = np.zeros((n, faces))
    ahead[each, np.argsort(-by_texture, axis=1, kind="stable")[:, :_BY_TEXTURE]] = RIVALS
    first = order[:, :_BY_VECTOR]
    ahead[each, first] = 2 * RIVALS - np.arange(first.shape[1])
    return np.argsort(-(weight + ahead), axis=1, kind="stable")[:, : min(RIVALS, faces)]


def _nearest(owner: Numbers, by_vector: Reals, face: Numbers) -> tuple[Numbers, Reals]:
    """Return the exemplars of each face (n, r) whose vectors are likest, (n, r, _COMPARED), and their cosines, -inf
    where there are no more."""
    n, faces = face.shape
    exemplars, cosine = np.zeros((n, faces, _COMPARED), np.intp), np.full((n, faces, _COMPARED), -np.inf)
    for number in np.unique(face):
        own = np.flatnonzero(owner == number)
        rows, ranks = np.nonzero(face == number)
        values = by_vector[rows][:, own]
        count = min(_COMPARED, len(own))
        best = np.argsort(-values, axis=1, kind="stable")[:, :count]
        exemplars[rows, ranks, :count] = own[best]
        cosine[rows, ranks, :count] = np.take_along_axis(values, best, 1)
    return exemplars, cosine


def _most_and_mean(values: Reals, there: Flags) -> tuple[Reals, Reals]:
    """Return the greatest and the mean over the exemplars (n, r, e) that are `there`, (n, r) each; nan without any."""
    none = ~there.any(axis=2)
    most = np.where(there, values, -np.inf).max(axis=2)
    mean = np.where(there, values, 0).sum(axis=2) / np.maximum(there.sum(axis=2), 1)
    return np.where(none, np.nan, most), np.where(none, np.nan, mean)


def _sides(seen: Embedded, colours: Floats, gallery: Gallery, exemplars: Numbers, there: Flags) -> Reals:
    """Return how each compared face fares against the one that does it worst, (n, r, 4): by colours, textures,
    vectors and maps."""
    which, both = exemplars[:, :, 0], np.where(there, exemplars, exemplars[:, :, :1])
    maps = gallery.seen.maps[which].reshape(*which.shape, -1)
    sides = (
        discriminant.of_colours(colours, gallery.tints[both].mean(axis=2)),
        discriminant.of_unit_vectors(seen.textures, gallery.seen.textures[which]),
        discriminant.of_unit_vectors(seen.vectors, gallery.seen.vectors[which]),
        discriminant.of_maps(seen.maps.reshape(len(which), -1), maps),
    )
    return np.stack([discriminant.least(side, there[:, :, 0]) for side in sides], axis=2)


def _colour_apart(colours: Floats, of_exemplars: Floats, exemplars: Numbers, there: Flags) -> Reals:
    """Return by how much patches differ in colour from the exemplars (n, r, e) that are `there`: (n, r, 3) log BGR, the
    median over the places of what they differ by on average."""
    nearest = np.where(there, exemplars, exemplars[:, :, :1])
    apart = colours[:, None] - of_exemplars[nearest].mean(axis=2)
    return np.asarray(np.median(apart, axis=2), np.float64)


def best_of_faces(values: npt.NDArray[np.floating], owner: Numbers, faces: int) -> Reals:
    """Return the greatest of the values (n, k) among each face's exemplars, (n, faces); -inf where there is none."""
    order = np.argsort(owner, kind="stable")
    first = np.searchsorted(owner[order], np.arange(faces))
    return np.asarray(np.maximum.reduceat(values[:, order], first, axis=1), np.float64)
