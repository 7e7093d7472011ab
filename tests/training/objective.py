"""The objective: vectors of one face near and all others far, and the comparison right about pairs that are easily
confused."""

from dataclasses import dataclass

import torch
from torch.nn import functional

WARMTH = 0.1
VECTORS_WEIGHT = 0.3
HARDEST = 2
"""With how many of the likest other faces of its family each photograph is compared."""


@dataclass(frozen=True)
class Shown:
    """What each photograph of a batch shows (n,): the family, the face (a number of its own), and the lamp."""

    family: torch.Tensor
    face: torch.Tensor
    lamp: torch.Tensor


def chosen_pairs(chance: torch.Generator, vectors: torch.Tensor, shown: Shown) -> tuple[torch.Tensor, torch.Tensor]:
    """Return pairs (m, 2) to compare, most of them under two lamps, and whether both show the same face (m,): one face
    twice, the likest others of its family, and some at random."""
    count, device = len(vectors), vectors.device
    alike = (vectors @ vectors.T).detach()
    same = shown.face[:, None] == shown.face[None]
    family = shown.family[:, None] == shown.family[None]
    across = shown.lamp[:, None] != shown.lamp[None]
    positive = torch.nonzero(torch.triu(same & across))
    some = max(1, len(positive) // 4)
    within = _some(chance, torch.nonzero(torch.triu(same & ~across, 1)), some)
    rival = torch.where(~same & family & across, alike, torch.tensor(-9.0, device=device))
    best, who = rival.topk(min(HARDEST, count), dim=1)
    hard = torch.stack([torch.arange(count, device=device)[:, None].expand_as(who), who], dim=2)[best > -2]
    near = _some(chance, torch.nonzero(torch.triu(~same & family, 1)), some)
    far = torch.randint(0, count, (some, 2), generator=chance, device=device)
    pairs = torch.cat([positive, within, hard, near, far[far[:, 0] != far[:, 1]]])
    return pairs, same[pairs[:, 0], pairs[:, 1]]


def _some(chance: torch.Generator, pairs: torch.Tensor, count: int) -> torch.Tensor:
    if len(pairs) == 0:
        return pairs
    return pairs[torch.randint(0, len(pairs), (count,), generator=chance, device=pairs.device)]


def contrast(vectors: torch.Tensor, face: torch.Tensor) -> torch.Tensor:
    """Return the supervised contrastive loss (Khosla et al. 2020, eq. 2) of unit vectors (n, d) of faces (n,)."""
    own = torch.eye(len(vectors), device=vectors.device)
    alike = vectors @ vectors.T / WARMTH - 1e9 * own
    same = (face[:, None] == face[None]).float() - own
    logs = functional.log_softmax(alike, dim=1)
    return -((logs * same).sum(1) / same.sum(1)).mean()


def judged(verdict: torch.Tensor, same: torch.Tensor) -> torch.Tensor:
    """Return the binary cross entropy of the comparison's logits."""
    return functional.binary_cross_entropy_with_logits(verdict, same.float())
