"""What a table can wait for."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bids:
    """A secret card from each of `seats`, out of the hand given with it. `drawn` seats are dealt theirs by chance."""

    hands: Mapping[str, frozenset[int]]
    drawn: frozenset[str] = frozenset()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """Pieces to be taken from the stacks and laid: one list of seats a stack, each in its order."""

    order: tuple[tuple[str, ...], ...]
    untouched: frozenset[str] = frozenset()  # seats whose piece may not be turned


@dataclass(frozen=True, slots=True)
class Look:
    """A look at the zones of these seats, by itself once every one of them is done and lies still."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the companion draws (`Game.draw`), or people who draw themselves fill in the form."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of one of `seats`: entered by form, or seen by the camera when one of them presses ok. What they count
    on their pods until then is shown to all, from the first to the last of `counts`."""

    seats: tuple[str, ...]
    counts: range = range(0)

    @property
    def anybodys(self) -> bool:
        """Whether it is all the same which of several asks for the look: nobody counts anything for it."""
        return len(self.seats) > 1 and not self.counts


Awaited = Bids | Take | Look | Draw | Turn
