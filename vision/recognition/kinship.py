"""Kinship: what a set's own exemplars say of one another, and of themselves as another evening shows them (probes).

What is usual in a set (`vision.recognition.self_similarity`), what a face that nobody taught reaches, and for what the
faces are mistaken (`vision.recognition.calibration`) is told by these measurements.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches
from vision.recognition import augmentation, encoder, self_similarity
from vision.recognition.close_view import tints
from vision.recognition.encoder import Embedded
from vision.recognition.gallery import Floats, Numbers, Origin, Recogniser
from vision.recognition.matching import MOST_ODDS, Measured, measured_by_vectors
from vision.recognition.self_similarity import Similarity

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_OF_A_FACE = 20
"""How many exemplars of a face tell how like itself it is."""
_TELL = 2
"""How many exemplars of other pictures must show a face: it is compared with two."""
_PROBES = 400
"""How many exemplars of a set are altered to see for what they are taken."""
_PICTURES_TELL = 3
"""Of fewer pictures another evening differs by more than they tell: with two the cube's readings were wrong more
often."""
_SEED = 21
"""Of the altered copies: any would do, the same one so that a set is fitted alike each time."""


@dataclass(frozen=True, slots=True)
class Probes:
    """Exemplars as another evening would show them: which `row` of a gallery each is, (a,), what the encoder makes of
    it (`seen`), and its `tints`."""

    row: Numbers
    seen: Embedded
    tints: Floats


@dataclass(frozen=True, slots=True)
class Probed:
    """What was `measured` of probes, (a,), whose faces are `owner`."""

    owner: Numbers
    measured: Measured


@dataclass(frozen=True, slots=True)
class Kinship:
    """What was measured of a set's own exemplars, (e,) with their `owner`: `with_own` against those of other pictures
    (against all others where one picture taught the set), `without` against other faces alone; and of probes (`probed`)
    against all but what their own picture shows of their face, None where there are none. `told` (e,) are those whose
    face at least two exemplars of other pictures show, as it is compared with two in play, where three pictures and
    more taught the set."""

    faces: int
    owner: Numbers
    with_own: Measured
    without: Measured
    told: Flags
    probed: Probed | None = None

    def similarity(self, gone: int = -1) -> Similarity:
        """Return how much the set's faces resemble themselves and one another; as if face `gone` were not of it."""
        kept = np.flatnonzero(self.owner != gone)
        owner, one, other = self.owner[kept], self.with_own.of(kept), self.without.of(kept)
        mine, others = one.face == owner[:, None], (other.face >= 0) & (other.face != gone)
        own = np.stack([_most(values, mine) for values in (one.alike, one.vector, one.texture)], axis=1)
        twin = np.stack([_most(values, others) for values in (other.alike, other.vector, other.texture)], axis=1)
        alike = np.where(others, np.nan_to_num(other.alike, nan=-MOST_ODDS), -MOST_ODDS)
        first = _of_first(one, (one.face >= 0) & (one.face != gone))
        return self_similarity.measured(self.faces, owner, own, twin, first, np.where(others, other.face, -1), alike)


def kinship(recogniser: Recogniser, probes: Probes | None = None) -> Kinship:
    """Return what is measured of a set's own exemplars, and of probes; of the former, altered copies tell nothing."""
    gallery, rows = recogniser.gallery, recogniser.gallery.origin
    asked = np.concatenate([_evenly(own, min(len(own), _OF_A_FACE)) for own in _upright(rows)])
    owner = rows.owner[asked]
    itself = rows.source[asked][:, None] == rows.source[None]
    several = len(np.unique(rows.picture)) > 1
    others = (rows.picture[asked][:, None] != rows.picture[None] if several else ~itself) & ~rows.altered[None]
    strange = ~itself & (rows.owner[None] != owner[:, None]) & ~rows.altered[None]
    own = gallery.seen.of(asked), gallery.tints[asked]
    with_own, without = (measured_by_vectors(recogniser, *own, allowed) for allowed in (others, strange))
    probed = _probed(recogniser, probes) if probes is not None and len(probes.row) else None
    same = others & (rows.owner[None] == owner[:, None]) & (rows.turn[None] == 0)
    told = (same.sum(axis=1) >= _TELL) & (len(np.unique(rows.picture)) >= _PICTURES_TELL)
    return Kinship(len(recogniser.labels), owner, with_own, without, told, probed)


def probes_of(crops: Patches, rows: Origin) -> Probes:
    """Return probes of a gallery's exemplars, of their close views `crops` (k, s, s, 3)."""
    row = rows_to_probe(rows)
    changed = augmentation.on_another_evening(crops[row], np.random.default_rng(_SEED))
    return Probes(row, encoder.embed(changed), tints(changed))


def rows_to_probe(rows: Origin) -> Numbers:
    """Return which rows of a gallery to make probes of: upright exemplars whose face other pictures show, too, of each
    such face as many (few of them several times). None where fewer than three pictures taught the set."""
    if len(np.unique(rows.picture)) < _PICTURES_TELL:
        return np.empty(0, np.intp)
    faces = _upright(rows)
    several = [own for own in faces if len(np.unique(rows.picture[own])) > 1]
    return np.concatenate([np.empty(0, np.intp), *(_evenly(own, max(1, _PROBES // len(faces))) for own in several)])


def _probed(recogniser: Recogniser, probes: Probes) -> Probed:
    rows, gallery = recogniser.gallery.origin, recogniser.gallery
    owner, picture = rows.owner[probes.row], rows.picture[probes.row]
    allowed = (rows.owner[None] != owner[:, None]) | (rows.picture[None] != picture[:, None])
    seen = replace(probes.seen, textures=gallery.textures(probes.seen.textures))
    return Probed(owner, measured_by_vectors(recogniser, seen, probes.tints, allowed))


def _upright(rows: Origin) -> list[Numbers]:
    """Return the upright exemplars of each face, without altered copies."""
    upright = (rows.turn == 0) & ~rows.altered
    return [np.flatnonzero((rows.owner == face) & upright) for face in np.unique(rows.owner)]


def _evenly(own: Numbers, count: int) -> Numbers:
    """Return so many of them in even steps, some several times where there are fewer."""
    return np.asarray(own[np.linspace(0, len(own) - 1, count).round().astype(int)])


def _most(values: Reals, which: Flags) -> Reals:
    """Return the greatest of each row among `which`, nan where there is none."""
    found = np.where(which & np.isfinite(values), values, -np.inf).max(axis=1, initial=-np.inf)
    return np.asarray(np.where(np.isfinite(found), found, np.nan))


def _of_first(measured: Measured, which: Flags) -> Reals:
    """Return what the face among `which` that is likest by maps reaches, (n, 3): by vectors, by the comparison of
    textures, by the side of colours; nan where there is none."""
    each, first = np.arange(len(which)), np.where(which, measured.alike, -np.inf).argmax(axis=1)
    side = np.nan_to_num(measured.side[each, first, 0])
    values = np.stack([measured.vector[each, first], measured.alike_texture[each, first], side], axis=1)
    none = ~np.asarray(which.any(axis=1))
    return np.where(none[:, None], np.nan, values)
