"""Measurements of patches that are plainly their faces, and what is usual in their set."""

from dataclasses import replace

import numpy as np

from vision.recognition import odds
from vision.recognition.matching import Measured
from vision.recognition.self_similarity import Similarity

FACES = 4


SIMILARITY = Similarity(
    np.tile([6.0, 0.97, 0.97], (FACES, 1)),
    np.tile([-6.0, 0.3, 0.4], (FACES, 1)),
    np.array([-6.0, 0.3, 0.4]),
    np.array([0.97, 6.0, 0.4]),
    np.full((FACES, FACES), -6.0),
    np.full(40, -4.0),
    np.full((FACES, FACES), np.inf),
    np.empty(0),
)


def measured(patches: int = 8, **changed: object) -> Measured:
    """Return patches that are plainly face 0, 1, 2, 3, 0, …, of five compared ones; with some of it changed."""
    face = (np.arange(patches)[:, None] + np.arange(FACES)) % FACES
    lead = np.zeros((patches, FACES), bool)
    lead[:, 0] = True
    plain = Measured(
        face,
        face,
        np.where(lead, 8.0, -7.0),
        np.where(lead, 7.5, -7.5),
        np.where(lead, 8.0, -7.0),
        np.where(lead, 7.5, -7.5),
        np.where(lead, 0.98, 0.2),
        np.where(lead, 0.97, 0.4),
        np.full((patches, 3), 4.5),
        np.zeros((patches, FACES, 3)),
        np.repeat(np.where(lead, 0.5, -0.5)[:, :, None], len(odds.SIDES), axis=2),
        np.where(np.arange(FACES)[None] == face[:, :1], 0.1, 2.0),
        np.where(lead, 0.98, 0.2),
    )
    return replace(plain, **changed)


def with_another_face_in_the_first_four() -> Measured:
    seen = measured()
    return replace(seen, face=np.where(np.arange(8)[:, None] < 4, (seen.face + 1) % FACES, seen.face))
