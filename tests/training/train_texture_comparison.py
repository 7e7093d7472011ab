"""Train the comparison of textures: from what EfficientNet-Lite0's early layers, which stay as they are, make of two
patches, whether both show the same face. On drawn families only.

    cd tests/training && python train_texture_comparison.py --minutes 55 --out OUT [--from texture_comparison.pt]

writes OUT/texture.onnx (the early layers with the projections that are compared), OUT/texture_comparison.onnx and
OUT/texture_comparison.pt, from which a later run goes on. It wants torch, onnx, onnxruntime, opencv and pillow, and the
motifs that `gather_motifs.py` keeps. What it prints is measured on families that it does not train on.
"""

import argparse
import math
import shutil
import time
from collections import deque
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from families import NAMES
from measuring import HELD_FROM
from networks import follow
from objective import chosen_pairs, judged
from onnx import TensorProto, helper
from photographing import Batch, batch_of, joined
from store import Store, drawn
from texture_networks import FINE, FINE_LEAF, TextureComparison, write_comparison
from torch.nn import functional

SHIPPED = Path(__file__).parents[2] / "vision/recognition/texture.onnx"
_RATE, _WARM_UP, _MEAN_OF = 2e-3, 100, 500
_SCENES, _KEPT, _FAMILIES, _HELD = 7, 24, 600, 6
_FIRST = 78_000_000


class Textures:
    """The early layers, run by onnxruntime: patches → both maps."""

    def __init__(self, path: Path) -> None:
        model = onnx.load(str(path))
        model.graph.output.append(helper.make_tensor_value_info(FINE_LEAF, TensorProto.FLOAT, ["n", *FINE]))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), options)

    def __call__(self, patches: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the maps (n, *FINE) and (n, *COARSE) of patches (n, 3, 48, 48)."""
        entry = {self._session.get_inputs()[0].name: patches.cpu().contiguous().numpy()}
        fine, coarse = self._session.run([FINE_LEAF, "places"], entry)
        return torch.from_numpy(fine), torch.from_numpy(coarse)


@dataclass(frozen=True)
class Held:
    """Photographs of families that are held back, their maps, and which kind each family is."""

    batch: Batch
    maps: tuple[torch.Tensor, torch.Tensor]
    kinds: np.ndarray


def held(textures: Textures) -> Held:
    """Return the same held-back photographs on every run."""
    kinds = np.repeat(np.arange(len(NAMES)), _HELD)
    store = Store(len(kinds), torch.device("cpu"))
    store.put(np.stack([drawn(HELD_FROM + k, NAMES[kind]) for k, kind in enumerate(kinds)]))
    rng, chance = np.random.default_rng(HELD_FROM), torch.Generator().manual_seed(HELD_FROM)
    batch = batch_of(rng, chance, store, np.arange(len(kinds)), 48, 12)
    parts = [textures(part) for part in batch.patches.split(256)]
    return Held(batch, (torch.cat([part[0] for part in parts]), torch.cat([part[1] for part in parts])), kinds)


@torch.no_grad()
def measured(model: TextureComparison, kept: Held) -> str:
    """Return how often the best of a family is right under another lamp, and of each kind."""
    model.eval()
    maps = model.projected(*kept.maps)
    right: dict[str, list[np.ndarray]] = {}
    for number, kind in enumerate(kept.kinds):
        rows = torch.nonzero(kept.batch.shown.family == number)[:, 0]
        taught, asked = rows[::4], rows[2::4]
        count = len(taught)
        pairs = torch.stack([taught[:, None].expand(count, count), asked[None].expand(count, count)], dim=2)
        logits = model.compared(maps, pairs.reshape(-1, 2)).reshape(count, count)
        right.setdefault(NAMES[kind], []).append((logits.argmax(0) == torch.arange(count)).numpy())
    model.train()
    whole = np.concatenate([part for parts in right.values() for part in parts])
    each = ", ".join(f"{name} {100 * np.concatenate(parts).mean():.0f}" for name, parts in right.items())
    return f"right {whole.mean():.4f} of {len(whole)}: {each}"


class Feed:
    """Batches of photographs with their maps; each photograph is used some times, beside others."""

    def __init__(self, textures: Textures, seed: int) -> None:
        self._textures = textures
        self._rng, self._chance = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
        self._store, self._number = Store(_FAMILIES, torch.device("cpu")), _FIRST + 1_000_000 * seed
        self._kept: deque[tuple[Batch, torch.Tensor, torch.Tensor]] = deque(maxlen=_KEPT)
        for _ in range(_SCENES):
            self._draw()

    def _draw(self) -> None:
        self._store.put(drawn(self._number)[None])
        self._number += 1
        slots = self._rng.choice(len(self._store), 1)
        batch = batch_of(self._rng, self._chance, self._store, slots, 48)
        self._kept.append((batch, *self._textures(batch.patches)))

    def batch(self, step: int) -> tuple[Batch, tuple[torch.Tensor, torch.Tensor]]:
        """Return the photographs of a step; every other step draws a new family."""
        if step % 2 == 0:
            self._draw()
        some = [self._kept[k] for k in self._rng.permutation(len(self._kept))[:_SCENES]]
        return joined([each[0] for each in some]), (torch.cat([e[1] for e in some]), torch.cat([e[2] for e in some]))


def train(model: TextureComparison, textures: Textures, minutes: float, seed: int) -> TextureComparison:
    """Train for so long; return the mean of the model over the last steps."""
    kept, feed = held(textures), Feed(textures, seed)
    if float(model.f_scale.min()) == float(model.f_scale.max()) == 1:
        for scale, maps in zip((model.f_scale, model.c_scale), kept.maps, strict=True):
            scale.copy_(1 / maps.std((0, 2, 3), keepdim=True))
    mean = deepcopy(model).requires_grad_(False)
    tuner = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=0.02)
    chance = torch.Generator().manual_seed(seed)
    began, step = time.monotonic(), 0
    while (done := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in tuner.param_groups:
            group["lr"] = _RATE * min(1.0, (step + 1) / _WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * done))
        batch, maps = feed.batch(step)
        projected = model.projected(*maps)
        vectors = functional.normalize(projected[1].detach().flatten(1), dim=1)
        pairs, same = chosen_pairs(chance, vectors, batch.shown)
        tuner.zero_grad(set_to_none=True)
        judged(model.compared(projected, pairs), same).backward()
        tuner.step()
        step += 1
        follow(mean, model, step, _MEAN_OF)
        if step % 200 == 0:
            print(step, measured(mean, kept), flush=True)
    print(step, measured(mean, kept))
    return mean


def main() -> None:
    """Train, and write what came of it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=55.0, help="0: only write the networks of --from")
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--from", type=Path, dest="init", help="what an earlier run left")
    asked.add_argument("--source", type=Path, default=SHIPPED, help="the early layers")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    model = TextureComparison()
    if given.init:
        model.load_state_dict(torch.load(given.init, map_location="cpu"))
    if given.minutes > 0:
        model = train(model, Textures(given.source), given.minutes, given.seed)
    shutil.copyfile(given.source, given.out / "texture.onnx")
    write_comparison(model, given.out / "texture.onnx", given.out / "texture_comparison.onnx")
    torch.save(model.state_dict(), given.out / "texture_comparison.pt")


if __name__ == "__main__":
    main()
