"""Sealed bids as a pure value: press → ballot, ready?, reveal.

A ballot's number is nobody's business before the reveal: it is left out of every `repr`, and nothing but `reveal` and
the owner's own `chosen` hands it out. Times are seconds of whatever clock the caller turns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto

HOLD_S = 1.0  # "add" held this long starts again at nothing
REVEAL_S = 1.5  # from the last lock to the reveal; an unlock in that time holds it
HIGHEST = 10


class Response(Enum):
    """How a seat's lamp answers a key."""

    FLASH = auto()
    REFUSED = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Ballot:
    """One seat's bid in the making. `chosen` is 0 while nothing is counted; it was `tapped` on a phone, or counted on a
    pod."""

    chosen: int = field(default=0, repr=False)
    locked: bool = False
    tapped: bool = False
    add_since_s: float | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Bidding:
    """Who must bid, out of which hand, and how far they are. Seats in `drawn` are dealt a card by chance."""

    hands: Mapping[str, frozenset[int]] = field(repr=False)
    drawn: frozenset[str] = frozenset()
    ballots: Mapping[str, Ballot] = field(default_factory=dict)
    complete_since_s: float | None = None

    def ballot(self, seat: str) -> Ballot:
        """Return the seat's ballot, an empty one before its first key."""
        return self.ballots.get(seat, Ballot())

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people bid for, in seating order."""
        return tuple(seat for seat in self.hands if seat not in self.drawn)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The seats that have not locked yet."""
        return tuple(seat for seat in self.people if not self.ballot(seat).locked)

    def pressed(self, seat: str, at_s: float) -> tuple["Bidding", Response]:
        """Count one more, 10 wraps to 1. After the lock it is a decoy: the lamp flashes and nothing changes."""
        if seat not in self.people:
            return self, Response.FLASH
        ballot = self.ballot(seat)
        if ballot.locked:
            return self, Response.FLASH
        counted = replace(ballot, chosen=ballot.chosen % HIGHEST + 1, tapped=False, add_since_s=at_s)
        return self._with(seat, counted), Response.FLASH

    def released(self, seat: str, at_s: float) -> "Bidding":
        """End a press of "add"; one that was held for a second starts again at nothing."""
        ballot = self.ballot(seat)
        if ballot.add_since_s is None:
            return self
        held = at_s - ballot.add_since_s >= HOLD_S
        return self._with(seat, replace(ballot, chosen=0 if held else ballot.chosen, add_since_s=None))

    def choose(self, seat: str, card: int) -> tuple["Bidding", Response]:
        """Choose a card by name, as a phone does; a card that is not in hand is refused."""
        ballot = self.ballot(seat)
        if seat not in self.people or ballot.locked or card not in self.hands[seat]:
            return self, Response.REFUSED
        return self._with(seat, Ballot(chosen=card, tapped=True)), Response.NONE

    def ok(self, seat: str, at_s: float) -> tuple["Bidding", Response]:
        """Lock, or unlock again. Refused: nothing counted, or a card that is not in hand."""
        if seat not in self.people:
            return self, Response.FLASH
        ballot = self.ballot(seat)
        if ballot.locked:
            return replace(self._with(seat, replace(ballot, locked=False)), complete_since_s=None), Response.FLASH
        chosen = 0 if ballot.add_since_s is not None and at_s - ballot.add_since_s >= HOLD_S else ballot.chosen
        if chosen not in self.hands[seat]:
            return self, Response.REFUSED
        locked = self._with(seat, Ballot(chosen=chosen, locked=True, tapped=ballot.tapped))
        return replace(locked, complete_since_s=None if locked.awaited else at_s), Response.FLASH

    def forget(self, seat: str) -> "Bidding":
        """Forget what was chosen for a seat: whoever plays it next must not see it, and chooses anew."""
        if seat not in self.ballots:
            return self
        left = {name: ballot for name, ballot in self.ballots.items() if name != seat}
        return replace(self, ballots=left, complete_since_s=None)

    def ready(self, at_s: float) -> bool:
        """Return whether the cards may be turned up: all have locked, and that for `REVEAL_S`."""
        return self.complete_since_s is not None and at_s - self.complete_since_s >= REVEAL_S

    def reveal(self) -> dict[str, int]:
        """Return every person's card, or raise a ValueError while somebody has not locked."""
        if self.awaited:
            raise ValueError(f"the bids stay closed: {', '.join(self.awaited)} has not locked")
        return {seat: self.ballot(seat).chosen for seat in self.people}

    def _with(self, seat: str, ballot: Ballot) -> "Bidding":
        return replace(self, ballots={**self.ballots, seat: ballot})
