"""Patches as they are read, listened to while pictures are read. Nothing is changed by it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

import numpy as np

from vision.pieceset.set_index import UNTOLD
from vision.recognition import reading
from vision.recognition.recogniser import Recogniser


@dataclass(slots=True)
class Heard:
    """A patch as it was read, and under which lamp and black."""

    patch: np.ndarray
    lamp_bgr: np.ndarray
    black_bgr: np.ndarray


@contextmanager
def listening() -> Iterator[list[Heard]]:
    """Listen while the block runs; the list is filled with every patch that is read, in that order."""
    heard: list[Heard] = []
    read_turned = reading.read_turned

    def hear(recogniser: Recogniser, patches: np.ndarray, lamp_bgr: object, black_bgr: object = UNTOLD) -> object:
        both = (np.asarray(lamp_bgr, np.float64), np.asarray(black_bgr, np.float64))
        lamps, blacks = (np.broadcast_to(bgr, (len(patches), 3)) for bgr in both)
        heard.extend(Heard(*each) for each in zip(patches, lamps, blacks, strict=True))
        return read_turned(recogniser, patches, lamp_bgr, black_bgr)

    with mock.patch.object(reading, "read_turned", hear):
        yield heard
