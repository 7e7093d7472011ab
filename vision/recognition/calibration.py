"""Calibration: what was measured of the likeliest faces → one probability each, and whether it may be acted on without
asking.

A linear ranking says which face leads. A logistic model of `CLUES` gives the odds that the leading face is right: how
alike it is, how far the next one is behind, on which side of its rivals it lies, whether vector, texture and comparison
agree, and all of it measured by how alike the set's own exemplars are and how the likest face of these fares as a rule.
Where another face may lie, a second model of the same clues gives the odds that any taught face lies there (novelty
detection): what tells faces apart is not what tells a face from a stranger. Where a reading is in doubt, second
networks are asked: it is acted on where they see the same face lead and the odds by what both measured say so. The
numbers, fitted by `tests/training/fit_calibration.py`, stand in `calibration.json`: of sets in which another face may
lie and of complete ones, by the first networks alone and by both.
"""

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.recognition import network
from vision.recognition.fellows import apart_by_colours, chroma, fellows
from vision.recognition.self_similarity import Similarity
from vision.recognition.tone import off_face

if TYPE_CHECKING:
    from vision.recognition.kinship import Kinship
    from vision.recognition.matching import Measured

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]

NUMBERS = Path(__file__).with_name("calibration.json")

SIDES = ("side_colour", "side_texture", "side_vector", "side_map")
RANKED = (
    "alike", "alike_mean", "vector", "texture", "texture_scaled", "alike_texture", "alike_texture_mean", *SIDES,
)  # fmt: skip
CLUES = (
    "alike", "alike_mean", "alike_ahead", "alike_mean_ahead", "vector", "vector_ahead", "texture", "texture_ahead",
    "texture_scaled", "agree", "own_alike", "twin_alike", "alike_by_own", "vector_by_own", "vector_by_twin",
    "texture_by_own", "texture_by_twin", "pair", "alike_by_pair", "apart", "apart_ahead", "rank_ahead",
    "rank_ahead_scaled", "alike_texture", "alike_texture_mean", "alike_texture_ahead", "alike_texture_mean_ahead",
    *SIDES, "usual_vector", "usual_alike_texture", "usual_side_colour",
)  # fmt: skip
AGAIN = (
    "texture", "texture_ahead", "texture_scaled", "texture_by_own", "texture_by_twin", "alike_texture",
    "alike_texture_mean", "alike_texture_ahead", "alike_texture_mean_ahead", "side_texture",
)  # fmt: skip
"""Clues of which the second networks have a view of their own, looked at beside all clues of the first."""

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
on little becomes sure by it (on the curves of cube, boggle4 and boggle6 some sixty readings, 2 of them wrong), but what
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
_OF_STRANGERS, _ABOVE = 0.99, 0.75
"""The bound is so far above what so many of a set's strangers reach."""
_CHROMA, _TEXTURE_AHEAD, _COLOUR_SIDE = 0.25, 0.1, 0.25
"""A reading whose colour differs by so much (log) from its face's is not acted on (dim orange is red, and pink red),
unless its texture is ahead by so much, or, in a complete set, its colours lie so far on its face's side against every
rival, or it differs from the picture's others as it should (`fellows`). (In an open set yellow, never taught, lies far
on white's side.)"""
_LIGHT = 0.7
"""… nor one that is so much brighter or darker (log: half or twice the light) than its face in this picture: a cloth, a
coin, a hand's shadow. Of a game's readings that were sure and right, 1.2 % at the most lay above it."""
_LEAST_VECTOR, _LEAST_TEXTURE = 0.6, 0.4
"""… nor one that resembles its face less than this in both, as where half of it is covered. Of a game's readings that
were sure and right, 1 % at the most lay below, and 8 of 34 that were sure and wrong."""
_LESS_IN_THE_MIDDLE = 0.3
"""… nor one that lies far off its cell's middle, while what lies in the middle resembles it so much less: a card laid
half over another (0.66 less). Bare squares, which lie anywhere, were 0.22 at the most."""
_ALONE = {"alike": 10.0, "vector": 0.3, "texture": 0.3, "rank": 10.0, "apart": 1.0}
"""How far the leading face is ahead where there is no other."""
_FAR = 15.0
_SIDE = 1.5
"""Further on a side than this is no more than on it."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Of each patch: which of the compared faces leads and which comes next (`first`, `second`, (n,)), which faces of
    the set these are (`face`, (n,), `rival`, (n,); -1: none), how the compared faces rank (`score`, (n, r)), the log
    `odds` (n,) that the first is right where any taught face lies there, and the log odds that one does (`known`,
    (n,))."""

    first: Numbers
    second: Numbers
    face: Numbers
    rival: Numbers
    score: Reals
    odds: Reals
    known: Reals


SecondLook = Callable[[Numbers], tuple["Measured", Similarity]]
"""Which of the patches → what the second networks measured of these, and the set's similarity by them."""


@dataclass(frozen=True, slots=True)
class Judged:
    """`chance` (n, r) of each face that was compared, `sure` (n,) whether the likeliest may be acted on, `lighter` (n,)
    by how much (log) the patch is brighter than the leading face, once the picture's tone is taken off."""

    chance: Reals
    sure: Flags
    lighter: Reals


def judge(measured: "Measured", similarity: Similarity, *, complete: bool, look: SecondLook | None = None) -> Judged:
    """Return how likely each compared face is in each patch of one picture, and which readings may be acted on; of what
    is in doubt after a second `look`, where the set has a second opinion."""
    trusted = trust(measured, similarity, complete=complete)
    score, first, odds, known = trusted.score, trusted.first.copy(), trusted.odds.copy(), trusted.known.copy()
    each = np.arange(len(odds))
    told = fellows(measured, trusted, complete=complete)
    confirmed = told.confirmed & complete
    less = _CONFIRMED * (confirmed & (trusted.known >= _LIKELY_KNOWN))
    above = margin(trusted, similarity, complete=complete) + less
    apart = off_face(measured, trusted)
    above[vetoed(measured, trusted, apart, confirmed, complete=complete) | told.contradicted] = -np.inf
    below = np.where(told.by_colours & complete, DOUBT_OF_COLOURS, DOUBT_BELOW)
    making = not complete and _in_the_making(similarity)
    doubtful = np.flatnonzero((above >= -below) & (making | (above < DOUBT_ABOVE)))
    if look is not None and len(doubtful):
        again, by_second = look(doubtful)
        both = trust_again(measured.of(doubtful), similarity, again, by_second, complete=complete)
        if complete:
            taken = odds[doubtful] - above[doubtful]  # as much as of the first alone
            taken = np.where(both.known >= _KNOWN_BY_BOTH, taken, np.maximum(taken, SURE)) - _OF_BOTH_LESS
            above[doubtful] = both.odds - taken
        else:
            theirs = margin(both, by_second, complete=False)
            above[doubtful] = np.minimum(above[doubtful], theirs) if making else theirs
        first[doubtful], odds[doubtful], known[doubtful] = both.first, both.odds, both.known
    right = 1 / (1 + np.exp(-odds))
    if not complete:
        right = right / (1 + np.exp(-known))
    ranked = np.where(np.isfinite(score), score, -np.inf)
    others = np.exp(ranked - ranked.max(axis=1, keepdims=True)) if len(each) else ranked
    others[each, first] = 0
    # What is left is shared among the rivals and all that was never taught.
    others = others / np.maximum(others.sum(axis=1, keepdims=True), 1e-9)
    chance = others * np.minimum(0.8 * (1 - right), 0.95 * right)[:, None]
    chance[each, first] = right
    return Judged(chance, above >= 0, apart.mean(axis=1))


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
    reached = float(np.quantile(similarity.strangers, _OF_STRANGERS))
    least = KNOWN_AT_LEAST if len(similarity.strangers) >= _MANY_STRANGERS else KNOWN_BY_FEW
    return float(np.clip(reached + _ABOVE, least, KNOWN_AT_MOST))


def similarity_of(kinship: "Kinship", *, complete: bool) -> Similarity:
    """Return how much a set's faces resemble themselves and one another, with what its own exemplars tell of its
    bounds."""
    similarity = kinship.similarity()
    if complete:
        return replace(similarity, mistaken=mistaken(kinship, similarity))
    return replace(similarity, strangers=strangers(kinship))


def similarity_again(kinship: "Kinship", again: "Kinship", *, complete: bool) -> Similarity:
    """Return the same as second networks see it (`again`), with what an open set's exemplars tell of its bound by
    both."""
    similarity = again.similarity()
    return similarity if complete else replace(similarity, strangers=strangers(kinship, again))


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
    reached[:, owner] = -_FAR
    wrong = trusted.face != owner
    np.maximum.at(reached, (trusted.face[wrong], owner[wrong]), trusted.odds[wrong])
    return reached


def trust(measured: "Measured", similarity: Similarity, *, complete: bool) -> Trust:
    """Return which face leads in each patch, the odds that it is right, and that any taught one lies there."""
    kind = "complete" if complete else "open"
    score, first, found = _leading(measured, similarity, _numbers()[kind])
    compared = np.isfinite(score).any(axis=1)
    odds, known = (np.where(compared, _odds(found, _numbers()[asked]), -_FAR) for asked in (kind, "known"))
    return _trust(measured, score, first, odds, known)


def _trust(measured: "Measured", score: Reals, first: Numbers, odds: Reals, known: Reals) -> Trust:
    face, (second, rival) = measured.face[np.arange(len(first)), first], _rivals(measured, score, first)
    return Trust(first, second, face, rival, score, odds, known)


def trust_again(
    measured: "Measured", similarity: Similarity, again: "Measured", by_second: Similarity, *, complete: bool
) -> Trust:
    """Return the same by what first networks measured and what second ones did (`again`, `by_second`). Where these see
    another face lead, nothing is likelier than not, and that one leads unless the two differ by their colours."""
    kind = "complete" if complete else "open"
    alone = trust(measured, similarity, complete=complete)
    found = clues(measured, similarity, alone.score, alone.first)
    _, first, found_again = _leading(again, by_second, _numbers()[network.SECOND + kind])
    together = np.concatenate([found, found_again[:, [CLUES.index(name) for name in AGAIN]]], axis=1)
    lead = again.face[np.arange(len(first)), first]
    same = (lead == alone.face) & (lead >= 0)
    odds, known = (
        np.where(same, _odds(together, _numbers()[network.SECOND + asked]), np.minimum(by_first, 0))
        for asked, by_first in ((kind, alone.odds), ("known", alone.known))
    )
    compared = (measured.face == lead[:, None]) & (lead >= 0)[:, None]
    other = compared.argmax(axis=1) if compared.size else alone.first
    follows = compared.any(axis=1) & ~apart_by_colours(measured, alone.first, other)
    return _trust(measured, alone.score, np.where(follows, other, alone.first), odds, known)


def _leading(measured: "Measured", similarity: Similarity, numbers: dict[str, Reals]) -> tuple[Reals, Numbers, Reals]:
    """Return how the compared faces rank (n, r), which of them leads (n,), and its clues (n, CLUES)."""
    score = np.where(measured.face >= 0, ranked(measured, similarity) @ numbers["ranking"], -np.inf)
    first = score.argmax(axis=1) if score.size else np.zeros(len(score), np.intp)
    return score, first, clues(measured, similarity, score, first)


def _odds(found: Reals, numbers: dict[str, Reals]) -> Reals:
    mean, spread, weight = numbers["clues"]
    told = np.nan_to_num(np.clip(found, -_FAR, _FAR))
    return np.asarray(((told - mean) / spread) @ weight + float(numbers["offset"]))


def ranked(measured: "Measured", similarity: Similarity) -> Reals:
    """Return what the ranking looks at of each compared face, (n, r, RANKED)."""
    return np.stack(
        [
            measured.alike,
            measured.alike_mean,
            10 * measured.vector,
            10 * measured.texture,
            _scaled(measured.texture, similarity),
            measured.alike_texture,
            measured.alike_texture_mean,
            *(4 * side for side in _sides(measured)),
        ],
        axis=2,
    )


def clues(measured: "Measured", similarity: Similarity, score: Reals, first: Numbers) -> Reals:
    """Return what the logistic model looks at of the leading face, (n, CLUES); nan where there is nothing."""
    n, r = score.shape
    each = np.arange(n)
    leads = np.zeros((n, r), bool)
    leads[each, first] = True
    compared = measured.face >= 0

    def own(values: Reals) -> Reals:
        return np.asarray(values[each, first])

    def ahead(values: Reals, alone: float) -> Reals:
        rest = np.where(leads | ~compared, -np.inf, values).max(axis=1, initial=-np.inf)
        return np.asarray(np.where(np.isfinite(rest), own(values) - np.where(np.isfinite(rest), rest, 0), alone))

    face = measured.face[each, first]
    _, rival = _rivals(measured, score, first)
    pair = np.where(rival >= 0, similarity.pairs[face, rival], -12.0)
    agree = sum(
        (np.where(compared, values, -np.inf).argmax(axis=1) == first).astype(float)
        for values in (measured.alike, measured.vector, measured.texture)
    )
    rank_ahead = ahead(score, _ALONE["rank"])
    own_faces, twins = similarity.own[face], similarity.twin[face]
    alike = own(measured.alike)
    return np.stack(
        [
            alike, own(measured.alike_mean), ahead(measured.alike, _ALONE["alike"]),
            ahead(measured.alike_mean, _ALONE["alike"]), own(measured.vector), ahead(measured.vector, _ALONE["vector"]),
            own(measured.texture), ahead(measured.texture, _ALONE["texture"]),
            own(_scaled(measured.texture, similarity)), np.asarray(agree), own_faces[:, 0], twins[:, 0],
            alike - own_faces[:, 0], own(measured.vector) - own_faces[:, 1], own(measured.vector) - twins[:, 1],
            own(measured.texture) - own_faces[:, 2], own(measured.texture) - twins[:, 2], pair,
            alike - np.maximum(pair, twins[:, 0]), *_apart(measured.apart, face), rank_ahead,
            rank_ahead / (1 + abs(similarity.usual_twin[0])), own(measured.alike_texture),
            own(measured.alike_texture_mean), ahead(measured.alike_texture, _ALONE["alike"]),
            ahead(measured.alike_texture_mean, _ALONE["alike"]), *(own(side) for side in _sides(measured)),
            *(np.full(n, usual) for usual in similarity.usual_first),
        ],
        axis=1,
    )  # fmt: skip


def _rivals(measured: "Measured", score: Reals, first: Numbers) -> tuple[Numbers, Numbers]:
    """Return which of the compared faces comes next to the leading one, (n,), and which face of the set that is, (n,);
    -1 where there is no other."""
    if not score.size:
        return first, first
    each, rest = np.arange(len(first)), score.copy()
    rest[each, first] = -np.inf
    second = rest.argmax(axis=1)
    return second, np.where(np.isfinite(rest[each, second]), measured.face[each, second], -1)


def _sides(measured: "Measured") -> Reals:
    """Return how each compared face fares against the others, kind by kind (SIDES, n, r)."""
    return np.asarray(np.clip(measured.side, -_SIDE, _SIDE).transpose(2, 0, 1))


def _scaled(texture: Reals, similarity: Similarity) -> Reals:
    """Return textures' cosines by what those of other faces usually reach in the set: 0 as much, 1 the same picture."""
    usual = similarity.usual_twin[2]
    return np.asarray((texture - usual) / max(1 - usual, 0.02))


def _apart(apart: Reals, face: Numbers) -> tuple[Reals, Reals]:
    """Return how far the leading face is in the quick search, and how much further the next one; logs."""
    each = np.arange(len(face))
    mine = apart[each, face]
    others = apart.copy()
    others[each, face] = np.inf
    least = others.min(axis=1, initial=np.inf)
    small = 5.0 / 160
    with np.errstate(invalid="ignore", divide="ignore"):
        further = np.where(np.isfinite(least), np.log((least + small) / (mine + small)), _ALONE["apart"])
        near = np.log(np.maximum(mine, 0.02))
    told = np.isfinite(mine)
    return np.where(told, near, np.nan), np.where(told & ~np.isnan(further), further, np.nan)


def vetoed(
    measured: "Measured", trusted: Trust, apart: Reals, confirmed: Flags | bool = False, *, complete: bool
) -> Flags:
    """Return which readings of one picture's patches (n,) may not be acted on whatever their odds: ties, what hardly
    resembles its face, what lies aside of its cell, and what is half or twice as bright or, not `confirmed` by its
    fellows, has another colour than its face (`apart`, of `off_face`)."""
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
    light = np.abs(apart.mean(axis=1))
    vector, texture = (values[each, trusted.first] for values in (measured.vector, measured.texture))
    unlike = (vector < _LEAST_VECTOR) & (texture < _LEAST_TEXTURE)
    aside = vector - measured.middle[each, trusted.first] > _LESS_IN_THE_MIDDLE
    return np.asarray(tie | unlike | aside | (light >= _LIGHT) | (off_colour & ~told), np.bool_)


@functools.cache
def _numbers() -> dict[str, dict[str, Reals]]:
    """Return the fitted numbers of `open` and of `complete` sets, and of what is `known`, by first networks and by
    both: `ranking` (RANKED,) but of what is known (of both, by the second), `clues` (3, CLUES and, of both, AGAIN):
    mean, spread and weight of each clue, and `offset` ()."""
    raw = json.loads(NUMBERS.read_text(encoding="utf-8"))
    return {
        kind: {
            "ranking": np.array([numbers["ranking"][name] for name in RANKED if "ranking" in numbers]),
            "clues": np.array([numbers["clues"][name] for name in clues_of(kind)]).T,
            "offset": np.array(numbers["offset"]),
        }
        for kind, numbers in raw.items()
    }


def clues_of(kind: str) -> tuple[str, ...]:
    """Return the names of the clues that the fitted numbers of that kind weigh."""
    return (*CLUES, *(network.SECOND + name for name in AGAIN)) if kind.startswith(network.SECOND) else CLUES
