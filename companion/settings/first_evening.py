"""The first evening, step by step: each is done when the companion sees that it is, and the first that is not is next.

Print, glue, hang, light, lens, teach, play. What is seen comes from one picture, of the camera or of a phone.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.camera import which_mat
from companion.camera.photo_check import BLURRED
from companion.language.message import Message, Reasoned, Translate, because, say, say_count, words
from companion.machine import health
from vision.layout import Layout
from vision.observation import Unseen
from vision.registration import exposure
from vision.registration.lens import Lens
from vision.registration.locate import Located, corners_mm
from vision.registration.markers import Corners, find_either_way
from vision.registration.patches import Picture
from vision.registration.rectify import to_px
from web.settings_contract import EveningStep

GLUED_MM = 1.0  # so far the markers may lie from where they belong: one sheet two millimetres beside its line is less
STRAIGHT_MM = 0.5  # as little is left once the mat has told how the lens bends (`vision.registration.plane`)


@dataclass(frozen=True)
class Seen:
    """What a picture tells of the steps: the markers in it, where the mat lies or why none is found, and what is wrong
    with the light."""

    markers: Mapping[int, Corners] = field(repr=False)
    found: tuple[Layout, Located] | Unseen
    light: Unseen | None

    @property
    def misfit_mm(self) -> float | None:
        """How far the markers' corners lie from where they belong, in the mean of squares; None where no mat is
        found."""
        if isinstance(self.found, Unseen):
            return None
        mat, located = self.found
        off = [
            self.markers[marker.id] - to_px(located.plane, corners_mm(marker))
            for marker in mat.markers
            if marker.id in self.markers
        ]
        return float(np.sqrt(2 * np.mean(np.square(off)))) / located.px_per_mm if off else None

    @property
    def why_not_hung(self) -> Unseen | None:
        """Why not all of the mat can be read from there, None where it can."""
        if isinstance(self.found, Unseen):
            return self.found
        mat, located = self.found
        if located.doubtful:
            return next(iter(located.doubtful.values()))
        hidden = sorted({marker.id for marker in mat.markers} - {*located.markers, *self.markers})
        if hidden:
            return Unseen("markers {ids} are hidden", {"ids": ", ".join(map(str, hidden))})
        if located.px_per_mm < health.LEAST_PX_PER_MM:
            return Unseen("the picture is too small: bring the camera closer, or take a larger picture")
        return None


def seen_in(picture: Picture, mats: Sequence[Layout], lens: Lens | None, refused: Unseen | None = None) -> Seen:
    """Return what a picture (h, w, 3) BGR tells, in which one of these mats may lie; `refused` is why a photo can't be
    used."""
    light = exposure.useless(picture) or exposure.poor(picture)
    return Seen(
        find_either_way(picture),
        which_mat.lying(picture, mats, lens) if refused is None else refused,
        light or (refused if refused is BLURRED else None),
    )


@dataclass(frozen=True)
class EveningProgress:
    """What is known beside the picture: how many faces of the game are taught, whether the lens was measured, whether a
    game was played, how it stands with its practice set, and why that could not be taught (`PracticeTeaching`); which
    piece is measured, as a question, and for how many mm the mat is printed here (None where nothing is asked)."""

    faces: int = 0
    lens: bool = False
    played: bool = False
    practice: str = ""
    why_not: Message | None = None
    size: tuple[Message, float] | None = None


def steps(
    seen: Seen | None, kept: EveningProgress, translate: Translate, blind: Reasoned | None = None
) -> tuple[EveningStep, ...]:
    """Return the steps in their order; `seen` is None while there is no picture, `blind` why there is none, where that
    is known."""
    told = list(_told(seen, kept, _no_picture() if blind is None else because(blind)))
    first = next((name for name, done, _ in told if not done), "")
    return tuple(
        EveningStep(name, "done" if done else "now" if name == first else "later", words(text, translate))
        for name, done, text in told
    )


def _told(seen: Seen | None, kept: EveningProgress, no_picture: Message) -> Iterator[tuple[str, bool, Message]]:
    """Yield each step's name, whether it is done, and what is seen or what to do."""
    yield _printed(seen, kept.size)
    yield _glued(seen)
    why = None if seen is None else seen.why_not_hung
    if seen is None or why is not None:
        yield "hang", False, because(why) if why is not None else no_picture
    else:
        yield "hang", True, say("All of the mat is in the picture, and every marker is seen")
    if seen is None or seen.light is not None:
        yield "light", False, because(seen.light) if seen is not None and seen.light is not None else _no_picture()
    else:
        yield "light", True, say("It is bright and sharp enough")
    yield _straight(seen, kept)
    yield "teach", kept.faces > 0, _taught(kept)
    yield (
        "play",
        kept.played,
        say("A game was played here") if kept.played else say("Everybody takes a seat on their phone"),
    )


def _taught(kept: EveningProgress) -> Message:
    match kept.practice:
        case "taught":
            return say(
                "The practice set is taught: read the printed sheets; forget it before you teach your own pieces"
            )
        case "drawn":
            return say("The practice set is drawn and taught: that takes a minute")
        case "offered":
            return kept.why_not or say("Name each face once; or first teach the practice set, to try the three sheets")
    if kept.faces:
        return say_count("{count} face is taught", "{count} faces are taught", count=kept.faces)
    return say("Name each face once")


def _no_picture() -> Message:
    return say("There is no picture yet")


def _printed(seen: Seen | None, size: tuple[Message, float] | None) -> tuple[str, bool, Message]:
    if seen is not None and seen.markers:
        return "print", True, health.markers_seen(len(seen.markers))
    how = say("At 100 %; then measure the ruler on the first sheet: its 100 mm must be 100 mm")
    if size is None:
        return "print", False, how
    question, mm = size
    return (
        "print",
        False,
        say(
            "{question} This is printed for {mm} mm; another size is told in “Teach the pieces” before. {how}",
            question=question,
            mm=mm,
            how=how,
        ),
    )


def _glued(seen: Seen | None) -> tuple[str, bool, Message]:
    misfit_mm = None if seen is None else seen.misfit_mm
    if misfit_mm is None:
        return "glue", False, say("Cut each sheet at its line, lay it on the line of the one before, and glue")
    if misfit_mm > GLUED_MM:
        return (
            "glue",
            False,
            say(
                "The sheets lie {mm} mm off: glue them anew, and flat; print them anew if they are for another size of "
                "pieces",
                mm=round(misfit_mm, 1),
            ),
        )
    return "glue", True, say("The sheets lie as they should, within {mm} mm", mm=_at_most(misfit_mm))


def _at_most(misfit_mm: float) -> float:
    """Return the misfit in tenths of a millimetre, rounded up: nothing lies within 0 mm."""
    return max(1, math.ceil(10 * misfit_mm)) / 10


def _straight(seen: Seen | None, kept: EveningProgress) -> tuple[str, bool, Message]:
    """The lens: the mat itself tells how much it bends."""
    if kept.lens:
        return "lens", True, say("The lens is measured")
    misfit_mm = None if seen is None else seen.misfit_mm
    if misfit_mm is None:
        return "lens", False, say("The mat tells how much the lens bends")
    if misfit_mm <= STRAIGHT_MM:
        return "lens", True, say("The mat itself tells how the lens bends, within {mm} mm", mm=_at_most(misfit_mm))
    return (
        "lens",
        False,
        say(
            "The mat looks bent by {mm} mm: lay it flat; if that does not help, measure the lens",
            mm=round(misfit_mm, 1),
        ),
    )
