"""Calibration: the odds of readings → one probability each, and whether it may be acted on without asking.

What a reading takes to be acted on is told by the set itself: an open one by what its own exemplars reach where their
face is left out, a complete one by for what its exemplars are taken on another evening. What lies near that is in
doubt, and second networks are asked: it is acted on where they see the same face lead and the odds by what both
measured (`odds`) say so. Some things are never acted on, whatever the odds (`vetoed`, `fellows`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.recognition import colour_cast, network
from vision.recognition.fellows import chroma, fellows
from vision.recognition.odds import FAR, SIDES, Trust, fitted_ranking, trust, trust_again
from vision.recognition.saturation import saturation_of
from vision.recognition.self_similarity import Similarity
from vision.recognition.set_ranking import set_ranking
from vision.recognition.tone import faded, off_faces, tone_of

if TYPE_CHECKING:
    from vision.recognition.kinship import Kinship
    from vision.recognition.matching import Measured

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]

SURE = 2.0
"""Log odds of being right from which on a reading is acted on. This and the bounds below were chosen by how many
readings of either half of the games, and strangers among them, are sure and wrong under the other half's fit
(docs/recogniser.md)."""
SURE_IN_THE_MAKING = 3.5
"""… of an open set whose few exemplars tell of no strangers: of nineteen faces by one exemplar each a drawn mine, not
taught yet, was a swamp at 2.5, with 4.9 of being known. There second networks are asked of all, and both
opinions must say so, each by itself: a forest, not taught yet, was a meadow at 5.7, and at 3.03 by both; another meadow
was a swamp at 2.1, and at 3.01 by both."""
SURE_AT_LEAST, SURE_AT_MOST = 1.5, 2.5
"""… in a complete set that was asked for what its own exemplars are taken on another evening (probes): where none of
the face that comes next is taken for the leading one, and where some are. With 1.25 at the least, or 2 at the most,
more is wrong; with 3 at the most the cube is asked about more with three pictures than with two."""
_ABOVE_MISTAKEN = 2.0
"""The bound is so far above the likeliest of these."""
DOUBT_BELOW, DOUBT_ABOVE = 4.0, 1.0
"""What is so much below or above what it takes to be acted on is in doubt, and second networks are asked. From 2 below
on little becomes sure by it (on the curves of cube, boggle4 and boggle6 some fifty readings, 2 of them wrong), but what
is asked about is rightly guessed more often."""
DOUBT_OF_COLOURS = 0.5
"""… of a complete set's reading whose next face differs by its colours no more below, for second textures trust colour
too much: with 2.0 32 readings of the cube's curve are wrong, with this 12."""
_OF_BOTH_LESS = 0.2
"""What both networks say of a complete set takes so much less than what the first say alone. Without it fewer are wrong
(4 of the benchmark for 6, and 20 of the curves of cube and boggle4 for 21), and boggle4 is asked 3 points more."""
_LIKELY_KNOWN = 1.0
"""What is less likely (log odds) to be any of the taught faces takes as much as ever: a face that nobody taught, though
the set was declared complete, reached -0.8 at the most."""
_KNOWN_BY_BOTH = 2.0
"""… and, where second networks were asked, what is less likely by both: a stranger in a picture of such a set reached
1.2."""
_CONFIRMED = 1.0
"""So much less is taken, in a complete set, of what is likely known where the colours of the picture's other patches
say so, too: of 3,521 readings that they confirm in the benchmark 3 are wrong. With 1.5 three more of rendered games are
sure and wrong."""
KNOWN_AT_MOST = 4.0
"""Log odds of being any of the taught faces from which on a reading is acted on, where a set's own strangers come near,
and of a set in the making, whose few exemplars tell of no strangers."""
KNOWN_AT_LEAST, KNOWN_BY_FEW = 2.0, 3.0
"""… and where its own exemplars, with their faces left out, all stay well below: a hundred and more, or fewer."""
_STRANGERS_TELL, _MANY_STRANGERS = 20, 100
"""Of fewer left-out exemplars a set is in the making; of fewer than many even the least bound is KNOWN_BY_FEW. Of a
cube with three faces left no stranger came near, and 23 of 196 yellow ones were sure for white."""
_RIVALS_SHARE, _MOST_OF_FIRST = 0.8, 0.95
"""What the leading face leaves is shared so among its rivals, the rest being what nobody taught; and no rival has more
than this of what the leading one has. Both are shown, not judged by."""
_OF_STRANGERS, _ABOVE = (0.99, 0.75), (1.25, 3.0)
"""The bound is so far above what so many of a set's strangers reach, the lower of both: the likeliest of many strangers
is likelier than that of few, so by these alone (0.75 above) soft letters were asked about more with each picture."""
_CHROMA, _TEXTURE_AHEAD, _COLOUR_SIDE = 0.25, 0.1, 0.25
"""A reading whose colour differs by so much (log) from its face's is not acted on (dim orange is red, and pink red),
unless its texture is ahead by so much, or, in a complete set, its colours lie so far on its face's side against every
rival, or it differs from the picture's others as it should (`fellows`). (In an open set yellow, never taught, lies far
on white's side.)"""
_LIGHTER, _DARKER = 0.7, 1.1
"""… nor one that is so much brighter (log: twice the light) than its face in this picture, or darker (a third of it): a
mirror, a cloth, a coin. A hand's shadow takes half of the light and leaves the piece what it is: of 1,959 real patches
at 0.35 to 0.5 of their light 775 were sure (complete sets) and 7 wrong with 0.7 for both, 1,654 are and 9 with this."""
_LEAST_VECTOR, _LEAST_TEXTURE = 0.6, 0.4
"""… nor one that resembles its face less than this in both, as where half of it is covered. Of a game's readings that
were sure and right, 1 % at the most lay below, and 8 of 34 that were sure and wrong."""
_LESS_IN_THE_MIDDLE = 0.3
"""… nor one that lies far off its cell's middle, while what lies in the middle resembles it so much less: a card laid
half over another (0.66 less). Bare squares, which lie anywhere, were 0.22 at the most."""


SecondLook = Callable[[Numbers], tuple["Measured", Similarity]]
"""Which of the patches → what the second networks measured of these, and the set's similarity by them."""


@dataclass(frozen=True, slots=True)
class Judged:
    """`chance` (n, r) of each face that was compared, by how much the likeliest is `above` (n,) what it takes to be
    acted on (log odds, -inf where it may not be whatever they are), `lighter` (n,) by how much (log) the patch is
    brighter than the leading face, once the picture's tone is taken off, and whether faces enough have `told` that; and
    by how much its colours lie `apart` from those of the compared faces, (n, r, 3), likewise. `saturation`: how
    much of its faces' colour the picture shows, and the `cast` that lies over it."""

    chance: Reals
    above: Reals
    lighter: Reals
    told: bool
    apart: Reals
    saturation: float = 1.0
    cast: colour_cast.Cast = colour_cast.NONE

    @property
    def sure(self) -> Flags:
        """Whether the likeliest may be acted on, (n,)."""
        return np.asarray(self.above >= 0)


def judge(measured: "Measured", similarity: Similarity, *, complete: bool, look: SecondLook | None = None) -> Judged:
    """Return how likely each compared face is in each patch of one picture, and which readings may be acted on; of what
    is in doubt after a second `look`, where the set has a second opinion."""
    trusted = trust(measured, similarity, complete=complete)
    told = fellows(measured, trusted, complete=complete)
    confirmed = told.confirmed & complete
    less = _CONFIRMED * (confirmed & (trusted.known >= _LIKELY_KNOWN))
    above = margin(trusted, similarity, complete=complete) + less
    tone = tone_of(measured)
    off = off_faces(measured, tone)
    apart = off[np.arange(len(off)), trusted.first]
    saturation = saturation_of(measured, trusted)
    cast = colour_cast.cast_of(measured, trusted, saturation)
    never = vetoed(measured, trusted, apart, confirmed, complete=complete) | told.contradicted
    above[never | faded(measured, trusted)] = -np.inf
    low = np.where(told.by_colours & complete, DOUBT_OF_COLOURS, DOUBT_BELOW)
    high = np.inf if not complete and _in_the_making(similarity) else DOUBT_ABOVE
    doubtful = np.flatnonzero((above >= -low) & (above < high))
    if look is not None and len(doubtful):
        again, by_second = look(doubtful)
        both = trust_again(measured.of(doubtful), similarity, again, by_second, complete=complete)
        alone = trusted.odds[doubtful], above[doubtful]
        above[doubtful] = _above_by_both(both, by_second, *alone, complete=complete)
        trusted = _with(trusted, doubtful, both)
    return Judged(_chances(trusted, complete=complete), above, apart.mean(axis=1), tone.is_told, off, saturation, cast)


def _above_by_both(both: Trust, by_second: Similarity, odds: Reals, above: Reals, *, complete: bool) -> Reals:
    """Return by how much readings are above what they take by both opinions; by the first alone they have these log
    `odds` of being right and are so much `above`."""
    if complete:
        taken = odds - above  # as much as of the first alone
        taken = np.where(both.known >= _KNOWN_BY_BOTH, taken, np.maximum(taken, SURE)) - _OF_BOTH_LESS
        return np.asarray(both.odds - taken)
    by_both = margin(both, by_second, complete=False)
    return np.minimum(by_both, above) if _in_the_making(by_second) else by_both


def _with(trusted: Trust, which: Numbers, by_both: Trust) -> Trust:
    """Return what is trusted, of some readings by both opinions."""
    first, odds, known = trusted.first.copy(), trusted.odds.copy(), trusted.known.copy()
    first[which], odds[which], known[which] = by_both.first, by_both.odds, by_both.known
    return replace(trusted, first=first, odds=odds, known=known)


def _chances(trusted: Trust, *, complete: bool) -> Reals:
    """Return how likely each compared face is, (n, r): the leading one by its odds; what is left is shared among its
    rivals and all that was never taught."""
    right = 1 / (1 + np.exp(-trusted.odds))
    if not complete:
        right = right / (1 + np.exp(-trusted.known))
    each = np.arange(len(right))
    ranked = np.where(np.isfinite(trusted.score), trusted.score, -np.inf)
    others = np.exp(ranked - ranked.max(axis=1, keepdims=True)) if len(each) else ranked
    others[each, trusted.first] = 0
    others = others / np.maximum(others.sum(axis=1, keepdims=True), 1e-9)
    chance = others * np.minimum(_RIVALS_SHARE * (1 - right), _MOST_OF_FIRST * right)[:, None]
    chance[each, trusted.first] = right
    return np.asarray(chance)


def margin(trusted: Trust, similarity: Similarity, *, complete: bool) -> Reals:
    """Return by how much (log odds) each reading is above what it takes to be acted on, (n,)."""
    if complete:
        told = least_of(similarity)[trusted.face, trusted.rival]
        least = np.where(trusted.rival >= 0, told, SURE)
        return np.asarray(trusted.odds - np.where(trusted.known >= _LIKELY_KNOWN, least, np.maximum(least, SURE)))
    over = trusted.odds - (SURE_IN_THE_MAKING if _in_the_making(similarity) else SURE)
    return np.asarray(np.minimum(over, trusted.known - bound_of(similarity)))


def _in_the_making(similarity: Similarity) -> bool:
    return len(similarity.strangers) < _STRANGERS_TELL


def least_of(similarity: Similarity) -> Reals:
    """Return from which log odds of being right on a reading of each face may be acted on that is likely known, where
    each other face comes next, (faces, faces), of a complete set: told by for what its probes are taken."""
    told = np.clip(similarity.mistaken + _ABOVE_MISTAKEN, SURE_AT_LEAST, SURE_AT_MOST)
    return np.asarray(np.where(np.isfinite(similarity.mistaken), told, SURE))


def bound_of(similarity: Similarity) -> float:
    """Return from which log odds on that it is any of the taught faces a reading may be acted on, of a set in which
    others may lie: told by what its own exemplars reach where their faces are left out."""
    if _in_the_making(similarity):
        return KNOWN_AT_MOST
    above = float((np.quantile(similarity.strangers, _OF_STRANGERS) + _ABOVE).min())
    least = KNOWN_AT_LEAST if len(similarity.strangers) >= _MANY_STRANGERS else KNOWN_BY_FEW
    return float(np.clip(above, least, KNOWN_AT_MOST))


def similarity_of(kinship: "Kinship", *, complete: bool) -> Similarity:
    """Return how much a set's faces resemble themselves and one another, with what its own exemplars tell of its
    bounds."""
    similarity = kinship.similarity()
    if not complete:
        return replace(similarity, strangers=strangers(kinship))
    ranked = _ranked(kinship, similarity, "complete")
    return replace(ranked, mistaken=mistaken(kinship, ranked))


def similarity_again(kinship: "Kinship", again: "Kinship", *, complete: bool) -> Similarity:
    """Return the same as second networks see it (`again`), with what an open set's exemplars tell of its bound by
    both."""
    similarity = again.similarity()
    if complete:
        return _ranked(again, similarity, network.SECOND + "complete")
    return replace(similarity, strangers=strangers(kinship, again))


def _ranked(kinship: "Kinship", similarity: Similarity, kind: str) -> Similarity:
    return replace(similarity, ranking=set_ranking(kinship, similarity, fitted_ranking(kind)))


def strangers(kinship: "Kinship", again: "Kinship | None" = None) -> Reals:
    """Return the log odds of being known that a set's exemplars reach where their own face is as if it had never been
    taught, (s,); with what second networks see of them (`again`), by both."""
    odds = [np.empty(0)]
    for face in np.unique(kinship.owner):
        own = np.flatnonzero(kinship.owner == face)
        measured, rest = kinship.without.of(own), kinship.similarity(int(face))
        if again is None:
            odds.append(trust(measured, rest, complete=False).known)
        else:
            second = again.without.of(own), again.similarity(int(face))
            odds.append(trust_again(measured, rest, *second, complete=False).known)
    return np.concatenate(odds)


def mistaken(kinship: "Kinship", similarity: Similarity) -> Reals:
    """Return the greatest log odds of being right with which a probe of a complete set is taken for each face where it
    shows each other one, (faces, faces): very low where none is, inf where none shows that."""
    reached = np.full((kinship.faces, kinship.faces), np.inf)
    if kinship.probed is None:
        return reached
    trusted, owner = trust(kinship.probed.measured, similarity, complete=True), kinship.probed.owner
    reached[:, owner] = -FAR
    wrong = trusted.face != owner
    np.maximum.at(reached, (trusted.face[wrong], owner[wrong]), trusted.odds[wrong])
    return reached


def vetoed(
    measured: "Measured", trusted: Trust, apart: Reals, confirmed: Flags | bool = False, *, complete: bool
) -> Flags:
    """Return which readings of one picture's patches (n,) may not be acted on whatever their odds: ties, what hardly
    resembles its face, what lies aside of its cell, and what is twice or a third as bright or, not `confirmed` by its
    fellows, has another colour than its face (`apart`, of `off_faces`)."""
    each = np.arange(len(trusted.odds))
    compared = measured.face >= 0
    leads = np.zeros(compared.shape, bool)
    leads[each, trusted.first] = True
    rest = np.where(leads, -np.inf, trusted.score).max(axis=1, initial=-np.inf)
    tie = np.isfinite(rest) & (trusted.score[each, trusted.first] <= rest)
    off_colour = np.linalg.norm(chroma(apart), axis=1) >= _CHROMA
    next_texture = np.where(leads | ~compared, -np.inf, measured.texture).max(axis=1, initial=-np.inf)
    told = confirmed | (measured.texture[each, trusted.first] - next_texture > _TEXTURE_AHEAD)
    if complete:
        told |= measured.side[each, trusted.first, SIDES.index("side_colour")] >= _COLOUR_SIDE
    lighter = apart.mean(axis=1)
    vector, texture = (values[each, trusted.first] for values in (measured.vector, measured.texture))
    unlike = (vector < _LEAST_VECTOR) & (texture < _LEAST_TEXTURE)
    aside = vector - measured.middle[each, trusted.first] > _LESS_IN_THE_MIDDLE
    off_light = (lighter >= _LIGHTER) | (lighter <= -_DARKER)
    return np.asarray(tie | unlike | aside | off_light | (off_colour & ~told), np.bool_)
