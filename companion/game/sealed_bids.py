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


def add_pressed(bidding: Bidding, seat: str, at_s: float) -> tuple[Bidding, Response]:
    """Count one more, 10 wraps to 1. After the lock it is a decoy: the lamp flashes and nothing changes."""
    if seat not in bidding.people:
        return bidding, Response.FLASH
    ballot = bidding.ballot(seat)
    if ballot.locked:
        return bidding, Response.FLASH
    counted = replace(ballot, chosen=ballot.chosen % HIGHEST + 1, tapped=False, add_since_s=at_s)
    return _with(bidding, seat, counted), Response.FLASH


def add_released(bidding: Bidding, seat: str, at_s: float) -> Bidding:
    """End a press of "add"; one that was held for a second starts again at nothing."""
    ballot = bidding.ballot(seat)
    if ballot.add_since_s is None:
        return bidding
    held = at_s - ballot.add_since_s >= HOLD_S
    return _with(bidding, seat, replace(ballot, chosen=0 if held else ballot.chosen, add_since_s=None))


def choose(bidding: Bidding, seat: str, card: int) -> tuple[Bidding, Response]:
    """Choose a card by name, as a phone does; a card that is not in hand is refused."""
    ballot = bidding.ballot(seat)
    if seat not in bidding.people or ballot.locked or card not in bidding.hands[seat]:
        return bidding, Response.REFUSED
    return _with(bidding, seat, Ballot(chosen=card, tapped=True)), Response.NONE


def ok(bidding: Bidding, seat: str, at_s: float) -> tuple[Bidding, Response]:
    """Lock, or unlock again. Refused: nothing counted, or a card that is not in hand."""
    if seat not in bidding.people:
        return bidding, Response.FLASH
    ballot = bidding.ballot(seat)
    if ballot.locked:
        return replace(_with(bidding, seat, replace(ballot, locked=False)), complete_since_s=None), Response.FLASH
    chosen = 0 if ballot.add_since_s is not None and at_s - ballot.add_since_s >= HOLD_S else ballot.chosen
    if chosen not in bidding.hands[seat]:
        return bidding, Response.REFUSED
    locked = _with(bidding, seat, Ballot(chosen=chosen, locked=True, tapped=ballot.tapped))
    return replace(locked, complete_since_s=None if locked.awaited else at_s), Response.FLASH


def forget(bidding: Bidding, seat: str) -> Bidding:
    """Forget what was chosen for a seat: whoever plays it next must not see it, and chooses anew."""
    if seat not in bidding.ballots:
        return bidding
    left = {name: ballot for name, ballot in bidding.ballots.items() if name != seat}
    return replace(bidding, ballots=left, complete_since_s=None)


def ready(bidding: Bidding, at_s: float) -> bool:
    """Return whether the cards may be turned up: all have locked, and that for `REVEAL_S`."""
    return bidding.complete_since_s is not None and at_s - bidding.complete_since_s >= REVEAL_S


def reveal(bidding: Bidding) -> dict[str, int]:
    """Return every person's card, or raise a ValueError while somebody has not locked."""
    if bidding.awaited:
        raise ValueError(f"the bids stay closed: {', '.join(bidding.awaited)} has not locked")
    return {seat: bidding.ballot(seat).chosen for seat in bidding.people}


def _with(bidding: Bidding, seat: str, ballot: Ballot) -> Bidding:
    return replace(bidding, ballots={**bidding.ballots, seat: ballot})
