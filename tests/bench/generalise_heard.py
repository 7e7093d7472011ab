"""What the recogniser measures of each patch before anything is trusted, listened to while pictures are read.

Nothing is changed by it. It names three functions of `vision.recognition.reading`; where these are written anew, so is
this.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest import mock

import numpy as np

from vision.recognition import reading
from vision.recognition.calibration import Judged
from vision.recognition.matching import Evidence, PatchView
from vision.recognition.recogniser import Recogniser


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a patch: the labels of the faces that were compared (r), what was `measured` of each (r, 4), what is
    usual for each (`habits`, (r, 3)), how likely that makes each, and whether the first may be acted on."""

    labels: tuple[str, ...]
    measured: np.ndarray
    habits: np.ndarray
    chance: np.ndarray
    sure: bool


@dataclass(slots=True)
class Heard:
    """A patch as it was read, under which lamp, by which recogniser, and the looks at it: the second in the taught
    tones, where there was one."""

    patch: np.ndarray
    lamp_bgr: tuple[float, float, float]
    looks: list[Look] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[list[Heard]]:
    """Listen while the block runs; the list is filled with every patch that is read, in that order."""
    heard: list[Heard] = []
    under_way: list[Heard] = []
    looked_at: list[Heard] = []
    read_turned, viewed, judge = reading.read_turned, reading.viewed, reading.judge

    def hear_read(recogniser: Recogniser, patches: np.ndarray, lamp_bgr: tuple[float, float, float]) -> object:
        under_way[:] = [Heard(patch, lamp_bgr) for patch in patches]
        heard.extend(under_way)
        return read_turned(recogniser, patches, lamp_bgr)

    def hear_viewed(recogniser: Recogniser, patches: np.ndarray, *how: object) -> PatchView:
        by_pixels: dict[bytes, list[Heard]] = {}
        for each in under_way:
            by_pixels.setdefault(each.patch.tobytes(), []).append(each)
        looked_at[:] = [by_pixels[patch.tobytes()].pop(0) for patch in patches]
        return viewed(recogniser, patches, *how)

    def hear_judged(recogniser: Recogniser, evidence: Evidence) -> Judged:
        judged = judge(recogniser, evidence)
        habits = recogniser.usual.habits
        for i, each in enumerate(looked_at):
            face = evidence.face[i]
            labels = tuple(recogniser.labels[number] for number in face)
            each.looks.append(Look(labels, evidence.measured[i], habits[face], judged.chance[i], bool(judged.sure[i])))
        return judged

    with (
        mock.patch.object(reading, "read_turned", hear_read),
        mock.patch.object(reading, "viewed", hear_viewed),
        mock.patch.object(reading, "judge", hear_judged),
    ):
        yield heard
