"""A game's cells with what is computed of each but once, so that matching and calibration are run again and again on
any of its pictures.

Each cell is an exemplar, in each of its quarter turns, and a patch to be read. In three ways this differs from a set
that is fitted anew: where faces lie in their patches is told by the cells of all *other* pictures, the quick search's
space is fitted to the whole game, and nothing is read under other lamps. What the networks say of two cells is kept
once it was asked for.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from unittest import mock

import numpy as np

from vision.photometry.normalise import Channels, Patches, channels, under_white
from vision.pieceset.set_index import Exemplar
from vision.recognition import alignment, centring, comparison, glare, matching, network, search, softness
from vision.recognition.augmentation import in_other_light, on_another_evening
from vision.recognition.calibration import SecondLook
from vision.recognition.close_view import tints
from vision.recognition.encoder import VECTOR, Embedded, embed, textures
from vision.recognition.gallery import Gallery, Origin, Placing, Recogniser, gallery_of, straight
from vision.recognition.kinship import Probes, kinship, rows_to_probe
from vision.recognition.matching import CloseUp, Measured, PatchView
from vision.recognition.mislabelled import mislabelled
from vision.recognition.recogniser import (
    calibrated,
    copied_of,
    has_second,
    kept_of,
    origin,
    placed_of,
    seconded,
    turned,
)
from vision.recognition.self_similarity import Similarity, unknown
from vision.registration.patches import PATCH_PX

_SEED = 20
_TIMES = 5
"""How often each cell is altered."""


@dataclass(frozen=True)
class Taught:
    """A set that some cells teach, and which exemplars of the game tell where its faces lie."""

    recogniser: Recogniser
    placing: np.ndarray


class KeptFeatures:
    """The cells of a game, told by their numbers."""

    def __init__(self, cells: Sequence[Exemplar], turns: int) -> None:
        self._cells, self._turns = cells, turns
        self._label = np.array([cell.label for cell in cells])
        self._picture = np.unique([cell.picture for cell in cells], return_inverse=True)[1]
        patches, lamps = np.stack([cell.patch for cell in cells]), np.array([cell.lamp_bgr for cell in cells])
        self.glare = glare.glare(patches)
        white, whole = under_white(patches, lamps), under_white(patches, lamps, PATCH_PX)
        places = centring.places(channels(white))
        upright = centring.centred(whole, places)
        close = straight(np.concatenate([upright, in_other_light(upright)]))
        crops = turned(close, turns)
        self._seen, self._tints = embed(crops), tints(crops)
        changed = on_another_evening(np.tile(close[: len(cells)], (_TIMES, 1, 1, 1)), np.random.default_rng(_SEED))
        self._altered, self._altered_tints = embed(changed), tints(changed)
        self._seen_again = _again(self._seen, crops)
        small = turned(centring.centred(white, places), turns)
        owner = np.tile(np.unique(self._label, return_inverse=True)[1], turns)
        near, aligner = search.fit(small, np.random.default_rng(_SEED)), alignment.fit(channels(small))
        self._placing = Placing(owner, near, aligner)
        self._distance = np.empty((len(cells), turns * len(cells)), np.float32)
        self._close_up, self._far = self._looked_at(channels(white), whole)
        self._close_up_again = _again(self._close_up.seen, self._close_up.crops)
        vectors = np.concatenate([each.vectors for each in (self._seen, self._close_up.seen, self._altered)])
        self._kept = {"same": _Kept(comparison.same, vectors), "same_texture": _Kept(comparison.same_texture, vectors)}

    def taught(self, cells: np.ndarray, *, complete: bool, called: np.ndarray | None = None) -> Taught:
        """Return the set that these cells teach, as `vision.recognition.recogniser.fit` makes it; `called` (n,) are
        their names where some were named by a slip."""
        called = self._label[cells] if called is None else called
        owner = np.unique(called, return_inverse=True)[1]
        kept = kept_of([self._cells[k] for k in cells], owner, self._turns)
        cells, owner, called = cells[kept], owner[kept], called[kept]
        labels = tuple(str(label) for label in np.unique(called))
        placed = placed_of([self._cells[k] for k in cells], owner, self._turns)
        placing = replace(self._placing, owner=np.tile(owner[placed], self._turns))
        patches = np.stack([self._cells[k].patch for k in cells])
        most_glare, sharp = glare.most(patches, owner, len(labels)), softness.sharpness(patches, owner, len(labels))
        with self._networks_kept():
            rows, made_of = self._exemplars(cells, owner, complete=complete)
            gallery = gallery_of(self._seen.of(rows), self._tints[rows], made_of)
            lamp = np.exp(np.median(np.log([self._cells[k].lamp_bgr for k in cells]), axis=0))
            bare = Recogniser(labels, placing, gallery, unknown(len(labels)), most_glare, lamp, sharp, complete)
            told = kinship(bare, self._probes(cells, made_of) if complete else None)
            made = calibrated(bare, told)
            if has_second(made):
                seen = self._seen_again.of(rows)
                made = seconded(made, told, (seen.textures, seen.details, seen.parts))
            aside = mislabelled(made)
        if len(aside):
            cells, called = (np.delete(each, aside[:, 0]) for each in (cells, called))
            return self.taught(cells, complete=complete, called=called)
        return Taught(made, self._rows(cells[placed]))

    def measured(self, taught: Taught, cells: np.ndarray) -> Measured:
        """Return what is measured of cells that are read with the set."""
        far = np.flatnonzero(self._far[cells])
        seen = self._close_up
        close_up = CloseUp(seen.seen.of(cells), seen.tints[cells], far, seen.middle[cells[far]], seen.crops[cells])
        allowed = np.ones((len(cells), len(taught.recogniser.gallery.owner)), bool)
        with self._networks_kept():
            distance = self._distance[np.ix_(cells, taught.placing)]
            return matching.compared(taught.recogniser, close_up, allowed, distance)

    def second_look(self, taught: Taught, cells: np.ndarray, measured: Measured) -> SecondLook | None:
        """Return what the second networks say of these cells, of which this was measured; None where the set has
        no second opinion."""
        second = taught.recogniser.second
        if second is None:
            return None

        def look(which: np.ndarray) -> tuple[Measured, Similarity]:
            seen, colours = self._close_up_again.of(cells[which]), self._close_up.tints[cells[which]]
            allowed = np.ones((len(which), len(taught.recogniser.gallery.owner)), bool)
            about = (seen, colours, allowed, measured.apart[which])
            with self._networks_kept():
                return matching.measure_again(taught.recogniser, second, *about), second.similarity

        return look

    def _probes(self, cells: np.ndarray, made_of: Origin) -> Probes:
        """Return probes of the exemplars that these cells make; what is wanted of one more than `_TIMES` times is the
        same again."""
        row = rows_to_probe(made_of)
        again = np.array([(row[:place] == each).sum() for place, each in enumerate(row)], np.intp) % _TIMES
        which = again * len(self._cells) + cells[row]
        return Probes(row, self._altered.of(which), self._altered_tints[which])

    def _rows(self, cells: np.ndarray) -> np.ndarray:
        """Return the numbers of cells as exemplars, in all their quarter turns."""
        return np.concatenate([turn * len(self._cells) + cells for turn in range(self._turns)])

    def _exemplars(self, cells: np.ndarray, owner: np.ndarray, *, complete: bool) -> tuple[np.ndarray, Origin]:
        """Return the numbers of the exemplars that these cells make, with altered copies of some, and their origin."""
        count, turns = len(self._cells), self._turns
        few = copied_of([self._cells[k] for k in cells], owner, turns, complete=complete)
        ways = len(self._seen.vectors) // (count * turns)  # the cell itself, and its altered copies
        of_turn = np.concatenate([cells, *(way * count + cells[few] for way in range(1, ways))])
        rows = np.concatenate([turn * ways * count + of_turn for turn in range(turns)])
        return rows, origin(owner, self._picture[cells], few, turns)

    def _looked_at(self, seen: Channels, whole: Patches) -> tuple[CloseUp, np.ndarray]:
        """Return every cell's close view, where what lies in other pictures says that it lies, and which lie far off;
        keep how far each is from each exemplar."""
        parts, order = [], np.argsort(self._picture, kind="stable")
        middle, far = np.zeros((len(self._cells), VECTOR), np.float32), np.zeros(len(self._cells), bool)
        for number in np.unique(self._picture):
            own = np.flatnonzero(self._picture == number)
            found = search.search(self._placing.near, seen[own])
            self._distance[own] = found.distance
            rows, others = self._rows(own), self._rows(np.flatnonzero(self._picture != number))
            found.distance[:, rows] = np.inf
            view = PatchView(seen[own], whole[own], found)
            part = matching.close_up(self._without(others), view, np.full(len(own), -1))
            middle[own[part.far]], far[own[part.far]] = part.middle, True
            parts.append(part)
        back = np.argsort(order)
        joined = Embedded(*(np.concatenate([getattr(p.seen, f.name) for p in parts])[back] for f in fields(Embedded)))
        colours, crops = (np.concatenate([getattr(p, name) for p in parts])[back] for name in ("tints", "crops"))
        return CloseUp(joined, colours, order, middle, crops), far

    def _without(self, others: np.ndarray) -> Recogniser:
        """Return as much of a set of the `others` as it takes to find places."""
        nothing = np.empty(0, np.float32)
        count, ways = len(self._cells), len(self._seen.vectors) // (len(self._cells) * self._turns)
        seen = others + others // count * (ways - 1) * count
        vectors = Embedded(nothing, self._seen.vectors[seen], nothing, nothing, nothing)
        labels = tuple(str(label) for label in np.unique(self._label))
        none = np.empty(0, np.intp)
        rows = Origin(self._placing.owner[others], none, none, none, none.astype(bool))
        gallery = Gallery(rows, vectors, nothing, nothing, nothing)
        return Recogniser(labels, self._placing, gallery, unknown(len(labels)), nothing, np.full(3, 255.0), nothing)

    @contextmanager
    def _networks_kept(self) -> Iterator[None]:
        with mock.patch.multiple(comparison, **self._kept):
            yield


class _Kept:
    """What the first and what the second networks say of two cells, told by their vectors; asked once."""

    def __init__(self, asked: Callable[..., np.ndarray], vectors: np.ndarray) -> None:
        self._asked, self._names = asked, np.unique(_name(vectors))
        shape = (len(self._names), len(self._names))
        self._told = {which: np.full(shape, np.nan, np.float32) for which in (network.FIRST, network.SECOND)}

    def __call__(self, ones: Embedded, others: Embedded, pairs: np.ndarray, *networks: str) -> np.ndarray:
        one = np.searchsorted(self._names, _name(ones.vectors))[pairs[:, 0]]
        other = np.searchsorted(self._names, _name(others.vectors))[pairs[:, 1]]
        told = self._told["".join(networks)]
        new = np.flatnonzero(np.isnan(told[one, other]))
        told[one[new], other[new]] = self._asked(ones, others, pairs[new], *networks)
        return told[one, other]


def _again(seen: Embedded, crops: Patches) -> Embedded:
    """Return what was seen with what the second texture networks make of it."""
    return Embedded(seen.maps, seen.vectors, *textures(crops, network.SECOND))


def _name(vectors: np.ndarray) -> np.ndarray:
    """Return a number for each vector: its first two values."""
    return np.ascontiguousarray(vectors[:, :2], np.float32).view(np.uint64)[:, 0]
