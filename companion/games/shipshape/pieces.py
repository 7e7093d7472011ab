"""What lies on the table: kinds of goods, cells as the record writes them, counts of the box."""

import re
from dataclasses import dataclass
from enum import StrEnum

from companion.game import refuse
from companion.language.message import Message, say

CAPN = "Cap'n Happen Stance"
CARDS = range(1, 11)
CREW_CARDS = frozenset(CARDS)
CRATES = 54
CRATES_A_SEAT = 3
HOLDS = range(1, 7)
VOYAGES = 3
TURNS = 3
CELLS = 9
FULL_SHIP = 8

_CELL = re.compile(r"(gold|cannon|contraband|rat) (0|[1-9][0-9]?)")


def seat_name(seat: str) -> Message:
    """Return how a seat is shown: a player's name as it stands, the Cap'n in the reader's language."""
    return say("Cap'n Happen Stance") if seat == CAPN else say("{name}", name=seat)


class Kind(StrEnum):
    """What a square of a hold can show."""

    GOLD = "gold"
    CANNON = "cannon"
    CONTRABAND = "contraband"
    RAT = "rat"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Square:
    """One square in sight: its kind and the number printed on it (0 for an empty one)."""

    kind: Kind
    value: int = 0


def square(label: str) -> Square:
    """Return the square that the record (and a taught set) calls `label`; anything else is a RuleError."""
    if label == Kind.EMPTY:
        return Square(Kind.EMPTY)
    found = _CELL.fullmatch(label)
    if found is None:
        raise refuse("“{label}” is nothing that can lie in a hold", label=label)
    return Square(Kind(found[1]), int(found[2]))


def is_square(label: str) -> bool:
    """Return whether `square` knows the label."""
    return label == Kind.EMPTY or _CELL.fullmatch(label) is not None
