"""Drawn games as the recogniser meets them: a few labelled pictures of pieces that were laid loosely on a board, and
other pictures, in another light, to be read. What `fit_calibration.py` is fitted to."""

from dataclasses import dataclass

import numpy as np
from families import random_family
from photographs import Cut, photograph, random_lamp

from vision.photometry.white_balance import lamp_bgr
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import MARGIN_PX, PATCH_PX

_MOST_PICTURES = 3
_ASKED = 2
_LEAST_APART = 40.0


@dataclass(frozen=True)
class Game:
    """What is taught, and what is read: labelled patches of several pictures. A face may lie in `turns` quarter turns;
    in so many of the pictures that are read each face is a stranger in turn."""

    taught: tuple[Exemplar, ...]
    asked: tuple[tuple[Exemplar, ...], ...]
    turns: int = 1
    strangers: int = 1


def drawn_game(rng: np.random.Generator) -> Game:
    """Return a game of one or two kinds of faces, taught by one to three pictures, with two to be read."""
    families = [random_family(rng, _LEAST_APART) for _ in range(int(rng.integers(1, 3)))]
    harsh = float(rng.uniform(0.2, 0.9))
    home = random_lamp(rng, harsh)
    cut = Cut(PATCH_PX, PATCH_PX / (PATCH_PX - 2 * MARGIN_PX), float(rng.uniform(0.5, 1.5)))
    taught: list[Exemplar] = []
    for number in range(int(rng.integers(1, _MOST_PICTURES + 1))):
        lamp = home if rng.random() < 0.5 else random_lamp(rng, harsh)
        taught += _picture(rng, families, lamp, cut, f"taught {number}")
    asked = []
    for number in range(_ASKED):
        lamp = home if rng.random() < 0.25 else random_lamp(rng, harsh)
        asked.append(tuple(_picture(rng, families, lamp, cut, f"asked {number}")))
    return Game(tuple(taught), tuple(asked))


def _picture(rng, families, lamp, cut, name) -> list[Exemplar]:
    found = [
        (f"{kind} {face}", photograph(rng, family, face, [lamp], cut)[0])
        for kind, family in enumerate(families)
        for face in range(len(family.faces))
    ]
    inner = slice(MARGIN_PX, -MARGIN_PX)
    white = lamp_bgr(np.concatenate([patch[inner, inner] for _, patch in found], axis=1))
    return [Exemplar(label, patch, white, 1.0, True, name) for label, patch in found]
