"""Train the recogniser's two networks on drawn families only: `encoder.onnx` maps a patch to a map of what is drawn
where and to a vector, near for one face under any light and far for another; `comparison.onnx` says from two maps
whether both show the same face.

    python tests/training/train_comparison.py --minutes 65 --out vision

It wants torch, onnx, opencv, pillow and fontconfig's fc-list with the fonts that docs/encoder.md names. It uses one
thread for itself. What it prints is measured on drawn families that it does not train on.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from exporting import write_network
from families import random_family
from photographs import Cut, photograph, random_lamp
from torch import nn
from torch.nn import functional

PATCH_PX = 48
MAP, VECTOR = 32, 128
"""Channels of the map, and numbers in a vector."""
TRUNK = ((5, 2, 24), (3, 2, 40), (3, 1, 40), (3, 1, 40))
"""Kernel, stride and channels of each convolution; a batch norm and a ReLU follow it."""
POOLED = ((3, 2, 64),)
HEAD = ((1, 1, 24), (3, 2, 32), (3, 1, 48))
SCENES, FACES, VIEWS = 7, 7, 4
POOL, FRESH = 600, 1
WARMTH = 0.1
VECTORS_WEIGHT = 0.3
RATE = 2.5e-3


@dataclass(frozen=True)
class Drawn:
    """Photographs (faces, VIEWS, PATCH_PX, PATCH_PX, 3) of faces of one family, two under each of two lamps."""

    patches: np.ndarray


class Networks(nn.Module):
    """The trunk with its two outlets, and the head that compares maps."""

    def __init__(self) -> None:
        super().__init__()
        self.patch_px = PATCH_PX
        self.trunk, wide = stack(3, TRUNK)
        self.map = nn.Conv2d(wide, MAP, 1)
        self.pooled, wide_pooled = stack(wide, POOLED)
        self.vector = nn.Linear(wide_pooled * (PATCH_PX // 8) ** 2, VECTOR)
        self.head, wide_head = stack(2 * MAP, HEAD)
        self.verdict = nn.Linear(2 * wide_head, 1)

    def seen(self, patches: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the maps (n, MAP, e, e) and unit vectors (n, VECTOR) of patches (n, 3, PATCH_PX, PATCH_PX), 0 to 1."""
        drawn = self.trunk(patches)
        return self.map(drawn), functional.normalize(self.vector(self.pooled(drawn).flatten(1)), dim=1)

    def compared(self, maps: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
        """Return the logits (m,) of pairs (m, 2) of maps (n, MAP, e, e) showing the same face."""
        first, norm, *rest = self.head
        # The first layer sees |a − b| and a + b; what it makes of a sum is the sum of what it makes of each.
        apart = (maps[pairs[:, 0]] - maps[pairs[:, 1]]).abs()
        each = functional.conv2d(maps, first.weight[:, MAP:])
        told = functional.conv2d(apart, first.weight[:, :MAP]) + each[pairs[:, 0]] + each[pairs[:, 1]]
        for layer in (norm, *rest):
            told = layer(told)
        return self.verdict(torch.cat([told.mean((2, 3)), told.amax((2, 3))], dim=1))[:, 0]


def stack(channels: int, layers: tuple[tuple[int, int, int], ...]) -> tuple[nn.Sequential, int]:
    """Return convolutions with batch norm and ReLU, and how many channels they end in."""
    modules: list[nn.Module] = []
    for kernel, stride, wide in layers:
        modules += [nn.Conv2d(channels, wide, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(wide), nn.ReLU()]
        channels = wide
    return nn.Sequential(*modules), channels


def draw_scene(rng: np.random.Generator, faces: int = FACES) -> Drawn:
    """Return photographs of some faces of a new family."""
    family = random_family(rng)
    harsh = float(rng.uniform(0.1, 1))
    first, second = random_lamp(rng, harsh), random_lamp(rng, harsh)
    lamps = [first, first, second, second]
    chosen = rng.permutation(len(family.faces))[:faces]
    return Drawn(np.stack([photograph(rng, family, int(f), lamps, Cut(PATCH_PX)) for f in chosen]))


def as_input(patches: np.ndarray) -> torch.Tensor:
    """Return uint8 BGR patches (n, s, s, 3) as the network wants them."""
    planes = torch.from_numpy(np.ascontiguousarray(patches.transpose(0, 3, 1, 2))).float().div_(255)
    return planes.contiguous(memory_format=torch.channels_last)


def batch(rng: np.random.Generator, pool: list[Drawn]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return photographs of some scenes, each turned and mirrored as a whole; which face and which lamp each shows."""
    patches, labels, lamps = [], [], []
    for number in rng.choice(len(pool), SCENES, replace=False):
        shown = np.rot90(pool[number].patches, int(rng.integers(4)), axes=(2, 3))
        shown = shown[:, :, :, ::-1] if rng.random() < 0.5 else shown
        patches.append(shown.reshape(-1, PATCH_PX, PATCH_PX, 3))
        labels += list(np.repeat(int(number) * 100 + np.arange(len(shown)), VIEWS))
        lamps += [0, 0, 1, 1] * len(shown)
    return as_input(np.concatenate(patches)), torch.tensor(labels), torch.tensor(lamps)


def pairs(
    rng: np.random.Generator, vectors: torch.Tensor, labels: torch.Tensor, lamps: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return pairs (m, 2) to compare, most of them under two lamps: one face twice, the likest others of its family,
    and some at random."""
    alike = (vectors @ vectors.T).detach()
    same = labels[:, None] == labels[None]
    family = labels[:, None] // 100 == labels[None] // 100
    across = lamps[:, None] != lamps[None]
    positive = torch.nonzero(torch.triu(same & across))
    within = torch.nonzero(torch.triu(same & ~across, 1))
    within = within[torch.from_numpy(rng.permutation(len(within))[: len(positive) // 4])]
    rival = torch.where(~same & family & across, alike, torch.tensor(-9.0))
    best, who = rival.topk(1, dim=1)
    hard = torch.stack([torch.arange(len(labels))[:, None], who], dim=2)[best > -2]
    near = torch.nonzero(torch.triu(~same & family, 1))
    near = near[torch.from_numpy(rng.permutation(len(near))[: len(positive) // 4])]
    far = torch.from_numpy(rng.integers(0, len(labels), (len(positive) // 4, 2)))
    chosen = torch.cat([positive, within, hard, near, far])
    return chosen[chosen[:, 0] != chosen[:, 1]], same


def contrast(vectors: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the supervised contrastive loss (Khosla et al. 2020, eq. 2) of unit vectors (n, d) with labels (n,)."""
    alike = vectors @ vectors.T / WARMTH
    alike = alike - 1e9 * torch.eye(len(vectors))
    same = (labels[:, None] == labels[None]).float() - torch.eye(len(vectors))
    logs = functional.log_softmax(alike, dim=1)
    return -((logs * same).sum(1) / same.sum(1)).mean()


def train(minutes: float, out: Path, seed: int, start: Path | None = None, rate: float = RATE) -> Networks:
    """Train until the minutes are over, at first at that learning `rate`; write the networks now and then."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = Networks().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start is not None:
        model.load_state_dict(torch.load(start))
    tuner = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.02)
    pool = [draw_scene(rng) for _ in range(POOL // 4)]
    held = [draw_scene(np.random.default_rng(10_000 + k), 12) for k in range(50)]
    began, reported, losses, step = time.monotonic(), 0.0, np.zeros(2), 0
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in tuner.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * done))
        for _ in range(FRESH):
            if len(pool) < POOL:
                pool.append(draw_scene(rng))
            else:
                pool[int(rng.integers(POOL))] = draw_scene(rng)
        patches, labels, lamps = batch(rng, pool)
        maps, vectors = model.seen(patches)
        chosen, same = pairs(rng, vectors, labels, lamps)
        verdict = model.compared(maps, chosen)
        truth = same[chosen[:, 0], chosen[:, 1]].float()
        loss_pairs = functional.binary_cross_entropy_with_logits(verdict, truth)
        loss_vectors = contrast(vectors, labels)
        tuner.zero_grad()
        (loss_pairs + VECTORS_WEIGHT * loss_vectors).backward()
        tuner.step()
        step += 1
        losses += (np.array([loss_pairs.item(), loss_vectors.item()]) - losses) * max(0.01, 1 / step)
        if time.monotonic() - began - reported > 420:
            reported = time.monotonic() - began
            report(model, held, out, f"step {step}, {reported:.0f} s, losses {losses.round(3)}")
    report(model, held, out, f"step {step}, losses {losses.round(3)}")
    return model


def report(model: Networks, held: list[Drawn], out: Path, when: str) -> None:
    """Print how well faces are told apart by the head and by the vectors alone, and write the networks."""
    model.eval()
    print(when, "head", measured(model, held, True), "vectors", measured(model, held, False), flush=True)
    torch.save(model.state_dict(), out / "networks.pt")
    write_network(model, out)
    model.train()


def measured(model: Networks, held: list[Drawn], by_head: bool) -> str:
    """Return how often the best of a family is the right one, seen under another lamp, and which share of the right
    ones is above what one in a hundred (in five hundred) of the faces reaches whose own is left out."""
    right, own, other = [], [], []
    for scene in held:
        with torch.no_grad():
            taught, asked = (model.seen(as_input(scene.patches[:, k])) for k in (0, 2))
            count = len(scene.patches)
            if by_head:
                a, b = np.divmod(np.arange(count * count), count)
                numbers = torch.from_numpy(np.stack([a, b + count], 1))
                alike = model.compared(torch.cat([taught[0], asked[0]]), numbers).reshape(count, count).numpy()
            else:
                alike = (taught[1] @ asked[1].T).numpy()
        right += list(alike.argmax(1) == np.arange(count))
        own += list(np.diag(alike))
        other += list(np.where(np.eye(count) > 0, -99, alike).max(1))
    kept = [float((np.array(own) > np.quantile(other, q)).mean()) for q in (0.99, 0.998)]
    return f"right {np.mean(right):.4f} kept {kept[0]:.3f} {kept[1]:.3f} of {len(own)}"


def main() -> None:
    """Read the command line and train."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=65.0)
    asked.add_argument("--start", type=Path, help="networks.pt of an earlier run, to go on from")
    asked.add_argument("--rate", type=float, default=RATE)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, required=True)
    given = asked.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(given.minutes, given.out, given.seed, given.start, given.rate)


if __name__ == "__main__":
    main()
