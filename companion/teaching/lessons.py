"""Which of the places that were named or known are worth a lesson, and what a step did to the set."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.camera.fitted_set import looks_of
from companion.game.tally import Tally
from companion.table.evidence import set_change
from companion.table.evidence.set_change import SetChange
from companion.teaching import sheet_reading
from companion.teaching.places import Readings, Sheet
from companion.teaching.sheet_reading import Shot
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Damaged, Exemplar
from vision.recognition.repeats import shows_again

_DRAWN = re.compile(r"lesson-\d+")  # what the pictures are called that practice sets are taught from
LOOKS = 4  # exemplars of a face up to which confirmed and known ones are added; more teach little
PICTURES = 3  # … but one of each further picture is, until so many show the face: each may lie in another light


@dataclass(frozen=True, slots=True)
class StepLessons:
    """What one step of a sheet did to the set: the exemplars that it added, by the place's key, and those that it took
    out. `known`: nobody named it, the set was sure. `complete`: the set was declared so before. `opened`: by this step
    it is so no more."""

    added: Mapping[str, Exemplar]
    removed: tuple[Exemplar, ...] = ()
    known: bool = False
    complete: bool = False
    opened: bool = False

    def renamed(self, names: Mapping[str, str]) -> "StepLessons":
        """Return the step with faces under other names."""
        added = {key: _renamed(one, names) for key, one in self.added.items()}
        return replace(self, added=added, removed=tuple(_renamed(one, names) for one in self.removed))


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
    """The set, and what each step of this sheet did to it, newest last. The set is read from disk before it is
    changed, so that whoever renames or removes faces meanwhile loses nothing."""

    faces: Faces
    steps: tuple[StepLessons, ...] = ()

    def with_step(
        self,
        shot: Shot,
        sheet: Sheet,
        labels: Mapping[str, str | None],
        chosen: Collection[str],
        *,
        known: bool = False,
    ) -> "Taught":
        """Return the set, written to disk, with what was said of some places, as a step of its own: None is no piece,
        and `chosen` are those that teach; of what is only `known` those that show something new. What a place taught
        under another name is taken out, and what was only known on this sheet until somebody named it: it was read by
        names that may be wrong. Raises a FacesError."""
        before = piece_sets.load_or_new(self.faces.folder)
        after = _without(before, [*self._otherwise(labels), *([] if known else self._only_known())])
        named = {key: label for key in chosen if (label := labels[key]) is not None}
        lessons = sheet_reading.taught(shot, sheet, named) if named else {}
        if known:  # what lies there still, unmoved, would take the place of what shows it otherwise
            lessons = {key: one for key, one in lessons.items() if not shows_again(one, after.examples)}
        # a practice set is whole by itself: what is named beside it has faces that were not shown yet
        opened = after.complete and bool(lessons and drawn(after)) and not known
        if lessons:
            after = piece_sets.add(after, lessons.values(), complete=False if opened else None)
        there = {id(one.patch) for one in after.examples}
        added = {key: one for key, one in lessons.items() if id(one.patch) in there}
        removed = tuple(one for one in before.examples if id(one.patch) not in there)
        return Taught(after, (*self.steps, StepLessons(added, removed, known, before.complete, opened)))

    def _otherwise(self, labels: Mapping[str, str | None]) -> list[Exemplar]:
        """Return what these places taught under another name than they have now."""
        return [
            one for step in self.steps for key, one in step.added.items() if key in labels and one.label != labels[key]
        ]

    def _only_known(self) -> list[Exemplar]:
        """Return what nobody named: it is known again once the sheet is settled with what is named now."""
        return [one for step in self.steps if step.known for one in step.added.values()]

    def without_naming(self) -> "Taught":
        """Return the set as it was before the last naming, written to disk: without what that and what was known since
        added, and with what they took out; declared complete only where it was so before, and still is."""
        faces, steps, taken_back = piece_sets.load_or_new(self.faces.folder), list(self.steps), list[StepLessons]()
        while steps and (not taken_back or taken_back[-1].known):
            taken_back.append(steps.pop())
        complete = faces.complete or any(step.opened for step in taken_back)
        complete = complete and all(step.complete for step in taken_back)
        for step in taken_back:
            faces = _without(faces, step.added.values())
            if step.removed:
                faces = piece_sets.add(faces, step.removed)
        return Taught(piece_sets.declare(faces, complete=complete), tuple(steps))

    def anew(self) -> "Taught":
        """Return the set as it lies on disk: others may have changed it, and what they renamed has its new name in the
        steps, too."""
        faces = piece_sets.load_or_new(self.faces.folder)
        names = changed(self.faces, faces).names
        return Taught(faces, tuple(step.renamed(names) for step in self.steps))

    def complete(self, shown: Tally) -> "Taught":
        """Return the set declared to hold every face of its game, written to disk; undeclared where it lacks one of
        those that were shown."""
        now = self.anew()
        if shown.among(now.faces.labels) != shown:
            return now
        return replace(now, faces=piece_sets.declare(now.faces, complete=True))


def drawn(known: Faces) -> list[Exemplar | Damaged]:
    """Return what is of the printed practice set, which is taught as it is drawn."""
    return [one for one in known.entries if _DRAWN.fullmatch(one.picture)]


def opened(folder: Path) -> Taught:
    """Return the set in a folder, a new one where there is none; raise a FacesError where it is broken."""
    return Taught(piece_sets.load_or_new(folder))


def changed(before: Faces, after: Faces) -> SetChange:
    """Return how a set has changed."""
    return set_change.between(looks_of(before.examples), looks_of(after.examples))


def _renamed(one: Exemplar, names: Mapping[str, str]) -> Exemplar:
    return replace(one, label=names.get(one.label, one.label))


def _without(faces: Faces, taught: Collection[Exemplar]) -> Faces:
    """Return the set without these; whichever it does not have any more, under that name, is no matter."""
    looks = {(one.label, *piece_sets.shown(one)) for one in taught}
    doomed = [one for one in faces.examples if (one.label, *piece_sets.shown(one)) in looks] if looks else []
    return piece_sets.without(faces, doomed) if doomed else faces
