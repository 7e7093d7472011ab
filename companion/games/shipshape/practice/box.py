"""A practice set of our own: eighteen holds and fifty-four crates that play like the box's, drawn by `artwork`.

The three goods of every crate add up to ten; the crates are all different, however they are turned or flipped, and each
of the sixteen shapes that three squares of nine can have comes at least three times.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Cells = tuple[str | None, ...]
"""Nine labels row by row as the record writes them; None is a hole."""

_KINDS = {"G": "gold", "K": "cannon", "X": "contraband", "R": "rat"}


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold of one voyage: its number and what is printed on its nine squares."""

    voyage: int
    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Crate:
    """A crate: its number in the practice set, and its three goods and six holes."""

    number: int
    cells: Cells


def turn(cells: Cells, quarters: int = 1) -> Cells:
    """Return the nine squares turned clockwise by quarter turns."""
    for _ in range(quarters % 4):
        cells = tuple(cells[(2 - col) * 3 + row] for row in range(3) for col in range(3))
    return cells


def flip(cells: Cells) -> Cells:
    """Return the nine squares turned over sideways: both sides show the same goods, so it is the mirror image."""
    return tuple(cells[row * 3 + 2 - col] for row in range(3) for col in range(3))


def visible(hold: Sequence[str], crates: Sequence[Cells]) -> tuple[str, ...]:
    """Return what is seen from above: for each square the topmost crate without a hole there, or the hold. `crates`
    lie as given, the first lowest."""
    return tuple(
        next((seen for crate in reversed(crates) if (seen := crate[square]) is not None), label)
        for square, label in enumerate(hold)
    )


def labels() -> tuple[str, ...]:
    """Return every face of the practice set, each once, sorted."""
    return tuple(
        sorted(
            {label for hold in HOLDS for label in hold.cells}
            | {label for crate in CRATES for label in crate.cells if label}
        )
    )


def _squares(plan: str) -> tuple[str, ...]:
    return tuple(label or "empty" for label in _cells(plan))


def _cells(plan: str) -> Cells:
    marks = plan.replace("/", " ").split()
    return tuple(None if mark == "--" else f"{_KINDS[mark[0]]} {mark[1:]}" for mark in marks)


_HOLDS = (
    (
        "-- R1 -- / -- -- -- / R1 R2 R1",
        "R1 -- -- / R3 -- -- / -- R1 R2",
        "R3 -- -- / -- R3 -- / R2 -- R2",
        "-- -- R2 / R2 R3 -- / R2 R3 --",
        "-- -- R1 / -- R2 R2 / -- -- R3",
        "R3 -- -- / -- R2 R2 / R1 -- R3",
    ),
    (
        "G2 -- R1 / -- -- -- / -- R2 K1",
        "X2 -- -- / -- -- R3 / -- R1 K2",
        "-- -- R1 / R1 -- -- / G2 X2 --",
        "-- R1 R1 / R1 X3 -- / -- -- R2",
        "K2 R2 R1 / -- R2 -- / R2 -- G3",
        "R3 -- R2 / G2 -- -- / -- X3 --",
    ),
    (
        "-- -- R3 / R1 G3 X3 / K2 R1 --",
        "R2 K1 R1 / -- R1 R1 / G3 -- --",
        "-- -- -- / -- R2 -- / X1 R2 G3",
        "X1 G3 R1 / R2 R3 -- / R1 -- --",
        "R2 G2 -- / -- R2 X1 / R3 -- --",
        "X1 G3 -- / -- -- R3 / -- -- R1",
    ),
)

_CRATES = (
    "-- K5 -- / G2 -- X3 / -- -- --",
    "X3 -- K4 / -- -- -- / -- G3 --",
    "-- -- -- / -- X5 -- / K5 G0 --",
    "-- K2 -- / -- -- X5 / -- G3 --",
    "-- -- -- / K3 X1 G6 / -- -- --",
    "G3 -- -- / K4 -- -- / -- G3 --",
    "-- -- -- / -- K2 -- / -- G6 X2",
    "K2 -- -- / -- -- -- / K4 -- X4",
    "-- -- -- / -- -- K2 / -- G3 X5",
    "-- -- -- / -- X2 K6 / -- K2 --",
    "-- -- -- / X0 K1 -- / -- G9 --",
    "-- K9 -- / -- G0 -- / X1 -- --",
    "X4 -- -- / -- -- K3 / G3 -- --",
    "-- -- K5 / K4 -- -- / G1 -- --",
    "-- -- -- / K5 X2 G3 / -- -- --",
    "-- -- X4 / -- X3 -- / K3 -- --",
    "K4 -- G5 / -- X1 -- / -- -- --",
    "K6 G3 -- / -- G1 -- / -- -- --",
    "-- -- -- / X2 G3 K5 / -- -- --",
    "K1 -- -- / X5 -- G4 / -- -- --",
    "K5 -- -- / X0 -- -- / X5 -- --",
    "X6 -- -- / -- -- -- / X2 -- G2",
    "-- K5 -- / -- -- X3 / G2 -- --",
    "-- -- -- / -- X3 K1 / G6 -- --",
    "-- -- -- / -- X3 K4 / -- X3 --",
    "-- -- G6 / K0 -- -- / -- K4 --",
    "K2 X6 -- / -- -- G2 / -- -- --",
    "K4 -- -- / X5 G1 -- / -- -- --",
    "G9 -- -- / X1 -- -- / -- -- K0",
    "K9 -- -- / -- -- X1 / -- -- K0",
    "-- K6 -- / -- -- -- / G3 X1 --",
    "-- X4 -- / K6 -- -- / -- G0 --",
    "X0 -- -- / -- X4 -- / G6 -- --",
    "-- -- -- / X4 -- -- / K6 -- G0",
    "G4 -- -- / -- -- K2 / -- -- X4",
    "-- -- -- / -- -- -- / X9 K0 G1",
    "G0 K1 -- / X9 -- -- / -- -- --",
    "K4 -- -- / -- G4 X2 / -- -- --",
    "-- -- -- / G4 X2 -- / -- -- K4",
    "-- X3 G3 / -- -- -- / -- K4 --",
    "-- -- X3 / K4 -- -- / -- -- G3",
    "-- -- -- / G5 -- K3 / -- -- X2",
    "-- X5 -- / G4 -- -- / K1 -- --",
    "-- X5 -- / -- -- K3 / G2 -- --",
    "-- -- -- / -- -- K4 / G4 X2 --",
    "-- -- -- / -- -- -- / X0 G5 G5",
    "-- -- X2 / -- G2 -- / X6 -- --",
    "-- -- G4 / -- -- -- / K5 -- K1",
    "-- -- -- / G4 -- -- / X2 -- G4",
    "-- -- K1 / -- G6 -- / -- -- X3",
    "-- -- G0 / -- -- -- / -- K4 G6",
    "G4 -- -- / -- K2 -- / -- -- X4",
    "-- -- -- / -- -- G5 / -- G1 X4",
    "-- -- -- / -- -- G5 / K0 -- X5",
)

HOLDS = tuple(
    Hold(voyage, number, _squares(plan))
    for voyage, plans in enumerate(_HOLDS, 1)
    for number, plan in enumerate(plans, 1)
)
CRATES = tuple(Crate(number, _cells(plan)) for number, plan in enumerate(_CRATES, 1))
