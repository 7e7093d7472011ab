"""What people settled in play teaches the piece set, once its score has stood."""

import logging
from pathlib import Path

import cv2
import numpy as np

from companion.signals import Lesson
from vision import faces as piece_sets
from vision import reading
from vision.examples import examples_of_frame
from vision.faces import FacesError
from vision.layout import Grid, Layout
from vision.observation import Unseen

log = logging.getLogger("companion")


def learn(folder: Path, layout: Layout, lessons: tuple[Lesson, ...]) -> tuple[Lesson, ...]:
    """Add lessons to the piece set in `folder`; return those left out, because the set is sure that they show
    something else."""
    try:
        faces = piece_sets.load_or_new(folder)
    except FacesError as error:
        log.warning("nothing was learnt: %s", error)
        return lessons
    left_out = []
    for lesson in lessons:
        zone = layout.zone(lesson.zone)
        picture = cv2.imdecode(np.frombuffer(lesson.picture, np.uint8), cv2.IMREAD_COLOR)
        if not isinstance(zone, Grid) or picture is None:
            continue
        labels: list[list[str | None]] = [[None] * zone.cols for _ in range(zone.rows)]
        labels[lesson.cell // zone.cols][lesson.cell % zone.cols] = lesson.label
        width, height = zone.rect_mm[2:]
        alone = Grid(zone.name, (0.0, 0.0, width, height), zone.rows, zone.cols, zone.turns, zone.thickness_mm)
        area = Layout(layout.name, (width, height), (alone,))
        taught = examples_of_frame(np.asarray(picture, np.uint8), area, {zone.name: labels}, {}, rectified=True)
        if isinstance(taught, Unseen) or not taught:
            continue
        if faces.examples:
            recogniser = reading.fit(faces.examples, zone.turns)
            (seen,) = reading.read(recogniser, taught[0].patch[None], taught[0].lamp_bgr)
            if seen.sure and seen.label != lesson.label:
                left_out.append(lesson)
                continue
        faces = piece_sets.add(faces, taught)
    return tuple(left_out)
