"""Set ranking: by which weights the faces of one set rank, told by its own exemplars.

What tells faces apart is another thing in each game: textures tell landscapes, maps tell letters, colours stickers. The
fitted weights are a mean over games. An exemplar whose face other pictures show, too, is a cell of which the truth is
known: a conditional logit of which compared face is its own (McFadden 1974), drawn towards the fitted weights (ridge
regression), says what counts in this set; an exemplar that may have been named by a slip counts less. Where exemplars
are few, or all read rightly, it says next to nothing.
"""

from typing import TYPE_CHECKING

import numpy as np

from vision.recognition.odds import Reals, ranked
from vision.recognition.self_similarity import Similarity

if TYPE_CHECKING:
    from vision.recognition.kinship import Kinship

_RIDGE = 1.0
"""How firmly the fitted weights are held to: for a clue whose spread is one, an exemplar's worth a unit squared. From a
tenth to one both halves of the benchmark gain as much; with three, landscapes gain less."""
_FACES_TELL = 0.5
"""Of a set's faces: what tells bare squares from tiles does not tell tiles from one another."""
_SLIPS = 0.05
"""How many exemplars may have another face's name: one that its own face explains no better than chance counts
little."""
_ROUNDS, _MOST_STEP, _STILL = 30, 1.0, 1e-4
"""Newton's steps, at the most so many and so long, until none is longer than the last."""


def set_ranking(kinship: "Kinship", similarity: Similarity, fitted: Reals) -> Reals:
    """Return the weights (RANKED,) by which the faces of a set rank, from those that were `fitted` to games; (0,) where
    exemplars of too few faces tell."""
    face, owner = kinship.with_own.face, kinship.owner
    clues = ranked(kinship.with_own, similarity)
    compared = np.isfinite(clues).all(axis=2) & (face >= 0)
    mine = compared & (face == owner[:, None])
    told = kinship.told & mine.any(axis=1)
    if len(np.unique(owner[told])) < _FACES_TELL * kinship.faces:
        return np.empty(0)
    clues, compared, mine = np.nan_to_num(clues[told]), compared[told], mine[told]
    ridge = _RIDGE * clues[compared].var(axis=0)
    weights = fitted.copy()
    for _ in range(_ROUNDS):
        score = np.where(compared, clues @ weights, -np.inf)
        chance = np.exp(score - score.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        likely = (1 - _SLIPS) * chance[mine]
        counts = likely / (likely + _SLIPS / compared.sum(axis=1))
        usual = np.einsum("nr,nrf->nf", chance, clues)
        slope = np.einsum("n,nr,nrf->f", counts, mine - chance, clues) - ridge * (weights - fitted)
        curve = np.einsum("n,nr,nrf,nrg->fg", counts, chance, clues, clues) - (usual * counts[:, None]).T @ usual
        step = np.linalg.solve(curve + np.diag(ridge + 1e-9), slope)
        weights = weights + step * min(1.0, _MOST_STEP / max(float(np.abs(step).max()), 1e-9))
        if np.abs(step).max() < _STILL:
            break
    return np.asarray(weights)
