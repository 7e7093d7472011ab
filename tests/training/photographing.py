"""Photographs of families in a store: some faces of each, twice under each of two lamps."""

from dataclasses import dataclass

import numpy as np
import torch
from exposure import exposed, random_lamps
from families import KINDS
from objective import Shown
from store import Store
from views import Asked, random_falling, viewed

FACES, VIEWS = 7, 4
_GENTLE = np.array([kind.gentle for kind in KINDS.values()])


@dataclass(frozen=True)
class Batch:
    """Photographs (n, 3, e, e), 0 to 1, and what they show; those of one scene, and of one face, lie together."""

    patches: torch.Tensor
    shown: Shown

    def to(self, device: torch.device) -> "Batch":
        """Return the batch on that device."""
        shown = Shown(*(column.to(device) for column in vars(self.shown).values()))
        return Batch(self.patches.to(device), shown)


def batch_of(
    rng: np.random.Generator, chance: torch.Generator, store: Store, slots: np.ndarray, edge: int, faces: int = FACES
) -> Batch:
    """Return photographs of up to `faces` faces of each family; the family's number is its place in `slots`."""
    chosen = [rng.permutation(store.told.faces[slot])[:faces] for slot in slots]
    scene = np.repeat(np.arange(len(slots)), [VIEWS * len(which) for which in chosen])
    face = np.repeat(np.concatenate(chosen), VIEWS)
    lamp = np.tile([0, 0, 1, 1], len(face) // VIEWS)
    asked = Asked(slots[scene], face, scene, lamp)
    views = viewed(rng, store, asked, random_falling(rng, 2 * len(slots)), edge)
    lamps = random_lamps(rng, _GENTLE[store.told.kind[slots]])
    patches = exposed(rng, chance, views, lamps, scene * 2 + lamp)
    own = np.repeat(np.arange(len(face) // VIEWS), VIEWS)
    shown = (torch.from_numpy(values).to(patches.device) for values in (scene, own, lamp))
    return Batch(patches.contiguous(memory_format=torch.channels_last), Shown(*shown))


def joined(parts: list[Batch]) -> Batch:
    """Return some batches as one; families and faces of different ones are different."""
    family, face = 0, 0
    shown = []
    for part in parts:
        shown.append((part.shown.family + family, part.shown.face + face, part.shown.lamp))
        family, face = family + int(part.shown.family[-1]) + 1, face + int(part.shown.face[-1]) + 1
    columns = (torch.cat(column) for column in zip(*shown, strict=True))
    patches = torch.cat([part.patches for part in parts])
    return Batch(patches.contiguous(memory_format=torch.channels_last), Shown(*columns))
