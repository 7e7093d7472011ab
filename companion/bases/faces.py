"""Faces: what a game's pieces show, and what lies on the page in their colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Cell, Tint
from companion.language.message import Message, say

EMPTY = "empty"
"""What is called so where nothing lies."""

_INK = "#1c1c1c"


@dataclass(frozen=True, slots=True)
class Face:
    """What a piece can show. `label` is what the camera calls it, a kind with a number where it has one ("wheat 2");
    `colour` ("#rrggbb") is its practice piece's, with the number (or `sign`) on it; of these there are `many`."""

    label: str
    colour: str
    many: int = 1
    sign: str = ""


def split(label: str) -> tuple[str, str]:
    """Return a label's kind and its number, which is "" where it has none."""
    kind, _, number = label.rpartition(" ")
    return (kind, number) if kind and number.isdecimal() else (label, "")


def spoken(label: str) -> Message:
    """Return a face in the reader's language, its number as it stands."""
    kind, number = split(label)
    return say("{kind} {number}", kind=say(kind), number=number) if number else say(kind)


def cell(label: str) -> Cell:
    """Return a face as the page shows it."""
    kind, number = split(label)
    return Cell(label, kind, number)


def tints(faces: Sequence[Face]) -> dict[str, Tint]:
    """Return the colours of the faces' kinds on the page."""
    return {split(face.label)[0].split()[0]: Tint(_INK, face.colour, _INK, face.colour) for face in faces}
