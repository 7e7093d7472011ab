"""Families of faces as rows of bytes, so that many are kept on the device that trains, and in files between runs."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from faces import FACE_PX
from families import CANVAS_PX, MOST_FACES, NAMES, Family, random_family

COPIES, PRINTS = 2, 2
_SHAPES = {
    "faces": (MOST_FACES, COPIES, 3, FACE_PX, FACE_PX),
    "masks": (FACE_PX, FACE_PX),
    "canvases": (PRINTS + 1, 3, CANVAS_PX, CANVAS_PX),
    "frames": (CANVAS_PX, CANVAS_PX),
    "told": (8,),
}
"""What a row holds, one after the other; the last of the canvases is the frame's picture. Told is how many faces and
prints there are, whether the piece is raised and the cell framed, and which kind it is."""
_SIZES = {name: int(np.prod(shape)) for name, shape in _SHAPES.items()}
ROW = sum(_SIZES.values())


@dataclass(frozen=True)
class Told:
    """What is known of the families in a store, on the host: (room,) each."""

    faces: np.ndarray
    prints: np.ndarray
    raised: np.ndarray
    framed: np.ndarray
    kind: np.ndarray


def packed(family: Family) -> np.ndarray:
    """Return a family as a row (ROW,) uint8."""
    count = min(len(family.faces), MOST_FACES)
    faces = np.zeros(_SHAPES["faces"], np.uint8)
    copies = [number % family.faces.shape[1] for number in range(COPIES)]
    faces[:count] = family.faces[:count, copies].transpose(0, 1, 4, 2, 3)
    canvases, frame = np.zeros(_SHAPES["canvases"], np.uint8), np.zeros(_SHAPES["frames"], np.uint8)
    prints = family.prints[:PRINTS]
    canvases[: len(prints)] = prints.transpose(0, 3, 1, 2)
    if family.frame is not None:
        frame, canvases[PRINTS] = family.frame[0], family.frame[1].transpose(2, 0, 1)
    told = (count, len(prints), family.raised, family.frame is not None, NAMES.index(family.kind), 0, 0, 0)
    parts = (faces, family.mask, canvases, frame, np.array(told, np.uint8))
    return np.concatenate([part.reshape(-1) for part in parts])


def drawn(number: int, kind: str | None = None) -> np.ndarray:
    """Return the family of a number as a row: the same number, the same family."""
    return packed(random_family(np.random.default_rng(number), kind=kind))


class Store:
    """Rows of families on a device; when it is full, new ones take the places of the oldest."""

    def __init__(self, room: int, device: torch.device) -> None:
        self.room, self.seen = room, 0
        self.rows = torch.zeros((room, ROW), dtype=torch.uint8, device=device)
        self.told = Told(*(np.zeros(room, np.int64) for _ in range(5)))
        parts = self.rows.split(list(_SIZES.values()), dim=1)
        shaped = (part.unflatten(1, shape) for part, shape in zip(parts, _SHAPES.values(), strict=True))
        self.faces, self.masks, self.canvases, self.frames, _ = shaped

    def __len__(self) -> int:
        return min(self.seen, self.room)

    def put(self, rows: np.ndarray) -> None:
        """Add rows (n, ROW)."""
        at = (self.seen + np.arange(len(rows))) % self.room
        self.rows[torch.from_numpy(at)] = torch.from_numpy(rows).to(self.rows.device)
        for values, column in zip(vars(self.told).values(), rows[:, -8:].T, strict=False):
            values[at] = column
        self.seen += len(rows)


def shard_name(number: int) -> str:
    """Return the name of a file of families."""
    return f"families-{number:07d}.npy"


def write_shard(folder: Path, number: int, rows: np.ndarray) -> None:
    """Write a file of families so that nobody sees half of it."""
    half = folder / f"{number:07d}.half"
    with half.open("wb") as file:
        np.save(file, rows)
    half.rename(folder / shard_name(number))
