"""Train the recogniser's two networks on drawn families, and on rendered games, if wanted.

`encoder.onnx` maps a patch to a map of what is drawn where and to a vector, near for one face under any light and far
for another; `comparison.onnx` says from two maps whether both show the same face.

    python tests/training/train_networks.py --minutes 9 --total 27 --out OUT --init vision/recognition

goes on from the shipped networks, and from OUT/networks.pt where an earlier run left one. Families are drawn by
processes beside it (`drawers.py`), or without a graphics processor one a step; light and camera are worked out on the
device that trains. It wants torch, onnx, opencv and pillow, and the motifs that `gather_motifs.py` keeps. What it
prints is measured on families that it does not train on.
"""

import argparse
import contextlib
import math
import os
import time
from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from crop_batches import CloseViews
from drawers import A_SEED, A_SHARD, Feed, started
from exporting import check_written, write_network
from measuring import Held, held, measured
from networks import Design, Networks, follow, settle, take_up
from objective import VECTORS_WEIGHT, chosen_pairs, contrast, judged
from photographing import Batch, batch_of, joined
from store import Store, drawn

MEAN_OF = 500
"""What is written is the mean of the networks over about so many of the last steps; at first, of the last tenth."""
WARM_UP = 200
_RENDERED = 2
"""Of so many rendered games close views are seen in each step."""
_CUDA = torch.cuda.is_available()


@dataclass(frozen=True)
class Plan:
    """What is asked of a run: how long this one takes and all runs together, how many scenes a step has, how often a
    photograph is used, how many families are kept, and who draws them. With `steps` it ends after so many. With `crops`
    close views of rendered games are seen beside, of `_RENDERED` games in each step."""

    minutes: float
    total: float
    out: Path
    init: Path | None
    design: Design
    rate: float
    scenes: int
    reuse: int
    room: int
    drawers: int
    folder: Path
    seed: int
    steps: int | None
    crops: Path | None
    held: int
    report: float


class Run:
    """The networks in training, their mean, and how far it has come."""

    def __init__(self, plan: Plan, device: torch.device) -> None:
        self.plan, self.device = plan, device
        self.model = Networks(plan.design)
        if plan.init is not None:
            take_up(self.model, plan.init)
        self.model.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.mean = deepcopy(self.model).requires_grad_(False)
        self.tuner = torch.optim.AdamW(self.model.parameters(), lr=plan.rate, weight_decay=0.02)
        self.step, self.spent = 0, 0.0

    @property
    def file(self) -> Path:
        return self.plan.out / "networks.pt"

    def save(self) -> None:
        """Write the networks and how far they are; the tuner's moments in short, so that the file stays small."""
        tuner = self.tuner.state_dict()
        tuner["state"] = {
            number: {name: value.bfloat16() if value.ndim else value for name, value in moments.items()}
            for number, moments in tuner["state"].items()
        }
        kept = {"model": self.model.state_dict(), "mean": self.mean.state_dict(), "tuner": tuner}
        half = self.file.with_suffix(".half")
        torch.save({**kept, "step": self.step, "spent": self.spent}, half)
        half.rename(self.file)

    def resume(self) -> None:
        """Go on from what an earlier run left."""
        kept = torch.load(self.file, map_location="cpu")
        self.model.load_state_dict(kept["model"])
        self.mean.load_state_dict(kept["mean"])
        self.tuner.load_state_dict(kept["tuner"])
        self.step, self.spent = kept["step"], kept["spent"]

    def learn(self, batch: Batch, chance: torch.Generator, done: float) -> tuple[torch.Tensor, torch.Tensor]:
        """Take one step; return the losses of the pairs and of the vectors."""
        for group in self.tuner.param_groups:
            group["lr"] = self.plan.rate * min(1.0, (self.step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * done))
        maps, vectors = self.model.seen(batch.patches)
        pairs, same = chosen_pairs(chance, vectors, batch.shown)
        loss_pairs = judged(self.model.compared(maps, pairs), same)
        loss_vectors = contrast(vectors, batch.shown.face)
        self.tuner.zero_grad(set_to_none=True)
        (loss_pairs + VECTORS_WEIGHT * loss_vectors).backward()
        self.tuner.step()
        self.step += 1
        follow(self.mean, self.model, self.step, MEAN_OF)
        return loss_pairs.detach(), loss_vectors.detach()


def batches(
    plan: Plan, store: Store, rng: np.random.Generator, chance: torch.Generator, bring: Iterator[int]
) -> Iterator[Batch]:
    """Yield batches of `scenes` scenes without end. Photographs are used `reuse` times, each time beside others: of a
    batch only that share is new."""
    fresh = max(1, plan.scenes // plan.reuse)
    views = CloseViews(plan.crops, store.rows.device) if plan.crops is not None else None
    kept: deque[Batch] = deque(maxlen=max(1, 3 * plan.scenes * plan.reuse // (2 * fresh)) if plan.reuse > 1 else 1)
    while True:
        next(bring)
        slots = rng.choice(len(store), min(fresh, len(store)), replace=False)
        kept.append(batch_of(rng, chance, store, slots, plan.design.edge))
        others = rng.permutation(len(kept) - 1)[: plan.scenes // fresh - 1]
        rendered = [views.batch(rng, chance, _RENDERED)] if views is not None else []
        yield joined([kept[-1], *(kept[int(which)] for which in others), *rendered])


def brought(plan: Plan, store: Store, step: int) -> Iterator[int]:
    """Yield how many families came, as often as asked: out of the drawers' files, or drawn here, one each time."""
    if plan.drawers == 0:
        number = plan.seed * A_SEED * A_SHARD + step
        while len(store) < min(plan.room, plan.scenes * 4):
            store.put(drawn(number)[None])
            number += 1
        while True:
            store.put(drawn(number)[None])
            number += 1
            yield 1
    feed = Feed(plan.folder, store)
    while len(store) < min(plan.room // 2, plan.scenes * 4):
        if not feed.bring(64):
            time.sleep(0.2)
    while True:
        yield feed.bring(4) * A_SHARD


@contextlib.contextmanager
def drawing(plan: Plan) -> Iterator[None]:
    """Have families drawn beside, and end that in the end."""
    running = started(plan.folder, plan.drawers, plan.seed, plan.room) if plan.drawers else []
    try:
        yield
    finally:
        for drawer in running:
            drawer.terminate()
        for drawer in running:
            drawer.wait()


def train(plan: Plan) -> Run:
    """Train until the run's minutes are over; write the networks now and then."""
    torch.manual_seed(plan.seed)
    device = torch.device("cuda" if _CUDA else "cpu")
    began = time.monotonic()
    plan.out.mkdir(parents=True, exist_ok=True)
    run = Run(plan, device)
    with drawing(plan):
        kept = held(device, plan.design.edge, plan.held)
        store = Store(plan.room, device)
        going_on = run.file.exists()
        if going_on:
            run.resume()
        rng = np.random.default_rng([plan.seed, run.step])
        chance = torch.Generator(device).manual_seed(1_000_003 * plan.seed + run.step)
        feed = batches(plan, store, rng, chance, brought(plan, store, run.step))
        if plan.init is not None and not going_on:
            first = joined([next(feed) for _ in range(4)])
            first_pairs = torch.randint(0, len(first.patches), (4096, 2), generator=chance, device=device)
            settle(run.model, first.patches, first_pairs)
            run.mean.load_state_dict(run.model.state_dict())
        report(run, kept, f"start, {time.monotonic() - began:.0f} s, {len(store)} families")
        _loop(run, kept, store, feed, chance, began)
    return run


def _loop(run: Run, kept: Held, store: Store, feed: Iterator[Batch], chance: torch.Generator, began: float) -> None:
    plan, since, before = run.plan, run.step, run.spent
    entered = reported = time.monotonic()
    losses = torch.zeros(2, device=run.device)
    while time.monotonic() - began < 60 * plan.minutes and (plan.steps is None or run.step < plan.steps):
        run.spent = before + (time.monotonic() - began) / 60
        done = run.step / plan.steps if plan.steps else min(1.0, run.spent / plan.total)
        both = torch.stack(run.learn(next(feed), chance, done))
        losses += (both - losses) * max(0.01, 1 / (run.step - since))
        if time.monotonic() - reported > 60 * plan.report:
            pace = (run.step - since) / (time.monotonic() - entered)
            report(run, kept, f"{_told(losses)}, {pace:.1f} steps a second, {len(store)} families ({store.seen} seen)")
            run.save()
            reported = time.monotonic()
    run.spent = before + (time.monotonic() - began) / 60
    run.save()
    report(run, kept, f"end, {_told(losses)}, {store.seen} families")


def _told(losses: torch.Tensor) -> str:
    return "losses " + " ".join(f"{loss:.3f}" for loss in losses.tolist())


def report(run: Run, kept: Held, when: str) -> None:
    """Print how well faces are told apart, and write the networks."""
    made = deepcopy(run.mean).cpu().eval()
    write_network(made, run.plan.out)
    off = check_written(made, run.plan.out)
    print(f"step {run.step}, {when}; OpenCV off by {off:.1g}\n  {measured(run.mean, kept)}", flush=True)


def main() -> None:
    """Read the command line and train."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=9.0, help="how long this run takes")
    asked.add_argument("--total", type=float, help="how long all runs together take: the rate falls until then")
    asked.add_argument("--out", type=Path, required=True, help="the networks, and networks.pt to go on from")
    asked.add_argument("--init", type=Path, help="a folder with encoder.onnx and comparison.onnx to begin from")
    asked.add_argument("--edge", type=int, default=48, choices=(48, 96))
    asked.add_argument("--width", type=float, default=1.0, help="of the trunk, as a multiple of what is shipped")
    asked.add_argument("--head-width", type=float, default=1.0)
    asked.add_argument("--rate", type=float, default=2e-3)
    asked.add_argument("--scenes", type=int, default=64 if _CUDA else 7)
    asked.add_argument("--reuse", type=int, default=1 if _CUDA else 7, help="how often a photograph is used")
    asked.add_argument(
        "--room", type=int, default=24_000 if _CUDA else 400, help="how many families are kept, 1 MB each"
    )
    asked.add_argument("--drawers", type=int, default=max(1, (os.cpu_count() or 2) - 2) if _CUDA else 0)
    asked.add_argument("--drawn", type=Path, default=Path(__file__).parent / "drawn")
    asked.add_argument("--seed", type=int, default=1, help="which families are drawn, and all that is chance")
    asked.add_argument("--steps", type=int, help="end after so many steps: with --drawers 0 the same each time")
    asked.add_argument("--crops", type=Path, help="close views of rendered games (gather_crops.py)")
    asked.add_argument("--threads", type=int, default=2 if _CUDA else 1)
    asked.add_argument("--held", type=int, default=6, help="families of each kind that are measured")
    asked.add_argument("--report", type=float, default=2.0, help="minutes between reports")
    given = asked.parse_args()
    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    design = Design(given.edge, given.width, given.head_width)
    train(
        Plan(
            given.minutes, given.total or given.minutes, given.out, given.init, design, given.rate, given.scenes,
            given.reuse, given.room, given.drawers, given.drawn, given.seed, given.steps, given.crops, given.held,
            given.report,
        )
    )  # fmt: skip


if __name__ == "__main__":
    main()
