"""Odds: what was measured of the likeliest faces → which face leads, and the log odds that it is right and that any
taught face lies there.

A linear ranking says which face leads. A logistic model of `CLUES` gives the odds that the leading face is right: how
alike it is, how far the next one is behind, on which side of its rivals it lies, whether vector, texture and comparison
agree, and all of it measured by how alike the set's own exemplars are and how the likest face of these fares as a rule.
Where another face may lie, a second model of the same clues gives the odds that any taught face lies there (novelty
detection): what tells faces apart is not what tells a face from a stranger. Where second networks were asked, too, both
have models of what both measured. The numbers, fitted by `tests/training/fit_calibration.py`, stand in
`calibration.json`: of sets in which another face may lie, of complete ones, and of those that rank by themselves, by
the first networks alone and by both.
"""

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.recognition import network
from vision.recognition.fellows import apart_by_colours
from vision.recognition.self_similarity import Similarity

if TYPE_CHECKING:
    from vision.recognition.matching import Measured

Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]

OWN = "complete_own"
"""The odds of complete sets that have a ranking of their own."""
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
_ALONE = {"alike": 10.0, "vector": 0.3, "texture": 0.3, "rank": 10.0, "apart": 1.0}
"""How far the leading face is ahead where there is no other."""
FAR = 15.0
"""No clue tells more; and so unlikely (log odds) is what was compared with nothing."""
_SIDE = 1.5
"""Further on a side than this is no more than on it."""
_UNLIKE = -12.0
"""How alike two faces are (log odds) that nobody compared: as unlike as a comparison can tell."""
_NEXT_TO_NOTHING, _NEAR = 0.02, 5.0 / 160
"""Below these nothing is told apart: of a cosine from 1, or a distance in the quick search's space (of its square by
dimension); and what is added to such a distance before it is compared with another by its log."""


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


def trust(measured: "Measured", similarity: Similarity, *, complete: bool) -> Trust:
    """Return which face leads in each patch, the odds that it is right, and that any taught one lies there."""
    trusted, _ = _by_first(measured, similarity, kind_of(similarity, complete=complete))
    return trusted


def kind_of(similarity: Similarity, *, complete: bool) -> str:
    """Return which of the fitted odds a set takes: those of open sets, of complete ones, or of complete ones whose
    exemplars tell how they rank (`vision.recognition.set_ranking`)."""
    return "open" if not complete else OWN if len(similarity.ranking) else "complete"


def _by_first(measured: "Measured", similarity: Similarity, kind: str) -> tuple[Trust, Reals]:
    """Return what `trust` does, of a set of that kind, and the clues (n, CLUES) that say so."""
    score, first, found = leading(measured, similarity, fitted_ranking(kind))
    compared = np.isfinite(score).any(axis=1)
    odds, known = (np.where(compared, _odds(found, _numbers()[asked]), -FAR) for asked in (kind, "known"))
    return _trust(measured, score, first, odds, known), found


def _trust(measured: "Measured", score: Reals, first: Numbers, odds: Reals, known: Reals) -> Trust:
    face, (second, rival) = measured.face[np.arange(len(first)), first], _rivals(measured, score, first)
    return Trust(first, second, face, rival, score, odds, known)


def trust_again(
    measured: "Measured", similarity: Similarity, again: "Measured", by_second: Similarity, *, complete: bool
) -> Trust:
    """Return the same by what first networks measured and what second ones did (`again`, `by_second`). Where these see
    another face lead, nothing is likelier than not, and that one leads unless the two differ by their colours."""
    kind = kind_of(similarity, complete=complete)
    alone, found = _by_first(measured, similarity, kind)
    _, first, found_again = leading(again, by_second, fitted_ranking(network.SECOND + kind))
    by_both = together(found, found_again)
    lead = again.face[np.arange(len(first)), first]
    same = (lead == alone.face) & (lead >= 0)
    odds, known = (
        np.where(same, _odds(by_both, _numbers()[network.SECOND + asked]), np.minimum(by_first, 0))
        for asked, by_first in ((kind, alone.odds), ("known", alone.known))
    )
    compared = (measured.face == lead[:, None]) & (lead >= 0)[:, None]
    other = compared.argmax(axis=1) if compared.size else alone.first
    follows = compared.any(axis=1) & ~apart_by_colours(measured, alone.first, other)
    return _trust(measured, alone.score, np.where(follows, other, alone.first), odds, known)


def leading(measured: "Measured", similarity: Similarity, ranking: Reals) -> tuple[Reals, Numbers, Reals]:
    """Return how the compared faces rank (n, r) by the set's weights, or by these (RANKED,) where it has none, which
    leads (n,), its clues (n, CLUES)."""
    weights = similarity.ranking if len(similarity.ranking) else ranking
    score = np.where(measured.face >= 0, ranked(measured, similarity) @ weights, -np.inf)
    first = score.argmax(axis=1) if score.size else np.zeros(len(score), np.intp)
    return score, first, _clues(measured, similarity, score, first)


def together(found: Reals, found_again: Reals) -> Reals:
    """Return all clues of the first networks, (n, CLUES), and of the second ones' those of which they have a view of
    their own: (n, CLUES and AGAIN)."""
    return np.concatenate([found, found_again[:, [CLUES.index(name) for name in AGAIN]]], axis=1)


def _odds(found: Reals, numbers: dict[str, Reals]) -> Reals:
    mean, spread, weight = numbers["clues"]
    return np.asarray(((found - mean) / spread) @ weight + float(numbers["offset"]))


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


def _clues(measured: "Measured", similarity: Similarity, score: Reals, first: Numbers) -> Reals:
    """Return what the logistic models look at of the leading face, (n, CLUES), within FAR; 0 where there is nothing."""
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
    pair = np.where(rival >= 0, similarity.pairs[face, rival], _UNLIKE)
    agree = sum(
        (np.where(compared, values, -np.inf).argmax(axis=1) == first).astype(float)
        for values in (measured.alike, measured.vector, measured.texture)
    )
    rank_ahead = ahead(score, _ALONE["rank"])
    own_faces, twins = similarity.own[face], similarity.twin[face]
    alike = own(measured.alike)
    found = np.stack(
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
    return np.asarray(np.nan_to_num(np.clip(found, -FAR, FAR)))


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
    return np.asarray((texture - usual) / max(1 - usual, _NEXT_TO_NOTHING))


def _apart(apart: Reals, face: Numbers) -> tuple[Reals, Reals]:
    """Return how far the leading face is in the quick search, and how much further the next one; logs."""
    each = np.arange(len(face))
    mine = apart[each, face]
    others = apart.copy()
    others[each, face] = np.inf
    least = others.min(axis=1, initial=np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        further = np.where(np.isfinite(least), np.log((least + _NEAR) / (mine + _NEAR)), _ALONE["apart"])
        near = np.log(np.maximum(mine, _NEXT_TO_NOTHING))
    told = np.isfinite(mine)
    return np.where(told, near, np.nan), np.where(told & ~np.isnan(further), further, np.nan)


def fitted_ranking(kind: str) -> Reals:
    """Return the weights that were fitted to the ranking of sets of that kind, by first or by second networks,
    (RANKED,)."""
    return _numbers()[kind.removesuffix("_own")]["ranking"]


@functools.cache
def _numbers() -> dict[str, dict[str, Reals]]:
    """Return the fitted numbers of `open` and of `complete` sets, of complete ones that rank by themselves (OWN), and
    of what is `known`, by first networks and by both: `ranking` (RANKED,) of open and complete sets (of both, by the
    second), `clues` (3, CLUES and, of both, AGAIN): mean, spread and weight of each clue, and `offset` ()."""
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
