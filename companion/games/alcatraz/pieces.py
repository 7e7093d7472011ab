"""What lies on the table: cat cards, objectives, and cards laid over others."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

CARDS = frozenset(range(-3, 15)) - {0}
COPIES = 4
OBJECTIVES = range(4, 15)
OPEN_OBJECTIVES = 3
CLAIMED = range(2, 4)
ROUNDS = 2
ROW, WILD_ROW = 4, 5


class Overlay(StrEnum):
    """A card laid over another: what it does to the number beneath."""

    MORE = "+1"
    LESS = "-1"
    SIGN = "sign"

    def on(self, value: int) -> int:
        """Return what the value beneath becomes."""
        match self:
            case Overlay.MORE:
                return value + 1
            case Overlay.LESS:
                return value - 1
            case Overlay.SIGN:
                return -value


@dataclass(frozen=True, slots=True)
class Shown:
    """A card turned up for a claim: its number, and what lies over it from bottom to top."""

    card: int
    overlays: tuple[Overlay, ...] = ()

    @property
    def value(self) -> int:
        """What the card counts."""
        value = self.card
        for overlay in self.overlays:
            value = overlay.on(value)
        return value


def padded(values: Sequence[int]) -> tuple[int, ...]:
    """Return values, not all of them, that sum to 0 (the fewest such): cards that would only be there for their
    points. Empty where there are none."""
    for count in range(1, len(values)):
        for some in combinations(values, count):
            if sum(some) == 0:
                return some
    return ()
