"""Batches out of the close views of rendered games (`gather_crops.py`), as photographs of drawn families are."""

from pathlib import Path

import numpy as np
import torch
from altering import Alterations, random_alterations
from exposure import blurred
from objective import Shown
from photographing import FACES, VIEWS, Batch
from torch.nn import functional

_PICTURES = 1000
"""More than one game has: a lamp's number is its game's, and its picture's."""
HELD_GAMES = 14
"""So many games are never trained on."""


class CloseViews:
    """Close views by game and face, on the device that trains; some games are held back to measure with."""

    def __init__(self, file: Path, device: torch.device) -> None:
        with np.load(file) as kept:
            crops, labels, pictures, games = (kept[name] for name in ("crops", "labels", "pictures", "games"))
        self._crops = torch.from_numpy(crops).to(device).permute(0, 3, 1, 2)
        self._games: dict[str, list[list[tuple[int, int]]]] = {}
        for game in np.unique(games):
            own = np.flatnonzero(games == game)
            picture = np.unique(pictures[own], return_inverse=True)[1]
            views = [list(zip(own[labels[own] == each].tolist(), picture[labels[own] == each].tolist(), strict=True))
                     for each in np.unique(labels[own])]  # fmt: skip
            self._games[str(game)] = [each for each in views if len({number for _, number in each}) > 1]
        names = [name for name in sorted(self._games) if len(self._games[name]) > 1]
        self.held, self.names = names[:HELD_GAMES], names[HELD_GAMES:]

    def batch(self, rng: np.random.Generator, chance: torch.Generator, games: int) -> Batch:
        """Return altered views of some faces of so many games."""
        chosen = rng.choice(self.names, games, replace=False)
        which, shown = self._chosen(rng, [str(name) for name in chosen], FACES)
        lamp = np.unique(shown.lamp.numpy(), return_inverse=True)[1]
        told = random_alterations(rng, lamp, shown.family.numpy())
        views = _altered(chance, self._planes(which), told)
        return Batch(views, shown).to(views.device)

    def of_held(self, rng: np.random.Generator) -> Batch:
        """Return views of the games that are held back, as they are."""
        which, shown = self._chosen(rng, self.held, 12)
        views = self._planes(which)
        return Batch(views, shown).to(views.device)

    def _planes(self, which: list[int]) -> torch.Tensor:
        planes = self._crops[torch.tensor(which, device=self._crops.device)].float() / 255
        return planes.contiguous(memory_format=torch.channels_last)

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


def _altered(chance: torch.Generator, planes: torch.Tensor, told: Alterations) -> torch.Tensor:
    """Return views (n, 3, e, e), 0 to 1, altered."""

    def sent(values: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(values, np.float32)).to(planes.device)

    grid = functional.affine_grid(sent(told.moves), list(planes.shape), align_corners=False)
    moved = functional.grid_sample(planes, grid, "bilinear", "border", align_corners=False)
    light = (blurred(moved, sent(told.blur)).clamp(0, 1) + 1e-8) ** sent(told.gamma)[:, None, None, None]
    noise = torch.randn(light.shape, generator=chance, device=planes.device)
    seen = 255 * light * sent(told.tint)[:, :, None, None] + noise * sent(told.noise)[:, None, None, None]
    return (seen.clamp(0, 255).round() / 255).contiguous(memory_format=torch.channels_last)
