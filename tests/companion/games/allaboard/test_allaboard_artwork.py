"""All aboard!: the practice set's owners are told apart even where a lamp leaves no colour."""

from functools import cache
from itertools import combinations

import cv2
import numpy as np

from companion.games.allaboard.pieces import Animal
from companion.games.allaboard.practice import artwork
from companion.games.allaboard.practice.box import COLOURS
from companion.prints import raster

APART = 0.075  # of the whole range from black to white, root mean square; colours alone kept them 0.064 apart


@cache
def grey(label: str) -> np.ndarray:
    """Return a card as small and as grey as a poor lamp shows it: 34 × 24, 0 to 1."""
    small = cv2.resize(raster.picture(artwork.art(label).drawing, 1.1), (24, 34), interpolation=cv2.INTER_AREA)
    return np.asarray(small.mean(axis=2) / 255)


def test_an_animal_of_two_owners_looks_different_without_any_colour() -> None:
    apart = {
        (one, other, animal): float(np.sqrt(np.mean((grey(f"{one} {animal}") - grey(f"{other} {animal}")) ** 2)))
        for animal in Animal
        for one, other in combinations(COLOURS, 2)
    }
    nearest = min(apart, key=lambda pair: apart[pair])
    assert apart[nearest] > APART, nearest
