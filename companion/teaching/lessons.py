"""Which of the places that were named or known are worth a lesson, and what a step added to the set."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.teaching import sheet_reading
from companion.teaching.places import Readings, Sheet
from companion.teaching.sheet_reading import Shot
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces

LOOKS = 4  # exemplars of a face up to which confirmed and known ones are added; more teach little
PICTURES = 3  # … but one of each further picture is, until so many show the face: each may lie in another light


@dataclass(frozen=True, slots=True)
class StepLessons:
    """What one step of a sheet added to the set: label and file by the place's key. `known`: nobody named it, the set
    was sure."""

    added: Mapping[str, tuple[str, str]]
    known: bool = False


def worth(labels: Mapping[str, str], readings: Readings, faces: Faces, picture: str) -> dict[str, str]:
    """Return those of several confirmed places of a picture, by its name, that still teach something, the most doubtful
    of each face first."""
    shown: dict[str, list[str]] = {}
    for example in faces.examples:
        shown.setdefault(example.label, []).append(example.picture)
    chosen = {}
    for key in sorted(labels, key=lambda key: readings[key].confidence if key in readings else 0.0):
        pictures = shown.setdefault(labels[key], [])
        if len(pictures) < LOOKS or (picture not in pictures and len(set(pictures)) < PICTURES):
            pictures.append(picture)
            chosen[key] = labels[key]
    return chosen


@dataclass(frozen=True)
class Taught:
    """The set, and what each step of this sheet added to it, newest last. The set is read from disk before it is
    changed, so that whoever renames or removes faces meanwhile loses nothing."""

    faces: Faces
    steps: tuple[StepLessons, ...] = ()

    def with_step(self, shot: Shot, sheet: Sheet, labels: Mapping[str, str], *, known: bool = False) -> "Taught":
        """Return the set with these places added, written to disk, as a step of its own. What a place taught under
        another name is taken out. Raises a FacesError."""
        faces = piece_sets.load_or_new(self.faces.folder)
        for key, label in labels.items():
            for step in self.steps:
                if key in step.added and step.added[key][0] != label:
                    faces = _without(faces, *step.added[key])
        if not labels:
            return Taught(faces, (*self.steps, StepLessons({}, known)))
        lessons = sheet_reading.taught(shot, sheet, labels)
        after = piece_sets.add(faces, lessons.values())
        files = {id(example.patch): example.file for example in after.examples}
        added = {key: (one.label, files[id(one.patch)]) for key, one in lessons.items() if id(one.patch) in files}
        return Taught(after, (*self.steps, StepLessons(added, known)))

    def without_naming(self) -> "Taught":
        """Return the set without what the last naming added and what was known since, written to disk."""
        faces, steps = piece_sets.load_or_new(self.faces.folder), list(self.steps)
        while steps:
            step = steps.pop()
            for label, file in step.added.values():
                faces = _without(faces, label, file)
            if not step.known:
                break
        return Taught(faces, tuple(steps))

    def complete(self) -> "Taught":
        """Return the set declared to hold every face of its game, written to disk."""
        return replace(self, faces=piece_sets.declare(piece_sets.load_or_new(self.faces.folder), complete=True))


def opened(folder: Path) -> Taught:
    """Return the set in a folder, a new one where there is none; raise a FacesError where it is broken."""
    return Taught(piece_sets.load_or_new(folder))


def _without(faces: Faces, label: str, file: str) -> Faces:
    there = any(example.file == file and example.label == label for example in faces.examples)
    return piece_sets.remove(faces, label, file) if there else faces
