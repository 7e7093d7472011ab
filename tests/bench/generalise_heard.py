"""Patches as they are read, listened to while pictures are read. Nothing is changed by it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

import numpy as np

from vision.recognition import reading
from vision.recognition.recogniser import Recogniser


@dataclass(slots=True)
class Heard:
    """A patch as it was read, and under which lamp."""

    patch: np.ndarray
    lamp_bgr: tuple[float, float, float]


@contextmanager
def listening() -> Iterator[list[Heard]]:
    """Listen while the block runs; the list is filled with every patch that is read, in that order."""
    heard: list[Heard] = []
    read_turned = reading.read_turned

    def hear(recogniser: Recogniser, patches: np.ndarray, lamp_bgr: tuple[float, float, float]) -> object:
        heard.extend(Heard(patch, lamp_bgr) for patch in patches)
        return read_turned(recogniser, patches, lamp_bgr)

    with mock.patch.object(reading, "read_turned", hear):
        yield heard
