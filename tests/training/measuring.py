"""How well networks in training tell faces apart that they are not trained on."""

from dataclasses import dataclass

import numpy as np
import torch
from families import NAMES
from networks import Networks
from photographing import Batch, batch_of
from store import Store, drawn

HELD_FROM = 1_000_000_000
"""Families from this number on are never trained on."""


@dataclass(frozen=True)
class Held:
    """Photographs of families that are held back, and which kind each family is."""

    batch: Batch
    kinds: np.ndarray


def held(device: torch.device, edge: int, each: int) -> Held:
    """Return photographs of so many families of each kind, the same on every run."""
    kinds = np.repeat(np.arange(len(NAMES)), each)
    store = Store(len(kinds), device)
    store.put(np.stack([drawn(HELD_FROM + k, NAMES[kind]) for k, kind in enumerate(kinds)]))
    rng, chance = np.random.default_rng(HELD_FROM), torch.Generator(device).manual_seed(HELD_FROM)
    return Held(batch_of(rng, chance, store, np.arange(len(kinds)), edge, 12), kinds)


@torch.no_grad()
def measured(model: Networks, kept: Held) -> str:
    """Return how often the best of a family is the right one, seen under another lamp, and which share of the right
    ones is above what one in a hundred of the faces reaches whose own is left out; and of each kind who is right."""
    model.eval()
    shown = kept.batch.shown
    parts = [model.seen(part) for part in kept.batch.patches.split(1024)]
    maps, vectors = (torch.cat([part[k] for part in parts]) for k in (0, 1))
    told: dict[str, list[tuple[int, np.ndarray]]] = {"head": [], "vectors": []}
    for number, kind in enumerate(kept.kinds):
        rows = torch.nonzero(shown.family == number)[:, 0]
        taught, asked = rows[::4], rows[2::4]
        count = len(taught)
        pairs = torch.stack([taught[:, None].expand(count, count), asked[None].expand(count, count)], dim=2)
        logits = model.compared(maps, pairs.reshape(-1, 2)).reshape(count, count)
        told["head"].append((int(kind), logits.T.cpu().numpy()))
        told["vectors"].append((int(kind), (vectors[asked] @ vectors[taught].T).cpu().numpy()))
    model.train()
    return "; ".join(f"{name}: {_line(tables)}" for name, tables in told.items()) + "\n" + _by_kind(told["head"])


def _line(tables: list[tuple[int, np.ndarray]]) -> str:
    right = np.concatenate([table.argmax(1) == np.arange(len(table)) for _, table in tables])
    own = np.concatenate([np.diag(table) for _, table in tables])
    other = np.concatenate([np.where(np.eye(len(table)) > 0, -99, table).max(1) for _, table in tables])
    return f"right {right.mean():.4f} kept {(own > np.quantile(other, 0.99)).mean():.3f} of {len(own)}"


def _by_kind(tables: list[tuple[int, np.ndarray]]) -> str:
    told = []
    for kind, name in enumerate(NAMES):
        right = np.concatenate([table.argmax(1) == np.arange(len(table)) for k, table in tables if k == kind])
        told.append(f"{name} {100 * right.mean():.0f}")
    return "    right %: " + ", ".join(told)
