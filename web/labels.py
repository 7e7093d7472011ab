"""What the camera calls a thing ("gold 2", "red coins", "rat 1"), taken apart for the eye: a kind and a number."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from web.shown import PieceShown

NOTHING = "empty"  # what is said where nothing lies
_FEW = 3
_NUMBERED = re.compile(r"(?P<kind>.*\S)\s+(?P<number>[-−+]?\d+)")


@dataclass(frozen=True, slots=True)
class Label:
    """A label as it is drawn: `kind` chooses picture and colour, `number` is printed large."""

    label: str
    kind: str
    number: str


def taken_apart(label: str) -> Label:
    """Return kind and number of a label; one without a number is all kind, a bare number all number."""
    found = _NUMBERED.fullmatch(label.strip())
    if found is not None:
        return Label(label, found["kind"], found["number"].replace("-", "−"))
    if re.fullmatch(r"[-−+]?\d+", label.strip()):
        return Label(label, "", label.strip().replace("-", "−"))
    return Label(label, label, "")


def by_kind(labels: Iterable[str]) -> dict[str, list[Label]]:
    """Return the labels grouped by kind, kinds in the order they first come, numbers rising."""
    groups: dict[str, list[Label]] = {}
    for label in labels:
        part = taken_apart(label)
        groups.setdefault(part.kind, []).append(part)
    for group in groups.values():
        group.sort(key=_value)
    return groups


def plain(labels: Iterable[str]) -> list[str]:
    """Return the labels without a number where there are more than a few of them: none needs a row of its own then."""
    found = [label for label in labels if not taken_apart(label).number]
    return found if len(found) > _FEW else []


def by_colour(plain: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return labels without a number by their first word, which is their colour; those that share it with none come
    last, under nothing."""
    groups: dict[str, list[str]] = {}
    for label in plain:
        groups.setdefault(label.partition(" ")[0], []).append(label)
    rows = [(colour, alike) for colour, alike in groups.items() if len(alike) > 1]
    single = [alike[0] for alike in groups.values() if len(alike) == 1]
    return [*rows, ("", single)] if single else rows


def nearest(label: str, labels: Iterable[str], count: int = 3) -> list[str]:
    """Return the labels that look most like this one, itself left out: the same kind with a number beside it first,
    then the same number of another kind."""
    own = taken_apart(label)

    def apart(other: Label) -> tuple[bool, int]:
        return other.kind != own.kind, abs(_value(other) - _value(own))

    others = [part for part in map(taken_apart, labels) if part.label != label]
    return [part.label for part in sorted(others, key=apart)[:count]]


def beside(pieces: Iterable[PieceShown], at: Sequence[float] | None, known: Iterable[str]) -> list[str]:
    """Return three labels to offer first for a piece that was missed `at` a point: those that lie nearest."""
    apart: dict[str, float] = {}
    for piece in pieces:
        left, top, right, bottom = piece.box
        away = 0.0 if at is None else hypot((left + right) / 2 - at[0], (top + bottom) / 2 - at[1])
        apart[piece.label] = min(away, apart.get(piece.label, away))
    return [label for label in sorted(apart, key=lambda one: apart[one]) if label in set(known)][:3]


def _value(part: Label) -> int:
    return int(part.number.replace("−", "-") or 0)
