"""What people settled in play teaches the evening's set, once its score has stood, and is taken back with it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.table.signals import Lesson
from companion.teaching import evening_set
from vision.layout import Grid, Layout
from vision.observation import Unseen
from vision.observe import fitting, turns_of
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar, FacesError
from vision.recognition import reading
from vision.recognition.recogniser import Recogniser, fit
from vision.teach import examples_of_frame

MOST_LOST = 0.04  # of its own pictures a set may become less sure of by an addition


@dataclass(frozen=True, slots=True)
class LessonLeftOut:
    """A lesson that was not learnt: the set is sure that its picture shows something else, or (`worse`) it would read
    its own pictures worse with it."""

    lesson: Lesson
    worse: bool = False


@dataclass(frozen=True, slots=True)
class _Given:
    """A lesson and what it would add to the set."""

    lesson: Lesson
    example: Exemplar
    turns: int


def mat_of(mats: Sequence[Layout], lessons: tuple[Lesson, ...]) -> Layout:
    """Return the first of these mats on which all that was settled may have lain."""
    return next((mat for mat in mats if all(_lay_on(mat, lesson) for lesson in lessons)), mats[0])


def _lay_on(mat: Layout, lesson: Lesson) -> bool:
    zone = next((zone for zone in mat.zones if zone.name == lesson.zone), None)
    if zone is None or lesson.at_mm is None:
        return zone is not None
    return all(
        edge <= at <= edge + size
        for edge, at, size in zip(zone.rect_mm[:2], lesson.at_mm, zone.rect_mm[2:], strict=True)
    )


def learn(folder: Path, layout: Layout, lessons: tuple[Lesson, ...]) -> tuple[tuple[LessonLeftOut, ...], bool]:
    """Add lessons to the evening's set of the piece set in `folder`, each in place of what was taught from the same
    source, which goes also where the lesson is left out: people have taken it back. Return those left out, and whether
    what is read with has changed; raise a FacesError where nothing can be learnt."""
    evening_set.begin(folder)
    changed = forget(folder, [lesson.source for lesson in lessons])
    evening, owners = evening_set.waiting(folder), piece_sets.load_or_new(folder)
    faces = replace(owners, examples=(*owners.examples, *evening.examples))
    given = [one for lesson in lessons if (one := _given(layout, lesson)) is not None]
    left_out: list[LessonLeftOut] = []
    for turns in {one.turns for one in given}:
        alike = [one for one in given if one.turns == turns]
        left_out += _left_out(faces, layout, alike, turns) if faces.examples else []
    doubted = [one.lesson for one in left_out]
    learnt = [one.example for one in given if one.lesson not in doubted]
    if learnt:
        evening_set.add(folder, learnt)
    return tuple(left_out), bool(learnt) or changed


def _left_out(faces: Faces, layout: Layout, given: Sequence[_Given], turns: int) -> list[LessonLeftOut]:
    """Return which of the lessons contradict the set, or make it worse: all together first, then one by one."""
    alike = replace(faces, examples=fitting(faces.examples, layout, given[0].example.ratio))
    before = fit(alike.examples, turns, complete=faces.complete)
    left_out = [LessonLeftOut(one.lesson) for one in given if _contradicts(before, one)]
    rest = [one for one in given if LessonLeftOut(one.lesson) not in left_out]
    if rest and _worse(alike, before, [one.example for one in rest], turns):
        bad = [one for one in rest if len(rest) == 1 or _worse(alike, before, [one.example], turns)]
        left_out += [LessonLeftOut(one.lesson, worse=True) for one in bad or rest]
    return left_out


def forget(folder: Path, sources: Collection[str]) -> bool:
    """Take back what was taught from these sources (one that ends with “/” stands for all that begin so), be it kept by
    now; return whether there was anything. Raises a FacesError where one of the two sets stayed as it was."""
    found, stayed = False, None
    for where in (evening_set.folder_of(folder), folder):
        try:
            with evening_set.of_its_evening(folder):
                found = _forgotten(piece_sets.load_or_new(where), sources) or found
        except FacesError as error:
            stayed = error
    if stayed is not None:
        raise stayed
    return found


def _forgotten(faces: Faces, sources: Collection[str]) -> bool:
    doomed = [
        example
        for example in faces.examples
        if any(
            example.picture == source or (source.endswith("/") and example.picture.startswith(source))
            for source in sources
        )
    ]
    for example in doomed:
        faces = piece_sets.remove(faces, example.label, example.file)
    return bool(doomed)


def _given(layout: Layout, lesson: Lesson) -> _Given | None:
    """Return what a lesson's picture of its zone adds; None where nothing can be cut out of it."""
    zone = layout.zone(lesson.zone)
    picture = cv2.imdecode(np.frombuffer(lesson.picture, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        return None
    x_mm, y_mm, width, height = zone.rect_mm
    alone = replace(zone, rect_mm=(0.0, 0.0, width, height))
    area = Layout(layout.name, (width, height), (alone,))
    cells: dict[str, list[list[str | None]]] = {}
    pieces: dict[str, list[tuple[str, tuple[float, float], float | None]]] = {}
    if isinstance(zone, Grid):
        cells[zone.name] = [[None] * zone.cols for _ in range(zone.rows)]
        cells[zone.name][lesson.cell // zone.cols][lesson.cell % zone.cols] = lesson.label
    elif lesson.at_mm is not None:
        pieces[zone.name] = [(lesson.label, (lesson.at_mm[0] - x_mm, lesson.at_mm[1] - y_mm), None)]
    picture_bgr = np.asarray(picture, np.uint8)
    taught = examples_of_frame(picture_bgr, area, cells, pieces, picture=lesson.source, rectified=True)
    if isinstance(taught, Unseen) or not taught:
        return None
    return _Given(lesson, taught[0], turns_of(zone))


def _contradicts(before: Recogniser, given: _Given) -> bool:
    """Return whether the set is sure that the lesson's picture shows something else, and nobody wished it taught."""
    (seen,) = reading.read(before, given.example.patch[None], given.example.lamp_bgr)
    return seen.sure and seen.label != given.lesson.label and not given.lesson.wished


def _worse(faces: Faces, before: Recogniser, added: Sequence[Exemplar], turns: int) -> bool:
    """Return whether the set reads the pictures that it was taught from worse with something added: fewer of them
    right, more sure and wrong, or a good part of them no longer sure."""
    after = fit([*faces.examples, *added], turns, complete=faces.complete)
    right, sure, wrong = _score(before, faces.examples)
    right_with, sure_with, wrong_with = _score(after, faces.examples)
    return right_with < right or wrong_with > wrong or sure_with < sure - MOST_LOST * len(faces.examples)


def _score(recogniser: Recogniser, shown: Sequence[Exemplar]) -> tuple[int, int, int]:
    """Return how many of the pictures are read right, how many of these are sure, and how many are sure and wrong."""
    right = sure = wrong = 0
    by_lamp: dict[tuple[float, float, float], list[Exemplar]] = {}
    for example in shown:
        by_lamp.setdefault(example.lamp_bgr, []).append(example)
    for lamp_bgr, examples in by_lamp.items():
        seen = reading.read(recogniser, np.stack([each.patch for each in examples]), lamp_bgr)
        for one, each in zip(seen, examples, strict=True):
            right += one.label == each.label
            sure += one.sure and one.label == each.label
            wrong += one.sure and one.label != each.label
    return right, sure, wrong
