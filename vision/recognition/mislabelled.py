"""Mislabelled exemplars: those that all others of a set, of their own picture and of the rest, surely read as another
face.

Whoever names a whole sheet slips now and then, and a set with one wrong name asks more and is wrong more often
(docs/recogniser.md, *a slip in teaching*). An exemplar that is alone of its picture, a crop or a correction, was named
by itself and stands; so does the only one of its face.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from vision.recognition.gallery import Floats, Numbers, Recogniser
from vision.recognition.matching import Measured, measured_by_vectors
from vision.recognition.odds import trust, trust_again

Flags = npt.NDArray[np.bool_]

_SURELY, _AGAINST_ONE, _BY_FIRST = 2.0, 3.0, 1.5
"""Log odds of being another face from which on it is said: by both opinions (by the first where there is no second),
where a single other exemplar shows what its own face looks like, and by the first alone. In 40 drawn games, open and
complete, whose faces differ by little and have two exemplars each, 19 were taken for another face at 2 and none at 3;
where more showed the face, none at 2."""


def mislabelled(made: Recogniser) -> Numbers:
    """Return which exemplars the others read as another face, and as which, (m, 2): not all of any face."""
    rows, asked = made.gallery.origin, _asked(made)
    owner, source = rows.owner[asked], rows.source[asked]
    left = np.bincount(rows.owner[(rows.turn == 0) & ~rows.altered], minlength=len(made.labels))
    found: dict[int, int] = {}
    while len(asked):
        others = (source[:, None] != rows.source[None]) & ~rows.altered[None] & ~np.isin(rows.source, list(found))
        face, odds = _read(made, asked, others)
        above = odds - np.where(left[owner] > 2, _SURELY, _AGAINST_ONE)
        above[(face == owner) | np.isin(source, list(found)) | (left[owner] < 2)] = -np.inf
        worst = int(above.argmax())
        if above[worst] < 0:
            break
        # One at a time: what it was taken for by its fault is right without it.
        found[int(source[worst])] = int(face[worst])
        left[owner[worst]] -= 1
    own = (rows.turn == 0) & ~rows.altered
    told = _without_contradictions(found, dict(zip(rows.source[own].tolist(), rows.owner[own].tolist(), strict=True)))
    return np.array(sorted(told.items()), np.intp).reshape(-1, 2)


def _without_contradictions(found: Mapping[int, int], owner: Mapping[int, int]) -> dict[int, int]:
    """Return what is `found` (exemplar → the face that it looks like) without those faces that were taken for one
    another so often that no more of their exemplars stand than fall: of names that two pictures give the other way
    round, nobody knows which were meant. `owner` tells each exemplar's face."""
    group = {face: face for face in owner.values()}
    for exemplar, face in found.items():
        joined = {group[owner[exemplar]], group[face]}
        group = {each: min(joined) if of in joined else of for each, of in group.items()}
    taught, fall = (Counter(group[owner[exemplar]] for exemplar in ones) for ones in (owner, found))
    stand = {of for of in fall if 2 * fall[of] < taught[of]}
    return {exemplar: face for exemplar, face in found.items() if group[face] in stand}


def _read(made: Recogniser, asked: Numbers, others: Flags) -> tuple[Numbers, npt.NDArray[np.float64]]:
    """Return as which face the `others` (a, k) read each of these exemplars, and how surely: not at all where the first
    opinion has it otherwise, or the set's second one."""

    def measured(one: Recogniser) -> Measured:
        return measured_by_vectors(one, one.gallery.seen.of(asked), one.gallery.tints[asked], others)

    by_first = measured(made)
    alone = trust(by_first, made.similarity, complete=made.complete)
    if made.second is None:
        return alone.face, alone.odds
    again = measured(made.as_second(made.second))
    both = trust_again(by_first, made.similarity, again, made.second.similarity, complete=made.complete)
    agreed = (both.face == alone.face) & (alone.odds >= _BY_FIRST)
    return alone.face, np.where(agreed, both.odds, -np.inf)


def _asked(made: Recogniser) -> Numbers:
    """Return the rows of the gallery to be asked about: exemplars whose likest other one, by vector or by texture, is
    of another face."""
    gallery, rows = made.gallery, made.gallery.origin
    own = np.flatnonzero((rows.turn == 0) & ~rows.altered)
    several = np.bincount(rows.owner[own])[rows.owner[own]] > 1
    own = own[several & (np.bincount(rows.picture[own])[rows.picture[own]] > 1)]
    itself = rows.source[own][:, None] == rows.source[None]
    elsewhere = np.zeros(len(own), bool)
    for seen in (gallery.seen.vectors, gallery.seen.textures):
        elsewhere |= rows.owner[_likest(seen[own], seen, itself | rows.altered[None])] != rows.owner[own]
    return own[elsewhere]


def _likest(ones: Floats, others: Floats, not_these: Flags) -> Numbers:
    return np.asarray(np.where(not_these, -np.inf, ones @ others.T).argmax(axis=1), np.intp)
