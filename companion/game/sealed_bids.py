"""Sealed bids as a pure value: press → ballot, ready?, reveal. They serve any hidden choice of all at once: one card or
several, out of a hand in which a card stands as often as it may be given.

A ballot's number is nobody's business before the reveal: it is left out of every `repr`, and nothing but `reveal` and
the owner's own `chosen` hands it out. Times are seconds of whatever clock the caller turns.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from companion.game.awaiting import Awaited, Bids

HOLD_S = 1.0  # "add" held this long starts again at nothing
REVEAL_S = 1.5  # from the last lock to the reveal; an unlock in that time holds it


class Response(Enum):
    """How a seat's lamp answers a key."""

    FLASH = auto()
    REFUSED = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Ballot:
    """One seat's bid in the making: the cards laid aside, and the next one as far as it is `counted` on a pod (None:
    nothing is). `tapped`: on a phone."""

    aside: tuple[int, ...] = field(default=(), repr=False)
    counted: int | None = field(default=None, repr=False)
    locked: bool = False
    tapped: bool = False
    add_since_s: float | None = field(default=None, repr=False)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The cards as they stand, that which is being counted last."""
        return self.aside if self.counted is None else (*self.aside, self.counted)


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids of a step, and how far its seats are."""

    step: Awaited = field(repr=False)
    ballots: Mapping[str, Ballot] = field(default_factory=dict)
    complete_since_s: float | None = None

    @property
    def bids(self) -> Bids:
        """Who bids, out of which hand."""
        return self.step.bids or Bids({})

    def ballot(self, seat: str) -> Ballot:
        """Return the seat's ballot, an empty one before its first key."""
        return self.ballots.get(seat, Ballot())

    def counted(self, seat: str) -> bool:
        """Return whether a seat's pod has counted something that is not locked yet."""
        ballot = self.ballot(seat)
        return bool(ballot.chosen) and not (ballot.locked or ballot.tapped)

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people bid for, in seating order."""
        return tuple(seat for seat in self.bids.hands if seat not in self.bids.drawn)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The seats that have not locked yet."""
        return tuple(seat for seat in self.people if not self.ballot(seat).locked)

    @property
    def begun(self) -> bool:
        """Whether anybody has pressed a key yet."""
        return bool(self.ballots)

    def pressed(self, seat: str, at_s: float) -> tuple["Bidding", Response]:
        """Count one more, after the last number the first again. After the lock it is a decoy: the lamp flashes and
        nothing changes."""
        ballot = self.ballot(seat)
        if seat not in self.people or ballot.locked or not self.step.counts:
            return self, Response.FLASH
        aside, before = ballot.aside, ballot.counted
        if before is None and len(aside) == self.bids.many:  # tapped on a phone: counted on from there
            *left, before = aside
            aside = tuple(left)
        return self._with(seat, Ballot(aside, self.step.counted(before), add_since_s=at_s)), Response.FLASH

    def released(self, seat: str, at_s: float) -> "Bidding":
        """End a press of "add"; one that was held for a second starts again at nothing."""
        ballot = self.ballot(seat)
        if ballot.add_since_s is None:
            return self
        return self._with(seat, Ballot() if _held(ballot, at_s) else replace(ballot, add_since_s=None))

    def choose(self, seat: str, card: int) -> tuple["Bidding", Response]:
        """Choose a card by name, as a phone does; where enough are chosen it takes the place of the first. A card that
        is not in hand is refused."""
        ballot, many = self.ballot(seat), self.bids.many
        if seat not in self.people or ballot.locked or not self._in_hand(seat, (card,)):
            return self, Response.REFUSED
        before = ballot.chosen if ballot.tapped else ()  # what a pod counted is not for a phone to see
        chosen = (*before, card)[-many:]
        if not self._in_hand(seat, chosen):  # it is chosen already, and there once
            chosen = before
        return self._with(seat, Ballot(chosen, tapped=True)), Response.NONE

    def ok(self, seat: str, at_s: float) -> tuple["Bidding", Response]:
        """Lay the counted card aside; with the last one lock. Ok again unlocks. Refused: nothing counted, or a card
        that is not in hand."""
        if seat not in self.people:
            return self, Response.FLASH
        ballot, many = self.ballot(seat), self.bids.many
        if ballot.locked:
            opened = replace(ballot, aside=ballot.aside[:-1], counted=ballot.aside[-1], locked=False)
            return replace(self._with(seat, opened), complete_since_s=None), Response.FLASH
        chosen = () if _held(ballot, at_s) else ballot.chosen
        if not chosen or not self._in_hand(seat, chosen):
            return self, Response.REFUSED
        if len(chosen) < many:
            done = Response.REFUSED if ballot.counted is None else Response.FLASH
            return self._with(seat, Ballot(chosen, tapped=ballot.tapped)), done
        locked = self._with(seat, Ballot(chosen, locked=True, tapped=ballot.tapped))
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

    def reveal(self) -> dict[str, tuple[int, ...]]:
        """Return every person's cards, or raise a ValueError while somebody has not locked."""
        if self.awaited:
            raise ValueError(f"the bids stay closed: {', '.join(self.awaited)} has not locked")
        return {seat: self.ballot(seat).chosen for seat in self.people}

    def _in_hand(self, seat: str, cards: tuple[int, ...]) -> bool:
        return Counter(cards) <= Counter(self.bids.hands[seat])

    def _with(self, seat: str, ballot: Ballot) -> "Bidding":
        return replace(self, ballots={**self.ballots, seat: ballot})


def _held(ballot: Ballot, at_s: float) -> bool:
    return ballot.add_since_s is not None and at_s - ballot.add_since_s >= HOLD_S
