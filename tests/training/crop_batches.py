"""Batches out of the close views of rendered games (`gather_crops.py`), as photographs of drawn families are."""

from pathlib import Path

import cv2
import numpy as np
import torch
from objective import Shown
from photographing import FACES, VIEWS, Batch

_EDGE = 48
_PICTURES = 1000
"""More than one game has: a lamp's number is its game's, and its picture's."""
_LEFT_TINTED = (0.02, 0.12)
"""How far (log) the lamps of a game's pictures are left tinted: were none, colour alone would seem to tell faces
apart, and of a cube's under another lamp that was wrong."""


class CloseViews:
    """Close views by game and face; some games are held back to measure with."""

    def __init__(self, file: Path, held: int) -> None:
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
        self.held, self.names = names[:held], names[held:]

    def batch(self, rng: np.random.Generator, games: int) -> Batch:
        """Return altered views of some faces of so many games."""
        chosen = rng.choice(self.names, games, replace=False)
        which, shown = self._chosen(rng, [str(name) for name in chosen], FACES)
        family, lamp = shown.family.numpy(), np.unique(shown.lamp.numpy(), return_inverse=True)[1]
        symmetry, left = rng.integers(8, size=games), rng.uniform(*_LEFT_TINTED, games)
        lamps = rng.normal(0, 1, (lamp.max() + 1, 3))
        tints = np.exp(lamps[lamp] * left[family][:, None])
        views = [
            _altered(rng, self._crops[k], tint, int(symmetry[f]))
            for k, tint, f in zip(which, tints, family, strict=True)
        ]
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


def _altered(rng: np.random.Generator, crop: np.ndarray, tint: np.ndarray, symmetry: int) -> np.ndarray:
    """Return the view turned and shifted as little as an alignment may be off, a little brighter or noisier, under a
    tinted lamp; all views of a game share one of eight symmetries."""
    angle, scale = np.deg2rad(rng.normal(0, 1.5)), np.exp(rng.normal(0, 0.02))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.full(2, (_EDGE - 1) / 2)
    matrix = np.column_stack([turn, middle - turn @ middle + rng.normal(0, 0.7, 2)])
    moved = cv2.warpAffine(crop, matrix, (_EDGE, _EDGE), borderMode=cv2.BORDER_REPLICATE)
    moved = np.rot90(moved, symmetry % 4)
    moved = moved[:, ::-1] if symmetry >= 4 else moved
    noise = rng.normal(0, rng.uniform(0, 3), moved.shape)
    return np.clip(moved * tint * np.exp(rng.normal(0, 0.04)) + noise, 0, 255).astype(np.uint8)


def _planes(crops: np.ndarray) -> torch.Tensor:
    planes = torch.from_numpy(np.ascontiguousarray(crops.transpose(0, 3, 1, 2))).float() / 255
    return planes.contiguous(memory_format=torch.channels_last)
