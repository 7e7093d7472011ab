"""Batches out of the close views of rendered games (`gather_crops.py`), as photographs of drawn families are."""

from pathlib import Path

import numpy as np
import torch
from altering import altered, tints
from objective import Shown
from photographing import FACES, VIEWS, Batch

_PICTURES = 1000
"""More than one game has: a lamp's number is its game's, and its picture's."""
HELD_GAMES = 14
"""So many games are never trained on."""


class CloseViews:
    """Close views by game and face; some games are held back to measure with."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as kept:
            self._crops, labels, pictures = kept["crops"], kept["labels"], kept["pictures"]
            games = kept["games"]
        self._games: dict[str, list[list[tuple[int, int]]]] = {}
        for game in np.unique(games):
            own = np.flatnonzero(games == game)
            picture = np.unique(pictures[own], return_inverse=True)[1]
            views = [list(zip(own[labels[own] == each].tolist(), picture[labels[own] == each].tolist(), strict=True))
                     for each in np.unique(labels[own])]  # fmt: skip
            self._games[str(game)] = [each for each in views if len({number for _, number in each}) > 1]
        names = [name for name in sorted(self._games) if len(self._games[name]) > 1]
        self.held, self.names = names[:HELD_GAMES], names[HELD_GAMES:]

    def batch(self, rng: np.random.Generator, games: int) -> Batch:
        """Return altered views of some faces of so many games."""
        chosen = rng.choice(self.names, games, replace=False)
        which, shown = self._chosen(rng, [str(name) for name in chosen], FACES)
        family, lamp = shown.family.numpy(), np.unique(shown.lamp.numpy(), return_inverse=True)[1]
        symmetry, tint = rng.integers(8, size=games), tints(rng, lamp, family)
        views = [altered(rng, self._crops[k], tint[i], int(symmetry[family[i]])) for i, k in enumerate(which)]
        return Batch(_planes(np.stack(views)), shown)

    def of_held(self, rng: np.random.Generator) -> Batch:
        """Return views of the games that are held back, as they are."""
        which, shown = self._chosen(rng, self.held, 12)
        return Batch(_planes(self._crops[which]), shown)

    def _chosen(self, rng: np.random.Generator, names: list[str], faces: int) -> tuple[list[int], Shown]:
        which, family, face, lamp = [], [], [], []
        number = 0
        for place, name in enumerate(names):
            views = self._games[name]
            for one in rng.permutation(len(views))[:faces]:
                picked = _of_several_pictures(rng, views[int(one)])
                for view, picture in picked:
                    which.append(view)
                    lamp.append(place * _PICTURES + picture)
                family += [place] * len(picked)
                face += [number] * len(picked)
                number += 1
        return which, Shown(*(torch.tensor(each) for each in (family, face, lamp)))


def _of_several_pictures(rng: np.random.Generator, views: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return up to VIEWS views of one face, out of as many pictures as there are."""
    pictures = rng.permutation(sorted({picture for _, picture in views}))[:VIEWS]
    each = 2 if len(pictures) < VIEWS else 1
    picked: list[tuple[int, int]] = []
    for picture in pictures:
        own = [view for view, number in views if number == picture]
        picked += [(int(view), int(picture)) for view in rng.permutation(own)[:each]]
    return picked[:VIEWS]


def _planes(crops: np.ndarray) -> torch.Tensor:
    planes = torch.from_numpy(np.ascontiguousarray(crops.transpose(0, 3, 1, 2))).float() / 255
    return planes.contiguous(memory_format=torch.channels_last)
