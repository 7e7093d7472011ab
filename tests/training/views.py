"""Views of drawn faces, many at once on the device that trains: a piece on its print among its neighbours, with
shadows and walls, cut out a little off its place. What `photographs.py` does one by one."""

from dataclasses import dataclass

import numpy as np
import torch
from faces import FACE_PX
from families import CANVAS_PX
from store import PRINTS, Store
from torch.nn import functional

AT_ONCE = {"cuda": 1024, "cpu": 32}
"""So many views are put together at a time."""
_AROUND = np.array([(-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)], np.float32)
"""Where the neighbours lie, in cells, and last the piece itself."""


@dataclass(frozen=True)
class Asked:
    """Which views are wanted (n,) each: the family's place in the store, the face, and which lamp of which scene lights
    it. Views of one scene are turned and mirrored alike."""

    slot: np.ndarray
    face: np.ndarray
    scene: np.ndarray
    lamp: np.ndarray


@dataclass(frozen=True)
class Falling:
    """How far shadows and walls reach in a lamp's light, (lamps, 2) pixels of a face each."""

    shadow: np.ndarray
    wall: np.ndarray


def random_falling(rng: np.random.Generator, lamps: int) -> Falling:
    """Return how the shadows of some lamps fall."""
    angle, reach = rng.uniform(0, 2 * np.pi, (2, lamps)), rng.uniform(0, 6, (2, lamps))
    both = (np.stack([np.cos(angle), np.sin(angle)], axis=2) * reach[..., None]).astype(np.float32)
    return Falling(both[0], both[1])


def cut_corners(rng: np.random.Generator, scene: np.ndarray) -> np.ndarray:
    """Return where the corners of each view lie (n, 4, 2) in pixels of the canvas: as an alignment leaves them, now
    and then as where that has failed."""
    n = len(scene)
    loose = np.where(rng.random(n) < 0.3, 1.0, 0.4)
    half = FACE_PX / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    angle = np.deg2rad(np.clip(rng.normal(0, 1.8, n) * loose, -5, 5))
    turn = np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1).reshape(n, 2, 2)
    scale = np.exp(rng.normal(0, 0.035, (n, 1)) * loose[:, None]) * np.exp(rng.normal(0, 0.012, (n, 2)))
    shift = np.clip(rng.normal(0, 0.03, (n, 2)) * loose[:, None], -0.085, 0.085) * FACE_PX
    skew = rng.normal(0, 0.008 * FACE_PX, (n, 4, 2))
    corners = np.einsum("nkc,ndc->nkd", half[None] * scale[:, None], turn) + shift[:, None] + skew + CANVAS_PX / 2
    # A scene as a whole is turned by quarters and mirrored: its corners change places.
    symmetry = rng.integers(8, size=scene.max() + 1)[scene]
    order = (np.arange(4)[None] + symmetry[:, None] % 4) % 4
    order = np.where(symmetry[:, None] >= 4, order[:, ::-1], order)
    return np.take_along_axis(corners, order[..., None], axis=1).astype(np.float32)


def viewed(rng: np.random.Generator, store: Store, asked: Asked, falling: Falling, edge: int) -> torch.Tensor:
    """Return views (n, 3, edge, edge) float32 BGR, 0 to 255, in even light; `falling` has two lamps a scene."""
    n, told = len(asked.slot), store.told
    raised, framed = told.raised[asked.slot] > 0, told.framed[asked.slot] > 0
    under = (rng.random(n) * told.prints[asked.slot]).astype(np.int64)
    faces = (rng.random((n, 5)) * told.faces[asked.slot][:, None]).astype(np.int64)
    faces[:, 4] = asked.face
    copies = rng.integers(0, 2, (n, 5))
    there = (rng.random((n, 5)) < 0.5) | ~raised[:, None]
    there[:, 4] = True
    slack = rng.uniform(1, 5, (n, 1, 1)) * raised[:, None, None]
    aside = rng.normal(0, 1, (n, 5, 2)) * slack
    aside[:, 4] = 0
    pitch = FACE_PX + 3 * raised[:, None, None]
    at = (_AROUND[None] * pitch + aside + (CANVAS_PX - FACE_PX) / 2).astype(np.float32)
    corners = cut_corners(rng, asked.scene)
    lit = asked.scene * 2 + asked.lamp
    shadow, wall = falling.shadow[lit], falling.wall[lit]
    parts = []
    many = AT_ONCE[store.rows.device.type]
    for begin in range(0, n, many):
        rows = slice(begin, begin + many)
        laid = _Laid(store, asked.slot[rows], corners[rows], edge)
        laid.print(under[rows])
        for which in range(5):
            laid.lay(there[rows, which], raised[rows], faces[rows, which], copies[rows, which], at[rows, which],
                     (shadow[rows], wall[rows]))  # fmt: skip
        laid.frame(framed[rows], shadow[rows])
        parts.append(functional.avg_pool2d(laid.canvas, 2))
    return torch.cat(parts)


class _Laid:
    """Some views while they are put together, at twice their size."""

    def __init__(self, store: Store, slot: np.ndarray, corners: np.ndarray, edge: int) -> None:
        self.store, self.device = store, store.rows.device
        self.slot = self.sent(slot)
        fine = 2 * edge
        steps = (torch.arange(fine, device=self.device) + 0.5) / fine
        v, u = torch.meshgrid(steps, steps, indexing="ij")
        weights = torch.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], dim=2)
        self.points = torch.einsum("hwk,nkc->nhwc", weights, self.sent(corners))
        self.canvas = torch.zeros((len(slot), 3, fine, fine), device=self.device)

    def sent(self, values: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(values)).to(self.device, non_blocking=True)

    def print(self, under: np.ndarray) -> None:
        shown = self.store.canvases[self.slot, self.sent(under)].float()
        self.canvas = _sampled(shown, self.points, CANVAS_PX, "border")

    def lay(
        self,
        there: np.ndarray,
        raised: np.ndarray,
        face: np.ndarray,
        copy: np.ndarray,
        at: np.ndarray,
        falls: tuple[np.ndarray, np.ndarray],
    ) -> None:
        """Lay a piece on each view where it is `there`, with its shadow and the wall that is seen of it."""
        solid = there & raised
        if solid.any():
            rows = self.sent(np.flatnonzero(solid))
            masks = self.store.masks[self.slot[rows], None].float() / 255
            local = self.points[rows]
            for fall, light in zip(falls, (0.55, 0.75), strict=True):
                moved = self.sent((at + fall)[solid])[:, None, None]
                shade = _sampled(masks, local - moved, FACE_PX, "zeros")
                self.canvas[rows] = self.canvas[rows] * (1 - (1 - light) * shade)
        if there.any():
            rows = self.sent(np.flatnonzero(there))
            slot = self.slot[rows]
            masks = self.store.masks[slot, None].float() / 255
            drawn = self.store.faces[slot, self.sent(face[there]), self.sent(copy[there])]
            piece = torch.cat([drawn.float() * masks, masks], dim=1)
            piece = _sampled(piece, self.points[rows] - self.sent(at[there])[:, None, None], FACE_PX, "zeros")
            self.canvas[rows] = self.canvas[rows] * (1 - piece[:, 3:]) + piece[:, :3]

    def frame(self, framed: np.ndarray, shadow: np.ndarray) -> None:
        """Lay a board with a hole over the views that are framed; its shadow falls into the hole."""
        if not framed.any():
            return
        rows = self.sent(np.flatnonzero(framed))
        slot, points = self.slot[rows], self.points[rows]
        masks = self.store.frames[slot, None].float() / 255
        pictures = self.store.canvases[slot, PRINTS].float()
        shade = _sampled(masks, points - 1.5 * self.sent(shadow[framed])[:, None, None], CANVAS_PX, "border")
        over = _sampled(torch.cat([pictures, masks], dim=1), points, CANVAS_PX, "border")
        under = self.canvas[rows] * (1 - 0.4 * shade)
        self.canvas[rows] = under + (over[:, :3] - under) * over[:, 3:]


def _sampled(pictures: torch.Tensor, points: torch.Tensor, edge: int, beyond: str) -> torch.Tensor:
    return functional.grid_sample(pictures, points * (2 / edge) - 1, "bilinear", beyond, align_corners=False)
